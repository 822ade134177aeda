"""A Value as exponent: refused before the backward pass, or right; everything else fails."""

import pytest

from autograder.checks.value_exponent import CHECK, NOT_A_REFUSAL
from autograder.oracles.bank import Case
from autograder.records import Observation, Outcome, Stop

OPERATOR, BACKWARD = 2, 5
RIGHT = (1.0, 8.0, 12.0, 5.545177444479562, 2.0, 3.0)


def outcome_of(case: Case, observation: Observation) -> Outcome:
    """Return what the check says."""
    return CHECK.judge(case, observation).outcome


def raised(exception: str, stopped_at: int, values: tuple[float, ...] = ()) -> Observation:
    """Return a program that an exception ended."""
    return Observation(values, Stop(Outcome.RAISED, exception), stopped_at)


def test_both_right_derivatives_pass(power: Case) -> None:
    assert Outcome.PASSED is outcome_of(power, Observation(RIGHT))


@pytest.mark.parametrize(
    "exception",
    ["TypeError", "ValueError", "AssertionError", "NotImplementedError", "AttributeError", "other"],
)
def test_an_ordinary_exception_at_the_operator_is_a_refusal(exception: str, power: Case) -> None:
    assert Outcome.PASSED is outcome_of(power, raised(exception, OPERATOR))


@pytest.mark.parametrize(
    "exception", ["RecursionError", "MemoryError", "SystemExit", "KeyboardInterrupt"]
)
def test_what_no_one_raises_to_refuse_is_no_refusal(exception: str, power: Case) -> None:
    assert exception in NOT_A_REFUSAL
    assert Outcome.RAISED is outcome_of(power, raised(exception, OPERATOR))


def test_an_exception_in_the_backward_pass_comes_too_late(power: Case) -> None:
    assert Outcome.RAISED is outcome_of(power, raised("TypeError", BACKWARD, RIGHT[:2]))


def test_an_exception_where_a_leaf_is_made_is_no_refusal(power: Case) -> None:
    assert Outcome.RAISED is outcome_of(power, raised("TypeError", 0))


def test_a_lazy_engine_may_refuse_where_the_result_is_read(power: Case) -> None:
    assert Outcome.PASSED is outcome_of(power, raised("TypeError", 4, (1.0,)))


@pytest.mark.parametrize("outcome", [Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.NOT_RUN])
def test_a_program_that_does_not_end_by_itself_is_no_refusal(outcome: Outcome, power: Case) -> None:
    observation = Observation((), Stop(outcome), OPERATOR)
    assert outcome is outcome_of(power, observation)


def test_a_silent_zero_for_the_exponent_fails(power: Case) -> None:
    finding = CHECK.judge(power, Observation((*RIGHT[:3], 0.0, 2.0, 3.0)))
    assert (Outcome.FAILED, 3) == (finding.outcome, finding.read)


def test_a_wrong_gradient_of_the_base_fails(power: Case) -> None:
    finding = CHECK.judge(power, Observation((*RIGHT[:2], 8.0, *RIGHT[3:])))
    assert (Outcome.FAILED, 2) == (finding.outcome, finding.read)


def test_a_nan_for_the_exponent_fails(power: Case) -> None:
    assert Outcome.FAILED is outcome_of(power, Observation((*RIGHT[:3], float("nan"), 2.0, 3.0)))
