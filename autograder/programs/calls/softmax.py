"""Calls of the softmax exercise: log, softmax, negative log-likelihood, and their stable forms."""

from collections.abc import Callable
from functools import partial

from autograder.programs.calls.family import CallForm, Family, Numbers, without
from autograder.programs.program import Program, ProgramBuilder

Writer = Callable[[Numbers], Program]


# Far from the other numbers, and still what a student can write down.
SMALL = (0.001, 0.002, 0.005, 0.01)
LARGE = (20.0, 30.0, 50.0, 80.0)
HIGH = (8.5, 9.0, 9.5, 10.0)


def call_log(shape: str, numbers: Numbers) -> Program:
    """Write a logarithm: alone, multiplied further, of a result, or with its input used twice."""
    builder = ProgramBuilder()
    far = {"small": SMALL, "large": LARGE}.get(shape)
    x = builder.leaf(numbers.choice(far) if far else numbers.positive())
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


def draw_logits(kind: str, count: int, numbers: Numbers) -> list[float]:
    """Return different numbers; or with a 0 among them, with equal ones, or far apart."""
    found = numbers.several(count)
    if kind == "zero":
        found[1] = 0.0
    elif kind == "equal":
        found[0] = found[2]
    elif kind == "wide":
        found[0], found[2] = numbers.choice(HIGH), -numbers.choice(HIGH)
    return found


def call_softmax(name: str, kind: str, count: int, read: int, numbers: Numbers) -> Program:
    """Write a softmax; run backward from one of its probabilities."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in draw_logits(kind, count, numbers)]
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


def call_softmax_weighted(name: str, numbers: Numbers) -> Program:
    """Write a softmax, and the sum of all its probabilities with a weight for each."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in numbers.several(4)]
    result = builder.produce("call", name, builder.produce("list", *logits))
    terms = [
        builder.apply("mul", builder.produce("item", result, index), builder.leaf(numbers.any()))
        for index in range(len(logits))
    ]
    return builder.finish(add_up(builder, terms))


def call_softmax_shared(name: str, numbers: Numbers) -> Program:
    """Write two softmaxes that share logits; a probability of each is used."""
    builder = ProgramBuilder()
    a, b, c = (builder.leaf(number) for number in numbers.several(3))
    one = builder.produce("call", name, builder.produce("list", a, b, c))
    other = builder.produce("call", name, builder.produce("list", c, a))
    first, second = builder.produce("item", one, 0), builder.produce("item", other, 0)
    return builder.finish(builder.apply("mul", first, second))


def call_again(name: str, numbers: Numbers, *, index: int | None = None) -> Program:
    """Write a call with logits that get other numbers, and the same call once more."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in numbers.several(2)]
    listed = builder.produce("list", *logits)
    rest = () if index is None else (builder.constant(index),)
    builder.produce("call", name, listed, *rest)
    for logit in logits:
        builder.do("set", logit, "data", numbers.any())
    # A list of its own: whether the first one has changed is looked at elsewhere.
    again = builder.produce("list", *logits)
    result = builder.produce("call", name, again, *rest)
    return builder.finish(builder.produce("item", result, 1) if index is None else result)


def call_with_list(name: str, numbers: Numbers, *, index: int | None = None) -> Program:
    """Write a call; read what its list of logits holds afterwards.

    The logits are given gradients, so that a copy in the place of one shows.
    """
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in numbers.several(3)]
    listed = builder.produce("list", *logits)
    rest = () if index is None else (builder.constant(index),)
    builder.produce("call", name, listed, *rest)
    for logit in logits:
        builder.do("set", logit, "grad", numbers.any())
    builder.do("inspect", listed, "length")
    for place in range(len(logits)):
        item = builder.produce("item", listed, place)
        builder.do("read", item, "data")
        builder.do("read", item, "grad")
    return Program(tuple(builder.instructions))


def add_up(builder: ProgramBuilder, terms: list[int]) -> int:
    """Append the sum of several nodes."""
    total, *rest = terms
    for term in rest:
        total = builder.apply("add", total, term)
    return total


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


def draw_extremes(kind: str, numbers: Numbers) -> list[float]:
    """Return logits far from 0, none of them beyond -1000 and 1000.

    Where both ends are far, the lower one is further from 0.
    """
    distances = sorted(abs(number) for number in numbers.several(3))
    first, second, third = (round(1000.0 - distance, 2) for distance in distances)
    if kind == "high":
        return [second, first, third]
    if kind == "low":
        return [-second, -first, -third]
    if kind == "far":
        return [second, -first, third]
    if kind == "rising":
        return [-first, second, numbers.any()]
    if kind == "tied":
        return [second, -first, second]
    if kind == "deep":
        return [numbers.any(), -first, numbers.any()]
    if kind == "last":
        return [numbers.any(), -first, numbers.any(), numbers.any(), second]
    if kind == "faint":
        # A probability that a float can just hold, with one digit or two.
        return [distances[0], round(distances[0] - 741.0 - distances[1], 2), 0.0]
    return [-first]


def call_softmax_extreme(name: str, kind: str, numbers: Numbers) -> Program:
    """Write a softmax of logits far from 0."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in draw_extremes(kind, numbers)]
    result = builder.produce("call", name, builder.produce("list", *logits))
    items = [builder.produce("item", result, index) for index in range(len(logits))]
    for item in items:
        builder.do("read", item, "data")
    return builder.finish(items[-1])


