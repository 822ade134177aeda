"""Run a program on any engine.

Used by the worker (on the submission's class), by the tests (on engines in this process) and by
the oracles (each with its own machine). Imports the standard library only,
because its compiled code is sent into the worker.

An instruction is a tuple whose first item is its word:

    ("leaf", number)                    → a new node
    ("constant", number)                → the plain number itself
    ("operator", name, register, …)     → the result of the operator
    ("call", name, argument, …)         → the result of a public name of the exercise
    ("set", register, field, number)
    ("backward", register)
    ("read", register, field)           → one observed number: field is "data" or "grad"
    ("inspect", register, question)     → one observed number: 1.0 for yes, 0.0 for no

The first four put their result in the next register, counted from 0.
"""

from __future__ import annotations

import operator

# `typing` costs the worker 4 ms of every submission's start; only type checkers need it here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from autograder.programs.machine import Machine

# Python's own infix operators; any other operator name is a method of its first operand.
INFIX: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "pow": operator.pow,
    "neg": operator.neg,
}


class EngineMachine:
    """A machine that uses the public face of an engine's class `Value`, and nothing else of it."""

    def __init__(self, names: Mapping[str, Any], class_name: str = "Value") -> None:
        self.names = names
        self.node_class = names[class_name]

    def leaf(self, number: float) -> Any:
        """Return `Value(number)`."""
        return self.node_class(number)

    def apply(self, name: str, operands: list[Any]) -> Any:
        """Return the infix operator's or the method's result."""
        infix = INFIX.get(name)
        if infix is not None:
            return infix(*operands)
        return getattr(operands[0], name)(*operands[1:])

    def call(self, name: str, arguments: list[Any]) -> Any:
        """Return `name(*arguments)`."""
        return self.names[name](*arguments)

    def set(self, node: Any, field: str, number: float) -> None:
        """Set the attribute `data` or `grad`."""
        setattr(node, field, number)

    def backward(self, node: Any) -> None:
        """Call `node.backward()`."""
        node.backward()

    def read(self, node: Any, field: str) -> float:
        """Return the attribute as a float. Raises TypeError when it holds no number."""
        number = getattr(node, field)
        if type(number) is float:
            return number
        try:
            # float("3") would read text as a number.
            if isinstance(number, str | bytes | bytearray):
                raise TypeError
            return float(number)
        except TypeError:
            kind = type(number).__name__
            raise TypeError(f".{field} is a {kind}, not a number") from None

    def inspect(self, node: Any, question: str) -> float:
        """Answer "node": is it a `Value`, or does it have all that makes one."""
        if question != "node":
            raise ValueError(f"unknown question {question!r}")
        # A right engine may have a class per operator that does not derive from Value.
        if isinstance(node, self.node_class):
            return 1.0
        return float(all(hasattr(node, name) for name in ("data", "grad", "backward")))


class ProgramRun:
    """One run of one program: `position` and `values` stay readable when it stops half-way."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.position = -1
        self.values: list[float] = []

    def run(self, instructions: Iterable[tuple[Any, ...]]) -> None:
        """Run all instructions; whatever the engine raises goes through."""
        machine = self.machine
        registers: list[Any] = []
        for self.position, (word, *rest) in enumerate(instructions):
            if word == "leaf":
                registers.append(machine.leaf(rest[0]))
            elif word == "constant":
                registers.append(rest[0])
            elif word == "operator":
                operands = [registers[index] for index in rest[1:]]
                registers.append(machine.apply(rest[0], operands))
            elif word == "read":
                self.values.append(machine.read(registers[rest[0]], rest[1]))
            elif word == "backward":
                machine.backward(registers[rest[0]])
            elif word == "inspect":
                self.values.append(machine.inspect(registers[rest[0]], rest[1]))
            elif word == "set":
                machine.set(registers[rest[0]], rest[1], rest[2])
            elif word == "call":
                arguments = [registers[index] for index in rest[1:]]
                registers.append(machine.call(rest[0], arguments))
            else:
                raise ValueError(f"unknown instruction {word!r}")
