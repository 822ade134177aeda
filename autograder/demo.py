"""Write sample hand-ins of an exercise: one for each misconception, a right one, an untouched one.

Used by `micrograde demo`, to try grading out before a class hands anything in, and to show what a
report says. A sample is the solution with the misconception's mutant planted, as a student would
hand it in: without the marks of the solution.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from autograder.diagnosis.entries import Entry
from autograder.diagnosis.variants import apply_variants
from autograder.errors import UsageError
from autograder.exercises import Exercise
from autograder.mutation import Material
from autograder.release.notebook import to_script
from autograder.release.solution_source import clear_cell, parse_solution, without_marks

RIGHT, UNTOUCHED = "right", "untouched"


def write_samples(exercise: Exercise, material: Material, solution: Path, folder: Path) -> int:
    """Write the samples into a new or empty folder; return how many.

    Raises UsageError for a folder that holds something, so that no work is written over.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not an empty folder", hint="Name a new one.")
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, text in make_samples(exercise, material, solution):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        count += 1
    return count


def make_samples(
    exercise: Exercise, material: Material, solution: Path
) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each sample."""
    mutants = {mutant.id: mutant for mutant in material.mutants}
    for entry in material.entries:
        mutant = mutants[entry.mutants[0]]
        source = apply_variants(material.solution, [mutant])
        yield entry.id, head(exercise, entry, mutant.tasks) + as_handed_in(source, solution)
    yield (
        RIGHT,
        f"# {exercise.id}: everything is right.\n" + as_handed_in(material.solution, solution),
    )
    untouched = parse_solution(material.solution, solution)
    cells = tuple(clear_cell(cell) for cell in untouched.cells)
    yield UNTOUCHED, to_script(replace(untouched, cells=cells)).decode()


def head(exercise: Exercise, entry: Entry, tasks: tuple[str, ...]) -> str:
    """Return the comment that tells what is wrong in a sample."""
    return f"# {exercise.id}, {', '.join(tasks)}: {entry.id}\n# {entry.misconception.title}\n"


def as_handed_in(source: str, solution: Path) -> str:
    """Return a solution's source as a student's script: no marks, no metadata."""
    parsed = parse_solution(source, solution)
    cells = tuple(without_marks(cell) for cell in parsed.cells)
    return to_script(replace(parsed, cells=cells)).decode()
