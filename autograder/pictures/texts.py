"""What stands in a foreign node, as short texts: numbers, labels, names of operators.

Used where a node of any engine is read. Always true: a text is one line of printable characters,
no wider than its cap, and holds no address in memory, which would be another one in each run.
"""

import unicodedata
from functools import lru_cache

WIDEST_LABEL = 24  # columns; a longer one would push the rest of the graph out of the window
WIDEST_OPERATOR = 12
WIDEST_VALUE = 16  # columns; -1.23457e-308 has 13


class Missing:
    """The type of `MISSING`, the value of an attribute that is not there."""


MISSING = Missing()


def read(x: object, *names: str) -> object:
    """Return the first of these attributes that an object has, or else `MISSING`.

    >>> read(1 + 2j, "real", "imag"), read(3, "label") is MISSING
    (1.0, True)
    """
    for name in names:
        try:
            return getattr(x, name)
        except Exception:  # noqa: BLE001, S112 - an unfinished property may raise anything
            continue
    return MISSING


def column_count(text: str) -> int:
    """Return how many columns of a monospaced font a text takes.

    >>> column_count("grad"), column_count("数"), column_count("e\u0301")
    (4, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


@lru_cache(maxsize=256)  # the same few operators stand in every node
def clip(text: str, most_columns: int) -> str:
    r"""Return a text on one line, `�` for what cannot be printed, cut to so many columns.

    >>> clip("two\nlines", 20), clip("a name too long to show", 10)
    ('two�lines', 'a name to…')
    """
    # A character has at most two columns, so this is enough text to fill them, marks aside.
    text = text.strip()[: 4 * most_columns]
    if not text.isprintable():
        text = "".join(x if x.isprintable() else "\ufffd" for x in text)
    if column_count(text) <= most_columns:
        return text
    kept, room = "", most_columns - 1
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        kept += character
    return f"{kept}…"


def show_number(x: object) -> str:
    """Return a number with six significant digits. Anything else is shown as what it is.

    An array or tensor of one element counts as its number.

    >>> [show_number(x) for x in (0.1 + 0.2, 3, float("nan"), "3", None, [3])]
    ['0.3', '3', 'nan', "'3'", 'None', '<list>']
    """
    if type(x) is float:
        return f"{x:.6g}"
    if x is None or x is MISSING:
        return "missing" if x is MISSING else "None"
    if isinstance(x, str | bytes):
        return clip(repr(x[:WIDEST_VALUE]), WIDEST_VALUE)
    try:
        return f"{float(x.item() if hasattr(x, 'item') else x):.6g}"  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - foreign code may raise anything; it is no number
        return show_type(x)


def show_type(x: object) -> str:
    """Return the name of an object's type in angle brackets.

    >>> show_type([1, 2])
    '<list>'
    """
    return f"<{clip(type(x).__name__, WIDEST_VALUE - 2)}>"


def show_label(x: object) -> str:
    """Return a label, "" where there is none.

    >>> show_label("x1"), show_label(None), show_label(3)
    ('x1', '', '3')
    """
    if x is None or x is MISSING:
        return ""
    return clip(x, WIDEST_LABEL) if isinstance(x, str) else show_number(x)


def show_operator(x: object) -> str:
    """Return the name of an operator, which may be a text, a record or a function; "" for none.

    >>> show_operator("+"), show_operator(None), show_operator(abs)
    ('+', '', 'abs')
    """
    if x is None or x is MISSING:
        return ""
    for name in (x, read(x, "symbol"), read(x, "__name__")):
        if isinstance(name, str):
            return clip(name, WIDEST_OPERATOR)
    return show_type(x)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
