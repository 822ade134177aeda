# fits: ex09_engine
# graph: flat arrays of numbers; an operand is an index
"""Structure of arrays: what a node is stands in row i of six arrays, a Value is only a handle."""
import math
import random
from array import array

DATA = array("d")
GRAD = array("d")
LEFT = array("q")          # index of the first operand, -1: none
RIGHT = array("q")
BY_LEFT = array("d")
BY_RIGHT = array("d")


class Value:
    def __init__(self, data):
        self.index = append(data)

    @property
    def data(self):
        return DATA[self.index]

    @data.setter
    def data(self, number):
        DATA[self.index] = number

    @property
    def grad(self):
        return GRAD[self.index]

    @grad.setter
    def grad(self, number):
        GRAD[self.index] = number

    def __add__(self, other):
        j = index_of(other)
        return handle(self.data + DATA[j], self.index, 1, j, 1)

    def __sub__(self, other):
        j = index_of(other)
        return handle(self.data - DATA[j], self.index, 1, j, -1)

    def __mul__(self, other):
        j = index_of(other)
        return handle(self.data * DATA[j], self.index, DATA[j], j, self.data)

    def __truediv__(self, other):
        j = index_of(other)
        a, b = self.data, DATA[j]
        return handle(a / b, self.index, 1 / b, j, -a / b**2)

    def __radd__(self, k):
        return Value(k) + self

    def __rsub__(self, k):
        return Value(k) - self

    def __rmul__(self, k):
        return Value(k) * self

    def __rtruediv__(self, k):
        return Value(k) / self

    def __neg__(self):
        return handle(-self.data, self.index, -1)

    def __pow__(self, k):
        k = float(k)          # a Value is no float: TypeError
        x = self.data
        return handle(x**k, self.index, k * x ** (k - 1) if k else 0)

    def exp(self):
        y = math.exp(self.data)
        return handle(y, self.index, y)

    def log(self):
        return handle(math.log(self.data), self.index, 1 / self.data)

    def tanh(self):
        y = math.tanh(self.data)
        return handle(y, self.index, 1 - y * y)

    def relu(self):
        return handle(max(self.data, 0.0), self.index, 1 if self.data > 0 else 0)

    def backward(self):
        part_of_graph = bytearray(self.index + 1)
        part_of_graph[self.index] = 1
        GRAD[self.index] = 1.0
        for i in range(self.index, -1, -1):
            if part_of_graph[i]:
                for j, slope in ((LEFT[i], BY_LEFT[i]), (RIGHT[i], BY_RIGHT[i])):
                    if j >= 0:
                        part_of_graph[j] = 1
                        GRAD[j] += slope * GRAD[i]


def append(data, left=-1, by_left=0.0, right=-1, by_right=0.0):
    DATA.append(data)
    GRAD.append(0.0)
    LEFT.append(left)
    RIGHT.append(right)
    BY_LEFT.append(by_left)
    BY_RIGHT.append(by_right)
    return len(DATA) - 1


def handle(*row):
    value = Value.__new__(Value)
    value.index = append(*row)
    return value


def index_of(x):
    return x.index if isinstance(x, Value) else append(x)


def softmax(logits):
    largest = max([x.data for x in logits])
    e = [(x - largest).exp() for x in logits]
    return [x / sum(e) for x in e]


def negative_log_likelihood(logits, index):
    # log(1 + sum of exp(other - mine)), with the largest one taken off in front
    largest = max([x.data for x in logits])
    inner = sum([(x - largest).exp() for x in logits])
    return inner.log() - (logits[index] - largest)


class Part:
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0


class Neuron(Part):
    def __init__(self, inputs):
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def parameters(self):
        return self.weights + [self.bias]

    def __call__(self, row):
        if len(row) != len(self.weights):
            raise ValueError(row)
        return sum([w * x for w, x in zip(self.weights, row)], self.bias).tanh()


class Layer(Part):
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]

    def __call__(self, row):
        return [n(row) for n in self.neurons]


class MLP(Part):
    def __init__(self, inputs, sizes):
        self.layers = [Layer(i, o) for i, o in zip([inputs] + sizes[:-1], sizes)]

    def parameters(self):
        return [p for l in self.layers for p in l.parameters()]

    def __call__(self, row):
        for l in self.layers:
            row = l(row)
        return row[0] if len(row) == 1 else row


def sum_squared_error(predictions, targets):
    return sum([(p - t) ** 2 for p, t in zip(predictions, targets)])


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        model.zero_grad()
        loss = sum_squared_error([model(row) for row in rows], targets)
        loss.backward()
        losses.append(loss.data)
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
