"""Run a program on any engine.

Used by the worker (on the submission's class), by the tests (on engines in this process) and by
the oracles (each with its own machine). Imports the standard library only,
because its compiled code is sent into the worker.

An instruction is a tuple whose first item is its word. These put their result in the next register,
counted from 0:

    ("leaf", number)                          a new node
    ("constant", number)                      the plain number itself
    ("operator", name, register, …)           the result of the operator
    ("repeat", name, register, register, n)   a chain: an operator n times, each on the last result
    ("repeat-right", name, register, register, n)   the same, with the last result on the right
    ("call", name, register, …)               the result of a public name of the exercise
    ("method", register, name, register, …)   the result of an object's method
    ("list", register, …)                     a list
    ("item", register, index)                 an item of a list or tuple
    ("attribute", register, name)             an attribute of an object
    ("function", parameters, instructions, register)   a function of plain numbers
    ("name", name)                            a public name of the exercise, not called
    ("text", text)                            a text
    ("tensor", number, …)                     a float64 tensor that asks for its gradient; a tuple
                                              of numbers in place of a number is a row of a table

These do something:

    ("set", register, field, number)
    ("fill", register, field, number, …)      set the field of each item of a list
    ("backward", register)
    ("attempt", register, name, register, …)  call an object's method; should it raise, go on
    ("named", register, name)                 nothing: what people call it

These observe a number:

    ("read", register, field)                 data, grad, the texts operator and label (as a
                                              number), or "number": the register itself
    ("inspect", register, question)           "node", "spread", "float64", "float", "bool",
                                              "none": 1.0 for yes, 0.0 for no; "length", and
                                              "count" of what has no length
    ("find", register, register)              where in a list an object is, −1.0 for nowhere
"""

from __future__ import annotations

import operator

# `typing` costs the worker 4 ms of every submission's start; only type checkers need it here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from autograder.programs.machine import Machine

# As much of a text as a float64 holds exactly.
TEXT_BYTES = 6

# Python's own infix operators; any other operator name is a method of its first operand.
INFIX: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "pow": operator.pow,
    "neg": operator.neg,
}


# Kinds of plain results that can be asked for.
KINDS: dict[str, type] = {"float": float, "bool": bool, "none": type(None)}


class EngineMachine:
    """A machine that uses the public face of an engine, and nothing else of it.

    `names` are the engine's own; `given` has those that the exercise hands out. The node class is
    looked for in both; an exercise without one needs none.
    """

    def __init__(
        self,
        names: Mapping[str, Any],
        class_name: str = "Value",
        given: Mapping[str, Any] | None = None,
    ) -> None:
        self.names = names
        self.given = given or {}
        self.class_name = class_name
        self.node_class: Any = self.look_up(class_name) if class_name else None

    def look_up(self, name: str) -> Any:
        """Return what a name, dotted or not, stands for. Raises NameError for an unknown one."""
        first, *rest = name.split(".")
        if first in self.names:
            found = self.names[first]
        elif first in self.given:
            found = self.given[first]
        else:
            raise NameError(f"name {first!r} is not defined")
        for part in rest:
            found = getattr(found, part)
        return found

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
        return self.look_up(name)(*arguments)

    def tensor(self, numbers: list[Any]) -> Any:
        """Return a float64 tensor of numbers, or of rows, that asks for its gradient."""
        import torch

        return torch.tensor(numbers, dtype=torch.float64, requires_grad=True)

    def set(self, node: Any, field: str, number: float) -> None:
        """Set the attribute `data` or `grad`."""
        setattr(node, field, number)

    def backward(self, node: Any) -> None:
        """Call `node.backward()`."""
        node.backward()

    def read(self, node: Any, field: str) -> float:
        """Return the attribute as a float. Raises TypeError when it holds no number."""
        if field == "number":
            return to_number(node, "the result")
        value = getattr(node, field)
        if field in ("operator", "label"):
            return number_of_text(value, field)
        return to_number(value, f".{field}")

    def inspect(self, node: Any, question: str) -> float:
        """Answer "node": is it a `Value`, or does it have all that makes one; or another."""
        if question != "node":
            return answer(question, node)
        # A right engine may have a class per operator that does not derive from Value.
        if self.node_class is not None and isinstance(node, self.node_class):
            return 1.0
        return float(all(hasattr(node, name) for name in ("data", "grad", "backward")))

    def find(self, container: Any, wanted: Any) -> float:
        """Return the first place in a list where this very object is, or -1."""
        return find_object(container, wanted)


def answer(question: str, thing: Any) -> float:
    """Answer a question about something that need not be a node."""
    if question == "length":
        return float(len(thing))
    if question in KINDS:
        return float(isinstance(thing, KINDS[question]))
    if question == "float64":
        return float(str(getattr(thing, "dtype", None)) == "torch.float64")
    if question == "count":
        return float(sum([1 for _ in thing]))
    if question == "spread":
        return float(is_spread([to_number(item.data, ".data") for item in thing]))
    raise ValueError(f"unknown question {question!r}")


