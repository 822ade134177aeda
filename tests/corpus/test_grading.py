"""Whole submissions through the real worker: every planted fault fails, every right engine passes.

One case is one submission, graded as a class would be, with hidden cases. Right engines in other
styles are judged in `test_right_engines.py`.
"""

import dataclasses
import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from autograder.assessment import Assessment
from autograder.batch.local import grade_file
from autograder.grading import grade_submission
from autograder.oracles.drawing import draw_bank
from autograder.records import Outcome, SourceChunk, SubmissionResult, TaskResult
from autograder.sandbox.intake import split_file
from autograder.sandbox.supervisor import run_job
from tests.corpus import faults
from tests.corpus.right_engines import read_right_engines
from tests.corpus.special_cases import SPECIAL_CASES, SpecialCase

# Engines whose class keeps the attributes of the given code, so that other methods can be replaced.
FOLLOWED_THROUGH = ("composed", "own_rules")


def grade(source: str, assessment: Assessment) -> SubmissionResult:
    chunks: tuple[SourceChunk, ...] = tuple(split_file(source))
    return grade_submission("hand-in", "hand_in.py", chunks, assessment, run_job)


def some_slow(planted: Sequence[faults.Fault]) -> list[object]:
    """Return faults as parameters; two of three are slow, since there are many."""
    return [
        pytest.param(fault, id=fault.name, marks=[pytest.mark.slow] if number % 3 else [])
        for number, fault in enumerate(planted)
    ]


def by_id(result: SubmissionResult) -> dict[str, TaskResult]:
    return {task.id: task for task in result.tasks}


def failing(result: SubmissionResult) -> dict[str, str]:
    return {t.id: str(t.outcome) for t in result.tasks if t.outcome is not Outcome.PASSED}


@pytest.mark.parametrize("name", faults.engine_names())
def test_a_right_engine_gets_full_marks(name: str, assessment: Assessment) -> None:
    result = grade(faults.engine_source(name), assessment)
    assert failing(result) == {}
    assert result.score == result.max_score == 40


WAYS = faults.accepted_ways()


@pytest.mark.parametrize("source", [s for _, s in WAYS], ids=[name for name, _ in WAYS])
def test_each_accepted_way_of_writing_gets_full_marks(source: str, assessment: Assessment) -> None:
    result = grade(source, assessment)
    assert failing(result) == {}
    assert result.score == 40


@pytest.mark.parametrize("fault", some_slow(faults.FAULTS))
def test_a_planted_fault_fails_its_task(fault: faults.Fault, assessment: Assessment) -> None:
    result = grade(faults.plant(fault), assessment)
    task = by_id(result)[fault.task]
    assert task.outcome in (Outcome.FAILED, Outcome.RAISED)
    assert task.points is not None
    assert task.points < task.max_points
    assert result.score is not None
    assert result.score < result.max_score


@pytest.mark.parametrize("case", SPECIAL_CASES, ids=lambda case: case.id)
def test_a_fault_in_a_special_case_fails_its_task(
    case: SpecialCase, assessment: Assessment
) -> None:
    result = grade(case.source, assessment)
    assert case.task in failing(result)
    assert set(failing(result)) <= {case.task, "engine"}


# `neg` and `rsub` call each other. However that ends, both have failed.
CIRCLE = """
Value.__neg__ = lambda self: 0 - self
Value.__rsub__ = lambda self, other: -self + other
"""
ENDS = {
    "recursion error": "",
    "crash": "import sys; sys.setrecursionlimit(10**9)",
    "another error": """
def turn(method):
    def turned(self, *other):
        try:
            return method(self, *other)
        except RecursionError:
            raise TypeError("too deep") from None
    return turned
Value.__neg__, Value.__rsub__ = turn(Value.__neg__), turn(Value.__rsub__)
""",
    "no end": """
def wait(self, *other):
    while True:
        if Value.__neg__ is not wait or Value.__rsub__ is not wait:
            return -1 * self if not other else self * -1 + other[0]
Value.__neg__ = Value.__rsub__ = wait
""",
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_methods_that_work_only_by_each_others_replacement_gain_nothing(
    end: str, assessment: Assessment
) -> None:
    result = grade(faults.engine_source("own_rules") + CIRCLE + end, assessment)
    assert set(failing(result)) == {"neg", "rsub", "engine"}
    assert result.score is not None
    assert result.score <= 40 - 3 * 4 + 1  # a check that no stopped program shows may be passed


IN_GIVEN_STYLE = [fault for fault in faults.FAULTS if fault.engine in FOLLOWED_THROUGH]


@pytest.mark.parametrize("fault", some_slow(IN_GIVEN_STYLE))
def test_a_planted_fault_costs_its_task_and_the_whole_engine_only(
    fault: faults.Fault, assessment: Assessment
) -> None:
    result = grade(faults.plant(fault), assessment)
    assert set(failing(result)) <= {fault.task, "engine"}


SAMPLES = sorted(
    path
    for path in (Path(__file__).parents[2] / "examples/submissions/ex04_operators").iterdir()
    if path.suffix in (".py", ".ipynb")
)


def header_of(path: Path) -> tuple[str, dict[str, str]]:
    """Return what a sample's header comment says: its marks, and what is not passed and how."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    marks = re.search(r"^# Marks: (\S+)$", text, re.MULTILINE)
    listed = re.search(r"^# Not passed: (.+)$", text, re.MULTILINE)
    assert marks
    assert listed
    return marks[1], dict(re.findall(r"(\w+) \(([^)]+)\)", listed[1]))


def describe(task: TaskResult) -> str:
    """Return a task's outcome as a sample's header writes it."""
    if not task.attempted:
        return "not attempted"
    failing = [
        check.id for check in task.checks if check.outcome not in (Outcome.PASSED, Outcome.NOT_RUN)
    ]
    passed = any(check.outcome is Outcome.PASSED for check in task.checks)
    return f"{task.outcome}: {', '.join(failing)}" if failing and passed else str(task.outcome)


def test_there_are_enough_samples_notebooks_among_them() -> None:
    assert len(SAMPLES) >= 14
    assert sum(path.suffix == ".ipynb" for path in SAMPLES) >= 4


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_marked_as_its_header_says(path: Path, assessment: Assessment) -> None:
    result = grade_file(path.stem, path, assessment)
    marks, not_passed = header_of(path)
    assert marks == f"{result.score:g}/{result.max_score:g}"
    observed = {t.id: describe(t) for t in result.tasks if t.outcome is not Outcome.PASSED}
    assert not_passed == observed


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_hidden_cases_of_any_secret_find_every_fault_and_fail_no_right_engine(
    number: int, assessment: Assessment
) -> None:
    secret = hashlib.sha256(f"another secret {number}".encode()).hexdigest().encode()
    hidden = draw_bank(assessment.exercise, secret)
    nothing_public = dataclasses.replace(assessment.public, cases=())
    own = dataclasses.replace(assessment, public=nothing_public, hidden=hidden)
    missed = [
        fault.name
        for fault in faults.FAULTS
        if by_id(grade(faults.plant(fault), own))[fault.task].outcome is Outcome.PASSED
    ]
    right = {name: faults.engine_source(name) for name in faults.engine_names()} | dict(WAYS)
    unusual = [engine for engine in read_right_engines() if "ex04_operators" in engine.fits]
    right |= {engine.name: engine.source for engine in unusual}
    wronged = [name for name, source in right.items() if failing(grade(source, own))]
    assert (missed, wronged) == ([], [])
