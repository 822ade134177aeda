# fits: ex09_engine
# graph: plain records; functools.singledispatch finds the rule for a kind of record
import math
import random
from dataclasses import dataclass
from functools import partialmethod, singledispatch

class Leaf:
    operands = ()

@dataclass
class Sum:
    operands: tuple

@dataclass
class Product:
    operands: tuple

@dataclass
class Power:
    operands: tuple
    k: float

@dataclass
class Call:
    operands: tuple
    slope: float

@singledispatch
def slopes(record):
    raise TypeError(f"no rule for {type(record)}")

@slopes.register
def _(record: Leaf):
    return []

@slopes.register
def _(record: Sum):
    return [1.0] * len(record.operands)

@slopes.register
def _(record: Product):
    a, b = record.operands
    return [b.data, a.data]

@slopes.register
def _(record: Power):
    (a,) = record.operands
    return [record.k * a.data ** (record.k - 1) if record.k else 0.0]

@slopes.register
def _(record: Call):
    return [record.slope]

class Value:
    def __init__(self, data, record=Leaf()):
        self.data = data
        self.grad = 0.0
        self.record = record

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, Sum((self, other)))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, Product((self, other)))

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("the exponent of a Power is a number")
        return Value(self.data**k, Power((self,), k))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -lift(other)

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def reflected(self, other, name):
        return getattr(lift(other), name)(self)

    __radd__ = partialmethod(reflected, name="__add__")
    __rmul__ = partialmethod(reflected, name="__mul__")
    __rsub__ = partialmethod(reflected, name="__sub__")
    __rtruediv__ = partialmethod(reflected, name="__truediv__")

    def call(self, function, derivative):
        y = function(self.data)
        return Value(y, Call((self,), derivative(self.data, y)))

    exp = partialmethod(call, math.exp, lambda x, y: y)
    log = partialmethod(call, math.log, lambda x, y: 1 / x)
    tanh = partialmethod(call, math.tanh, lambda x, y: 1 - y * y)
    relu = partialmethod(call, lambda x: max(x, 0.0), lambda x, y: float(y > 0))

    def backward(self):
        first_to_last, last_to_first = [], [self]
        colour = {}
        while last_to_first:
            node = last_to_first[-1]
            if colour.get(node) == "black":
                last_to_first.pop()
            elif colour.get(node) == "grey":
                colour[node] = "black"
                first_to_last.append(last_to_first.pop())
            else:
                colour[node] = "grey"
                last_to_first += [x for x in node.record.operands if x not in colour]
        self.grad = 1.0
        for node in first_to_last[::-1]:
            for x, slope in zip(node.record.operands, slopes(node.record)):
                x.grad += slope * node.grad

def lift(x):
    return x if isinstance(x, Value) else Value(x)

@singledispatch
def trainable(part):
    """Return the parameters of a part of a network."""
    return part.parameters()

@trainable.register
def _(part: Value):
    return [part]

@trainable.register
def _(part: list):
    return [p for each in part for p in trainable(each)]

class Neuron:
    def __init__(self, inputs):
        self.inner = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]

    def __call__(self, x):
        if len(x) != len(self.inner) - 1:
            raise ValueError("x has the wrong length")
        *w, b = self.inner
        terms = [wi * xi for wi, xi in zip(w, x)] + [b]
        total = Value(sum(t.data for t in terms), Sum(tuple(terms)))
        return total.tanh()

    def parameters(self):
        return trainable(self.inner)

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0

class Layer(Neuron):
    def __init__(self, inputs, outputs):
        self.inner = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [neuron(x) for neuron in self.inner]

class MLP(Neuron):
    def __init__(self, inputs, sizes):
        self.inner = [Layer(*shape) for shape in zip([inputs, *sizes], sizes)]

    def __call__(self, x):
        for layer in self.inner:
            x = layer(x)
        return x[0] if len(x) == 1 else x

def softmax(logits):
    top = max(z.data for z in logits)
    powers = [(z - top).exp() for z in logits]
    total = Value(sum(p.data for p in powers), Sum(tuple(powers)))
    return [p / total for p in powers]

def negative_log_likelihood(logits, index):
    top = max(z.data for z in logits)
    powers = [(z - top).exp() for z in logits]
    return Value(sum(p.data for p in powers), Sum(tuple(powers))).log() - (logits[index] - top)

def sum_squared_error(predictions, targets):
    squares = tuple((p - t) ** 2 for p, t in zip(predictions, targets))
    return Value(sum(s.data for s in squares), Sum(squares))

def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        model.zero_grad()
        loss.backward()
        losses.append(loss.data)
        for p in trainable(model):
            p.data -= rate * p.grad
    return losses
