"""Faults to plant in the right engines of `engines/`, and the accepted ways of writing operators.

Used by the tests of this folder. A fault is one exact change of one engine's source. It names the
task that must fail because of it: the task of the method that has the fault, or `engine` when the
fault is in code that the exercise gives.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

ENGINES = Path(__file__).parent / "engines"


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of one engine: `find` occurs exactly once in it and becomes `replace`.

    The `id` is unique within its engine.
    """

    id: str
    engine: str
    task: str
    find: str
    replace: str

    @property
    def name(self) -> str:
        """The fault and its engine, unique among all faults."""
        return f"{self.engine}-{self.id}"


def engine_names() -> list[str]:
    """Return the names of the right engines."""
    return sorted(path.stem for path in ENGINES.glob("*.py"))


def engine_source(name: str) -> str:
    """Return the source of a right engine."""
    return (ENGINES / f"{name}.py").read_text(encoding="utf-8")


def plant(fault: Fault) -> str:
    """Return the engine's source with the fault in it. Raises ValueError if it does not fit."""
    source = engine_source(fault.engine)
    count = source.count(fault.find)
    if count != 1:
        raise ValueError(f"{fault.name}: {fault.find!r} occurs {count} times, not once")
    if fault.find == fault.replace:
        raise ValueError(f"{fault.name} changes nothing")
    return source.replace(fault.find, fault.replace)


def overwrites(id: str, engine: str, task: str, line: str) -> Fault:
    """Return the fault that `=` stands for `+=` (or `= -` for `-=`) in a backward rule's line."""
    if " -= " in line:
        target, _, term = line.partition(" -= ")
        return Fault(id, engine, task, line, f"{target} = -({term})")
    return Fault(id, engine, task, line, line.replace(" += ", " = "))


# `=` for `+=`, one site at a time: (id, task, line of the backward rule). A constant on the other
# side of a reflected method is no node that anybody can look at, so it has no site.
COMPOSED_SITES = (
    ("add-left", "engine", "self.grad += out.grad\n            other"),
    ("add-right", "engine", "other.grad += out.grad"),
    ("mul-left", "engine", "self.grad += other.data * out.grad"),
    ("mul-right", "engine", "other.grad += self.data * out.grad"),
    ("tanh", "engine", "self.grad += (1 - out.data**2) * out.grad"),
    ("pow", "pow", "self.grad += exponent * self.data ** (exponent - 1) * out.grad"),
    ("exp", "exp", "self.grad += out.data * out.grad"),
)
OWN_RULES_SITES = (
    ("add-left", "engine", "self.grad += total.grad"),
    ("add-right", "engine", "other.grad += total.grad"),
    ("mul-left", "engine", "self.grad += other.data * product.grad"),
    ("mul-right", "engine", "other.grad += self.data * product.grad"),
    ("tanh", "engine", "self.grad += (1.0 - squashed.data**2) * squashed.grad"),
    ("radd", "radd", "self.grad += raised.grad"),
    ("rmul", "rmul", "self.grad += other * scaled.grad"),
    ("neg", "neg", "self.grad += -opposite.grad"),
    ("sub-left", "sub", "self.grad += difference.grad"),
    ("sub-right", "sub", "other.grad += -difference.grad"),
    ("rsub", "rsub", "self.grad += -remainder.grad"),
    ("truediv-left", "truediv", "self.grad += quotient.grad / other.data"),
    ("truediv-right", "truediv", "other.grad += -self.data / other.data**2 * quotient.grad"),
    ("rtruediv", "rtruediv", "self.grad += -other / self.data**2 * share.grad"),
    ("pow", "pow", "self.grad += exponent * self.data ** (exponent - 1) * power.grad"),
    ("exp", "exp", "self.grad += growth.data * growth.grad"),
)
# The reflected methods of the next two engines use the rules of the plain ones.
CLASS_PER_OPERATOR_SITES = (
    ("add-left", "engine", "augend.grad += self.grad"),
    ("add-right", "engine", "addend.grad += self.grad"),
    ("mul-left", "engine", "multiplier.grad += multiplicand.data * self.grad"),
    ("mul-right", "engine", "multiplicand.grad += multiplier.data * self.grad"),
    ("tanh", "engine", "argument.grad += (1.0 - self.data * self.data) * self.grad"),
    ("neg", "neg", " operand.grad -= self.grad"),
    ("sub-left", "sub", "minuend.grad += self.grad"),
    ("sub-right", "sub", "subtrahend.grad -= self.grad"),
    ("truediv-left", "truediv", "dividend.grad += self.grad / divisor.data"),
    ("truediv-right", "truediv", "divisor.grad -= self.data / divisor.data * self.grad"),
    (
        "pow-base",
        "pow",
        "base.grad += exponent.data * base.data ** (exponent.data - 1) * self.grad",
    ),
    ("pow-exponent", "pow", "exponent.grad += self.data * math.log(base.data) * self.grad"),
    ("exp", "exp", "power.grad += self.data * self.grad"),
)
SET_RECURSIVE_SITES = (
    ("add-left", "engine", "a.grad += 1.0 * c.grad"),
    ("add-right", "engine", "b.grad += 1.0 * c.grad"),
    ("mul-left", "engine", "u.grad += v.data * w.grad"),
    ("mul-right", "engine", "v.grad += u.data * w.grad"),
    ("tanh", "engine", "self.grad += (1 - t * t) * bent.grad"),
    ("neg", "neg", "self.grad += minus.grad * -1.0"),
    ("sub-left", "sub", "left.grad += gap.grad"),
    ("sub-right", "sub", "right.grad += -1.0 * gap.grad"),
    ("truediv-left", "truediv", "top.grad += 1.0 / bottom.data * ratio.grad"),
    (
        "truediv-right",
        "truediv",
        "bottom.grad += -top.data / (bottom.data * bottom.data) * ratio.grad",
    ),
    ("pow-base", "pow", "base.grad += index.data * base.data ** (index.data - 1) * power.grad"),
    ("pow-exponent", "pow", "index.grad += log(base.data) * power.data * power.grad"),
    ("exp", "exp", "self.grad += result.data * result.grad"),
)
SITES = {
    "composed": COMPOSED_SITES,
    "own_rules": OWN_RULES_SITES,
    "class_per_operator": CLASS_PER_OPERATOR_SITES,
    "set_recursive": SET_RECURSIVE_SITES,
}
OVERWRITES = tuple(
    overwrites(f"{site}-overwrites", engine, task, line)
    for engine, sites in SITES.items()
    for site, task, line in sites
)

