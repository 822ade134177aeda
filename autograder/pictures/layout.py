"""Where boxes, ellipses and arrows go: Graphviz's layered layout, in this process.

Used by the SVG. Only sizes and arrows go in, no text, so that no font of the machine has a say and
the same graph gives the same places. Units are pixels, counted from the top left corner.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import cast

from autograder.errors import MissingExtraError

Point = tuple[float, float]

# Graphviz takes inches and gives points, which we take for pixels.
POINTS_PER_INCH = 72

GAP_WITHIN_LAYER = 14
GAP_BETWEEN_LAYERS = 26  # room for the bend of an arrow and its head

# Graphviz may refine places for minutes. One round a node looks as good: no more crossings, and
# 100 nodes that took 162 seconds take one.
REFINEMENT = "nslimit=1, nslimit1=1"


@dataclass(frozen=True, slots=True)
class Shape:
    """A box, or an ellipse, to be placed."""

    width: float
    height: float
    is_ellipse: bool = False
    weight: int = 1  # how much the arrows from here want to be straight


@dataclass(frozen=True, slots=True)
class Arrow:
    """A chain of Bézier curves, four control points each with one shared, and the arrow's tip."""

    curve: tuple[Point, ...]
    tip: Point


@dataclass(frozen=True, slots=True)
class Layout:
    """The size of a drawing, the centre of each shape, and the arrows."""

    width: float
    height: float
    centres: tuple[Point, ...]
    arrows: tuple[Arrow, ...]


def load_library() -> ModuleType:
    """Return the library that lays out.

    Raises: `MissingExtraError` where pygraphviz is not installed, or not for this machine.
    """
    try:
        import pygraphviz
    except ImportError as error:
        raise MissingExtraError("student", "pygraphviz") from error
    return cast(ModuleType, pygraphviz)


def lay_out(shapes: Sequence[Shape], arrows: Sequence[tuple[int, int]]) -> Layout:
    """Place shapes from left to right along arrows, which are pairs of positions.

    Raises: `MissingExtraError` as `load_library` does.
    """
    graph = load_library().AGraph(_request(shapes, arrows))
    # A layout as JSON keeps the order of the request, and both arrows where two are alike.
    drawn = json.loads(graph.draw(format="json0", prog="dot"))
    _, _, width, height = map(float, drawn["bb"].split(","))  # from 0, 0

    def point(text: str) -> Point:
        x, y = map(float, text.split(","))
        return x, height - y  # Graphviz counts upwards

    centres = tuple(point(shape["pos"]) for shape in drawn["objects"])
    return Layout(
        width,
        height,
        centres,
        tuple(_arrow([point(x) for x in e["pos"][2:].split()]) for e in drawn.get("edges", ())),
    )


def _arrow(points: list[Point]) -> Arrow:
    return Arrow(curve=tuple(points[1:]), tip=points[0])


def _request(shapes: Sequence[Shape], arrows: Sequence[tuple[int, int]]) -> str:
    """Write the shapes in DOT, without text."""
    within, between = GAP_WITHIN_LAYER / POINTS_PER_INCH, GAP_BETWEEN_LAYERS / POINTS_PER_INCH
    lines = [
        "digraph {",
        f"graph [rankdir=LR, nodesep={within:.4f}, ranksep={between:.4f}, {REFINEMENT}]",
        'node [label="", fixedsize=true]',
    ]
    for position, shape in enumerate(shapes):
        width, height = shape.width / POINTS_PER_INCH, shape.height / POINTS_PER_INCH
        kind = "ellipse" if shape.is_ellipse else "box"
        lines.append(f"n{position} [shape={kind}, width={width:.4f}, height={height:.4f}]")
    lines.extend(f"n{tail} -> n{head} [weight={shapes[tail].weight}]" for tail, head in arrows)
    return "\n".join([*lines, "}"])
