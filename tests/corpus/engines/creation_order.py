"""Nodes are numbered as they are made; the newest reachable one goes first, from a heap."""

import heapq
import itertools
import math

serial = itertools.count()


class Value:
    __slots__ = ("_number", "_vjps", "data", "grad", "label", "operands", "operator")

    def __init__(self, data, operands=(), operator="", label="", vjps=()):
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.operator = operator
        self.label = label
        self._vjps = vjps
        self._number = next(serial)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+", vjps=(float, float))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "*", vjps=(lambda g: g * y, lambda g: g * x))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        vjps = (lambda g: g / y, lambda g: -g * x / y**2)
        return Value(x / y, (self, other), "/", vjps=vjps)

    def __pow__(self, other):
        if isinstance(other, (int, float)):
            return self._to_the(other)
        raise ValueError("please use a number as the exponent")

    def _to_the(self, n):
        x = self.data
        return Value(x**n, (self,), "**", vjps=(lambda g: g * n * x ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), "-", vjps=(lambda g: -g,))

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), "exp", vjps=(lambda g: g * y,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), "tanh", vjps=(lambda g: g - g * y * y,))

    def backward(self):
        self.grad = 1.0
        queue = [(-self._number, self)]
        queued = {self._number}
        while queue:
            _, node = heapq.heappop(queue)
            for operand, vjp in zip(node.operands, node._vjps, strict=True):
                operand.grad += vjp(node.grad)
                if operand._number not in queued:
                    queued.add(operand._number)
                    heapq.heappush(queue, (-operand._number, operand))
