"""Calls of the exercises on the graph: what a node records, its order, gradients by hand."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from autograder.programs.calls.family import CallForm, Family, Numbers, without
from autograder.programs.program import Program, ProgramBuilder


def finish(builder: ProgramBuilder) -> Program:
    """Return the program as it stands."""
    return Program(tuple(builder.instructions))


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


def draw_fine(numbers: Numbers) -> float:
    """Return a number of many digits, which rounding would change."""
    return round(numbers.any() + numbers.choice((1, 2, 4, 5, 7, 8)) / 9, 9)


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


def write_graph(builder: ProgramBuilder, shape: str, numbers: Numbers) -> int:
    """Append one of the small graphs in which an order goes wrong; return its output."""
    number = numbers.any()
    a = builder.leaf(number)
    if shape == "leaf":
        return a
    if shape == "same":
        return builder.apply("add", a, a)
    if shape == "chain":
        node = a
        for index in range(6):
            node = builder.apply(("add", "mul")[index % 2], node, builder.leaf(numbers.any()))
        return node
    if shape == "twins":
        # Told apart by what they are, and not by their number; both are used by two others.
        b = builder.leaf(number)
        left, right = builder.apply("mul", a, b), builder.apply("mul", b, b)
        return builder.apply("mul", builder.apply("add", left, right), a)
    b = builder.leaf(numbers.any())
    if shape == "sum":
        return builder.apply("add", a, b)
    if shape == "zero":
        return builder.apply("mul", builder.apply("mul", a, b), builder.leaf(0.0))
    if shape == "diamond":
        left, right = builder.apply("mul", a, b), builder.apply("add", a, b)
        return builder.apply("mul", left, right)
    if shape == "short-cut":
        # a is used by the output itself and, further back, by what the output is made of.
        return builder.apply("mul", builder.apply("add", builder.apply("mul", a, b), b), a)
    if shape == "short-cut-first":
        return builder.apply("mul", a, builder.apply("add", builder.apply("mul", a, b), b))
    if shape == "three-consumers":
        squares = [builder.apply("mul", a, b) for _ in range(2)]
        return builder.apply("add", builder.apply("mul", squares[0], a), squares[1])
    if shape == "ladder":
        # Each step is used twice by the next one: there are 128 ways down to a.
        node = builder.apply("mul", a, b)
        for _ in range(7):
            node = builder.apply("add", node, node)
        return node
    if shape == "steps":
        # Each node is used by the next one and by the one after it, at all distances.
        before, node = a, b
        for operator in ("mul", "add", "mul", "add", "add"):
            before, node = node, builder.apply(operator, node, before)
        return node
    if shape == "unary":
        # A node with one operand, and the same graph below a node with two.
        inner = builder.apply("tanh", builder.apply("mul", a, b))
        return builder.apply("add", builder.apply("tanh", inner), inner)
    # A result with two consumers, of which one is further from the output.
    middle = builder.apply("mul", a, b)
    far = builder.apply("add", builder.apply("mul", middle, b), a)
    if shape == "late-consumer":
        return builder.apply("add", far, middle)
    return builder.apply("add", middle, far)


SHAPES = {
    "leaf": "a leaf alone",
    "sum": "a sum",
    "same": "a node added to itself",
    "chain": "a chain",
    "zero": "a product with 0",
    "diamond": "a diamond",
    "short-cut": "a node used near the output and far from it",
    "short-cut-first": "a node used near the output and far from it",
    "late-consumer": "a result that two others use",
    "late-consumer-first": "a result that two others use",
    "twins": "nodes of equal number",
    "three-consumers": "a node used three times",
    "ladder": "results that are added to themselves",
    "steps": "results used near and far",
}
REUSED = frozenset(SHAPES) - {"leaf", "sum", "chain", "zero"}

# An exercise without tanh has no node with one operand.
ORDERED_SHAPES = SHAPES | {"unary": "nodes with one operand"}


def read_order(builder: ProgramBuilder, output: int, nodes: Sequence[int]) -> None:
    """Append the order of a graph, and where each of its nodes stands."""
    order = builder.produce("call", "topological_order", output)
    builder.do("inspect", order, "length")
    for node in nodes:
        builder.do("find", order, node)


def order_graph(shape: str, numbers: Numbers) -> Program:
    """Write a graph and its topological order; read where each node stands."""
    builder = ProgramBuilder()
    read_order(builder, write_graph(builder, shape, numbers), builder.nodes)
    return finish(builder)


def order_kept(numbers: Numbers) -> Program:
    """Write the orders of a graph and of another one; read the first answer after the second."""
    builder = ProgramBuilder()
    first = write_graph(builder, "diamond", numbers)
    nodes = list(builder.nodes)
    second = builder.apply("add", first, builder.leaf(numbers.any()))
    order = builder.produce("call", "topological_order", first)
    builder.produce("call", "topological_order", second)
    builder.do("inspect", order, "length")
    for node in nodes:
        builder.do("find", order, node)
    return finish(builder)


def order_second_time(numbers: Numbers) -> Program:
    """Write the order of a graph, asked for twice; read the second answer."""
    builder = ProgramBuilder()
    output = write_graph(builder, "diamond", numbers)
    builder.produce("call", "topological_order", output)
    read_order(builder, output, builder.nodes)
    return finish(builder)


def order_part_first(numbers: Numbers) -> Program:
    """Write the order of a part of a graph, then that of the whole, made after it."""
    builder = ProgramBuilder()
    part = write_graph(builder, "late-consumer", numbers)
    builder.produce("call", "topological_order", part)
    read_order(builder, builder.apply("mul", part, builder.leaf(numbers.any())), builder.nodes)
    return finish(builder)


def order_whole_first(numbers: Numbers) -> Program:
    """Write the order of a whole graph, then that of a part, in which the rest has no place."""
    builder = ProgramBuilder()
    part = write_graph(builder, "late-consumer", numbers)
    nodes = list(builder.nodes)
    whole = builder.apply("mul", part, builder.apply("add", part, nodes[0]))
    builder.produce("call", "topological_order", whole)
    read_order(builder, part, nodes)
    return finish(builder)


def order_two_graphs(numbers: Numbers) -> Program:
    """Write the orders of two graphs with a leaf in common; read that of the second."""
    builder = ProgramBuilder()
    first = write_graph(builder, "diamond", numbers)
    shared = builder.nodes[0]
    before = set(builder.nodes)
    second = builder.apply("mul", write_graph(builder, "short-cut", numbers), shared)
    builder.produce("call", "topological_order", first)
    own = [node for node in builder.nodes if node not in before]
    read_order(builder, second, [shared, *own])
    return finish(builder)


def order_and_look(field: str, numbers: Numbers) -> Program:
    """Write the order of a graph whose nodes have gradients; read a field of each node after it."""
    builder = ProgramBuilder()
    output = write_graph(builder, "diamond", numbers)
    for node in builder.nodes:
        builder.do("set", node, "grad", numbers.any())
    builder.produce("call", "topological_order", output)
    for node in builder.nodes:
        builder.do("read", node, field)
    return finish(builder)


class FineNumbers(Numbers):
    """A source of numbers of many digits."""

    def any(self) -> float:
        """Return a number whose products and sums rounding would change."""
        return draw_fine(Numbers(self.source))


def run_backward_finely(numbers: Numbers) -> Program:
    """Write a graph of numbers of many digits and its backward pass."""
    return run_backward("late-consumer", FineNumbers(numbers.source))


def run_backward(shape: str, numbers: Numbers) -> Program:
    """Write a graph and its backward pass; read the gradient of every node, and its data."""
    builder = ProgramBuilder()
    output = write_graph(builder, shape, numbers)
    builder.do("inspect", output, "node")
    builder.do("read", output, "data")
    builder.do("backward", output)
    for field in ("grad", "data"):
        for node in builder.nodes:
            builder.do("read", node, field)
    return finish(builder)


# A pass on a graph that has been run, or beside one. A graph with inner nodes is run twice only
# after all gradients have been set to 0: where nothing is set back, inner nodes hand on what they
# hold of the pass before, and an exercise may leave that to the engine.


def pass_and_read(builder: ProgramBuilder, output: int, nodes: Sequence[int]) -> None:
    """Append a backward pass, and the gradients of some nodes after it."""
    builder.do("backward", output)
    for node in nodes:
        builder.do("read", node, "grad")


def run_twice(operator: str, numbers: Numbers, *, same: bool = False) -> Program:
    """Write an operator on leaves, or on one leaf twice, and two passes."""
    builder = ProgramBuilder()
    one = builder.leaf(numbers.any())
    output = builder.apply(operator, one, one if same else builder.leaf(numbers.any()))
    for _ in range(2):
        pass_and_read(builder, output, builder.leaves)
    return finish(builder)


def run_from_set(operator: str, numbers: Numbers) -> Program:
    """Write an operator on leaves, a pass, gradients that are set, and a second pass."""
    builder = ProgramBuilder()
    leaves = [builder.leaf(number) for number in numbers.several(2)]
    output = builder.apply(operator, *leaves)
    pass_and_read(builder, output, leaves)
    for leaf in leaves:
        builder.do("set", leaf, "grad", numbers.any())
    pass_and_read(builder, output, leaves)
    return finish(builder)


def run_after_clearing(numbers: Numbers) -> Program:
    """Write a graph, a pass, all gradients set to 0, and a second pass: the same as the first."""
    builder = ProgramBuilder()
    output = write_graph(builder, "late-consumer", numbers)
    pass_and_read(builder, output, builder.nodes)
    for node in builder.nodes:
        builder.do("set", node, "grad", 0.0)
    pass_and_read(builder, output, builder.nodes)
    return finish(builder)


def run_sharing(numbers: Numbers, *, later: bool = False) -> Program:
    """Write two graphs with a leaf in common and a pass of each.

    With `later`, the second one is made after the pass of the first.
    """
    builder = ProgramBuilder()
    a, b, c = (builder.leaf(number) for number in numbers.several(3))

    def write_second() -> int:
        return builder.apply("mul", builder.apply("add", a, c), a)

    first = builder.apply("add", builder.apply("mul", a, b), a)
    second = -1 if later else write_second()
    pass_and_read(builder, first, (a, b))
    pass_and_read(builder, write_second() if later else second, (a, b, c))
    return finish(builder)


def run_three_sharing(numbers: Numbers) -> Program:
    """Write three graphs with two leaves in common, and a pass of each."""
    builder = ProgramBuilder()
    a, b = (builder.leaf(number) for number in numbers.several(2))
    outputs = [builder.apply("mul", a, b), builder.apply("add", a, b), builder.apply("mul", a, a)]
    for output in outputs:
        pass_and_read(builder, output, (a, b))
    return finish(builder)


def run_apart(numbers: Numbers) -> Program:
    """Write two graphs without a node in common, and a pass of each."""
    builder = ProgramBuilder()
    leaves = [builder.leaf(number) for number in numbers.several(4)]
    first, second = (builder.apply("mul", *leaves[i : i + 2]) for i in (0, 2))
    pass_and_read(builder, first, leaves[:2])
    pass_and_read(builder, second, leaves)
    return finish(builder)


# Far beyond Python's recursion limit of 1,000, and short enough for a slow way to be in time.
CHAIN_LENGTH = 3_000


def run_chain(operator: str, numbers: Numbers) -> Program:
    """Write a long chain of sums, or of products with a factor near 1."""
    builder = ProgramBuilder()
    start = builder.leaf(numbers.any())
    link = builder.leaf(numbers.choice((0.05, -0.05) if operator == "add" else (1.0001, 0.9999)))
    node = builder.produce("repeat", operator, start, link, CHAIN_LENGTH)
    builder.do("read", node, "data")
    builder.do("backward", node)
    builder.do("read", start, "grad")
    builder.do("read", link, "grad")
    return finish(builder)


BACKWARD_FORMS = (
    *(
        CallForm(
            f"backward-{shape}",
            title,
            "reuse" if shape in REUSED else "plain",
            partial(run_backward, shape),
        )
        for shape, title in SHAPES.items()
    ),
    CallForm("backward-fine", "numbers of many digits", "reuse", run_backward_finely),
    *(
        CallForm(f"repeated-{name}", title, "repeated", write)
        for name, title, write in (
            ("add", "a sum, run twice", partial(run_twice, "add")),
            ("mul", "a product, run twice", partial(run_twice, "mul")),
            ("double", "a + a, run twice", partial(run_twice, "add", same=True)),
            ("square", "a * a, run twice", partial(run_twice, "mul", same=True)),
            ("set", "gradients set between two passes", partial(run_from_set, "mul")),
            ("cleared", "gradients set to 0 between two passes", run_after_clearing),
            ("sharing", "two graphs that share a leaf", run_sharing),
            ("later", "two graphs that share a leaf", partial(run_sharing, later=True)),
            ("three", "three graphs that share leaves", run_three_sharing),
            ("apart", "two graphs that share nothing", run_apart),
        )
    ),
)

GRAPHS = (
    Family("sums-and-products", without(plain_forms("add", "mul"), "two", "whole")),
    Family(
        "long-chain",
        tuple(
            CallForm(f"chain-{name}", title, "plain", partial(run_chain, name))
            for name, title in (("add", "of sums"), ("mul", "of products"))
        ),
    ),
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
    Family(
        "topological-order",
        (
            *(
                CallForm(f"order-{shape}", title, "order", partial(order_graph, shape))
                for shape, title in ORDERED_SHAPES.items()
            ),
            CallForm("order-again", "asked for a second time", "order", order_second_time),
            CallForm("order-kept", "after a second one", "order", order_kept),
            CallForm("order-part-first", "after that of a part", "order", order_part_first),
            CallForm("order-whole-first", "of a part, after the whole", "order", order_whole_first),
            CallForm("order-two-graphs", "after that of another graph", "order", order_two_graphs),
            *(
                CallForm(
                    f"order-{field}",
                    "what the nodes hold afterwards",
                    "kept-nodes",
                    partial(order_and_look, field),
                )
                for field in ("data", "grad")
            ),
        ),
    ),
    Family("backward-pass", BACKWARD_FORMS),
)
