"""Calls of the exercises on the graph: what a node records, its order, gradients by hand."""

from functools import partial

from autograder.programs.calls.family import CallForm, Family, Numbers
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


def apply_twice_used(operator: str, shape: str, numbers: Numbers) -> Program:
    """Write an operator on two leaves, on one leaf twice, or on a result; read the number.

    The leaves' numbers are read afterwards: no operator may change them.
    """
    builder = ProgramBuilder()
    one = builder.leaf(numbers.any())
    other = one if shape == "same" else builder.leaf(numbers.any())
    if shape == "result":
        other = builder.apply("add", one, other)
    node = builder.apply(operator, one, other)
    builder.do("inspect", node, "node")
    builder.do("read", node, "data")
    for leaf in builder.leaves:
        builder.do("read", leaf, "data")
    return finish(builder)


def apply_recorded(operator: str, shape: str, numbers: Numbers) -> Program:
    """Write an operator; read what the result keeps of it."""
    builder = ProgramBuilder()
    one = builder.leaf(numbers.any())
    other = one if shape == "same" else builder.leaf(numbers.any())
    if shape == "result":
        other = builder.apply("mul", one, other)
    node = builder.apply(operator, one, other)
    operands = builder.produce("attribute", node, "operands")
    builder.do("inspect", operands, "length")
    builder.do("find", operands, one)
    builder.do("find", operands, other)
    builder.do("read", node, "operator")
    return finish(builder)


def forward_forms(operator: str) -> tuple[CallForm, ...]:
    """Return the forms of an operator without a backward pass."""
    prefix = f"forward-{operator}"
    return (
        CallForm(
            f"{prefix}-two", "of two nodes", "plain", partial(apply_twice_used, operator, "two")
        ),
        CallForm(
            f"{prefix}-same",
            "of a node with itself",
            "plain",
            partial(apply_twice_used, operator, "same"),
        ),
        CallForm(
            f"{prefix}-result",
            "of a node and a result",
            "plain",
            partial(apply_twice_used, operator, "result"),
        ),
        CallForm(
            f"{prefix}-record", "of two nodes", "record", partial(apply_recorded, operator, "two")
        ),
        CallForm(
            f"{prefix}-record-same",
            "of a node with itself",
            "record",
            partial(apply_recorded, operator, "same"),
        ),
        CallForm(
            f"{prefix}-record-result",
            "of a node and a result",
            "record",
            partial(apply_recorded, operator, "result"),
        ),
    )


def fill_by_hand(numbers: Numbers) -> Program:
    """Write L = (a * b + c) * f and the gradients that are filled in."""
    builder = ProgramBuilder()
    a, b, c, f = (builder.leaf(number) for number in numbers.several(4))
    e = builder.apply("mul", a, b)
    d = builder.apply("add", e, c)
    out = builder.apply("mul", d, f)
    for node, name in zip((a, b, c, e, d, f, out), "abcedfL", strict=True):
        builder.do("named", node, name)
    builder.produce("call", "fill_gradients", a, b, c, e, d, f, out)
    for node in (a, b, c, e, d, f, out):
        builder.do("read", node, "grad")
    return finish(builder)


def nudge(count: int, numbers: Numbers) -> Program:
    """Write inputs with gradients, and a nudge along them."""
    builder = ProgramBuilder()
    inputs = [builder.leaf(number) for number in numbers.several(count)]
    for node in inputs:
        builder.do("set", node, "grad", numbers.any())
    step = builder.constant(numbers.choice((0.01, 0.1, -0.1, 0.5)))
    builder.produce("call", "nudge_inputs", builder.produce("list", *inputs), step)
    for node in inputs:
        builder.do("read", node, "data")
    for node in inputs:
        builder.do("read", node, "grad")
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
    if shape == "diamond":
        left, right = builder.apply("mul", a, b), builder.apply("add", a, b)
        return builder.apply("mul", left, right)
    if shape == "short-cut":
        # a is used by the output itself and, further back, by what the output is made of.
        return builder.apply("mul", builder.apply("add", builder.apply("mul", a, b), b), a)
    if shape == "short-cut-first":
        return builder.apply("mul", a, builder.apply("add", builder.apply("mul", a, b), b))
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
    "diamond": "a diamond",
    "short-cut": "a node used near the output and far from it",
    "short-cut-first": "a node used near the output and far from it",
    "late-consumer": "a result that two others use",
    "late-consumer-first": "a result that two others use",
    "twins": "nodes of equal number",
}
REUSED = frozenset(SHAPES) - {"leaf", "sum", "chain"}


def order_graph(shape: str, numbers: Numbers, *, again: bool = False) -> Program:
    """Write a graph and its topological order; read where each node stands.

    With `again`, the order is asked for a second time, and the second answer is read.
    """
    builder = ProgramBuilder()
    output = write_graph(builder, shape, numbers)
    if again:
        builder.produce("call", "topological_order", output)
    order = builder.produce("call", "topological_order", output)
    builder.do("inspect", order, "length")
    for node in builder.nodes:
        builder.do("find", order, node)
    return finish(builder)


def run_backward(shape: str, numbers: Numbers) -> Program:
    """Write a graph and its backward pass."""
    builder = ProgramBuilder()
    return builder.finish(write_graph(builder, shape, numbers))


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


def plain_forms(*operators: str) -> tuple[CallForm, ...]:
    """Return the forms of operators without a backward pass that look at numbers alone."""
    return tuple(
        form for name in operators for form in forward_forms(name) if form.group == "plain"
    )


GRAPHS = (
    Family("sums-and-products", plain_forms("add", "mul")),
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
        ),
    ),
    Family("forward-add", forward_forms("add")),
    Family("forward-mul", forward_forms("mul")),
    Family(
        "fill-gradients",
        tuple(
            CallForm(f"filled-{name}", "by hand", "plain", fill_by_hand)
            for name in ("one", "two", "three")
        ),
    ),
    Family(
        "nudge-inputs",
        tuple(
            CallForm(f"nudged-{count}", f"{count} inputs", "change", partial(nudge, count))
            for count in (1, 2, 4)
        ),
    ),
    Family(
        "topological-order",
        (
            *(
                CallForm(f"order-{shape}", title, "order", partial(order_graph, shape))
                for shape, title in SHAPES.items()
            ),
            CallForm(
                "order-again",
                "asked for a second time",
                "order",
                partial(order_graph, "diamond", again=True),
            ),
        ),
    ),
    Family(
        "backward-pass",
        tuple(
            CallForm(
                f"backward-{shape}",
                title,
                "reuse" if shape in REUSED else "plain",
                partial(run_backward, shape),
            )
            for shape, title in SHAPES.items()
        ),
    ),
)
