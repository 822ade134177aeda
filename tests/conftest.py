"""What many tests share: a secret of their own, the demo exercise, and deterministic Hypothesis."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import settings

from autograder.assessment import Assessment
from autograder.course import (
    hash_material,
    load_grafts,
    load_public_bank,
    load_public_catalogue,
    signatures_path,
)
from autograder.diagnosis.catalogue import signatures_text
from autograder.exercises import Exercise, load_exercise
from autograder.oracles.bank import Bank
from autograder.oracles.drawing import draw_bank

ROOT = Path(__file__).resolve().parents[1]

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


def keep_no_signatures(secret_file: Path, bank: Bank) -> None:
    """Write numbers of mutants on hidden cases as if they gave none: to run them takes a while.

    Nothing is named by hidden cases then.
    """
    exercise = load_exercise(bank.exercise)
    made_from = hash_material(exercise, bank, load_public_catalogue(exercise).entries)
    path = signatures_path(bank, secret_file)
    path.write_text(signatures_text([], made_from), encoding="utf-8")


@pytest.fixture(scope="session")
def ex04() -> Exercise:
    """The exercise on operators, as released."""
    return load_exercise("ex04_operators")


@pytest.fixture(scope="session")
def hidden_bank(ex04: Exercise) -> Bank:
    """Hidden cases from a secret that only the tests have."""
    return draw_bank(ex04, hashlib.sha256(b"secret of the tests").hexdigest().encode())


@pytest.fixture(scope="session")
def assessment(ex04: Exercise, hidden_bank: Bank) -> Assessment:
    """What a class would be graded by."""
    return Assessment(ex04, load_public_bank(ex04), hidden_bank, load_grafts(ex04.id))
