"""Programs are well-formed or refused."""

import json

import pytest

from autograder.errors import ProgramError
from autograder.programs.program import PRODUCERS, READERS, Program, ProgramBuilder

LEAF = ("leaf", 1.0)
DOUBLED = ("function", 1, (("constant", 2), ("operator", "mul", 1, 0)), 2)

# One instruction of each word, or several where they differ, behind a leaf in register 0.
WELL_FORMED = (
    ("leaf", -0.5),
    ("constant", True),
    ("operator", "exp", 0),
    ("operator", "mul", 0, 0),
    ("repeat", "add", 0, 0, 10_000),
    ("repeat-right", "add", 0, 0, 10_000),
    ("call", "topological_order", 0),
    ("call", "LegendreP3.apply"),
    ("method", 0, "parameters"),
    ("method", 0, "__call__", 0, 0),
    ("list",),
    ("list", 0, 0),
    ("item", 0, 2),
    ("attribute", 0, "operands"),
    ("function", 1, (), 0),
    DOUBLED,
    ("function", 2, (("item", 0, 1), ("method", 1, "detach"), ("operator", "neg", 2)), 4),
    ("name", "LegendreP3.apply"),
    ("text", ""),
    ("tensor",),
    ("tensor", 1.0, -2, 0.5),
    ("tensor", (1.0, -2), (0.5, 3.0)),
    ("set", 0, "grad", 0.5),
    ("fill", 0, "data"),
    ("fill", 0, "grad", 1, 2.5),
    ("attempt", 0, "pop"),
    ("attempt", 0, "__call__", 0, 0),
    ("backward", 0),
    ("read", 0, "data"),
    ("read", 0, "grad"),
    ("read", 0, "operator"),
    ("read", 0, "label"),
    ("read", 0, "number"),
    ("inspect", 0, "node"),
    ("inspect", 0, "length"),
    ("inspect", 0, "count"),
    ("inspect", 0, "float"),
    ("inspect", 0, "float64"),
    ("find", 0, 0),
)


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
        (("repeat", "add", 0, 0, 0), "0 is no number of times"),
        (("repeat", "add", 0, 0, -1), "-1 is no number of times"),
        (("repeat", "exp", 0, 0, 2), "exp takes 1 operands, not 2"),
        (("repeat", "plus", 0, 0, 2), "unknown operator 'plus'"),
        (("repeat", "add", 0, 1, 2), "register 1 is not filled (there are 1)"),
        (("repeat", "add", 0, 0), "no such instruction"),
        (("call", "log", 1), "register 1 is not filled (there are 1)"),
        (("call", 0, 0), "no such instruction"),
        (("call",), "no such instruction"),
        (("method", 1, "parameters"), "register 1 is not filled (there are 1)"),
        (("method", 0, "__call__", 7), "register 7 is not filled (there are 1)"),
        (("method", 0), "no such instruction"),
        (("attempt", 1, "pop"), "register 1 is not filled (there are 1)"),
        (("attempt", 0, "__call__", 7), "register 7 is not filled (there are 1)"),
        (("attempt", 0, 0), "no such instruction"),
        (("list", 0, 1), "register 1 is not filled (there are 1)"),
        (("list", -1), "register -1 is not filled (there are 1)"),
        (("item", 0, 1.0), "1.0 is no index"),
        (("item", 0, True), "True is no index"),
        (("item", 1, 0), "register 1 is not filled (there are 1)"),
        (("item", 0), "no such instruction"),
        (("attribute", 1, "grad"), "register 1 is not filled (there are 1)"),
        (("attribute", 0, 1), "no such instruction"),
        (("name", 0), "no such instruction"),
        (("name", "MLP", 0), "no such instruction"),
        (("text", 1.0), "no such instruction"),
        (("tensor", 1.0, "2"), "'2' is not a finite number"),
        (("tensor", float("nan")), "nan is not a finite number"),
        (("tensor", (1.0, 2.0), (1.0, "2")), "'2' is not a finite number"),
        (("tensor", (1.0, 2.0), (1.0,)), "the rows of a tensor differ in length"),
        (("tensor", (1.0, 2.0), 1.0), "the rows of a tensor differ in length"),
        (("tensor", ((1.0,),)), "(1.0,) is not a finite number"),
        (("function", 1, (), 1), "register 1 is not filled (there are 1)"),
        (("function", 1, (LEAF,), 1), "a function cannot hold ('leaf', 1.0)"),
        (("function", 1, (("backward", 0),), 0), "a function cannot hold ('backward', 0)"),
        (("function", 1, (("operator", "exp", 0),), 1), "a function cannot hold ('operator',"),
        (("function", 1, (("method", 0, "pow", 0),), 1), "a function cannot hold ('method',"),
        (("function", 1, (["item", 0, 0],), 1), "a function cannot hold ['item', 0, 0]"),
        (("function", 1, ((),), 0), "a function cannot hold ()"),
        (
            ("function", 1, (("operator", "mul", 0, 1),), 1),
            "register 1 is not filled (there are 1)",
        ),
        (("function", 1, (("constant", "x"),), 1), "'x' is not a finite number"),
        (("function", 0, (), 0), "register 0 is not filled (there are 0)"),
        (("function", "x", (), 0), "no such instruction"),
        (("set", 0, "grad", float("inf")), "not a finite number"),
        (("set", 0, "label", 1.0), "unknown field 'label'"),
        (("fill", 0, "label", 1.0), "unknown field 'label'"),
        (("fill", 0, "grad", 1.0, None), "None is not a finite number"),
        (("fill", 1, "grad"), "register 1 is not filled (there are 1)"),
        (("backward", 3), "register 3 is not filled"),
        (("read", 0, "colour"), "unknown field 'colour'"),
        (("read", 1, "number"), "register 1 is not filled (there are 1)"),
        (("inspect", 0, "colour"), "unknown question 'colour'"),
        (("inspect", 1, "length"), "register 1 is not filled (there are 1)"),
        (("find", 0, 1), "register 1 is not filled (there are 1)"),
        (("find", 0), "no such instruction"),
    ],
)
def test_a_bad_instruction_is_refused_with_its_reason(
    instruction: tuple[object, ...], message: str
) -> None:
    with pytest.raises(ProgramError) as caught:
        Program((LEAF, instruction))
    assert message in str(caught.value)
    assert caught.value.where == "instruction 1"