def call_loss(name: str, kind: str, count: int, index: int, numbers: Numbers) -> Program:
    """Write a negative log-likelihood."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in draw_logits(kind, count, numbers)]
    listed = builder.produce("list", *logits)
    loss = builder.produce("call", name, listed, builder.constant(index))
    return finish_with_list(builder, loss, listed, count)


def call_loss_reused(name: str, numbers: Numbers) -> Program:
    """Write a negative log-likelihood, multiplied by a logit."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in numbers.several(3)]
    loss = builder.produce("call", name, builder.produce("list", *logits), builder.constant(1))
    return builder.finish(builder.apply("mul", loss, logits[0]))


def call_losses_shared(name: str, numbers: Numbers) -> Program:
    """Write the mean of two losses that share logits."""
    builder = ProgramBuilder()
    a, b, c = (builder.leaf(number) for number in numbers.several(3))
    one = builder.produce("call", name, builder.produce("list", a, b, c), builder.constant(2))
    other = builder.produce("call", name, builder.produce("list", c, a), builder.constant(1))
    half = builder.constant(0.5)
    return builder.finish(builder.apply("mul", builder.apply("add", one, other), half))


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


def call_loss_extreme(name: str, kind: str, numbers: Numbers) -> Program:
    """Write a negative log-likelihood of logits far from 0."""
    builder = ProgramBuilder()
    logits = [builder.leaf(number) for number in draw_extremes(kind, numbers)]
    arguments = builder.produce("list", *logits), builder.constant(min(1, len(logits) - 1))
    return builder.finish(builder.produce("call", name, *arguments))


def call_torch_gradients(
    count: int, index: int, numbers: Numbers, *, factor: float = 1.0, rounds: int = 1
) -> Program:
    """Write the gradients that PyTorch gives for plain logits, each of them a float.

    Several rounds are all called before any is read.
    """
    builder = ProgramBuilder()
    results = []
    for _ in range(rounds):
        logits = builder.numbers(*[round(factor * x, 2) for x in numbers.several(count)])
        arguments = logits, builder.constant(index)
        results.append(builder.produce("call", "torch_gradients", *arguments))
    for result in results:
        builder.do("inspect", result, "length")
        for place in range(count):
            gradient = builder.produce("item", result, place)
            builder.do("read", gradient, "number")
            builder.do("inspect", gradient, "float")
    return Program(tuple(builder.instructions))


def call_torch_of_equals(index: int, numbers: Numbers) -> Program:
    """Write the gradients of logits of which two are equal."""
    builder = ProgramBuilder()
    x = numbers.any()
    logits = builder.numbers(x, numbers.any(), x)
    result = builder.produce("call", "torch_gradients", logits, builder.constant(index))
    builder.do("inspect", result, "length")
    for place in range(3):
        builder.do("read", builder.produce("item", result, place), "number")
    return Program(tuple(builder.instructions))


def call_torch_and_look(numbers: Numbers) -> Program:
    """Write the gradients of plain logits, and read the logits afterwards."""
    builder = ProgramBuilder()
    logits = builder.numbers(*numbers.several(3))
    builder.produce("call", "torch_gradients", logits, builder.constant(1))
    builder.do("inspect", logits, "length")
    for place in range(3):
        builder.do("read", builder.produce("item", logits, place), "number")
    return Program(tuple(builder.instructions))


def softmax_forms(name: str, prefix: str) -> tuple[CallForm, ...]:
    """Return the forms of a softmax."""
    plain = (
        ("one", "one logit", "", 1, 0),
        ("two", "two logits", "", 2, 1),
        ("equal", "logits of equal number", "equal", 3, 2),
        ("five", "five logits, one of them 0", "zero", 5, 3),
        ("wide", "logits from −10 to 10", "wide", 4, 0),
    )
    return (
        *(
            CallForm(
                f"{prefix}-{id_}", title, "plain", partial(call_softmax, name, kind, count, read)
            )
            for id_, title, kind, count, read in plain
        ),
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
        CallForm(
            f"{prefix}-weighted", "a sum of all probabilities, each with a weight", "reuse",
            partial(call_softmax_weighted, name),
        ),
        CallForm(
            f"{prefix}-shared", "logits that two softmaxes share", "reuse",
            partial(call_softmax_shared, name),
        ),
        CallForm(
            f"{prefix}-again", "logits that have changed since", "plain", partial(call_again, name)
        ),
        CallForm(
            f"{prefix}-list", "the list of logits afterwards", "unchanged",
            partial(call_with_list, name),
        ),
    )  # fmt: skip


