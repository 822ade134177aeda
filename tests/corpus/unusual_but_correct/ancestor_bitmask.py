# fits: ex09_engine
# graph: nodes in one list, the ancestors of a node as bits of an integer
import math
import random

NODES = []


class Value:
    def __init__(self, data, *terms):
        self.data = data
        self.grad = 0.0
        self.terms = terms                  # (operand, local derivative)
        self.place = len(NODES)
        self.mask = 1 << self.place         # this node and all that it depends on
        for operand, _ in terms:
            self.mask |= operand.mask
        NODES.append(self)

    def backward(self):
        mask, self.grad = self.mask, 1.0
        while mask:
            node = NODES[mask.bit_length() - 1]     # the newest that is left
            mask ^= 1 << node.place
            for operand, slope in node.terms:
                operand.grad += slope * node.grad

    def __add__(self, other):
        other = node(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = node(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __sub__(self, other):
        return self + node(other) * -1

    def __truediv__(self, other):
        return self * node(other) ** -1

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError(k)
        return Value(self.data**k, (self, k * self.data ** (k - 1)))

    def __neg__(self):
        return self * -1

    def __radd__(self, k):
        return self + k

    def __rmul__(self, k):
        return self * k

    def __rsub__(self, k):
        return self * -1 + k

    def __rtruediv__(self, k):
        return self**-1 * k

    def exp(self):
        return Value(math.exp(self.data), (self, math.exp(self.data)))

    def log(self):
        return Value(math.log(self.data), (self, 1 / self.data))

    def tanh(self):
        return Value(math.tanh(self.data), (self, 1 - math.tanh(self.data) ** 2))

    def relu(self):
        return Value(max(self.data, 0.0), (self, 1.0 * (self.data > 0)))


def node(x):
    return x if isinstance(x, Value) else Value(x)


def softmax(logits):
    m = max(x.data for x in logits)
    e = [(x - m).exp() for x in logits]
    inverse = sum(e) ** -1
    return [x * inverse for x in e]


def negative_log_likelihood(logits, index):
    m = max(x.data for x in logits)
    return sum((x - m).exp() for x in logits).log() + m - logits[index]


class Neuron:
    def __init__(self, inputs):
        self.ps = tuple(Value(random.uniform(-1, 1)) for _ in range(inputs + 1))

    def __call__(self, x):
        *w, b = self.ps
        if len(x) != len(w):
            raise ValueError("x")
        return sum((wi * xi for wi, xi in zip(w, x)), b).tanh()

    def parameters(self):
        return list(self.ps)

    def zero_grad(self):
        for p in self.ps:
            p.grad = 0.0


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = tuple(Neuron(inputs) for _ in range(outputs))
        self.ps = sum((n.ps for n in self.neurons), ())

    def __call__(self, x):
        return [n(x) for n in self.neurons]

    parameters, zero_grad = Neuron.parameters, Neuron.zero_grad


class MLP:
    def __init__(self, inputs, sizes):
        self.layers = tuple(Layer(a, b) for a, b in zip([inputs, *sizes], sizes))
        self.ps = sum((l.ps for l in self.layers), ())

    def __call__(self, x):
        for l in self.layers:
            x = l(x)
        return x[0] if len(x) == 1 else x

    parameters, zero_grad = Neuron.parameters, Neuron.zero_grad


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    first = len(NODES)
    for _ in range(steps):
        loss = sum_squared_error([model(r) for r in rows], targets)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
        losses.append(loss.data)
        del NODES[first:]       # else the integers grow with each step
    return losses
