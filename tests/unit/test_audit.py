"""What an audit calls wrong: on a few mutants of one exercise, some of them spoilt on purpose."""

from dataclasses import replace

import pytest

from autograder.audit import audit
from autograder.course import load_material, load_public_bank
from autograder.diagnosis.catalogue import Catalogue
from autograder.diagnosis.entries import Entry
from autograder.diagnosis.signatures import signature_data
from autograder.diagnosis.variants import Patch, Variant
from autograder.exercises import load_exercise
from autograder.mutation import Material, plant_all, sign_all
from autograder.records import Audit, Misconception
from autograder.reports.audit_report import render_audit

ID = "ex01_derivatives"
EXERCISE = load_exercise(ID)
BANK = load_public_bank(EXERCISE)
RIGHT_LINE = "    return (f(x + h) - f(x)) / h\n"


def variant(name: str, line: str, *tasks: str) -> Variant:
    """Return a change of the one line that measures a slope."""
    return Variant(name, ID, tasks, (Patch("", RIGHT_LINE, f"    {line}\n"),))


def entry(name: str, *mutants: str, alike: tuple[str, ...] = ()) -> Entry:
    """Return an entry."""
    return Entry(Misconception(name, "title", "b", "w", "h"), mutants, (), alike)


TASK = "forward-difference"
UNDIVIDED = variant("undivided", "return f(x + h) - f(x)", TASK)
UNDIVIDED_TOO = variant("undivided-too", "return -(f(x) - f(x + h))", TASK)
BACKWARD = variant("backward", "return (f(x) - f(x - h)) / h", TASK)
ENDLESS = variant("endless", "while True: pass", TASK)
HARMLESS = variant("harmless", "return (-f(x) + f(x + h)) / h", TASK)
RIGHT = variant("turned", "return -(f(x) - f(x + h)) / h")


def run(
    mutants: tuple[Variant, ...],
    entries: tuple[Entry, ...],
    right: tuple[Variant, ...] = (),
    released: tuple[Variant, ...] | None = None,
) -> Audit:
    """Audit a few mutants; `released` are those whose numbers the release holds."""
    material = replace(load_material(ID), mutants=mutants, right_work=right, entries=entries)
    kept = mutants if released is None else released
    known = [e for e in entries if set(e.mutants) <= {m.id for m in kept}]
    stored = sign_all(
        plant_all(EXERCISE, replace(material, mutants=kept, entries=tuple(known))), EXERCISE, BANK
    )
    texts = {e.misconception: e.mutants for e in entries}
    catalogue = Catalogue(texts, [signature_data(signature) for signature in stored])
    return audit(EXERCISE, material, BANK, catalogue, lambda done, total: None)


def test_a_sound_exercise_has_no_problem_and_tells_what_caught_each_mutant() -> None:
    found = run((UNDIVIDED, BACKWARD), (entry("no-division", "undivided"),), (RIGHT,))
    assert () == found.problems
    assert ["undivided", "backward"] == [caught.mutant for caught in found.caught]
    assert ["no-division", ""] == [caught.misconception for caught in found.caught]
    failed, looked = found.caught[0].checks["value"]
    assert 0 < failed <= looked
    assert 1 == found.right_work


@pytest.mark.parametrize(
    ("mutants", "entries", "problem"),
    [
        ((HARMLESS,), (), "harmless survives: no check of forward-difference fails"),
        (
            (UNDIVIDED, UNDIVIDED_TOO),
            (entry("one", "undivided"), entry("two", "undivided-too")),
            "one (undivided) cannot be told from two (undivided-too)",
        ),
        (
            (UNDIVIDED, UNDIVIDED_TOO),
            (entry("one", "undivided"),),
            "undivided-too has no name and cannot be told from one",
        ),
        (
            (UNDIVIDED, BACKWARD),
            (entry("one", "undivided", alike=("two",)), entry("two", "backward", alike=("one",))),
            "one calls two alike, and the two can be told apart",
        ),
        ((ENDLESS,), (entry("one", "endless"),), "the mutant endless of one is named nothing"),
    ],
    ids=["survives", "not-declared", "without-a-name", "no-longer-alike", "only-endless"],
)
def test_what_is_wrong_is_said(
    mutants: tuple[Variant, ...], entries: tuple[Entry, ...], problem: str
) -> None:
    assert problem in " | ".join(run(mutants, entries).problems)


def test_entries_that_call_each_other_alike_may_be() -> None:
    entries = (
        entry("one", "undivided", alike=("two",)),
        entry("two", "undivided-too", alike=("one",)),
    )
    assert () == run((UNDIVIDED, UNDIVIDED_TOO), entries).problems


def test_mutants_of_one_entry_may_be_alike() -> None:
    found = run((UNDIVIDED, UNDIVIDED_TOO), (entry("one", "undivided", "undivided-too"),))
    assert () == found.problems


def test_right_work_that_fails_is_told() -> None:
    wrong = replace(UNDIVIDED, id="not-so-right", tasks=())
    [problem] = run((BACKWARD,), (), (wrong,)).problems
    assert problem.startswith("not-so-right is right work, and fails forward-difference:")


@pytest.mark.parametrize("released", [(), (UNDIVIDED,), (replace(UNDIVIDED, id="backward"),)])
def test_a_release_that_holds_other_numbers_is_told(released: tuple[Variant, ...]) -> None:
    found = run((BACKWARD,), (), released=released)
    assert "the released catalogue holds other numbers" in found.problems[0]


def test_a_release_with_other_texts_is_told() -> None:
    material = replace(
        load_material(ID), mutants=(BACKWARD,), right_work=(), entries=(entry("one", "backward"),)
    )
    planted = sign_all(plant_all(EXERCISE, material), EXERCISE, BANK)
    stored = Catalogue({}, [signature_data(signature) for signature in planted])
    found = audit(EXERCISE, material, BANK, stored, lambda done, total: None)
    assert (
        "the released catalogue holds other texts; release the exercise again",
    ) == found.problems


def test_a_mutant_that_varies_needs_no_numbers_and_must_be_caught() -> None:
    found = run((replace(UNDIVIDED, varies=True),), ())
    assert () == found.problems
    assert ["undivided"] == [caught.mutant for caught in found.caught]


def test_the_report_fits_a_terminal_and_tells_all() -> None:
    found = run((UNDIVIDED, HARMLESS), (entry("no-division", "undivided"),))
    lines = list(render_audit(found))
    assert "2 mutants of 1 misconceptions, 0 pairs, 0 kinds of right work" in lines[0]
    assert "  no-division" in lines
    assert any(line.startswith("    undivided, forward-difference: value ") for line in lines)
    assert "    harmless, forward-difference: not caught" in lines
    assert any(line.startswith("  PROBLEM: harmless survives") for line in lines)
    assert all(len(line) <= 80 for line in lines)
    only = list(render_audit(found, problems_only=True))
    assert len(only) < len(lines)
    assert any(line.startswith("  PROBLEM: ") for line in only)


def test_material_of_an_exercise_holds_what_its_folder_holds() -> None:
    material: Material = load_material(ID)
    assert RIGHT_LINE in material.solution
    assert len(material.mutants) > 100
    assert len(material.right_work) > 40
    assert len(material.entries) > 25
