"""A further backward pass may add to what is there or take its place; whatever else it does fails.

Each kind of engine is written out in numbers: what a right one of that kind gives, and what a wrong
one gives in the same program.
"""

import math
from typing import Any

import pytest

from autograder.checks.repeated import CHECK
from autograder.records import Finding, Observation, Outcome, Stop
from tests.unit.checks.conftest import MakeCase

A, B, C = 2.0, 3.0, 5.0

# a * b, run twice: the gradients of a and b after each pass.
PRODUCT: tuple[list[tuple[Any, ...]], tuple[float, ...]] = (
    [
        ("leaf", A),
        ("leaf", B),
        ("operator", "mul", 0, 1),
        *(("backward", 2), ("read", 0, "grad"), ("read", 1, "grad")) * 2,
    ],
    (3.0, 2.0, 6.0, 4.0),
)

# a * b and a + c, a pass of each: a and b after the first, all three after the second.
SHARING: tuple[list[tuple[Any, ...]], tuple[float, ...]] = (
    [
        ("leaf", A),
        ("leaf", B),
        ("leaf", C),
        ("operator", "mul", 0, 1),
        ("operator", "add", 0, 2),
        *(("backward", 3), ("read", 0, "grad"), ("read", 1, "grad")),
        *(("backward", 4), *(("read", leaf, "grad") for leaf in range(3))),
    ],
    (3.0, 2.0, 4.0, 2.0, 1.0),
)

# a * a, run twice, with a gradient of 10 set between.
FROM_SET: tuple[list[tuple[Any, ...]], tuple[float, ...]] = (
    [
        ("leaf", A),
        ("operator", "mul", 0, 0),
        *(("backward", 1), ("read", 0, "grad"), ("set", 0, "grad", 10.0)),
        *(("backward", 1), ("read", 0, "grad")),
    ],
    (4.0, 14.0),
)

# The same with 0: here no two right engines differ.
CLEARED: tuple[list[tuple[Any, ...]], tuple[float, ...]] = (
    [
        ("leaf", A),
        ("operator", "mul", 0, 0),
        *(("backward", 1), ("read", 0, "grad"), ("set", 0, "grad", 0.0)),
        *(("backward", 1), ("read", 0, "grad")),
    ],
    (4.0, 4.0),
)


@pytest.mark.parametrize(
    ("program", "values", "remark"),
    [
        (PRODUCT, (3, 2, 6, 4), "accumulates"),
        (PRODUCT, (3, 2, 3, 2), "resets"),
        (SHARING, (3, 2, 4, 2, 1), "accumulates"),
        # The graph of a + c does not hold b: an engine that clears its own graph leaves b alone.
        (SHARING, (3, 2, 1, 2, 1), "resets"),
        (SHARING, (3, 2, 1, 0, 1), "resets"),
        (FROM_SET, (4, 14), "accumulates"),
        (FROM_SET, (4, 4), "resets"),
        (CLEARED, (4, 4), ""),
    ],
)
def test_every_right_engine_passes_and_is_told(
    program: Any, values: tuple[float, ...], remark: str, make_case: MakeCase
) -> None:
    case = make_case("repeated-mul", program[0], *program[1])
    assert Finding(Outcome.PASSED, remark=remark) == CHECK.judge(case, Observation(values))


@pytest.mark.parametrize(
    ("program", "values", "read"),
    [
        # The output's gradient is 2 in the second pass.
        (PRODUCT, (3, 2, 9, 6), 2),
        # The gradients of the two leaves are not of one kind.
        (PRODUCT, (3, 2, 6, 2), 3),
        (PRODUCT, (3, 2, 3, 4), 2),
        # What only the first pass has wrong is named there.
        (PRODUCT, (1, 2, 6, 4), 0),
        (PRODUCT, (3, 2, 6, math.nan), 3),
        (PRODUCT, (3, 2, math.inf, 4), 2),
        # The rules of the first graph run again, or the second pass does nothing.
        (SHARING, (3, 2, 7, 4, 1), 2),
        (SHARING, (3, 2, 3, 2, 0), 2),
        # a is cleared, and the leaf that is new is not.
        (SHARING, (3, 2, 1, 2, 2), 2),
        (SHARING, (3, 2, 4, 0, 1), 3),
        # Nothing happens after the gradient is set.
        (FROM_SET, (4, 10), 1),
        (FROM_SET, (4, 18), 1),
        (CLEARED, (4, 0), 1),
        (CLEARED, (4, 8), 1),
    ],
)
def test_whatever_is_no_right_engine_fails_at_a_read(
    program: Any, values: tuple[float, ...], read: int, make_case: MakeCase
) -> None:
    case = make_case("repeated-mul", program[0], *program[1])
    assert Finding(Outcome.FAILED, read) == CHECK.judge(case, Observation(values))


def test_a_program_that_stops_in_its_second_pass_has_the_outcome_of_its_stop(
    make_case: MakeCase,
) -> None:
    case = make_case("repeated-mul", PRODUCT[0], *PRODUCT[1])
    stop = Stop(Outcome.RAISED, "RuntimeError", "the graph is gone")
    observed = CHECK.judge(case, Observation((3.0, 2.0), stop, 6))
    assert Finding(Outcome.RAISED, stop=stop) == observed


def test_numbers_missing_without_a_stop_count_as_a_crash(make_case: MakeCase) -> None:
    case = make_case("repeated-mul", PRODUCT[0], *PRODUCT[1])
    expected = Finding(Outcome.CRASHED, stop=Stop(Outcome.CRASHED))
    assert expected == CHECK.judge(case, Observation((3.0, 2.0, 6.0)))
