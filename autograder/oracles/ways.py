"""Run a program as differently written right engines would, and see how far they come apart.

Used when a bank is drawn. Each run gives the observed numbers and, beside each, the sum of the
absolute terms that make it up, which is what its rounding errors are relative to.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from autograder.oracles.twin_node import Pending, TwinNode, TwinTensor, at_each_place
from autograder.oracles.twins import TWINS
from autograder.programs.interpreter import ProgramRun, find_object
from autograder.programs.program import Program
from autograder.registry import OPERATORS, Way


@dataclass(frozen=True, slots=True)
class WayRun:
    """What one way of writing gives for a program's reads, and their scales."""

    values: tuple[float, ...]
    scales: tuple[float, ...]


class WayNode(TwinNode):
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

    def number(self, number: Any) -> WayNode:
        """Return a plain number as a node. It is exact, so it adds nothing to the size."""
        return number if isinstance(number, WayNode) else WayNode(self, float(number), 0.0)

    def tensor(self, numbers: list[Any]) -> TwinTensor:
        """Return a list of leaves, or of rows of leaves."""
        return TwinTensor.of_leaves(self.leaf, numbers)

    def apply(self, name: str, operands: list[Any]) -> Any:
        """Return the operator's result at each place, written in the way chosen for it."""
        return at_each_place(lambda *numbers: self.compute(name, numbers), operands)

    def compute(self, name: str, operands: Sequence[Any]) -> WayNode:
        """Return the operator's result, written in the way chosen for it."""
        way = self.choice.get(name, OPERATORS[name].ways[0])
        nodes = [self.number(operand) for operand in operands]
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

    def call(self, name: str, arguments: list[Any]) -> Any:
        """Return what the twin of a public name gives."""
        return self.look_up(name)(*arguments)

    def look_up(self, name: str) -> Callable[..., Any]:
        """Return the twin of a public name."""
        return partial(TWINS[name], self)

    def set(self, node: WayNode, field: str, number: float) -> None:
        """Set data or gradient."""
        if field == "data":
            node.data, node.size = float(number), abs(float(number))
        else:
            node.terms, node.grad_size = [float(number)], abs(float(number))

    def kept_gradient(self, node: WayNode) -> float:
        """Return the gradient so far."""
        return self.sum_terms(node)

    def backward(self, node: WayNode) -> None:
        """Run the chain rule; creation order is a topological order.

        What a node holds of earlier passes stays there, and is not handed on again.
        """
        kept = {}  # what each node of this graph holds already; others have no place here
        kept[node] = self.take_gradient(node)
        node.terms, node.grad_size = [1.0], 1.0
        for current in reversed(self.nodes[: node.index + 1]):
            if current not in kept:
                continue
            upstream = self.sum_terms(current)
            for operand, derivative in zip(current.operands, current.derivatives, strict=True):
                if operand not in kept:
                    kept[operand] = self.take_gradient(operand)
                operand.terms.append(derivative * upstream)
                operand.grad_size += abs(derivative) * current.grad_size
        for current, (terms, size) in kept.items():
            current.terms = terms + current.terms
            current.grad_size += size

    def take_gradient(self, node: WayNode) -> tuple[list[float], float]:
        """Take a gradient out of a node, which then has none; return its terms and their size."""
        taken = node.terms, node.grad_size
        node.terms, node.grad_size = [], 0.0
        return taken

    def sum_terms(self, node: WayNode) -> float:
        """Add up a gradient's terms, from the first to the last or the other way round."""
        total = 0.0
        for term in reversed(node.terms) if self.sums_reversed else node.terms:
            total += term
        return total

    def read(self, node: Any, field: str) -> float:
        """Return data, gradient or a plain number, and note its scale."""
        if field == "grad" or isinstance(node, Pending):
            node = node.node if isinstance(node, Pending) else node
            self.scales.append(node.grad_size)
            return self.sum_terms(node)
        if field in ("operator", "label"):
            self.scales.append(1.0)
            return 0.0  # of a text there is one right spelling
        self.scales.append(node.size if isinstance(node, WayNode) else abs(float(node)))
        return float(node.data if isinstance(node, WayNode) else node)

    def inspect(self, node: Any, question: str) -> float:
        """Say yes: a result is of the right kind; or its length."""
        self.scales.append(1.0)
        return float(len(node)) if question in ("length", "count") else 1.0

    def find(self, container: Any, wanted: Any) -> float:
        """Return where in a list an object is, or -1."""
        self.scales.append(1.0)
        return find_object(container, wanted)

    def gradients(self, leaves: Sequence[WayNode], output: Callable[[], Any]) -> list[WayNode]:
        """Return the gradients as numbers, with the sizes of their sums."""
        self.backward(output())
        return [WayNode(self, self.sum_terms(leaf), leaf.grad_size) for leaf in leaves]

    def descend(
        self, parameters: Sequence[WayNode], loss: Callable[[], Any], rate: float
    ) -> WayNode:
        """Take one step of gradient descent, from clean gradients; return the loss before it."""
        for parameter in parameters:
            parameter.terms, parameter.grad_size = [], 0.0
        before: WayNode = loss()
        self.backward(before)
        for parameter in parameters:
            parameter.data -= rate * self.sum_terms(parameter)
            parameter.size += rate * parameter.grad_size
        return before


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
