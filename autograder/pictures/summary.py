"""What a graph that is too large to draw comes to: its operators counted, and the part at its end.

Used by the SVG. The part at the end is drawn as any other graph is, with a mark where it was cut.
"""

from collections import Counter
from dataclasses import dataclass

from autograder.pictures.graph import Graph

# Layout takes less than a second up to here, and more boxes than this nobody reads.
MOST_NODES_DRAWN = 300
# Two for each node. One operator may have any number of operands.
MOST_ARROWS_DRAWN = 600

LEVELS_AT_THE_END = 2
MOST_NODES_AT_THE_END = 15
MOST_OPERATORS_LISTED = 12


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts that describe a graph as a whole."""

    operators: tuple[tuple[str, int], ...]  # the most frequent first
    leaf_count: int
    depth: int  # operators on the longest way from a leaf to the output
    zero_gradient_count: int
    not_finite_count: int  # nodes whose data or gradient is nan or infinite


def is_too_large(graph: Graph) -> bool:
    """Tell whether a graph is summarised and not drawn."""
    arrow_count = sum(len(node.operands) for node in graph.nodes)
    return len(graph.nodes) > MOST_NODES_DRAWN or arrow_count > MOST_ARROWS_DRAWN


def summarise(graph: Graph) -> Summary:
    """Count what a graph consists of.

    >>> from autograder.pictures.graph import Node
    >>> a = Node(label="a", data="nan", grad="0", operator="", operands=())
    >>> b = Node(label="", data="nan", grad="1", operator="exp", operands=(0,))
    >>> summarise(Graph((a, b)))  # doctest: +NORMALIZE_WHITESPACE
    Summary(operators=(('exp', 1),), leaf_count=1, depth=1, zero_gradient_count=1,
            not_finite_count=2)
    """
    depths: list[int] = []
    for node in graph.nodes:
        below = max((depths[x] for x in node.operands), default=0)
        depths.append(below + 1 if node.operator else 0)
    counts = Counter(node.operator for node in graph.nodes if node.operator)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return Summary(
        operators=tuple(_shortened(ordered)),
        leaf_count=len(graph.nodes) - counts.total(),
        depth=depths[-1],
        zero_gradient_count=sum(node.grad in ("0", "-0") for node in graph.nodes),
        not_finite_count=sum(
            not {"nan", "inf", "-inf"}.isdisjoint((node.data, node.grad)) for node in graph.nodes
        ),
    )


def positions_at_the_end(graph: Graph) -> tuple[int, ...]:
    """Return the positions of the output and of the nodes that lie at most two operators before it.

    Of more than 15, the first ones.
    """
    found = [len(graph.nodes) - 1]
    level = found
    for _ in range(LEVELS_AT_THE_END):
        before = dict.fromkeys(x for position in level for x in graph.nodes[position].operands)
        room = MOST_NODES_AT_THE_END - len(found)
        level = [x for x in before if x not in found][:room]
        found = found + level
    return tuple(sorted(found))


def _shortened(counts: list[tuple[str, int]]) -> list[tuple[str, int]]:
    if len(counts) <= MOST_OPERATORS_LISTED:
        return counts
    kept = counts[: MOST_OPERATORS_LISTED - 1]
    others = counts[MOST_OPERATORS_LISTED - 1 :]
    return [*kept, (f"{len(others):,} others", sum(count for _, count in others))]
