"""The oracle that knows no calculus: central differences at 60 digits with mpmath.

It runs a program forward only. The gradient of a node is the difference of two further runs, in
which a small step is added to the number that was last written to that node. With 60 digits and a
step of 1e-20 both the truncation (step squared) and the cancellation (1e-60 / step) stay near
1e-40: exact in float64.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from autograder.errors import MissingExtraError
from autograder.oracles.twin_node import Pending, TwinNode, TwinTensor, at_each_place
from autograder.oracles.twins import TWINS
from autograder.programs.interpreter import INFIX, ProgramRun, find_object, number_of_text
from autograder.programs.program import Program
from autograder.registry import OPERATORS

try:
    import mpmath
except ModuleNotFoundError as error:
    raise MissingExtraError("bank", "mpmath") from error

DIGITS = 60
STEP_EXPONENT = -20

# Functions that mpmath does not have under the operator's name.
EXTRA = {
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
    "relu": lambda x: max(x, mpmath.mpf(0)),
}

# What the exercises call the operators that they record.
SYMBOLS = {"add": "+", "mul": "*", "tanh": "tanh"}


class OutsideDomainError(ValueError):
    """A program applies an operator outside its domain, or at a kink."""


class ExactNode(TwinNode):
    """A node at high precision.

    `write` counts the number that it holds among all that the run wrote, -1 for a plain one. Its
    gradient is `kept`, plus what the backward passes from number `since` on give.
    """

    def __init__(self, machine: "ExactMachine", data: Any, write: int, made_by: str = "") -> None:
        self.machine = machine
        self.data = data
        self.write = write
        self.operator = SYMBOLS.get(made_by, made_by)
        self.label = ""
        self.operands: tuple[Any, ...] = ()
        self.kept = mpmath.mpf(0)
        self.since = 0


@dataclass(frozen=True, slots=True)
class GradientRead:
    """A gradient that was asked for: its place among the values, and what makes it up."""

    place: int
    write: int
    kept: Any
    since: int
    until: int


class ExactMachine:
    """A machine of numbers with 60 digits; `step` is added to the number written as `stepped`."""

    def __init__(self, stepped: int = -1, step: Any = 0) -> None:
        self.stepped = stepped
        self.step = step
        self.writes = 0
        self.values = 0
        self.outputs: list[Any] = []
        self.gradient_reads: list[GradientRead] = []

    def written(self, number: Any) -> tuple[Any, int]:
        """Return a number as it is written, and which write it is."""
        self.writes += 1
        write = self.writes - 1
        return (number + self.step if write == self.stepped else number), write

    def leaf(self, number: Any) -> ExactNode:
        """Return a new leaf."""
        return ExactNode(self, *self.written(mpmath.mpf(number)))

    def number(self, number: Any) -> ExactNode:
        """Return a plain number as a node."""
        if isinstance(number, ExactNode):
            return number
        return ExactNode(self, mpmath.mpf(number), -1)

    def tensor(self, numbers: list[Any]) -> TwinTensor:
        """Return a list of leaves, or of rows of leaves."""
        return TwinTensor.of_leaves(self.leaf, numbers)

    def apply(self, name: str, operands: list[Any]) -> Any:
        """Return an operator's result. Raises OutsideDomainError outside its domain."""
        return at_each_place(lambda *numbers: self.apply_once(name, numbers), operands)

    def apply_once(self, name: str, operands: Sequence[Any]) -> ExactNode:
        """Return an operator's result for one number of each operand."""
        operator = OPERATORS[name]
        numbers = [float(self.number(operand).data) for operand in operands]
        if not operator.domain(*numbers) or any(x in operator.kinks for x in numbers):
            raise OutsideDomainError(f"{name} outside its domain")
        return self.compute(name, operands)

    def compute(self, name: str, operands: Sequence[Any]) -> ExactNode:
        """Return an operator's result."""
        nodes = [self.number(operand) for operand in operands]
        numbers = [node.data for node in nodes]
        twin = OPERATORS[name].mpmath
        function = (EXTRA.get(twin) or getattr(mpmath, twin)) if twin else INFIX[name]
        result = ExactNode(self, *self.written(function(*numbers)), made_by=name)
        result.operands = tuple(nodes)
        return result

    def call(self, name: str, arguments: list[Any]) -> Any:
        """Return what the twin of a public name gives."""
        return self.look_up(name)(*arguments)

    def look_up(self, name: str) -> Callable[..., Any]:
        """Return the twin of a public name."""
        return partial(EXACT_TWINS.get(name) or TWINS[name], self)

    def set(self, node: ExactNode, field: str, number: Any) -> None:
        """Set data or gradient."""
        if field == "data":
            node.data, node.write = self.written(mpmath.mpf(number))
        else:
            node.kept, node.since = mpmath.mpf(number), len(self.outputs)

    def kept_gradient(self, node: ExactNode) -> Any:
        """Return the gradient that was set."""
        return node.kept

    def backward(self, node: ExactNode) -> None:
        """Note the number whose derivatives are asked for."""
        self.outputs.append(node.data)

    def read(self, node: Any, field: str) -> float:
        """Return data, a text or a plain number; note a gradient for later."""
        self.values += 1
        if field == "grad" or isinstance(node, Pending):
            node = node.node if isinstance(node, Pending) else node
            until = len(self.outputs)
            read = GradientRead(self.values - 1, node.write, node.kept, node.since, until)
            self.gradient_reads.append(read)
            return 0.0
        if field in ("operator", "label"):
            return number_of_text(getattr(node, field), field)
        return float(node.data if isinstance(node, ExactNode) else node)

    def inspect(self, node: Any, question: str) -> float:
        """Say yes: a result is of the right kind; or its length."""
        self.values += 1
        return float(len(node)) if question in ("length", "count") else 1.0

    def find(self, container: Any, wanted: Any) -> float:
        """Return where in a list an object is, or -1."""
        self.values += 1
        return find_object(container, wanted)

    def gradients(self, leaves: Sequence[ExactNode], output: Callable[[], Any]) -> list[ExactNode]:
        """Return central differences of an output."""
        return [self.number(slope) for slope in self.slopes(leaves, output)]

    def slopes(self, leaves: Sequence[ExactNode], output: Callable[[], Any]) -> list[Any]:
        """Return the central difference of an output for each leaf."""
        step = mpmath.mpf(10) ** STEP_EXPONENT
        found = []
        for leaf in leaves:
            data = leaf.data
            leaf.data = data + step
            above = output().data
            leaf.data = data - step
            below = output().data
            leaf.data = data
            found.append((above - below) / (2 * step))
        return found

    def descend(self, parameters: Sequence[ExactNode], loss: Callable[[], Any], rate: float) -> Any:
        """Take one step of gradient descent; return the loss before it."""
        before = loss()
        for parameter, slope in zip(parameters, self.slopes(parameters, loss), strict=True):
            self.set(parameter, "data", parameter.data - mpmath.mpf(rate) * slope)
        return before


