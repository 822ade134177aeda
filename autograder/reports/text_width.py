"""Break text into lines. Used by everything that is put into words."""

import textwrap

# Feedback fits a terminal of 80 columns with the indentation that reporters add.
LINE_WIDTH = 76


def wrap(start: str, text: str) -> list[str]:
    """Return a text in lines of at most `LINE_WIDTH` characters, indented like its start."""
    return textwrap.wrap(
        text,
        LINE_WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_on_hyphens=False,  # names and numbers have some
    )
