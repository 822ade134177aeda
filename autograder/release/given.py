"""Make an exercise's `given.py` of parts: what earlier exercises built, in one file.

Used by the release command. The parts lie in `solutions/given/`, one file each, and a rubric names
those that its exercise gives. A part may import from the parts before it.
"""

import ast
import tomllib
from collections.abc import Sequence
from pathlib import Path

from autograder.errors import CourseSourceError, unknown_name
from autograder.release.solution_source import parse_python

GIVEN_NAME = "given.py"
PARTS_FOLDER = "given"  # beside the exercises

HEADER = '''\
"""What earlier exercises built, so that this one needs none of them solved.

The notebook imports it. When your work is graded, the grader brings its own copy.
"""
'''


def given_parts(rubric: Path) -> list[str]:
    """Return the names of the parts that a rubric gives; its reader says what is wrong with it."""
    try:
        parts = tomllib.loads(rubric.read_text(encoding="utf-8")).get("given", [])
    except (OSError, ValueError):
        return []
    return [str(part) for part in parts] if isinstance(parts, list) else []


def join_parts(folder: Path, parts: Sequence[str]) -> str:
    """Return the source of `given.py`, "" for no parts.

    Raises CourseSourceError for a part that is not there, or does not begin with a docstring.
    """
    if not parts:
        return ""
    imports: dict[str, None] = {}
    bodies = []
    for part in parts:
        path = folder / f"{part}.py"
        if not path.is_file():
            known = sorted(other.stem for other in folder.glob("*.py"))
            message, hint = unknown_name("given part", part, known)
            raise CourseSourceError(message, hint=hint, where=str(path))
        text = path.read_text(encoding="utf-8")
        tree = parse_python(text, path)
        if ast.get_docstring(tree) is None:
            raise CourseSourceError("a given part begins with a docstring", where=f"{path}:1")
        first = next(node for node in tree.body[1:] if not is_import(node))
        for node in tree.body[1:]:
            if is_import(node) and not comes_from(node, parts):
                imports[ast.unparse(node)] = None
        decorators = getattr(first, "decorator_list", [])
        start = min([first.lineno, *[decorator.lineno for decorator in decorators]])
        lines = text.splitlines()
        while lines[start - 2].startswith("#"):
            start -= 1  # a comment above the first definition belongs to it
        bodies.append("\n".join(lines[start - 1 :]).rstrip())
    blocks = [HEADER, *(["\n".join(sorted(imports)) + "\n"] if imports else [])]
    return "\n".join(blocks) + "\n\n" + "\n\n\n".join(bodies) + "\n"


def is_import(node: ast.stmt) -> bool:
    """Tell whether a statement imports."""
    return isinstance(node, ast.Import | ast.ImportFrom)


def comes_from(node: ast.stmt, parts: Sequence[str]) -> bool:
    """Tell whether a statement imports from one of the parts."""
    return isinstance(node, ast.ImportFrom) and node.module in parts