def loss_forms(name: str, prefix: str) -> tuple[CallForm, ...]:
    """Return the forms of a negative log-likelihood."""
    plain = (
        ("one", "one logit", "", 1, 0),
        ("two", "two logits", "", 2, 0),
        ("equal", "logits of equal number", "equal", 3, 2),
        ("middle", "three logits", "", 3, 1),
        ("five", "five logits, one of them 0", "zero", 5, 4),
        ("wide", "logits from −10 to 10", "wide", 4, 2),
    )
    return (
        *(
            CallForm(
                f"{prefix}-{id_}", title, "plain", partial(call_loss, name, kind, count, index)
            )
            for id_, title, kind, count, index in plain
        ),
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
        CallForm(
            f"{prefix}-shared", "logits that two losses share", "reuse",
            partial(call_losses_shared, name),
        ),
        CallForm(
            f"{prefix}-again", "logits that have changed since", "plain",
            partial(call_again, name, index=0),
        ),
        CallForm(
            f"{prefix}-list", "the list of logits afterwards", "unchanged",
            partial(call_with_list, name, index=1),
        ),
    )  # fmt: skip


def extreme_forms(call: Callable[..., Program], name: str, prefix: str) -> tuple[CallForm, ...]:
    """Return the forms with logits far from 0."""
    return tuple(
        CallForm(f"{prefix}-{kind}", title, "extreme", partial(call, name, kind))
        for kind, title in (
            ("single", "one logit alone, near −1000"),
            ("high", "logits near 1000"),
            ("low", "logits near −1000"),
            ("far", "logits near 1000 and −1000"),
            ("rising", "logits near −1000, 1000 and 0"),
            ("tied", "two equal logits near 1000"),
            ("deep", "one logit near −1000"),
            ("last", "five logits, the last one near 1000"),
            ("faint", "one logit 741 below another one, or more"),
        )
    )


LOG_SHAPES = (
    ("alone", "of a leaf", "plain"),
    ("upstream", "the result multiplied further", "plain"),
    ("result", "of a result", "plain"),
    ("small", "of a number near 0", "plain"),
    ("large", "of a number far from 0", "plain"),
    ("sum", "input used twice", "reuse"),
    ("product", "input used twice", "reuse"),
    ("twice", "result used twice", "reuse"),
)

# Of an exercise of many tasks, what other forms find as well.
LEFT_OUT = ("two", "middle", "reused", "again", "single", "high", "tied", "deep")

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
        without(
            softmax_forms("softmax", "softmax")
            + extreme_forms(call_softmax_extreme, "softmax", "softmax"),
            *LEFT_OUT,
            "faint",
        ),
    ),
    Family(
        "negative-log-likelihood-and-stable",
        without(
            loss_forms("negative_log_likelihood", "nll")
            + extreme_forms(call_loss_extreme, "negative_log_likelihood", "nll"),
            *LEFT_OUT,
        ),
    ),
    Family(
        "stable-softmax",
        softmax_forms("stable_softmax", "stable-softmax")
        # Of a number with one digit, right formulas give different ones.
        + without(extreme_forms(call_softmax_extreme, "stable_softmax", "stable-softmax"), "faint"),
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
            CallForm("torch-one", "one logit", "plain", partial(call_torch_gradients, 1, 0)),
            CallForm("torch-two", "two logits", "plain", partial(call_torch_gradients, 2, 1)),
            CallForm("torch-three", "three logits", "plain", partial(call_torch_gradients, 3, 0)),
            CallForm("torch-four", "four logits", "plain", partial(call_torch_gradients, 4, 3)),
            CallForm(
                "torch-wide",
                "logits far from each other",
                "plain",
                partial(call_torch_gradients, 5, 2, factor=3.0),
            ),
            CallForm("torch-equal", "two equal logits", "plain", partial(call_torch_of_equals, 2)),
            CallForm(
                "torch-twice", "two calls", "plain", partial(call_torch_gradients, 3, 1, rounds=2)
            ),
            CallForm(
                "torch-list", "the list of logits afterwards", "unchanged", call_torch_and_look
            ),
        ),
    ),
)
