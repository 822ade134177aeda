"""The interpreter uses an engine's public face, and says how far a program came."""

import pytest

import engine_reference
from autograder.programs.interpreter import EngineMachine, ProgramRun
from autograder.programs.program import ProgramBuilder


def run(names: dict[str, object], instructions: tuple[tuple[object, ...], ...]) -> ProgramRun:
    program_run = ProgramRun(EngineMachine(names))
    program_run.run(instructions)
    return program_run


def test_a_number_on_the_left_reaches_the_reflected_method() -> None:
    instructions = (
        ("leaf", 4.0),
        ("constant", 10),
        ("operator", "sub", 1, 0),
        ("backward", 2),
        ("read", 2, "data"),
        ("read", 0, "grad"),
    )
    assert run(vars(engine_reference), instructions).values == [6.0, -1.0]


def test_an_early_end_keeps_position_and_values() -> None:
    class Value:
        def __init__(self, data: float) -> None:
            self.data = data

    builder = ProgramBuilder()
    leaf = builder.leaf(2.0)
    program = builder.finish(leaf)
    program_run = ProgramRun(EngineMachine({"Value": Value}))
    with pytest.raises(AttributeError):
        program_run.run(program.instructions)
    assert program.instructions[program_run.position][0] == "backward"
    assert program_run.values == [1.0, 2.0]


@pytest.mark.parametrize("number", ["3", b"3", [1.0], None, object()])
def test_what_is_no_number_is_not_read_as_one(number: object) -> None:
    class Value:
        def __init__(self, data: float) -> None:
            self.data = number

    with pytest.raises(TypeError, match=r"\.data is a \w+, not a number"):
        run({"Value": Value}, (("leaf", 1.0), ("read", 0, "data")))


@pytest.mark.parametrize("number", [3, True, 3.0])
def test_every_kind_of_number_is_read(number: float) -> None:
    class Value:
        def __init__(self, data: float) -> None:
            self.data = number

    assert run({"Value": Value}, (("leaf", 1.0), ("read", 0, "data"))).values == [float(number)]


def test_a_node_is_a_value_or_has_all_that_makes_one() -> None:
    class Node:
        data = 1.0
        grad = 0.0

        def backward(self) -> None:
            """Do nothing."""

    class Value(Node):
        def __init__(self, data: float) -> None:
            self.data = data

        def exp(self) -> Node:
            return Node()

        def log(self) -> float:
            return 1.0

    assert run(
        {"Value": Value},
        (
            ("leaf", 1.0),
            ("operator", "exp", 0),
            ("operator", "log", 0),
            ("inspect", 0, "node"),
            ("inspect", 1, "node"),
            ("inspect", 2, "node"),
        ),
    ).values == [1.0, 1.0, 0.0]
