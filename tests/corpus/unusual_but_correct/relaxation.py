# fits: ex09_engine
# graph: operands and slopes; new shares are passed on until none is left, in no order
import math
import random
from collections import deque


class Value:
    def __init__(self, data, operands=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.slopes = slopes

    def backward(self):
        # Everything is linear, so a node may pass on in several portions what it gets. `fresh` is
        # the part of its gradient that it has not passed on yet.
        for node in self.everything():
            node.fresh = 0.0
        old = self.grad
        self.grad = 0.0
        self.fresh = 1.0
        waiting = deque([self])
        queued = {self}
        while waiting:
            node = waiting.popleft()
            queued.discard(node)
            portion, node.fresh = node.fresh, 0.0
            node.grad += portion
            for operand, slope in zip(node.operands, node.slopes):
                operand.fresh += slope * portion
                if operand not in queued:
                    queued.add(operand)
                    waiting.append(operand)

    def everything(self):
        found = {self}
        border = {self}
        while border:
            border = {operand for node in border for operand in node.operands} - found
            found |= border
        return found

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, other), (1, -1))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = lift(other)
        return Value(self.data / other.data, (self, other),
                     (1 / other.data, -self.data / other.data ** 2))

    def __pow__(self, k):
        if hasattr(k, "data"):
            raise ValueError("no Value as exponent, sorry")
        return Value(self.data ** k, (self,), (k * self.data ** (k - 1),))

    def __neg__(self): return 0 - self
    def __radd__(self, k): return lift(k) + self
    def __rsub__(self, k): return lift(k) - self
    def __rmul__(self, k): return lift(k) * self
    def __rtruediv__(self, k): return lift(k) / self

    def exp(self):
        return Value(math.exp(self.data), (self,), (math.exp(self.data),))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def tanh(self):
        s = 1 / (1 + math.exp(-2 * self.data))
        return Value(2 * s - 1, (self,), (4 * s * (1 - s),))

    def relu(self):
        if self.data > 0:
            return self * 1
        return self * 0


def lift(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def softmax(logits):
    m = max(z.data for z in logits)
    es = [(z - m).exp() for z in logits]
    t = es[0]
    for e in es[1:]:
        t = t + e
    return [e / t for e in es]


def negative_log_likelihood(logits, index):
    m = max(z.data for z in logits)
    t = lift(0)
    for z in logits:
        t = t + (z - m).exp()
    return t.log() - (logits[index] - m)


class Neuron:
    def __init__(self, inputs):
        self.layout = {"w": [Value(random.uniform(-1, 1)) for _ in range(inputs)],
                       "b": Value(random.uniform(-1, 1))}

    def __call__(self, x):
        if len(x) != len(self.layout["w"]):
            raise ValueError("size mismatch")
        n = self.layout["b"]
        for i, w in enumerate(self.layout["w"]):
            n = w * x[i] + n
        return n.tanh()

    def parameters(self):
        return [*self.layout["w"], self.layout["b"]]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = {i: Neuron(inputs) for i in range(outputs)}

    def __call__(self, x):
        return [self.neurons[i](x) for i in sorted(self.neurons)]

    def parameters(self):
        return sum((self.neurons[i].parameters() for i in sorted(self.neurons)), [])

    def zero_grad(self):
        for neuron in self.neurons.values():
            neuron.zero_grad()


class MLP:
    def __init__(self, inputs, sizes):
        self.layers = {}
        for i, size in enumerate(sizes):
            self.layers["layer %d" % i] = Layer(inputs if i == 0 else sizes[i - 1], size)

    def __call__(self, x):
        for layer in self.layers.values():
            x = layer(x)
        if len(x) == 1:
            x, = x
        return x

    def parameters(self):
        return sum((layer.parameters() for layer in self.layers.values()), [])

    def zero_grad(self):
        for layer in self.layers.values():
            layer.zero_grad()


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for step in range(steps):
        model.zero_grad()
        predictions = []
        for row in rows:
            predictions.append(model(row))
        loss = sum_squared_error(predictions, targets)
        loss.backward()
        losses.append(loss.data)
        for parameter in model.parameters():
            parameter.data += -rate * parameter.grad
    return losses
