"""A program: a straight-line list of instructions, as data.

Used wherever something is evaluated. A `Program` is always well-formed: every register that it
names exists before, every number is finite, and every word is in the vocabulary of
`interpreter.py`. Values that it observes come from its `read` and `inspect` instructions, in order.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from autograder.errors import ProgramError
from autograder.programs.interpreter import INFIX
from autograder.registry import OPERATORS

NUMBER_TYPES = (bool, int, float)
Instruction = tuple[Any, ...]

FIELDS = ("data", "grad")
# What can be read of a register: a field of a node, its texts as a number, or the number itself.
QUANTITIES = (*FIELDS, "operator", "label", "number")
QUESTIONS = ("node", "length", "count", "spread", "float64", "float", "bool", "none")

# Words that apply an operator many times: the last result stands on the left, or on the right.
CHAINS = ("repeat", "repeat-right")

# Words whose result takes the next register.
PRODUCERS = frozenset(
    {
        *("leaf", "constant", "operator", "call", "method"),
        *("list", "item", "attribute", "function", "name", "tensor", "text"),
        *CHAINS,
    }
)
# Words that observe a number.
READERS = frozenset({"read", "inspect", "find"})


@dataclass(frozen=True, slots=True)
class Read:
    """One observed number: which instruction reads it, of which register, and what."""

    position: int
    register: int
    quantity: str  # what `read` names, a question of `inspect`, or "position" for `find`
    after_backward: bool


@dataclass(frozen=True)  # without slots, for the cached property
class Program:
    """A well-formed program. Raises ProgramError (bad-program) for anything else."""

    instructions: tuple[Instruction, ...]

    def __post_init__(self) -> None:
        registers = 0
        for position, instruction in enumerate(self.instructions):
            problem = find_problem(instruction, registers)
            if problem:
                raise ProgramError(problem, where=f"instruction {position}")
            registers += instruction[0] in PRODUCERS

    @classmethod
    def from_data(cls, data: Any) -> "Program":
        """Return the program that lists read from JSON describe."""
        if not isinstance(data, list) or not all(isinstance(item, list) for item in data):
            raise ProgramError("a program is a list of instructions, each a list")
        return cls(tuple(freeze(item) for item in data))

    def to_data(self) -> list[list[Any]]:
        """Return lists for JSON."""
        return [thaw(instruction) for instruction in self.instructions]

    @cached_property
    def reads(self) -> tuple[Read, ...]:
        """The observed numbers, in the order of an observation's values."""
        found = []
        after_backward = False
        for position, (word, *rest) in enumerate(self.instructions):
            if word == "find":
                found.append(Read(position, rest[1], "position", after_backward))
            elif word in READERS:
                found.append(Read(position, rest[0], rest[1], after_backward))
            after_backward = after_backward or word == "backward"
        return tuple(found)

    @property
    def leaves(self) -> tuple[int, ...]:
        """The registers that hold leaves."""
        return tuple(r for r, instruction in self.producers() if instruction[0] == "leaf")

    @property
    def operators(self) -> tuple[str, ...]:
        """The names of the operators applied, in order."""
        return tuple(i[1] for i in self.instructions if i[0] == "operator")

    @property
    def names(self) -> frozenset[str]:
        """The public names of the exercise that the program uses."""
        return frozenset(i[1] for i in self.instructions if i[0] in ("call", "name"))

    def producers(self) -> Iterator[tuple[int, Instruction]]:
        """Yield each register with the instruction that fills it."""
        return enumerate(i for i in self.instructions if i[0] in PRODUCERS)


def freeze(data: Any) -> Any:
    """Return lists read from JSON as tuples, however deep."""
    return tuple(freeze(item) for item in data) if isinstance(data, list) else data


def thaw(data: Any) -> Any:
    """Return tuples as lists for JSON, however deep."""
    return [thaw(item) for item in data] if isinstance(data, tuple) else data


