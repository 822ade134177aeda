"""What the tests of the pipeline share: the solution, faults in it, a grader of this process."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assessment import Assessment, Subject
from autograder.grading import grade_submission
from autograder.records import SubmissionResult
from autograder.sandbox.intake import split_file
from tests.unit.grading.in_process import run_in_process

ROOT = Path(__file__).resolve().parents[3]

# The next method, or the end of the cell or of the text.
END_OF_METHOD = re.compile(r"\n    def |\n# %%|\Z")
IMPORT_OF_GIVEN = "from given import Value as GivenValue\n"

Grade = Callable[..., SubmissionResult]
Spoil = Callable[..., str]


@pytest.fixture(scope="session")
def solution() -> str:
    """The solution's text."""
    return (ROOT / "solutions/ex04_operators/solution.py").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def released() -> str:
    """The text that students receive."""
    return (ROOT / "assignments/ex04_operators/ex04_operators.py").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def grade(assessment: Assessment) -> Grade:
    """Return a function that grades a text; another assessment or subject may be given."""

    def grade_text(
        text: str, by: Assessment = assessment, subject: Subject = run_in_process
    ) -> SubmissionResult:
        chunks = tuple(split_file(text))
        return grade_submission("ann", "ann.py", chunks, by, subject)

    return grade_text


@pytest.fixture(scope="session")
def spoil(solution: str) -> Spoil:
    """Return a function that plants faults in the solution: pairs of a line and what it becomes.

    A line that stands several times in the solution is looked for after `method`.
    """

    def plant(method: str, old: str, new: str, text: str = solution) -> str:
        head, found, tail = text.partition(f"    def {method}(")
        body = END_OF_METHOD.split(tail)[0]
        rest = tail.removeprefix(body)
        assert found
        assert body.count(old) == 1, f"{old!r} stands {body.count(old)} times in {method}"
        return head + found + body.replace(old, new) + rest

    return plant


@pytest.fixture(scope="session")
def override(assessment: Assessment, solution: str, spoil: Spoil) -> Spoil:
    """Return a function that puts a given method into the student's class, with a fault in it."""
    given = assessment.exercise.given

    def plant(method: str, old: str, new: str) -> str:
        body = spoil(method, old, new, given).partition(f"    def {method}(")[2]
        own = f"    def {method}({END_OF_METHOD.split(body)[0]}"
        head, first, rest = solution.partition("    def __radd__(")
        assert first
        return f"{head}{own}\n{first}{rest}"

    return plant


@pytest.fixture(scope="session")
def standalone(assessment: Assessment, solution: str) -> str:
    """The solution with the given code pasted into it, in the place of its import."""
    pasted = assessment.exercise.given.replace("class Value:", "class GivenValue:")
    assert 1 == solution.count(IMPORT_OF_GIVEN)
    return solution.replace(IMPORT_OF_GIVEN, pasted)
