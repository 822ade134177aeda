"""Small engines and graphs that the tests of pictures share."""

from xml.etree import ElementTree

from autograder.pictures.graph import Graph, collect


class Plain:
    """A node with the attributes of the exercises. It cannot be compared, nor be a key."""

    def __init__(self, data, operands=(), operator="", label=""):
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.operator = operator
        self.label = label

    def __eq__(self, other):
        raise AssertionError("nodes are told apart by identity")


class Underscored:
    """A node with the attributes of well-known small engines; its operands are a set."""

    def __init__(self, data, operands=(), operator=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(operands)
        self._op = operator


def graph_of_l() -> Graph:
    """L = (a*b + c)*f with its gradients, as drawn in the lecture."""
    a, b, c = leaf(2.0, 6.0, "a"), leaf(-3.0, -4.0, "b"), leaf(10.0, -2.0, "c")
    e = Plain(-6.0, (a, b), "*", "e")
    d = Plain(4.0, (e, c), "+", "d")
    output = Plain(-8.0, (d, leaf(-2.0, 4.0, "f")), "*", "L")
    e.grad, d.grad, output.grad = -2.0, -2.0, 1.0
    return collect(output)


def leaf(data: float, grad: float, label: str) -> Plain:
    """Return a leaf with its gradient."""
    node = Plain(data, label=label)
    node.grad = grad
    return node


def chain(count: int) -> Plain:
    """Return the last of so many nodes, each but the first made from the one before it."""
    node = Plain(1.0)
    for _ in range(count - 1):
        node = Plain(1.0, (node,), "neg")
    return node


def powers(count: int) -> Plain:
    """Return a product of so many nodes that uses one leaf again and again."""
    leaf = node = Plain(2.0, label="a")
    for _ in range(count - 1):
        node = Plain(4.0, (node, leaf), "*")
    return node


def tree(depth: int) -> Plain:
    """Return the root of a binary tree of sums, with 2 ** (depth + 1) - 1 nodes."""
    level = [Plain(float(x)) for x in range(2**depth)]
    while len(level) > 1:
        level = [
            Plain(x.data + y.data, (x, y), "+")
            for x, y in zip(level[::2], level[1::2], strict=True)
        ]
    return level[0]


def repeated_uses(count: int) -> Plain:
    """Return a chain of so many operators, each of which uses one leaf twice."""
    leaf, node = Plain(2.0, label="a"), Plain(1.0)
    for _ in range(count):
        node = Plain(1.0, (node, leaf, leaf), "f")
    return node


def read_svg(svg: str) -> ElementTree.Element:
    """Return an SVG's root element; a text that is not well-formed XML raises."""
    return ElementTree.fromstring(svg)  # noqa: S314 - the text is our own


def texts_of(svg: str) -> list[str]:
    """Return what stands in an SVG for people, in the order of the text."""
    return [x.text or "" for x in read_svg(svg).iter("{http://www.w3.org/2000/svg}text")]
