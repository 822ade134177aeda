"""The class Value with +, * and tanh, each with its backward rule, and the backward pass.

Every node that an operator makes, a wrapped number included, is of the class of its left operand,
so a subclass gets nodes of its own class.
"""

import math


class Value:
    """One number in a graph, together with the operands and the operator that made it.

    data: the number. grad: the derivative of the output with respect to this node, filled in by
    `backward`. operands: the nodes it was made from. operator, label: text for people.
    """

    def __init__(self, data, operands=(), operator="", label=""):
        """Make a leaf, or the result of an operator when operands are given."""
        self.data = data
        self.grad = 0.0
        self.operands = tuple(operands)
        self.operator = operator
        self.label = label
        self._backward = lambda: None  # a leaf has nobody to hand its gradient to

    def __repr__(self):
        """Return how to write self as a leaf, which is also what print shows."""
        return f"Value({self.data!r})"

    def __add__(self, other):
        """Return self + other, where other is a Value or a number."""
        other = other if isinstance(other, Value) else type(self)(other)
        out = type(self)(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        """Return self * other, where other is a Value or a number."""
        other = other if isinstance(other, Value) else type(self)(other)
        out = type(self)(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        """Return the hyperbolic tangent of self, as one node."""
        out = type(self)(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        """Set the gradient of every node that self depends on, and of self to 1."""
        order = []  # every node stands after its operands
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
