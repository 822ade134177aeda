"""`Value`: the graph it builds, the operands it takes and refuses, and the backward pass."""

import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import engine_reference
from engine_reference import ADD, EXP, MUL, POWER, Operator, Value, apply, constant_power, nodes

A_MILLION = 1_000_000

NUMBERS = [2, 2.0, True, Fraction(1, 2), Decimal("0.5"), np.float64(2), np.float32(2), np.int64(2)]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda x: type(x).__name__)
@pytest.mark.parametrize(
    "compute",
    [
        lambda a, b: a + b,
        lambda a, b: a - b,
        lambda a, b: a * b,
        lambda a, b: a / b,
        lambda a, b: a**b,
    ],
    ids=["add", "sub", "mul", "truediv", "pow"],
)
def test_a_number_may_stand_on_either_side(number: object, compute: Callable[..., Value]) -> None:
    plain = float(number)
    assert compute(3.0, plain) == compute(Value(3.0), number).data
    assert pytest.approx(compute(plain, 3.0), rel=1e-15) == compute(number, Value(3.0)).data


def test_an_unsigned_numpy_number_is_not_negated_before_it_is_a_float() -> None:
    assert 2.0 == (Value(3.0) - np.uint8(1)).data


@pytest.mark.parametrize(
    ("build", "operator", "operand_data"),
    [
        (lambda a: a + 5, ADD, (3.0, 5.0)),
        (lambda a: 5 + a, ADD, (5.0, 3.0)),
        (lambda a: a * 5, MUL, (3.0, 5.0)),
        (lambda a: 5 * a, MUL, (5.0, 3.0)),
        (lambda a: -a, MUL, (3.0, -1.0)),
        (lambda a: a - 5, ADD, (3.0, -5.0)),
        (lambda a: 5 - a, ADD, (5.0, -3.0)),
        (lambda a: a / 4, MUL, (3.0, 0.25)),
        (lambda a: 5 / (a + 1), MUL, (5.0, 0.25)),
        (lambda a: a**2, constant_power(2.0), (3.0,)),
        (lambda a: 2**a, POWER, (2.0, 3.0)),
        (lambda a: a ** Value(2.0), POWER, (3.0, 2.0)),
        (lambda a: a.exp(), EXP, (3.0,)),
    ],
)
def test_a_node_keeps_its_operator_and_its_operands_in_order(
    build: Callable[[Value], Value], operator: Operator, operand_data: tuple[float, ...]
) -> None:
    node = build(Value(3.0))
    assert operator is node.operator
    assert operand_data == tuple(x.data for x in node.operands)


def test_a_node_keeps_the_very_operands_it_was_given() -> None:
    a, b = Value(1.0), Value(1.0)
    first, second = (b * a).operands
    assert first is b
    assert second is a


def test_a_leaf_has_neither_operator_nor_operands() -> None:
    leaf = Value(2, "x")
    assert (True, None, (), "x") == (leaf.is_leaf, leaf.operator, leaf.operands, leaf.label)
    assert not (leaf + 1).is_leaf


def test_data_is_always_a_float() -> None:
    doubled = Operator("doubled", "2x", lambda x: np.float32(2 * x), lambda out, x: (2.0,))
    observed = [Value(True), Value(3), Value(np.float64(3)), apply(doubled, 3)]
    assert [float] * 4 == [type(x.data) for x in observed]


def test_a_value_shows_its_data_and_gradient_and_its_label_if_it_has_one() -> None:
    assert "Value(data=2.0, grad=0.0)" == repr(Value(2))
    assert "Value(data=2.0, grad=0.0, label='a')" == repr(Value(2, "a"))


@pytest.mark.parametrize(
    ("compute", "message"),
    [
        (lambda a: a + "3", "an operand must be a Value or a real number, not '3' (str)"),
        (lambda a: "3" + a, "an operand must be a Value or a real number, not '3' (str)"),
        (lambda a: a - None, "an operand must be a Value or a real number, not None (NoneType)"),
        (lambda a: [1] - a, "an operand must be a Value or a real number, not [1] (list)"),
        (lambda a: a * [1], "an operand must be a Value or a real number, not [1] (list)"),
        (lambda a: "3" * a, "an operand must be a Value or a real number, not '3' (str)"),
        (lambda a: a / 1j, "an operand must be a Value or a real number, not 1j (complex)"),
        (lambda a: {} / a, "an operand must be a Value or a real number, not {} (dict)"),
        (lambda a: a ** "2", "an operand must be a Value or a real number, not '2' (str)"),
        (lambda a: "2" ** a, "an operand must be a Value or a real number, not '2' (str)"),
        (
            lambda a: a + np.array([1, 2]),
            "an operand must be a Value or a real number, not array([1, 2]) (ndarray)",
        ),
        (
            lambda a: np.array([1, 2]) * a,
            "an operand must be a Value or a real number, not array([1, 2]) (ndarray)",
        ),
        (lambda a: Value("3"), "data must be a real number, not '3' (str)"),
        (lambda a: Value(None), "data must be a real number, not None (NoneType)"),
    ],
)
def test_a_bad_operand_is_refused_with_its_value_and_type(
    compute: Callable[[Value], object], message: str
) -> None:
    with pytest.raises(TypeError) as raised:
        compute(Value(1.0))
    assert message == str(raised.value)


