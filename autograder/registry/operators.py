"""The operator table: for each operator its arity, spelling, domain, kinks and twins.

Used by programs (what may be applied), strategies and forms (safe operands), oracles (twins and
accepted ways of writing) and rubrics (names). The forward and backward rules themselves live in
`engine_reference`; a test fails until both know an operator.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator as programs apply it.

    `spelling` is a format string over the operands' texts. `method` is Python's name for what a
    student writes. `domain` says which operand numbers (plain floats) give a finite, smooth result
    of ordinary size. `torch` and `mpmath` name the twin in that library ("" means Python's own
    infix operator). `kinks` are the operand values without a derivative. `ways` are the accepted
    ways of writing it, the first of which writes no other operator.
    """

    name: str
    arity: int
    spelling: str
    method: str
    domain: Callable[..., bool] = lambda *operands: True
    torch: str = ""
    mpmath: str = ""
    kinks: tuple[float, ...] = ()
    ways: tuple["Way", ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """One accepted way of writing an operator.

    Either `compose`, which builds the result from other operators on nodes, or `forward` with
    `derivatives`, one node with its own rule: `derivatives(result, *operands)` gives one local
    derivative per operand.
    """

    name: str
    compose: Callable[..., Any] | None = None
    forward: Callable[..., float] | None = None
    derivatives: Callable[..., tuple[float, ...]] | None = None


def power_domain(base: float, exponent: float) -> bool:
    """Say whether base ** exponent and its derivatives are real and of ordinary size."""
    if base == 0 or (base < 0 and exponent != int(exponent)):
        return False
    return abs(exponent * math.log(abs(base))) < MAX_LOGARITHM


# Results stay within about e^8 = 3,000, where a tolerance relative to the sum is meaningful and a
# student reads the numbers without an exponent.
MAX_LOGARITHM = 8.0

ADD_WAYS = (Way("direct", forward=lambda a, b: a + b, derivatives=lambda out, a, b: (1.0, 1.0)),)
MUL_WAYS = (Way("direct", forward=lambda a, b: a * b, derivatives=lambda out, a, b: (b, a)),)
SUB_WAYS = (
    Way("direct", forward=lambda a, b: a - b, derivatives=lambda out, a, b: (1.0, -1.0)),
    Way("negated", compose=lambda a, b: a + b * -1.0),
)
DIV_WAYS = (
    Way(
        "direct",
        forward=lambda a, b: a / b,
        derivatives=lambda out, a, b: (1.0 / b, -a / (b * b)),
    ),
    Way(
        "result reused",
        forward=lambda a, b: a / b,
        derivatives=lambda out, a, b: (1.0 / b, -out / b),
    ),
    Way("power", compose=lambda a, b: a * b**-1.0),
)
POW_WAYS = (
    Way(
        "result reused",
        forward=lambda a, n: a**n,
        derivatives=lambda out, a, n: (n * out / a, out * math.log(a) if a > 0 else 0.0),
    ),
    Way(
        "power rule",
        forward=lambda a, n: a**n,
        derivatives=lambda out, a, n: (n * a ** (n - 1), out * math.log(a) if a > 0 else 0.0),
    ),
)
EXP_WAYS = (
    Way("result reused", forward=math.exp, derivatives=lambda out, a: (out,)),
    Way("power of e", forward=lambda a: math.e**a, derivatives=lambda out, a: (math.e**a,)),
)
TANH_WAYS = (
    Way("fused", forward=math.tanh, derivatives=lambda out, a: (1.0 - out * out,)),
    Way(
        "exponential in the rule",
        forward=lambda a: (math.exp(2 * a) - 1) / (math.exp(2 * a) + 1),
        derivatives=lambda out, a: (1.0 - out**2,),
    ),
    Way("exponentials", compose=lambda a: ((a * 2.0).exp() - 1.0) / ((a * 2.0).exp() + 1.0)),
    Way(
        "two exponentials",
        compose=lambda a: (a.exp() - (a * -1.0).exp()) / (a.exp() + (a * -1.0).exp()),
    ),
    Way("sigmoid", compose=lambda a: 2.0 / ((a * -2.0).exp() + 1.0) - 1.0),
)
SIGMOID_WAYS = (
    Way(
        "fused",
        forward=lambda a: 1.0 / (1.0 + math.exp(-a)),
        derivatives=lambda out, a: (out * (1.0 - out),),
    ),
    Way("exponential", compose=lambda a: 1.0 / ((a * -1.0).exp() + 1.0)),
)
LOG_WAYS = (Way("direct", forward=math.log, derivatives=lambda out, a: (1.0 / a,)),)
RELU_WAYS = (
    Way("direct", forward=lambda a: max(a, 0.0), derivatives=lambda out, a: (float(a > 0),)),
)
NEG_WAYS = (
    Way("direct", forward=lambda a: -a, derivatives=lambda out, a: (-1.0,)),
    Way("product", compose=lambda a: a * -1.0),
)


def of_ordinary_size(a: float) -> bool:
    """Say whether exp(a) is of ordinary size."""
    return abs(a) < MAX_LOGARITHM


TABLE = (
    Operator("add", 2, "{0} + {1}", "__add__", ways=ADD_WAYS),
    Operator("sub", 2, "{0} - {1}", "__sub__", ways=SUB_WAYS),
    Operator("mul", 2, "{0} * {1}", "__mul__", ways=MUL_WAYS),
    Operator(
        "truediv",
        2,
        "{0} / {1}",
        "__truediv__",
        domain=lambda a, b: abs(b) > 0.05,
        ways=DIV_WAYS,
    ),
    Operator("pow", 2, "{0} ** {1}", "__pow__", domain=power_domain, ways=POW_WAYS),
    Operator("neg", 1, "-{0}", "__neg__", ways=NEG_WAYS),
    Operator(
        "exp", 1, "{0}.exp()", "exp", domain=of_ordinary_size, torch="exp", mpmath="exp",
        ways=EXP_WAYS,
    ),
    Operator(
        "log", 1, "{0}.log()", "log", domain=lambda a: a > 0.05, torch="log", mpmath="log",
        ways=LOG_WAYS,
    ),
    Operator(
        "tanh", 1, "{0}.tanh()", "tanh", domain=of_ordinary_size, torch="tanh", mpmath="tanh",
        ways=TANH_WAYS,
    ),
    Operator(
        "sigmoid", 1, "{0}.sigmoid()", "sigmoid", domain=of_ordinary_size, torch="sigmoid",
        mpmath="sigmoid", ways=SIGMOID_WAYS,
    ),
    Operator(
        "relu", 1, "{0}.relu()", "relu", torch="relu", mpmath="relu", kinks=(0.0,),
        ways=RELU_WAYS,
    ),
)  # fmt: skip

OPERATORS: dict[str, Operator] = {operator.name: operator for operator in TABLE}
