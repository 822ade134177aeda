"""A graph as SVG: all of it, or a summary of a large one.

Used by notebooks. Always true: the same graph gives the same text; the text has no script and
refers to nothing outside; it has its own light ground, because JupyterLab shows an SVG as an
image, which knows nothing of the notebook's colours.
"""

import html

from autograder.pictures.drawing import COLUMN, FONT_SIZE, ROW, Drawing, draw_nodes, text_element
from autograder.pictures.graph import Graph
from autograder.pictures.parts import (
    MOST_ARROWS_DRAWN,
    MOST_NODES_DRAWN,
    end,
    is_too_large,
    whole,
)
from autograder.pictures.summary import summarise
from autograder.pictures.texts import WIDEST_OPERATOR, column_count

MARGIN = 12
GAP = 36  # between the counts and the drawing beside them
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
NAME_COLUMNS = WIDEST_OPERATOR + 2


def to_svg(graph: Graph) -> str:
    """Return the picture of a graph, or of its summary where it is too large.

    Raises: `MissingExtraError` where the library that lays out is not installed.
    """
    if is_too_large(graph):
        counts = _counts(graph)
        at_the_end = _headed("Next to the output:", draw_nodes(graph, end(graph)))
        drawings = [(0.0, counts), (counts.width + GAP, at_the_end)]
        return _page(f"summary of a {graph.title}", drawings)
    nodes = whole(graph)
    drawing = draw_nodes(graph, nodes)
    if any(node.far for node in nodes):
        drawing = _headed("A dashed box stands for the node of that name elsewhere.", drawing)
    return _page(graph.title, [(0.0, drawing)])


def _headed(heading: str, drawing: Drawing) -> Drawing:
    elements = [
        text_element((0, 0.8 * ROW), heading, bold=True),
        f'<g transform="translate(0 {2 * ROW})">',
        *drawing.elements,
        "</g>",
    ]
    width = max(drawing.width, column_count(heading) * COLUMN)
    return Drawing(width, drawing.height + 2 * ROW, tuple(elements))


def _counts(graph: Graph) -> Drawing:
    summary = summarise(graph)
    reason = f"{MOST_NODES_DRAWN} nodes"
    if len(graph.nodes) <= MOST_NODES_DRAWN:
        reason = f"{MOST_ARROWS_DRAWN} arrows"
    lines = [
        f"{graph.title[0].upper()}{graph.title[1:]}",
        f"Too large to draw: over {reason}.",
        "",
        _row("leaves", f"{summary.leaf_count:,}"),
        *(_row(name, f"{count:,}") for name, count in summary.operators),
        "",
        _row("longest path", f"{summary.depth:,} operators"),
        _row("grad is 0", f"{summary.zero_gradient_count:,} nodes"),
    ]
    if summary.not_finite_count:
        lines.append(_row("nan or inf", f"{summary.not_finite_count:,} nodes"))
    elements = [
        text_element((0, (row + 0.8) * ROW), line, bold=row == 0)
        for row, line in enumerate(lines)
        if line
    ]
    width = max(map(column_count, lines)) * COLUMN
    return Drawing(width, len(lines) * ROW, tuple(elements))


def _row(name: str, value: str) -> str:
    return name + "\N{NO-BREAK SPACE}" * (NAME_COLUMNS - column_count(name)) + value


def _page(title: str, drawings: list[tuple[float, Drawing]]) -> str:
    """Put drawings, each at its distance from the left, on a ground of their own."""
    width = round(max(left + x.width for left, x in drawings) + 2 * MARGIN)
    height = round(max(x.height for _, x in drawings) + 2 * MARGIN)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" aria-label="{html.escape(title)}"'
        f' font-family="{FONTS}" font-size="{FONT_SIZE}">',
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="6"'
        ' fill="#fafafa" stroke="#d1d9e0"/>',
    ]
    for left, drawing in drawings:
        lines.append(f'<g transform="translate({round(MARGIN + left)} {MARGIN})">')
        lines.extend(drawing.elements)
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])
