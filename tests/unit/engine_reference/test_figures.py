"""The lecture's worked values, as the course gives them to students."""

import math
from collections.abc import Callable

import pytest

from engine_reference import MLP, Operator, Value, apply, negative_log_likelihood, nodes, train

SIN = Operator("sin", "sin", math.sin, lambda out, x: (math.cos(x),))

ROWS = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
TARGETS = [1.0, -1.0, -1.0, 1.0]


def close(expected: float) -> object:
    return pytest.approx(expected, rel=1e-14, abs=1e-14)


def neuron() -> dict[str, Value]:
    names = {"x1": 2.0, "x2": 0.0, "w1": -3.0, "w2": 1.0, "b": 6.8813735870195432}
    node = {name: Value(data, name) for name, data in names.items()}
    node["n"] = node["x1"] * node["w1"] + node["x2"] * node["w2"] + node["b"]
    return node


def tanh_fused(n: Value) -> Value:
    return n.tanh()


def tanh_of_one_exponential(n: Value) -> Value:
    e = (2 * n).exp()
    return (e - 1) / (e + 1)


def tanh_of_sigmoid(n: Value) -> Value:
    return 2 * (1 / (1 + (-2 * n).exp())) - 1


WAYS_TO_WRITE_TANH = {
    tanh_fused: 10,
    tanh_of_one_exponential: 18,
    tanh_of_sigmoid: 21,
}


@pytest.mark.parametrize(("x", "slope"), [(3.0, 14.0), (-3.0, -22.0), (2 / 3, 0.0)])
def test_the_parabola_has_these_slopes(x: float, slope: float) -> None:
    leaf = Value(x)
    (3 * leaf**2 - 4 * leaf + 5).backward()
    assert close(slope) == leaf.grad


def test_the_parabola_is_20_at_3() -> None:
    x = Value(3.0)
    assert 20.0 == (3 * x**2 - 4 * x + 5).data


def test_a_product_and_a_sum_have_these_gradients() -> None:
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    d = a * b + c
    d.backward()
    assert [4.0, -3.0, 2.0, 1.0] == [d.data, a.grad, b.grad, c.grad]


def test_each_node_of_the_small_expression_has_this_gradient() -> None:
    a, b, c, f = Value(2.0), Value(-3.0), Value(10.0), Value(-2.0)
    e = a * b
    d = e + c
    output = d * f
    output.backward()
    assert -8.0 == output.data
    assert [6.0, -4.0, -2.0, -2.0, -2.0, 4.0] == [x.grad for x in (a, b, c, e, d, f)]


def test_an_operand_used_twice_by_one_node_gets_both_gradients() -> None:
    a = Value(3.0)
    (a + a).backward()
    assert 2.0 == a.grad


def test_operands_used_by_two_nodes_get_both_gradients() -> None:
    a, b = Value(-2.0), Value(3.0)
    ((a * b) * (a + b)).backward()
    assert [-3.0, -8.0] == [a.grad, b.grad]


@pytest.mark.parametrize("tanh", WAYS_TO_WRITE_TANH)
def test_the_neuron_has_this_output_and_these_gradients(tanh: Callable[[Value], Value]) -> None:
    node = neuron()
    output = tanh(node["n"])
    output.backward()
    assert 0.8813735870195432 == node["n"].data
    assert close(0.7071067811865477) == output.data
    expected = {"n": 0.5, "x1": -1.5, "w1": 1.0, "x2": 0.5, "w2": 0.0, "b": 0.5}
    assert {name: close(grad) for name, grad in expected.items()} == {
        name: node[name].grad for name in expected
    }


@pytest.mark.parametrize(("tanh", "count"), WAYS_TO_WRITE_TANH.items())
def test_the_graph_of_the_neuron_has_this_many_nodes(
    tanh: Callable[[Value], Value], count: int
) -> None:
    assert count == len(nodes(tanh(neuron()["n"])))


def test_the_readme_expression_of_micrograd_has_these_gradients() -> None:
    a, b = Value(-4.0), Value(2.0)
    c = a + b
    d = a * b + b**3
    c = c + (c + 1)
    c = c + (1 + c + (-a))
    d = d + (d * 2 + (b + a).relu())
    d = d + (3 * d + (b - a).relu())
    square = (c - d) ** 2
    g = square / 2.0 + 10.0 / square
    g.backward()
    expected = [24.70408163265306, 138.83381924198252, 645.5772594752187]
    assert [close(x) for x in expected] == [g.data, a.grad, b.grad]


def test_five_terms_in_three_variables_have_this_value_and_gradient() -> None:
    a, b, c = Value(2.0), Value(3.0), Value(4.0)
    output = -(a**3) + apply(SIN, 3 * b) - 1.0 / c + b**2.5 - a**0.5
    output.backward()
    expected = [6.336362190988558, -12.353553390593273, 10.25699027111255, 0.0625]
    assert [close(x) for x in expected] == [output.data, a.grad, b.grad, c.grad]


def test_the_loss_of_four_logits_has_these_gradients() -> None:
    logits = [Value(x) for x in (0.0, 3.0, -2.0, 1.0)]
    negative_log_likelihood(logits, 3).backward()
    expected = [
        0.041772570515350445,
        0.8390245074625319,
        0.005653302662216329,
        -0.8864503806400986,
    ]
    assert [close(x) for x in expected] == [x.grad for x in logits]


@pytest.mark.parametrize(("sizes", "count"), [([4, 4, 1], 41), ([2, 2, 1], 17)])
def test_a_network_has_this_many_parameters(sizes: list[int], count: int) -> None:
    assert count == len(MLP(3, sizes).parameters())


def test_the_four_rows_are_learned() -> None:
    model = MLP(3, [4, 4, 1], seed=1)
    train(model, ROWS, TARGETS, steps=200, rate=0.05)
    predictions = [model(row) for row in ROWS]
    assert TARGETS == [pytest.approx(x.data, abs=0.2) for x in predictions]