REFLECTED = (
    # Swapped operands.
    Fault("rsub-swapped", "composed", "rsub", "other + (-self)", "self + (-other)"),
    Fault("rtruediv-swapped", "composed", "rtruediv", "other * self**-1", "self * other**-1"),
    Fault(
        "rsub-swapped", "own_rules", "rsub", "Value(other - self.data", "Value(self.data - other"
    ),
    Fault(
        "rsub-swapped-with-its-gradient",
        "own_rules",
        "rsub",
        'remainder = Value(other - self.data, (self,), "r-")',
        "return self - other\n        remainder = None",
    ),
    Fault("rtruediv-swapped", "own_rules", "rtruediv", "other / self.data,", "self.data / other,"),
    Fault(
        "rsub-swapped",
        "class_per_operator",
        "rsub",
        "Sub(as_value(other), self)",
        "Sub(self, as_value(other))",
    ),
    Fault(
        "rtruediv-swapped",
        "class_per_operator",
        "rtruediv",
        "Div(as_value(other), self)",
        "Div(self, as_value(other))",
    ),
    Fault(
        "rsub-swapped", "set_recursive", "rsub", "to_node(other) - self", "self - to_node(other)"
    ),
    Fault(
        "rtruediv-swapped",
        "set_recursive",
        "rtruediv",
        "to_node(other) / self",
        "self / to_node(other)",
    ),
    Fault(
        "rsub-is-sub",
        "set_recursive",
        "rsub",
        "def __rsub__(self, other):\n        return to_node(other) - self",
        "__rsub__ = __sub__",
    ),
    # A reflected method that is not there, since its name is spelt otherwise or was left out.
    *(
        Fault(f"{task}-missing", engine, task, f"def __{task}__(", f"def _{task}_(")
        for engine in ("composed", "own_rules", "class_per_operator")
        for task in ("radd", "rmul", "rsub", "rtruediv")
    ),
    Fault("radd-missing", "set_recursive", "radd", "    __radd__ = __add__\n\n", ""),
    Fault("rmul-missing", "set_recursive", "rmul", "    __rmul__ = __mul__\n\n", ""),
    Fault("rsub-missing", "set_recursive", "rsub", "def __rsub__(", "def rsub("),
    Fault("rtruediv-missing", "set_recursive", "rtruediv", "def __rtruediv__(", "def rtruediv("),
    # Other slips in them.
    Fault("radd-recurses", "composed", "radd", "return self + other\n", "return other + self\n"),
    Fault("rmul-recurses", "composed", "rmul", "return self * other\n", "return other * self\n"),
    Fault(
        "rmul-returns-float",
        "composed",
        "rmul",
        "return self * other\n",
        "return self.data * other\n",
    ),
    Fault("rsub-recurses", "set_recursive", "rsub", "to_node(other) - self", "other - self"),
    Fault(
        "rtruediv-drops-number",
        "composed",
        "rtruediv",
        "return other * self**-1",
        "return self**-1",
    ),
    Fault("radd-ignores-number", "own_rules", "radd", "Value(other + self.data", "Value(self.data"),
    Fault(
        "radd-unconnected",
        "own_rules",
        "radd",
        'raised = Value(other + self.data, (self,), "r+")',
        'raised = Value(other + self.data, (), "r+")',
    ),
    Fault("rmul-factor-missing", "own_rules", "rmul", "other * scaled.grad", "scaled.grad"),
    Fault("rmul-upstream-missing", "own_rules", "rmul", "other * scaled.grad", "other"),
    Fault(
        "rsub-sign",
        "own_rules",
        "rsub",
        "self.grad += -remainder.grad",
        "self.grad += remainder.grad",
    ),
    Fault(
        "rtruediv-sign",
        "own_rules",
        "rtruediv",
        "-other / self.data**2 *",
        "other / self.data**2 *",
    ),
    Fault(
        "rtruediv-square",
        "own_rules",
        "rtruediv",
        "-other / self.data**2 *",
        "-other / self.data *",
    ),
)

