"""The oracles agree with each other and with figures known by hand; planted faults are refused."""

import dataclasses
import math

import pytest
from hypothesis import given, settings

import autograder.oracles.drawing as drawing
import engine_reference
from autograder.oracles.bank import Bank
from autograder.oracles.numerical import observe_numerical
from autograder.oracles.pytorch import observe_pytorch
from autograder.oracles.reference import observe_reference
from autograder.oracles.ways import WayMachine, run_ways, way_choices
from autograder.programs.program import Program, ProgramBuilder
from autograder.programs.strategies import programs
from autograder.registry import OPERATORS, USAGES, Way
from engine_reference import OPERATORS as REFERENCE_OPERATORS
from engine_reference import Value

ORACLES = (observe_reference, observe_pytorch, observe_numerical)


def neuron() -> Program:
    builder = ProgramBuilder()
    x1, x2, w1, w2 = (builder.leaf(number) for number in (2.0, 0.0, -3.0, 1.0))
    b = builder.leaf(6.8813735870195432)
    total = builder.apply("add", builder.apply("mul", x1, w1), builder.apply("mul", x2, w2))
    return builder.finish(builder.apply("tanh", builder.apply("add", total, b)))


@pytest.mark.parametrize("oracle", ORACLES)
def test_each_oracle_gives_the_lectures_neuron(oracle: object) -> None:
    assert callable(oracle)
    _, output, *gradients = oracle(neuron())[:7]
    assert output == pytest.approx(0.7071067811865477, abs=1e-15)
    assert gradients == pytest.approx([-1.5, 0.5, 1.0, 0.0, 0.5], abs=1e-12)


@settings(max_examples=100)
@given(programs(list(USAGES.values())))
def test_the_oracles_agree_on_drawn_programs(program: Program) -> None:
    verdict = drawing.consult_oracles(program)
    assert "disagrees" not in verdict.refusal


def test_the_table_and_the_reference_engine_know_the_same_operators() -> None:
    for operator in OPERATORS.values():
        assert hasattr(Value, operator.method), operator.name
    composed = {"sub", "truediv", "neg"}
    exponents = {"power"}  # the table's `pow` is both kinds of exponent
    reference = {operator.name for operator in REFERENCE_OPERATORS} - exponents
    assert reference == set(OPERATORS) - composed - {"pow"}


@pytest.mark.parametrize("name", sorted(OPERATORS))
@pytest.mark.parametrize("number", [0.3, 0.9, 2.4])
def test_every_way_of_an_operator_has_its_value_and_derivatives(name: str, number: float) -> None:
    builder = ProgramBuilder()
    operands = [builder.leaf(number + 0.5 * i) for i in range(OPERATORS[name].arity)]
    program = builder.finish(builder.apply(name, *operands))
    exact = observe_numerical(program)
    runs = list(run_ways(program))
    assert len(runs) >= 2 * len(OPERATORS[name].ways)
    for run in runs:
        assert run.values == pytest.approx(exact, rel=1e-13, abs=1e-13)


def test_the_choices_of_ways_reach_every_way() -> None:
    builder = ProgramBuilder()
    node = builder.apply("tanh", builder.apply("truediv", builder.leaf(1.0), builder.leaf(2.0)))
    choices = list(way_choices(builder.finish(node)))
    for name in ("tanh", "truediv"):
        used = {choice[name].name for choice in choices if name in choice}
        assert used == {way.name for way in OPERATORS[name].ways}


@pytest.mark.parametrize("oracle", ["observe_reference", "observe_pytorch"])
def test_a_program_on_which_an_oracle_is_wrong_may_judge_nobody(
    oracle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = getattr(drawing, oracle)

    def wrong_by_a_millionth(program: Program) -> tuple[float, ...]:
        return tuple(number * (1 + 1e-6) for number in right(program))

    assert drawing.consult_oracles(neuron()).refusal == ""
    monkeypatch.setattr(drawing, oracle, wrong_by_a_millionth)
    assert "disagrees" in drawing.consult_oracles(neuron()).refusal


@pytest.mark.parametrize("name", ["exp", "tanh", "pow", "mul"])
def test_an_operator_wrong_by_a_millionth_is_noticed_by_the_bank(
    name: str, hidden_bank: Bank
) -> None:
    way = OPERATORS[name].ways[0]
    derivatives = way.derivatives
    assert derivatives is not None

    def wrong(*numbers: float) -> tuple[float, ...]:
        return tuple(d * (1 + 1e-6) for d in derivatives(*numbers))

    planted = dataclasses.replace(way, derivatives=wrong)
    caught = 0
    concerned = [case for case in hidden_bank.cases if name in case.program.operators]
    for case in concerned:
        caught += differs(case.program, {name: planted}, case.expected, case.tolerance)
    # Where the gradient is zero, or the error cancels, a program shows nothing.
    assert caught > 0.8 * len(concerned) > 8


def differs(
    program: Program,
    choice: dict[str, Way],
    expected: tuple[float, ...],
    tolerance: tuple[float, ...],
) -> bool:
    from autograder.oracles.agreement import within
    from autograder.programs.interpreter import ProgramRun

    run = ProgramRun(WayMachine(choice, sums_reversed=False))
    run.run(program.instructions)
    return not all(map(within, run.values, expected, tolerance))


def test_a_program_outside_a_domain_is_refused() -> None:
    builder = ProgramBuilder()
    program = builder.finish(builder.apply("log", builder.leaf(-1.0)))
    assert drawing.consult_oracles(program).refusal != ""


def test_a_program_at_a_kink_is_refused() -> None:
    builder = ProgramBuilder()
    node = builder.leaf(1.0)
    program = builder.finish(builder.apply("relu", builder.apply("sub", node, node)))
    assert "relu" in drawing.consult_oracles(program).refusal


def test_float32_leaves_would_be_noticed() -> None:
    import torch

    number = 6.8813735870195432
    rounded = float(torch.Tensor([number]).double()[0])
    assert math.isclose(rounded, number, rel_tol=1e-7)
    assert not math.isclose(rounded, number, rel_tol=1e-9)
    assert engine_reference.Value(number).data == number
