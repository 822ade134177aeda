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
from autograder.registry import OPERATORS

NUMBER_TYPES = (bool, int, float)
Instruction = tuple[Any, ...]

FIELDS = ("data", "grad")
QUESTIONS = ("node",)

# Words whose result takes the next register.
PRODUCERS = frozenset({"leaf", "constant", "operator", "call"})


@dataclass(frozen=True, slots=True)
class Read:
    """One observed number: which instruction reads it, of which register, and what."""

    position: int
    register: int
    quantity: str  # "data", "grad" or a question of `inspect`
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
        return cls(tuple(tuple(item) for item in data))

    def to_data(self) -> list[list[Any]]:
        """Return lists for JSON."""
        return [list(instruction) for instruction in self.instructions]

    @cached_property
    def reads(self) -> tuple[Read, ...]:
        """The observed numbers, in the order of an observation's values."""
        found = []
        after_backward = False
        for position, (word, *rest) in enumerate(self.instructions):
            if word in ("read", "inspect"):
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

    def producers(self) -> Iterator[tuple[int, Instruction]]:
        """Yield each register with the instruction that fills it."""
        return enumerate(i for i in self.instructions if i[0] in PRODUCERS)


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
        case "call", [str(), *arguments]:
            return register_problem(arguments, registers)
        case "set", [register, field, number]:
            problem = register_problem([register], registers) or number_problem(number)
            return problem or ("" if field in FIELDS else f"unknown field {field!r}")
        case "backward", [register]:
            return register_problem([register], registers)
        case "read", [register, field]:
            problem = register_problem([register], registers)
            return problem or ("" if field in FIELDS else f"unknown field {field!r}")
        case "inspect", [register, question]:
            problem = register_problem([register], registers)
            return problem or ("" if question in QUESTIONS else f"unknown question {question!r}")
    return f"no such instruction: {instruction!r}"


def number_problem(number: Any) -> str:
    """Return "" for a finite int, float or bool."""
    if not isinstance(number, NUMBER_TYPES) or not math.isfinite(number):
        return f"{number!r} is not a finite number"
    return ""


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

    def finish(self, output: int) -> Program:
        """Observe the output, run backward, observe gradients and data; return the program.

        The output is read before `backward`, so that a failing backward pass hides no value. Data
        is read of every node afterwards: no rule may change any. Gradients are read of leaves
        only, because right engines differ in what they leave in inner nodes.
        """
        tail: list[Instruction] = [
            ("inspect", output, "node"),
            ("read", output, "data"),
            ("backward", output),
        ]
        tail += [("read", leaf, "grad") for leaf in self.leaves]
        tail += [("read", node, "data") for node in self.nodes]
        return Program((*self.instructions, *tail))
