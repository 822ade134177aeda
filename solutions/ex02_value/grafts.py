"""Replacements that complete a hand-in while one task is judged; none calls another graded one.

The worker binds `Value` to the student's class, so that new nodes are made by it.
"""


class Value:
    """The methods of a node."""

    def __init__(self, data, operands=(), operator="", label=""):
        """Keep the five attributes."""
        self.data, self.grad = data, 0.0
        self.operands = tuple(operands)
        self.operator, self.label = operator, label

    def __add__(self, other):
        """Return self + other, two Values."""
        return make_node(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        """Return self * other, two Values."""
        return make_node(self.data * other.data, (self, other), "*")


def make_node(data, operands, operator):
    """Return a node that no `__init__` has made, since that one may be the student's."""
    node = Value.__new__(Value)
    node.data, node.grad = data, 0.0
    node.operands = operands
    node.operator, node.label = operator, ""
    return node


def fill_gradients(a, b, c, e, d, f, L):
    """Set the gradients of L = (a * b + c) * f, with e = a * b and d = e + c."""
    L.grad = 1.0
    d.grad, f.grad = f.data, d.data
    e.grad = c.grad = f.data
    a.grad, b.grad = b.data * f.data, a.data * f.data


def nudge_inputs(inputs, step):
    """Move the data of each input along its gradient."""
    for node in inputs:
        node.data = node.data + step * node.grad
