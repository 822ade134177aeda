"""A hidden bank is found, refused with the command that makes it anew, and never silently redrawn.

Drawing itself is replaced by a quick stand-in here; `tests/oracles` draws for real.
"""

import dataclasses
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder import course
from autograder.course import (
    bank_command,
    draw_hidden_bank,
    find_banks,
    full_assessment,
    load_hidden_bank,
    load_public_bank,
    public_assessment,
    require_released,
    source_folder,
)
from autograder.errors import BankError, CourseSourceError, UsageError
from autograder.exercises import Exercise, load_exercise, released_exercises
from autograder.oracles.bank import Bank, save_bank, secret_id
from tests.conftest import keep_no_signatures

SECRET = hashlib.sha256(b"secret of the tests").hexdigest()


def no_progress(done: int) -> None:
    """Take the number of cases."""


@pytest.fixture
def secret_file(tmp_path: Path) -> Path:
    """The secret of the session's hidden bank."""
    path = tmp_path / "course.secret"
    path.write_text(SECRET, encoding="ascii")
    return path


@pytest.fixture
def bank_path(secret_file: Path, hidden_bank: Bank) -> Path:
    """The hidden bank where the course keeps it."""
    path = save_bank(hidden_bank, secret_file.parent / "banks")
    keep_no_signatures(secret_file, hidden_bank)
    return path


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, hidden_bank: Bank) -> list[str]:
    """Put a stand-in in the place of drawing; return the list of what it was asked for."""
    asked: list[str] = []

    def draw(exercise: Exercise, secret: bytes, progress: Callable[[int], None]) -> Bank:
        asked.append(exercise.id)
        progress(1)
        return dataclasses.replace(hidden_bank, secret_id=secret_id(secret))

    monkeypatch.setattr("autograder.oracles.drawing.draw_bank", draw)
    return asked


def test_a_bank_that_is_there_is_used(
    ex04: Exercise, secret_file: Path, bank_path: Path, hidden_bank: Bank, drawn: list[str]
) -> None:
    assert hidden_bank == load_hidden_bank(ex04, secret_file, no_progress)
    assert [] == drawn


def test_the_first_time_a_bank_is_drawn_and_kept_beside_the_secret(
    ex04: Exercise, secret_file: Path, drawn: list[str]
) -> None:
    told: list[int] = []
    bank = load_hidden_bank(ex04, secret_file, told.append)
    kept = [path.name for path in (secret_file.parent / "banks").iterdir()]
    assert ["ex04_operators"] == drawn
    assert [f"ex04_operators-{bank.secret_id}-{bank.name}.json"] == kept
    assert [1] == told


def test_the_second_time_the_same_bank_is_read(
    ex04: Exercise, secret_file: Path, drawn: list[str]
) -> None:
    first = load_hidden_bank(ex04, secret_file, no_progress)
    assert first == load_hidden_bank(ex04, secret_file, no_progress)
    assert 1 == len(drawn)


def test_another_secret_has_another_bank(
    ex04: Exercise, secret_file: Path, bank_path: Path, drawn: list[str]
) -> None:
    secret_file.write_text("y" * 64, encoding="ascii")
    assert [] == find_banks(ex04.id, secret_file)
    load_hidden_bank(ex04, secret_file, no_progress)
    assert 1 == len(drawn)
    assert bank_path.exists()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[:-100], "cut short or altered"),
        (lambda text: "", "cut short or altered"),
        (lambda text: text.replace("0.25", "0.26", 1), "its content hash does not fit"),
        (lambda text: text.replace("bank/v1", "bank/v0"), "has version"),
    ],
)
def test_a_damaged_bank_is_refused_and_not_redrawn(
    damage: Callable[[str], str],
    message: str,
    ex04: Exercise,
    secret_file: Path,
    bank_path: Path,
    drawn: list[str],
) -> None:
    text = damage(bank_path.read_text(encoding="utf-8"))
    bank_path.write_text(text, encoding="utf-8")
    with pytest.raises(BankError, match=message) as caught:
        load_hidden_bank(ex04, secret_file, no_progress)
    assert str(bank_path) == caught.value.where
    assert bank_command(ex04.id, secret_file) in caught.value.hint
    assert "backup" in caught.value.hint
    assert text == bank_path.read_text(encoding="utf-8")
    assert [] == drawn


