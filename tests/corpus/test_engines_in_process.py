"""The corpus itself: its right engines are right, and each planted fault changes a result.

Runs in this process, without the grader, so that a failure here points at the corpus.
"""

import ast
import importlib.abc
import importlib.util
import math
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
import torch

from autograder.registry import OPERATORS
from tests.corpus.faults import (
    FAULTS,
    WAYS,
    Fault,
    accepted_ways,
    engine_names,
    engine_source,
    plant,
)

Expression = Callable[..., Any]

RIGHT = [(name, engine_source(name)) for name in engine_names()] + accepted_ways()
EVERY_RIGHT_ENGINE = pytest.mark.parametrize(
    ("name", "source"), RIGHT, ids=[name for name, _ in RIGHT]
)


def square(node: Any) -> Any:
    """Return the node times itself."""
    return node * node


def diamond(node: Any) -> Any:
    """Return an expression that uses the node and two results of it again."""
    wave = node.tanh()
    return (wave.exp() + wave) * (wave * node)


# (expression, values of its leaves). Every operator alone and with something used again.
EXPRESSIONS: tuple[tuple[Expression, tuple[float, ...]], ...] = (
    (lambda a: 3 + a, (0.5,)),
    (lambda a: (3 + a) * a, (0.5,)),
    (lambda a: 0.5 * a, (0.5,)),
    (lambda a, b: (2 * a + a) * b, (0.5, 0.75)),
    (lambda a: -a, (1.25,)),
    (lambda a: -a * a, (1.25,)),
    (lambda a: (-a) * 2.0 + a, (1.25,)),
    (lambda a, b: a - b, (1.5, 0.25)),
    (lambda a, b: (a - b) * a * b, (1.5, 0.25)),
    (lambda a: a - a, (1.5,)),
    (lambda a: a - 2, (1.5,)),
    (lambda a: 10 - a, (4.0,)),
    (lambda a: (10 - a) * a, (4.0,)),
    (lambda a, b: a / b, (6.0, 4.0)),
    (lambda a, b: (a / b) * a * b, (1.5, -0.5)),
    (lambda a: a / a, (1.5,)),
    (lambda a: a / 4, (1.5,)),
    (lambda a: 8 / a, (4.0,)),
    (lambda a: (2.5 / a) * a, (-1.5,)),
    (lambda a: a**2, (3.0,)),
    (lambda a: a**3 * a, (-2.0,)),
    (lambda a: a**0 + a, (2.0,)),
    (lambda a: a**-0.5, (2.25,)),
    (lambda a: a**-2 * a, (-1.5,)),
    (lambda a: a.exp(), (1.0,)),
    (lambda a: a.exp() * a + a.exp(), (0.75,)),
    (lambda a: a.tanh() * a, (0.5,)),
    (lambda a, b: (a + b) * a * b, (0.5, -0.25)),
    (lambda a, b: b * (a * b), (0.5, -0.25)),
    (lambda a, b: (a * b) * a, (0.5, -0.25)),
    # An operand that is a result itself, and a result that is used twice.
    (lambda a, b: 3 + a * b, (0.5, -0.25)),
    (lambda a, b: 3 - a * b, (0.5, -0.25)),
    (lambda a, b: a * b - (a + b), (0.5, -0.25)),
    (lambda a, b: -(a * b) / (a + b), (0.5, -0.25)),
    (lambda a, b: square(a * b).exp(), (0.5, -0.25)),
    (lambda a, b: square((a * b).exp() * (a * b)), (0.5, -0.25)),
    (lambda a: diamond(2 * a), (0.5,)),
    (lambda a, b: (a + 1) * (b + 1).exp() + (a + b) * (a + b), (0.5, -0.25)),
)
# A Value as exponent may be refused; what is not refused must be right.
VALUE_EXPONENTS: tuple[tuple[Expression, tuple[float, ...]], ...] = (
    (lambda a, b: a**b, (1.75, 2.5)),
    (lambda a, b: a**b * a * b, (1.75, -0.5)),
)
REFUSALS = (TypeError, ValueError, AssertionError, NotImplementedError)


