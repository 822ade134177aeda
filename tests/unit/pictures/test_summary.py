"""What a graph comes to as counts."""

from autograder.pictures.graph import collect
from autograder.pictures.summary import Summary, summarise
from engine_reference import Value
from tests.unit.pictures.engines import Plain, chain, graph_of_l


def test_operators_are_counted_the_most_frequent_first() -> None:
    expected = Summary(
        operators=(("*", 2), ("+", 1)),
        leaf_count=4,
        depth=3,
        zero_gradient_count=0,
        not_finite_count=0,
    )
    assert expected == summarise(graph_of_l())


def test_operators_as_frequent_stand_in_the_order_of_their_names() -> None:
    a, b = Plain(1.0), Plain(1.0)
    output = Plain(1.0, (Plain(1.0, (a,), "b"), Plain(1.0, (b,), "a")), "c")
    assert (("a", 1), ("b", 1), ("c", 1)) == summarise(collect(output)).operators


def test_rare_operators_are_taken_together() -> None:
    node = Plain(1.0)
    for exponent in range(20):
        node = Plain(1.0, (node,), f"**{exponent:02}")
    operators = summarise(collect(node)).operators
    assert 12 == len(operators)
    assert ("9 others", 9) == operators[-1]


def test_gradients_that_are_zero_are_counted() -> None:
    a, b = Value(2.0), Value(0.0)
    output = a * b
    output.backward()
    a.grad = -0.0
    assert 1 == summarise(collect(output)).zero_gradient_count


def test_nodes_that_are_not_finite_are_counted_once() -> None:
    nan, infinite = Plain(float("nan")), Plain(float("-inf"))
    nan.grad = float("nan")
    output = Plain(1.0, (nan, infinite, Plain(2.0)), "f")
    output.grad = float("inf")
    assert 3 == summarise(collect(output)).not_finite_count


def test_a_chain_is_summarised_without_recursion() -> None:
    assert 99_999 == summarise(collect(chain(100_000))).depth