def find_object(container: Any, wanted: Any) -> float:
    """Return the first place in a list where this very object is, or -1."""
    for index, item in enumerate(container):
        if item is wanted:
            return float(index)
    return -1.0


def is_spread(numbers: list[float]) -> bool:
    """Tell whether numbers are as if drawn from -1 to 1: all different, on both sides of 0."""
    inside = all([-1 <= number <= 1 for number in numbers])
    if not inside or len(set(numbers)) < len(numbers) or not min(numbers) < 0 < max(numbers):
        return False
    # Of many, a fifth on either side of 0, and one beyond a half: chance misses it once in 1e7.
    below = len([number for number in numbers if number < 0])
    wide = max(map(abs, numbers)) > 0.5
    return len(numbers) < 40 or (wide and len(numbers) <= 5 * below <= 4 * len(numbers))


def to_number(value: Any, what: str) -> float:
    """Return a number as a float. Raises TypeError, naming `what`, when it is none."""
    if type(value) is float:
        return value
    try:
        # float("3") would read text as a number.
        if isinstance(value, str | bytes | bytearray):
            raise TypeError
        # PyTorch warns of a tensor that still asks for its gradient.
        return float(value.detach() if hasattr(value, "detach") else value)
    except TypeError:
        raise TypeError(f"{what} is a {type(value).__name__}, not a number") from None


def number_of_text(text: Any, what: str) -> float:
    """Return a text's first bytes as one whole number: a reply holds numbers only."""
    if not isinstance(text, str):
        raise TypeError(f".{what} is a {type(text).__name__}, not a text")
    raw = text.encode("utf-8", "replace")[:TEXT_BYTES]
    return float(int.from_bytes(raw.ljust(TEXT_BYTES, b"\0"), "big"))


def make_function(
    parameters: int, instructions: Iterable[tuple[Any, ...]], result: int
) -> Callable[..., Any]:
    """Return a function of plain numbers (or of a list of them) that a program describes."""

    def function(*arguments: Any) -> Any:
        if len(arguments) != parameters:
            raise TypeError(f"the function takes {parameters} arguments, not {len(arguments)}")
        registers = list(arguments)
        for word, *rest in instructions:
            if word == "constant":
                registers.append(rest[0])
            elif word == "item":
                registers.append(registers[rest[0]][rest[1]])
            elif word == "method":
                registers.append(getattr(registers[rest[0]], rest[1])())
            else:
                operands = [registers[index] for index in rest[1:]]
                registers.append(INFIX[rest[0]](*operands))
        return registers[result]

    return function


class ProgramRun:
    """One run of one program: `position` and `values` stay readable when it stops half-way."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.position = -1
        self.values: list[float] = []
        self.registers: list[Any] = []

    def run(self, instructions: Iterable[tuple[Any, ...]]) -> None:
        """Run all instructions; whatever the engine raises goes through."""
        machine = self.machine
        registers = self.registers
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
            elif word == "find":
                self.values.append(machine.find(registers[rest[0]], registers[rest[1]]))
            elif word == "set":
                machine.set(registers[rest[0]], rest[1], rest[2])
            elif word == "fill":
                for node, number in zip(registers[rest[0]], rest[2:], strict=True):
                    machine.set(node, rest[1], number)
            elif word == "attempt":
                self.attempt(rest)
            elif word != "named":
                registers.append(self.make(word, rest))

    def attempt(self, rest: list[Any]) -> None:
        """Call a method whose refusal ends nothing: what comes afterwards is looked at."""
        try:
            self.make("method", rest)
        except Exception:  # noqa: BLE001, S110 - whatever it raises, the program goes on
            pass

    def make(self, word: str, rest: list[Any]) -> Any:
        """Return what one of the rarer words makes."""
        machine, registers = self.machine, self.registers
        if word == "call":
            return machine.call(rest[0], [registers[index] for index in rest[1:]])
        if word == "method":
            return getattr(registers[rest[0]], rest[1])(*[registers[index] for index in rest[2:]])
        if word in ("repeat", "repeat-right"):
            node, link = registers[rest[1]], registers[rest[2]]
            for _ in range(rest[3]):
                operands = [node, link] if word == "repeat" else [link, node]
                node = machine.apply(rest[0], operands)
            return node
        if word == "list":
            return [registers[index] for index in rest]
        if word == "item":
            return registers[rest[0]][rest[1]]
        if word == "attribute":
            return getattr(registers[rest[0]], rest[1])
        if word == "function":
            return make_function(*rest)
        if word == "name":
            return machine.look_up(rest[0])
        if word == "text":
            return rest[0]
        if word == "tensor":
            return machine.tensor(rest)
        raise ValueError(f"unknown instruction {word!r}")
