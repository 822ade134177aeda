"""Any topological order passes; a node that is missing, doubled or too early fails."""

import math
from itertools import permutations

import pytest

from autograder.checks.order import CHECK
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Finding, Observation, Outcome, Stop

# (a * b) * (a + b): the length of the list, then the place of each node.
DIAMOND = Program(
    (
        ("leaf", 2.0),
        ("leaf", 3.0),
        ("operator", "mul", 0, 1),
        ("operator", "add", 0, 1),
        ("operator", "mul", 2, 3),
        ("call", "topological_order", 4),
        ("inspect", 5, "length"),
        *(("find", 5, node) for node in range(5)),
    )
)
NODES = 5
LENGTH, A, B, PRODUCT, SUM, OUTPUT = range(6)


def judge(*values: float, stop: Stop | None = None) -> Finding:
    case = Case("order-001", "order", "order-diamond", DIAMOND, (0.0,) * 6, (0.25,) * 6)
    return CHECK.judge(case, Observation(values, stop, -1 if stop is None else 5))


def is_right(places: tuple[int, ...]) -> bool:
    a, b, product, total, output = places
    return max(a, b) < min(product, total) and max(product, total) < output


@pytest.mark.parametrize("places", list(permutations(range(NODES))))
def test_every_valid_order_passes_and_no_other(places: tuple[int, ...]) -> None:
    expected = Outcome.PASSED if is_right(places) else Outcome.FAILED
    assert expected is judge(NODES, *places).outcome


def test_there_are_four_valid_orders_of_a_diamond() -> None:
    assert 4 == sum(map(is_right, permutations(range(NODES))))


@pytest.mark.parametrize(
    ("values", "read"),
    [
        ((5, 0, 1, 3, 2, 4), None),
        # A node after its consumer is named, and it is the consumer that stands too early.
        ((5, 0, 3, 1, 2, 4), PRODUCT),
        ((5, 3, 0, 1, 2, 4), PRODUCT),
        ((5, 0, 1, 2, 4, 3), OUTPUT),
        ((5, 4, 3, 2, 1, 0), PRODUCT),
        # A missing node.
        ((4, 0, 1, 2, 3, -1), LENGTH),
        ((5, 0, -1, 2, 3, 4), B),
        ((5, 0, 1, 2, 3, -1), OUTPUT),
        ((0, -1, -1, -1, -1, -1), LENGTH),
        # A doubled node, or one of another graph.
        ((6, 0, 1, 2, 4, 5), LENGTH),
        ((6, 0, 1, 3, 4, 5), LENGTH),
        # Places that no list has.
        ((5, 0, 1, 2, math.nan, 4), SUM),
        ((5, math.nan, 1, 2, 3, 4), A),
        ((math.nan, 0, 1, 2, 3, 4), LENGTH),
        ((5, 0, 1, 2, 2, 2), OUTPUT),
    ],
)
def test_what_is_wrong_is_found_at_its_read(values: tuple[float, ...], read: int | None) -> None:
    expected = Finding(Outcome.PASSED) if read is None else Finding(Outcome.FAILED, read)
    assert expected == judge(*values)


@pytest.mark.parametrize(
    "outcome", [Outcome.RAISED, Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.NOT_RUN]
)
def test_a_program_that_stopped_has_the_outcome_of_its_stop(outcome: Outcome) -> None:
    stop = Stop(outcome, "RecursionError")
    assert Finding(outcome, stop=stop) == judge(stop=stop)


def test_places_missing_without_a_stop_count_as_a_crash() -> None:
    assert Finding(Outcome.CRASHED, stop=Stop(Outcome.CRASHED)) == judge(5, 0, 1, 2, 3)