def test_a_bank_that_is_no_text_is_refused(
    ex04: Exercise, secret_file: Path, bank_path: Path, drawn: list[str]
) -> None:
    bank_path.write_bytes(b"\xff\xfe")
    with pytest.raises(BankError, match="not UTF-8"):
        load_hidden_bank(ex04, secret_file, no_progress)
    assert [] == drawn


def test_several_banks_of_one_secret_are_refused(
    ex04: Exercise, secret_file: Path, bank_path: Path, drawn: list[str]
) -> None:
    other = bank_path.with_name(bank_path.name.replace(".json", "0.json"))
    other.write_bytes(bank_path.read_bytes())
    with pytest.raises(BankError, match="there are 2 banks") as caught:
        load_hidden_bank(ex04, secret_file, no_progress)
    assert bank_path.name in caught.value.message
    assert other.name in caught.value.message
    assert bank_command(ex04.id, secret_file) in caught.value.hint
    assert [] == drawn


def test_a_bank_for_other_tasks_is_refused(
    ex04: Exercise, secret_file: Path, hidden_bank: Bank, drawn: list[str]
) -> None:
    other = dataclasses.replace(hidden_bank, design="0" * 12)
    save_bank(other, secret_file.parent / "banks")
    with pytest.raises(BankError, match="made for other tasks") as caught:
        load_hidden_bank(ex04, secret_file, no_progress)
    assert bank_command(ex04.id, secret_file) in caught.value.hint
    assert [] == drawn


def test_the_command_in_the_hint_names_the_secret_file() -> None:
    expected = "micrograde bank ex04_operators --secret-file my/own.secret --replace"
    assert expected == bank_command("ex04_operators", Path("my/own.secret"))


def test_drawing_again_needs_to_be_asked_for(
    ex04: Exercise, secret_file: Path, bank_path: Path, drawn: list[str]
) -> None:
    with pytest.raises(UsageError, match="there is a bank already") as caught:
        draw_hidden_bank(ex04, secret_file, no_progress, replace=False)
    assert "--replace" in caught.value.hint
    assert [] == drawn


def test_a_replaced_bank_leaves_no_other(
    ex04: Exercise, secret_file: Path, bank_path: Path, drawn: list[str]
) -> None:
    bank_path.write_text("{}", encoding="utf-8")
    stray = bank_path.with_name(bank_path.name.replace(".json", "0.json"))
    stray.write_text("{}", encoding="utf-8")
    new = draw_hidden_bank(ex04, secret_file, no_progress, replace=True)
    assert [new] == find_banks(ex04.id, secret_file)
    assert load_hidden_bank(ex04, secret_file, no_progress).name in new.name


