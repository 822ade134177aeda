"""Calls of the training exercise: losses, relu, and what else a training needs.

Its loops are in `loops.py`.
"""

from collections.abc import Sequence
from functools import partial

from autograder.programs.calls.family import CallForm, Family, Numbers, finish, without
from autograder.programs.calls.loops import LABELS, LOOPS
from autograder.programs.calls.network import read_all
from autograder.programs.program import Program, ProgramBuilder

MANY_STEPS, FEW_STEPS = range(8, 200), range(1, 8)


def call_squared_error(count: int, numbers: Numbers, *, kind: str = "") -> Program:
    """Write the sum of squared errors.

    Of a kind: "same", one prediction stands twice; "equal", one has no error; "whole", targets are
    ints; "upstream", the loss is used further, and so is a prediction; "kept", the lists are read.
    """
    builder = ProgramBuilder()
    data = numbers.several(count)
    predictions = [builder.leaf(number) for number in data]
    targets = [numbers.any() for _ in data]
    if kind == "same":
        predictions.append(predictions[0])
        targets.append(numbers.any())
    elif kind == "equal":
        targets[0] = data[0]
    elif kind == "whole":
        targets = [numbers.choice((-2, -1, 0, 1, 3)) for _ in data]
    if kind != "equal":
        # No error is 0 by chance: some right powers have no gradient at a base of 0.
        met = [*data, data[0]]
        targets = [-t if t == d else t for t, d in zip(targets, met, strict=False)]
    listed = builder.produce("list", *predictions)
    wanted = builder.numbers(*targets)
    loss = builder.produce("call", "sum_squared_error", listed, wanted)
    if kind == "kept":
        return read_lists(builder, listed, wanted, count)
    if kind == "upstream":
        loss = builder.apply("mul", builder.apply("mul", loss, predictions[0]), predictions[0])
    return builder.finish(loss)


def read_lists(builder: ProgramBuilder, nodes: int, plain: int, count: int) -> Program:
    """Read a list of nodes and a list of numbers, which are of one length, item by item."""
    for listed, quantity in ((nodes, "data"), (plain, "number")):
        builder.do("inspect", listed, "length")
        read_all(builder, listed, count, quantity)
    return finish(builder)


def call_relu(kind: str, numbers: Numbers) -> Program:
    """Write a relu of a positive or negative leaf, of a result, or one that is used further."""
    builder = ProgramBuilder()
    number = numbers.positive()
    special = {
        "negative": -number,
        "large": round(6 + 4 * number, 2),
        "small": round(0.01 * number, 4),
        "small-negative": round(-0.01 * number, 4),
        "whole": int(numbers.choice(range(2, 40))),
    }
    x = builder.leaf(special.get(kind, number))
    of = builder.apply("mul", x, builder.leaf(numbers.positive())) if kind == "result" else x
    node = builder.produce("call", "relu", of)
    if kind == "upstream":
        node = builder.apply("mul", node, builder.leaf(numbers.any()))
    elif kind == "reused":
        node = builder.apply("mul", builder.apply("add", node, x), x)
        node = builder.apply("mul", node, builder.leaf(-numbers.positive()))
    elif kind == "twice":
        node = builder.apply("mul", node, builder.produce("call", "relu", x))
    elif kind == "two":
        other = builder.produce("call", "relu", builder.leaf(-numbers.positive()))
        node = builder.apply("add", node, builder.apply("mul", other, builder.leaf(2.5)))
    elif kind == "of-relu":
        node = builder.produce("call", "relu", builder.apply("sub", node, builder.leaf(-0.5)))
    return builder.finish(node)


def call_margin(margins: Sequence[float], numbers: Numbers, *, kind: str = "") -> Program:
    """Write the max-margin loss of rows with about these margins, and labels of either kind.

    Of a kind: "floats", labels are floats; "same", one Value is the score of two rows; "upstream",
    the loss is used further; "kept", the lists are read.
    """
    builder = ProgramBuilder()
    labels = [numbers.choice(LABELS) for _ in margins]
    scores = [
        round(margin * label * (1 + 0.1 * numbers.positive()), 4)
        for margin, label in zip(margins, labels, strict=True)
    ]
    leaves = [builder.leaf(score) for score in scores]
    if kind == "same":
        leaves.append(leaves[0])
        labels.append(-labels[0])
    shown = [float(label) for label in labels] if kind == "floats" else labels
    listed, wanted = builder.produce("list", *leaves), builder.numbers(*shown)
    loss = builder.produce("call", "max_margin_loss", listed, wanted)
    if kind == "kept":
        return read_lists(builder, listed, wanted, len(labels))
    if kind == "upstream":
        loss = builder.apply("mul", loss, builder.apply("mul", leaves[0], builder.leaf(-1.5)))
    return builder.finish(loss)


