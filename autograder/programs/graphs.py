"""A catalogue of small graphs of sums and products, for the code that an exercise gives.

Used by the bank. Each graph tells a right order of the backward pass from one or more wrong ones,
or shows that nodes outside the output's graph must not matter. Which orders a graph tells apart is
a matter of its shape, so the shapes are fixed and only the numbers are drawn.
"""

from collections.abc import Iterator, Sequence

from autograder.programs.program import Program, ProgramBuilder

# How often the chain adds its square; a recursive backward pass gets that deep, too.
CHAIN_LENGTH = 60

# What is added to the number of the chain's square: its sum is then large beside the gradient of
# where it starts, which a measured difference is too coarse for.
CHAIN_OFFSET = 8.0

# A graph is written on the leaves a and b, nodes 0 and 1; each step makes the next node from two
# earlier ones. The last number is the output; nodes after it, or not under it, are dead ends.
Step = tuple[str, int, int]
GRAPHS: dict[str, tuple[tuple[Step, ...], int]] = {
    "ladder": (
        (("mul", 0, 1), ("add", 2, 0), ("mul", 3, 2), ("add", 4, 3), ("mul", 5, 0)), 6
    ),
    "shallow and deep": (
        (("add", 0, 1), ("mul", 2, 2), ("add", 3, 0), ("mul", 4, 1), ("add", 5, 2)), 6
    ),
    "shallow and deep, turned": (
        (("add", 0, 1), ("mul", 2, 2), ("add", 3, 0), ("mul", 4, 1), ("add", 2, 5)), 6
    ),
    "doubled inside": ((("mul", 0, 0), ("mul", 2, 0), ("add", 3, 3), ("mul", 3, 4)), 5),
    "equal twins": ((("add", 0, 0), ("mul", 2, 2), ("mul", 2, 2), ("add", 4, 3)), 5),
    "short cut": (
        (("add", 0, 0), ("mul", 2, 0), ("mul", 3, 0), ("mul", 0, 4), ("add", 5, 3)), 6
    ),
    "two diamonds": (
        (("add", 0, 1), ("mul", 2, 0), ("mul", 2, 1), ("add", 3, 4), ("mul", 5, 3), ("add", 5, 4),
         ("mul", 6, 7)), 8
    ),
    "crossed": (
        (("mul", 0, 1), ("add", 2, 1), ("mul", 2, 3), ("add", 3, 4), ("mul", 4, 2), ("mul", 5, 6)),
        7
    ),
    "six uses": (
        (("mul", 0, 0), ("add", 2, 0), ("mul", 3, 0), ("add", 4, 0), ("add", 5, 0)), 6
    ),
    "dead end after": ((("mul", 0, 1), ("add", 2, 0), ("mul", 3, 1), ("mul", 2, 2)), 3),
    "dead end before": ((("mul", 0, 1), ("mul", 2, 2), ("add", 2, 0)), 4),
    "two dead ends": ((("add", 0, 1), ("mul", 2, 0), ("mul", 2, 1), ("mul", 3, 2)), 4),
}  # fmt: skip


def build_graph(steps: Sequence[Step], output: int, numbers: Sequence[float]) -> Program:
    """Return the program of a graph with these numbers for a and b."""
    builder = ProgramBuilder()
    # Every leaf is used: right engines differ in what the gradient of an unused one is.
    used = {operand for _, *operands in steps for operand in operands}
    nodes = [
        builder.leaf(number) if leaf in used else -1 for leaf, number in enumerate(numbers[:2])
    ]
    for name, left, right in steps:
        nodes.append(builder.apply(name, nodes[left], nodes[right]))
    return builder.finish(nodes[output])


def build_chain(numbers: Sequence[float]) -> Program:
    """Return the program that adds a square again and again, the last time from the left.

    The square has as many consumers as the chain has links, and a backward pass meets it at once.
    """
    builder = ProgramBuilder()
    leaf = builder.leaf(round(numbers[0] + CHAIN_OFFSET, 2))
    square = builder.apply("mul", leaf, leaf)
    node = builder.leaf(numbers[1])
    for _ in range(CHAIN_LENGTH - 1):
        node = builder.apply("add", node, square)
    return builder.finish(builder.apply("add", square, node))


def build_graphs(numbers: Sequence[float]) -> Iterator[Program]:
    """Yield every graph, and the chain, with the same numbers."""
    for steps, output in GRAPHS.values():
        yield build_graph(steps, output, numbers)
    yield build_chain(numbers)
