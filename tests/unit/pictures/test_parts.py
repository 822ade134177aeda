"""What of a graph is drawn, so that the layout stays quick and people can read it."""

import pytest

from autograder.pictures.graph import collect
from autograder.pictures.parts import (
    MOST_LAYERS_CROSSED,
    DrawnNode,
    depths_of,
    end,
    is_too_large,
    whole,
)
from tests.unit.pictures.engines import Plain, chain, graph_of_l, powers, repeated_uses, tree


def test_three_hundred_nodes_are_drawn_and_one_more_is_not() -> None:
    assert not is_too_large(collect(chain(300)))
    assert is_too_large(collect(chain(301)))


def test_six_hundred_arrows_are_drawn_and_one_more_is_not() -> None:
    leaf = Plain(1.0)
    assert not is_too_large(collect(Plain(600.0, (leaf,) * 600, "sum")))
    assert is_too_large(collect(Plain(601.0, (leaf,) * 601, "sum")))


def test_a_depth_counts_operators_from_the_farthest_leaf() -> None:
    assert [0, 0, 1, 0, 2, 0, 3] == depths_of(graph_of_l())


def test_a_small_graph_has_every_arrow() -> None:
    graph = graph_of_l()
    expected = [DrawnNode(x, node.operands) for x, node in enumerate(graph.nodes)]
    assert expected == whole(graph)


def test_a_leaf_used_far_away_keeps_its_arrows_where_there_is_room() -> None:
    assert not any(node.far for node in whole(collect(powers(40))))


@pytest.mark.parametrize("count", [60, 150, 300])
def test_far_uses_lose_their_arrows_where_these_take_too_much_room(count: int) -> None:
    graph = collect(powers(count))
    drawn = whole(graph)
    assert list(range(count)) == [node.position for node in drawn]
    for node in drawn:
        assert sorted(graph.nodes[node.position].operands) == sorted(node.near + node.far)
    # The first six results stand near the leaf. Each of the others has it as its far operand.
    assert [()] * 7 + [(0,)] * (count - 7) == [node.far for node in drawn]


def test_both_uses_of_a_far_operand_are_kept() -> None:
    last = whole(collect(repeated_uses(100)))[-1]
    assert 2 == len(last.far)
    assert 1 == len(set(last.far))


@pytest.mark.parametrize("count", [2, 20, 45, 46, 299])
def test_what_arrows_cross_stays_in_bounds(count: int) -> None:
    graph = collect(powers(count))
    depths = depths_of(graph)
    lengths = [depths[x.position] - depths[y] for x in whole(graph) for y in x.near]
    assert MOST_LAYERS_CROSSED >= sum(2 * length - 1 for length in lengths)


def test_the_end_is_the_output_and_two_levels_before_it() -> None:
    graph = collect(tree(9))
    output = graph.nodes[-1]
    before = [graph.nodes[x] for x in output.operands]
    positions = {len(graph.nodes) - 1, *output.operands, *before[0].operands, *before[1].operands}
    assert sorted(positions) == [node.position for node in end(graph)]


def test_what_is_left_out_at_the_end_is_counted() -> None:
    graph = collect(tree(9))
    drawn = end(graph)
    assert [2, 2, 0, 2, 2, 0, 0] == [node.left_out for node in drawn]
    assert [0, 0, 2, 0, 0, 2, 2] == [len(node.near) for node in drawn]


def test_of_many_operands_the_end_has_fourteen() -> None:
    drawn = end(collect(Plain(1.0, tuple(Plain(1.0) for _ in range(1_000)), "sum")))
    assert 15 == len(drawn)
    assert (14, 986) == (len(drawn[-1].near), drawn[-1].left_out)


def test_of_many_uses_of_one_operand_the_end_has_fifteen_arrows() -> None:
    drawn = end(collect(Plain(1.0, (Plain(1.0),) * 1_000, "sum")))
    assert (15, 985) == (len(drawn[-1].near), drawn[-1].left_out)