POWERS = (
    Fault("pow-factor-missing", "composed", "pow", "+= exponent * self", "+= self"),
    Fault("pow-exponent-not-lowered", "composed", "pow", "** (exponent - 1)", "**exponent"),
    Fault("pow-base-missing", "composed", "pow", "* self.data ** (exponent - 1) *", "*"),
    Fault("pow-upstream-missing", "composed", "pow", "(exponent - 1) * out.grad", "(exponent - 1)"),
    Fault("pow-brackets-missing", "composed", "pow", "** (exponent - 1) *", "** exponent - 1 *"),
    Fault("pow-whole-only", "composed", "pow", "self.data**exponent,", "self.data**int(exponent),"),
    Fault(
        "pow-value-exponent-zero-gradient",
        "composed",
        "pow",
        'raise TypeError("the exponent of ** is a plain number, not a Value")',
        "exponent = exponent.data",
    ),
    Fault("pow-factor-missing", "own_rules", "pow", "+= exponent * self", "+= self"),
    Fault("pow-exponent-not-lowered", "own_rules", "pow", "** (exponent - 1)", "**exponent"),
    Fault("pow-refuses-fractions", "own_rules", "pow", "exponent, int | float)", "exponent, int)"),
    Fault(
        "pow-absolute-base", "own_rules", "pow", "Value(self.data**exp", "Value(abs(self.data)**exp"
    ),
    Fault("pow-factor-missing", "class_per_operator", "pow", "+= exponent.data * base", "+= base"),
    Fault(
        "pow-exponent-not-lowered",
        "class_per_operator",
        "pow",
        "** (exponent.data - 1)",
        "** exponent.data",
    ),
    Fault(
        "pow-through-logarithm",
        "class_per_operator",
        "pow",
        "super().__init__(base.data**exponent.data,",
        "super().__init__(math.exp(exponent.data * math.log(base.data)),",
    ),
    Fault(
        "pow-value-exponent-without-logarithm",
        "class_per_operator",
        "pow",
        "self.data * math.log(base.data)",
        "self.data",
    ),
    Fault("pow-factor-missing", "set_recursive", "pow", "+= index.data * base", "+= base"),
    Fault(
        "pow-exponent-not-lowered", "set_recursive", "pow", "** (index.data - 1)", "** index.data"
    ),
    Fault(
        "pow-logarithm-of-exponent",
        "set_recursive",
        "pow",
        "log(base.data)",
        "log(abs(index.data))",
    ),
    Fault(
        "pow-reuse-of-the-result-unscaled",
        "direct_division",
        "pow",
        "g * n * out / self.data",
        "g * n * out",
    ),
)