def test_a_bad_operand_whose_repr_raises_is_refused_all_the_same() -> None:
    class Hostile:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(TypeError, match=r"not <Hostile instance at 0x[0-9a-f]+> \(Hostile\)"):
        Value(1.0) + Hostile()


def test_a_bad_operand_is_refused_where_python_drops_assertions() -> None:
    program = (
        "from engine_reference import Value\n"
        "try:\n"
        "    Value(1.0) ** '2'\n"
        "except TypeError:\n"
        "    print('refused', __debug__)\n"
    )
    root = Path(engine_reference.__file__).parents[1]
    command = [sys.executable, "-O", "-c", program]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert "refused False\n" == run.stdout


@pytest.mark.parametrize(
    "divide",
    [lambda a: a / 0, lambda a: a / Value(0.0), lambda a: a / -0.0, lambda a: 1 / (a - a)],
)
def test_a_division_by_zero_is_refused(divide: Callable[[Value], Value]) -> None:
    with pytest.raises(ZeroDivisionError, match="division by zero: the divisor must not be 0"):
        divide(Value(3.0))


@pytest.mark.parametrize(
    "compute",
    [
        lambda: Value(-1.0).log(),
        lambda: Value(0.0) ** -1,
        lambda: Value(-1.0) ** 0.5,
        lambda: Value(-1.0) ** Value(2.0),
        lambda: 0 ** Value(2.0),
    ],
)
def test_an_operand_outside_the_domain_is_refused(compute: Callable[[], Value]) -> None:
    with pytest.raises(ValueError, match="is undefined"):
        compute()


def test_the_power_zero_has_slope_zero_even_at_zero() -> None:
    base = Value(0.0)
    output = base**0
    output.backward()
    assert [1.0, 0.0] == [output.data, base.grad]


def test_nodes_stand_after_their_operands_and_once_each() -> None:
    a = Value(2.0)
    square = a * a
    output = square + a * square
    order = nodes(output)
    assert 4 == len(order) == len(set(order))
    assert all(order.index(x) < order.index(node) for node in order for x in node.operands)
    assert order[-1] is output


def test_a_second_backward_adds_to_leaves_and_recomputes_every_other_node() -> None:
    a = Value(3.0)
    inner = a * a
    output = inner * 2.0
    output.backward()
    output.backward()
    assert [1.0, 2.0, 12.0 + 12.0] == [output.grad, inner.grad, a.grad]


def test_two_outputs_that_share_a_node_add_their_gradients_in_the_leaves() -> None:
    a = Value(3.0)
    shared = a * a
    first, second = shared * 2.0, shared + a
    first.backward()
    second.backward()
    assert [1.0, 12.0 + 7.0] == [shared.grad, a.grad]


def test_backward_from_a_node_that_another_graph_consumes_starts_from_one() -> None:
    a = Value(3.0)
    inner = a * 2.0
    (inner * 5.0).backward()
    inner.backward()
    assert [1.0, 10.0 + 2.0] == [inner.grad, a.grad]


def test_backward_from_a_leaf_adds_one() -> None:
    leaf = Value(3.0)
    leaf.backward()
    leaf.backward()
    assert 2.0 == leaf.grad


def test_an_operator_of_three_operands_gets_three_gradients() -> None:
    fused = Operator("fma", "fma", lambda a, b, c: a * b + c, lambda out, a, b, c: (b, a, 1.0))
    operands = [Value(2.0), Value(3.0), Value(4.0)]
    (2 * apply(fused, *operands)).backward()
    assert [6.0, 4.0, 2.0] == [x.grad for x in operands]


@pytest.mark.parametrize("count", [1, 2, 4])
def test_an_operator_with_too_few_or_too_many_derivatives_is_refused(count: int) -> None:
    wrong = Operator("sum", "sum", lambda *data: sum(data), lambda out, *data: (1.0,) * count)
    operands = [Value(1.0)] * (2 if count != 2 else 3)
    with pytest.raises(ValueError, match=r"values to unpack|shorter|longer"):
        apply(wrong, *operands).backward()


def test_a_chain_of_a_million_nodes_is_built_run_and_freed() -> None:
    leaf = Value(1.0)
    output = leaf
    for _ in range(A_MILLION):
        output = output + leaf
    output.backward()
    assert A_MILLION + 1 == leaf.grad
    del output
    # The name `leaf` and the argument hold it: every consumer is gone.
    assert 2 == sys.getrefcount(leaf)
