"""An engine that is right on every public number and wrong on a hidden one: what is shown of it."""

import dataclasses
import json

import pytest

from autograder.assessment import Assessment
from autograder.checks.catalogue import CHECKS
from autograder.oracles.bank import Case
from autograder.programs.interpreter import EngineMachine, ProgramRun
from autograder.programs.titles import TITLES
from autograder.records import GRADING_VERSION, CheckResult, Outcome, SubmissionResult
from autograder.reports.feedback import render_feedback
from autograder.reports.json_report import render_json
from tests.unit.grading.conftest import Grade, Spoil
from tests.unit.grading.in_process import given_module, ignore_print


@pytest.fixture(scope="module")
def public_operands(assessment: Assessment, spoil: Spoil) -> set[float]:
    """Every number on which a public program calls `exp`."""
    seen: set[float] = set()
    names = {"seen": seen, "print": ignore_print}
    with given_module(assessment.exercise.given):
        exec(spoil("exp", "out = Value", "seen.add(self.data)\n        out = Value"), names)  # noqa: S102
        seen.clear()  # the lesson's own examples
        for case in assessment.public.cases:
            if "exp" in case.program.operators:
                ProgramRun(EngineMachine(names)).run(case.program.instructions)
    return seen


@pytest.fixture(scope="module")
def hidden_case(assessment: Assessment, public_operands: set[float]) -> Case:
    """The smallest hidden case on the value of `exp` whose operand is in no public program."""
    assert assessment.hidden is not None
    return next(
        case
        for case in assessment.hidden.cases
        if case.task == "exp"
        and CHECKS["value"].selects(case)
        and leaves_of(case)[0] not in public_operands
    )


@pytest.fixture(scope="module")
def text(public_operands: set[float], spoil: Spoil) -> str:
    """The solution, with an `exp` that is right on the public operands alone."""
    right = f"self.data in {sorted(public_operands)!r}"
    return spoil("exp", "math.exp(self.data)", f"math.exp(self.data) + (not {right})")


def revealing(assessment: Assessment, reveal: str) -> Assessment:
    """Return the assessment whose tasks all reveal that much."""
    tasks = tuple(dataclasses.replace(task, reveal=reveal) for task in assessment.exercise.tasks)
    return dataclasses.replace(
        assessment, exercise=dataclasses.replace(assessment.exercise, tasks=tasks)
    )


def value_check(result: SubmissionResult) -> CheckResult:
    """Return the check on the value of `exp`."""
    return next(c for t in result.tasks if t.id == "exp" for c in t.checks if c.id == "value")


def hidden_numbers(assessment: Assessment, text: str) -> set[str]:
    """Return every number of the hidden cases that stands in the text.

    Points and the grading version are left out: short numbers such as 0.5 and 2 are both.
    """
    assert assessment.hidden is not None
    numbers = {
        repr(number)
        for case in assessment.hidden.cases
        for number in (*case.expected, *leaves_of(case))
    }
    found = {number.strip('",[]{}') for number in text.split()}
    found |= {part.rstrip(")") for part in text.replace("(", " ").split()}
    points = {repr(n / 2) for n in range(-100, 101)}
    return (numbers & found) - points - {repr(GRADING_VERSION)}


def leaves_of(case: Case) -> list[float]:
    """Return the numbers of a case's leaves."""
    return [i[1] for i in case.program.instructions if i[0] == "leaf"]


@pytest.mark.parametrize("reveal", ["name", "nothing"])
def test_no_hidden_number_is_anywhere_in_the_result(
    reveal: str, grade: Grade, text: str, assessment: Assessment
) -> None:
    result = grade(text, revealing(assessment, reveal))
    assert Outcome.FAILED is value_check(result).outcome
    assert set() == hidden_numbers(assessment, render_json(result))
    assert set() == hidden_numbers(assessment, render_feedback(result))
    assert "Value(" not in render_json(result)
    assert {} == result.evidence


def test_by_name_the_form_is_told_and_no_program(
    grade: Grade, text: str, assessment: Assessment, hidden_case: Case
) -> None:
    check = value_check(grade(text, revealing(assessment, "name")))
    assert (True, None) == (check.hidden_only, check.counterexample)
    assert TITLES[hidden_case.form] == check.form


def test_nothing_tells_not_even_the_form(grade: Grade, text: str, assessment: Assessment) -> None:
    check = value_check(grade(text, revealing(assessment, "nothing")))
    assert (True, None, "") == (check.hidden_only, check.counterexample, check.form)


def test_the_opt_in_shows_the_hidden_program_with_what_was_observed(
    grade: Grade, text: str, assessment: Assessment, hidden_case: Case
) -> None:
    result = grade(text, revealing(assessment, "counterexample"))
    check = value_check(result)
    leaf = leaves_of(hidden_case)[0]
    assert check.hidden_only
    assert check.counterexample is not None
    assert f"Value({leaf!r})" in check.counterexample.program
    assert hidden_case.expected[1] == check.counterexample.expected
    observed = result.evidence["exp/value"].observed
    assert pytest.approx(hidden_case.expected[1] + 1) == observed
    assert hidden_numbers(assessment, render_json(result))


def test_a_released_exercise_shows_no_hidden_program(
    grade: Grade, text: str, assessment: Assessment
) -> None:
    assert {"name"} == {task.reveal for task in assessment.exercise.tasks}
    assert "Value(" not in json.dumps(grade(text).to_json())


def test_a_hidden_failure_costs_as_much_as_a_public_one(grade: Grade, text: str) -> None:
    check = value_check(grade(text))
    assert (0, 1) == (check.points, check.max_points)


def test_where_a_public_case_fails_too_it_is_the_one_that_is_shown(
    grade: Grade, spoil: Spoil, assessment: Assessment
) -> None:
    result = grade(spoil("exp", "math.exp(self.data)", "math.exp(self.data) + 1"))
    check = value_check(result)
    assert not check.hidden_only
    assert check.counterexample is not None
    public = next(case for case in assessment.public.cases if case.task == "exp")
    assert f"Value({leaves_of(public)[0]!r})" in check.counterexample.program


def test_the_exception_of_a_hidden_failure_is_not_shown(
    grade: Grade, spoil: Spoil, hidden_case: Case
) -> None:
    leaf = leaves_of(hidden_case)[0]
    fault = f"if self.data == {leaf!r}:\n            raise ValueError(self.data)\n        out = "
    result = grade(spoil("exp", "out = Value", f"{fault}Value"))
    assert Outcome.RAISED is value_check(result).outcome
    assert {} == result.evidence
    assert repr(leaf) not in render_json(result)
