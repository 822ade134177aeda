"""A graph as DOT text, the language of Graphviz.

Always true: the same graph gives the same text, and no label can break out of its quotes.
"""

from autograder.pictures.graph import Graph


def to_dot(graph: Graph) -> str:
    r"""Return a graph of any size: a box a node, an ellipse an operator, arrows from operands.

    >>> from autograder.pictures.graph import Node
    >>> a = Node(label="a", data="2", grad="0", operator="", operands=())
    >>> b = Node(label="", data="7.38906", grad="0", operator="exp", operands=(0,))
    >>> print(to_dot(Graph((a, b))))
    digraph {
      rankdir=LR
      n0 [shape=box, label="a\ndata 2\ngrad 0"]
      n1 [shape=box, label="data 7.38906\ngrad 0"]
      n1_operator [label="exp"]
      n1_operator -> n1
      n0 -> n1_operator
    }
    """
    lines = ["digraph {", "  rankdir=LR"]
    for position, node in enumerate(graph.nodes):
        text = [*filter(None, [node.label]), f"data {node.data}", f"grad {node.grad}"]
        lines.append(f"  n{position} [shape=box, label={_quote(text)}]")
        if node.operator:
            lines.append(f"  n{position}_operator [label={_quote([node.operator])}]")
            lines.append(f"  n{position}_operator -> n{position}")
            lines.extend(f"  n{x} -> n{position}_operator" for x in node.operands)
    return "\n".join([*lines, "}"])


def _quote(lines: list[str]) -> str:
    r"""Join lines as one DOT string, in which only `\`, `"` and the `&` of entities matter."""
    escaped = (x.replace("&", "&amp;").replace("\\", r"\\").replace('"', r"\"") for x in lines)
    return '"' + r"\n".join(escaped) + '"'
