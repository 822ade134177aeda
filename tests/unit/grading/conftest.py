"""What the tests of the pipeline share: the solution, faults in it, a grader of this process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.grading import Assessment, Subject, grade_submission
from autograder.records import SubmissionResult
from autograder.sandbox.intake import split_file
from tests.unit.grading.in_process import run_in_process

ROOT = Path(__file__).resolve().parents[3]

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
        body, end, rest = tail.partition("\n    def ")
        assert found
        assert body.count(old) == 1, f"{old!r} stands {body.count(old)} times in {method}"
        return head + found + body.replace(old, new) + end + rest

    return plant
