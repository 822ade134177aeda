"""Which nodes of a graph a picture has, and how each of their operands shows in it.

Used by the drawing, which asks no further questions. Always true: what is to be laid out stays so
small that the layout takes about a second at most, whatever the graph.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.pictures.graph import Graph

# More boxes than this nobody reads.
MOST_NODES_DRAWN = 300
# Two for each node. One operator may have any number of operands.
MOST_ARROWS_DRAWN = 600
# Gaps between layers that all arrows cross together. Time grows with its square: one parameter
# used in each of 60 steps took 80 seconds before far uses got a box of their own.
MOST_LAYERS_CROSSED = 2_000
# Where that is too much, an arrow crosses no more layers than fit into a window.
LONGEST_ARROW_OF_MANY = 6

LEVELS_AT_THE_END = 2
MOST_NODES_AT_THE_END = 15


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node of a picture by its position in the graph. Operands are named the same way."""

    position: int
    near: tuple[int, ...] = ()  # an arrow comes from them
    far: tuple[int, ...] = ()  # they are in the picture, too far away for an arrow
    left_out: int = 0  # so many are not in the picture


def is_too_large(graph: Graph) -> bool:
    """Tell whether a graph is summarised and not drawn."""
    arrow_count = sum(len(node.operands) for node in graph.nodes)
    return len(graph.nodes) > MOST_NODES_DRAWN or arrow_count > MOST_ARROWS_DRAWN


def depths_of(graph: Graph) -> list[int]:
    """Return for each node how many operators lie on the longest way to it from a leaf."""
    depths: list[int] = []
    for node in graph.nodes:
        before = max((depths[x] for x in node.operands), default=0)
        depths.append(before + 1 if node.operator else 0)
    return depths


def whole(graph: Graph) -> list[DrawnNode]:
    """Return every node of a graph, the longest arrows replaced where they take too much room."""
    layers = _layers_of(graph)
    longest = _longest_arrow(
        layers[position] - layers[x]
        for position, node in enumerate(graph.nodes)
        for x in node.operands
    )
    drawn = []
    for position, node in enumerate(graph.nodes):
        first = layers[position] - longest
        near = tuple(x for x in node.operands if layers[x] >= first)
        far = tuple(x for x in node.operands if layers[x] < first)
        drawn.append(DrawnNode(position, near, far))
    return drawn


def end(graph: Graph) -> list[DrawnNode]:
    """Return the output and the nodes that lie at most two operators before it, 15 in all."""
    found = {len(graph.nodes) - 1}
    level = list(found)
    for _ in range(LEVELS_AT_THE_END):
        before = dict.fromkeys(x for position in level for x in graph.nodes[position].operands)
        level = [x for x in before if x not in found][: MOST_NODES_AT_THE_END - len(found)]
        found.update(level)
    drawn = []
    for position in sorted(found):
        operands = graph.nodes[position].operands
        near = tuple(x for x in operands if x in found)[:MOST_NODES_AT_THE_END]
        drawn.append(DrawnNode(position, near, left_out=len(operands) - len(near)))
    return drawn


def _layers_of(graph: Graph) -> list[int]:
    """Return about where the layout puts each node: a leaf stands just before its first use."""
    layers = depths_of(graph)
    first_use: dict[int, int] = {}
    for position, node in enumerate(graph.nodes):
        for x in node.operands:
            first_use[x] = min(first_use.get(x, layers[position]), layers[position])
    for position, node in enumerate(graph.nodes):
        if not node.operands:
            layers[position] = first_use.get(position, layers[position] + 1) - 1
    return layers


def _longest_arrow(lengths: Iterable[int]) -> int:
    """Return up to which length arrows are drawn: every length where they take little room."""
    longest, crossed = 1, 0
    for length, count in sorted(Counter(lengths).items()):
        # An operator stands between two layers of nodes, and takes a layer of its own.
        crossed += count * (2 * length - 1)
        if crossed > MOST_LAYERS_CROSSED:
            return min(longest, LONGEST_ARROW_OF_MANY)
        longest = length
    return longest
