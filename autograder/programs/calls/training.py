"""Calls of the training exercise: losses, the loop step by step, mini-batches."""

from collections.abc import Callable
from functools import partial

from autograder.programs.calls.family import CallForm, Family, Numbers
from autograder.programs.calls.network import (
    count_parameters,
    fill_part,
    finish,
    make_part,
    read_all,
)
from autograder.programs.program import Program, ProgramBuilder

INPUTS, SIZES = 2, [2, 1]
RATES = (0.05, 0.1, 0.02, 0.15)  # the losses of these small networks go down with each
LABELS = (1, -1)


def call_squared_error(count: int, numbers: Numbers, *, same: bool = False) -> Program:
    """Write the sum of squared errors; with `same`, one prediction stands twice."""
    builder = ProgramBuilder()
    predictions = [builder.leaf(number) for number in numbers.several(count)]
    listed = [*predictions, predictions[0]] if same else predictions
    targets = builder.numbers(*[numbers.any() for _ in listed])
    return builder.finish(
        builder.produce("call", "sum_squared_error", builder.produce("list", *listed), targets)
    )


def call_relu(kind: str, numbers: Numbers) -> Program:
    """Write a relu of a positive or negative leaf, of a result, or one that is used further."""
    builder = ProgramBuilder()
    number = numbers.positive()
    x = builder.leaf(-number if kind == "negative" else number)
    of = builder.apply("mul", x, builder.leaf(numbers.positive())) if kind == "result" else x
    node = builder.produce("call", "relu", of)
    if kind == "upstream":
        node = builder.apply("mul", node, builder.leaf(numbers.any()))
    elif kind == "reused":
        node = builder.apply("mul", builder.apply("add", node, x), x)
    return builder.finish(node)


def call_margin(scores: tuple[float, ...], labels: tuple[int, ...], numbers: Numbers) -> Program:
    """Write the max-margin loss of scores inside and outside of the margin."""
    builder = ProgramBuilder()
    leaves = [builder.leaf(round(score * (1 + 0.1 * numbers.positive()), 4)) for score in scores]
    return builder.finish(
        builder.produce(
            "call", "max_margin_loss", builder.produce("list", *leaves), builder.numbers(*labels)
        )
    )


def call_penalty(count: int, numbers: Numbers) -> Program:
    """Write the L2 penalty of parameters."""
    builder = ProgramBuilder()
    leaves = [builder.leaf(number) for number in numbers.several(count)]
    strength = builder.constant(numbers.choice((0.1, 0.5, 0.01)))
    return builder.finish(
        builder.produce("call", "l2_penalty", builder.produce("list", *leaves), strength)
    )


def call_rate(step: int, steps: int, numbers: Numbers) -> Program:
    """Write the rate of one step."""
    builder = ProgramBuilder()
    rate = builder.produce("call", "decayed_rate", builder.constant(step), builder.constant(steps))
    builder.do("read", rate, "number")
    return finish(builder)


def call_accuracy(signs: tuple[int, ...], numbers: Numbers, *, of_values: bool = True) -> Program:
    """Write the accuracy of scores, of which those with sign −1 are wrong."""
    builder = ProgramBuilder()
    labels = [LABELS[index % 2] for index in range(len(signs))]
    make = builder.leaf if of_values else builder.constant
    scores = [
        make(sign * label * numbers.positive()) for sign, label in zip(signs, labels, strict=True)
    ]
    result = builder.produce(
        "call", "accuracy", builder.produce("list", *scores), builder.numbers(*labels)
    )
    builder.do("read", result, "number")
    return finish(builder)


def start_model(builder: ProgramBuilder, numbers: Numbers, *, dirty: bool) -> tuple[int, int, int]:
    """Append a small network with given parameters, and dirty gradients if asked for."""
    model = make_part(builder, "MLP", INPUTS, SIZES)
    parameters = fill_part(builder, model, numbers, INPUTS, SIZES)
    count = count_parameters(INPUTS, SIZES)
    if dirty:
        builder.do("fill", parameters, "grad", *numbers.weights(count))
    return model, parameters, count


def run_training(steps: int, read: str, numbers: Numbers, *, dirty: bool = False) -> Program:
    """Write some steps of training; read the parameters or the losses afterwards."""
    builder = ProgramBuilder()
    model, parameters, count = start_model(builder, numbers, dirty=dirty)
    rows = builder.produce(
        "list", *[builder.numbers(*[numbers.any() for _ in range(INPUTS)]) for _ in range(3)]
    )
    targets = builder.numbers(*[numbers.choice(LABELS) for _ in range(3)])
    rate = numbers.choice(RATES)
    losses = builder.produce(
        "call", "train", model, rows, targets, builder.constant(steps), builder.constant(rate)
    )
    if read == "losses":
        builder.do("inspect", losses, "length")
        for index in range(steps):
            builder.do("read", builder.produce("item", losses, index), "number")
    else:
        read_all(builder, parameters, count, "data")
    return finish(builder)


