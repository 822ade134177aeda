"""The reference engine and PyTorch (float64) agree on every operator and on random graphs.

A planted fault in an operator's derivative, 0.05 % large, must be told from agreement.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine_reference import (
    MLP,
    OPERATORS,
    RELU,
    TANH,
    Value,
    apply,
    constant_power,
    negative_log_likelihood,
    nodes,
    softmax,
    train,
)

RELATIVE_TOLERANCE = 1e-9
# Both sides lose what cancels in 1 - out * out; 1e-12 is some 10,000 roundings of 1.
ABSOLUTE_TOLERANCE = 1e-12

MODERATE = st.floats(-8, 8)
ABOVE_ZERO = st.floats(0.01, 8)
AWAY_FROM_ZERO = st.one_of(ABOVE_ZERO, ABOVE_ZERO.map(lambda x: -x))


@dataclass(frozen=True)
class Case:
    """Hold one form: how we write it, how PyTorch does, and where its operands may lie."""

    ours: Callable[..., Value]
    torch: Callable[..., torch.Tensor]
    domains: Sequence[st.SearchStrategy[float]]


CASES = {
    "add": Case(lambda a, b: a + b, lambda a, b: a + b, [MODERATE, MODERATE]),
    "number + a": Case(lambda a: 2.5 + a, lambda a: 2.5 + a, [MODERATE]),
    "mul": Case(lambda a, b: a * b, lambda a, b: a * b, [MODERATE, MODERATE]),
    "number * a": Case(lambda a: 2.5 * a, lambda a: 2.5 * a, [MODERATE]),
    "a + a": Case(lambda a: a + a, lambda a: a + a, [MODERATE]),
    "a * a": Case(lambda a: a * a, lambda a: a * a, [MODERATE]),
    "-a": Case(lambda a: -a, lambda a: -a, [MODERATE]),
    "a - b": Case(lambda a, b: a - b, lambda a, b: a - b, [MODERATE, MODERATE]),
    "a - number": Case(lambda a: a - 2.5, lambda a: a - 2.5, [MODERATE]),
    "number - a": Case(lambda a: 2.5 - a, lambda a: 2.5 - a, [MODERATE]),
    "a / b": Case(lambda a, b: a / b, lambda a, b: a / b, [MODERATE, AWAY_FROM_ZERO]),
    "a / number": Case(lambda a: a / 2.5, lambda a: a / 2.5, [MODERATE]),
    "number / a": Case(lambda a: 2.5 / a, lambda a: 2.5 / a, [AWAY_FROM_ZERO]),
    "a ** 0": Case(lambda a: a**0, lambda a: a**0, [MODERATE]),
    "a ** 1": Case(lambda a: a**1, lambda a: a**1, [MODERATE]),
    "a ** 2": Case(lambda a: a**2, lambda a: a**2, [MODERATE]),
    "a ** 3": Case(lambda a: a**3, lambda a: a**3, [MODERATE]),
    "a ** -2": Case(lambda a: a**-2, lambda a: a**-2, [AWAY_FROM_ZERO]),
    "a ** 0.5": Case(lambda a: a**0.5, lambda a: a**0.5, [ABOVE_ZERO]),
    "a ** -1.5": Case(lambda a: a**-1.5, lambda a: a**-1.5, [ABOVE_ZERO]),
    "power": Case(lambda a, b: a**b, lambda a, b: a**b, [ABOVE_ZERO, MODERATE]),
    "number ** a": Case(lambda a: 2.5**a, lambda a: 2.5**a, [MODERATE]),
    "a ** a": Case(lambda a: a**a, lambda a: a**a, [ABOVE_ZERO]),
    "exp": Case(Value.exp, torch.exp, [MODERATE]),
    "log": Case(Value.log, torch.log, [ABOVE_ZERO]),
    "tanh": Case(Value.tanh, torch.tanh, [st.one_of(MODERATE, st.sampled_from([1e3, -1e3]))]),
    "sigmoid": Case(
        Value.sigmoid, torch.sigmoid, [st.one_of(MODERATE, st.sampled_from([1e3, -1e3]))]
    ),
    "relu": Case(Value.relu, torch.relu, [MODERATE]),
}


def tensors(data: Sequence[float]) -> list[torch.Tensor]:
    return [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in data]


def agrees(expected: float, observed: float, scale: float = 0.0) -> bool:
    if not (math.isfinite(expected) and math.isfinite(observed)):
        return False
    limit = ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * max(abs(expected), scale)
    return abs(expected - observed) <= limit


def gradients_by_pytorch(output: torch.Tensor, leaves: Sequence[torch.Tensor]) -> list[float]:
    gradients = torch.autograd.grad(output, leaves, allow_unused=True)
    return [0.0 if gradient is None else gradient.item() for gradient in gradients]


def disagreements(case: Case, data: Sequence[float]) -> list[str]:
    ours, theirs = [Value(x) for x in data], tensors(data)
    output, their_output = case.ours(*ours), case.torch(*theirs)
    output.backward()
    expected = [their_output.item(), *gradients_by_pytorch(their_output, theirs)]
    observed = [output.data, *(x.grad for x in ours)]
    return [
        f"expected {e!r}, observed {o!r}"
        for e, o in zip(expected, observed, strict=True)
        if not agrees(e, o)
    ]


def test_every_operator_of_the_table_has_a_case() -> None:
    assert {operator.name for operator in OPERATORS} <= CASES.keys()


@pytest.mark.parametrize("name", CASES)
@settings(deadline=None, max_examples=50)
@given(draw=st.data())
def test_an_operator_agrees_in_value_and_gradients(name: str, draw: st.DataObject) -> None:
    case = CASES[name]
    data = draw.draw(st.tuples(*case.domains))
    assert [] == disagreements(case, data)


@pytest.mark.parametrize("factor", [1.0005, 0.9995, 1 + 1e-8])
def test_a_planted_fault_in_a_derivative_is_told_from_agreement(factor: float) -> None:
    def scaled(out: float, x: float) -> tuple[float, ...]:
        return (TANH.derivatives(out, x)[0] * factor,)

    faulty = replace(TANH, derivatives=scaled)
    case = replace(CASES["tanh"], ours=lambda a: apply(faulty, a))
    assert 1 == len(disagreements(case, [0.5]))


# Each form is defined everywhere, so that any sequence of them is a program.
UNARY = {
    "tanh": (lambda a: a.tanh(), torch.tanh),
    "sigmoid": (lambda a: a.sigmoid(), torch.sigmoid),
    "relu": (lambda a: a.relu(), torch.relu),
    "exp": (lambda a: a.tanh().exp(), lambda a: a.tanh().exp()),
    "log": (lambda a: (a * a + 1).log(), lambda a: (a * a + 1).log()),
    "square": (lambda a: a**2, lambda a: a**2),
    "root": (lambda a: (a * a + 0.5) ** 0.5, lambda a: (a * a + 0.5) ** 0.5),
    "reciprocal": (lambda a: 2 / (a * a + 1), lambda a: 2 / (a * a + 1)),
    "number first": (lambda a: 3 - a, lambda a: 3 - a),
}
BINARY = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "truediv": lambda a, b: a / (b * b + 1),
    "power": lambda a, b: (a * a + 0.5) ** b.tanh(),
}


@dataclass(frozen=True)
class Program:
    """Hold leaves and steps; a step names its form and the positions of its two operands."""

    leaves: list[float]
    steps: list[tuple[str, int, int]]

    def run(self, leaves: list, side: int) -> object:
        values = list(leaves)
        for name, first, second in self.steps:
            a, b = values[first % len(values)], values[second % len(values)]
            values.append(BINARY[name](a, b) if name in BINARY else UNARY[name][side](a))
        return values[-1]


PROGRAMS = st.builds(
    Program,
    leaves=st.lists(st.floats(-3, 3).map(lambda x: round(x, 3)), min_size=1, max_size=4),
    steps=st.lists(
        st.tuples(st.sampled_from([*UNARY, *BINARY]), st.integers(0, 15), st.integers(0, 15)),
        min_size=1,
        max_size=12,
    ),
)


def sums_of_absolute_terms(output: Value) -> dict[Value, float]:
    """Return, for each node, its gradient with every term counted as positive."""
    order = nodes(output)
    sums = dict.fromkeys(order, 0.0)
    sums[output] = 1.0
    for node in reversed(order):
        if node.operator is not None:
            slopes = node.operator.derivatives(node.data, *[x.data for x in node.operands])
            for operand, slope in zip(node.operands, slopes, strict=True):
                sums[operand] += abs(slope) * sums[node]
    return sums


@settings(deadline=None, max_examples=200)
@given(program=PROGRAMS)
def test_a_random_graph_agrees_in_value_and_gradients(program: Program) -> None:
    ours, theirs = [Value(x) for x in program.leaves], tensors(program.leaves)
    output, their_output = program.run(ours, side=0), program.run(theirs, side=1)
    graph = nodes(output)
    assume(max(abs(node.data) for node in graph) < 1e6)
    # At a kink that roundings decide, each side may rightly take another slope.
    kinks = [node.operands[0].data for node in graph if node.operator is RELU]
    assume(all(abs(x) > 1e-6 for x in kinks))
    output.backward()

    scales = sums_of_absolute_terms(output)
    value_scale = sum(abs(node.data) * scale for node, scale in scales.items())
    assert agrees(their_output.item(), output.data, value_scale)
    expected = gradients_by_pytorch(their_output, theirs)
    for leaf, gradient in zip(ours, expected, strict=True):
        assert agrees(gradient, leaf.grad, scales.get(leaf, 0.0))


LOGITS = st.lists(st.floats(-1000, 1000), min_size=1, max_size=6)


@settings(deadline=None, max_examples=100)
@given(data=LOGITS, draw=st.data())
def test_softmax_agrees_up_to_1000(data: list[float], draw: st.DataObject) -> None:
    index = draw.draw(st.integers(0, len(data) - 1))
    ours, theirs = [Value(x) for x in data], tensors(data)
    probability = softmax(ours)[index]
    probability.backward()
    expected = torch.softmax(torch.stack(theirs), dim=0)[index]
    assert agrees(expected.item(), probability.data)
    for gradient, leaf in zip(gradients_by_pytorch(expected, theirs), ours, strict=True):
        assert agrees(gradient, leaf.grad)


@settings(deadline=None, max_examples=100)
@given(data=LOGITS, draw=st.data())
def test_the_negative_log_likelihood_agrees_up_to_1000(
    data: list[float], draw: st.DataObject
) -> None:
    index = draw.draw(st.integers(0, len(data) - 1))
    ours, theirs = [Value(x) for x in data], tensors(data)
    loss = negative_log_likelihood(ours, index)
    loss.backward()
    expected = torch.nn.functional.cross_entropy(torch.stack(theirs), torch.tensor(index))
    assert agrees(expected.item(), loss.data)
    for gradient, leaf in zip(gradients_by_pytorch(expected, theirs), ours, strict=True):
        assert agrees(gradient, leaf.grad)


def test_powers_have_the_slopes_of_pytorch_at_zero() -> None:
    observed, expected = [], []
    for exponent in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0):
        base, (their_base,) = Value(0.0), tensors([0.0])
        apply(constant_power(exponent), base).backward()
        expected.extend(gradients_by_pytorch(their_base**exponent, [their_base]))
        observed.append(base.grad)
    assert expected == observed


def test_a_training_run_takes_the_steps_of_pytorch() -> None:
    rows = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    targets = [1.0, -1.0, -1.0, 1.0]
    sizes, rate, steps = [4, 4, 1], 0.05, 5
    model = MLP(3, sizes, seed=3)
    parameters = tensors([x.data for x in model.parameters()])
    expected_losses = []
    for _ in range(steps):
        activations = torch.tensor(rows, dtype=torch.float64)
        remaining = iter(parameters)
        for size_in, size_out in zip([3, *sizes], sizes, strict=False):
            flat = [next(remaining) for _ in range((size_in + 1) * size_out)]
            layer = torch.stack(flat).reshape(size_out, size_in + 1)
            activations = torch.tanh(activations @ layer[:, :-1].T + layer[:, -1])
        loss = ((activations[:, 0] - torch.tensor(targets, dtype=torch.float64)) ** 2).sum()
        expected_losses.append(loss.item())
        gradients = torch.autograd.grad(loss, parameters)
        parameters = tensors(
            [(p - rate * g).item() for p, g in zip(parameters, gradients, strict=True)]
        )

    losses = train(model, rows, targets, steps=steps, rate=rate)

    assert [pytest.approx(x, rel=RELATIVE_TOLERANCE) for x in expected_losses] == losses
    for expected, observed in zip(parameters, model.parameters(), strict=True):
        assert agrees(expected.item(), observed.data)
