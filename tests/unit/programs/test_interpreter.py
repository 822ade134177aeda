"""The interpreter uses an engine's public face, and says how far a program came."""

import sys

import pytest

import engine_reference
from autograder.programs.interpreter import (
    EngineMachine,
    ProgramRun,
    is_spread,
    number_of_text,
)
from autograder.programs.program import ProgramBuilder
from autograder.programs.rendering import text_of_number


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


class Part:
    """Something with parameters, which can be called."""

    def __init__(self, *values: object) -> None:
        self.values = list(values)

    def __call__(self, factor: float) -> list[float]:
        return [factor, factor]

    def parameters(self) -> list[object]:
        return self.values


class Node:
    """A node that counts how it was made."""

    def __init__(self, data: float, operands: object = (), operator: str = "", label: str = ""):
        self.data, self.grad = data, 0.0
        self.operands, self.operator, self.label = operands, operator, label

    def __add__(self, other: "Node") -> "Node":
        return Node(self.data + other.data, (self, other), "+")


NAMES = {
    "Value": Node,
    "Part": Part,
    "double": lambda x: 2 * x,
    "apply_to": lambda function, *arguments: function(*arguments),
    "none": lambda: None,
}


@pytest.mark.parametrize(
    ("instructions", "expected"),
    [
        # A chain puts the operator on its last result each time.
        ((("leaf", 1.0), ("leaf", 0.5), ("repeat", "add", 0, 1, 6), ("read", 2, "data")), [4.0]),
        ((("leaf", 1.0), ("repeat", "add", 0, 0, 1), ("read", 1, "data")), [2.0]),
        (
            (
                ("constant", 3),
                ("constant", 1),
                ("repeat-right", "sub", 0, 1, 3),
                ("read", 2, "number"),
            ),
            [-2.0],
        ),
        ((("constant", 3), ("call", "double", 0), ("read", 1, "number")), [6.0]),
        # A dotted name is looked up part by part.
        ((("constant", 3), ("call", "Part", 0), ("call", "Part.parameters", 1)), []),
        (
            (
                ("constant", 3),
                ("call", "Part", 0, 0),
                ("method", 1, "parameters"),
                ("inspect", 2, "length"),
            ),
            [2.0],
        ),
        (
            (
                ("constant", 3),
                ("call", "Part"),
                ("method", 1, "__call__", 0),
                ("item", 2, 1),
                ("read", 3, "number"),
            ),
            [3.0],
        ),
        ((("leaf", 1.0), ("list", 0, 0, 0), ("inspect", 1, "length")), [3.0]),
        ((("list",), ("inspect", 0, "length")), [0.0]),
        (
            (
                ("leaf", 1.0),
                ("leaf", 2.0),
                ("operator", "add", 0, 1),
                ("attribute", 2, "operands"),
                ("item", 3, 1),
                ("read", 4, "data"),
            ),
            [2.0],
        ),
        # A name stands for itself, and is not called.
        ((("name", "double"), ("constant", 4), ("call", "apply_to", 0, 1), ("read", 2, "number")),
         [8.0]),
        # Two equal nodes are not the same one.
        (
            (
                ("leaf", 1.0),
                ("leaf", 1.0),
                ("list", 1, 0),
                ("find", 2, 0),
                ("find", 2, 1),
                ("list", 0),
                ("find", 3, 1),
            ),
            [1.0, 0.0, -1.0],
        ),
        ((("leaf", 1.0), ("set", 0, "grad", 0.5), ("read", 0, "grad")), [0.5]),
        ((("leaf", 1.0), ("set", 0, "data", -2), ("read", 0, "data")), [-2.0]),
        (
            (
                ("leaf", 1.0),
                ("leaf", 2.0),
                ("list", 1, 0),
                ("fill", 2, "grad", 5.0, 6.0),
                ("read", 0, "grad"),
                ("read", 1, "grad"),
            ),
            [6.0, 5.0],
        ),
        # What an attempt returns takes no register; what it raises ends nothing.
        (
            (
                ("constant", 3),
                ("list", 0, 0),
                ("attempt", 1, "pop"),
                ("attempt", 1, "pop", 1),
                ("attempt", 0, "pop"),
                ("constant", 4),
                ("read", 2, "number"),
                ("inspect", 1, "length"),
            ),
            [4.0, 1.0],
        ),
    ],
)  # fmt: skip
def test_every_word_does_what_it_says(
    instructions: tuple[tuple[object, ...], ...], expected: list[float]
) -> None:
    assert expected == run(NAMES, instructions).values


