"""What earlier exercises built, so that this one needs none of them solved.

The notebook imports it. When your work is graded, the grader brings its own copy.
"""

import math


class Value:
    """One number in a graph, together with the operands and the operator that made it.

    data: the number. grad: the derivative of the output with respect to this node, 0 at first.
    operands: the nodes it was made from. operator, label: text for people.
    """

    def __init__(self, data, operands=(), operator="", label=""):
        """Make a leaf, or the result of an operator when operands are given."""
        self.data = data
        self.grad = 0.0
        self.operands = tuple(operands)
        self.operator = operator
        self.label = label
        self._backward = lambda: None  # hands nothing on until a rule takes its place

    def __repr__(self):
        """Return how to write self as a leaf, which is also what print shows."""
        return f"Value({self.data!r})"

    def __add__(self, other):
        """Return self + other, where other is a Value."""
        return type(self)(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        """Return self * other, where other is a Value."""
        return type(self)(self.data * other.data, (self, other), "*")

    def tanh(self):
        """Return the hyperbolic tangent of self, as one node."""
        return type(self)(math.tanh(self.data), (self,), "tanh")
