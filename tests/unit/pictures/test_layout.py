"""Boxes stand apart, from left to right, and no arrow runs through any."""

import math
import random
import sys

import pytest

from autograder.errors import MissingExtraError
from autograder.pictures.layout import Arrow, Layout, Point, Shape, lay_out

BOX = Shape(100, 40)
OPERATOR = Shape(30, 26, is_ellipse=True)
Pairs = list[tuple[int, int]]


def random_graph(seed: int, operator_count: int) -> tuple[list[Shape], Pairs]:
    """Return shapes and arrows of operators of two operands, each among the last ten results."""
    choose = random.Random(seed).choice  # noqa: S311 - not for secrets
    shapes, arrows, results = [BOX] * 3, [], [0, 1, 2]
    for _ in range(operator_count):
        operator = len(shapes)
        shapes += [OPERATOR, BOX]
        arrows += [(choose(results[-10:]), operator) for _ in "ab"] + [(operator, operator + 1)]
        results.append(operator + 1)
    return shapes, arrows


def points_along(arrow: Arrow) -> list[Point]:
    """Return points on an arrow's curve, some pixels apart, and its tip."""
    found = []
    for start in range(0, len(arrow.curve) - 3, 3):
        controls = arrow.curve[start : start + 4]
        for step in range(13):
            t = step / 12
            weights = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3]
            x = math.fsum(w * p[0] for w, p in zip(weights, controls, strict=True))
            y = math.fsum(w * p[1] for w, p in zip(weights, controls, strict=True))
            found.append((x, y))
    return [*found, arrow.tip]


def is_inside(point: Point, shape: Shape, centre: Point, margin: float) -> bool:
    """Tell whether a point lies inside a shape, by so many pixels at least."""
    x, y = abs(point[0] - centre[0]), abs(point[1] - centre[1])
    half_width, half_height = shape.width / 2 - margin, shape.height / 2 - margin
    if shape.is_ellipse:
        return (x / half_width) ** 2 + (y / half_height) ** 2 < 1
    return x < half_width and y < half_height


def ends_of(arrow: Arrow, shapes: list[Shape], layout: Layout) -> tuple[int, int]:
    """Return the shapes at whose edge an arrow begins and ends."""
    found = []
    for point in (arrow.curve[0], arrow.tip):
        at = [
            place
            for place, (shape, centre) in enumerate(zip(shapes, layout.centres, strict=True))
            if is_inside(point, shape, centre, -2)
        ]
        assert 1 == len(at)
        found.append(at[0])
    return found[0], found[1]


GRAPHS = [
    ([BOX], []),
    ([BOX, BOX, OPERATOR, BOX], [(0, 2), (1, 2), (2, 3)]),
    random_graph(1, 10),
    random_graph(2, 40),
    random_graph(3, 60),
]


@pytest.mark.parametrize(("shapes", "arrows"), GRAPHS)
def test_no_shapes_overlap(shapes: list[Shape], arrows: Pairs) -> None:
    centres = lay_out(shapes, arrows).centres
    overlaps = [
        (a, b)
        for a in range(len(shapes))
        for b in range(a)
        if abs(centres[a][0] - centres[b][0]) < (shapes[a].width + shapes[b].width) / 2
        and abs(centres[a][1] - centres[b][1]) < (shapes[a].height + shapes[b].height) / 2
    ]
    assert [] == overlaps


@pytest.mark.parametrize(("shapes", "arrows"), GRAPHS)
def test_every_arrow_joins_its_two_shapes(shapes: list[Shape], arrows: Pairs) -> None:
    layout = lay_out(shapes, arrows)
    assert sorted(arrows) == sorted(ends_of(x, shapes, layout) for x in layout.arrows)


@pytest.mark.parametrize(("shapes", "arrows"), GRAPHS)
def test_no_arrow_runs_through_a_shape(shapes: list[Shape], arrows: Pairs) -> None:
    layout = lay_out(shapes, arrows)
    crossed = [
        place
        for arrow in layout.arrows
        for place, (shape, centre) in enumerate(zip(shapes, layout.centres, strict=True))
        if any(is_inside(point, shape, centre, 1) for point in points_along(arrow))
    ]
    assert [] == crossed


@pytest.mark.parametrize(("shapes", "arrows"), GRAPHS)
def test_arrows_lead_to_the_right(shapes: list[Shape], arrows: Pairs) -> None:
    centres = lay_out(shapes, arrows).centres
    assert [] == [(a, b) for a, b in arrows if centres[a][0] >= centres[b][0]]


@pytest.mark.parametrize(("shapes", "arrows"), GRAPHS)
def test_everything_stands_within_the_drawing(shapes: list[Shape], arrows: Pairs) -> None:
    layout = lay_out(shapes, arrows)
    corners = [
        (x + sign * shape.width / 2, y + sign * shape.height / 2)
        for shape, (x, y) in zip(shapes, layout.centres, strict=True)
        for sign in (-1, 1)
    ]
    points = corners + [point for arrow in layout.arrows for point in points_along(arrow)]
    assert -0.1 <= min(x for x, _ in points)
    assert -0.1 <= min(y for _, y in points)
    assert layout.width + 0.1 >= max(x for x, _ in points)
    assert layout.height + 0.1 >= max(y for _, y in points)


def test_two_arrows_between_the_same_shapes_run_apart() -> None:
    layout = lay_out([BOX, OPERATOR, BOX], [(0, 1), (0, 1), (1, 2)])
    first, second = [x for x in layout.arrows if x.tip[0] < layout.centres[1][0]]
    assert 5 < abs(first.tip[1] - second.tip[1])
    assert 5 < abs(first.curve[0][1] - second.curve[0][1])


def test_a_chain_of_results_runs_straight() -> None:
    shapes, arrows, before = [Shape(100, 40, weight=2)], [], 0
    for _ in range(10):
        leaf = len(shapes)
        shapes += [BOX, Shape(30, 26, is_ellipse=True, weight=2), Shape(100, 40, weight=2)]
        arrows += [(before, leaf + 1), (leaf, leaf + 1), (leaf + 1, leaf + 2)]
        before = leaf + 2
    heights = {round(y) for _, y in lay_out(shapes, arrows).centres[::3]}
    assert 1 == len(heights)


def test_operands_stand_in_their_order_from_the_top() -> None:
    centres = lay_out([BOX, BOX, OPERATOR, BOX], [(0, 2), (1, 2), (2, 3)]).centres
    assert centres[0][1] < centres[2][1] < centres[1][1]


def test_the_same_graph_has_the_same_layout() -> None:
    assert lay_out(*random_graph(4, 30)) == lay_out(*random_graph(4, 30))


def test_a_missing_library_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    with pytest.raises(MissingExtraError) as caught:
        lay_out([BOX], [])
    assert "this needs the package pygraphviz, which is not installed" == caught.value.message
    assert 'Install it: pip install "micrograde[student]"' == caught.value.hint
