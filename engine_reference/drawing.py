"""A graph as DOT text, which Graphviz and most notebooks draw.

Always true: the same graph gives the same text, and no label can break out of its quotes.
"""

from engine_reference.value import Value, nodes


def to_dot(root: Value) -> str:
    r"""Return the graph of a root: a box a node, an ellipse an operator, arrows from operands.

    A box shows label, data and gradient. Numbers have six significant digits.

    >>> print(to_dot(Value(2.0, "a").exp()))
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
    names = {node: f"n{position}" for position, node in enumerate(nodes(root))}
    for node, name in names.items():
        text = [f"data {node.data:.6g}", f"grad {node.grad:.6g}"]
        if node.label:
            text.insert(0, node.label)
        lines.append(f"  {name} [shape=box, label={_quote(text)}]")
        if node.operator is not None:
            lines.append(f"  {name}_operator [label={_quote([node.operator.symbol])}]")
            lines.append(f"  {name}_operator -> {name}")
            lines.extend(f"  {names[x]} -> {name}_operator" for x in node.operands)
    return "\n".join([*lines, "}"])


def _quote(text: list[str]) -> str:
    r"""Join lines as one DOT string, in which only `\`, `"` and what cannot be printed matter."""
    return '"' + r"\n".join(_escape(line) for line in text) + '"'


def _escape(line: str) -> str:
    printable = "".join(x if x.isprintable() else " " for x in line)
    return printable.replace("\\", r"\\").replace('"', r"\"")
