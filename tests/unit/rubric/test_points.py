"""Outcomes become points: all, none, or none to give."""

import pytest

from autograder.records import CheckResult, Outcome
from autograder.rubric import GRAVITY, award, rubric_hash, total_points, worst_outcome


@pytest.mark.parametrize("outcome", [o for o in Outcome if o not in ("passed", "ungraded")])
def test_a_check_that_is_not_passed_gives_no_points(outcome: Outcome) -> None:
    assert 0.0 == award(outcome, 2.0)


def test_a_passed_check_gives_all_its_points() -> None:
    assert 2.0 == award(Outcome.PASSED, 2.0)


def test_an_ungraded_check_gives_neither_points_nor_zero() -> None:
    assert award(Outcome.UNGRADED, 2.0) is None


def checks(*points: float | None) -> list[CheckResult]:
    return [CheckResult("value", Outcome.PASSED, p, 1.0) for p in points]


def test_the_points_of_a_task_are_the_sum_of_its_checks() -> None:
    assert 1.5 == total_points(checks(1.0, 0.0, 0.5))


def test_one_ungraded_check_leaves_the_whole_task_ungraded() -> None:
    assert total_points(checks(1.0, None, 0.5)) is None


def test_every_outcome_has_its_gravity() -> None:
    assert set(Outcome) == set(GRAVITY)
    assert len(Outcome) == len(GRAVITY)


@pytest.mark.parametrize(
    ("outcomes", "worst"),
    [
        (["passed", "passed"], "passed"),
        (["passed", "not_run"], "not_run"),
        (["not_run", "failed", "passed"], "failed"),
        (["failed", "raised"], "raised"),
        (["raised", "timed_out"], "timed_out"),
        (["crashed", "timed_out"], "crashed"),
        (["crashed", "ungraded"], "ungraded"),
    ],
)
def test_the_gravest_outcome_speaks_for_the_task(outcomes: list[str], worst: str) -> None:
    assert Outcome(worst) is worst_outcome(map(Outcome, outcomes))


def test_no_outcome_at_all_is_an_error() -> None:
    with pytest.raises(ValueError, match="empty"):
        worst_outcome([])


def test_a_changed_rubric_has_another_hash() -> None:
    assert rubric_hash(b"points = 1") != rubric_hash(b"points = 2")
    assert rubric_hash(b"points = 1") == rubric_hash(b"points = 1")
