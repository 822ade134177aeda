"""The page of an exercise's misconceptions tells all that an entry holds."""

from dataclasses import replace

import pytest

from autograder.course import load_material, load_public_bank, load_public_catalogue
from autograder.exercises import load_exercise, released_exercises
from autograder.release.catalogue_page import render_page


@pytest.mark.parametrize("exercise_id", released_exercises())
def test_every_entry_is_told_in_full(exercise_id: str) -> None:
    exercise, material = load_exercise(exercise_id), load_material(exercise_id)
    catalogue = load_public_catalogue(exercise)
    page = render_page(
        exercise,
        material.entries,
        material.mutants,
        catalogue.signatures,
        load_public_bank(exercise).cases,
    )
    parts = {part.splitlines()[2].split("`")[1]: part for part in page.split("\n### ")[1:]}
    assert parts.keys() == {entry.id for entry in material.entries}
    varying = {mutant.id for mutant in material.mutants if mutant.varies}
    for entry in material.entries:
        told, part = entry.misconception, parts[entry.id]
        for text in (told.title, told.believed, told.wrong, told.hint, told.lecture):
            assert text in part
        for name in (*entry.alike, *entry.right):
            assert f"`{name}`" in part
        # The smallest example, wherever its numbers are the same in every run.
        assert entry.mutants[0] in varying or "```text" in part


def test_without_signatures_there_are_no_examples() -> None:
    exercise, material = load_exercise("ex04_operators"), load_material("ex04_operators")
    entries = [replace(material.entries[0], alike=(), right=())]
    page = render_page(exercise, entries, material.mutants, [], [])
    assert "```" not in page
    assert "alike" not in page
    assert "Cannot" not in page
