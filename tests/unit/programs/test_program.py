"""Programs are well-formed or refused."""

import pytest

from autograder.errors import ProgramError
from autograder.programs.program import Program, ProgramBuilder

LEAF = ("leaf", 1.0)


@pytest.mark.parametrize(
    ("instruction", "message"),
    [
        ((), "an instruction is empty"),
        (("jump", 0), "no such instruction"),
        (("leaf", float("nan")), "not a finite number"),
        (("leaf", "1"), "not a finite number"),
        (("operator", "expp", 0), "unknown operator 'expp'"),
        (("operator", "add", 0), "add takes 2 operands, not 1"),
        (("operator", "exp", 1), "register 1 is not filled (there are 1)"),
        (("operator", "exp", True), "register True is not filled"),
        (("read", 0, "label"), "unknown field 'label'"),
        (("inspect", 0, "colour"), "unknown question 'colour'"),
        (("set", 0, "grad", float("inf")), "not a finite number"),
        (("backward", 3), "register 3 is not filled"),
    ],
)
def test_a_bad_instruction_is_refused_with_its_reason(
    instruction: tuple[object, ...], message: str
) -> None:
    with pytest.raises(ProgramError) as caught:
        Program((LEAF, instruction))
    assert message in str(caught.value)
    assert caught.value.where == "instruction 1"


def test_data_and_back_is_the_same_program() -> None:
    builder = ProgramBuilder()
    node = builder.leaf(1.5)
    program = builder.finish(builder.apply("mul", builder.constant(True), node))
    again = Program.from_data(program.to_data())
    assert program == again
    assert again.instructions[1][1] is True


def test_the_output_is_read_before_the_backward_pass() -> None:
    builder = ProgramBuilder()
    program = builder.finish(builder.apply("exp", builder.leaf(1.0)))
    words = [instruction[0] for instruction in program.instructions]
    # One gradient, and the data of both nodes once more.
    assert ["leaf", "operator", "inspect", "read", "backward", *["read"] * 3] == words
    assert [False, False, True, True, True] == [read.after_backward for read in program.reads]
