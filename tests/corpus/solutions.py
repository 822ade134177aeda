"""Solutions with changes in them, as hand-ins. Used by the tests of this folder.

The mutants are part of the grader (`autograder/diagnosis/mutants/`). Right work that is written
otherwise guards against failing somebody who writes in another way: it stands in `course/`, in the
same form, and only grows.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

from autograder.course import SOLUTIONS
from autograder.diagnosis.variants import Variant, apply_variants, parse_variants

FOLDER = Path(__file__).parent / "course"


def read_right_work(exercise: str) -> list[Variant]:
    """Return the right work of one exercise that is written otherwise than the solution."""
    path = FOLDER / f"{exercise}.txt"
    return parse_variants(exercise, path.read_text(encoding="utf-8"))


@cache
def solution_of(exercise: str) -> str:
    """Return the source of an exercise's solution."""
    return (SOLUTIONS / exercise / "solution.py").read_text(encoding="utf-8")


def changed_solution(variant: Variant) -> str:
    """Return the solution with a variant's changes. Raises ValueError if one does not fit."""
    return apply_variants(solution_of(variant.exercise), [variant])


def without_examples(source: str) -> str:
    """Return a solution that runs no examples: they take most of the time and decide nothing."""
    return re.sub(r"(?m)^( *)run_(torch_)?example\(.*$", r"\1pass", source)


@lru_cache(maxsize=32)
def without_torch(source: str) -> str:
    """Return a solution without the cells that speak of PyTorch, which takes 2 seconds to load."""
    cells = re.split(r"(?m)^(?=# %%)", source)
    return "".join(cell for cell in cells if "torch" not in cell)
