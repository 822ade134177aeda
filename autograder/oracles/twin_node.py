"""The node that oracles without an engine of their own compute with.

Used by `ways.py` and `numerical.py`. A node's operators ask its machine, which knows how numbers
are written or how exact they are; so `twins.py` can say once what softmax or a network computes.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol


class TwinMachine(Protocol):
    """What a twin needs: nodes, their operators, and the gradients of a loss."""

    def number(self, number: Any) -> "TwinNode":
        """Return a plain number as a node that asks for no gradient; a node as it is."""

    def leaf(self, number: float) -> Any:
        """Return a new leaf."""

    def compute(self, name: str, operands: list[Any]) -> Any:
        """Return an operator's result."""

    def descend(self, parameters: Sequence[Any], loss: Callable[[], Any], rate: float) -> Any:
        """Take one step of gradient descent in place, from clean gradients; return the loss."""

    def gradients(self, leaves: Sequence[Any], output: Callable[[], Any]) -> list[Any]:
        """Return the gradients of an output with respect to leaves, as numbers to be read."""


class TwinNode:
    """A node: `data` is a number of the machine's own kind."""

    machine: Any
    data: Any
    shape = ()  # a number has no axis

    def __add__(self, other: Any) -> Any:
        return self.machine.compute("add", [self, other])

    def __radd__(self, other: Any) -> Any:
        return self.machine.compute("add", [other, self])

    def __sub__(self, other: Any) -> Any:
        return self.machine.compute("sub", [self, other])

    def __rsub__(self, other: Any) -> Any:
        return self.machine.compute("sub", [other, self])

    def __mul__(self, other: Any) -> Any:
        return self.machine.compute("mul", [self, other])

    def __rmul__(self, other: Any) -> Any:
        return self.machine.compute("mul", [other, self])

    def __truediv__(self, other: Any) -> Any:
        return self.machine.compute("truediv", [self, other])

    def __rtruediv__(self, other: Any) -> Any:
        return self.machine.compute("truediv", [other, self])

    def __pow__(self, other: Any) -> Any:
        return self.machine.compute("pow", [self, other])

    def __neg__(self) -> Any:
        return self.machine.compute("neg", [self])

    def exp(self) -> Any:
        """Return e to the power of the node."""
        return self.machine.compute("exp", [self])

    def log(self) -> Any:
        """Return the natural logarithm."""
        return self.machine.compute("log", [self])

    def tanh(self) -> Any:
        """Return the hyperbolic tangent."""
        return self.machine.compute("tanh", [self])

    def relu(self) -> Any:
        """Return the node where it is above 0, else 0."""
        return self.machine.compute("relu", [self])


class Pending:
    """A gradient that is read later, as that of its node."""

    def __init__(self, node: TwinNode) -> None:
        self.node = node


def at_each_place(compute: Callable[..., Any], operands: Sequence[Any]) -> Any:
    """Return what a function of numbers gives for the numbers at each place of its operands.

    One tensor at least has several places; what is no tensor goes with each of them.
    """
    tensors = [operand for operand in operands if isinstance(operand, TwinTensor)]
    if not tensors:
        return compute(*operands)
    return TwinTensor(
        at_each_place(compute, [x[i] if isinstance(x, TwinTensor) else x for x in operands])
        for i in range(len(tensors[0]))
    )


class TwinTensor(list[Any]):
    """The twin of a tensor of one dimension, a list of nodes, or of two, a list of rows."""

    # Asked of parameters alone.
    requires_grad = is_leaf = True

    @classmethod
    def of_leaves(cls, leaf: Callable[[float], Any], numbers: Sequence[Any]) -> "TwinTensor":
        """Return a tensor of new leaves for numbers, or for rows of numbers."""
        return cls(cls.of_leaves(leaf, n) if isinstance(n, tuple) else leaf(n) for n in numbers)

    @property
    def grad(self) -> "TwinTensor":
        """The gradients of the items, to be read later."""
        return TwinTensor(at_each_place(Pending, [item]) for item in self)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many items lie along each axis."""
        return (len(self), *getattr(self[0], "shape", ()))

    @property
    def data(self) -> "TwinTensor":
        """The numbers without a graph, which share their places with the tensor."""
        return self

    def detach(self) -> "TwinTensor":
        """Return the same numbers."""
        return self

    def sum(self) -> Any:
        """Return the sum of all numbers."""
        numbers = [item.sum() if isinstance(item, TwinTensor) else item for item in self]
        return sum(numbers[1:], start=numbers[0])

    def fill_(self, number: float) -> None:
        """Write a number into each place."""
        at_each_place(lambda node: node.machine.set(node, "data", number), [self])
