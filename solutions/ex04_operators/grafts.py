"""Replacements that complete a student's class while one task is judged.

The worker puts each method below in the place of the student's method of the same name, and binds
`Value` to the student's class. Each one is primitive: it makes one node with a backward rule of its
own, and calls no other method that is graded. They fit every class whose nodes have the attributes
data, grad, operands and _backward, and whose constructor takes (data, operands, operator).
"""

import math


class Value:
    """The methods of a node."""

    def __add__(self, other):
        """Return self + other; other is a Value or a number."""
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        """Return self * other; other is a Value or a number."""
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        """Return the hyperbolic tangent of self."""
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        """Set the gradient of every node that self depends on, and of self to 1."""
        order = []
        seen = set()
        waiting = [(self, False)]
        while waiting:
            node, operands_are_in_order = waiting.pop()
            if operands_are_in_order:
                order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                waiting.append((node, True))
                waiting.extend((operand, False) for operand in node.operands)

        self.grad = 1.0
        for node in reversed(order):
            node._backward()

    def __radd__(self, other):
        """Return other + self; other is a number."""
        out = Value(other + self.data, (self,), "+")

        def _backward():
            self.grad += out.grad

        out._backward = _backward
        return out

    def __rmul__(self, other):
        """Return other * self; other is a number."""
        out = Value(other * self.data, (self,), "*")

        def _backward():
            self.grad += other * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        """Return -self."""
        out = Value(-self.data, (self,), "neg")

        def _backward():
            self.grad -= out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        """Return self - other; other is a Value or a number."""
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __rsub__(self, other):
        """Return other - self; other is a number."""
        out = Value(other - self.data, (self,), "-")

        def _backward():
            self.grad -= out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        """Return self / other; other is a Value or a number."""
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = _backward
        return out

    def __rtruediv__(self, other):
        """Return other / self; other is a number."""
        out = Value(other / self.data, (self,), "/")

        def _backward():
            self.grad -= out.grad * out.data / self.data

        out._backward = _backward
        return out

    def __pow__(self, other):
        """Return self ** other; other is a constant."""
        if not isinstance(other, (int, float)):
            raise TypeError(f"the exponent is an int or a float, not a {type(other).__name__}")
        out = Value(self.data**other, (self,), f"**{other}")

        def _backward():
            if other != 0:  # 0 * 0 ** -1 divides by zero, where the derivative is 0
                self.grad += out.grad * other * self.data ** (other - 1)

        out._backward = _backward
        return out

    def exp(self):
        """Return e to the power self."""
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out