def run_batches(batches: int, read: str, numbers: Numbers, *, dirty: bool = False) -> Program:
    """Write training on several batches; read the parameters or the losses afterwards."""
    builder = ProgramBuilder()
    model, parameters, count = start_model(builder, numbers, dirty=dirty)
    pairs = []
    for _ in range(batches):
        rows = builder.produce(
            "list", *[builder.numbers(*[numbers.any() for _ in range(INPUTS)]) for _ in range(2)]
        )
        pairs.append(builder.produce("list", rows, builder.numbers(*LABELS)))
    rates = builder.numbers(*[round(0.2 / (index + 1), 4) for index in range(batches)])
    losses = builder.produce(
        "call", "train_on_batches", model, builder.produce("list", *pairs), rates,
        builder.constant(0.05),
    )  # fmt: skip
    if read == "losses":
        builder.do("inspect", losses, "length")
        for index in range(batches):
            builder.do("read", builder.produce("item", losses, index), "number")
    else:
        read_all(builder, parameters, count, "data")
    return finish(builder)


def loop_forms(call: Callable[..., Program], prefix: str, what: str) -> tuple[CallForm, ...]:
    """Return the forms of a training loop: each number of steps by itself, from the same start."""
    forms = [
        CallForm(
            f"{prefix}-{n}", f"after {n} {what}{'s' * (n > 1)}", "trajectory",
            partial(call, n, "parameters"),
        )
        for n in (1, 2, 3, 5)
    ]  # fmt: skip
    return (
        *forms,
        CallForm(
            f"{prefix}-dirty", "from gradients that are not zero", "dirty-start",
            partial(call, 2, "parameters", dirty=True),
        ),
        CallForm(f"{prefix}-losses", "the losses", "losses", partial(call, 3, "losses")),
    )  # fmt: skip


TRAINING = (
    Family(
        "squared-error",
        (
            CallForm("squared-one", "one row", "plain", partial(call_squared_error, 1)),
            CallForm("squared-three", "three rows", "plain", partial(call_squared_error, 3)),
            CallForm(
                "squared-same", "one prediction twice", "reuse",
                partial(call_squared_error, 2, same=True),
            ),
        ),
    ),
    Family("train", loop_forms(run_training, "train", "step")),
    Family(
        "relu",
        (
            CallForm("relu-positive", "above 0", "plain", partial(call_relu, "positive")),
            CallForm("relu-negative", "below 0", "plain", partial(call_relu, "negative")),
            CallForm("relu-upstream", "used further", "plain", partial(call_relu, "upstream")),
            CallForm("relu-result", "of a result", "plain", partial(call_relu, "result")),
            CallForm("relu-reused", "input used again", "reuse", partial(call_relu, "reused")),
        ),
    ),
    Family(
        "max-margin",
        (
            CallForm("margin-one", "one row", "plain", partial(call_margin, (0.5,), (1,))),
            CallForm(
                "margin-mixed", "right, wrong, and outside of the margin", "plain",
                partial(call_margin, (0.5, 0.4, 2.0), (1, -1, 1)),
            ),
            CallForm(
                "margin-negative", "negative labels", "plain",
                partial(call_margin, (-2.0, -0.5, 0.3), (-1, -1, -1)),
            ),
        ),
    ),
    Family(
        "l2-penalty",
        (
            CallForm("penalty-one", "one parameter", "plain", partial(call_penalty, 1)),
            CallForm("penalty-four", "four parameters", "plain", partial(call_penalty, 4)),
        ),
    ),
    Family(
        "decayed-rate",
        (
            CallForm("rate-first", "the first step", "plain", partial(call_rate, 0, 50)),
            CallForm("rate-middle", "a step in the middle", "plain", partial(call_rate, 30, 80)),
            CallForm("rate-last", "the last step", "plain", partial(call_rate, 99, 100)),
        ),
    ),
    Family(
        "accuracy",
        (
            CallForm("accuracy-all", "all right", "plain", partial(call_accuracy, (1, 1, 1))),
            CallForm("accuracy-none", "all wrong", "plain", partial(call_accuracy, (-1, -1))),
            CallForm("accuracy-some", "some right", "plain", partial(call_accuracy, (1, -1, 1, 1))),
            CallForm(
                "accuracy-numbers", "scores that are plain numbers", "plain",
                partial(call_accuracy, (-1, 1, 1), of_values=False),
            ),
        ),
    ),
    Family("train-on-batches", loop_forms(run_batches, "batches", "batch")),
)  # fmt: skip
