"""The arithmetic lives in a mixin, the graph in a base class; results are made by `type(self)`."""

import math


class Node:
    def __init__(self, data, operands=(), operator="", label=""):
        self.data = data
        self.grad = 0.0
        self.operands = tuple(operands)
        self.operator = operator
        self.label = label
        self._backward = lambda: None

    def order(self):
        """Return this node and all below it, consumers first."""
        consumers = {}
        stack, found = [self], {self}
        while stack:
            node = stack.pop()
            for operand in set(node.operands):
                consumers[operand] = consumers.get(operand, 0) + 1
                if operand not in found:
                    found.add(operand)
                    stack.append(operand)
        free, result = [self], []
        while free:
            node = free.pop()
            result.append(node)
            for operand in set(node.operands):
                consumers[operand] -= 1
                if not consumers[operand]:
                    free.append(operand)
        return result

    def backward(self):
        self.grad = 1.0
        for node in self.order():
            node._backward()


class Arithmetic:
    def _coerce(self, other):
        return other if isinstance(other, Node) else type(self)(other)

    def _unary(self, data, operator, derivative):
        out = type(self)(data, (self,), operator)

        def step():
            self.grad += derivative * out.grad

        out._backward = step
        return out

    def _binary(self, other, data, operator, by_self, by_other):
        out = type(self)(data, (self, other), operator)

        def step():
            self.grad += by_self * out.grad
            other.grad += by_other * out.grad

        out._backward = step
        return out

    def __add__(self, other):
        other = self._coerce(other)
        return self._binary(other, self.data + other.data, "+", 1.0, 1.0)

    def __mul__(self, other):
        other = self._coerce(other)
        return self._binary(other, self.data * other.data, "*", other.data, self.data)

    def __sub__(self, other):
        return self + -1.0 * self._coerce(other)

    def __truediv__(self, other):
        return self * self._coerce(other) ** -1.0

    def __pow__(self, exponent):
        assert not isinstance(exponent, Node), "use a number as exponent"
        slope = exponent * self.data ** (exponent - 1)
        return self._unary(self.data**exponent, f"**{exponent}", slope)

    def __neg__(self):
        return self._unary(-self.data, "neg", -1.0)

    def __radd__(self, other):
        return self._coerce(other).__add__(self)

    def __rmul__(self, other):
        return self._coerce(other).__mul__(self)

    def __rsub__(self, other):
        return self._coerce(other).__sub__(self)

    def __rtruediv__(self, other):
        return self._coerce(other).__truediv__(self)


class Value(Arithmetic, Node):
    def exp(self):
        return self._unary(math.e**self.data, "exp", math.e**self.data)

    def tanh(self):
        up, down = math.exp(self.data), math.exp(-self.data)
        t = (up - down) / (up + down)
        return self._unary(t, "tanh", 1 - t**2)
