"""Make an exercise's `given.py` of parts: what earlier exercises built, in one file.

Used by the release command. The parts lie in `solutions/given/`, one file each, and a rubric names
those that its exercise gives. A part may import from the parts before it.
"""

import ast
import tomllib
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from autograder.errors import CourseSourceError, unknown_name
from autograder.release.solution_source import parse_python

PARTS_FOLDER = "given"  # beside the exercises

HEADER = '''\
"""What earlier exercises built, so that this one needs none of them solved.

The notebook imports it. When your work is graded, the grader brings its own copy.
"""
'''


def rubric_content(rubric: Path) -> dict[str, Any]:
    """Return what a rubric says, before it is read with care; {} where it cannot be read.

    `read_rubric` then says what is wrong with it.
    """
    try:
        return tomllib.loads(rubric.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def rubric_names(rubric: Path, key: str) -> list[str]:
    """Return a list of names in a rubric."""
    names = rubric_content(rubric).get(key, [])
    return [str(name) for name in names] if isinstance(names, list) else []


def join_parts(folder: Path, parts: Sequence[str]) -> str:
    """Return the source of `given.py`, "" for no parts.

    Raises CourseSourceError for a part that is not there, does not begin with a docstring and its
    imports, or imports from a part that does not stand before it.
    """
    if not parts:
        return ""
    imports: set[str] = set()
    bodies = []
    for index, part in enumerate(parts):
        path = folder / f"{part}.py"
        if not path.is_file():
            message, hint = unknown_name("given part", part, known_parts(folder))
            raise CourseSourceError(message, hint=hint, where=str(path))
        text = path.read_text(encoding="utf-8")
        head, first = split_part(parse_python(text, path), path)
        refuse_parts_to_come(head, known_parts(folder), parts[:index], path)
        imports |= {ast.unparse(node) for node in head if not comes_from(node, parts)}
        decorators = getattr(first, "decorator_list", [])
        start = min([first.lineno, *[decorator.lineno for decorator in decorators]])
        lines = text.splitlines()
        while lines[start - 2].startswith("#"):
            start -= 1  # a comment above the first definition belongs to it
        bodies.append("\n".join(lines[start - 1 :]).rstrip())
    blocks = [HEADER, *(["\n".join(sorted(imports)) + "\n"] if imports else [])]
    return "\n".join(blocks) + "\n\n" + "\n\n\n".join(bodies) + "\n"


def known_parts(folder: Path) -> list[str]:
    """Return the names of all parts that a rubric may give."""
    return sorted(path.stem for path in folder.glob("*.py"))


def split_part(tree: ast.Module, path: Path) -> tuple[list[ast.stmt], ast.stmt]:
    """Return a part's imports, and the first statement after them. Raises CourseSourceError."""
    if ast.get_docstring(tree) is None:
        raise CourseSourceError("a given part begins with a docstring", where=f"{path}:1")
    head = list(takewhile(is_import, tree.body[1:]))
    rest = tree.body[1 + len(head) :]
    if not rest:
        raise CourseSourceError("a given part defines nothing", where=str(path))
    late = next(filter(is_import, rest), None)
    if late is not None:
        message = "the imports of a given part stand before everything else"
        raise CourseSourceError(message, where=f"{path}:{late.lineno}")
    return head, rest[0]


def refuse_parts_to_come(
    head: Sequence[ast.stmt], known: Sequence[str], before: Sequence[str], path: Path
) -> None:
    """Raise CourseSourceError for an import of a part that `given.py` does not hold by then."""
    for node in head:
        for part in sorted(imported_modules(node) & set(known)):
            where = f"{path}:{node.lineno}"
            if part not in before:
                message = f"the given part {path.stem!r} needs {part!r} before it"
                hint = f'Write given = ["{part}", "{path.stem}"] in the rubric.'
                raise CourseSourceError(message, hint=hint, where=where)
            if not isinstance(node, ast.ImportFrom):
                hint = f"Write from {part} import …."
                raise CourseSourceError("a part imports names of a part", hint=hint, where=where)


def is_import(node: ast.stmt) -> bool:
    """Tell whether a statement imports."""
    return isinstance(node, ast.Import | ast.ImportFrom)


def imported_modules(node: ast.stmt) -> set[str]:
    """Return the modules that an import names."""
    if isinstance(node, ast.ImportFrom):
        return {node.module or ""}
    return {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()


def comes_from(node: ast.stmt, parts: Sequence[str]) -> bool:
    """Tell whether a statement imports from one of the parts."""
    return isinstance(node, ast.ImportFrom) and node.module in parts
