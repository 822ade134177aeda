# fits: ex04_operators ex09_engine
# graph: predecessors in a dict, order by graphlib.TopologicalSorter
from __future__ import annotations
from graphlib import TopologicalSorter
from itertools import chain
from math import exp, log, tanh
from operator import mul
from random import uniform


class Value:
    def __init__(self, data, local=None):
        self.data = data
        self.grad = 0.0
        self.local = local or []

    @property
    def operands(self):
        return [operand for operand, _ in self.local]

    def backward(self):
        graph, border = {}, [self]
        while border:
            node = border.pop()
            if node not in graph:
                graph[node] = node.operands
                border.extend(node.operands)
        order = [*TopologicalSorter(graph).static_order()]
        self.grad = 1.0
        for node in reversed(order):
            for operand, derivative in node.local:
                operand.grad += derivative * node.grad

    def __add__(self, other):
        other = value(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = value(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __pow__(self, other):
        if isinstance(other, Value):
            # x ** y = exp(y log x)
            return (other * self.log()).exp()
        derivative = other * self.data ** (other - 1) if other else 0.0
        return Value(self.data**other, [(self, derivative)])

    def __sub__(self, other):
        return self + (-value(other))

    def __truediv__(self, other):
        return self * value(other) ** -1

    def __neg__(self):
        return -1 * self

    def __radd__(self, other):
        return value(other) + self

    def __rmul__(self, other):
        return value(other) * self

    def __rsub__(self, other):
        return value(other) - self

    def __rtruediv__(self, other):
        return value(other) / self

    def exp(self):
        y = exp(self.data)
        return Value(y, [(self, y)])

    def log(self):
        return Value(log(self.data), [(self, 1 / self.data)])

    def tanh(self):
        y = tanh(self.data)
        return Value(y, [(self, 1 - y**2)])

    def relu(self):
        return Value(max(self.data, 0), [(self, 1.0 if self.data > 0 else 0.0)])


def value(x) -> Value:
    return x if isinstance(x, Value) else Value(x)


def softmax(logits):
    top = max(logit.data for logit in logits)
    powers = [(logit - top).exp() for logit in logits]
    return [power / sum(powers, Value(0)) for power in powers]


def negative_log_likelihood(logits, index):
    top = max(logit.data for logit in logits)
    return sum([(logit - top).exp() for logit in logits], Value(0)).log() - (logits[index] - top)


class Neuron:
    def __init__(self, inputs):
        self.all = [Value(uniform(-1, 1)) for _ in range(inputs + 1)]

    def __call__(self, x):
        if len(x) != len(self.all) - 1:
            raise ValueError("bad x")
        return sum(map(mul, self.all, [*x, 1]), Value(0)).tanh()

    def parameters(self):
        return [*self.all]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [neuron(x) for neuron in self.neurons]

    def parameters(self):
        return [*chain.from_iterable(neuron.parameters() for neuron in self.neurons)]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class MLP:
    def __init__(self, inputs, sizes):
        self.layers = [Layer(a, b) for a, b in zip(chain([inputs], sizes), sizes)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [*chain.from_iterable(layer.parameters() for layer in self.layers)]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


def sum_squared_error(predictions, targets):
    return sum([(p - t) ** 2 for p, t in zip(predictions, targets)], Value(0))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        error = sum_squared_error([*map(model, rows)], targets)
        model.zero_grad()
        error.backward()
        losses.append(error.data)
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
