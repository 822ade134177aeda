"""Two numbers agree within what right engines differ by, and never by NaN."""

import math

import pytest

from autograder.oracles.agreement import tolerance_of, within


@pytest.mark.parametrize("observed", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("expected", [0.0, 1.0])
def test_what_is_not_finite_never_agrees(observed: float, expected: float) -> None:
    assert not within(observed, expected, 1e300)


def test_the_tolerance_is_relative_to_the_sum_of_absolute_terms() -> None:
    assert tolerance_of(0.0, [0.0], scale=2.0) == pytest.approx(2e-9)


def test_the_tolerance_follows_the_largest_deviation_of_right_engines() -> None:
    assert tolerance_of(1.0, [1.0, 1.0 + 2e-10], scale=1.0) == pytest.approx(16 * 2e-10, rel=1e-6)


@pytest.mark.parametrize("answer", [1.0 + 1e-9, math.nan])
def test_a_number_too_sensitive_to_judge_by_is_refused(answer: float) -> None:
    assert tolerance_of(1.0, [answer], scale=1.0) is None


def test_a_sum_of_nothing_still_has_a_tolerance() -> None:
    assert tolerance_of(0.0, [0.0], scale=0.0) == pytest.approx(1e-9)
