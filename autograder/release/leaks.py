"""Find in the files that students receive what must not be there.

Used by the release command and its tests, after the files are made and before they are written: a
line of the exercise's own solution, of a marking guide or of a replacement method, a solution as a
whole in the given code, and hidden cases. Given code in a solution cell is meant to be released, so
its lines are never leaks; so are those of `given.py`, which answers earlier exercises.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from autograder.release.solution_source import SolutionSource, parse_python, read_solution
from autograder.sandbox.intake import GIVEN_FILE

GRAFTS_NAME = "grafts.py"
# Characters without blanks. Shorter lines (`return out`, `else:`) give nothing away, and longer
# ones already say what a method does (`return self * -1` has 13).
_SHORTEST_TELLING_LINE = 10
# With the backslashes of a bank that was pasted into a notebook's cell, or without.
_HIDDEN_BANK = re.compile(rb'"kind\\?":\s*\\?"hidden|"secret_id\\?":\s*\\?"[^"\\]')


def leaks(source: Path, released: Mapping[str, bytes]) -> list[str]:
    """Return one sentence for each place where a released file shows a line of the solution.

    source is the exercise's folder in `solutions/`; released maps file names to contents. Blanks
    do not count, and a line is found inside a longer one.
    """
    solution = read_solution(source)
    given = released.get(GIVEN_FILE, b"").decode()
    secrets = _secret_lines(solution, source, given)
    found = [*_answers_in(given, solution), *_hidden_cases(released)]
    for name in sorted(released):
        for place, line in _lines_of(name, released[name]):
            squeezed = _squeeze(line)
            for secret, origin in secrets.items():
                if secret in squeezed:
                    found.append(f"{name}, {place}: {line.strip()!r} shows {origin}")
    return found


def _answers_in(given: str, solution: SolutionSource) -> Iterator[str]:
    """Yield each solution region that stands whole in the given code: there it answers itself."""
    text = _code_alone(given.splitlines())
    for cell in solution.cells:
        for region in cell.regions if cell.kind == "code" else ():
            block = _code_alone(region.lines)
            if block and f"\n{block}\n" in f"\n{text}\n":
                where = f"{solution.path.name}:{region.first_line}"
                yield f"{GIVEN_FILE} holds the whole solution of {where}"


def _code_alone(lines: Iterable[str]) -> str:
    """Return the lines without blanks; empty ones and comments are left out."""
    code = [_squeeze(line) for line in lines if not line.lstrip().startswith("#")]
    return "\n".join(filter(None, code))


def _hidden_cases(released: Mapping[str, bytes]) -> Iterator[str]:
    """Yield each file that holds the cases of a secret."""
    for name, content in released.items():
        if _HIDDEN_BANK.search(content):
            yield f"{name} holds hidden cases"


def _secret_lines(solution: SolutionSource, source: Path, given: str) -> dict[str, str]:
    """Map each telling line of the regions and grafts, without blanks, to where it stands."""
    public = _given_lines(solution) | {_squeeze(line) for line in given.splitlines()}
    secrets: dict[str, str] = {}
    for origin, line in (*_region_lines(solution), *_graft_lines(source / GRAFTS_NAME)):
        squeezed = _squeeze(line)
        if len(squeezed) >= _SHORTEST_TELLING_LINE and squeezed not in public:
            secrets.setdefault(squeezed, origin)
    return secrets


def _given_lines(solution: SolutionSource) -> set[str]:
    """Return the lines of solution cells outside their regions, without blanks."""
    given: set[str] = set()
    for cell in solution.cells:
        if not (cell.is_solution and cell.regions):
            continue
        first = cell.marker_line + 1
        hidden = {
            number
            for region in cell.regions
            for number in range(region.first_line, region.first_line + len(region.lines))
        }
        given.update(
            _squeeze(line)
            for number, line in enumerate(cell.lines, start=first)
            if number not in hidden
        )
    return given


def _region_lines(solution: SolutionSource) -> Iterator[tuple[str, str]]:
    """Yield place and text of every line that clearing takes away."""
    for cell in solution.cells:
        regions = [(region.first_line, region.lines) for region in cell.regions]
        if cell.is_solution and not cell.regions:
            regions = [(cell.marker_line + 1, cell.lines)]
        for first, lines in regions:
            for number, line in enumerate(lines, start=first):
                text = line if cell.kind == "code" else line.removeprefix("#")
                yield f"{solution.path.name}:{number}", text


def _graft_lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield place and text of every line of the graft functions' bodies, docstrings aside."""
    if not path.exists():
        return
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for function in parse_python(text, path).body:
        if not isinstance(function, ast.FunctionDef):
            continue
        body = function.body[1:] if ast.get_docstring(function) is not None else function.body
        if body:
            end = body[-1].end_lineno or body[-1].lineno
            for number in range(body[0].lineno, end + 1):
                yield f"{path.name}:{number}", lines[number - 1]


def _lines_of(name: str, content: bytes) -> Iterator[tuple[str, str]]:
    """Yield place and text of each line of a file; in JSON, of each string's lines."""
    text = content.decode("utf-8", errors="replace")
    if name.endswith((".ipynb", ".json")):
        for string in _strings(json.loads(text)):
            for line in string.splitlines():
                yield "in a cell" if name.endswith(".ipynb") else "in a value", line
    else:
        for number, line in enumerate(text.splitlines(), start=1):
            yield f"line {number}", line


def _strings(node: Any) -> Iterator[str]:
    """Yield every string in decoded JSON, outputs and metadata included."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for value in node.values():
            yield from _strings(value)
    elif isinstance(node, list):
        for value in node:
            yield from _strings(value)


def _squeeze(line: str) -> str:
    """Return the line without blanks."""
    return "".join(line.split())
