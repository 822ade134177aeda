"""Plant two faults together: two changed sources and what they come from become one.

Used to make the signatures of pairs. It is a three-way merge, by Python's tokens, so that two
changes of one line (`=` for `+=`, and a wrong factor behind it) compose as long as they touch
different tokens.
"""

import ast
import difflib
import io
import itertools
import tokenize
from functools import lru_cache

Change = tuple[int, int, tuple[str, ...]]  # first token, end, and what stands there instead


def compose(source: str, one: str, other: str) -> str | None:
    """Return the source with the changes of both; None where they meet, or give no Python."""
    try:
        changes = sorted([*find_changes(source, one), *find_changes(source, other)])
    except (SyntaxError, tokenize.TokenError):
        return None  # a fault may be that something is no Python
    for (start, end, _), (first, last, _) in itertools.pairwise(changes):
        # Of two at one place, where one only adds something, either could come first.
        if first < end or (first == end and (start == end or first == last)):
            return None
    pieces = list(split_pieces(source))
    for first, end, new in reversed(changes):
        pieces[first:end] = new
    joined = "".join(pieces)
    try:
        ast.parse(joined)
    except SyntaxError:
        return None
    return joined


@lru_cache(maxsize=1024)  # each mutant is planted with many others
def find_changes(source: str, changed: str) -> tuple[Change, ...]:
    """Return which tokens of a source are others in a changed one."""
    before, after = split_pieces(source), split_pieces(changed)
    # What both begin and end with is most of them, and comparing all of it would take long.
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    rest = 0
    while rest < min(len(before), len(after)) - start and before[-1 - rest] == after[-1 - rest]:
        rest += 1
    old, new = before[start : len(before) - rest], after[start : len(after) - rest]
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return tuple(
        (start + first, start + end, new[new_first:new_end])
        for what, first, end, new_first, new_end in matcher.get_opcodes()
        if what != "equal"
    )


@lru_cache(maxsize=1024)
def split_pieces(source: str) -> tuple[str, ...]:
    """Return a source's tokens, each with the blanks in front of it; joined they are the source."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    ends = [
        lines[token.end[0] - 1] + token.end[1]
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.end[0] <= len(lines) - 1
    ]
    borders = [0, *dict.fromkeys(end for end in ends if end), len(source)]
    return tuple(source[a:b] for a, b in itertools.pairwise(borders) if a < b)