def exact_gradient(machine: ExactMachine, a: float, b: float, c: float) -> list[ExactNode]:
    """Return the gradient of the three-variable function by central differences."""
    leaves = [machine.leaf(number) for number in (a, b, c)]

    def output() -> ExactNode:
        x, y, z = (leaf.data for leaf in leaves)
        rest = -1 / z + y ** mpmath.mpf(2.5) - mpmath.sqrt(x)
        return machine.number(-(x**3) + mpmath.sin(3 * y) + rest)

    return machine.gradients(leaves, output)


# Where the general twin knows a derivative, this oracle has one of its own.
EXACT_TWINS: dict[str, Callable[..., Any]] = {"gradient": exact_gradient}


def run_exactly(program: Program, stepped: int = -1, step: Any = 0) -> tuple[ExactMachine, Any]:
    """Run a program forward at high precision; return the machine and the values."""
    machine = ExactMachine(stepped, step)
    run = ProgramRun(machine)
    run.run(program.instructions)
    return machine, run.values


def observe_numerical(program: Program) -> tuple[float, ...]:
    """Return the program's observed numbers from high-precision forward runs alone.

    Raises OutsideDomainError for an operator outside its domain or at a kink.
    """
    with mpmath.workdps(DIGITS):
        machine, values = run_exactly(program)
        step = mpmath.mpf(10) ** STEP_EXPONENT
        slopes: dict[int, list[Any]] = {}
        for read in machine.gradient_reads:
            if read.write not in slopes:
                above = run_exactly(program, read.write, step)[0].outputs
                below = run_exactly(program, read.write, -step)[0].outputs
                slopes[read.write] = [
                    (x - y) / (2 * step) for x, y in zip(above, below, strict=True)
                ]
            # Gradients of several backward passes accumulate.
            passes = slopes[read.write][read.since : read.until]
            values[read.place] = float(sum(passes, start=read.kept))
        return tuple(values)
