"""Solutions with changes in them, as hand-ins. Used by the tests of this folder.

The mutants and the right work that is written otherwise are course material: they stand beside the
solution that they change. Right work guards against failing somebody who writes in another way; it
only grows.
"""

from functools import cache

from autograder.course import SOLUTIONS, load_material
from autograder.diagnosis.variants import Variant, apply_variants
from autograder.mutation import without_package


def load_mutants(exercise: str) -> tuple[Variant, ...]:
    """Return the mutants of an exercise."""
    return load_material(exercise).mutants


def read_right_work(exercise: str) -> tuple[Variant, ...]:
    """Return the right work of one exercise that is written otherwise than the solution."""
    return load_material(exercise).right_work


@cache
def solution_of(exercise: str) -> str:
    """Return the source of an exercise's solution."""
    return (SOLUTIONS / exercise / "solution.py").read_text(encoding="utf-8")


def changed_solution(variant: Variant) -> str:
    """Return the solution with a variant's changes. Raises ValueError if one does not fit."""
    return apply_variants(solution_of(variant.exercise), [variant])


def without_torch(source: str) -> str:
    """Return a solution without the cells that speak of PyTorch, which takes 2 seconds to load."""
    return without_package(source, ("torch",))
