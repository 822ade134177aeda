"""Read a solution script: its cells, its solution regions, and the stubs they become.

Used by the makers of the released files and by the leak check. A script is in jupytext's percent
format, and a region is cleared as nbgrader's ClearSolutions does it. What nbgrader would pass over
in silence (a stray end, a misspelt mark) is an error here, because it would release a solution.
"""

import ast
import json
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autograder.errors import CourseSourceError, unknown_name

SOLUTION_NAME = "solution.py"
BEGIN = "### BEGIN SOLUTION"
END = "### END SOLUTION"
# nbgrader's own texts: its validation and its users' habits depend on them.
CODE_STUB = ("# YOUR CODE HERE", "raise NotImplementedError()")
TEXT_STUB = ("YOUR ANSWER HERE",)

RELEASED_SCRIPT = "the released script"  # it has no path before it is written

_CELL_MARKER = re.compile(r"# %%(?: \[(?P<kind>markdown|raw)\])?(?P<options>| .*)")
# nbgrader 0.9 takes any line that holds the words in capitals for a mark; ours must stand alone.
_NEARLY_A_MARK = re.compile(
    r".*(?:BEGIN|END) SOLUTION.*|(?i:(?:#\s*)+(?:BEGIN|END)[\s_-]*SOLUTIONS?\W*)"
)
_HEADING = re.compile(r"# #{1,6} +(?P<heading>.+)")


@dataclass(frozen=True, slots=True)
class Region:
    """What stands between BEGIN and END; first_line is the line number of the first of `lines`."""

    first_line: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SolutionCell:
    """One cell of the script; a markdown cell's lines still have their `# `."""

    marker: str
    marker_line: int
    kind: str  # "code", "markdown" or "raw"
    nbgrader: dict[str, Any] | None
    lines: tuple[str, ...]
    regions: tuple[Region, ...] = field(default=())

    @property
    def is_solution(self) -> bool:
        """Tell whether the student writes in this cell."""
        return bool(self.nbgrader and self.nbgrader.get("solution"))

    @property
    def heading(self) -> str:
        """Return the text of the cell's first heading, or an empty string."""
        if self.kind == "markdown":
            for line in self.lines:
                if match := _HEADING.fullmatch(line.rstrip()):
                    return match["heading"].strip()
        return ""


@dataclass(frozen=True, slots=True)
class SolutionSource:
    """A whole solution script, cut into cells; every region in it is well formed."""

    path: Path
    cells: tuple[SolutionCell, ...]

    @property
    def exercise(self) -> str:
        """Return the exercise's name, which is its folder's."""
        return self.path.resolve().parent.name


def read_solution(folder: Path) -> SolutionSource:
    """Read and check the solution script of one exercise folder.

    Raises:
        CourseSourceError: no script, or a cell or region is malformed (with file:line).
    """
    path = folder / SOLUTION_NAME
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CourseSourceError(
            f"cannot read the solution script: {error.strerror}",
            hint=f"Each exercise is a folder in solutions/ with a {SOLUTION_NAME}.",
            where=str(path),
        ) from None
    except UnicodeDecodeError:
        raise CourseSourceError("the solution script is not UTF-8 text", where=str(path)) from None
    return parse_solution(text, path)


def parse_solution(text: str, path: Path) -> SolutionSource:
    """Cut a script's text into cells; `path` is for messages and the exercise's name."""
    lines = text.splitlines()
    starts = [i for i, line in enumerate(lines) if _CELL_MARKER.fullmatch(line.rstrip())]
    parse_python(text, path)
    if not starts:
        raise CourseSourceError(
            "there is no cell in this script",
            hint="A code cell begins with the line `# %%`, a text cell with `# %% [markdown]`.",
            where=f"{path}:1",
        )
    _refuse_text_before_first_cell(lines[: starts[0]], path)
    ends = [*starts[1:], len(lines)]
    cells = tuple(_parse_cell(lines[i:j], i + 1, path) for i, j in zip(starts, ends, strict=True))
    _refuse_repeated_ids(cells, path)
    return SolutionSource(path, cells)


