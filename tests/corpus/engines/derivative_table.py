"""A node keeps pairs (operand, local derivative); one loop does all of the backward pass."""

import math
from collections import deque


class Value:
    def __init__(self, data, edges=(), operator="", label=""):
        self.data = data
        self.grad = 0.0
        self.edges = list(edges)
        self.operator = operator
        self.label = label

    @property
    def operands(self):
        return tuple(operand for operand, _ in self.edges)

    def __add__(self, other):
        other = node(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)], "+")

    def __sub__(self, other):
        other = node(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)], "-")

    def __mul__(self, other):
        other = node(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)], "*")

    def __truediv__(self, other):
        other = node(other)
        inverse = 1.0 / other.data
        result = self.data * inverse
        return Value(result, [(self, inverse), (other, -result * inverse)], "/")

    def __pow__(self, exponent):
        if not isinstance(exponent, int | float):
            raise NotImplementedError("a ** b needs log, which comes in the next exercise")
        slope = exponent * self.data ** (exponent - 1)
        return Value(self.data**exponent, [(self, slope)], f"**{exponent}")

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)], "neg")

    def __radd__(self, other):
        return node(other) + self

    def __rsub__(self, other):
        return node(other) - self

    def __rmul__(self, other):
        return node(other) * self

    def __rtruediv__(self, other):
        return node(other) / self

    def exp(self):
        result = math.exp(self.data)
        return Value(result, [(self, result)], "exp")

    def tanh(self):
        result = math.tanh(self.data)
        return Value(result, [(self, 1.0 - result**2)], "tanh")

    def backward(self):
        uses = {self: 0}
        found = deque([self])
        while found:
            for operand, _ in found.popleft().edges:
                if operand not in uses:
                    uses[operand] = 0
                    found.append(operand)
                uses[operand] += 1
        self.grad = 1.0
        ready = deque([self])
        while ready:
            current = ready.popleft()
            for operand, derivative in current.edges:
                operand.grad += derivative * current.grad
                uses[operand] -= 1
                if uses[operand] == 0:
                    ready.append(operand)


def node(x):
    return x if isinstance(x, Value) else Value(float(x))
