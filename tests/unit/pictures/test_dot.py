"""The DOT text of a graph."""

import pygraphviz
import pytest

from autograder.pictures.dot import to_dot
from autograder.pictures.graph import collect
from engine_reference import Value
from tests.unit.pictures.engines import Plain, chain


def test_a_text_shows_label_data_gradient_and_operator() -> None:
    a = Value(2.0, "a")
    output = a * -3
    output.label = "out"
    output.backward()
    expected = "\n".join(
        [
            "digraph {",
            "  rankdir=LR",
            r'  n0 [shape=box, label="a\ndata 2\ngrad -3"]',
            r'  n1 [shape=box, label="data -3\ngrad 2"]',
            r'  n2 [shape=box, label="out\ndata -6\ngrad 1"]',
            '  n2_operator [label="*"]',
            "  n2_operator -> n2",
            "  n0 -> n2_operator",
            "  n1 -> n2_operator",
            "}",
        ]
    )
    assert expected == to_dot(collect(output))


def test_an_operand_used_twice_has_two_arrows() -> None:
    a = Value(3.0)
    assert 2 == to_dot(collect(a + a)).count("n0 -> n1_operator")


@pytest.mark.parametrize(
    ("label", "escaped"),
    [
        ('say "a"', r"say \"a\""),
        ("back\\slash", r"back\\slash"),
        ('end\\"]', r"end\\\"]"),
        ("two\nlines\0", "two�lines�"),
        ("&lt;", "&amp;lt;"),
        ("größe {x|y} <b>", "größe {x|y} <b>"),
    ],
)
def test_a_label_cannot_break_out_of_its_quotes(label: str, escaped: str) -> None:
    expected = rf'  n0 [shape=box, label="{escaped}\ndata 1\ngrad 0"]'
    text = to_dot(collect(Plain(1.0, label=label)))
    assert expected in text.split("\n")
    assert ["n0"] == pygraphviz.AGraph(text).nodes()


def test_an_operator_cannot_break_out_of_its_quotes() -> None:
    text = to_dot(collect(Plain(1.0, (), '"]; x -> y')))
    assert r'  n0_operator [label="\"]; x -> y"]' in text.split("\n")


def test_a_graph_of_any_size_is_written_in_full() -> None:
    assert 5_000 == to_dot(collect(chain(5_001))).count("_operator -> ")
