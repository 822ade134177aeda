"""Make a student's text safe to show: capped, without control, ANSI or bidirectional characters.

Used wherever something that came out of a submission, or a file's name, meets a person.
"""

import unicodedata

# Long enough for any honest message; a counterexample is ours and never cut.
LONGEST_TEXT = 200

# Format, control, private-use and surrogate characters can move the cursor or reorder a line.
UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})

# A spreadsheet runs a cell that begins so as a formula.
FORMULA_STARTS = ("=", "+", "-", "@")


def clean_text(text: str, longest: int = LONGEST_TEXT) -> str:
    r"""Return the text on one line, capped, every unsafe character shown as `�`.

    >>> clean_text("red \x1b[31m\ntext")
    'red �[31m�text'
    """
    shown = "".join(
        "\ufffd" if unicodedata.category(character) in UNSAFE_CATEGORIES else character
        for character in text[:longest]
    )
    return shown + "…" if len(text) > longest else shown


def clean_cell(text: str) -> str:
    """Return the text for a spreadsheet's cell: no formula begins in it.

    >>> clean_cell("=1+1")
    "'=1+1"
    """
    shown = clean_text(text)
    return f"'{shown}" if shown.startswith(FORMULA_STARTS) else shown
