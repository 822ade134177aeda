"""Entries of a catalogue: read from files, and refused with the file where something is wrong."""

from pathlib import Path

import pytest

from autograder.diagnosis.entries import read_entries
from autograder.errors import CourseSourceError

TEXTS = 'title = "t"\nbelieved = "b"\nwrong = "w"\nhint = "h"\n'
MUTANTS, RIGHT = ("one", "two", "three"), ("fine",)


@pytest.fixture
def exercise(tmp_path: Path) -> Path:
    """Return the folder of an exercise, with an empty catalogue."""
    folder = tmp_path / "ex99_test"
    (folder / "misconceptions").mkdir(parents=True)
    return folder


def write(exercise: Path, name: str, text: str) -> None:
    """Write one entry."""
    (exercise / "misconceptions" / f"{name}.toml").write_text(text, encoding="utf-8")


def test_an_entry_is_read(exercise: Path) -> None:
    lists = 'mutants = ["one", "two"]\nright = ["fine"]\nlecture = "1:02:03"\n'
    write(exercise, "an-entry", TEXTS.replace('"w"', '"""w\n  w"""') + lists)
    [entry] = read_entries(exercise, MUTANTS, RIGHT)
    assert ("an-entry", ("one", "two"), ("fine",)) == (entry.id, entry.mutants, entry.right)
    assert entry.misconception.wrong == "w w"
    assert entry.misconception.lecture == "1:02:03"


def test_without_a_folder_there_are_none(tmp_path: Path) -> None:
    assert () == read_entries(tmp_path, MUTANTS, RIGHT)


def test_texts_may_stand_in_another_exercise(exercise: Path) -> None:
    other = exercise.parent / "ex98_other"
    (other / "misconceptions").mkdir(parents=True)
    write(other, "theirs", TEXTS + 'mutants = ["x"]\n')
    write(exercise, "ours", 'like = "ex98_other/theirs"\nmutants = ["one"]\n')
    [entry] = read_entries(exercise, MUTANTS, RIGHT)
    assert ("ours", "t", "h") == (entry.id, entry.misconception.title, entry.misconception.hint)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXTS, "an entry needs a mutant"),
        (TEXTS + 'mutants = ["tow"]\n', "unknown mutant 'tow'\n.*Did you mean 'two'"),
        (TEXTS + 'mutants = ["one"]\nright = ["nof"]\n', "unknown right work 'nof'"),
        (TEXTS + 'mutants = ["one"]\ntitel = "x"\n', "unknown key 'titel'"),
        (TEXTS + 'mutants = "one"\n', "'mutants' must be a list of names"),
        (TEXTS + 'mutants = ["one"]\nalike = ["none"]\n', "unknown entry 'none'"),
        (TEXTS + 'mutants = ["one"]\nlecture = "90"\n', "is '90', which is no time"),
        (TEXTS.replace('"h"', '" "') + 'mutants = ["one"]\n', "'hint' must be a text"),
        (TEXTS + 'mutants = ["one"]\nlike = "a/b"\n', "'title' stands beside 'like'"),
        ('like = "ex98/none"\nmutants = ["one"]\n', "unknown entry 'ex98/none'"),
        ("mutants = [", "not valid TOML"),
    ],
)
def test_a_bad_entry_is_refused_with_its_file(exercise: Path, text: str, message: str) -> None:
    write(exercise, "bad-one", text)
    with pytest.raises(CourseSourceError, match=rf"(?s)bad-one\.toml: .*{message}"):
        read_entries(exercise, MUTANTS, RIGHT)


def test_an_entry_s_name_is_kebab_case(exercise: Path) -> None:
    write(exercise, "Bad_one", TEXTS + 'mutants = ["one"]\n')
    with pytest.raises(CourseSourceError, match="small letters"):
        read_entries(exercise, MUTANTS, RIGHT)


def test_a_mutant_is_of_one_entry(exercise: Path) -> None:
    write(exercise, "a", TEXTS + 'mutants = ["one"]\n')
    write(exercise, "b", TEXTS + 'mutants = ["two", "one"]\n')
    with pytest.raises(CourseSourceError, match=r"b\.toml: the mutant 'one' is in 'a' already"):
        read_entries(exercise, MUTANTS, RIGHT)


def test_entries_call_each_other_alike(exercise: Path) -> None:
    write(exercise, "a", TEXTS + 'mutants = ["one"]\nalike = ["b"]\n')
    write(exercise, "b", TEXTS + 'mutants = ["two"]\n')
    with pytest.raises(CourseSourceError, match=r'(?s)a\.toml: .*Add "a" to alike of b\.toml'):
        read_entries(exercise, MUTANTS, RIGHT)
    write(exercise, "b", TEXTS + 'mutants = ["two"]\nalike = ["a"]\n')
    assert [("b",), ("a",)] == [entry.alike for entry in read_entries(exercise, MUTANTS, RIGHT)]
