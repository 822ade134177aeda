# fits: ex09_engine
# graph: NamedTuple edges; a queue in which a node that is too early goes to the end again
import math
import random
from collections import deque
from typing import NamedTuple


class Edge(NamedTuple):
    target: "Value"
    slope: float


class Value:
    def __init__(self, data, edges=None):
        self.data = data
        self.grad = 0.0
        self.edges: tuple[Edge, ...] = edges or ()

    def backward(self):
        # who still has to hand something to whom
        missing = {}
        stack = [self]
        seen = {id(self)}
        while stack:
            v = stack.pop()
            for e in v.edges:
                missing.setdefault(id(e.target), []).append(id(v))
                if id(e.target) not in seen:
                    seen.add(id(e.target))
                    stack.append(e.target)
        self.grad = 1.0
        queue = deque([self])
        waiting = {id(self)}
        while queue:
            v = queue.popleft()
            if missing.get(id(v)):
                queue.append(v)          # too early
                continue
            for e in v.edges:
                e.target.grad += e.slope * v.grad
                missing[id(e.target)].remove(id(v))
                if id(e.target) not in waiting:
                    waiting.add(id(e.target))
                    queue.append(e.target)

    # +, -, *, /
    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (Edge(self, 1.0), Edge(other, 1.0)))
        return Value(self.data + other, (Edge(self, 1.0),))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (Edge(self, other.data), Edge(other, self.data)))
        return Value(self.data * other, (Edge(self, other),))

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def __neg__(self):
        return Value(-self.data, (Edge(self, -1.0),))

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError(f"** takes a number, not {k!r}")
        return Value(self.data ** k, (Edge(self, k * self.data ** (k - 1)),))

    def exp(self):
        return Value(math.exp(self.data), (Edge(self, math.exp(self.data)),))

    def log(self):
        return Value(math.log(self.data), (Edge(self, 1 / self.data),))

    def tanh(self):
        # composed; the numbers of this course are small enough
        e = (self * 2).exp()
        return (e - 1) / (e + 1)

    def relu(self):
        return self * (1.0 if self.data >= 0 else 0.0)


def softmax(logits):
    shift = max(logits, key=lambda v: v.data).data
    weights = [(v - shift).exp() for v in logits]
    norm = weights[0]
    for w in weights[1:]:
        norm = norm + w
    return [w / norm for w in weights]


def negative_log_likelihood(logits, index):
    shift = max(logits, key=lambda v: v.data).data
    norm = 0
    for v in logits:
        norm += (v - shift).exp()
    return shift + norm.log() - logits[index]


class Neuron:
    def __init__(self, inputs):
        numbers = [random.uniform(-1, 1) for _ in range(inputs + 1)]
        self.w, self.b = [Value(n) for n in numbers[:-1]], Value(numbers[-1])

    def __call__(self, xs):
        try:
            pairs = list(zip(self.w, xs, strict=True))
        except ValueError:
            raise ValueError("as many inputs as weights") from None
        return (sum(w * x for w, x in pairs) + self.b).tanh()

    def parameters(self):
        return [*self.w, self.b]

    def zero_grad(self):
        for v in self.parameters():
            v.grad = 0.0


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, xs):
        return [neuron(xs) for neuron in self.neurons]

    def parameters(self):
        return [v for neuron in self.neurons for v in neuron.parameters()]

    def zero_grad(self):
        for v in self.parameters():
            v.grad = 0.0


class MLP:
    def __init__(self, inputs, sizes):
        widths = (inputs, *sizes)
        self.layers = [Layer(widths[k], widths[k + 1]) for k in range(len(sizes))]

    def __call__(self, xs):
        *hidden, last = self.layers
        for layer in hidden:
            xs = layer(xs)
        ys = last(xs)
        return ys[0] if len(ys) == 1 else ys

    def parameters(self):
        return [v for layer in self.layers for v in layer.parameters()]

    def zero_grad(self):
        for v in self.parameters():
            v.grad = 0.0


def sum_squared_error(predictions, targets):
    result = Value(0.0)
    for prediction, target in zip(predictions, targets):
        error = prediction - target
        result = result + error * error
    return result


def train(model, rows, targets, steps, rate):
    losses = []
    step = 0
    while step < steps:
        predictions = [model(row) for row in rows]
        loss = sum_squared_error(predictions, targets)
        losses.append(loss.data)
        for p in model.parameters():
            p.grad = 0.0
        loss.backward()
        gradients = [p.grad for p in model.parameters()]
        for p, g in zip(model.parameters(), gradients):
            p.data += -rate * g
        step += 1
    return losses