MINUS_AND_DIVISION = (
    Fault("neg-returns-float", "composed", "neg", "return self * -1", "return self.data * -1"),
    Fault("neg-unconnected", "composed", "neg", "return self * -1", "return Value(-self.data)"),
    Fault(
        "neg-mutates", "composed", "neg", "return self * -1", "self.data = -self.data; return self"
    ),
    Fault("neg-sign", "own_rules", "neg", "+= -opposite.grad", "+= opposite.grad"),
    Fault("neg-no-rule", "own_rules", "neg", "        opposite._backward = neg_rule\n", ""),
    Fault("neg-upstream-missing", "set_recursive", "neg", "minus.grad * -1.0", "-1.0"),
    Fault(
        "neg-uses-input",
        "class_per_operator",
        "neg",
        " operand.grad -= self.grad",
        " operand.grad -= operand.data * self.grad",
    ),
    Fault(
        "sub-mutates",
        "composed",
        "sub",
        "return self + (-other)",
        "self.data -= other.data; return self",
    ),
    Fault("sub-refuses-numbers", "composed", "sub", "+ (-other)", "+ Value(-1) * other.data"),
    Fault("sub-swapped", "composed", "sub", "return self + (-other)", "return other + (-self)"),
    Fault("sub-sign", "own_rules", "sub", "+= -difference.grad", "+= difference.grad"),
    Fault(
        "sub-right-unconnected",
        "own_rules",
        "sub",
        '- other.data, (self, other), "-")',
        '- other.data, (self,), "-")',
    ),
    Fault("sub-right-missing", "own_rules", "sub", "other.grad += -difference.grad", "pass"),
    Fault(
        "sub-upstream-missing",
        "class_per_operator",
        "sub",
        "subtrahend.grad -= self.grad",
        "subtrahend.grad -= 1.0",
    ),
    Fault("sub-uses-operand", "set_recursive", "sub", "-1.0 * gap.grad", "-right.data * gap.grad"),
    Fault(
        "sub-numbers-refused",
        "class_per_operator",
        "sub",
        "Sub(self, as_value(other))",
        "Sub(self, other)",
    ),
    Fault(
        "truediv-returns-float",
        "composed",
        "truediv",
        "return self * other**-1",
        "return self.data / other.data",
    ),
    Fault(
        "truediv-whole",
        "own_rules",
        "truediv",
        "self.data / other.data, ",
        "self.data // other.data, ",
    ),
    Fault(
        "truediv-sign",
        "own_rules",
        "truediv",
        "+= -self.data / other.data**2",
        "+= self.data / other.data**2",
    ),
    Fault(
        "truediv-square",
        "own_rules",
        "truediv",
        "-self.data / other.data**2",
        "-self.data / other.data",
    ),
    Fault(
        "truediv-right-missing",
        "class_per_operator",
        "truediv",
        "divisor.grad -= self.data / divisor.data * self.grad",
        "pass",
    ),
    Fault(
        "truediv-square", "set_recursive", "truediv", "(bottom.data * bottom.data)", "bottom.data"
    ),
    Fault(
        "truediv-swapped",
        "set_recursive",
        "truediv",
        "top.data / bottom.data, [",
        "bottom.data / top.data, [",
    ),
    Fault(
        "truediv-as-product",
        "mixed_base_class",
        "truediv",
        "_coerce(other) ** -1.0",
        "_coerce(other)",
    ),
    Fault("truediv-sign", "direct_division", "truediv", "-= g * self.data", "+= g * self.data"),
    Fault(
        "truediv-inverse-not-squared", "derivative_table", "truediv", "-result * inverse", "-result"
    ),
)

