"""The graph of an output, read from the nodes of any engine.

Used by everything that draws. Always true: nothing recurses, so a graph may be as deep as memory
allows; a graph is a copy of texts, so that it stays as it was when the engine's numbers change.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from autograder.errors import PictureError
from autograder.pictures.texts import (
    MISSING,
    read,
    show_label,
    show_number,
    show_operator,
    show_type,
)

# Where engines keep them: ours and the course's first, then that of well-known small engines.
OPERAND_NAMES = ("operands", "_prev")
OPERATOR_NAMES = ("operator", "_op")

# An engine whose operands are made anew at each look has no end. A million takes 10 seconds.
MOST_NODES = 1_000_000


@dataclass(frozen=True, slots=True)
class Node:
    """What a picture shows of one node. `operands` are positions in the graph."""

    label: str
    data: str
    grad: str
    operator: str  # "" for a leaf
    operands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """The nodes of an output in topological order: operands first, the output last."""

    nodes: tuple[Node, ...]

    @property
    def title(self) -> str:
        """Name the graph by its size.

        >>> Graph((Node("a", "1", "0", "", ()),)).title
        'graph of 1 node'
        """
        return f"graph of {len(self.nodes):,} node{'s' if len(self.nodes) > 1 else ''}"


def collect(output: object) -> Graph:
    """Return the graph of an output: each node once, however often it is used.

    Raises: `PictureError` where the output or one of its operands is no node, where the operands
    lead in a circle, or have no end.
    """
    if not _is_node(output):
        raise _not_a_node(output)
    operands = _operands_of(output)
    path = [(output, operands, iter(operands))]
    on_path = {id(output)}
    positions: dict[int, int] = {}
    nodes: list[Node] = []
    alive = [output]  # an id belongs to its node only as long as that lives
    while path:
        node, operands, pending = path[-1]
        operand = _next_new(pending, positions)
        if operand is MISSING:
            path.pop()
            on_path.remove(id(node))
            positions[id(node)] = len(nodes)
            nodes.append(_copy(node, tuple(positions[id(x)] for x in operands)))
            continue
        if id(operand) in on_path:
            raise _circle([x for x, _, _ in path], operand)
        if not _is_node(operand):
            raise _not_an_operand(node, operand)
        if len(alive) == MOST_NODES:
            raise PictureError(
                f"this graph has more than {MOST_NODES:,} nodes, or no end",
                hint="The operands of a node are nodes that are kept, not made when they are read.",
            )
        operands = _operands_of(operand)
        path.append((operand, operands, iter(operands)))
        on_path.add(id(operand))
        alive.append(operand)
    return Graph(tuple(nodes))


def _next_new(pending: Iterator[object], positions: dict[int, int]) -> object:
    for operand in pending:
        if id(operand) not in positions:
            return operand
    return MISSING


def _copy(node: object, operands: tuple[int, ...]) -> Node:
    operator = show_operator(read(node, *OPERATOR_NAMES))
    return Node(
        label=show_label(read(node, "label")),
        data=show_number(read(node, "data")),
        grad=show_number(read(node, "grad")),
        operator=operator or ("?" if operands else ""),
        operands=operands,
    )


def _is_node(x: object) -> bool:
    """Tell whether an object has what a picture shows. A number of numpy has `data` alone."""
    if isinstance(x, type) or read(x, "data") is MISSING:
        return False
    return read(x, "grad", *OPERAND_NAMES) is not MISSING


def _operands_of(node: object) -> tuple[object, ...]:
    operands = read(node, *OPERAND_NAMES)
    if operands is None or operands is MISSING:
        return ()
    if isinstance(operands, tuple | list):
        return tuple(operands)
    if isinstance(operands, set | frozenset):
        # Its own order may differ from run to run.
        return tuple(sorted(operands, key=_sort_key))
    raise PictureError(
        f"the operands of {_name(node)} are {_describe(operands)}, not a tuple of nodes",
        hint="Keep the operands in a tuple.",
    )


def _sort_key(node: object) -> tuple[str, ...]:
    copy = _copy(node, ())
    return (copy.label, copy.operator, copy.data, copy.grad)


def _not_a_node(x: object) -> PictureError:
    hint = "Give it the node that an expression returns."
    if isinstance(x, tuple | list):
        hint = "Give it one node of them."
    elif isinstance(x, type):
        return PictureError(f"draw needs a node, not the class {x.__name__}", hint=hint)
    elif x is None:
        hint = "Look whether your function returns its result."
    elif callable(x):
        hint = "Call it first, and draw what it returns."
    return PictureError(
        f"draw needs a node, an object with data and grad, not {_describe(x)}", hint=hint
    )


def _not_an_operand(node: object, operand: object) -> PictureError:
    return PictureError(
        f"an operand of {_name(node)} is {_describe(operand)}, not a node",
        hint="Make a node of each operand before you keep it, of a number too.",
    )


def _circle(path: list[object], again: object) -> PictureError:
    start = next(position for position, x in enumerate(path) if x is again)
    count = len(path) - start
    over = "itself" if count == 1 else f"itself over {count:,} nodes"
    return PictureError(
        f"the operands lead in a circle: {_name(again)} is made from {over}",
        hint="A node is made from nodes that are there before it. Look where operands are set.",
    )


def _name(node: object) -> str:
    copy = _copy(node, ())
    if copy.label:
        return f"the node {copy.label!r}"
    made = f"{copy.operator} node" if copy.operator else "node"
    return f"the {made} with data {copy.data}"


def _describe(x: object) -> str:
    """Return what kind of thing an object is, and its value where that is short."""
    kind, value = show_type(x)[1:-1], show_number(x)
    if x is None:
        return "None"
    return f"an object of type {kind}" if value == f"<{kind}>" else f"{value} ({kind})"
