"""What a program runs on. Used by the interpreter; implemented by engines and by the oracles."""

from typing import Any, Protocol


class Machine(Protocol):
    """How to make a leaf, apply an operator, run backward, and look at a node."""

    def leaf(self, number: float) -> Any:
        """Return a new leaf that holds the number."""

    def apply(self, name: str, operands: list[Any]) -> Any:
        """Return the operator's result; operands are nodes or plain numbers."""

    def call(self, name: str, arguments: list[Any]) -> Any:
        """Return what a public name of the exercise gives for the arguments."""

    def look_up(self, name: str) -> Any:
        """Return what a public name of the exercise stands for."""

    def tensor(self, numbers: list[Any]) -> Any:
        """Return a tensor of numbers, or of rows, that asks for its gradient."""

    def set(self, node: Any, field: str, number: float) -> None:
        """Set a node's data or gradient."""

    def backward(self, node: Any) -> None:
        """Run the backward pass from the node."""

    def read(self, node: Any, field: str) -> float:
        """Return a node's data or gradient, or a plain number, as a float."""

    def inspect(self, node: Any, question: str) -> float:
        """Return 1.0 for yes, 0.0 for no, a length or a count."""

    def find(self, container: Any, wanted: Any) -> float:
        """Return where in a list an object is, or -1."""
