"""Calls of the exercises on the graph: its order, its backward pass, repeated ones, long chains."""

from collections.abc import Sequence
from functools import partial

from autograder.programs.calls.family import CallForm, Family, Numbers, draw_fine, finish
from autograder.programs.program import Program, ProgramBuilder


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
    if shape == "square":
        return write_squares(builder, a, b)
    if shape == "many-consumers":
        return write_many_consumers(builder, a, b)
    if shape == "deep":
        return write_deep_operands(builder, a, b)
    if shape == "zero-between":
        return write_zero_between(builder, a, b)
    # A result with two consumers, of which one is further from the output.
    middle = builder.apply("mul", a, b)
    far = builder.apply("add", builder.apply("mul", middle, b), a)
    if shape == "late-consumer":
        return builder.apply("add", far, middle)
    return builder.apply("add", middle, far)


def write_squares(builder: ProgramBuilder, a: int, b: int) -> int:
    """Append two results, each used twice by a square and once further back, from either side."""
    first, second = builder.apply("mul", a, b), builder.apply("add", a, b)
    sides = []
    for node in (first, second):
        far = node
        for _ in range(3):
            far = builder.apply("mul", far, b)
        sides.append((far, builder.apply("mul", node, node)))
    (far, square), (other_far, other_square) = sides
    left = builder.apply("add", far, square)
    return builder.apply("add", left, builder.apply("add", other_square, other_far))


# More than any number of consumers that a program would stop counting at.
CONSUMERS = 8


def write_many_consumers(builder: ProgramBuilder, a: int, b: int) -> int:
    """Append two results with eight consumers each, all at different distances.

    One is the right operand of its consumers and the other the left one, so that a node that is
    met too early runs too early, whichever of the waiting nodes is taken first.
    """
    right, left = builder.apply("mul", a, b), builder.apply("add", a, b)
    node = builder.apply("mul", left, right)
    for _ in range(CONSUMERS - 1):
        node = builder.apply("add", left, builder.apply("add", node, right))
    return node


def write_deep_operands(builder: ProgramBuilder, a: int, b: int) -> int:
    """Append a graph that is deep on the right, and one that is deep on the left, and their sum.

    The other operand is the shallower, the nearer a node is to the output.
    """
    near = builder.apply("mul", a, b)
    far = builder.apply("mul", near, near)
    right = builder.apply("mul", a, builder.apply("mul", near, builder.apply("mul", far, b)))
    left = builder.apply("mul", builder.apply("mul", builder.apply("mul", b, far), near), a)
    return builder.apply("add", right, left)


def write_zero_between(builder: ProgramBuilder, a: int, b: int) -> int:
    """Append a sum of squares with a product with 0 between them: its gradient ends there."""
    zero = builder.apply("mul", builder.apply("mul", a, b), builder.leaf(0.0))
    left = builder.apply("add", builder.apply("mul", a, a), zero)
    return builder.apply("add", left, builder.apply("mul", b, b))


def write_beside(builder: ProgramBuilder, numbers: Numbers) -> tuple[int, list[int]]:
    """Append a graph whose results are used outside it as well; return its output and nodes."""
    output = write_graph(builder, "late-consumer", numbers)
    nodes = list(builder.nodes)
    a, _, middle, *_ = nodes
    builder.apply("mul", middle, a)
    builder.apply("add", a, output)
    return output, nodes


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
    "square": "results multiplied by themselves, and used far away",
    "many-consumers": "results that eight others use",
    "deep": "graphs that are deep on one side",
}


REUSED = frozenset(SHAPES) - {"leaf", "sum", "chain", "zero"}
# Only a gradient can end before the leaves.
BACKWARD_SHAPES = SHAPES | {"zero-between": "a product with 0, between two squares"}

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


def order_beside(numbers: Numbers) -> Program:
    """Write the order of a graph whose results are used outside it as well."""
    builder = ProgramBuilder()
    read_order(builder, *write_beside(builder, numbers))
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


def run_beside(numbers: Numbers) -> Program:
    """Write the backward pass of a graph whose results are used outside it as well."""
    builder = ProgramBuilder()
    pass_and_read(builder, *write_beside(builder, numbers))
    return finish(builder)


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


def run_chain(operator: str, numbers: Numbers, *, word: str = "repeat") -> Program:
    """Write a long chain of sums, or of products with a factor near 1."""
    builder = ProgramBuilder()
    start = builder.leaf(numbers.any())
    link = builder.leaf(numbers.choice((0.05, -0.05) if operator == "add" else (1.0001, 0.9999)))
    node = builder.produce(word, operator, start, link, CHAIN_LENGTH)
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
        for shape, title in BACKWARD_SHAPES.items()
    ),
    CallForm("backward-beside", "results used outside the graph, too", "reuse", run_beside),
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
    Family(
        "long-chain",
        tuple(
            CallForm(f"chain-{id_}", title, "plain", partial(run_chain, name, word=word))
            for id_, title, name, word in (
                ("add", "of sums", "add", "repeat"),
                ("mul", "of products", "mul", "repeat"),
                ("right", "of sums, each the right operand of the next", "add", "repeat-right"),
            )
        ),
    ),
    Family(
        "topological-order",
        (
            *(
                CallForm(f"order-{shape}", title, "order", partial(order_graph, shape))
                for shape, title in ORDERED_SHAPES.items()
            ),
            CallForm(
                "order-beside", "of results used outside the graph, too", "order", order_beside
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
