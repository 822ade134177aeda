"""The graph of an output is read from any engine, or it is said in one line why not."""

import fractions

import micrograd.engine
import pytest

from autograder.errors import PictureError
from autograder.pictures import graph
from autograder.pictures.graph import Graph, Node, collect
from engine_reference import Value
from tests.unit.pictures.engines import Plain, Underscored, chain, graph_of_l, tree


def test_each_node_comes_once_and_after_its_operands() -> None:
    expected = (
        Node("a", "2", "6", "", ()),
        Node("b", "-3", "-4", "", ()),
        Node("e", "-6", "-2", "*", (0, 1)),
        Node("c", "10", "-2", "", ()),
        Node("d", "4", "-2", "+", (2, 3)),
        Node("f", "-2", "4", "", ()),
        Node("L", "-8", "1", "*", (4, 5)),
    )
    assert Graph(expected) == graph_of_l()


def test_a_node_used_twice_by_one_operator_is_two_operands() -> None:
    a = Plain(3.0)
    assert (0, 0) == collect(Plain(6.0, (a, a), "+")).nodes[1].operands


def test_a_node_used_by_two_operators_comes_once() -> None:
    a = Plain(3.0)
    output = Plain(6.0, (Plain(3.0, (a,), "f"), Plain(3.0, (a,), "g")), "+")
    assert [(), (0,), (0,), (1, 2)] == [node.operands for node in collect(output).nodes]


def test_the_reference_engine_names_an_operator_by_its_symbol() -> None:
    output = (Value(2.0, "a") * Value(3.0)).exp() ** 2
    expected = ["", "", "*", "exp", "**2"]
    assert expected == [node.operator for node in collect(output).nodes]


def test_a_published_engine_is_read_as_it_is() -> None:
    output = micrograd.engine.Value(2.0) * micrograd.engine.Value(3.0)
    output.backward()
    expected = (
        Node("", "2", "3", "", ()),
        Node("", "3", "2", "", ()),
        Node("", "6", "1", "*", (0, 1)),
    )
    assert Graph(expected) == collect(output)


def test_operands_in_a_set_are_put_in_an_order_of_their_own() -> None:
    orders = set()
    for _ in range(30):
        leaves = [Underscored(float(x)) for x in range(6)]
        nodes = collect(Underscored(15.0, leaves, "sum")).nodes
        orders.add(tuple(nodes[x].data for x in nodes[-1].operands))
    assert {("0", "1", "2", "3", "4", "5")} == orders


@pytest.mark.parametrize("operands", [None, (), [], set(), frozenset()])
def test_no_operands_in_any_form_make_a_leaf(operands: object) -> None:
    assert Graph((Node("", "1", "0", "", ()),)) == collect(Plain(1.0, operands, None, None))


def test_an_operator_without_a_name_is_shown_as_a_question() -> None:
    assert "?" == collect(Plain(1.0, (Plain(1.0),))).nodes[-1].operator


def test_an_operator_stays_where_its_operands_were_forgotten() -> None:
    assert Graph((Node("", "5", "0", "+", ()),)) == collect(Plain(5.0, (), "+"))


def test_a_missing_gradient_is_shown_as_missing() -> None:
    node = Plain(1.0)
    del node.grad
    assert "missing" == collect(node).nodes[0].grad


def test_a_graph_stays_as_it_was_when_the_numbers_change() -> None:
    node = Plain(1.0, label="before")
    drawn = collect(node)
    node.data, node.grad, node.label = 2.0, 3.0, "after"
    assert Graph((Node("before", "1", "0", "", ()),)) == drawn


def test_a_graph_is_read_without_recursion() -> None:
    nodes = collect(chain(100_000)).nodes
    assert 100_000 == len(nodes)
    assert (99_998,) == nodes[-1].operands


def test_a_wide_graph_is_read_in_full() -> None:
    assert 2**14 - 1 == len(collect(tree(13)).nodes)


class Unfinished:
    """A class whose property raises."""

    grad = 0.0

    @property
    def data(self) -> float:
        raise NotImplementedError


class Model:
    """A callable that is no node."""

    def __call__(self) -> None:
        pass


NOT_NODES = [
    (3.0, "not 3 (float)", "that an expression returns"),
    ("L", "not 'L' (str)", "that an expression returns"),
    (None, "not None", "returns its result"),
    ([Plain(1.0)], "not an object of type list", "one node of them"),
    (Plain, "not the class Plain", "that an expression returns"),
    (Value, "not the class Value", "that an expression returns"),
    (Value(1.0).exp, "not an object of type method", "Call it first"),
    (Model(), "not an object of type Model", "Call it first"),
    (fractions.Fraction(1, 2), "not 0.5 (Fraction)", "that an expression returns"),
    (Unfinished(), "not an object of type Unfinished", "that an expression returns"),
]


@pytest.mark.parametrize(("thing", "said", "hint"), NOT_NODES)
def test_what_is_no_node_is_named(thing: object, said: str, hint: str) -> None:
    with pytest.raises(PictureError) as caught:
        collect(thing)
    assert caught.value.message.startswith("draw needs a node, ")
    assert caught.value.message.endswith(said)
    assert hint in caught.value.hint


BAD_OPERANDS = [
    ((2.0, 3.0), "an operand of the node 'L' is 2 (float), not a node"),
    ((Plain(1.0), None), "an operand of the node 'L' is None, not a node"),
    ("ab", "the operands of the node 'L' are 'ab' (str), not a tuple of nodes"),
    (Plain(1.0), "the operands of the node 'L' are an object of type Plain, not a tuple of nodes"),
]


@pytest.mark.parametrize(("operands", "message"), BAD_OPERANDS)
def test_operands_that_are_no_nodes_are_named(operands: object, message: str) -> None:
    with pytest.raises(PictureError) as caught:
        collect(Plain(1.0, operands, "+", "L"))
    assert message == caught.value.message


def test_a_node_without_a_label_is_named_by_operator_and_data() -> None:
    with pytest.raises(PictureError, match=r"^an operand of the \* node with data 6 is 2 "):
        collect(Plain(6.0, (2, 3), "*"))


def test_a_node_that_is_its_own_operand_is_a_circle() -> None:
    node = Plain(1.0, (), "+", "a")
    node.operands = (Plain(2.0), node)
    with pytest.raises(PictureError) as caught:
        collect(Plain(3.0, (node,), "exp"))
    expected = "the operands lead in a circle: the node 'a' is made from itself"
    assert expected == caught.value.message


def test_a_long_circle_is_found_and_measured() -> None:
    first = Plain(1.0, (), "+", "first")
    last = first
    for _ in range(4_999):
        last = Plain(1.0, (last,), "neg")
    first.operands = (last,)
    with pytest.raises(PictureError) as caught:
        collect(last)
    assert caught.value.message.endswith("is made from itself over 5,000 nodes")


def test_two_ways_to_one_node_are_no_circle() -> None:
    a = Plain(1.0)
    b = Plain(1.0, (a,), "neg")
    assert 3 == len(collect(Plain(2.0, (b, a), "+")).nodes)


class Endless:
    """A node that makes its operand anew whenever it is asked."""

    data = grad = 0.0

    @property
    def operands(self) -> tuple["Endless"]:
        return (Endless(),)


def test_a_graph_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST_NODES", 1_000)
    with pytest.raises(PictureError, match=r"^this graph has more than 1,000 nodes, or no end"):
        collect(Endless())


def test_a_graph_as_large_as_allowed_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST_NODES", 1_000)
    assert 1_000 == len(collect(chain(1_000)).nodes)
