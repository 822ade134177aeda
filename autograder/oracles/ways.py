"""Run a program as differently written right engines would, and see how far they come apart.

Used when a bank is drawn. Each run gives the observed numbers and, beside each, the sum of the
absolute terms that make it up, which is what its rounding errors are relative to.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from autograder.programs.interpreter import ProgramRun
from autograder.programs.program import Program
from autograder.registry import OPERATORS, Way


@dataclass(frozen=True, slots=True)
class WayRun:
    """What one way of writing gives for a program's reads, and their scales."""

    values: tuple[float, ...]
    scales: tuple[float, ...]


class WayNode:
    """A node whose operators follow a choice of ways. Sums are kept as lists of terms.

    `size` is the sum of the absolute terms of `data`, `grad_size` that of the gradient.
    """

    def __init__(
        self,
        machine: "WayMachine",
        data: float,
        size: float,
        operands: tuple["WayNode", ...] = (),
        derivatives: tuple[float, ...] = (),
    ) -> None:
        self.machine = machine
        self.data = data
        self.size = size
        self.operands = operands
        self.derivatives = derivatives
        self.terms: list[float] = []
        self.grad_size = 0.0
        self.index = machine.count_node(self)

    def __add__(self, other: "WayNode | float") -> "WayNode":
        return self.machine.apply("add", [self, other])

    def __sub__(self, other: "WayNode | float") -> "WayNode":
        return self.machine.apply("sub", [self, other])

    def __mul__(self, other: "WayNode | float") -> "WayNode":
        return self.machine.apply("mul", [self, other])

    def __truediv__(self, other: "WayNode | float") -> "WayNode":
        return self.machine.apply("truediv", [self, other])

    def __rtruediv__(self, other: float) -> "WayNode":
        return self.machine.apply("truediv", [other, self])

    def __pow__(self, other: float) -> "WayNode":
        return self.machine.apply("pow", [self, other])

    def exp(self) -> "WayNode":
        """Return e to the power of the node."""
        return self.machine.apply("exp", [self])


class WayMachine:
    """A machine that writes each operator in the way chosen for it."""

    def __init__(self, choice: Mapping[str, Way], sums_reversed: bool) -> None:
        self.choice = choice
        self.sums_reversed = sums_reversed
        self.nodes: list[WayNode] = []
        self.scales: list[float] = []

    def count_node(self, node: WayNode) -> int:
        """Keep a new node and return its place in the order of creation."""
        self.nodes.append(node)
        return len(self.nodes) - 1

    def leaf(self, number: float) -> WayNode:
        """Return a new leaf."""
        return WayNode(self, float(number), abs(float(number)))

    def apply(self, name: str, operands: list[WayNode | float]) -> WayNode:
        """Return the operator's result, written in the way chosen for it."""
        way = self.choice.get(name, OPERATORS[name].ways[0])
        # A plain number is exact, so it adds nothing to the size.
        nodes = [
            operand if isinstance(operand, WayNode) else WayNode(self, float(operand), 0.0)
            for operand in operands
        ]
        if way.compose is not None:
            # The constant exponent stays a number, as in any engine.
            composed: WayNode = way.compose(*nodes)
            return composed
        if way.forward is None or way.derivatives is None:
            raise ValueError(f"the way {way.name!r} of {name} has no rule")
        numbers = [node.data for node in nodes]
        data = way.forward(*numbers)
        derivatives = way.derivatives(data, *numbers)
        size = max(
            abs(data), sum(abs(d) * node.size for d, node in zip(derivatives, nodes, strict=True))
        )
        return WayNode(self, data, size, tuple(nodes), derivatives)

    def call(self, name: str, arguments: list[object]) -> object:
        """Refuse: a call has no accepted ways yet."""
        raise NotImplementedError(f"ways of writing a call of {name}")

    def set(self, node: WayNode, field: str, number: float) -> None:
        """Refuse: what is set has no accepted ways yet."""
        raise NotImplementedError(f"ways of writing a set {field}")

    def backward(self, node: WayNode) -> None:
        """Run the chain rule; creation order is a topological order."""
        node.terms.append(1.0)
        node.grad_size += 1.0
        for current in reversed(self.nodes[: node.index + 1]):
            upstream = self.sum_terms(current)
            for operand, derivative in zip(current.operands, current.derivatives, strict=True):
                operand.terms.append(derivative * upstream)
                operand.grad_size += abs(derivative) * current.grad_size

    def sum_terms(self, node: WayNode) -> float:
        """Add up a gradient's terms, from the first to the last or the other way round."""
        total = 0.0
        for term in reversed(node.terms) if self.sums_reversed else node.terms:
            total += term
        return total

    def read(self, node: WayNode, field: str) -> float:
        """Return data or gradient, and note its scale."""
        self.scales.append(node.size if field == "data" else node.grad_size)
        return node.data if field == "data" else self.sum_terms(node)

    def inspect(self, node: WayNode, question: str) -> float:
        """Say yes: a result is a node."""
        self.scales.append(1.0)
        return 1.0


def run_ways(program: Program) -> Iterator[WayRun]:
    """Yield the program's numbers under each accepted way, with sums in both orders.

    Each operator's ways are tried with the others at their first way, and then all second ways
    together, all third ways, and so on.
    """
    for choice in way_choices(program):
        for sums_reversed in (False, True):
            machine = WayMachine(choice, sums_reversed)
            run = ProgramRun(machine)
            run.run(program.instructions)
            yield WayRun(tuple(run.values), tuple(machine.scales))


def way_choices(program: Program) -> Iterator[dict[str, Way]]:
    """Yield the choices of ways to try for a program's operators."""
    ways = {name: OPERATORS[name].ways for name in sorted(set(program.operators))}
    most = max((len(choices) for choices in ways.values()), default=1)
    for index in range(most):
        yield {name: choices[index % len(choices)] for name, choices in ways.items()}
    for name, choices in ways.items():
        for way in choices[1:]:
            yield {name: way}