def find_problem(instruction: Instruction, registers: int) -> str:
    """Return what is wrong with an instruction that has this many registers before it, or ""."""
    if not instruction:
        return "an instruction is empty"
    word, *rest = instruction
    match word, rest:
        case (("leaf" | "constant"), [number]):
            return number_problem(number)
        case "operator", [str(name), *operands]:
            operator = OPERATORS.get(name)
            if operator is None:
                return f"unknown operator {name!r}"
            if len(operands) != operator.arity:
                return f"{name} takes {operator.arity} operands, not {len(operands)}"
            return register_problem(operands, registers)
        case (("repeat" | "repeat-right"), [str(name), one, other, int(times)]):
            problem = find_problem(("operator", name, one, other), registers)
            return problem or ("" if times > 0 else f"{times} is no number of times")
        case ("call", [str(), *used]) | ("list", [*used]):
            return register_problem(used, registers)
        case (("method" | "attempt"), [used, str(), *arguments]):
            return register_problem([used, *arguments], registers)
        case "item", [register, index]:
            problem = "" if type(index) is int else f"{index!r} is no index"
            return register_problem([register], registers) or problem
        case (("name" | "text"), [str()]):
            return ""
        case "attribute", [register, str()]:
            return register_problem([register], registers)
        case "function", [int(parameters), tuple(inner), result]:
            return function_problem(parameters, inner, result)
        case "tensor", [*items]:
            return tensor_problem(items)
        case "set", [register, field, number]:
            problem = register_problem([register], registers) or number_problem(number)
            return problem or name_problem("field", field, FIELDS)
        case "fill", [register, field, *numbers]:
            problems = [register_problem([register], registers), *map(number_problem, numbers)]
            return next(filter(None, problems), "") or name_problem("field", field, FIELDS)
        case "backward", [register]:
            return register_problem([register], registers)
        case "named", [register, str(name)]:
            problem = "" if name.isidentifier() else f"{name!r} is no name"
            return register_problem([register], registers) or problem
        case "read", [register, quantity]:
            problem = register_problem([register], registers)
            return problem or name_problem("field", quantity, QUANTITIES)
        case "inspect", [register, question]:
            problem = register_problem([register], registers)
            return problem or name_problem("question", question, QUESTIONS)
        case "find", [container, register]:
            return register_problem([container, register], registers)
    return f"no such instruction: {instruction!r}"


def function_problem(parameters: int, instructions: tuple[Any, ...], result: Any) -> str:
    """Return what is wrong with a function given as an argument, or ""."""
    registers = parameters
    for instruction in instructions:
        if not is_plain_arithmetic(instruction):
            return f"a function cannot hold {instruction!r}"
        problem = find_problem(instruction, registers)
        if problem:
            return problem
        registers += 1
    return register_problem([result], registers)


def is_plain_arithmetic(instruction: Any) -> bool:
    """Tell whether a function may hold it: of operators the infix ones, of methods a bare call."""
    match instruction:
        case ("constant" | "item", *_) | ("method", _, _):
            return isinstance(instruction, tuple)
        case ("operator", str(name), *_):
            return isinstance(instruction, tuple) and name in INFIX
    return False


def name_problem(kind: str, name: Any, choices: Sequence[str]) -> str:
    """Return "" for one of the choices."""
    return "" if name in choices else f"unknown {kind} {name!r}"


def number_problem(number: Any) -> str:
    """Return "" for a finite int, float or bool."""
    if not isinstance(number, NUMBER_TYPES) or not math.isfinite(number):
        return f"{number!r} is not a finite number"
    return ""


def tensor_problem(items: Sequence[Any]) -> str:
    """Return "" for numbers, or for rows of one length."""
    rows = [item for item in items if isinstance(item, tuple)]
    if not rows:
        return next(filter(None, map(number_problem, items)), "")
    if len(rows) < len(items) or len({len(row) for row in rows}) > 1:
        return "the rows of a tensor differ in length"
    return next(filter(None, (number_problem(n) for row in rows for n in row)), "")


def register_problem(registers: Sequence[Any], filled: int) -> str:
    """Return "" when all registers are filled already."""
    for register in registers:
        if type(register) is not int or not 0 <= register < filled:
            return f"register {register!r} is not filled (there are {filled})"
    return ""


class ProgramBuilder:
    """Write a program step by step; each step that makes something returns its register."""

    def __init__(self) -> None:
        self.instructions: list[Instruction] = []
        self.registers = 0
        self.leaves: list[int] = []
        self.nodes: list[int] = []

    def produce(self, *instruction: Any) -> int:
        """Append an instruction whose result takes the next register."""
        self.instructions.append(instruction)
        self.registers += 1
        return self.registers - 1

    def do(self, *instruction: Any) -> None:
        """Append an instruction that makes nothing."""
        self.instructions.append(instruction)

    def leaf(self, number: float) -> int:
        """Append a leaf."""
        register = self.produce("leaf", number)
        self.leaves.append(register)
        self.nodes.append(register)
        return register

    def constant(self, number: float) -> int:
        """Append a plain number."""
        return self.produce("constant", number)

    def apply(self, name: str, *operands: int) -> int:
        """Append an operator."""
        register = self.produce("operator", name, *operands)
        self.nodes.append(register)
        return register

    def numbers(self, *numbers: float) -> int:
        """Append a list of plain numbers."""
        return self.produce("list", *[self.constant(number) for number in numbers])

    def finish(self, output: int) -> Program:
        """Observe the output, run backward, observe gradients and data; return the program.

        The output is read before `backward`, so that a failing backward pass hides no value. Data
        is read of every node afterwards: no rule may change any. Gradients are read of leaves
        only, because right engines differ in what they leave in inner nodes.
        """
        self.do("inspect", output, "node")
        self.do("read", output, "data")
        self.do("backward", output)
        for leaf in self.leaves:
            self.do("read", leaf, "grad")
        for node in self.nodes:
            self.do("read", node, "data")
        return Program(tuple(self.instructions))
