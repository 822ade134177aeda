"""Make an exercise's released files from its solution: notebook, script and README.

Used by the release command. Everything here is pure: text in, bytes out, the same bytes each time.
Cell ids come from the author's grade ids and headings, so that they stay when other cells change.
"""

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.errors import CourseSourceError, MissingExtraError, unknown_name
from autograder.release.given import PARTS_FOLDER, join_parts, rubric_content, rubric_names
from autograder.release.readme import render_readme
from autograder.release.solution_source import (
    RELEASED_SCRIPT,
    SolutionCell,
    SolutionSource,
    clear_cell,
    parse_python,
    read_solution,
)
from autograder.sandbox.intake import GIVEN_FILE

_KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
RUBRIC_NAME = "rubric.toml"
_LONGEST_CELL_ID = 64  # characters, set by the notebook format


def release_exercise(source: Path) -> dict[str, bytes]:
    """Return the files that students receive for the exercise in folder `source`, by file name.

    Raises:
        CourseSourceError: the solution script is missing or malformed.
        MissingExtraError: jupytext or nbformat is not installed.
    """
    solution = read_solution(source)
    points = question_points(source / RUBRIC_NAME)
    check_questions(solution, points)
    cleared = replace(solution, cells=tuple(clear_cell(cell) for cell in solution.cells))
    name = solution.exercise
    script = to_script(cleared)
    parse_python(script.decode(), RELEASED_SCRIPT)  # a region may cut a statement in two
    rubric = source / RUBRIC_NAME
    given = join_parts(source.parent / PARTS_FOLDER, rubric_names(rubric, "given"))
    files = {
        f"{name}.ipynb": to_notebook(cleared, points),
        f"{name}.py": script,
        "README.md": render_readme(
            cleared, has_given=bool(given), packages=rubric_names(rubric, "packages")
        ).encode(),
    }
    return files | ({GIVEN_FILE: given.encode()} if given else {})


def solution_notebook(source: Path) -> bytes:
    """Return the notebook with the solutions in it, for instructors."""
    return to_notebook(read_solution(source), question_points(source / RUBRIC_NAME))


def question_points(rubric: Path) -> dict[str, float]:
    """Return each written question's points; the rubric's reader says what is wrong with it."""
    try:
        questions = rubric_content(rubric).get("question", [])
        return {question["id"]: float(question["points"]) for question in questions}
    except (ValueError, KeyError, TypeError):
        return {}


def check_questions(solution: SolutionSource, points: Mapping[str, float]) -> None:
    """Raise CourseSourceError when a marked cell has no points, or points have no cell."""
    cells = {
        cell.nbgrader["grade_id"]: cell
        for cell in solution.cells
        if cell.nbgrader is not None and cell.nbgrader.get("grade") and cell.is_solution
    }
    for grade_id, cell in cells.items():
        if grade_id not in points:
            raise CourseSourceError(
                f"the question {grade_id!r} has no points",
                hint=f"Add a [[question]] with this id to {RUBRIC_NAME}.",
                where=f"{solution.path}:{cell.marker_line}",
            )
    for grade_id in points.keys() - cells.keys():
        message, hint = unknown_name("question", grade_id, cells)
        raise CourseSourceError(message, hint=hint, where=str(solution.path.parent / RUBRIC_NAME))


def to_notebook(source: SolutionSource, points: Mapping[str, float]) -> bytes:
    """Write the cells as a notebook without outputs; region marks stay where there are any.

    `points` are those of the cells that a person marks, by grade id.
    """
    jupytext = _load("jupytext")
    nbformat = _load("nbformat")
    notebook = jupytext.reads(_percent_text(source.cells, clean=False), fmt="py:percent")
    if len(notebook.cells) != len(source.cells):
        raise CourseSourceError(
            f"jupytext reads {len(notebook.cells)} cells where {len(source.cells)} are marked",
            hint="Use only `# %%`, `# %% [markdown]` and `# %% [raw]`, outside of strings.",
            where=str(source.path),
        )
    for cell, cell_id in zip(notebook.cells, cell_ids(source), strict=True):
        cell["id"] = cell_id
        cell["metadata"].pop("lines_to_next_cell", None)  # jupytext's own note about blank lines
        record = cell["metadata"].get("nbgrader", {})
        if record.get("grade_id") in points:
            record["points"] = points[record["grade_id"]]
    notebook["metadata"] = nbformat.from_dict(_KERNEL)
    notebook["nbformat"], notebook["nbformat_minor"] = 4, 5  # the first version with cell ids
    nbformat.validate(notebook)
    text: str = nbformat.writes(notebook, version=nbformat.NO_CONVERT)
    return text.rstrip("\n").encode() + b"\n"


def to_script(source: SolutionSource) -> bytes:
    """Write the cells as a percent script whose cell markers carry no metadata."""
    return _percent_text(source.cells, clean=True).encode()


def cell_ids(source: SolutionSource) -> list[str]:
    """Return one id for each cell: of its grade_id, else of its heading, else `text-N`, `code-N`.

    Grade ids come first; a heading whose id is taken gets a number.

    Raises:
        CourseSourceError: two grade ids differ only in what an id cannot hold.
    """
    fixed: dict[int, str] = {}
    for index, cell in enumerate(source.cells):
        if cell.nbgrader is not None:
            fixed[index] = _slug(cell.nbgrader["grade_id"])
            if list(fixed.values()).count(fixed[index]) > 1:
                raise CourseSourceError(
                    f"two grade ids give the cell id {fixed[index]!r}",
                    where=f"{source.path}:{cell.marker_line}",
                )
    taken = set(fixed.values())
    ids = []
    for index, cell in enumerate(source.cells):
        if index in fixed:
            ids.append(fixed[index])
            continue
        cell_id = _free_id(cell, taken)
        taken.add(cell_id)
        ids.append(cell_id)
    return ids


def _free_id(cell: SolutionCell, taken: set[str]) -> str:
    """Return the cell's id, numbered where it has no heading or the id is taken."""
    stem = _slug(cell.heading)
    if stem and stem not in taken:
        return stem
    stem, number = (stem, 2) if stem else ("code" if cell.kind == "code" else "text", 1)
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def _slug(text: str) -> str:
    """Turn text into lower-case words joined by hyphens.

    >>> _slug("Try each operator: `+`")
    'try-each-operator'
    """
    words = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return words[: _LONGEST_CELL_ID - len("-99")].strip("-")


def _percent_text(cells: Sequence[SolutionCell], *, clean: bool) -> str:
    """Join cells to a script, one blank line between them."""
    blocks = []
    for cell in cells:
        marker = "# %%" if cell.kind == "code" else f"# %% [{cell.kind}]"
        blocks.append("\n".join((marker if clean else cell.marker, *cell.lines)))
    return "\n\n".join(blocks) + "\n"


def _load(module: str) -> Any:
    """Import an optional package, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError("release", module) from None
