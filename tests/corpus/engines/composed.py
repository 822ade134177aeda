"""Reflected and inverse operators composed from `+`, `*`, `**`; a node exponent is refused."""

import math


class Value:
    def __init__(self, data, operands=(), operator="", label=""):
        self.data = data
        self.grad = 0.0
        self.operands = tuple(operands)
        self.operator = operator
        self.label = label
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def add_rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = add_rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def mul_rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = mul_rule
        return out

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError("the exponent of ** is a plain number, not a Value")
        out = Value(self.data**exponent, (self,), f"**{exponent}")

        def pow_rule():
            self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = pow_rule
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return other + (-self)

    def __truediv__(self, other):
        return self * other**-1

    def __rtruediv__(self, other):
        return other * self**-1

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def exp_rule():
            self.grad += out.data * out.grad

        out._backward = exp_rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def tanh_rule():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = tanh_rule
        return out

    def backward(self):
        order = []
        visited = set()
        waiting = [(self, False)]
        while waiting:
            node, ready = waiting.pop()
            if ready:
                order.append(node)
            elif node not in visited:
                visited.add(node)
                waiting.append((node, True))
                waiting.extend((operand, False) for operand in node.operands)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()
