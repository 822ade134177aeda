"""What a notebook imports from micrograde: `draw` shows the graph of a node.

Always true: an error here is one message for the learner, without our frames.
"""

from autograder.pictures import Picture, collect


def draw(node: object) -> Picture:
    """Return a picture of the graph that ends in a node, as it is now.

    As the last line of a cell, a notebook shows it: a box a node with label, data and gradient, an
    ellipse an operator. Nodes of any engine will do that have `data`, `grad` and, where they are
    not leaves, `operands` (or `_prev`) and `operator` (or `_op`).

    >>> from engine_reference import Value
    >>> draw(Value(2.0) * Value(3.0))
    <graph of 3 nodes>

    Raises: `PictureError` where there is no graph to draw.
    """
    return Picture(collect(node))