def test_an_attempt_that_ends_python_ends_the_program() -> None:
    with pytest.raises(SystemExit):
        run({"Value": None, "leave": sys.exit}, (("name", "leave"), ("attempt", 0, "__call__")))


ARGUMENTS = (("constant", 5.0), ("constant", 0.5), ("list", 0, 1))


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (("function", 1, (), 0), (0,), 5.0),
        (("function", 1, (("constant", 2.0), ("operator", "sub", 1, 0)), 2), (0,), -3.0),
        (("function", 2, (("operator", "truediv", 0, 1),), 2), (0, 1), 10.0),
        (("function", 1, (("operator", "neg", 0),), 1), (0,), -5.0),
        (("function", 1, (("operator", "pow", 0, 0),), 1), (0,), 3125.0),
        (("function", 1, (("item", 0, 1), ("item", 0, 0), ("operator", "sub", 1, 2)), 3),
         (2,), -4.5),
        (("function", 1, (("method", 0, "conjugate"), ("operator", "add", 0, 1)), 2), (0,), 10.0),
    ],
)  # fmt: skip
def test_a_function_as_an_argument_computes_what_it_holds(
    function: tuple[object, ...], arguments: tuple[int, ...], expected: float
) -> None:
    program = (*ARGUMENTS, function, ("call", "apply_to", 3, *arguments), ("read", 4, "number"))
    assert [expected] == run(NAMES, program).values


def test_a_function_called_with_another_number_of_arguments_says_so() -> None:
    program = (*ARGUMENTS, ("function", 1, (), 0), ("call", "apply_to", 3, 0, 1))
    with pytest.raises(TypeError, match="the function takes 1 arguments, not 2"):
        run(NAMES, program)


def test_a_text_is_handed_over_and_read_back() -> None:
    program = (
        ("constant", 1.0),
        ("list",),
        ("text", "+"),
        ("text", "a"),
        ("call", "Value", 0, 1, 2, 3),
        ("read", 4, "operator"),
        ("read", 4, "label"),
    )
    assert ["+", "a"] == [text_of_number(number) for number in run(NAMES, program).values]


@pytest.mark.parametrize("text", ["", "+", "tanh", "**-0.5", "×", "a b"])
def test_a_text_of_six_bytes_survives_as_a_number(text: str) -> None:
    assert text == text_of_number(number_of_text(text, "label"))


def test_of_a_longer_text_the_beginning_is_kept() -> None:
    assert number_of_text("softmax", "label") == number_of_text("softma", "label")


@pytest.mark.parametrize("text", [None, 1.0, b"+", ["+"]])
def test_what_is_no_text_is_not_read_as_one(text: object) -> None:
    with pytest.raises(TypeError, match=r"\.operator is a \w+, not a text"):
        number_of_text(text, "operator")


@pytest.mark.parametrize("number", [-1.0, 256.0**6, float("nan"), float("inf")])
def test_a_number_that_is_no_text_gives_none(number: float) -> None:
    assert "" == text_of_number(number)


@pytest.mark.parametrize(
    ("instructions", "exception", "message"),
    [
        ((("call", "softmax"),), NameError, "name 'softmax' is not defined"),
        ((("name", "Part.weights"),), AttributeError, "weights"),
        ((("list",), ("item", 0, 0)), IndexError, "out of range"),
        ((("leaf", 1.0), ("list", 0), ("fill", 1, "grad", 1.0, 2.0)), ValueError, "zip"),
        ((("leaf", 1.0), ("list", 0), ("fill", 1, "grad")), ValueError, "zip"),
        ((("call", "none"), ("read", 0, "number")), TypeError, "the result is a NoneType"),
        ((("leaf", 1.0), ("inspect", 0, "length")), TypeError, "len"),
        ((("leaf", 1.0), ("read", 0, "number")), TypeError, "the result is a Node, not a number"),
    ],
)
def test_what_cannot_be_done_raises_at_its_instruction(
    instructions: tuple[tuple[object, ...], ...], exception: type[Exception], message: str
) -> None:
    program_run = ProgramRun(EngineMachine(NAMES))
    with pytest.raises(exception, match=message):
        program_run.run(instructions)
    assert len(instructions) - 1 == program_run.position


