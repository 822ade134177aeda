"""The operator table: rules on plain floats, domains and edges."""

import math

import pytest

from engine_reference import EXP, LOG, OPERATORS, POWER, RELU, SIGMOID, TANH, constant_power
from engine_reference.operators import Operator

INSIDE_EVERY_DOMAIN = (0.7, 1.3)


def local_derivative(operator: Operator, *data: float) -> tuple[float, ...]:
    return operator.derivatives(operator.forward(*data), *data)


def operands_for(operator: Operator) -> tuple[float, ...]:
    two = {"add", "mul", "power"}
    return INSIDE_EVERY_DOMAIN if operator.name in two else INSIDE_EVERY_DOMAIN[:1]


def test_operator_names_are_unique() -> None:
    names = [operator.name for operator in OPERATORS]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("operator", [*OPERATORS, constant_power(2.5)], ids=lambda x: x.name)
def test_each_local_derivative_is_the_slope_of_the_forward_rule(operator: Operator) -> None:
    data = operands_for(operator)
    step = 1e-6
    slopes = []
    for position in range(len(data)):
        above, below = list(data), list(data)
        above[position] += step
        below[position] -= step
        slopes.append((operator.forward(*above) - operator.forward(*below)) / (2 * step))
    assert tuple(pytest.approx(x, rel=1e-8) for x in slopes) == local_derivative(operator, *data)


@pytest.mark.parametrize(
    ("operator", "x", "output", "slope"),
    [
        (TANH, 1000.0, 1.0, 0.0),
        (TANH, -1000.0, -1.0, 0.0),
        (SIGMOID, 1000.0, 1.0, 0.0),
        (SIGMOID, -1000.0, 0.0, 0.0),
        (SIGMOID, 0.0, 0.5, 0.25),
        (RELU, 1000.0, 1000.0, 1.0),
        (RELU, 0.0, 0.0, 0.0),
        (RELU, -1000.0, 0.0, 0.0),
        (EXP, -1000.0, 0.0, 0.0),
        (constant_power(0.0), 0.0, 1.0, 0.0),
        (constant_power(1.0), 0.0, 0.0, 1.0),
        (constant_power(2.0), 0.0, 0.0, 0.0),
        (constant_power(0.5), 0.0, 0.0, math.inf),
        (constant_power(3.0), -2.0, -8.0, 12.0),
        (constant_power(-1.0), -2.0, -0.5, -0.25),
    ],
    ids=lambda x: x.symbol if isinstance(x, Operator) else None,
)
def test_edges_have_these_outputs_and_slopes(
    operator: Operator, x: float, output: float, slope: float
) -> None:
    assert output == operator.forward(x)
    assert (slope,) == local_derivative(operator, x)


def test_a_sigmoid_keeps_its_precision_far_below_zero() -> None:
    assert math.exp(-40.0) == pytest.approx(SIGMOID.forward(-40.0), rel=1e-15)


@pytest.mark.parametrize(
    ("operator", "data", "error", "message"),
    [
        (LOG, (0.0,), ValueError, "log(0.0) is undefined: x must be above 0"),
        (LOG, (-2.5,), ValueError, "log(-2.5) is undefined: x must be above 0"),
        (
            constant_power(-1.0),
            (0.0,),
            ValueError,
            "pow(0.0, -1.0) is undefined: the exponent must be at least 0 for a base of 0",
        ),
        (
            constant_power(0.5),
            (-4.0,),
            ValueError,
            "pow(-4.0, 0.5) is undefined: the exponent must be whole for a negative base",
        ),
        (
            POWER,
            (0.0, 2.0),
            ValueError,
            "pow(0.0, Value(2.0)) is undefined: under a Value, the base must be above 0",
        ),
        (
            POWER,
            (-1.0, 2.0),
            ValueError,
            "pow(-1.0, Value(2.0)) is undefined: under a Value, the base must be above 0",
        ),
        (
            EXP,
            (1e3,),
            OverflowError,
            "exp(1000.0) is too large for a float: x must be below 709.79",
        ),
        (constant_power(2.0), (1e200,), OverflowError, "pow(1e+200, 2.0) is too large for a float"),
        (POWER, (1e200, 2.0), OverflowError, "pow(1e+200, 2.0) is too large for a float"),
    ],
)
def test_a_domain_error_names_the_value_and_the_domain(
    operator: Operator, data: tuple[float, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        operator.forward(*data)
    assert message == str(raised.value)


def test_the_same_exponent_gives_the_same_record() -> None:
    assert constant_power(3.0) is constant_power(3.0)
    assert "**3" == constant_power(3.0).symbol