class SourceText(importlib.abc.InspectLoader):
    """Load a module from text, so that a faulty engine needs no file."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get_source(self, fullname: str) -> str:
        return self.text


def load(name: str, source: str) -> ModuleType:
    """Return the module that the source makes."""
    spec = importlib.util.spec_from_loader(f"engine_{name}", SourceText(source))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # A dataclass looks up its module there while it is made.
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[spec.name]
    return module


def evaluate(value_class: type, expression: Expression, numbers: tuple[float, ...]) -> list[float]:
    """Return the expression's value, its leaves' gradients and their data afterwards."""
    leaves = [value_class(number) for number in numbers]
    output = expression(*leaves)
    data = output.data
    output.backward()
    return [data, *(leaf.grad for leaf in leaves), *(leaf.data for leaf in leaves)]


def evaluate_torch(expression: Expression, numbers: tuple[float, ...]) -> list[float]:
    """Return the same from PyTorch."""
    leaves = [torch.tensor(n, dtype=torch.float64, requires_grad=True) for n in numbers]
    output = expression(*leaves)
    output.backward()
    gradients = [0.0 if leaf.grad is None else leaf.grad.item() for leaf in leaves]
    return [output.item(), *gradients, *numbers]


EXPECTED = [evaluate_torch(*case) for case in EXPRESSIONS]
EXPECTED_POWERS = [evaluate_torch(*case) for case in VALUE_EXPONENTS]


def agrees(observed: list[float], expected: list[float]) -> bool:
    return observed == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_there_are_engines_and_faults_to_test() -> None:
    assert len(engine_names()) >= 12
    assert len(FAULTS) >= 100


@EVERY_RIGHT_ENGINE
def test_a_right_engine_agrees_with_pytorch(name: str, source: str) -> None:
    value_class = load(name, source).Value
    for (expression, numbers), expected in zip(EXPRESSIONS, EXPECTED, strict=True):
        assert agrees(evaluate(value_class, expression, numbers), expected)


@EVERY_RIGHT_ENGINE
def test_a_right_engine_refuses_a_value_exponent_or_differentiates_it(
    name: str, source: str
) -> None:
    value_class = load(name, source).Value
    for (expression, numbers), expected in zip(VALUE_EXPONENTS, EXPECTED_POWERS, strict=True):
        try:
            observed = evaluate(value_class, expression, numbers)
        except REFUSALS:
            continue
        assert agrees(observed, expected)


@EVERY_RIGHT_ENGINE
def test_a_right_engine_gives_the_gradients_of_the_lectures_neuron(name: str, source: str) -> None:
    value = load(name, source).Value
    x1, x2, w1, w2, b = (value(n) for n in (2.0, 0.0, -3.0, 1.0, 6.8813735870195432))
    n = x1 * w1 + x2 * w2 + b
    o = n.tanh()
    o.backward()
    observed = [node.grad for node in (n, x1, w1, x2, w2, b)]
    assert n.data == pytest.approx(0.8813735870195432, abs=1e-14)
    assert o.data == pytest.approx(0.7071067811865477, abs=1e-14)
    assert observed == pytest.approx([0.5, -1.5, 1.0, 0.5, 0.0, 0.5], abs=1e-14)


@EVERY_RIGHT_ENGINE
def test_a_right_engine_gives_gradients_derived_by_hand(name: str, source: str) -> None:
    value = load(name, source).Value
    # f = d * e with d = a * b and e = a + b: df/da = b * e + d, df/db = a * e + d.
    assert agrees(
        evaluate(value, lambda a, b: (a * b) * (a + b), (-2.0, 3.0)), [-6.0, -3.0, -8.0, -2.0, 3.0]
    )
    # (2 - a) / a = 2 / a - 1, so the derivative is -2 / a^2.
    assert agrees(evaluate(value, lambda a: (2 - a) / a, (4.0,)), [-0.5, -0.125, 4.0])
    # exp(a) + a at 1.
    assert agrees(evaluate(value, lambda a: a.exp() + a, (1.0,)), [math.e + 1, math.e + 1, 1.0])
    # True counts as 1.
    assert agrees(evaluate(value, lambda a: True + a * True - True, (2.5,)), [2.5, 1.0, 2.5])


def test_no_two_engines_are_equal_after_renaming() -> None:
    shapes = [shape(engine_source(name)) for name in engine_names()]
    assert len(set(shapes)) == len(shapes)


def shape(source: str) -> str:
    """Return the kinds of the nodes of the syntax tree, without any name or text in it."""
    return " ".join(type(node).__name__ for node in ast.walk(ast.parse(source)))


def test_every_accepted_way_of_the_registry_has_an_engine() -> None:
    graded = ("sub", "truediv", "pow", "exp", "neg", "tanh")
    expected = {(name, way.name) for name in graded for way in OPERATORS[name].ways}
    assert expected - WAYS.keys() == set()


def test_fault_names_are_unique() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names)


def test_a_fault_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="occurs 0 times"):
        plant(Fault("nowhere", "composed", "exp", "no such text", ""))
    with pytest.raises(ValueError, match=r"occurs \d+ times"):
        plant(Fault("everywhere", "composed", "exp", "return out", ""))


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_changes_a_result(fault: Fault) -> None:
    value_class = load(fault.engine, plant(fault)).Value
    cases = list(zip(EXPRESSIONS, EXPECTED, strict=True))
    if fault.task == "pow":
        cases += zip(VALUE_EXPONENTS, EXPECTED_POWERS, strict=True)
    assert any(is_wrong(value_class, *case, expected) for case, expected in cases)


def is_wrong(
    value_class: type, expression: Expression, numbers: tuple[float, ...], expected: list[float]
) -> bool:
    """Say whether the engine gives something else, or stops (a refused exponent is right)."""
    try:
        return not agrees(evaluate(value_class, expression, numbers), expected)
    except REFUSALS:
        return expected not in EXPECTED_POWERS
    except (AttributeError, RecursionError):
        return True
