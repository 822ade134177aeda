"""Subtraction and the reciprocal are basic here, addition and division follow from them."""

import math


class Value:
    def __init__(self, data, operands=(), operator="", label=""):
        self.data, self.grad = data, 0.0
        self.operands, self.operator, self.label = tuple(operands), operator, label
        self._backward = lambda: None

    def __rsub__(self, other):
        return Value(other) - self

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad = self.grad + out.grad
            other.grad = other.grad - out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return 0 - self

    def __add__(self, other):
        return self - (0 - other) if isinstance(other, Value) else self - (-other)

    def __radd__(self, other):
        return self.__add__(other)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            mine, theirs = other.data * out.grad, self.data * out.grad
            self.grad = self.grad + mine
            other.grad = other.grad + theirs

        out._backward = _backward
        return out

    def __rmul__(self, other):
        return self.__mul__(other)

    def inverse(self):
        out = Value(1.0 / self.data, (self,), "1/")

        def _backward():
            self.grad = self.grad - out.data * out.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        return self * (other.inverse() if isinstance(other, Value) else 1.0 / other)

    def __rtruediv__(self, other):
        return self.inverse() * other

    def __pow__(self, other):
        if isinstance(other, Value):
            return (self.log() * other).exp()
        out = Value(self.data**other, (self,), "**")

        def _backward():
            self.grad = self.grad + other * self.data ** (other - 1) * out.grad

        out._backward = _backward
        return out

    def log(self):
        out = Value(math.log(self.data), (self,), "log")

        def _backward():
            self.grad = self.grad + out.grad / self.data

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad = self.grad + out.grad * out.data

        out._backward = _backward
        return out

    def tanh(self):
        return 1 - 2 / ((2 * self).exp() + 1)

    def backward(self):
        order, state, todo = [], {}, [self]
        while todo:
            node = todo[-1]
            if node not in state:
                state[node] = "open"
                todo += [operand for operand in node.operands if operand not in state]
            else:
                todo.pop()
                if state[node] == "open":
                    state[node] = "closed"
                    order.insert(0, node)
        self.grad = 1.0
        for node in order:
            node._backward()
