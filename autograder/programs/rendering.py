"""Turn a program into Python that a student can paste into a notebook.

Used by the reports. What is made is named a, b, c, … in its order; plain numbers, texts, items and
attributes stand where they are used, and so does a list that is used once.
"""

import ast
from collections import Counter
from itertools import count
from typing import Any

from autograder.programs.interpreter import TEXT_BYTES
from autograder.programs.program import CHAINS, PRODUCERS, READERS, Program, thaw
from autograder.registry import OPERATORS

# Words whose result needs no name of its own.
INLINE = frozenset({"constant", "text", "name", "item", "attribute"})

# How a question about an object is asked in Python.
QUESTIONS_IN_PYTHON = {
    "node": "type({})",
    "length": "len({})",
    "count": "len(list({}))",
    "spread": "[item.data for item in {}]",
    "float64": "{}.dtype == torch.float64",
    "float": "isinstance({}, float)",
    "bool": "isinstance({}, bool)",
    "none": "{} is None",
}

# Words that may be there for what they do: a result that nothing uses gets no name.
MAY_DO = frozenset({"call", "method"})


def letter_name(index: int) -> str:
    """Return the name of the node with that index.

    >>> [letter_name(0), letter_name(25), letter_name(26)]
    ['a', 'z', 'a1']
    """
    turn, letter = divmod(index, 26)
    return chr(ord("a") + letter) + (str(turn) if turn else "")


def name_registers(program: Program) -> dict[int, str]:
    """Return the text that stands for each register: a name, or what is written in its place."""
    names = {i[1]: i[2] for i in program.instructions if i[0] == "named"}
    taken = set(names.values())
    letters = (name for name in map(letter_name, count()) if name not in taken)
    uses = count_uses(program)
    for register, (word, *rest) in program.producers():
        if register in names:
            continue
        if word in INLINE or (word == "list" and uses[register] <= 1):
            names[register] = render_inline(word, rest, names)
        elif uses[register] or word not in MAY_DO:
            names[register] = next(letters)
    return names


def count_uses(program: Program) -> Counter[int]:
    """Return how often each register is used by what follows."""
    uses: Counter[int] = Counter()
    for word, *rest in program.instructions:
        uses.update(used_registers(word, rest))
    return uses


def used_registers(word: str, rest: list[Any]) -> list[int]:
    """Return the registers that an instruction names."""
    if word in ("operator", "call"):
        return rest[1:]
    if word in CHAINS:
        return rest[1:3]
    if word in ("method", "attempt"):
        return [rest[0], *rest[2:]]
    if word in ("list", "find"):
        return rest
    makes_anew = word in ("named", "leaf", "constant", "text", "name", "tensor", "function")
    return [] if makes_anew else rest[:1]


def render_inline(word: str, rest: list[Any], names: dict[int, str]) -> str:
    """Return what is written where a register is used."""
    if word == "name":
        return str(rest[0])
    if word == "item":
        return f"{names[rest[0]]}[{rest[1]}]"
    if word == "attribute":
        return f"{names[rest[0]]}.{rest[1]}"
    if word == "list":
        return f"[{', '.join(names[register] for register in rest)}]"
    return repr(rest[0])


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
        stops_here = position == stopped_at
        if word in PRODUCERS:
            name = names.get(register)  # None where nothing uses the result
            text = "" if word in CHAINS else render_result(word, rest, names, class_name)
            if word in CHAINS:
                lines += render_chain(word, rest, names, name or "_")
            elif name != text:
                lines.append(f"{name} = {text}" if name else text)
            elif stops_here:
                lines.append(text)
            register += 1
        elif word not in READERS and word != "named":
            lines.append(render_action(word, rest, names))
        elif stops_here:
            lines.append(render_observation(word, rest, names))
        if stops_here:
            break
    return "\n".join(lines)


def render_action(word: str, rest: list[Any], names: dict[int, str]) -> str:
    """Return an instruction that makes and observes nothing."""
    name = names[rest[0]]
    if word == "backward":
        return f"{name}.backward()"
    if word == "set":
        return f"{name}.{rest[1]} = {rest[2]!r}"
    if word == "attempt":
        return f"try: {render_method(rest, names)}\nexcept Exception: pass"
    numbers = ", ".join(map(repr, rest[2:]))
    return f"for item, number in zip({name}, [{numbers}]): item.{rest[1]} = number"


