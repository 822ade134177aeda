# fits: ex04_operators ex09_engine
# graph: a frozenset of operands; the node is asked for its derivative by each of them
import math, random


class Value:
    def __init__(self, data, operands=(), partial=None):
        self.data = data
        self.grad = 0
        self.operands = frozenset(operands)
        self.partial = partial      # partial(x) -> d self / d x, for x in operands

    def _binary(self, other, result, by_self, by_other):
        if other is self:
            return Value(result, [self], lambda x: by_self() + by_other())
        return Value(result, [self, other], lambda x: by_self() if x is self else by_other())

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return self._binary(other, self.data + other.data, lambda: 1, lambda: 1)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return self._binary(other, self.data * other.data, lambda: other.data, lambda: self.data)

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return self._binary(
            other, self.data / other.data,
            lambda: 1 / other.data, lambda: -self.data / other.data / other.data,
        )

    def __neg__(self):
        return Value(-self.data, [self], lambda _: -1)

    def __sub__(self, other):
        return self + -other

    def __radd__(self, k):
        return self + k

    def __rmul__(self, k):
        return self * k

    def __rsub__(self, k):
        return -self + k

    def __rtruediv__(self, k):
        return Value(k) / self

    def __pow__(self, k):
        if isinstance(k, Value):
            # both gradients; only for a positive base
            if self.data <= 0:
                raise ValueError(f"base must be > 0, got {self.data}")
            r = self.data ** k.data
            return self._binary(
                k, r, lambda: k.data * self.data ** (k.data - 1), lambda: r * math.log(self.data))
        return Value(self.data**k, [self], lambda x: k * x.data ** (k - 1) if k != 0 else 0)

    def exp(self):
        return Value(math.exp(self.data), [self], lambda x: math.exp(x.data))

    def log(self):
        return Value(math.log(self.data), [self], lambda x: 1 / x.data)

    def tanh(self):
        return Value(math.tanh(self.data), [self], lambda x: 1 - math.tanh(x.data) ** 2)

    def relu(self):
        return Value(self.data * (self.data > 0), [self], lambda x: int(x.data > 0))

    def backward(self):
        order = []
        done = set()
        stack = [self]
        while stack:
            node = stack[-1]
            missing = [x for x in node.operands if x not in done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if node not in done:
                done.add(node)
                order.append(node)
        self.grad = 1
        while order:
            node = order.pop()
            for x in node.operands:
                x.grad += node.partial(x) * node.grad


def shifted(logits):
    top = max(logits, key=lambda v: v.data).data
    return [v - top for v in logits]


def softmax(logits):
    es = list(map(Value.exp, shifted(logits)))
    return [e / sum(es) for e in es]


def negative_log_likelihood(logits, index):
    s = shifted(logits)
    return sum(map(Value.exp, s)).log() - s[index]


class Neuron:
    def __init__(self, inputs):
        self.weights = [Value(random.uniform(-1, 1)) for i in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def parameters(self):
        return [*self.weights, self.bias]

    def zero_grad(self):
        for p in self.parameters(): p.grad = 0

    def __call__(self, xs):
        if len(xs) != len(self.weights):
            raise ValueError("bad input length %d" % len(xs))
        return (sum(w * x for w, x in zip(self.weights, xs)) + self.bias).tanh()


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = tuple(Neuron(inputs) for i in range(outputs))

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]

    def zero_grad(self):
        for n in self.neurons: n.zero_grad()

    def __call__(self, xs):
        return [n(xs) for n in self.neurons]


class MLP:
    def __init__(self, inputs, sizes):
        self.layers = tuple(Layer(a, b) for a, b in zip([inputs, *sizes], sizes))

    def parameters(self):
        return [p for l in self.layers for p in l.parameters()]

    def zero_grad(self):
        for l in self.layers: l.zero_grad()

    def __call__(self, xs):
        for l in self.layers: xs = l(xs)
        return xs if len(xs) > 1 else xs[0]


def sum_squared_error(predictions, targets):
    differences = [p - t for p, t in zip(predictions, targets)]
    return sum(d * d for d in differences)


def train(model, rows, targets, steps, rate):
    losses = []
    while len(losses) < steps:
        loss = sum_squared_error(list(map(model, rows)), targets)
        model.zero_grad()
        loss.backward()
        losses.append(loss.data)
        for p in model.parameters():
            p.data = p.data - rate * p.grad
    return losses