def test_given_names_are_found_behind_the_submissions_own() -> None:
    given = {"Value": Node, "double": lambda x: 100 * x, "triple": lambda x: 3 * x}
    machine = EngineMachine({"double": lambda x: 2 * x}, given=given)
    program_run = ProgramRun(machine)
    program_run.run(
        (
            ("leaf", 1.0),
            ("constant", 1),
            ("call", "double", 1),
            ("call", "triple", 1),
            ("read", 2, "number"),
            ("read", 3, "number"),
        )
    )
    assert [2.0, 3.0] == program_run.values
    assert machine.node_class is Node


def test_an_exercise_without_a_class_has_no_leaves_and_needs_none() -> None:
    program_run = ProgramRun(EngineMachine({"double": lambda x: 2 * x}, class_name=""))
    program_run.run((("constant", 2.0), ("call", "double", 0), ("read", 1, "number")))
    assert [4.0] == program_run.values


def test_a_missing_class_is_a_name_error() -> None:
    with pytest.raises(NameError, match="name 'Value' is not defined"):
        EngineMachine({})


# Read as a float, a tensor that asks for a gradient warns.
@pytest.mark.filterwarnings("ignore:Converting a tensor:UserWarning")
def test_a_tensor_is_one_of_float64_that_asks_for_its_gradient() -> None:
    program_run = ProgramRun(EngineMachine(NAMES))
    program_run.run(
        (
            ("tensor", 0.1, 2),
            ("item", 0, 0),
            ("operator", "mul", 1, 1),
            ("backward", 2),
            ("attribute", 0, "grad"),
            ("item", 3, 0),
            ("item", 3, 1),
            ("read", 2, "number"),
            ("read", 4, "number"),
            ("read", 5, "number"),
        )
    )
    assert [0.1 * 0.1, 0.2, 0.0] == program_run.values


def test_a_table_is_a_tensor_of_rows() -> None:
    program_run = ProgramRun(EngineMachine(NAMES))
    program_run.run(
        (
            ("tensor", (0.1, 2.0, 3.0), (-1.0, 0.5, 4.0)),
            ("item", 0, 1),
            ("item", 1, 2),
            ("read", 2, "number"),
            ("attribute", 0, "shape"),
            ("item", 3, 0),
            ("item", 3, 1),
            ("read", 4, "number"),
            ("read", 5, "number"),
            ("method", 0, "sum"),
            ("backward", 6),
            ("attribute", 0, "grad"),
            ("inspect", 7, "length"),
            ("inspect", 0, "float64"),
        )
    )
    assert [4.0, 2.0, 3.0, 2.0, 1.0] == program_run.values


@pytest.mark.parametrize(
    ("made", "question", "answer"),
    [
        (lambda: 0.5, "float", 1.0),
        (lambda: 1, "float", 0.0),
        (lambda: Node(1.0), "float", 0.0),
        (lambda: True, "bool", 1.0),
        (lambda: 1.0, "bool", 0.0),
        (lambda: None, "none", 1.0),
        (lambda: False, "none", 0.0),
        (lambda: 0.5, "float64", 0.0),
        (lambda: iter([1, 2, 3]), "count", 3.0),
        (lambda: [1, 2], "count", 2.0),
    ],
)
def test_a_result_is_of_a_kind(made: object, question: str, answer: float) -> None:
    program_run = ProgramRun(EngineMachine({**NAMES, "made": made}))
    program_run.run((("call", "made"), ("inspect", 0, question)))
    assert [answer] == program_run.values


def test_a_tensor_of_another_dtype_is_not_in_float64() -> None:
    program_run = ProgramRun(EngineMachine(NAMES))
    program_run.run((("tensor", 0.5), ("method", 0, "float"), ("inspect", 1, "float64")))
    assert [0.0] == program_run.values


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([0.5, -0.25], True),
        ([-1.0, 1.0], True),
        ([0.5, 0.25], False),  # on one side of 0
        ([-0.5, -0.25], False),
        ([0.5, -0.25, 0.5], False),  # one of them twice
        ([0.5, -1.25], False),  # outside
        ([0.0, 0.0], False),
        ([float("nan"), 0.5, -0.5], False),
        ([number / 50 - 0.99 for number in range(100)], True),
        ([number / 500 - 0.09 for number in range(100)], False),  # none beyond a half
        ([number / 60 - 0.1 for number in range(60)], False),  # nearly all above 0
    ],
)
def test_drawn_numbers_are_different_and_on_both_sides_of_0(
    numbers: list[float], expected: bool
) -> None:
    assert expected is is_spread(numbers)
