"""The picture says what the graph holds, is safe to show, and stays readable on any ground."""

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

import pytest

from autograder.pictures import drawing
from autograder.pictures.graph import collect
from autograder.pictures.svg import to_svg
from autograder.pictures.texts import column_count
from engine_reference import MLP, Value, sum_squared_error
from tests.unit.pictures.engines import (
    Plain,
    chain,
    graph_of_l,
    powers,
    read_svg,
    repeated_uses,
    texts_of,
    tree,
)

SVG = "{http://www.w3.org/2000/svg}"
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def picture_of(node: object) -> str:
    """Return the SVG of a node's graph."""
    return to_svg(collect(node))


def count(svg: str, name: str) -> int:
    """Return how many elements of a name an SVG has."""
    return len(list(read_svg(svg).iter(f"{SVG}{name}")))


def test_a_picture_shows_label_data_gradient_and_operator() -> None:
    a = Value(2.0, "a")
    output = a.exp()
    output.label = "b"
    output.backward()
    expected = ["a", "data", "2", "grad", "7.38906", "b", "data", "7.38906", "grad", "1", "exp"]
    assert expected == texts_of(picture_of(output))


def test_a_node_is_a_box_and_an_operator_an_ellipse() -> None:
    svg = to_svg(graph_of_l())
    assert 7 + 1 == count(svg, "rect")  # and the ground
    assert 3 == count(svg, "ellipse")


def test_arrows_lead_from_operands_to_operator_to_result() -> None:
    svg = to_svg(graph_of_l())
    assert 3 * 3 == count(svg, "path")
    assert 3 * 3 == count(svg, "polygon")


def test_operand_operator_and_result_stand_from_left_to_right() -> None:
    root = read_svg(picture_of(Plain(1.0, (Plain(1.0),), "exp")))
    operand, result = (float(x.get("x", "")) for x in list(root.iter(f"{SVG}rect"))[1:])
    operator = next(float(x.get("cx", "")) for x in root.iter(f"{SVG}ellipse"))
    assert operand < operator < result


def test_an_operand_used_twice_has_two_arrows_apart() -> None:
    a = Plain(3.0)
    svg = picture_of(Plain(6.0, (a, a), "+"))
    paths = [x.get("d") for x in read_svg(svg).iter(f"{SVG}path")]
    assert 3 == len(set(paths))


def test_the_output_has_the_thick_edge_and_leaves_their_own_fill() -> None:
    boxes = list(read_svg(to_svg(graph_of_l())).iter(f"{SVG}rect"))[1:]
    assert ["1"] * 6 + ["2"] == [x.get("stroke-width") for x in boxes]
    leaves = [x.get("fill") == drawing.LEAF for x in boxes]
    assert [True, True, False, True, False, True, False] == leaves


NAMES = [
    '<script>alert("1")</script>',
    "]]></text>&amp;",
    "a' onload='x",
    "\0\x1b[31m\ud800\ufffe",
    "数" * 40,
]


@pytest.mark.parametrize("name", NAMES)
def test_texts_are_escaped_and_cut(name: str) -> None:
    svg = picture_of(Plain(name, (Plain(1.0),), name, name))
    assert "<script" not in svg
    assert 24 >= max(map(column_count, texts_of(svg)))
    assert {"svg", "g", "rect", "ellipse", "path", "polygon", "text"} == {
        x.tag.removeprefix(SVG) for x in read_svg(svg).iter()
    }


def test_a_name_is_shown_as_it_was_written() -> None:
    assert '<b> & "c"\'' in texts_of(picture_of(Plain(1.0, label='<b> & "c"\'')))


@pytest.mark.parametrize("node", [tree(5), tree(9), powers(100)])
def test_a_picture_has_no_script_and_refers_to_nothing(node: object) -> None:
    svg = picture_of(node)
    names = {name for element in read_svg(svg).iter() for name in element.keys()}
    assert set() == {x for x in names if x.startswith("on") or x in ("href", "id", "style")}
    assert ["http://www.w3.org/2000/svg"] == re.findall(r"\w+://[^\"]*", svg)
    assert "url(" not in svg


@pytest.mark.parametrize("node", [powers(30), powers(100), tree(7), tree(9), chain(400)])
def test_the_same_graph_gives_the_same_text(node: object) -> None:
    assert picture_of(node) == picture_of(node)