EXPONENTIALS = (
    Fault("exp-uses-input", "composed", "exp", "+= out.data * out.grad", "+= self.data * out.grad"),
    Fault("exp-upstream-missing", "composed", "exp", "+= out.data * out.grad", "+= out.data"),
    Fault(
        "exp-as-power",
        "composed",
        "exp",
        "+= out.data * out.grad",
        "+= self.data * out.data * out.grad",
    ),
    Fault("exp-no-rule", "own_rules", "exp", "        growth._backward = exp_rule\n", ""),
    Fault(
        "exp-unconnected",
        "own_rules",
        "exp",
        'Value(math.exp(self.data), (self,), "exp")',
        "Value(math.exp(self.data))",
    ),
    Fault("exp-returns-float", "own_rules", "exp", "return growth", "return growth.data"),
    Fault(
        "exp-derivative-of-tanh",
        "class_per_operator",
        "exp",
        "+= self.data * self.grad",
        "+= (1 - self.data**2) * self.grad",
    ),
    Fault("exp-base-two", "class_per_operator", "exp", "math.exp(power.data)", "2**power.data"),
    Fault(
        "exp-rounded-e", "set_recursive", "exp", "Value(e**self.data", "Value(2.71828**self.data"
    ),
    Fault(
        "exp-mutates",
        "set_recursive",
        "exp",
        '[self], "exp")',
        '[self], "exp")\n        self.data = result.data',
    ),
    Fault(
        "exp-constant-derivative", "derivative_table", "exp", "[(self, result)]", "[(self, 1.0)]"
    ),
    Fault("exp-upstream-missing", "tape", "exp", "lambda g: (g * result,)", "lambda g: (result,)"),
)

GIVEN_CODE = (
    Fault("backward-from-the-leaves", "composed", "engine", "reversed(order)", "order"),
    Fault("backward-no-seed", "composed", "engine", "self.grad = 1.0\n", "pass\n"),
    Fault("tanh-derivative", "composed", "engine", "(1 - out.data**2)", "(1 - out.data)"),
    Fault(
        "mul-derivatives-swapped",
        "own_rules",
        "engine",
        "+= self.data * product.grad",
        "+= other.data * product.grad",
    ),
    Fault(
        "add-numbers-refused",
        "own_rules",
        "engine",
        "other = other if isinstance(other, Value) else Value(other)\n        total",
        "total",
    ),
    Fault(
        "order-before-operands",
        "set_recursive",
        "engine",
        "            for operand in node.operands:\n                visit(operand)\n"
        "            order.append(node)",
        "            order.append(node)\n"
        "            for operand in node.operands:\n                visit(operand)",
    ),
    Fault("nodes-visited-again", "set_recursive", "engine", "seen.add(node)", "pass"),
    Fault(
        "one-consumer-is-enough", "consumer_counting", "engine", "if operand.owed == 0:", "if True:"
    ),
    Fault(
        "oldest-first",
        "creation_order",
        "engine",
        "(queue, (-operand._number",
        "(queue, (operand._number",
    ),
    Fault(
        "paths-overwrite", "forward_accumulation", "engine", "total.get(node, 0.0) + local", "local"
    ),
)

FAULTS = OVERWRITES + REFLECTED + POWERS + MINUS_AND_DIVISION + EXPONENTIALS + GIVEN_CODE

# Accepted ways of writing an operator: (method, way in the registry) → the method's source. The
# names of the ways are those of `autograder/registry/operators.py`; a test fails for one left out.
UNARY_NODE = """
    def {method}(self):
        out = Value({forward}, (self,), "{method}")

        def _backward():
            self.grad += {derivative} * out.grad

        out._backward = _backward
        return out
"""
BINARY_NODE = """
    def {method}(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value({forward}, (self, other), "{method}")

        def _backward():
            self.grad += {left} * out.grad
            other.grad += {right} * out.grad

        out._backward = _backward
        return out
"""
POWER_NODE = """
    def __pow__(self, other):
        if isinstance(other, Value):
            raise TypeError("a Value cannot be an exponent")
        out = Value({forward}, (self,), "**")

        def _backward():
            self.grad += {derivative} * out.grad

        out._backward = _backward
        return out
"""


def unary(method: str, forward: str, derivative: str) -> str:
    """Return a method that makes one node from one operand."""
    return UNARY_NODE.format(method=method, forward=forward, derivative=derivative)


def binary(method: str, forward: str, left: str, right: str) -> str:
    """Return a method that makes one node from two operands."""
    return BINARY_NODE.format(method=method, forward=forward, left=left, right=right)


def power(forward: str, derivative: str) -> str:
    """Return a `__pow__` that makes one node from its base."""
    return POWER_NODE.format(forward=forward, derivative=derivative)


def composed(method: str, *lines: str) -> str:
    """Return a method with these lines as its body."""
    parameters = "self" if method in ("__neg__", "exp", "tanh") else "self, other"
    body = "".join(f"        {line}\n" for line in lines)
    return f"\n    def {method}({parameters}):\n{body}"


