"""Replacements that complete a student's class while one task is judged.

The worker binds `Value` to the student's class, whose `__init__` is the given one. None of the
replacements calls another one that is graded.
"""

import math


class Value:
    """The methods of a node."""

    def __add__(self, other):
        """Return self + other, two Values."""
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        """Return self * other, two Values."""
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
        """Run the rules of all nodes that self depends on, the newest consumer first."""
        self.grad = 1.0
        for node in reversed(put_in_order(self)):
            node._backward()


def topological_order(output):
    """Return the nodes of a graph as a list, each after its operands."""
    return put_in_order(output)


def put_in_order(output):
    """Return the nodes of a graph, each after its operands."""
    order, seen, waiting = [], set(), [(output, iter(output.operands))]
    seen.add(id(output))
    while waiting:
        node, operands = waiting[-1]
        operand = next(operands, None)
        if operand is None:
            order.append(node)
            waiting.pop()
        elif id(operand) not in seen:
            seen.add(id(operand))
            waiting.append((operand, iter(operand.operands)))
    return order
