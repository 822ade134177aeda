"""What a graph that is too large to draw comes to, as counts."""

from collections import Counter
from dataclasses import dataclass

from autograder.pictures.graph import Graph
from autograder.pictures.parts import depths_of

MOST_OPERATORS_LISTED = 12


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts that describe a graph as a whole."""

    operators: tuple[tuple[str, int], ...]  # the most frequent first
    leaf_count: int
    depth: int  # operators on the longest way from a leaf to the output
    zero_gradient_count: int
    not_finite_count: int  # nodes whose data or gradient is nan or infinite


def summarise(graph: Graph) -> Summary:
    """Count what a graph consists of.

    >>> from autograder.pictures.graph import Node
    >>> a = Node(label="a", data="nan", grad="0", operator="", operands=())
    >>> b = Node(label="", data="nan", grad="1", operator="exp", operands=(0,))
    >>> summarise(Graph((a, b)))  # doctest: +NORMALIZE_WHITESPACE
    Summary(operators=(('exp', 1),), leaf_count=1, depth=1, zero_gradient_count=1,
            not_finite_count=2)
    """
    counts = Counter(node.operator for node in graph.nodes if node.operator)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return Summary(
        operators=tuple(_shortened(ordered)),
        leaf_count=len(graph.nodes) - counts.total(),
        depth=depths_of(graph)[-1],
        zero_gradient_count=sum(node.grad in ("0", "-0") for node in graph.nodes),
        not_finite_count=sum(
            not {"nan", "inf", "-inf"}.isdisjoint((node.data, node.grad)) for node in graph.nodes
        ),
    )


def _shortened(counts: list[tuple[str, int]]) -> list[tuple[str, int]]:
    if len(counts) <= MOST_OPERATORS_LISTED:
        return counts
    kept = counts[: MOST_OPERATORS_LISTED - 1]
    others = counts[MOST_OPERATORS_LISTED - 1 :]
    return [*kept, (f"{len(others):,} others", sum(count for _, count in others))]