def test_a_text_stays_inside_its_box() -> None:
    label = "w" * 24
    box = list(read_svg(picture_of(Plain(1.0, label=label))).iter(f"{SVG}rect"))[1]
    # DejaVu Sans Mono, the widest of the fonts that are asked for, has 0.602 of its size.
    assert 24 * 0.602 * 12 < float(box.get("width", "0"))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[x : x + 2], 16) / 255 for x in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("ink", [drawing.INK, drawing.FAINT])
@pytest.mark.parametrize("ground", [drawing.PAPER, drawing.LEAF, drawing.OPERATOR, "#fafafa"])
def test_texts_have_a_contrast_that_people_can_read(ink: str, ground: str) -> None:
    assert 4.5 < (luminance(ground) + 0.05) / (luminance(ink) + 0.05)


@pytest.mark.parametrize("node", [Plain(1.0), tree(5), tree(9), powers(100)])
def test_a_picture_brings_a_light_ground_of_its_own(node: object) -> None:
    root = read_svg(picture_of(node))
    ground = root[0]
    assert 0.9 < luminance(ground.get("fill", ""))
    for side in ("width", "height"):
        assert float(root.get(side, "")) - 1 == float(ground.get(side, ""))


@pytest.mark.parametrize("node", [Plain(1.0), tree(5), tree(9), powers(100)])
def test_every_box_stands_on_the_ground(node: object) -> None:
    root = read_svg(picture_of(node))
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    for right, bottom in corners_of(root, 0.0, 0.0):
        assert width > right
        assert height > bottom


def corners_of(group: Element, x: float, y: float) -> Iterator[tuple[float, float]]:
    """Yield the right lower corner of each box in a group that is moved so far."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
    if moved is not None:
        x, y = x + float(moved[1]), y + float(moved[2])
    for inner in group:
        if inner.tag == f"{SVG}g":
            yield from corners_of(inner, x, y)
        elif inner.tag == f"{SVG}rect" and group.tag == f"{SVG}g":
            place = [float(inner.get(name, "")) for name in ("x", "y", "width", "height")]
            yield x + place[0] + place[2], y + place[1] + place[3]


def mlp_loss() -> Value:
    """Return the loss of the lecture's network on its four rows, run backward."""
    model = MLP(3, [4, 4, 1])
    rows = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    loss = sum_squared_error([model(row) for row in rows], [1.0, -1.0, -1.0, 1.0])
    loss.backward()
    loss.label = "loss"
    return loss


def summary_lines(svg: str) -> list[str]:
    """Return the lines of a summary, names and counts one space apart."""
    texts = texts_of(svg)
    end = texts.index("Next to the output:")
    return [re.sub(f"{NO_BREAK_SPACE}+", " ", text) for text in texts[:end]]


def test_a_large_graph_is_said_to_be_so_and_counted() -> None:
    expected = [
        "Graph of 398 nodes",
        "Too large to draw: over 300 nodes.",
        "leaves 94",
        "+ 136",
        "* 128",
        "tanh 36",
        "**2 4",
        "longest path 23 operators",
        "grad is 0 0 nodes",
    ]
    assert expected == summary_lines(picture_of(mlp_loss()))


def test_a_large_graph_shows_its_end() -> None:
    svg = picture_of(mlp_loss())
    texts = texts_of(svg)
    assert "loss" in texts
    assert ["… 2 more", "… 1 more", "… 2 more"] == [x for x in texts if x.startswith("…")]


def test_too_many_arrows_are_said_to_be_the_reason() -> None:
    svg = picture_of(Plain(1.0, (Plain(1.0),) * 1_000, "sum"))
    assert "Too large to draw: over 600 arrows." in summary_lines(svg)
    assert "… 985 more" in texts_of(svg)


def test_numbers_that_are_not_finite_are_counted_where_there_are_any() -> None:
    node = chain(400)
    assert not [x for x in summary_lines(picture_of(node)) if "nan" in x]
    node.data = float("nan")
    assert "nan or inf 1 nodes" in summary_lines(picture_of(node))


def test_a_far_operand_is_named_beside_its_use_and_explained() -> None:
    texts = texts_of(picture_of(powers(100)))
    assert "A dashed box stands for the node of that name elsewhere." == texts[0]
    assert 1 + 93 == texts.count("a")


@pytest.mark.parametrize(("make", "size"), [(chain, 100_000), (tree, 15)])
def test_a_huge_graph_has_a_small_picture(make: Callable[[int], Plain], size: int) -> None:
    assert 20_000 > len(picture_of(make(size)))


def test_both_uses_of_a_far_operand_have_an_arrow() -> None:
    svg = picture_of(repeated_uses(100))
    assert 4 * 100 == count(svg, "polygon")
    assert 1 + 94 == texts_of(svg).count("a")
