# fits: ex04_operators ex09_engine
# graph: a node keeps the name of a method, which getattr finds for the backward pass
import math
import random


class Value:
    def __init__(self, data, made_by=None, operands=(), note=None):
        self.data = data
        self.grad = 0
        self.made_by = made_by
        self.operands = operands
        self.note = note        # whatever the rule needs besides the operands

    # forward -------------------------------------------------------------
    def __add__(self, other):
        return Value(self.data + lift(other).data, "add", pair(self, other))

    def __mul__(self, other):
        return Value(self.data * lift(other).data, "mul", pair(self, other))

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("k is a Value")
        return Value(self.data**k, "pow", [self], k)

    def inv(self):
        return Value(1 / self.data, "inv", [self])

    def exp(self):
        return Value(math.exp(self.data), "exp", [self])

    def log(self):
        return Value(math.log(self.data), "log", [self])

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", [self])

    def relu(self):
        return Value(max(0, self.data), "relu", [self])

    def __neg__(self):
        return Value(-self.data, "neg", [self])

    # backward: one method for each name
    def _back_add(self, a, b):
        a.grad += self.grad
        b.grad += self.grad

    def _back_mul(self, a, b):
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad

    def _back_pow(self, a):
        if self.note != 0:
            a.grad += self.note * a.data ** (self.note - 1) * self.grad

    def _back_inv(self, a): a.grad -= self.data**2 * self.grad
    def _back_exp(self, a): a.grad += self.data * self.grad

    def _back_log(self, a):
        a.grad += self.grad / a.data

    def _back_tanh(self, a):
        a.grad += (1 - self.data**2) * self.grad

    def _back_relu(self, a):
        if a.data > 0:
            a.grad += self.grad

    def _back_neg(self, a):
        a.grad -= self.grad

    def backward(self):
        self.grad = 1
        for node in self.from_the_top():
            if node.made_by is not None:
                getattr(node, "_back_" + node.made_by)(*node.operands)

    def from_the_top(self):
        order, entered, left = [], set(), set()
        stack = [self]
        while stack:
            node = stack[-1]
            if node not in entered:
                entered.add(node)
                stack += [operand for operand in node.operands if operand not in entered]
            else:
                stack.pop()
                if node not in left:
                    left.add(node)
                    order.append(node)
        return order[::-1]

    # the rest follows
    def __sub__(self, other): return self + -lift(other)
    def __truediv__(self, other): return self * lift(other).inv()
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return -self + other
    def __rtruediv__(self, other): return self.inv() * other


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def pair(a, b):
    return [a, lift(b)]


def softmax(logits):
    assert logits, "at least one logit"
    top = max(x.data for x in logits)
    powers = [(x - top).exp() for x in logits]
    ratio = sum(powers).inv()
    probabilities = [p * ratio for p in powers]
    assert abs(sum(p.data for p in probabilities) - 1) < 1e-9
    return probabilities


def negative_log_likelihood(logits, index):
    top = max(x.data for x in logits)
    return sum([(x - top).exp() for x in logits]).log() - (logits[index] - top)


class Neuron:
    def __init__(self, inputs):
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, x):
        if len(x) != len(self.weights):
            raise ValueError("inputs: %d, weights: %d" % (len(x), len(self.weights)))
        total = self.bias
        for w, xi in zip(self.weights, x):
            total = total + w * xi
        return total.tanh()

    def parameters(self):
        return [*self.weights, self.bias]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0


class Layer:
    def __init__(self, inputs, outputs):
        for i in range(outputs):
            setattr(self, f"neuron{i}", Neuron(inputs))
        self.outputs = outputs

    def neurons(self):
        return [getattr(self, f"neuron{i}") for i in range(self.outputs)]

    def __call__(self, x):
        return [neuron(x) for neuron in self.neurons()]

    def parameters(self):
        return [p for neuron in self.neurons() for p in neuron.parameters()]

    def zero_grad(self):
        for neuron in self.neurons():
            neuron.zero_grad()


class MLP:
    def __init__(self, inputs, sizes):
        self.layers = [Layer(a, b) for a, b in zip([inputs, *sizes], sizes)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x if len(x) > 1 else x[0]

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def zero_grad(self):
        for layer in self.layers:
            layer.zero_grad()


def sum_squared_error(predictions, targets):
    return sum([(p - t) ** 2 for p, t in zip(predictions, targets)])


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses.append(loss.data)
        for p in model.parameters(): p.grad = 0
        loss.backward()
        for p in model.parameters(): p.data -= rate * p.grad
    return losses
