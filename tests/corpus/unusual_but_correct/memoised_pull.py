# fits: ex09_engine
# graph: operands point to consumers by weak references; a memoised recursion asks them
import functools
import math
import random
import sys
import weakref

sys.setrecursionlimit(100_000)


class Value:
    def __init__(self, data, operands=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self.operands = operands        # keeps them alive; consumers are not kept alive
        self.consumers = []
        for operand, slope in zip(operands, slopes):
            operand.consumers.append((weakref.ref(self), slope))

    def backward(self):
        nodes, todo = {}, [self]
        while todo:
            node = todo.pop()
            nodes[id(node)] = node
            todo += [x for x in node.operands if id(x) not in nodes]

        @functools.cache
        def gradient(key):
            if key == id(self):
                return 1.0
            total = 0.0
            for reference, slope in nodes[key].consumers:
                consumer = reference()
                if consumer is not None and id(consumer) in nodes:
                    total += slope * gradient(id(consumer))
            return total

        # mostly from the output down, so that the recursion is seldom deep
        for key in nodes:
            nodes[key].grad = gradient(key)

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __mul__(self, other):
        other = wrap(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), (1, -1))

    def __truediv__(self, other):
        other = wrap(other)
        return Value(
            self.data / other.data, (self, other), (1 / other.data, -self.data / other.data**2)
        )

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("Value as an exponent")
        return Value(self.data**k, (self,), (k * self.data ** (k - 1),))

    def __neg__(self): return Value(-self.data, (self,), (-1,))
    def __radd__(self, k): return wrap(k) + self
    def __rmul__(self, k): return wrap(k) * self
    def __rsub__(self, k): return wrap(k) - self
    def __rtruediv__(self, k): return wrap(k) / self

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), (1 - y * y,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def softmax(logits):
    top = max(x.data for x in logits)
    powers = [(x - top).exp() for x in logits]
    return [p / sum(powers) for p in powers]


def negative_log_likelihood(logits, index):
    top = max(x.data for x in logits)
    return sum((x - top).exp() for x in logits).log() - logits[index] + top


class Neuron:
    def __init__(self, inputs):
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, row):
        if len(row) != len(self.weights):
            raise ValueError("row")
        return sum((w * x for w, x in zip(self.weights, row)), self.bias).tanh()

    @functools.cached_property
    def all_parameters(self):
        return [*self.weights, self.bias]

    def parameters(self):
        return list(self.all_parameters)

    def zero_grad(self):
        for p in self.all_parameters:
            p.grad = 0.0


class Layer(Neuron):
    def __init__(self, inputs, outputs):
        self.parts = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, row):
        return [part(row) for part in self.parts]

    @functools.cached_property
    def all_parameters(self):
        return [p for part in self.parts for p in part.all_parameters]


class MLP(Layer):
    def __init__(self, inputs, sizes):
        self.parts = [Layer(a, b) for a, b in zip([inputs, *sizes], sizes)]

    def __call__(self, row):
        for part in self.parts:
            row = part(row)
        return row[0] if len(row) == 1 else row


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses.append(loss.data)
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
        for p in model.parameters():
            p.grad = 0.0
    return losses
