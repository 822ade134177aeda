"""What students receive runs as it is, and counts as not attempted; else it is not released."""

import dataclasses

import pytest

from autograder.course import load_public_bank
from autograder.errors import CourseSourceError
from autograder.exercises import Exercise, Task, load_exercise
from autograder.oracles.bank import Bank
from autograder.release.products import check_untouched
from tests.conftest import ROOT

IMPORT = "from given import Value as GivenValue"


@pytest.fixture(scope="module")
def released() -> str:
    """The script that students receive."""
    path = ROOT / "assignments/ex04_operators/ex04_operators.py"
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def small() -> tuple[Exercise, Bank]:
    """The exercise and its public cases, of one task: the others would prove nothing more."""
    exercise = load_exercise("ex04_operators")
    bank = load_public_bank(exercise)
    cases = tuple(case for case in bank.cases if case.task == "neg")
    return (
        dataclasses.replace(exercise, tasks=(exercise.task("neg"),)),
        dataclasses.replace(bank, cases=cases),
    )


def add_cell(released: str, text: str) -> str:
    """Return the script with one more cell at its end."""
    return f"{released}\n# %%\n{text}\n"


def test_the_real_release_runs_and_is_not_attempted(
    released: str, small: tuple[Exercise, Bank]
) -> None:
    check_untouched(released, *small)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("print(undefined)", "NameError name 'undefined' is not defined"),
        ("import ex03_backward\nex03_backward.topological_order(Value(1.0))",
         "ImportError ex03_backward.topological_order is not available"),
        ("run_example(lambda: missing_name)", "NameError name 'missing_name' is not defined"),
        ("print('open'", "SyntaxError '(' was never closed"),
    ],
)  # fmt: skip
def test_an_example_that_stops_is_refused_with_its_line(
    cell: str, message: str, released: str, small: tuple[Exercise, Bank]
) -> None:
    script = add_cell(released, cell)
    with pytest.raises(CourseSourceError) as caught:
        check_untouched(script, *small)
    assert f"the untouched release does not run: {message}" in caught.value.message
    line = script.splitlines().index(cell.splitlines()[-1]) + 1
    assert f"the released script:{line}" == caught.value.where


@pytest.mark.parametrize(
    ("cell", "stub"),
    [("print((-Value(2.0)).data)", "__neg__"), ("slope = (Value(2.0) ** 2).data", "__pow__")],
)
def test_an_example_that_calls_a_stub_by_itself_is_refused_with_the_stub(
    cell: str, stub: str, released: str, small: tuple[Exercise, Bank]
) -> None:
    script = add_cell(released, cell)
    with pytest.raises(CourseSourceError, match="does not run: NotImplementedError") as caught:
        check_untouched(script, *small)
    after = script.index("raise NotImplementedError()", script.index(f"def {stub}("))
    assert f"the released script:{script[:after].count(chr(10)) + 1}" == caught.value.where
    assert "An example runs its stubs inside run_example" in caught.value.hint


def test_an_example_inside_run_example_may_call_any_stub(
    released: str, small: tuple[Exercise, Bank]
) -> None:
    cell = "run_example(lambda: -Value(2.0))\nrun_example(lambda: Value(2.0) / 3)"
    check_untouched(add_cell(released, cell), *small)


def test_the_class_of_another_exercise_is_refused_where_it_is_used(
    released: str, small: tuple[Exercise, Bank]
) -> None:
    script = released.replace(IMPORT, "from ex03_backward import Value as GivenValue")
    with pytest.raises(CourseSourceError, match="does not run: ImportError ex03_backward"):
        check_untouched(script, *small)


def test_given_code_that_an_exercise_does_not_name_is_refused(
    released: str, small: tuple[Exercise, Bank]
) -> None:
    exercise, bank = small
    with pytest.raises(CourseSourceError, match="does not run: ImportError given"):
        check_untouched(released, dataclasses.replace(exercise, given=""), bank)


def test_a_task_whose_stub_is_not_the_released_one_counts_as_attempted_and_is_refused(
    released: str, small: tuple[Exercise, Bank]
) -> None:
    exercise, bank = small
    other = "def __neg__(self):\n    pass\n"
    stubs = {**exercise.stubs, "Value.__neg__": other}
    with pytest.raises(CourseSourceError, match="counts as attempted: neg") as caught:
        check_untouched(released, dataclasses.replace(exercise, stubs=stubs), bank)
    assert "the released script" == caught.value.where


def test_a_task_that_given_code_solves_is_refused(
    released: str, small: tuple[Exercise, Bank]
) -> None:
    exercise, bank = small
    given = Task("neg", "-Value", "", ("neg",), {"value": 1.0}, "name")
    script = add_cell(released, "Value.__neg__ = lambda self: self * -1")
    with pytest.raises(CourseSourceError, match="counts as attempted: neg"):
        check_untouched(script, dataclasses.replace(exercise, tasks=(given,)), bank)