WRAP = "other = other if isinstance(other, Value) else Value(other)"

WAYS: dict[tuple[str, str], str] = {
    ("sub", "direct"): binary("__sub__", "self.data - other.data", "1.0", "-1.0"),
    ("sub", "negated"): composed("__sub__", "return self + (-1) * other"),
    ("truediv", "direct"): binary(
        "__truediv__",
        "self.data / other.data",
        "(1 / other.data)",
        "(-self.data / (other.data * other.data))",
    ),
    ("truediv", "result reused"): binary(
        "__truediv__", "self.data / other.data", "1 / other.data", "-out.data / other.data"
    ),
    ("truediv", "power"): composed("__truediv__", WRAP, "return self * other ** -1"),
    ("pow", "power rule"): power("self.data**other", "other * self.data ** (other - 1)"),
    ("pow", "result reused"): power("pow(self.data, other)", "(other * out.data / self.data)"),
    ("exp", "result reused"): unary("exp", "math.exp(self.data)", "out.data"),
    ("exp", "power of e"): unary("exp", "math.e**self.data", "math.e**self.data"),
    ("neg", "direct"): unary("__neg__", "-self.data", "-1"),
    ("neg", "product"): composed("__neg__", "return self * -1.0"),
    ("tanh", "fused"): unary("tanh", "math.tanh(self.data)", "(1 - out.data * out.data)"),
    ("tanh", "exponential in the rule"): unary(
        "tanh",
        "(math.exp(2 * self.data) - 1) / (math.exp(2 * self.data) + 1)",
        "(1 - out.data**2)",
    ),
    ("tanh", "exponentials"): composed("tanh", "e = (2 * self).exp()", "return (e - 1) / (e + 1)"),
    ("tanh", "two exponentials"): composed(
        "tanh", "up, down = self.exp(), (-self).exp()", "return (up - down) / (up + down)"
    ),
    ("tanh", "sigmoid"): composed("tanh", "return 2 / (1 + (-2 * self).exp()) - 1"),
    # Beyond the registry: the same formulas by another route.
    ("exp", "constant base"): unary("exp", "pow(math.e, self.data)", "math.exp(self.data)"),
    ("neg", "from zero"): composed("__neg__", "return Value(0) + self * -1"),
    ("pow", "whole and other exponents"): power(
        "self.data**other", "(0.0 if other == 0 else other * self.data ** (other - 1))"
    ),
    ("truediv", "number apart"): composed(
        "__truediv__",
        "if isinstance(other, (int, float)):",
        "    return self * (1 / other)",
        "return self * other**-1",
    ),
    ("radd", "alias"): "\n    __radd__ = __add__\n",
    ("rmul", "alias"): "\n    __rmul__ = __mul__\n",
    ("rsub", "through neg"): composed("__rsub__", "return -(self - other)"),
    ("rsub", "wrapped"): composed("__rsub__", "return Value(other) - self"),
    ("rtruediv", "wrapped"): composed("__rtruediv__", "return Value(other) / self"),
    ("rtruediv", "power first"): composed("__rtruediv__", "return (self**-1) * other"),
}


def accepted_ways() -> list[tuple[str, str]]:
    """Return (id, source) of right engines, one for each accepted way of writing an operator."""
    return [
        (f"{operator}-{way.replace(' ', '-')}", rewrite_method(engine_source("composed"), text))
        for (operator, way), text in WAYS.items()
    ]


def rewrite_method(source: str, text: str) -> str:
    """Return the source with the method that `text` defines put in the place of the old one.

    It goes to the end of the class, where an alias finds what it names.
    """
    [wrapper] = ast.parse(f"class _:{text}").body
    assert isinstance(wrapper, ast.ClassDef)
    [defined] = wrapper.body
    if isinstance(defined, ast.FunctionDef):
        name = defined.name
    else:
        assert isinstance(defined, ast.Assign)
        name = ast.unparse(defined.targets[0])
    lines = source.splitlines(keepends=True)
    [class_node] = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    [method] = [
        node for node in class_node.body if isinstance(node, ast.FunctionDef) and node.name == name
    ]
    assert class_node.end_lineno == len(lines), "the class ends the file"
    del lines[method.lineno - 1 : method.end_lineno]
    return "".join(lines).rstrip() + "\n" + text
