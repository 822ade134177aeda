"""An argument that makes no sense is refused by a ValueError, and at its own call."""

import pytest

from autograder.checks.refusal import CHECK
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Finding, Observation, Outcome, Stop

PROGRAM = Program(
    (
        ("constant", 2),
        ("call", "Neuron", 0),
        ("constant", 0.5),
        ("list", 2),
        ("method", 1, "__call__", 3),
    )
)
MAKING, CALLING = 1, 4


def judge(stop: Stop | None, stopped_at: int = CALLING) -> Finding:
    case = Case("refusal-001", "neuron-call", "neuron-call-short", PROGRAM, (), ())
    return CHECK.judge(case, Observation((), stop, stopped_at))


# A record calls an exception by its nearest ancestor that it knows.
@pytest.mark.parametrize("exception", ["ValueError", "UnicodeError"])
def test_a_value_error_at_the_call_is_a_refusal(exception: str) -> None:
    assert Finding(Outcome.PASSED) == judge(Stop(Outcome.RAISED, exception))


def test_an_argument_that_is_accepted_fails() -> None:
    assert Finding(Outcome.FAILED) == judge(None, -1)


@pytest.mark.parametrize(
    "exception",
    [
        *("TypeError", "IndexError", "RuntimeError", "ArithmeticError", "other"),
        *("AssertionError", "AttributeError", "NotImplementedError"),
        *("NameError", "UnboundLocalError"),
        *("RecursionError", "MemoryError", "SystemExit", "KeyboardInterrupt"),
    ],
)
def test_any_other_exception_is_no_refusal(exception: str) -> None:
    stop = Stop(Outcome.RAISED, exception)
    assert Finding(Outcome.RAISED, stop=stop) == judge(stop)


def test_an_exception_before_the_call_is_no_refusal() -> None:
    stop = Stop(Outcome.RAISED, "ValueError")
    assert Finding(Outcome.RAISED, stop=stop) == judge(stop, MAKING)


@pytest.mark.parametrize("outcome", [Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.NOT_RUN])
def test_a_program_that_does_not_end_by_itself_is_no_refusal(outcome: Outcome) -> None:
    stop = Stop(outcome, "ValueError")
    assert Finding(outcome, stop=stop) == judge(stop)
