"""Calls of the exercise on what a node records: new nodes, operators forward, gradients by hand."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from autograder.programs.calls.family import CallForm, Family, Numbers, draw_fine, finish, without
from autograder.programs.program import Program, ProgramBuilder


def make_leaf(numbers: Numbers) -> Program:
    """Write a leaf, and read all that it keeps."""
    builder = ProgramBuilder()
    node = builder.produce("call", "Value", builder.constant(numbers.any()))
    builder.do("inspect", node, "node")
    builder.do("read", node, "data")
    builder.do("read", node, "grad")
    operands = builder.produce("attribute", node, "operands")
    builder.do("inspect", operands, "length")
    builder.do("read", node, "operator")
    builder.do("read", node, "label")
    return finish(builder)


def make_labelled(numbers: Numbers) -> Program:
    """Write a node with operands, operator and label given; another node keeps its own."""
    builder = ProgramBuilder()
    one, other = (
        builder.produce("call", "Value", builder.constant(number)) for number in numbers.several(2)
    )
    node = builder.produce(
        "call", "Value", builder.constant(numbers.any()), builder.produce("list", one, other),
        builder.produce("text", "+"), builder.produce("text", "c"),
    )  # fmt: skip
    builder.do("read", node, "data")
    builder.do("read", node, "grad")
    operands = builder.produce("attribute", node, "operands")
    builder.do("inspect", operands, "length")
    builder.do("find", operands, one)
    builder.do("find", operands, other)
    builder.do("read", node, "operator")
    builder.do("read", node, "label")
    builder.do("read", one, "data")
    builder.do("inspect", builder.produce("attribute", one, "operands"), "length")
    builder.do("read", one, "operator")
    builder.do("read", one, "label")
    return finish(builder)


def draw_zero(numbers: Numbers) -> float:
    """Return 0."""
    return 0.0


def draw_whole(numbers: Numbers) -> float:
    """Return a whole number other than 0, as an int."""
    return int(numbers.choice((-5, -4, -3, -2, 2, 3, 4, 5)))


def make_with(
    numbers: Numbers,
    *,
    draw: Callable[[Numbers], float] = Numbers.any,
    operands: int = 0,
    operator: str = "",
    label: str = "",
) -> Program:
    """Write a node with all that is given; read all of it, and that its gradient begins at 0."""
    builder = ProgramBuilder()
    used = [
        builder.produce("call", "Value", builder.constant(number))
        for number in numbers.several(operands)
    ]
    node = builder.produce(
        "call", "Value", builder.constant(draw(numbers)), builder.produce("list", *used),
        builder.produce("text", operator), builder.produce("text", label),
    )  # fmt: skip
    read_record(builder, node, used)
    builder.do("read", node, "label")
    return finish(builder)


def read_record(builder: ProgramBuilder, node: int, operands: Sequence[int]) -> None:
    """Read a new node's data, gradient, operands and operator."""
    builder.do("read", node, "data")
    builder.do("read", node, "grad")
    listed = builder.produce("attribute", node, "operands")
    builder.do("inspect", listed, "length")
    for operand in dict.fromkeys(operands):
        builder.do("find", listed, operand)
    builder.do("read", node, "operator")


def make_apart(numbers: Numbers) -> Program:
    """Write nodes that know nothing of each other: what one is given, another does not have."""
    builder = ProgramBuilder()
    first, second = (
        builder.produce("call", "Value", builder.constant(number)) for number in numbers.several(2)
    )
    builder.do("set", first, "data", numbers.any())
    builder.do("set", first, "grad", numbers.any())
    third = builder.produce(
        "call", "Value", builder.constant(numbers.any()), builder.produce("list", first)
    )
    for node in (first, second, third):
        builder.do("read", node, "data")
        builder.do("read", node, "grad")
    builder.do("inspect", builder.produce("attribute", second, "operands"), "length")
    return finish(builder)


def make_of_same(numbers: Numbers) -> Program:
    """Write a node that was made from one node twice."""
    builder = ProgramBuilder()
    one = builder.produce("call", "Value", builder.constant(numbers.any()))
    node = builder.produce(
        "call", "Value", builder.constant(numbers.any()), builder.produce("list", one, one)
    )
    operands = builder.produce("attribute", node, "operands")
    builder.do("inspect", operands, "length")
    builder.do("find", operands, one)
    return finish(builder)


# The operands that an operator is applied to, pair by pair.
Operands = list[tuple[int, int]]


def two_leaves(builder: ProgramBuilder, operator: str, numbers: Numbers) -> Operands:
    """Append two leaves."""
    return [(builder.leaf(numbers.any()), builder.leaf(numbers.any()))]


