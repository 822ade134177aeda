# fits: ex04_operators ex09_engine
# graph: grad is a property that looks into the result of the last backward pass
import math
import random


class Value:
    """A node never stores a gradient. A pass makes a table, and each node of it keeps the table."""

    def __init__(self, data, operands=(), slopes=()):
        self._data = data
        self._operands = operands
        self._slopes = slopes
        self._table = {}

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, number):
        self._data = number

    @property
    def grad(self):
        return self._table.get(id(self), 0.0)

    @grad.setter
    def grad(self, number):
        self._table = {id(self): number}

    def backward(self):
        order = self._sorted()
        table = dict.fromkeys(map(id, order), 0.0)
        table[id(self)] = 1.0
        for node in order:
            for operand, slope in zip(node._operands, node._slopes):
                table[id(operand)] += slope * table[id(node)]
        for node in order:
            node._table = table

    def _sorted(self):
        """Nodes with the output first, by the longest way from the output."""
        level = {self: 0}
        counts = {self: 0}
        todo = [self]
        while todo:
            node = todo.pop()
            for operand in node._operands:
                if operand not in counts:
                    counts[operand] = 0
                    todo.append(operand)
                counts[operand] += 1
        todo = [self]
        while todo:
            node = todo.pop()
            for operand in node._operands:
                level[operand] = max(level.get(operand, 0), level[node] + 1)
                counts[operand] -= 1
                if not counts[operand]:
                    todo.append(operand)
        return sorted(level, key=level.get)

    def __repr__(self):
        return f"Value({self.data}, ∂={self.grad})"

    def __add__(self, other):
        other = _wrap(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __mul__(self, other):
        other = _wrap(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, exponent):
        try:
            slope = exponent * self.data ** (exponent - 1) if exponent else 0
            return Value(self.data**exponent, (self,), (slope + 0.0,))
        except AttributeError:
            raise TypeError("exponent") from None

    def __sub__(self, other):
        return self + _wrap(other) * -1

    def __truediv__(self, other):
        return self * _wrap(other) ** -1

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return _wrap(other) - self

    def __rtruediv__(self, other):
        return _wrap(other) / self

    def exp(self):
        result = math.exp(self.data)
        return Value(result, (self,), (result,))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def tanh(self):
        result = math.tanh(self.data)
        return Value(result, (self,), (1 - result**2,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (float(self.data > 0),))


def _wrap(x):
    return x if isinstance(x, Value) else Value(x)


def softmax(logits):
    top = max(x.data for x in logits)
    powers = [(x - top).exp() for x in logits]
    one_over = 1 / sum(powers)
    return [one_over * p for p in powers]


def negative_log_likelihood(logits, index):
    others = [x - logits[index] for x in logits]     # log of a sum of exp(other - chosen)
    top = max(x.data for x in others)
    return sum((x - top).exp() for x in others).log() + top


class Neuron:
    def __init__(self, inputs):
        self._weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self._bias = Value(random.uniform(-1, 1))

    def __call__(self, row):
        if len(row) != len(self._weights):
            raise ValueError(f"{len(row)} numbers in a row of {len(self._weights)}")
        return sum((w * x for w, x in zip(self._weights, row)), self._bias).tanh()

    def parameters(self):
        return self._weights + [self._bias]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Layer:
    def __init__(self, inputs, outputs):
        self._neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, row):
        return [neuron(row) for neuron in self._neurons]

    def parameters(self):
        return [p for neuron in self._neurons for p in neuron.parameters()]

    def zero_grad(self):
        for neuron in self._neurons:
            neuron.zero_grad()


class MLP:
    def __init__(self, inputs, sizes):
        self._layers = [Layer(i, o) for i, o in zip([inputs] + sizes, sizes)]

    def __call__(self, row):
        for layer in self._layers:
            row = layer(row)
        return row[0] if len(row) == 1 else row

    def parameters(self):
        return [p for layer in self._layers for p in layer.parameters()]

    def zero_grad(self):
        for layer in self._layers:
            layer.zero_grad()


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        loss.backward()
        losses.append(loss.data)
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
