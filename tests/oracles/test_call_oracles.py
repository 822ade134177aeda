"""Calls of the exercises: admitted by every oracle, right by hand, and refused for a planted fault.

A fault stands in one oracle at a time. Where only the twins tell, their numbers are checked here by
hand, and in `unit/programs/test_rendering_of_calls.py` against each exercise's own solution.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
import torch

import engine_reference
from autograder.exercises import load_exercise
from autograder.oracles import drawing, numerical, pytorch, reference, ways
from autograder.oracles.bank import Bank
from autograder.oracles.drawing import HIDDEN_CALLS, Verdict, consult_on_refusal, consult_oracles
from autograder.oracles.numerical import observe_numerical
from autograder.oracles.pytorch import TORCH_TWINS, observe_pytorch
from autograder.oracles.reference import observe_reference
from autograder.oracles.twin_node import TwinNode
from autograder.oracles.twins import TWINS
from autograder.oracles.ways import run_ways
from autograder.programs.calls.catalogue import CALL_FORMS, FAMILIES
from autograder.programs.calls.family import Numbers
from autograder.programs.interpreter import number_of_text
from autograder.programs.program import Program, ProgramBuilder

SEEDS = range(5)
# A form that needs more tries than this draws numbers that seldom suit it.
MOST_TRIES = 20

# Ten thousand nodes take an oracle of high precision some seconds.
SLOW = {"long-chain"}
FAMILY_NAMES = [
    pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in FAMILIES
]

# Which of the two engines tell a family, beside the two machines that compute with the twins.
# r: engine_reference, t: PyTorch. What nobody else tells is checked by hand below.
ENGINES = {
    "forward-difference": "t",
    "central-difference": "t",
    "numerical-gradient": "t",
    "analytic-gradient": "t",
    "best-step": "",
    "sums-and-products": "rt",
    "long-chain": "rt",
    "new-value": "",
    "forward-add": "r",
    "forward-mul": "r",
    "fill-gradients": "",
    "nudge-inputs": "",
    "topological-order": "",
    "backward-pass": "rt",
    "log": "rt",
    "softmax": "rt",
    "softmax-and-stable": "rt",
    "negative-log-likelihood": "rt",
    "negative-log-likelihood-and-stable": "rt",
    "stable-softmax": "rt",
    "stable-negative-log-likelihood": "rt",
    "torch-gradients": "t",
    "neuron-start": "r",
    "neuron-call": "rt",
    "neuron": "rt",
    "neuron-parameters": "r",
    "layer-call": "rt",
    "layer": "rt",
    "layer-parameters": "r",
    "mlp-start": "r",
    "mlp-call": "rt",
    "mlp": "rt",
    "mlp-parameters": "r",
    "whole-network": "rt",
    "zero-grad": "rt",
    "parameters-and-zero": "r",
    "squared-error": "rt",
    "squared-error-alone": "rt",
    "train": "rt",
    "train-alone": "rt",
    "relu": "rt",
    "max-margin": "t",
    "l2-penalty": "t",
    "decayed-rate": "t",
    "accuracy": "t",
    "train-on-batches": "t",
    "torch-neuron": "t",
    "torch-twin": "t",
    "twin-layers": "t",
    "copied-parameters": "t",
    "legendre-forward": "t",
    "legendre": "t",
    "gradcheck": "t",
}


def draw(form: str, seed: int) -> Iterator[Program]:
    """Yield programs of a form with fresh numbers each time, as the drawing of a bank does."""
    source = random.Random(seed)  # noqa: S311 no secret
    for _ in range(MOST_TRIES):
        yield CALL_FORMS[form].write(Numbers(source))


def consult(program: Program) -> Verdict:
    return consult_oracles(program) if program.reads else consult_on_refusal(program)


@cache
def admitted(form: str, seed: int = 0) -> Program | None:
    """Return the first program of a form that all oracles admit."""
    return next((p for p in draw(form, seed) if not consult(p).refusal), None)


def programs_with_reads(family: str) -> list[Program]:
    programs = [admitted(form.id) for form in FAMILIES[family].forms]
    return [program for program in programs if program is not None and program.reads]


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_every_form_is_admitted_under_every_seed(family: str) -> None:
    for form in FAMILIES[family].forms:
        for seed in SEEDS:
            assert admitted(form.id, seed) is not None, (form.id, seed)


def test_the_table_of_engines_knows_every_family() -> None:
    assert set(FAMILIES) == set(ENGINES)


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_the_engines_that_can_tell_a_family_do(family: str) -> None:
    for program in programs_with_reads(family):
        told = {"r": observe_reference(program), "t": observe_pytorch(program)}
        for engine in ENGINES[family]:
            assert told[engine] is not None


# ------------------------------------------------------------------------- by hand


def call(name: str, *arguments: Any, reads: int = 0) -> Program:
    """Return the program that calls a name with numbers and lists, and reads plain numbers."""
    builder = ProgramBuilder()

    def put(argument: Any) -> int:
        if isinstance(argument, list):
            return builder.produce("list", *map(put, argument))
        if isinstance(argument, tuple):
            return builder.produce(*argument)
        return builder.constant(argument)

    result = builder.produce("call", name, *map(put, arguments))
    items = [builder.produce("item", result, i) for i in range(reads)] or [result]
    for item in items:
        builder.do("read", item, "number")
    return Program(tuple(builder.instructions))


def of_leaves(name: str, leaves: list[float], *rest: Any, index: int = -1) -> Program:
    """Return the program that calls a name with a list of leaves, and reads value and gradients."""
    builder = ProgramBuilder()
    nodes = [builder.leaf(number) for number in leaves]
    listed = builder.produce("list", *nodes)
    others = [builder.numbers(*r) if isinstance(r, list) else builder.constant(r) for r in rest]
    result = builder.produce("call", name, listed, *others)
    output = builder.produce("item", result, index) if index >= 0 else result
    builder.do("read", output, "data")
    builder.do("backward", output)
    for node in nodes:
        builder.do("read", node, "grad")
    return Program(tuple(builder.instructions))


def read_of(instructions: list[tuple[Any, ...]], reads: list[tuple[int, str]]) -> Program:
    """Return the program of these instructions and reads."""
    return Program((*instructions, *(("read", register, field) for register, field in reads)))


X = 0
PARABOLA = (
    "function",
    1,
    (
        ("constant", 3.0),
        ("operator", "mul", 1, X),
        ("operator", "mul", 2, X),
        ("constant", 4.0),
        ("operator", "mul", 4, X),
        ("operator", "sub", 3, 5),
        ("constant", 5.0),
        ("operator", "add", 6, 7),
    ),
    8,
)
CUBE = ("function", 1, (("operator", "mul", X, X), ("operator", "mul", 1, X)), 2)
PRODUCT_PLUS = (
    "function",
    1,
    (
        ("item", 0, 0),
        ("item", 0, 1),
        ("item", 0, 2),
        ("operator", "mul", 1, 2),
        ("operator", "add", 4, 3),
    ),
    5,
)
SQUARE = ("function", 1, (("operator", "mul", 0, 0),), 1)
HALF_SQUARE = ("function", 1, (("method", 0, "detach"), ("operator", "mul", 0, 1)), 2)
OFFICIAL = [0.0, 3.0, -2.0, 1.0]
PROBABILITIES = [0.041772570515, 0.839024507463, 0.005653302662, 0.113549619360]
# The graph of L = (a * b + c) * f, at the lecture's numbers.
LECTURE = [("leaf", 2.0), ("leaf", -3.0), ("leaf", 10.0), ("leaf", -2.0)]
LECTURE_GRAPH = [
    *LECTURE,
    ("operator", "mul", 0, 1),
    ("operator", "add", 4, 2),
    ("operator", "mul", 5, 3),
]
ALL_SEVEN = (0, 1, 2, 4, 5, 3, 6)


def network(sizes: list[int], inputs: list[float], numbers: list[float]) -> Program:
    """Return the program of a network with given parameters; read its output and gradients."""
    builder = ProgramBuilder()
    width, listed = builder.constant(len(inputs)), builder.numbers(*sizes)
    model = builder.produce("call", "MLP", width, listed)
    parameters = builder.produce("method", model, "parameters")
    builder.do("fill", parameters, "data", *numbers)
    output = builder.produce("method", model, "__call__", builder.numbers(*inputs))
    builder.do("read", output, "data")
    builder.do("backward", output)
    for index in range(len(numbers)):
        builder.do("read", builder.produce("item", parameters, index), "grad")
    return Program(tuple(builder.instructions))


def legendre(upstream: float, points: list[float]) -> Program:
    """Return the program of the custom function, with gradients of its last value."""
    builder = ProgramBuilder()
    x = builder.produce("tensor", *points)
    result = builder.produce("call", "LegendreP3.apply", x)
    last = builder.produce("item", result, len(points) - 1)
    output = builder.apply("mul", last, builder.constant(upstream))
    for index in range(len(points)):
        builder.do("read", builder.produce("item", result, index), "number")
    builder.do("backward", output)
    gradients = builder.produce("attribute", x, "grad")
    for index in range(len(points)):
        builder.do("read", builder.produce("item", gradients, index), "number")
    return Program(tuple(builder.instructions))


# Each of these stands in an exercise's text, or is worked out on paper.
BY_HAND: list[tuple[Program, list[float]]] = [
    (call("forward_difference", PARABOLA, 3.0, 0.5), [15.5]),
    (call("central_difference", PARABOLA, 3.0, 0.5), [14.0]),
    (call("central_difference", CUBE, 2.0, 0.5), [12.25]),
    (call("numerical_gradient", PRODUCT_PLUS, [2.0, -3.0, 10.0], 0.5, reads=3), [-3.0, 2.0, 1.0]),
    (
        call("gradient", 2.0, 3.0, 4.0, reads=3),
        [-12.353553390593273, 10.25699027111255, 0.0625],
    ),
    (call("best_step", CUBE, 2.0, 12.0, [1.0, 0.01, 0.1]), [0.01]),
    (call("best_step", CUBE, 2.0, 12.0, [0.1]), [0.1]),
    (call("torch_gradients", OFFICIAL, 3, reads=4), [*PROBABILITIES[:3], -0.886450380640]),
    (of_leaves("softmax", OFFICIAL, index=3), [PROBABILITIES[3], *(
        PROBABILITIES[3] * ((i == 3) - p) for i, p in enumerate(PROBABILITIES))]),
    (of_leaves("stable_softmax", [1000.0, 1001.0, 999.0], index=1),
     [0.665240956, -0.162803402, 0.222695427, -0.059892025]),
    (of_leaves("negative_log_likelihood", OFFICIAL, 3),
     [2.175515362617, *PROBABILITIES[:3], -0.886450380640]),
    (of_leaves("stable_negative_log_likelihood", [1000.0, -1000.0], 1), [2000.0, 1.0, -1.0]),
    (of_leaves("stable_negative_log_likelihood", [1000.0, -1000.0], 0), [0.0, 0.0, 0.0]),
    (of_leaves("sum_squared_error", [0.5, -1.0], [1.0, 1.0]), [4.25, -1.0, -4.0]),
    (of_leaves("max_margin_loss", [0.5, -2.0, 0.5, 3.0], [1, -1, -1, 1]),
     [0.5, -0.25, 0.0, 0.25, 0.0]),
    (of_leaves("l2_penalty", [3.0, -1.0], 0.5), [5.0, 3.0, -1.0]),
    (call("decayed_rate", 50, 100), [0.55]),
    (call("decayed_rate", 0, 100), [1.0]),
    (call("accuracy", [0.5, -2.0, 0.5, 3.0], [1, -1, -1, 1]), [0.75]),
    (network([1, 1], [0.5], [1.0, 0.0, 2.0, 0.5]),
     [0.8904789405, 0.1628318455, 0.3256636909, 0.0956800896, 0.2070472565]),
    (network([1], [2.0, 0.0], [-3.0, 1.0, 6.8813735870195432]),
     [0.7071067811865477, 1.0, 0.0, 0.5]),
    (legendre(10.0, [0.5, 1.0]), [-0.4375, 1.0, 0.0, 60.0]),
    (legendre(1.0, [0.5]), [-0.4375, 0.375]),
    (call("passes_gradcheck", SQUARE, [1.5, -2.0]), [1.0]),
    (call("passes_gradcheck", HALF_SQUARE, [1.5, -2.0]), [0.0]),
    (
        read_of([*LECTURE_GRAPH, ("call", "fill_gradients", *ALL_SEVEN)],
                  [(register, "grad") for register in ALL_SEVEN]),
        [6.0, -4.0, -2.0, -2.0, -2.0, 4.0, 1.0],
    ),
    (
        read_of([("leaf", 2.0), ("set", 0, "grad", 6.0), ("list", 0),
                             ("constant", 0.5), ("call", "nudge_inputs", 1, 2)],
                  [(0, "data"), (0, "grad")]),
        [5.0, 6.0],
    ),
    (
        Program((*LECTURE_GRAPH, ("call", "topological_order", 6), ("inspect", 7, "length"),
                 ("find", 7, 6))),
        [7.0, 6.0],
    ),
    # A second pass hands on its own gradients alone, and a leaf adds them to what it holds.
    (
        Program((
            ("leaf", 2.0), ("leaf", 3.0), ("operator", "mul", 0, 1), ("operator", "add", 2, 0),
            ("backward", 3), ("read", 0, "grad"), ("backward", 3), ("read", 0, "grad"),
            ("read", 1, "grad"),
        )),
        [4.0, 8.0, 4.0],
    ),
    # A gradient holds what was set, and the shares of the backward passes since, up to its read.
    (
        Program((
            ("leaf", 2.0), ("constant", 3.0), ("operator", "mul", 0, 1), ("backward", 2),
            ("read", 0, "grad"), ("operator", "mul", 0, 0), ("backward", 3), ("read", 0, "grad"),
            ("set", 0, "grad", 0.5), ("read", 0, "grad"), ("operator", "add", 0, 1),
            ("backward", 4), ("read", 0, "grad"),
        )),
        [3.0, 7.0, 0.5, 1.5],
    ),
    (
        read_of([("leaf", 2.0), ("constant", 1.5), ("list", 0, 0), ("text", "+"),
                          ("text", "c"), ("call", "Value", 1, 2, 3, 4)],
                  [(5, "data"), (5, "grad"), (5, "operator"), (5, "label")]),
        [1.5, 0.0, number_of_text("+", ""), number_of_text("c", "")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("program", "expected"), BY_HAND, ids=lambda value: repr(value)[:60].replace("\n", " ")
)
def test_every_oracle_that_tells_gives_the_figures_worked_out_by_hand(
    program: Program, expected: list[float]
) -> None:
    # Seven digits of some figures are on paper.
    wanted = pytest.approx(expected, abs=1e-7)
    assert wanted == observe_numerical(program)
    for engine in (observe_reference, observe_pytorch):
        observed = engine(program)
        if observed is not None:
            assert wanted == observed
    for run in run_ways(program):
        texts = [r.quantity in ("operator", "label") for r in program.reads]
        # Of a text there is one right spelling, which the ways do not look at.
        assert [x for x, is_text in zip(expected, texts, strict=True) if not is_text] == (
            pytest.approx(
                [x for x, is_text in zip(run.values, texts, strict=True) if not is_text], abs=1e-7
            )
        )


def test_every_name_that_only_the_twins_know_is_worked_out_by_hand() -> None:
    elsewhere = TORCH_TWINS.keys() | vars(engine_reference).keys() - {"Value"}
    by_hand = {name for program, _ in BY_HAND for name in program.names}
    assert TWINS.keys() - elsewhere <= by_hand


# ------------------------------------------------------------------------- planted faults

WRONG_FACTOR = 1 + 1e-6


def off_by_a_millionth(result: Any) -> Any:
    """Return a result whose numbers are all wrong by a millionth; of a part, its outputs."""
    if isinstance(result, list | tuple):
        return type(result)(map(off_by_a_millionth, result))
    if isinstance(result, torch.Tensor):
        scaled = result * WRONG_FACTOR
        if scaled.requires_grad and not scaled.dim():
            scaled.retain_grad()
        return scaled
    if isinstance(result, TwinNode | engine_reference.Value | int | float):
        return result * WRONG_FACTOR
    return with_method(result, "__call__", lambda right: lambda *a: off_by_a_millionth(right(*a)))


def with_method(part: Any, name: str, change: Callable[[Any], Any]) -> Any:
    """Return the part with one method changed."""
    right = getattr(type(part), name)

    def wrong(self: Any, *arguments: Any) -> Any:
        return change(lambda *a: right(self, *a))(*arguments)

    part.__class__ = type("Wrong", (type(part),), {name: wrong})
    return part


def without_zero_grad(part: Any) -> Any:
    return with_method(part, "zero_grad", lambda right: lambda: None)


def parameters_reversed(part: Any) -> Any:
    return with_method(part, "parameters", lambda right: lambda: right()[::-1])


def a_layer_more(part: Any) -> Any:
    part.layers.append(part.layers[-1])
    return part


def a_weight_more(part: Any) -> Any:
    part.weights.append(part.weights[0])
    return part


def verdict_inverted(result: float) -> float:
    return 1.0 - result


# How a name goes wrong, where a millionth more would not show in what its family reads.
FAULTS: dict[str, Callable[[Any], Any]] = {
    "zero-grad": without_zero_grad,
    "parameters-and-zero": without_zero_grad,
    "neuron-start": a_weight_more,
    "neuron-parameters": parameters_reversed,
    "layer-parameters": parameters_reversed,
    "mlp-parameters": parameters_reversed,
    "mlp-start": a_layer_more,
    "twin-layers": a_layer_more,
    "gradcheck": verdict_inverted,
}
# These make something in place and return nothing.
IN_PLACE = {"copy_parameters"}


def spoil(right: Callable[..., Any], fault: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda *arguments: fault(right(*arguments))


def names_of(family: str) -> set[str]:
    return {name for program in programs_with_reads(family) for name in program.names}


def is_noticed(family: str) -> bool:
    """Tell whether some program of a family, which was admitted, is refused now."""
    return any(consult_oracles(program).refusal for program in programs_with_reads(family))


def with_engine(letter: str) -> list[str]:
    """Return the families that an engine tells, and in which a name is called."""
    operators_alone = {
        *("sums-and-products", "long-chain", "backward-pass"),
    }
    recorded = {"forward-add", "forward-mul"}
    told = [family for family, engines in ENGINES.items() if letter in engines]
    return [family for family in told if family not in operators_alone | recorded]


# Its programs read parameters and no output; copying has a fault of its own below.
WITH_TORCH = [family for family in with_engine("t") if family != "copied-parameters"]
WITH_REFERENCE = with_engine("r")


def noticed_names(
    family: str,
    table: dict[str, Any],
    plant: Callable[[pytest.MonkeyPatch, str, Any], None],
    monkeypatch: pytest.MonkeyPatch,
) -> dict[str, bool]:
    """Return for each name of a table that a family calls whether a fault in it is noticed."""
    found = {}
    for name in names_of(family) & table.keys() - IN_PLACE:
        with monkeypatch.context() as patch:
            plant(patch, name, spoil(table[name], FAULTS.get(family, off_by_a_millionth)))
            found[name] = is_noticed(family)
    return found


@pytest.mark.parametrize("family", WITH_TORCH)
def test_a_fault_in_a_torch_twin_is_noticed(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(patch: pytest.MonkeyPatch, name: str, wrong: Any) -> None:
        patch.setitem(TORCH_TWINS, name, wrong)

    found = noticed_names(family, TORCH_TWINS, plant, monkeypatch)
    assert {True} == set(found.values()), found


@pytest.mark.parametrize("family", WITH_REFERENCE)
def test_a_fault_in_the_reference_is_noticed(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(patch: pytest.MonkeyPatch, name: str, wrong: Any) -> None:
        patch.setattr(reference, "ALIASES", {**reference.ALIASES, name: wrong})

    names = dict(reference.ReferenceMachine().names)
    found = noticed_names(family, names, plant, monkeypatch)
    assert {True} == set(found.values()), found


@pytest.mark.parametrize("family", sorted({*WITH_TORCH, *WITH_REFERENCE}))
def test_a_fault_in_a_twin_is_noticed(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(patch: pytest.MonkeyPatch, name: str, wrong: Any) -> None:
        patch.setitem(TWINS, name, wrong)

    found = noticed_names(family, TWINS, plant, monkeypatch)
    assert {True} == set(found.values()), found


@pytest.mark.parametrize("table", [TWINS, TORCH_TWINS], ids=["twins", "torch"])
def test_numbers_copied_wrongly_in_one_oracle_are_noticed(
    table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = table["copy_parameters"]

    def wrong(*arguments: Any) -> None:
        *before, numbers = arguments
        right(*before, [number * WRONG_FACTOR for number in numbers])

    monkeypatch.setitem(table, "copy_parameters", wrong)
    assert is_noticed("copied-parameters")
    assert is_noticed("torch-twin")


MACHINES = {
    "reference": (reference.ReferenceMachine, "apply"),
    "torch": (pytorch.TorchMachine, "apply"),
    "exact": (numerical.ExactMachine, "compute"),
    "ways": (ways.WayMachine, "compute"),
}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("family", ["sums-and-products", "backward-pass", "log", "softmax"])
def test_a_fault_in_the_operators_of_one_machine_is_noticed(
    machine: str, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, method = MACHINES[machine]
    right = getattr(kind, method)
    busy = False

    def wrong(self: Any, name: str, operands: list[Any]) -> Any:
        nonlocal busy  # a result is scaled by an operator of the same machine
        result = right(self, name, operands)
        if busy:
            return result
        busy = True
        try:
            return off_by_a_millionth(result)
        finally:
            busy = False

    assert programs_with_reads(family)
    monkeypatch.setattr(kind, method, wrong)
    assert is_noticed(family)


def wrong_backward(machine: Any, node: Any) -> None:
    machine.outputs.append(node.data * WRONG_FACTOR)


def wrong_kept_gradient(machine: Any, node: Any, field: str, number: Any) -> None:
    if field == "data":
        node.data, node.write = machine.written(numerical.mpmath.mpf(number))


def wrong_slopes(machine: Any, leaves: Any, output: Any) -> Any:
    return [slope * WRONG_FACTOR for slope in RIGHT_SLOPES(machine, leaves, output)]


def wrong_descend(machine: Any, parameters: Any, loss: Any, rate: float) -> Any:
    return RIGHT_DESCEND(machine, parameters, loss, rate * WRONG_FACTOR)


def wrong_find(machine: Any, container: Any, wanted: Any) -> float:
    machine.values += 1
    return 0.0


RIGHT_SLOPES = numerical.ExactMachine.slopes
RIGHT_DESCEND = numerical.ExactMachine.descend


@pytest.mark.parametrize(
    ("method", "wrong", "family"),
    [
        ("backward", wrong_backward, "backward-pass"),
        ("backward", wrong_backward, "mlp-call"),
        ("backward", wrong_backward, "legendre"),
        ("set", wrong_kept_gradient, "nudge-inputs"),
        ("slopes", wrong_slopes, "torch-neuron"),
        ("slopes", wrong_slopes, "torch-gradients"),
        ("slopes", wrong_slopes, "analytic-gradient"),
        ("slopes", wrong_slopes, "train"),
        ("descend", wrong_descend, "train"),
        ("descend", wrong_descend, "train-on-batches"),
        ("find", wrong_find, "neuron-parameters"),
        ("find", wrong_find, "forward-mul"),
        ("find", wrong_find, "mlp-parameters"),
    ],
)
def test_a_fault_in_the_exact_machine_is_noticed(
    method: str, wrong: object, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert programs_with_reads(family)
    monkeypatch.setattr(numerical.ExactMachine, method, wrong)
    assert is_noticed(family)


@pytest.mark.parametrize("family", ["forward-add", "forward-mul"])
def test_another_sign_of_an_operator_is_noticed(
    family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert programs_with_reads(family)
    monkeypatch.setattr(numerical, "SYMBOLS", {"add": "plus", "mul": "times"})
    assert is_noticed(family)


# ------------------------------------------------------------------------- refusals

REFUSALS = sorted(form.id for form in CALL_FORMS.values() if form.group == "refusal")


@pytest.mark.parametrize("form", REFUSALS)
@pytest.mark.parametrize("oracle", ["observe_numerical", "observe_reference", "observe_pytorch"])
def test_a_program_that_one_oracle_accepts_is_no_refusal(
    form: str, oracle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = admitted(form)
    assert program is not None
    monkeypatch.setattr(drawing, oracle, lambda program: ())
    assert "not every oracle refuses it" == consult_on_refusal(program).refusal


@pytest.mark.parametrize("form", REFUSALS)
def test_an_oracle_that_knows_nothing_of_a_name_is_passed_over(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = admitted(form)
    assert program is not None
    monkeypatch.setattr(drawing, "observe_reference", lambda program: None)
    assert "" == consult_on_refusal(program).refusal


def test_a_row_of_the_right_length_is_no_refusal() -> None:
    program = Program(
        (
            ("constant", 2),
            ("call", "Neuron", 0),
            ("list", 0, 0),
            ("method", 1, "__call__", 2),
        )
    )
    assert "not every oracle refuses it" == consult_on_refusal(program).refusal


# ------------------------------------------------------------------------- banks


@pytest.fixture(scope="module")
def hidden() -> Bank:
    """Hidden cases of an exercise that is judged by calls alone."""
    return drawing.draw_bank(load_exercise("ex01_derivatives"), b"secret of these tests" * 2)


def test_a_hidden_bank_has_each_form_of_a_call_several_times(hidden: Bank) -> None:
    forms = [case.form for case in hidden.cases]
    expected = {form.id for f in ("forward-difference", "best-step") for form in FAMILIES[f].forms}
    assert expected <= set(forms)
    assert {HIDDEN_CALLS} == {forms.count(form) for form in set(forms)}


def test_no_two_cases_of_calls_are_equal(hidden: Bank) -> None:
    public = drawing.draw_bank(load_exercise("ex01_derivatives"), None)
    programs = [case.program for case in (*hidden.cases, *public.cases)]
    assert len(set(programs)) == len(programs)


def test_the_same_secret_draws_the_same_calls(hidden: Bank) -> None:
    again = drawing.draw_bank(load_exercise("ex01_derivatives"), b"secret of these tests" * 2)
    assert hidden.content_hash == again.content_hash


def test_every_twin_is_called_by_a_family() -> None:
    quick = [family for family in FAMILIES if family not in SLOW]
    assert set(TWINS) == {name for family in quick for name in names_of(family)}
