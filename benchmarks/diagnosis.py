"""Measure what naming mistakes adds to the grading of hand-ins that fail.

Each misconception's own hand-in is graded with and without a catalogue, in turn, in one run.
Computing time of this process and of the workers counts. The goal: at most 30 % more.
"""

import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from autograder.assessment import Assessment
from autograder.course import full_assessment, load_material, load_public_catalogue
from autograder.diagnosis.catalogue import NO_CATALOGUE
from autograder.diagnosis.variants import apply_variants
from autograder.exercises import load_exercise
from autograder.grading import grade_submission
from autograder.mutation import without_examples
from autograder.sandbox.intake import split_file
from autograder.sandbox.supervisor import run_job

SECRET = Path(__file__).parents[1] / "examples/demo.secret"
EXERCISES = {"ex03_backward": None, "ex04_operators": SECRET, "ex07_training": None}
EVERY, ROUNDS = 6, 3


def cpu_seconds() -> float:
    """Return the computing time of this process and of its ended children."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + usage.ru_utime + usage.ru_stime


def cost(act: Callable[[], object]) -> float:
    """Return the computing time of something."""
    before = cpu_seconds()
    act()
    return cpu_seconds() - before


def measure(assessment: Assessment, exercise_id: str) -> list[float]:
    """Return the ratio of grading with names to grading without, for a sample of mistakes."""
    material = load_material(exercise_id)
    mutants = {mutant.id: mutant for mutant in material.mutants}
    without = replace(assessment, catalogue=NO_CATALOGUE)
    ratios = []
    for entry in material.entries[::EVERY]:
        source = apply_variants(material.solution, [mutants[entry.mutants[0]]])
        chunks = tuple(split_file(without_examples(source)))
        sides: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(ROUNDS):
            for named, by in ((True, assessment), (False, without)):
                grade = partial(grade_submission, "b", "b.py", chunks, by, run_job)
                sides[named].append(cost(grade))
        ratios.append(min(sides[True]) / min(sides[False]))
    return ratios


def main() -> None:
    """Print the ratios, and what loading a catalogue costs once."""
    for exercise_id, secret in EXERCISES.items():
        exercise = load_exercise(exercise_id)
        load = cost(lambda exercise=exercise: load_public_catalogue(exercise).joined)
        assessment = full_assessment(exercise, secret, lambda done: None)
        ratios = measure(assessment, exercise_id)
        print(
            f"{exercise_id:<16} {len(ratios)} hand-ins that fail: with names / without "
            f"{statistics.median(ratios):.2f}, at most {max(ratios):.2f}   (goal: at most 1.3); "
            f"loading the catalogue once {load * 1e3:.0f} ms"
        )


if __name__ == "__main__":
    main()
