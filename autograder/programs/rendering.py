"""Turn a program into Python that a student can paste into a notebook.

Used by the reports. Nodes are named a, b, c, … in the order they are made; plain numbers stand
where they are used.
"""

from autograder.programs.program import Program
from autograder.registry import OPERATORS


def name_registers(program: Program) -> dict[int, str]:
    """Return the text that stands for each register: a name, or a plain number."""
    names: dict[int, str] = {}
    nodes = 0
    for register, (word, *rest) in program.producers():
        if word == "constant":
            names[register] = repr(rest[0])
        else:
            names[register] = letter_name(nodes)
            nodes += 1
    return names


def letter_name(index: int) -> str:
    """Return the name of the node with that index.

    >>> [letter_name(0), letter_name(25), letter_name(26)]
    ['a', 'z', 'a1']
    """
    turn, letter = divmod(index, 26)
    return chr(ord("a") + letter) + (str(turn) if turn else "")


def render_program(program: Program, class_name: str = "Value", stopped_at: int = -1) -> str:
    """Return the program as Python lines, without what it observes.

    With `stopped_at`, the index of the instruction that did not finish, the lines end there, and a
    read that failed stands among them: pasted, the program stops in the same way.

    >>> from autograder.programs.program import Program
    >>> print(render_program(Program((("leaf", 1.5), ("operator", "exp", 0), ("backward", 1)))))
    a = Value(1.5)
    b = a.exp()
    b.backward()
    """
    names = name_registers(program)
    lines = []
    register = 0
    for position, (word, *rest) in enumerate(program.instructions):
        if word == "constant":
            register += 1
        elif word in ("leaf", "operator", "call"):
            lines.append(f"{names[register]} = {render_result(word, rest, names, class_name)}")
            register += 1
        elif word == "backward":
            lines.append(f"{names[rest[0]]}.backward()")
        elif word == "set":
            lines.append(f"{names[rest[0]]}.{rest[1]} = {rest[2]!r}")
        elif word == "read" and position == stopped_at:
            lines.append(f"{names[rest[0]]}.{rest[1]}")
        if position == stopped_at:
            break
    return "\n".join(lines)


def render_result(word: str, rest: list[object], names: dict[int, str], class_name: str) -> str:
    """Return the right-hand side of an instruction that makes something."""
    if word == "leaf":
        return f"{class_name}({rest[0]!r})"
    texts = [names[register] for register in rest[1:] if isinstance(register, int)]
    if word == "call":
        return f"{rest[0]}({', '.join(texts)})"
    # `-2 ** a` and `2 - -1` read wrongly without brackets.
    texts = [f"({text})" if text.startswith("-") else text for text in texts]
    return OPERATORS[str(rest[0])].spelling.format(*texts)


def render_quantity(program: Program, index: int) -> str:
    """Return what the observed number with that index is, as Python: "a.grad"."""
    read = program.reads[index]
    name = name_registers(program)[read.register]
    return f"type({name})" if read.quantity == "node" else f"{name}.{read.quantity}"