def one_leaf_twice(builder: ProgramBuilder, operator: str, numbers: Numbers) -> Operands:
    """Append a leaf that is both operands."""
    one = builder.leaf(numbers.any())
    return [(one, one)]


def leaf_and_result(builder: ProgramBuilder, operator: str, numbers: Numbers) -> Operands:
    """Append a leaf and a result, which is the right operand."""
    one, other = builder.leaf(numbers.any()), builder.leaf(numbers.any())
    return [(one, builder.apply(operator, one, other))]


def two_results(builder: ProgramBuilder, operator: str, numbers: Numbers) -> Operands:
    """Append two results, and a leaf that meets the first one."""
    leaves = [builder.leaf(numbers.any()) for _ in range(3)]
    left, right = (builder.apply(operator, *pair) for pair in pairwise(leaves))
    return [(left, leaves[0]), (left, right), (left, left)]


def equal_leaves(builder: ProgramBuilder, operator: str, numbers: Numbers) -> Operands:
    """Append two leaves of one number: equal, and still two nodes."""
    number = numbers.any()
    return [(builder.leaf(number), builder.leaf(number))]


def leaves_of_many_digits(builder: ProgramBuilder, operator: str, numbers: Numbers) -> Operands:
    """Append two leaves whose numbers rounding would change."""
    return [(builder.leaf(draw_fine(numbers)), builder.leaf(draw_fine(numbers)))]


def whole_leaves(builder: ProgramBuilder, operator: str, numbers: Numbers) -> Operands:
    """Append two leaves of whole numbers."""
    return [(builder.leaf(draw_whole(numbers)), builder.leaf(draw_whole(numbers)))]


def leaf_and_zero(builder: ProgramBuilder, operator: str, numbers: Numbers) -> Operands:
    """Append a leaf and one of 0, in both orders."""
    one, zero = builder.leaf(numbers.any()), builder.leaf(0.0)
    return [(one, zero), (zero, one)]


def leaf_and_one(builder: ProgramBuilder, operator: str, numbers: Numbers) -> Operands:
    """Append a leaf and one of 1, in both orders."""
    other, one = builder.leaf(numbers.any()), builder.leaf(1.0)
    return [(other, one), (one, other)]


WriteOperands = Callable[[ProgramBuilder, str, Numbers], Operands]


# The forms of an operator without a backward pass: those whose numbers are looked at, and those
# whose records are.
PLAIN_OPERANDS: dict[str, tuple[str, WriteOperands]] = {
    "two": ("of two nodes", two_leaves),
    "same": ("of a node with itself", one_leaf_twice),
    "result": ("of a node and a result", leaf_and_result),
    "zero": ("of a node and 0", leaf_and_zero),
    "whole": ("of whole numbers", whole_leaves),
    "fine": ("of numbers of many digits", leaves_of_many_digits),
}


RECORDED_OPERANDS: dict[str, tuple[str, WriteOperands]] = {
    "record": ("of two nodes", two_leaves),
    "record-same": ("of a node with itself", one_leaf_twice),
    "record-result": ("of a node and a result", leaf_and_result),
    "record-results": ("of results", two_results),
    "record-equal": ("of two nodes of equal number", equal_leaves),
    "record-zero": ("of a node and 0", leaf_and_zero),
    "record-one": ("of a node and 1", leaf_and_one),
}


def apply_plainly(operator: str, write: WriteOperands, numbers: Numbers) -> Program:
    """Write an operator; read its numbers, and afterwards those of all nodes before.

    No operator may change them.
    """
    builder = ProgramBuilder()
    pairs = write(builder, operator, numbers)
    before = list(builder.nodes)
    for pair in pairs:
        node = builder.apply(operator, *pair)
        builder.do("inspect", node, "node")
        builder.do("read", node, "data")
    for node in before:
        builder.do("read", node, "data")
    return finish(builder)


def apply_recorded(operator: str, write: WriteOperands, numbers: Numbers) -> Program:
    """Write an operator; read what each result keeps of it."""
    builder = ProgramBuilder()
    for pair in write(builder, operator, numbers):
        read_record(builder, builder.apply(operator, *pair), pair)
    return finish(builder)


def apply_again(operator: str, numbers: Numbers) -> Program:
    """Write an operator twice on the same nodes: two results, of which neither is an operand."""
    builder = ProgramBuilder()
    one, other = builder.leaf(numbers.any()), builder.leaf(numbers.any())
    first, second = (builder.apply(operator, one, other) for _ in range(2))
    builder.do("find", builder.produce("list", one, other, first), second)
    builder.do("find", builder.produce("list", one, other), first)
    for node in (first, second):
        read_record(builder, node, (one, other))
    return finish(builder)


