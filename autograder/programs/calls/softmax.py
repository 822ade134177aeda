"""Calls of the softmax exercise: log, softmax, negative log-likelihood, and their stable forms."""

from collections.abc import Callable
from functools import partial

from autograder.programs.calls.family import CallForm, Family, Numbers
from autograder.programs.program import Program, ProgramBuilder

Writer = Callable[[Numbers], Program]


def call_log(shape: str, numbers: Numbers) -> Program:
    """Write a logarithm: alone, multiplied further, of a result, or with its input used twice."""
    builder = ProgramBuilder()
    x = builder.leaf(numbers.positive())
    of = builder.apply("mul", x, builder.leaf(numbers.positive())) if shape == "result" else x
    node = builder.produce("call", "log", of)
    if shape == "upstream":
        node = builder.apply("mul", node, builder.leaf(numbers.any()))
    elif shape == "sum":
        node = builder.apply("add", node, x)
    elif shape == "product":
        node = builder.apply("mul", x, node)
    elif shape == "twice":
        node = builder.apply("mul", node, node)
    return builder.finish(node)


def finish_with_list(builder: ProgramBuilder, output: int, listed: int, count: int) -> Program:
    """Return the finished program, which also reads the data of a list's items afterwards."""
    builder.finish(output)
    for index in range(count):
        builder.do("read", builder.produce("item", listed, index), "data")
    return Program(tuple(builder.instructions))


def call_softmax(name: str, count: int, read: int, numbers: Numbers) -> Program:
    """Write a softmax; run backward from one of its probabilities."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in numbers.several(count)]
    listed = builder.produce("list", *logits)
    result = builder.produce("call", name, listed)
    builder.do("inspect", result, "length")
    items = [builder.produce("item", result, index) for index in range(count)]
    for item in items:
        builder.do("read", item, "data")
    return finish_with_list(builder, items[read], listed, count)


def call_softmax_reused(name: str, numbers: Numbers) -> Program:
    """Write a softmax whose probabilities are multiplied and added to a logit."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in numbers.several(3)]
    result = builder.produce("call", name, builder.produce("list", *logits))
    first, last = (builder.produce("item", result, index) for index in (0, 2))
    product = builder.apply("mul", first, last)
    return builder.finish(builder.apply("add", product, logits[1]))


def call_softmax_of_same(name: str, numbers: Numbers) -> Program:
    """Write a softmax of which two logits are the same node."""
    builder = ProgramBuilder()
    a, b = builder.leaf(numbers.any()), builder.leaf(numbers.any())
    result = builder.produce("call", name, builder.produce("list", a, b, a))
    return builder.finish(builder.produce("item", result, 2))


def call_softmax_of_results(name: str, numbers: Numbers) -> Program:
    """Write a softmax of results."""
    builder = ProgramBuilder()
    a, b = builder.leaf(numbers.any()), builder.leaf(numbers.any())
    logits = builder.produce("list", builder.apply("mul", a, b), builder.apply("add", a, b))
    return builder.finish(builder.produce("item", builder.produce("call", name, logits), 0))


def call_softmax_extreme(name: str, extremes: tuple[float, ...], numbers: Numbers) -> Program:
    """Write a softmax of logits far from 0."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in (*extremes, extremes[0] - numbers.positive())]
    result = builder.produce("call", name, builder.produce("list", *logits))
    items = [builder.produce("item", result, index) for index in range(len(logits))]
    for item in items:
        builder.do("read", item, "data")
    return builder.finish(items[-1])


def call_loss(name: str, count: int, index: int, numbers: Numbers) -> Program:
    """Write a negative log-likelihood."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in numbers.several(count)]
    listed = builder.produce("list", *logits)
    loss = builder.produce("call", name, listed, builder.constant(index))
    return finish_with_list(builder, loss, listed, count)


def call_loss_reused(name: str, numbers: Numbers) -> Program:
    """Write a negative log-likelihood, multiplied by a logit."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in numbers.several(3)]
    loss = builder.produce("call", name, builder.produce("list", *logits), builder.constant(1))
    return builder.finish(builder.apply("mul", loss, logits[0]))


def call_loss_of_same(name: str, numbers: Numbers) -> Program:
    """Write a negative log-likelihood of which two logits are the same node."""
    builder = ProgramBuilder()
    a, b = builder.leaf(numbers.any()), builder.leaf(numbers.any())
    logits = builder.produce("list", a, b, a)
    return builder.finish(builder.produce("call", name, logits, builder.constant(0)))


def call_loss_of_results(name: str, numbers: Numbers) -> Program:
    """Write a negative log-likelihood of results."""
    builder = ProgramBuilder()
    a, b = builder.leaf(numbers.any()), builder.leaf(numbers.any())
    logits = builder.produce("list", builder.apply("mul", a, b), builder.apply("add", a, b))
    return builder.finish(builder.produce("call", name, logits, builder.constant(1)))


def call_loss_extreme(name: str, extremes: tuple[float, ...], numbers: Numbers) -> Program:
    """Write a negative log-likelihood of logits far from 0."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in (*extremes, numbers.any())]
    arguments = builder.produce("list", *logits), builder.constant(1)
    return builder.finish(builder.produce("call", name, *arguments))


