"""Every form of a call, pasted behind the exercise's own solution, gives the expected numbers.

A text that says something else than the program would send a student the wrong way.
"""

import pytest

from autograder.checks.catalogue import CHECKS
from autograder.course import load_public_bank
from autograder.exercises import load_exercise, released_exercises
from autograder.oracles.bank import Case
from autograder.programs.calls.catalogue import CALL_FORMS, FAMILIES
from autograder.programs.program import QUESTIONS, Program
from autograder.programs.rendering import (
    QUESTIONS_IN_PYTHON,
    render_program,
    render_quantity,
    text_of_number,
)
from autograder.records import Finding, Observation, Outcome
from tests.unit.programs.pasting import names_of_solution, paste

# Read as a float, a tensor that asks for a gradient warns.
pytestmark = pytest.mark.filterwarnings("ignore:Converting a tensor:UserWarning")


def call_cases() -> list[tuple[str, Case]]:
    """Return the public cases of all tasks that are judged by calls, with their exercise."""
    found = []
    for exercise in map(load_exercise, released_exercises()):
        calls = {task.id for task in exercise.tasks if task.calls}
        cases = load_public_bank(exercise).cases
        found += [(exercise.id, case) for case in cases if case.task in calls]
    return found


CASES = call_cases()
OBSERVED = [(exercise, case) for exercise, case in CASES if case.program.reads]
REFUSED = [(exercise, case) for exercise, case in CASES if not case.program.reads]


def name_of(value: object) -> str:
    return value.id if isinstance(value, Case) else str(value)[:4]


def test_every_family_judges_a_task_and_every_form_is_pasted_here() -> None:
    exercises = [load_exercise(name) for name in released_exercises()]
    assert set(FAMILIES) == {task.calls for e in exercises for task in e.tasks} - {""}
    assert set(CALL_FORMS) == {case.form for _, case in CASES}


@pytest.mark.parametrize(("exercise", "case"), OBSERVED, ids=name_of)
def test_a_pasted_call_gives_its_expected_numbers(exercise: str, case: Case) -> None:
    names = names_of_solution(exercise)
    values = paste(case, names)
    if CHECKS["order"].selects(case):  # of which there are several right ones
        observation = Observation(tuple(map(float, values)))
        assert Finding(Outcome.PASSED) == CHECKS["order"].judge(case, observation)
        return
    for read, expected, tolerance, value in zip(
        case.program.reads, case.expected, case.tolerance, values, strict=True
    ):
        if read.quantity == "node":
            assert value is names.get("Value", value)
        elif read.quantity in ("operator", "label"):
            assert text_of_number(expected) == value
        else:
            assert float(value) == pytest.approx(expected, abs=tolerance, rel=0)


@pytest.mark.parametrize(("exercise", "case"), REFUSED, ids=name_of)
def test_a_pasted_call_that_is_refused_raises_in_its_last_line(exercise: str, case: Case) -> None:
    *before, last = render_program(case.program).splitlines()
    names = dict(names_of_solution(exercise))
    exec("\n".join(before), names)  # noqa: S102 this is what a student does
    with pytest.raises(ValueError, match=r"\d"):
        exec(last, names)  # noqa: S102 the same


@pytest.mark.parametrize(("exercise", "case"), CASES, ids=name_of)
def test_a_text_that_ends_anywhere_is_python(exercise: str, case: Case) -> None:
    for position in range(len(case.program.instructions)):
        compile(render_program(case.program, stopped_at=position), "text", "exec")