def clear_cell(cell: SolutionCell) -> SolutionCell:
    """Return the cell as students receive it.

    Each region becomes a stub at the indentation of its BEGIN; a solution cell without a region
    becomes a stub as a whole. A code region without indentation is a place to write, where nothing
    would call a stub: it becomes a comment alone, so that the untouched cell runs.
    """
    is_text = cell.kind != "code"
    stub = TEXT_STUB if is_text else CODE_STUB
    if not cell.regions:
        prefix = "# " if is_text else ""
        cleared = tuple(prefix + line for line in stub) if cell.is_solution else cell.lines
        return replace(cell, lines=cleared)
    kept: list[str] = []
    inside = False
    for line in cell.lines:
        mark = _mark(line, is_text)
        if mark == BEGIN:
            inside = True
            indent = line[: line.index(BEGIN)]  # in a text cell this holds the `# `
            lines = stub if indent or is_text else stub[:1]
            kept.extend(indent + stub_line for stub_line in lines)
        elif mark == END:
            inside = False
        elif not inside:
            kept.append(line)
    return replace(cell, lines=tuple(kept), regions=())


def without_marks(cell: SolutionCell) -> SolutionCell:
    """Return the cell with what stands in its regions, without the marks around them."""
    is_text = cell.kind != "code"
    lines = tuple(line for line in cell.lines if _mark(line, is_text) not in (BEGIN, END))
    return replace(cell, lines=lines, regions=())


def stub_sources(released: str, names: Iterable[str]) -> dict[str, str]:
    """Return the text of each named stub in a released script, with its indentation removed.

    A name is a function's (`softmax`) or a method's (`Value.exp`).

    Raises:
        CourseSourceError: a class, function or method is missing, or has a body already.
    """
    body = parse_python(released, RELEASED_SCRIPT).body
    found = {}
    for name in names:
        function = _find_function(body, name)
        if not _is_stub(function):
            raise CourseSourceError(
                f"{name} is no stub: the released script still has a body for it",
                hint=f"Put its body between `{BEGIN}` and `{END}`.",
                where=f"{RELEASED_SCRIPT}:{function.lineno}",
            )
        start = min([function.lineno, *[node.lineno for node in function.decorator_list]])
        lines = released.splitlines()[start - 1 : function.end_lineno]
        found[name] = textwrap.dedent("\n".join(lines))
    return found


def _find_function(body: list[ast.stmt], name: str) -> ast.FunctionDef:
    """Return the function or method with a dotted name. Raises CourseSourceError."""
    class_name, _, own_name = name.rpartition(".")
    if class_name:
        classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
        if class_name not in classes:
            raise _missing_name("class", class_name, classes)
        body = classes[class_name].body
    functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
    if own_name not in functions:
        raise _missing_name("stub", own_name, functions)
    return functions[own_name]


def parse_python(text: str, where: Path | str) -> ast.Module:
    """Parse the course author's Python, or say at which line it is none."""
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise CourseSourceError(
            f"this is no Python: {error.msg}", where=f"{where}:{error.lineno or 1}"
        ) from None


def _parse_cell(lines: list[str], marker_line: int, path: Path) -> SolutionCell:
    """Read one cell: its marker, then its lines without the blank ones at its end."""
    marker = lines[0].rstrip()
    match = _CELL_MARKER.fullmatch(marker)
    kind = (match["kind"] if match else None) or "code"
    body = lines[1:]
    while body and not body[-1].strip():
        body.pop()
    cell = SolutionCell(
        marker, marker_line, kind, _nbgrader_of(marker, f"{path}:{marker_line}"), tuple(body)
    )
    regions = tuple(_find_regions(cell, path))
    if regions and not cell.is_solution:
        raise CourseSourceError(
            "a solution region stands in a cell that is no solution cell",
            hint='Give the cell\'s `# %%` line nbgrader metadata with "solution": true.',
            where=f"{path}:{regions[0].first_line - 1}",
        )
    return replace(cell, regions=regions)