def test_without_a_secret_there_is_no_bank_to_draw(ex04: Exercise, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no secret"):
        load_hidden_bank(ex04, tmp_path / "none", no_progress)


def test_the_public_bank_is_part_of_the_package(ex04: Exercise) -> None:
    bank = load_public_bank(ex04)
    assert ("public", "") == (bank.kind, bank.secret_id)
    assert {False} == {case.hidden for case in bank.cases}


def test_a_damaged_public_bank_is_refused_with_the_command_that_releases_it(
    ex04: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "public.json"
    path.write_text("{", encoding="utf-8")
    monkeypatch.setattr(course, "public_bank_path", lambda exercise: path)
    with pytest.raises(BankError) as caught:
        load_public_bank(ex04)
    assert "Release the exercise again: micrograde release ex04_operators" == caught.value.hint


def test_a_class_is_graded_by_hidden_cases_and_with_replacements(
    ex04: Exercise, secret_file: Path, bank_path: Path
) -> None:
    assessment = full_assessment(ex04, secret_file, no_progress)
    assert assessment.hidden is not None
    assert assessment.grafts is not None
    assert not assessment.is_self_check
    assert set(ex04.stubs) <= set(assessment.grafts.names)


def test_what_mutants_give_on_hidden_cases_is_found_out_once(
    ex04: Exercise, secret_file: Path, hidden_bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_bank(hidden_bank, secret_file.parent / "banks")
    whole = course.plant_all
    monkeypatch.setattr(course, "plant_all", lambda *material: whole(*material)[:2])
    entries = course.load_public_catalogue(ex04).entries
    told: list[int] = []

    def load(some: course.Entries) -> object:
        return course.load_hidden_signatures(
            ex04, hidden_bank, secret_file, some, lambda done, total: told.append(total)
        )

    made = load(entries)
    assert [2, 2] == told
    assert made == load(entries)
    # Other entries are asked for, and the mutants are the same: nothing runs again.
    assert made == load({})
    assert [2, 2] == told
    path = course.signatures_path(hidden_bank, secret_file)
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("spoilt", encoding="utf-8")
    assert made == load(entries)
    assert [2, 2, 2, 2] == told


def test_without_a_secret_a_class_is_graded_by_public_cases_alone(ex04: Exercise) -> None:
    assessment = full_assessment(ex04, None, no_progress)
    assert assessment.hidden is None
    assert not assessment.is_self_check


def test_a_students_own_check_has_neither_hidden_cases_nor_replacements(ex04: Exercise) -> None:
    assessment = public_assessment(ex04)
    assert (None, None, True) == (assessment.hidden, assessment.grafts, assessment.is_self_check)


@pytest.mark.parametrize(
    ("exercise_id", "given"),
    [
        ("ex04_operators", {"Value.__add__", "Value.__mul__", "Value.tanh", "Value.backward"}),
        ("ex06_network", {"Layer.__init__"}),
    ],
)
def test_grafts_are_methods_with_dotted_names_those_of_given_code_too(
    exercise_id: str, given: set[str]
) -> None:
    grafts = course.load_grafts(exercise_id)
    assert grafts is not None
    assert set(load_exercise(exercise_id).stubs) | given == set(grafts.names)


@pytest.mark.parametrize("exercise_id", released_exercises())
def test_all_that_an_exercise_asks_for_has_a_replacement_unless_the_file_is_empty(
    exercise_id: str,
) -> None:
    exercise = load_exercise(exercise_id)
    grafts = course.load_grafts(exercise_id)
    assert bool(exercise.stubs) == (grafts is not None) == exercise.judged_apart
    assert grafts is None or set(exercise.stubs) <= set(grafts.names)


def test_an_exercise_without_grafts_is_judged_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "SOLUTIONS", tmp_path)
    assert course.load_grafts("ex04_operators") is None


def test_an_unknown_source_is_told_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="unknown exercise 'ex04_operator'") as caught:
        source_folder("ex04_operator")
    assert "Did you mean 'ex04_operators'?" in caught.value.hint


def test_without_the_course_material_it_is_said_where_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "SOLUTIONS", tmp_path / "solutions")
    with pytest.raises(UsageError, match="is not here") as caught:
        source_folder("ex04_operators")
    assert "checkout" in caught.value.hint


def test_hidden_grading_without_the_course_material_is_refused(
    ex04: Exercise,
    secret_file: Path,
    bank_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(course, "SOLUTIONS", tmp_path / "solutions")
    with pytest.raises(UsageError, match="is not here"):
        full_assessment(ex04, secret_file, no_progress)


def copy_rubric(folder: Path, change: Callable[[str], str]) -> Path:
    """Write the exercise's rubric, changed, where the course's sources are taken from."""
    text = (course.SOLUTIONS / "ex04_operators" / "rubric.toml").read_text(encoding="utf-8")
    path = folder / "ex04_operators" / "rubric.toml"
    path.parent.mkdir()
    path.write_text(change(text), encoding="utf-8")
    return path


def test_the_released_exercise_fits_its_rubric(ex04: Exercise) -> None:
    require_released(ex04)


def test_a_rubric_that_changed_since_the_release_is_refused(
    ex04: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copy_rubric(tmp_path, lambda text: text + "\n")
    monkeypatch.setattr(course, "SOLUTIONS", tmp_path)
    with pytest.raises(CourseSourceError, match="has changed since") as caught:
        require_released(ex04)
    assert str(path) == caught.value.where
    assert "Run: micrograde release ex04_operators" == caught.value.hint


def test_a_bad_rubric_names_its_own_line_first(
    ex04: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copy_rubric(tmp_path, lambda text: text.replace('["exp"]', '["expp"]'))
    monkeypatch.setattr(course, "SOLUTIONS", tmp_path)
    with pytest.raises(CourseSourceError, match="unknown operator 'expp'") as caught:
        require_released(ex04)
    assert caught.value.where.startswith(f"{path}:")
