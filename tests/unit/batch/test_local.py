"""One hand-in that makes the grader fail costs the others nothing."""

from pathlib import Path

import pytest

from autograder.assessment import Assessment
from autograder.batch import local
from autograder.grading import grade_submission
from autograder.records import Isolation, Observation, Outcome, Run, SubmissionResult
from autograder.sandbox.intake import find_hand_ins
from autograder.sandbox.supervisor import Job


def test_an_error_of_the_grader_leaves_one_hand_in_ungraded_and_the_others_alone(
    tmp_path: Path, assessment: Assessment, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ann", "bob", "cid"):
        (tmp_path / f"{name}.py").write_text("x = 1\n")
    real = local.grade_submission

    def fail_for_bob(name: str, *rest: object) -> SubmissionResult:
        if name == "bob":
            raise ZeroDivisionError("a fault of ours")
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(local, "grade_submission", fail_for_bob)
    hand_ins = find_hand_ins([tmp_path], assessment.exercise.id)
    results = {r.submission: r for r in local.grade_all(hand_ins, assessment, jobs=2)}
    assert {"ann", "bob", "cid"} == set(results)
    assert (None, 0.0, 0.0) == tuple(results[name].score for name in ("bob", "ann", "cid"))
    [notice] = results["bob"].warnings
    assert ("grader-error", "a fault of ours", "ZeroDivisionError") == (
        notice.code,
        notice.message,
        notice.exception,
    )


def test_a_reply_without_its_numbers_is_a_crash_with_its_program(assessment: Assessment) -> None:
    def reply_nothing(job: Job) -> Run:
        nothing = tuple(Observation(()) for _ in job.programs)
        none: frozenset[str] = frozenset()
        return Run(nothing, (), none, ("Value",), True, Isolation.NONE, (), 0, 0.0)

    result = grade_submission("ann", "ann.py", (), assessment, reply_nothing)
    assert {Outcome.CRASHED} == {task.outcome for task in result.tasks}
    assert result.score == 0
