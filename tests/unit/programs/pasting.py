"""What a student does with a counterexample: paste it behind the solution, and look at a number.

Used by the tests of the rendering. The solution runs in this process, without its examples.
"""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from autograder.oracles.bank import Case
from autograder.programs.interpreter import is_spread
from autograder.programs.program import Program
from autograder.programs.rendering import render_program, render_quantity
from autograder.release.given import join_parts, rubric_names

SOLUTIONS = Path(__file__).parents[3] / "solutions"
DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.Try)
# Drawing is no part of what a program needs.
DRAWING = ("matplotlib", "autograder.notebook")


@contextmanager
def given_module(exercise: str) -> Iterator[None]:
    """Make `from given import …` work as beside the exercise's notebook."""
    parts = rubric_names(SOLUTIONS / exercise / "rubric.toml", "given")
    module = ModuleType("given")
    exec(join_parts(SOLUTIONS / "given", parts), module.__dict__)  # noqa: S102 the course's own
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "given", module)
        yield


def is_definition(node: ast.stmt) -> bool:
    """Tell whether a statement defines something that a program may use."""
    imported = [alias.name for alias in getattr(node, "names", [])]
    places = [getattr(node, "module", None) or "", *imported]
    return isinstance(node, DEFINITIONS) and not any(p.startswith(DRAWING) for p in places)


@cache
def names_of_solution(exercise: str) -> dict[str, Any]:
    """Return what an exercise's own solution defines."""
    path = SOLUTIONS / exercise / "solution.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if is_definition(node)]
    names: dict[str, Any] = {"__name__": "solution"}
    with given_module(exercise):
        exec(compile(tree, str(path), "exec"), names)  # noqa: S102 the course's own code
    return names


def paste(case: Case, names: dict[str, Any]) -> list[object]:
    """Run a case's text and return what each of its quantities then is: a number, text or type.

    Where several backward passes change a gradient, each is looked at as soon as it is read.
    """
    instructions = case.program.instructions
    if sum(word == "backward" for word, *_ in instructions) > 1:
        return [
            paste_up_to(replace(case, program=Program(instructions[: read.position + 1])), names)
            for read in case.program.reads
        ]
    names = dict(names)
    exec(render_program(case.program), names)  # noqa: S102 this is what a student does
    return [look_at(case, index, names) for index in range(len(case.program.reads))]


def paste_up_to(case: Case, names: dict[str, Any]) -> object:
    """Run a case's text and return what its last quantity then is."""
    names = dict(names)
    exec(render_program(case.program), names)  # noqa: S102 this is what a student does
    return look_at(case, len(case.program.reads) - 1, names)


def look_at(case: Case, index: int, names: dict[str, Any]) -> object:
    """Return what the text says that a read is; a place is counted, as a student would."""
    quantity = render_quantity(case.program, index)
    if case.program.reads[index].quantity == "spread":
        return is_spread(eval(quantity, names))  # noqa: S307 this is what a student does
    if case.program.reads[index].quantity != "position":
        return eval(quantity, names)  # noqa: S307 this is what a student does
    node, _, container = quantity.removeprefix("place of ").partition(" in ")
    wanted, items = eval(node, names), eval(container, names)  # noqa: S307 the same
    return next((place for place, item in enumerate(items) if item is wanted), -1)
