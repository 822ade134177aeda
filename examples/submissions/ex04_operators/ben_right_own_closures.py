# Marks: 40/40
# Not passed: nothing
# Right, with a node and a backward rule of its own for each operator, also where a number stands
# on the left.

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
        return f"Value(data={self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad
        out._backward = _backward
        return out

    def backward(self):
        order = []
        seen = set()
        waiting = [(self, False)]
        while waiting:
            node, done = waiting.pop()
            if done:
                order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                waiting.append((node, True))
                waiting.extend((operand, False) for operand in node.operands)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()

    # ---- my part ----

    def __radd__(self, other):
        out = Value(other + self.data, (self,), f"{other}+")
        def _backward():
            self.grad += out.grad
        out._backward = _backward
        return out

    def __rmul__(self, other):
        out = Value(other * self.data, (self,), f"{other}*")
        def _backward():
            self.grad += other * out.grad
        out._backward = _backward
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        def _backward():
            self.grad -= out.grad
        out._backward = _backward
        return out

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data - other.data, (self, other), "-")
        def _backward():
            self.grad += out.grad
            other.grad -= out.grad
        out._backward = _backward
        return out

    def __rsub__(self, other):
        out = Value(other - self.data, (self,), f"{other}-")
        def _backward():
            self.grad -= out.grad
        out._backward = _backward
        return out

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data / other.data, (self, other), "/")
        def _backward():
            self.grad += (1 / other.data) * out.grad
            # quotient rule with u' = 0
            other.grad += (-self.data / other.data**2) * out.grad
        out._backward = _backward
        return out

    def __rtruediv__(self, other):
        out = Value(other / self.data, (self,), f"{other}/")
        def _backward():
            self.grad += (-other / self.data**2) * out.grad
        out._backward = _backward
        return out

    def __pow__(self, other):
        assert isinstance(other, (int, float)), "exponent has to be a number!"
        out = Value(self.data**other, (self,), f"**{other}")
        def _backward():
            self.grad += other * self.data ** (other - 1) * out.grad
        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        def _backward():
            self.grad += math.exp(self.data) * out.grad
        out._backward = _backward
        return out