def call_penalty(count: int, numbers: Numbers, *, kind: str = "") -> Program:
    """Write the L2 penalty of parameters.

    Of a kind: "none", the strength is 0; "strong", it is a whole number; "added", the penalty is
    part of another loss of the same Values; "small", parameters are near 0; "kept", the list is
    read.
    """
    builder = ProgramBuilder()
    size = 0.1 if kind == "small" else 1.0
    leaves = [builder.leaf(round(size * number, 4)) for number in numbers.several(count)]
    chosen = {"none": 0, "strong": numbers.choice((2, 3))}.get(
        kind, numbers.choice((0.1, 0.5, 0.01, 0.003))
    )
    listed = builder.produce("list", *leaves)
    penalty = builder.produce("call", "l2_penalty", listed, builder.constant(chosen))
    if kind == "kept":
        builder.do("inspect", listed, "length")
        read_all(builder, listed, count, "data")
        return finish(builder)
    if kind == "added":
        error = builder.apply("mul", leaves[0], leaves[1])
        penalty = builder.apply("add", builder.apply("mul", penalty, leaves[0]), error)
    return builder.finish(penalty)


def call_rate(kind: str, numbers: Numbers) -> Program:
    """Write the rate of one step: the first, the last, the end, or any, of many steps or few."""
    builder = ProgramBuilder()
    steps = int(numbers.choice(FEW_STEPS if kind == "few" else MANY_STEPS))
    between = int(numbers.choice(range(1, steps + 1)))
    special = {"first": 0, "second": 1, "middle": steps // 2, "last": steps - 1, "end": steps}
    step = builder.constant(special.get(kind, between))
    rate = builder.produce("call", "decayed_rate", step, builder.constant(steps))
    builder.do("read", rate, "number")
    return finish(builder)


def call_accuracy(
    right: int,
    wrong: int,
    numbers: Numbers,
    *,
    of_values: bool = True,
    small: bool = False,
    kept: bool = False,
) -> Program:
    """Write the accuracy of scores, so many of which have the right sign; `small` ones are near 0.

    Labels are of either kind, and about as many rows more or less are right. With `kept`, the lists
    are read.
    """
    builder = ProgramBuilder()
    if right and wrong:
        right += int(numbers.choice((0, 1, 2)))
    signs = [1] * right + [-1] * wrong
    numbers.source.shuffle(signs)
    labels = [numbers.choice(LABELS) for _ in signs]
    make = builder.leaf if of_values else builder.constant
    size = 0.01 if small else 1.0
    scores = [
        make(round(sign * label * numbers.positive() * size, 4))
        for sign, label in zip(signs, labels, strict=True)
    ]
    listed, wanted = builder.produce("list", *scores), builder.numbers(*labels)
    result = builder.produce("call", "accuracy", listed, wanted)
    if kept:
        return read_lists(builder, listed, wanted, len(labels))
    builder.do("read", result, "number")
    return finish(builder)


SQUARED_FORMS = (
    CallForm("squared-one", "one row", "plain", partial(call_squared_error, 1)),
    CallForm("squared-three", "three rows", "plain", partial(call_squared_error, 3)),
    CallForm(
        "squared-equal", "a row without error", "plain",
        partial(call_squared_error, 2, kind="equal"),
    ),
    CallForm(
        "squared-whole", "five rows, whole targets", "plain",
        partial(call_squared_error, 5, kind="whole"),
    ),
    CallForm(
        "squared-same", "one prediction twice", "reuse", partial(call_squared_error, 2, kind="same")
    ),
    CallForm(
        "squared-upstream", "the loss used further", "reuse",
        partial(call_squared_error, 2, kind="upstream"),
    ),
    CallForm(
        "squared-kept", "the lists afterwards", "unchanged",
        partial(call_squared_error, 3, kind="kept"),
    ),
)  # fmt: skip

TRAINING = (
    Family("squared-error", SQUARED_FORMS),
    # An engine of one's own need not know the slope of a power at 0.
    Family("squared-error-alone", without(SQUARED_FORMS, "equal")),
    Family(
        "relu",
        (
            CallForm("relu-positive", "above 0", "plain", partial(call_relu, "positive")),
            CallForm("relu-negative", "below 0", "plain", partial(call_relu, "negative")),
            CallForm("relu-large", "far above 0", "plain", partial(call_relu, "large")),
            CallForm("relu-small", "just above 0", "plain", partial(call_relu, "small")),
            CallForm(
                "relu-small-negative", "just below 0", "plain",
                partial(call_relu, "small-negative"),
            ),
            CallForm("relu-whole", "a whole number", "plain", partial(call_relu, "whole")),
            CallForm("relu-upstream", "used further", "plain", partial(call_relu, "upstream")),
            CallForm("relu-result", "of a result", "plain", partial(call_relu, "result")),
            CallForm("relu-two", "of two Values", "plain", partial(call_relu, "two")),
            CallForm("relu-of-relu", "of a relu", "plain", partial(call_relu, "of-relu")),
            CallForm("relu-reused", "input used again", "reuse", partial(call_relu, "reused")),
            CallForm("relu-twice", "twice of one Value", "reuse", partial(call_relu, "twice")),
        ),
    ),
    Family(
        "max-margin",
        (
            CallForm("margin-one", "one row", "plain", partial(call_margin, (0.5,))),
            CallForm(
                "margin-mixed", "right, wrong, and outside of the margin", "plain",
                partial(call_margin, (0.5, -0.4, 2.0)),
            ),
            CallForm(
                "margin-six", "six rows", "plain",
                partial(call_margin, (2.0, -0.5, -0.3, 1.2, 0.1, 0.6)),
            ),
            CallForm(
                "margin-outside", "every row outside of the margin", "plain",
                partial(call_margin, (1.2, 2.0)),
            ),
            CallForm(
                "margin-floats", "labels that are floats", "plain",
                partial(call_margin, (0.7, -1.5), kind="floats"),
            ),
            CallForm(
                "margin-same", "one Value as two scores", "plain",
                partial(call_margin, (0.4, -0.7), kind="same"),
            ),
            CallForm(
                "margin-upstream", "the loss used further", "plain",
                partial(call_margin, (0.3, 0.6), kind="upstream"),
            ),
            CallForm(
                "margin-kept", "the lists afterwards", "unchanged",
                partial(call_margin, (0.5, -0.4, 2.0), kind="kept"),
            ),
        ),
    ),
    Family(
        "l2-penalty",
        (
            CallForm(
                "penalty-one", "one small parameter", "plain",
                partial(call_penalty, 1, kind="small"),
            ),
            CallForm("penalty-four", "four parameters", "plain", partial(call_penalty, 4)),
            CallForm("penalty-none", "strength 0", "plain", partial(call_penalty, 2, kind="none")),
            CallForm(
                "penalty-strong", "a strength above 1", "plain",
                partial(call_penalty, 6, kind="strong"),
            ),
            CallForm(
                "penalty-added", "the penalty beside another loss", "plain",
                partial(call_penalty, 3, kind="added"),
            ),
            CallForm(
                "penalty-kept", "the list afterwards", "unchanged",
                partial(call_penalty, 3, kind="kept"),
            ),
        ),
    ),
    Family(
        "decayed-rate",
        (
            CallForm("rate-first", "the first step", "plain", partial(call_rate, "first")),
            CallForm("rate-second", "the second step", "plain", partial(call_rate, "second")),
            CallForm("rate-middle", "half of the steps", "plain", partial(call_rate, "middle")),
            CallForm("rate-between", "a step on the way", "plain", partial(call_rate, "between")),
            CallForm("rate-last", "the last step", "plain", partial(call_rate, "last")),
            CallForm("rate-end", "after the last step", "plain", partial(call_rate, "end")),
            CallForm("rate-few", "of few steps", "plain", partial(call_rate, "few")),
        ),
    ),
    Family(
        "accuracy",
        (
            CallForm("accuracy-all", "all right", "plain", partial(call_accuracy, 3, 0)),
            CallForm("accuracy-none", "all wrong", "plain", partial(call_accuracy, 0, 2)),
            CallForm("accuracy-one", "one row", "plain", partial(call_accuracy, 1, 0)),
            CallForm("accuracy-some", "some right", "plain", partial(call_accuracy, 3, 2)),
            CallForm("accuracy-many", "many rows", "plain", partial(call_accuracy, 7, 5)),
            CallForm(
                "accuracy-small", "scores near 0", "plain", partial(call_accuracy, 2, 2, small=True)
            ),
            CallForm(
                "accuracy-numbers", "scores that are plain numbers", "plain",
                partial(call_accuracy, 2, 1, of_values=False),
            ),
            CallForm(
                "accuracy-kept", "the lists afterwards", "unchanged",
                partial(call_accuracy, 2, 1, kept=True),
            ),
        ),
    ),
    *LOOPS,
)  # fmt: skip