def apply_to_kept(operator: str, numbers: Numbers) -> Program:
    """Write an operator on nodes that keep operands and gradients; read all of it afterwards."""
    builder = ProgramBuilder()
    leaves = [builder.leaf(number) for number in numbers.several(3)]
    result, leaf = builder.apply(operator, *leaves[:2]), leaves[2]
    for node in (result, leaf):
        builder.do("set", node, "grad", numbers.any())
    made = [builder.apply(operator, *pair) for pair in ((result, leaf), (leaf, result))]
    read_record(builder, result, leaves[:2])
    read_record(builder, leaf, ())
    builder.do("read", leaf, "label")
    for node in made:
        builder.do("read", node, "grad")
    return finish(builder)


def plain_forms(*operators: str) -> tuple[CallForm, ...]:
    """Return the forms of operators without a backward pass that look at numbers alone."""
    return tuple(
        CallForm(f"forward-{name}-{kind}", title, "plain", partial(apply_plainly, name, write))
        for name in operators
        for kind, (title, write) in PLAIN_OPERANDS.items()
    )


def forward_forms(operator: str) -> tuple[CallForm, ...]:
    """Return the forms of an operator without a backward pass."""
    prefix = f"forward-{operator}"
    return (
        *plain_forms(operator),
        *(
            CallForm(f"{prefix}-{kind}", title, "record", partial(apply_recorded, operator, write))
            for kind, (title, write) in RECORDED_OPERANDS.items()
        ),
        CallForm(f"{prefix}-record-again", "twice", "record", partial(apply_again, operator)),
        CallForm(
            f"{prefix}-record-kept",
            "of nodes that keep things",
            "record",
            partial(apply_to_kept, operator),
        ),
    )


def draw_leaves(numbers: Numbers) -> list[float]:
    """Return four different numbers."""
    return numbers.several(4)


def draw_equal_leaves(numbers: Numbers) -> list[float]:
    """Return one number four times."""
    return [numbers.any()] * 4


def draw_whole_leaves(numbers: Numbers) -> list[float]:
    """Return four whole numbers."""
    return [draw_whole(numbers) for _ in range(4)]


def draw_zero_factor(numbers: Numbers) -> list[float]:
    """Return numbers with a = 0, so that b gets the gradient 0 and a does not."""
    return [0.0, *numbers.several(3)]


def draw_zero_output(numbers: Numbers) -> list[float]:
    """Return numbers with f = 0, so that L is 0, and f alone of the leaves has a gradient."""
    return [*numbers.several(3), 0.0]


def draw_zero_sum(numbers: Numbers) -> list[float]:
    """Return numbers with a * b + c = 0, so that f gets the gradient 0."""
    a, b = draw_whole(numbers), numbers.choice((0.5, -0.5, 1.5, -1.5))
    return [a, b, -a * b, numbers.any()]


def fill_by_hand(
    draw: Callable[[Numbers], list[float]], fields: Sequence[str], numbers: Numbers
) -> Program:
    """Write L = (a * b + c) * f and the gradients that are filled in; read each node's fields."""
    builder = ProgramBuilder()
    a, b, c, f = (builder.leaf(number) for number in draw(numbers))
    e = builder.apply("mul", a, b)
    d = builder.apply("add", e, c)
    out = builder.apply("mul", d, f)
    for node, name in zip((a, b, c, e, d, f, out), "abcedfL", strict=True):
        builder.do("named", node, name)
    builder.produce("call", "fill_gradients", a, b, c, e, d, f, out)
    for field in fields:
        for node in (a, b, c, e, d, f, out):
            builder.do("read", node, field)
    return finish(builder)


def draw_slight_step(numbers: Numbers) -> float:
    """Return the step of a nudge."""
    return numbers.choice((0.01, 0.1, -0.1, 0.5))


def draw_gradients(numbers: Numbers, count: int) -> list[float]:
    """Return different gradients."""
    return numbers.several(count)


def draw_gradients_with_zero(numbers: Numbers, count: int) -> list[float]:
    """Return gradients of which the first and the last are 0."""
    return [0.0, *numbers.several(count - 2), 0.0]


def draw_equal_gradients(numbers: Numbers, count: int) -> list[float]:
    """Return equal gradients."""
    return [numbers.any()] * count