def _nbgrader_of(marker: str, where: str) -> dict[str, Any] | None:
    """Read the nbgrader record in a cell marker, or None when it has none."""
    _, key, value = marker.partition("nbgrader=")
    if not key:
        return None
    try:
        record, _ = json.JSONDecoder().raw_decode(value)
    except json.JSONDecodeError as error:
        raise CourseSourceError(
            f"the nbgrader metadata is no JSON: {error.msg} at column "
            f"{len(marker) - len(value) + error.pos + 1}",
            where=where,
        ) from None
    if not isinstance(record, dict) or not isinstance(record.get("grade_id"), str):
        raise CourseSourceError("the nbgrader metadata has no grade_id", where=where)
    return record


def _find_regions(cell: SolutionCell, path: Path) -> Iterable[Region]:
    """Yield the cell's regions; refuse what is nested, unbalanced or nearly a mark."""
    begin: int | None = None
    for index, line in enumerate(cell.lines):
        number = cell.marker_line + 1 + index
        where = f"{path}:{number}"
        mark = _mark(line, cell.kind != "code")
        if mark == BEGIN:
            if begin is not None:
                raise CourseSourceError(
                    f"`{BEGIN}` inside the region that begins at line {begin}",
                    hint=f"End that region with `{END}` first; regions do not nest.",
                    where=where,
                )
            begin = number
        elif mark == END:
            if begin is None:
                raise CourseSourceError(f"`{END}` without `{BEGIN}` before it", where=where)
            inner = cell.lines[begin - cell.marker_line : index]
            yield Region(begin + 1, inner)
            begin = None
        elif _NEARLY_A_MARK.fullmatch(line.strip()):
            raise CourseSourceError(
                f"`{line.strip()}` is nearly a region mark, and could release the solution",
                hint=f"The marks are exactly `{BEGIN}` and `{END}`.",
                where=where,
            )
    if begin is not None:
        raise CourseSourceError(
            f"`{BEGIN}` without `{END}` in the same cell", where=f"{path}:{begin}"
        )


def _mark(line: str, is_text: bool) -> str:
    """Return the line as it is compared with the marks; a text cell's `# ` is taken off."""
    return (line.removeprefix("#") if is_text else line).strip()


def _refuse_text_before_first_cell(lines: list[str], path: Path) -> None:
    """Allow blank lines and jupytext's header between `# ---` lines, and nothing else."""
    inside_header = False
    for number, line in enumerate(lines, start=1):
        if line.strip() == "# ---":
            inside_header = not inside_header
        elif line.strip() and not (inside_header and line.startswith("#")):
            raise CourseSourceError(
                "text before the first cell",
                hint="Begin the script with a cell marker, such as `# %% [markdown]`.",
                where=f"{path}:{number}",
            )


def _refuse_repeated_ids(cells: tuple[SolutionCell, ...], path: Path) -> None:
    """Refuse a grade_id that two cells share: nbgrader would lose one of them."""
    seen: dict[str, int] = {}
    for cell in cells:
        if cell.nbgrader is None:
            continue
        grade_id = cell.nbgrader["grade_id"]
        if grade_id in seen:
            raise CourseSourceError(
                f"grade_id {grade_id!r} is used by the cell at line {seen[grade_id]} as well",
                where=f"{path}:{cell.marker_line}",
            )
        seen[grade_id] = cell.marker_line


def _missing_name(kind: str, name: str, choices: Iterable[str]) -> CourseSourceError:
    """Make the error for a name that the released script lacks."""
    message, hint = unknown_name(kind, name, choices)
    return CourseSourceError(message, hint=hint, where=RELEASED_SCRIPT)


def _is_stub(function: ast.FunctionDef) -> bool:
    """Tell whether the function, or one inside it, ends as a cleared region leaves it."""
    return any(
        ast.unparse(node.body[-1]) == CODE_STUB[-1]
        for node in ast.walk(function)
        if isinstance(node, ast.FunctionDef)
    )