@pytest.mark.parametrize("instruction", WELL_FORMED, ids=repr)
def test_every_word_is_well_formed(instruction: tuple[object, ...]) -> None:
    assert (LEAF, instruction) == Program((LEAF, instruction)).instructions


@pytest.mark.parametrize("instruction", WELL_FORMED, ids=repr)
def test_every_word_comes_back_from_json_as_it_was(instruction: tuple[object, ...]) -> None:
    program = Program((LEAF, instruction))
    again = Program.from_data(json.loads(json.dumps(program.to_data())))
    assert repr(program) == repr(again)  # True and 1 are equal, and not the same
    assert hash(program) == hash(again)


def test_the_tables_of_these_tests_have_every_word() -> None:
    words = {instruction[0] for instruction in WELL_FORMED}
    assert PRODUCERS | READERS | {"set", "fill", "attempt", "backward"} == words


@pytest.mark.parametrize("instruction", WELL_FORMED, ids=repr)
def test_a_word_takes_a_register_when_it_makes_something(instruction: tuple[object, ...]) -> None:
    behind = ("read", 1, "number")
    if instruction[0] in PRODUCERS:
        assert 2 == len(dict(Program((LEAF, instruction, behind)).producers()))
    else:
        with pytest.raises(ProgramError, match="register 1 is not filled"):
            Program((LEAF, instruction, behind))


def test_a_read_knows_its_register_its_quantity_and_whether_backward_was_before() -> None:
    program = Program(
        (
            LEAF,
            ("list", 0),
            ("find", 1, 0),
            ("inspect", 1, "length"),
            ("backward", 0),
            ("read", 0, "grad"),
        )
    )
    expected = [(2, 0, "position", False), (3, 1, "length", False), (5, 0, "grad", True)]
    reads = program.reads
    assert expected == [(r.position, r.register, r.quantity, r.after_backward) for r in reads]


def test_the_names_of_a_program_are_those_it_calls_or_hands_over() -> None:
    program = Program(
        (("name", "LegendreP3.apply"), ("call", "passes_gradcheck", 0), ("method", 1, "other"))
    )
    assert {"LegendreP3.apply", "passes_gradcheck"} == program.names


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
