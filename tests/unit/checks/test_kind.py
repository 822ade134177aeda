"""A result of another kind than the text names is found, also where its number is right."""

import pytest

from autograder.checks.kind import CHECK
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Finding, Observation, Outcome, Stop

PROGRAM = Program(
    (
        ("list",),
        ("call", "torch_gradients", 0),
        ("read", 1, "number"),
        ("inspect", 1, "float"),
        ("inspect", 1, "float64"),
        ("inspect", 1, "bool"),
        ("inspect", 1, "none"),
        ("inspect", 1, "length"),
    )
)
NUMBER, FLOAT, FLOAT64, BOOL, NONE, LENGTH = range(6)
RIGHT = (0.5, 1.0, 1.0, 1.0, 1.0, 3.0)


def judge(values: tuple[float, ...], stop: Stop | None = None) -> Finding:
    case = Case("kind-001", "torch-gradients", "torch-two", PROGRAM, RIGHT, (1e-9,) * len(RIGHT))
    return CHECK.judge(case, Observation(values, stop))


def test_results_of_the_right_kind_pass() -> None:
    assert Finding(Outcome.PASSED) == judge(RIGHT)


@pytest.mark.parametrize("index", [FLOAT, FLOAT64, BOOL, NONE])
def test_a_result_of_another_kind_fails(index: int) -> None:
    values = (*RIGHT[:index], 0.0, *RIGHT[index + 1 :])
    assert Finding(Outcome.FAILED, index) == judge(values)


def test_what_the_numbers_are_is_the_business_of_others() -> None:
    assert Finding(Outcome.PASSED) == judge((77.0, 1.0, 1.0, 1.0, 1.0, 9.0))


def test_a_program_that_stops_before_its_result_has_the_outcome_of_its_stop() -> None:
    stop = Stop(Outcome.RAISED, "RuntimeError")
    assert Finding(Outcome.RAISED, stop=stop) == judge((0.5,), stop)