def call_torch_gradients(
    count: int, index: int, numbers: Numbers, *, again: bool = False
) -> Program:
    """Write the gradients that PyTorch gives for plain logits; with `again`, read the logits."""
    builder = ProgramBuilder()
    logits = builder.numbers(*numbers.several(count))
    result = builder.produce("call", "torch_gradients", logits, builder.constant(index))
    builder.do("inspect", result, "length")
    for place in range(count):
        read = logits if again else result
        builder.do("read", builder.produce("item", read, place), "number")
    return Program(tuple(builder.instructions))


def softmax_forms(name: str, prefix: str) -> tuple[CallForm, ...]:
    """Return the forms of a softmax."""
    return (
        CallForm(f"{prefix}-one", "one logit", "plain", partial(call_softmax, name, 1, 0)),
        CallForm(f"{prefix}-two", "two logits", "plain", partial(call_softmax, name, 2, 1)),
        CallForm(f"{prefix}-four", "four logits", "plain", partial(call_softmax, name, 4, 0)),
        CallForm(
            f"{prefix}-results", "logits that are results", "plain",
            partial(call_softmax_of_results, name),
        ),
        CallForm(
            f"{prefix}-same", "one node as two logits", "reuse", partial(call_softmax_of_same, name)
        ),
        CallForm(
            f"{prefix}-reused", "probabilities used further", "reuse",
            partial(call_softmax_reused, name),
        ),
    )  # fmt: skip


def loss_forms(name: str, prefix: str) -> tuple[CallForm, ...]:
    """Return the forms of a negative log-likelihood."""
    return (
        CallForm(f"{prefix}-two", "two logits", "plain", partial(call_loss, name, 2, 0)),
        CallForm(f"{prefix}-middle", "three logits", "plain", partial(call_loss, name, 3, 1)),
        CallForm(f"{prefix}-four", "four logits", "plain", partial(call_loss, name, 4, 3)),
        CallForm(
            f"{prefix}-results", "logits that are results", "plain",
            partial(call_loss_of_results, name),
        ),
        CallForm(
            f"{prefix}-same", "one node as two logits", "reuse", partial(call_loss_of_same, name)
        ),
        CallForm(
            f"{prefix}-reused", "the loss used further", "reuse", partial(call_loss_reused, name)
        ),
    )  # fmt: skip


def extreme_forms(call: Callable[..., Program], name: str, prefix: str) -> tuple[CallForm, ...]:
    """Return the forms with logits far from 0."""
    return tuple(
        CallForm(f"{prefix}-{id_}", title, "extreme", partial(call, name, extremes))
        for id_, title, extremes in (
            ("high", "logits near 1000", (1000.0, 1001.0)),
            ("low", "logits near −1000", (-1000.0, -1001.0)),
            ("far", "logits of 1000 and −1000", (1000.0, -1000.0)),
            ("rising", "logits of −1000 and 1000", (-1000.0, 1000.0)),
        )
    )


LOG_SHAPES = (
    ("alone", "of a leaf", "plain"),
    ("upstream", "the result multiplied further", "plain"),
    ("result", "of a result", "plain"),
    ("sum", "input used twice", "reuse"),
    ("product", "input used twice", "reuse"),
    ("twice", "result used twice", "reuse"),
)

SOFTMAX = (
    Family(
        "log",
        tuple(
            CallForm(f"log-{shape}", title, group, partial(call_log, shape))
            for shape, title, group in LOG_SHAPES
        ),
    ),
    Family("softmax", softmax_forms("softmax", "softmax")),
    Family(
        "softmax-and-stable",
        softmax_forms("softmax", "softmax")
        + extreme_forms(call_softmax_extreme, "softmax", "softmax"),
    ),
    Family(
        "negative-log-likelihood-and-stable",
        loss_forms("negative_log_likelihood", "nll")
        + extreme_forms(call_loss_extreme, "negative_log_likelihood", "nll"),
    ),
    Family(
        "stable-softmax",
        softmax_forms("stable_softmax", "stable-softmax")
        + extreme_forms(call_softmax_extreme, "stable_softmax", "stable-softmax"),
    ),
    Family("negative-log-likelihood", loss_forms("negative_log_likelihood", "nll")),
    Family(
        "stable-negative-log-likelihood",
        loss_forms("stable_negative_log_likelihood", "stable-nll")
        + extreme_forms(call_loss_extreme, "stable_negative_log_likelihood", "stable-nll"),
    ),
    Family(
        "torch-gradients",
        (
            CallForm("torch-two", "two logits", "plain", partial(call_torch_gradients, 2, 1)),
            CallForm("torch-three", "three logits", "plain", partial(call_torch_gradients, 3, 0)),
            CallForm("torch-four", "four logits", "plain", partial(call_torch_gradients, 4, 3)),
            CallForm(
                "torch-list",
                "the list of logits afterwards",
                "unchanged",
                partial(call_torch_gradients, 3, 1, again=True),
            ),
        ),
    ),
)
