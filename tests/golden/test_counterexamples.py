"""Every mutant's own counterexample: the smallest program that shows it, with both numbers.

They come from the numbers that the release holds; `tests/corpus/test_diagnosis.py` runs mutants and
compares. A counterexample that grows shows here.
"""

import pytest

from autograder.course import load_public_bank, load_public_catalogue
from autograder.diagnosis.signatures import Signature
from autograder.exercises import Exercise, load_exercise, released_exercises
from autograder.oracles.bank import Bank
from autograder.reports.wording import explain_checks
from autograder.smallest import find_shown
from tests.golden.test_golden import compare_with_file


@pytest.mark.parametrize("exercise_id", released_exercises())
def test_every_mutant_is_shown_by_its_smallest_program(exercise_id: str) -> None:
    exercise = load_exercise(exercise_id)
    bank = load_public_bank(exercise)
    lines = []
    for signature in load_public_catalogue(exercise).signatures:
        if len(signature.mutants) == 1:
            lines += [signature.mutants[0], *show(signature, exercise, bank)]
    compare_with_file(f"counterexamples-{exercise_id}.txt", "\n".join(lines) + "\n")


def show(signature: Signature, exercise: Exercise, bank: Bank) -> list[str]:
    """Return the first counterexample of each task that a mutant fails."""
    lines = []
    told = set()
    for shown in find_shown(exercise.tasks, signature, bank.cases):
        if shown.task not in told:
            told.add(shown.task)
            text = explain_checks([shown.check], shown.evidence, with_hint=False)
            lines += [f"  {shown.task}, {text[0]}", *(f"  {line}" for line in text[1:])]
    return lines or ["  varies"]
