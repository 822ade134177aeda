"""The boxes, ellipses and arrows of a graph, or of a part of it, as elements of SVG.

Used by the SVG page. Colours have a contrast of 4.5 to 1 or more on their own ground, so that
they do not depend on the notebook's.
"""

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.pictures.graph import Graph, Node
from autograder.pictures.layout import Arrow, Layout, Point, Shape, lay_out
from autograder.pictures.parts import DrawnNode
from autograder.pictures.texts import column_count

# A column of the widest of the common monospaced fonts (DejaVu Sans Mono: 0.602 of its size).
FONT_SIZE = 12
COLUMN = 7.25
ROW = 16
PADDING = 7

INK = "#1f2328"
FAINT = "#59636e"
PAPER = "#ffffff"
LEAF = "#e6f0fb"
OPERATOR = "#fff3d1"
OPERATOR_EDGE = "#8a6100"

# A chain of results runs straight, and the leaves that join it stand beside it.
STRAIGHT = 2

KEY_COLUMNS = 5  # "data " and "grad "
HEAD_HALF_WIDTH = 0.35  # of an arrow's head, as a part of its length


@dataclass(frozen=True, slots=True)
class Drawing:
    """Elements of SVG, one a line, and the room that they take."""

    width: float
    height: float
    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Box:
    """A node."""

    node: Node
    is_output: bool

    @property
    def rows(self) -> list[tuple[str, str]]:
        rows = [("data", self.node.data), ("grad", self.node.grad)]
        return [("", self.node.label), *rows] if self.node.label else rows

    @property
    def shape(self) -> Shape:
        columns = max(KEY_COLUMNS * bool(key) + column_count(text) for key, text in self.rows)
        return Shape(
            width=columns * COLUMN + 2 * PADDING,
            height=len(self.rows) * ROW + PADDING,
            weight=STRAIGHT if self.node.operator else 1,
        )

    def elements(self, centre: Point) -> Iterator[str]:
        shape = self.shape
        left, top = centre[0] - shape.width / 2, centre[1] - shape.height / 2
        fill = PAPER if self.node.operator else LEAF
        width = 2 if self.is_output else 1
        yield _rectangle(shape, centre, f'fill="{fill}" stroke="{INK}" stroke-width="{width}"')
        for row, (key, value) in enumerate(self.rows):
            x, y = left + PADDING, top + (row + 0.95) * ROW
            if not key:
                yield text_element((x, y), value, bold=True)
                continue
            yield text_element((x, y), key, fill=FAINT)
            yield text_element((x + KEY_COLUMNS * COLUMN, y), value)


@dataclass(frozen=True, slots=True)
class _Ellipse:
    """An operator."""

    name: str

    @property
    def shape(self) -> Shape:
        width = max(30.0, column_count(self.name) * COLUMN + 18)
        return Shape(width, 26, is_ellipse=True, weight=STRAIGHT)

    def elements(self, centre: Point) -> Iterator[str]:
        shape = self.shape
        yield (
            f'<ellipse cx="{_at(centre[0])}" cy="{_at(centre[1])}" rx="{_at(shape.width / 2)}"'
            f' ry="{_at(shape.height / 2)}" fill="{OPERATOR}" stroke="{OPERATOR_EDGE}"/>'
        )
        yield text_element((centre[0], centre[1] + 4), self.name, anchor="middle")


@dataclass(frozen=True, slots=True)
class _Mark:
    """What stands for operands that have no arrow from a box of their own."""

    text: str

    @property
    def shape(self) -> Shape:
        return Shape(column_count(self.text) * COLUMN + 2 * PADDING, ROW + PADDING)

    def elements(self, centre: Point) -> Iterator[str]:
        style = f'fill="none" stroke="{FAINT}" stroke-dasharray="3 3"'
        yield _rectangle(self.shape, centre, style)
        yield text_element((centre[0], centre[1] + 4), self.text, fill=FAINT, anchor="middle")


_Thing = _Box | _Ellipse | _Mark


def draw_nodes(graph: Graph, drawn: Sequence[DrawnNode]) -> Drawing:
    """Draw some nodes of a graph, their operators, and the arrows among them.

    Raises: `MissingExtraError` where the library that lays out is not installed.
    """
    output = len(graph.nodes) - 1
    things: list[_Thing] = [_Box(graph.nodes[x.position], x.position == output) for x in drawn]
    places = {x.position: place for place, x in enumerate(drawn)}
    arrows: list[tuple[int, int]] = []
    for place, node in enumerate(drawn):
        if not graph.nodes[node.position].operator:
            continue
        operator = len(things)
        things.append(_Ellipse(graph.nodes[node.position].operator))
        arrows.extend((places[x], operator) for x in node.near)
        marks = {x: _mark_of(graph.nodes[x]) for x in node.far}
        for x, mark in marks.items():
            arrows.extend([(len(things), operator)] * node.far.count(x))
            things.append(mark)
        if node.left_out:
            arrows.append((len(things), operator))
            things.append(_Mark(f"… {node.left_out:,} more"))
        arrows.append((operator, place))
    layout = lay_out([thing.shape for thing in things], arrows)
    return _assemble(things, layout)


def _mark_of(node: Node) -> _Mark:
    return _Mark(node.label or f"data {node.data}")


def text_element(
    place: Point, text: str, *, fill: str = INK, bold: bool = False, anchor: str = ""
) -> str:
    """Return one line of text, escaped."""
    weight = ' font-weight="bold"' if bold else ""
    anchoring = f' text-anchor="{anchor}"' if anchor else ""
    return (
        f'<text x="{_at(place[0])}" y="{_at(place[1])}" fill="{fill}"{weight}{anchoring}>'
        f"{html.escape(text)}</text>"
    )


def _assemble(things: Sequence[_Thing], layout: Layout) -> Drawing:
    elements = [element for arrow in layout.arrows for element in _arrow_elements(arrow)]
    for thing, centre in zip(things, layout.centres, strict=True):
        elements.extend(thing.elements(centre))
    return Drawing(layout.width, layout.height, tuple(elements))


def _arrow_elements(arrow: Arrow) -> Iterator[str]:
    start, *rest = arrow.curve
    curve = " ".join(f"{_at(x)},{_at(y)}" for x, y in rest)
    yield f'<path d="M{_at(start[0])},{_at(start[1])} C{curve}" fill="none" stroke="{FAINT}"/>'
    (x, y), (tip_x, tip_y) = rest[-1], arrow.tip
    across_x, across_y = (tip_y - y) * HEAD_HALF_WIDTH, (x - tip_x) * HEAD_HALF_WIDTH
    corners = [(tip_x, tip_y), (x + across_x, y + across_y), (x - across_x, y - across_y)]
    points = " ".join(f"{_at(x)},{_at(y)}" for x, y in corners)
    yield f'<polygon points="{points}" fill="{FAINT}"/>'


def _rectangle(shape: Shape, centre: Point, style: str) -> str:
    left, top = centre[0] - shape.width / 2, centre[1] - shape.height / 2
    return (
        f'<rect x="{_at(left)}" y="{_at(top)}" width="{_at(shape.width)}"'
        f' height="{_at(shape.height)}" rx="3" {style}/>'
    )


def _at(number: float) -> str:
    """Return a coordinate to a tenth of a pixel, so that rounding errors do not show in the text.

    >>> _at(2.0), _at(-0.04), _at(1.26)
    ('2', '0', '1.3')
    """
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
