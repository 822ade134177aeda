"""Which mutants run again when an exercise is released anew, and what is left out of a hand-in."""

from dataclasses import replace

from autograder.course import load_material, load_public_bank
from autograder.diagnosis.signatures import Signature
from autograder.exercises import load_exercise
from autograder.mutation import (
    Planted,
    find_known,
    key_of,
    known_of,
    plant_all,
    sign_all,
    without_masked,
)
from autograder.records import Observation

ID = "ex01_derivatives"
EXERCISE, BANK, MATERIAL = load_exercise(ID), load_public_bank(load_exercise(ID)), load_material(ID)
FEW = replace(MATERIAL, mutants=MATERIAL.mutants[:3], entries=())


def made(mutants: tuple[str, ...], key: str, **failing: float) -> Signature:
    """Return a signature that fails cases of one task with these numbers."""
    seen = {case: Observation((number,)) for case, number in failing.items()}
    return Signature(mutants, key, {"task": seen} if seen else {})


def plant(*mutants: str) -> Planted:
    """Return a planted hand-in of which only the mutants matter."""
    return Planted(mutants, ("task",), "", "")


def test_what_is_stored_runs_no_more() -> None:
    planted = plant_all(EXERCISE, FEW)
    told: list[int] = []
    first = sign_all(planted, EXERCISE, BANK, (), lambda done, total: told.append(total))
    assert [3, 3, 3] == told
    told.clear()
    again = sign_all(planted, EXERCISE, BANK, first, lambda done, total: told.append(total))
    assert (first, []) == (again, told)
    assert planted == known_of(planted, EXERCISE, BANK, first)


def test_a_mutant_runs_again_when_its_source_or_the_cases_change() -> None:
    planted = plant_all(EXERCISE, FEW)
    stored = sign_all(planted, EXERCISE, BANK)
    changed = [replace(planted[0], reduced=planted[0].reduced + "\n"), *planted[1:]]
    assert planted[1:] == known_of(changed, EXERCISE, BANK, stored)
    other = replace(BANK, cases=BANK.cases[1:])
    assert [] == known_of(planted, EXERCISE, other, stored)
    assert len({key_of(one, EXERCISE, BANK) for one in planted}) == len(planted)


def test_pairs_that_a_single_mutant_explains_are_kept_without_numbers() -> None:
    if_one = made(("c",), "k", case=2.0)
    alike, different = made(("a", "b"), "k", case=2.0), made(("a", "d"), "k", case=3.0)
    bank = replace(BANK, cases=tuple(replace(c, id="case") for c in BANK.cases[:1]))
    found = without_masked([if_one, alike, different], bank)
    assert [if_one, made(("a", "b"), "k"), different] == found


def test_pairs_without_numbers_run_again_when_single_mutants_change() -> None:
    one, pair, other = (
        made(("a",), "1", case=1.0),
        made(("a", "b"), "2"),
        made(("b",), "3", case=2.0),
    )
    stored = [one, pair, other]
    planted = [plant("a"), plant("b"), plant("a", "b")]
    keys = ["1", "3", "2"]
    assert set(find_known(planted, keys, stored)) == {(s.mutants, s.key) for s in stored}
    fewer = find_known([planted[0], planted[2]], ["1", "2"], stored)
    assert (("a", "b"), "2") not in fewer
    assert (("a",), "1") in fewer


def test_of_numbers_that_vary_from_run_to_run_none_is_kept() -> None:
    first = MATERIAL.mutants[0]
    for varies in (False, True):
        few = replace(FEW, mutants=(replace(first, varies=varies),))
        [signature] = sign_all(plant_all(EXERCISE, few), EXERCISE, BANK)
        assert varies is not bool(signature.failing)
