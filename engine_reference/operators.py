"""The operator table: each forward rule beside its local derivatives.

`value.py` builds and differentiates graphs from these records; a new operator is one more record,
passed to `engine_reference.apply`. Always true: rules see plain floats and know nothing of graphs;
outside its domain a forward rule raises `ValueError`.
"""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Operator:
    """Hold the forward rule and the local derivatives of one operator.

    `forward(*operand_data)` returns the data of the output. `derivatives(out, *operand_data)`
    returns one local derivative for each operand, in order; it is given the output because those
    of exp, tanh and sigmoid are shortest in terms of it. A drawing shows the `symbol`.
    """

    name: str
    symbol: str
    forward: Callable[..., float]
    derivatives: Callable[..., tuple[float, ...]]


def _exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        raise OverflowError(f"exp({x}) is too large for a float: x must be below 709.79") from None


def _log(x: float) -> float:
    if x <= 0:
        raise ValueError(f"log({x}) is undefined: x must be above 0")
    return math.log(x)


def _sigmoid(x: float) -> float:
    # Neither exponent is ever positive, so that neither exp can overflow.
    return math.exp(min(x, 0.0)) / (1.0 + math.exp(-abs(x)))


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except ValueError:
        rule = "at least 0 for a base of 0" if base == 0 else "whole for a negative base"
        raise ValueError(
            f"pow({base}, {exponent}) is undefined: the exponent must be {rule}"
        ) from None
    except OverflowError:
        raise OverflowError(f"pow({base}, {exponent}) is too large for a float") from None


def _power_of_positive(base: float, exponent: float) -> float:
    if base <= 0:
        raise ValueError(
            f"pow({base}, Value({exponent})) is undefined: under a Value, the base must be above 0"
        )
    return _power(base, exponent)


def _power_slope(base: float, exponent: float) -> float:
    if exponent == 0:
        return 0.0  # the general rule would ask for 0 ** -1 at base 0
    if base == 0 and 0 < exponent < 1:
        return math.inf  # the tangent is vertical, as for a square root
    return exponent * _power(base, exponent - 1)


ADD = Operator(
    name="add",
    symbol="+",
    forward=operator.add,
    derivatives=lambda out, a, b: (1.0, 1.0),
)

MUL = Operator(
    name="mul",
    symbol="*",
    forward=operator.mul,
    derivatives=lambda out, a, b: (b, a),
)

POWER = Operator(
    name="power",
    symbol="**",
    forward=_power_of_positive,
    derivatives=lambda out, base, exponent: (_power_slope(base, exponent), out * math.log(base)),
)

EXP = Operator(
    name="exp",
    symbol="exp",
    forward=_exp,
    derivatives=lambda out, x: (out,),
)

LOG = Operator(
    name="log",
    symbol="log",
    forward=_log,
    derivatives=lambda out, x: (1.0 / x,),
)

TANH = Operator(
    name="tanh",
    symbol="tanh",
    forward=math.tanh,
    derivatives=lambda out, x: (1.0 - out * out,),
)

SIGMOID = Operator(
    name="sigmoid",
    symbol="sigmoid",
    forward=_sigmoid,
    derivatives=lambda out, x: (out * (1.0 - out),),
)

RELU = Operator(
    name="relu",
    symbol="relu",
    forward=lambda x: max(x, 0.0),
    derivatives=lambda out, x: (1.0 if x > 0 else 0.0,),  # 0 at the kink, as in PyTorch
)

OPERATORS = (ADD, MUL, POWER, EXP, LOG, TANH, SIGMOID, RELU)


@lru_cache(maxsize=256)  # few exponents occur, and making a record costs more than using it
def constant_power(exponent: float) -> Operator:
    """Return the operator of one operand that raises it to a fixed exponent.

    The exponent is part of the operator, not an operand. It gets no gradient, and so the base may
    be negative where the exponent is whole.

    >>> square = constant_power(2.0)
    >>> square.forward(-3.0), square.derivatives(9.0, -3.0)
    (9.0, (-6.0,))
    """
    return Operator(
        name="constant_power",
        symbol=f"**{exponent:g}",
        forward=lambda base: _power(base, exponent),
        derivatives=lambda out, base: (_power_slope(base, exponent),),
    )
