"""Derivatives are carried forward with the value; backward only writes them into `.grad`."""

import math


class Value:
    def __init__(self, data, slopes=None, label=""):
        self.data = data
        self.grad = 0.0
        self.label = label
        # The derivative of this node by each node below it, itself included.
        self.slopes = {self: 1.0}
        for node, slope in (slopes or {}).items():
            self.slopes[node] = slope

    def __add__(self, other):
        other = Value.from_number(other)
        return Value(self.data + other.data, chain((1.0, self), (1.0, other)))

    def __sub__(self, other):
        other = Value.from_number(other)
        return Value(self.data - other.data, chain((1.0, self), (-1.0, other)))

    def __mul__(self, other):
        other = Value.from_number(other)
        return Value(self.data * other.data, chain((other.data, self), (self.data, other)))

    def __truediv__(self, other):
        other = Value.from_number(other)
        quotient = self.data / other.data
        return Value(quotient, chain((1 / other.data, self), (-quotient / other.data, other)))

    def __pow__(self, other):
        if type(other) is Value:
            raise TypeError("exponents are constants here")
        return Value(self.data**other, chain((other * self.data ** (other - 1), self)))

    def __neg__(self):
        return Value(-self.data, chain((-1.0, self)))

    def __radd__(self, other):
        return Value.from_number(other).__add__(self)

    def __rsub__(self, other):
        return Value.from_number(other).__sub__(self)

    def __rmul__(self, other):
        return Value.from_number(other).__mul__(self)

    def __rtruediv__(self, other):
        return Value.from_number(other).__truediv__(self)

    def exp(self):
        return Value(math.exp(self.data), chain((math.exp(self.data), self)))

    def tanh(self):
        return Value(math.tanh(self.data), chain((1 - math.tanh(self.data) ** 2, self)))

    def backward(self):
        for node, slope in self.slopes.items():
            node.grad += slope

    @classmethod
    def from_number(cls, thing):
        return thing if isinstance(thing, cls) else cls(thing)


def chain(*terms):
    """Return the slopes of a result from (local derivative, operand) terms."""
    total = {}
    for local, operand in terms:
        for node, slope in operand.slopes.items():
            total[node] = total.get(node, 0.0) + local * slope
    return total