def render_result(word: str, rest: list[Any], names: dict[int, str], class_name: str) -> str:
    """Return the right-hand side of an instruction that makes something."""
    if word == "leaf":
        return f"{class_name}({rest[0]!r})"
    if word == "call":
        return f"{rest[0]}({', '.join(names[register] for register in rest[1:])})"
    if word == "method":
        return render_method(rest, names)
    if word == "tensor":
        numbers = [thaw(item) for item in rest]
        return f"torch.tensor({numbers!r}, dtype=torch.float64, requires_grad=True)"
    if word == "function":
        return render_function(*rest)
    if word == "operator":
        return render_operator(rest[0], [names[register] for register in rest[1:]])
    return render_inline(word, rest, names)


def render_method(rest: list[Any], names: dict[int, str]) -> str:
    """Return a call of an object's method, or of the object itself."""
    arguments = ", ".join(names[register] for register in rest[2:])
    method = "" if rest[1] == "__call__" else f".{rest[1]}"
    return f"{names[rest[0]]}{method}({arguments})"


def render_chain(word: str, rest: list[Any], names: dict[int, str], name: str) -> list[str]:
    """Return a chain as a loop."""
    link = names[rest[2]]
    step = render_operator(rest[0], [name, link] if word == "repeat" else [link, name])
    return [f"{name} = {names[rest[1]]}", f"for _ in range({rest[3]}): {name} = {step}"]


def render_operator(name: str, texts: list[str]) -> str:
    """Return an operator on operands written as texts."""
    # `-2 ** a` and `2 - -1` read wrongly without brackets.
    texts = [f"({text})" if text.startswith("-") else text for text in texts]
    return OPERATORS[name].spelling.format(*texts)


def render_function(parameters: int, instructions: tuple[Any, ...], result: int) -> str:
    """Return a function given as an argument, as a lambda.

    >>> render_function(1, (("constant", 3.0), ("operator", "mul", 1, 0)), 2)
    'lambda x: 3.0 * x'
    """
    letters = "xyzuvw"[:parameters]
    texts = list(letters)
    for word, *rest in instructions:
        if word == "operator":
            operands = [texts[register] for register in rest[1:]]
            operands = [f"({text})" for text in operands]
            texts.append(render_operator(rest[0], operands))
        elif word == "method":
            texts.append(f"({texts[rest[0]]}).{rest[1]}()")
        else:
            in_brackets = {register: f"({text})" for register, text in enumerate(texts)}
            texts.append(render_inline(word, rest, in_brackets))
    text = f"lambda {', '.join(letters)}: {texts[result]}"
    return ast.unparse(ast.parse(text))  # without the brackets that nothing needs


def render_observation(word: str, rest: list[Any], names: dict[int, str]) -> str:
    """Return what an instruction observes, as Python."""
    if word == "find":
        return f"[item is {names[rest[1]]} for item in {names[rest[0]]}].index(True)"
    name = names[rest[0]]
    if word == "inspect":
        return QUESTIONS_IN_PYTHON[rest[1]].format(name)
    return name if rest[1] == "number" else f"{name}.{rest[1]}"


def render_quantity(program: Program, index: int) -> str:
    """Return what the observed number with that index is: "a.grad"."""
    word, *rest = program.instructions[program.reads[index].position]
    names = name_registers(program)
    if word == "find":
        return f"place of {names[rest[1]]} in {names[rest[0]]}"
    return render_observation(word, rest, names)


def text_of_number(number: float) -> str:
    """Return the text that was read as a number; "" for a number that is none.

    >>> text_of_number(float(int.from_bytes(b"tanh".ljust(6, b"\\0"), "big")))
    'tanh'
    """
    if not 0 <= number < 256**TEXT_BYTES:
        return ""
    raw = int(number).to_bytes(TEXT_BYTES, "big").rstrip(b"\0")
    return raw.decode("utf-8", "replace")
