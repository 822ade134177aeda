"""Backward by recursion: a node passes its gradient on when all its consumers have paid in."""

import math


class Value:
    def __init__(self, data, operands=(), operator="", label=""):
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.operator = operator
        self.label = label
        self.local = ()
        self.owed = 0

    @staticmethod
    def build(data, operator, *pairs):
        out = Value(data, tuple(operand for operand, _ in pairs), operator)
        out.local = tuple(derivative for _, derivative in pairs)
        return out

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value.build(self.data + other.data, "+", (self, 1), (other, 1))

    def __mul__(self, other):
        if not isinstance(other, Value):
            # A number needs no node.
            return Value.build(self.data * other, "*", (self, other))
        return Value.build(self.data * other.data, "*", (self, other.data), (other, self.data))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + -1 * other

    def __rsub__(self, other):
        return -1 * self + other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other**-1
        return self * (1 / other)

    def __rtruediv__(self, other):
        return self**-1 * other

    def __pow__(self, n):
        if isinstance(n, Value):
            y = self.data**n.data
            return Value.build(
                y, "**", (self, n.data * y / self.data), (n, y * math.log(self.data))
            )
        return Value.build(self.data**n, "**", (self, n * self.data ** (n - 1)))

    def exp(self):
        y = math.exp(self.data)
        return Value.build(y, "exp", (self, y))

    def tanh(self):
        y = math.tanh(self.data)
        return Value.build(y, "tanh", (self, (1 + y) * (1 - y)))

    def count_consumers(self, reached):
        for operand in self.operands:
            if operand not in reached:
                reached.add(operand)
                operand.owed = 0
                operand.count_consumers(reached)
            operand.owed += 1

    def pass_on(self):
        for operand, derivative in zip(self.operands, self.local, strict=True):
            operand.grad += derivative * self.grad
            operand.owed -= 1
            if operand.owed == 0:
                operand.pass_on()

    def backward(self):
        self.count_consumers({self})
        self.grad = 1.0
        self.pass_on()