def nudge(
    count: int,
    numbers: Numbers,
    *,
    draw_step: Callable[[Numbers], float] = draw_slight_step,
    draw_slopes: Callable[[Numbers, int], list[float]] = draw_gradients,
    draw_number: Callable[[Numbers], float] = Numbers.any,
    times: int = 1,
) -> Program:
    """Write inputs with gradients, and a nudge along them; the list holds the same nodes after it.

    One more node is no input, and stays as it is.
    """
    builder = ProgramBuilder()
    inputs = [builder.leaf(draw_number(numbers)) for _ in range(count)]
    for node, slope in zip(inputs, draw_slopes(numbers, count), strict=True):
        builder.do("set", node, "grad", slope)
    apart = builder.leaf(numbers.any())
    builder.do("set", apart, "grad", numbers.any())
    step = builder.constant(draw_step(numbers))
    listed = builder.produce("list", *inputs)
    for _ in range(times):
        builder.produce("call", "nudge_inputs", listed, step)
    for node in (*inputs, apart):
        builder.do("read", node, "data")
    for node in (*inputs, apart):
        builder.do("read", node, "grad")
    builder.do("inspect", listed, "length")
    for node in inputs:
        builder.do("find", listed, node)
    return finish(builder)


def nudge_results(numbers: Numbers) -> Program:
    """Write a nudge of a leaf and of a result; what was made of them before stays as it was."""
    builder = ProgramBuilder()
    a, b = (builder.leaf(number) for number in numbers.several(2))
    product = builder.apply("mul", a, b)
    total = builder.apply("add", product, b)
    for node in (a, product):
        builder.do("set", node, "grad", numbers.any())
    step = builder.constant(draw_slight_step(numbers))
    builder.produce("call", "nudge_inputs", builder.produce("list", a, product), step)
    for node in (a, b, product, total):
        builder.do("read", node, "data")
    return finish(builder)


RECORDS = (
    Family("sums-and-products", without(plain_forms("add", "mul"), "two", "whole")),
    Family(
        "new-value",
        (
            CallForm("new-leaf", "a leaf", "record", make_leaf),
            CallForm("new-of-same", "made from one node twice", "record", make_of_same),
            CallForm("new-labelled", "with everything given", "record", make_labelled),
            CallForm("new-apart", "one changed after another", "record", make_apart),
            *(
                CallForm(f"new-{name}", title, "record", write)
                for name, title, write in (
                    ("zero", "a leaf of 0", partial(make_with, draw=draw_zero)),
                    ("whole", "a leaf of a whole number", partial(make_with, draw=draw_whole)),
                    ("fine", "a leaf of many digits", partial(make_with, draw=draw_fine)),
                    ("named-leaf", "a leaf with a label", partial(make_with, label="x1")),
                    (
                        "of-one",
                        "made from one node",
                        partial(make_with, operands=1, operator="*"),
                    ),
                    (
                        "of-three",
                        "made from three nodes",
                        partial(make_with, operands=3, operator="+", label="total"),
                    ),
                )
            ),
        ),
    ),
    Family("forward-add", forward_forms("add")),
    Family("forward-mul", forward_forms("mul")),
    Family(
        "fill-gradients",
        (
            *(
                CallForm(f"filled-{name}", title, "plain", partial(fill_by_hand, draw, ("grad",)))
                for name, title, draw in (
                    ("one", "by hand", draw_leaves),
                    ("two", "by hand", draw_leaves),
                    ("three", "by hand", draw_leaves),
                    ("equal", "where all leaves are equal", draw_equal_leaves),
                    ("whole", "of whole numbers", draw_whole_leaves),
                    ("zero-factor", "where a is 0", draw_zero_factor),
                    ("zero-sum", "where d is 0", draw_zero_sum),
                    ("zero-output", "where f is 0", draw_zero_output),
                )
            ),
            CallForm(
                "filled-data",
                "the nodes' data afterwards",
                "change",
                partial(fill_by_hand, draw_leaves, ("grad", "data")),
            ),
        ),
    ),
    Family(
        "nudge-inputs",
        (
            *(
                CallForm(f"nudged-{name}", title, "change", write)
                for name, title, write in (
                    ("none", "no inputs", partial(nudge, 0)),
                    ("1", "1 input", partial(nudge, 1)),
                    ("2", "2 inputs", partial(nudge, 2)),
                    ("4", "4 inputs", partial(nudge, 4)),
                    ("still", "a step of 0", partial(nudge, 2, draw_step=draw_zero)),
                    (
                        "whole",
                        "whole numbers",
                        partial(nudge, 3, draw_step=draw_whole, draw_number=draw_whole),
                    ),
                    (
                        "flat",
                        "gradients of 0",
                        partial(nudge, 4, draw_slopes=draw_gradients_with_zero),
                    ),
                    ("from-zero", "inputs at 0", partial(nudge, 2, draw_number=draw_zero)),
                    (
                        "equal",
                        "equal gradients",
                        partial(nudge, 3, draw_slopes=draw_equal_gradients),
                    ),
                    ("again", "two nudges", partial(nudge, 3, times=2)),
                    ("results", "a result", nudge_results),
                )
            ),
        ),
    ),
)