@pytest.mark.parametrize(
    ("instructions", "text"),
    [
        # What is used once stands where it is used; what is used twice has a name.
        (
            (("leaf", 1.5), ("list", 0), ("call", "softmax", 1), ("item", 2, 0), ("backward", 3)),
            "a = Value(1.5)\nb = softmax([a])\nb[0].backward()",
        ),
        (
            (("leaf", 1.5), ("list", 0, 0), ("call", "softmax", 1), ("inspect", 1, "length")),
            "a = Value(1.5)\nb = [a, a]\nsoftmax(b)",
        ),
        (
            (("constant", 2), ("call", "Neuron", 0), ("method", 1, "parameters"),
             ("fill", 2, "data", 0.5, -1.0), ("method", 1, "zero_grad"), ("item", 2, -1),
             ("read", 4, "grad")),
            "a = Neuron(2)\nb = a.parameters()\n"
            "for item, number in zip(b, [0.5, -1.0]): item.data = number\na.zero_grad()",
        ),
        (
            (("constant", 2), ("call", "Neuron", 0), ("constant", 0.5), ("constant", True),
             ("list", 2, 3), ("method", 1, "__call__", 4), ("read", 5, "data")),
            "a = Neuron(2)\nb = a([0.5, True])",
        ),
        (
            (("constant", 1), ("call", "Neuron", 0), ("list", 0, 0), ("attempt", 1, "__call__", 2),
             ("method", 1, "parameters"), ("attempt", 3, "pop")),
            "a = Neuron(1)\ntry: a([1, 1])\nexcept Exception: pass\nb = a.parameters()\n"
            "try: b.pop()\nexcept Exception: pass",
        ),
        (
            (("leaf", 1.0), ("leaf", 0.5), ("repeat", "mul", 0, 1, 7), ("backward", 2)),
            "a = Value(1.0)\nb = Value(0.5)\nc = a\nfor _ in range(7): c = c * b\nc.backward()",
        ),
        (
            (("leaf", 1.0), ("leaf", 0.5), ("repeat-right", "add", 0, 1, 7), ("backward", 2)),
            "a = Value(1.0)\nb = Value(0.5)\nc = a\nfor _ in range(7): c = b + c\nc.backward()",
        ),
        (
            (("leaf", 1.0), ("repeat", "add", 0, 0, 7)),
            "a = Value(1.0)\nb = a\nfor _ in range(7): b = b + a",
        ),
        (
            (("function", 1, (("constant", -2), ("operator", "pow", 0, 1),
                              ("operator", "neg", 2), ("operator", "mul", 3, 3)), 4),
             ("constant", 0.5), ("call", "forward_difference", 0, 1, 1), ("read", 2, "number")),
            "a = lambda x: -x ** (-2) * -x ** (-2)\nb = forward_difference(a, 0.5, 0.5)",
        ),
        (
            (("function", 1, (("method", 0, "detach"), ("operator", "mul", 0, 1)), 2),
             ("name", "LegendreP3.apply"), ("constant", 1.0), ("list", 2, 2),
             ("call", "passes_gradcheck", 0, 3), ("call", "passes_gradcheck", 1, 3)),
            "a = lambda x: x * x.detach()\nb = [1.0, 1.0]\npasses_gradcheck(a, b)\n"
            "passes_gradcheck(LegendreP3.apply, b)",
        ),
        (
            (("function", 1, (("operator", "neg", 0), ("method", 1, "relu"),
                              ("operator", "add", 2, 0), ("item", 3, 1)), 4),
             ("list",), ("call", "passes_gradcheck", 0, 1)),
            "a = lambda x: ((-x).relu() + x)[1]\npasses_gradcheck(a, [])",
        ),
        (
            (("tensor", 0.5, 2), ("call", "LegendreP3.apply", 0), ("item", 1, 1), ("backward", 2),
             ("attribute", 0, "grad"), ("item", 3, 0), ("read", 4, "number")),
            "a = torch.tensor([0.5, 2], dtype=torch.float64, requires_grad=True)\n"
            "b = LegendreP3.apply(a)\nb[1].backward()",
        ),
        (
            (("tensor", (0.5, 2), (1.5, -1.0)), ("constant", 2), ("call", "TwinMLP", 1),
             ("method", 2, "__call__", 0), ("method", 3, "sum"), ("backward", 4)),
            "a = torch.tensor([[0.5, 2], [1.5, -1.0]], dtype=torch.float64, requires_grad=True)\n"
            "b = TwinMLP(2)\nc = b(a)\nd = c.sum()\nd.backward()",
        ),
        (
            (("constant", 1.0), ("list",), ("text", "+"), ("call", "Value", 0, 1, 2),
             ("attribute", 3, "operands"), ("set", 3, "grad", 0.5)),
            "a = Value(1.0, [], '+')\na.grad = 0.5",
        ),
    ],
)  # fmt: skip
def test_a_call_is_written_as_a_student_would(
    instructions: tuple[tuple[object, ...], ...], text: str
) -> None:
    assert text == render_program(Program(instructions))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("float", "isinstance(a, float)"),
        ("bool", "isinstance(a, bool)"),
        ("none", "a is None"),
        ("float64", "a.dtype == torch.float64"),
        ("count", "len(list(a))"),
    ],
)
def test_a_question_is_asked_as_in_python(question: str, text: str) -> None:
    program = Program((("call", "neuron_gradients"), ("inspect", 0, question)))
    assert text == render_quantity(program, 0)


def test_every_question_can_be_asked_in_python() -> None:
    assert set(QUESTIONS) == set(QUESTIONS_IN_PYTHON)


@pytest.mark.parametrize(
    ("stopped_at", "text"),
    [
        (0, "a = Value(1.0)"),
        (1, "a = Value(1.0)\n[a]"),
        (2, "a = Value(1.0)\nb = softmax([a])"),
        (3, "a = Value(1.0)\nb = softmax([a])\nlen(b)"),
        (4, "a = Value(1.0)\nb = softmax([a])\nb[0]"),
        (5, "a = Value(1.0)\nb = softmax([a])\ntype(b[0])"),
        (6, "a = Value(1.0)\nb = softmax([a])\nb[0].data"),
        (7, "a = Value(1.0)\nb = softmax([a])\n[item is a for item in b].index(True)"),
        (8, "a = Value(1.0)\nb = softmax([a])\nb[0].backward()"),
    ],
)
def test_a_text_ends_where_the_program_stopped(stopped_at: int, text: str) -> None:
    program = Program(
        (
            ("leaf", 1.0),
            ("list", 0),
            ("call", "softmax", 1),
            ("inspect", 2, "length"),
            ("item", 2, 0),
            ("inspect", 3, "node"),
            ("read", 3, "data"),
            ("find", 2, 0),
            ("backward", 3),
        )
    )
    assert text == render_program(program, stopped_at=stopped_at)
