"""A released exercise is data: read whole, refused when damaged, changed by a release alone."""

import dataclasses
import json
from pathlib import Path

import pytest

from autograder.errors import CourseSourceError, UsageError
from autograder.exercises import Exercise, exercise, load_exercise, released_exercises
from autograder.exercises.exercise import exercise_text, parse_exercise


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ex04: Exercise) -> Path:
    """A package of one exercise, to be damaged."""
    monkeypatch.setattr(exercise, "FOLDER", tmp_path)
    path = tmp_path / "ex04_operators" / "exercise.json"
    path.parent.mkdir()
    path.write_text(exercise_text(ex04), encoding="utf-8")
    return path.parent


def test_every_task_has_four_points(ex04: Exercise) -> None:
    assert 40 == ex04.max_points
    assert {4.0} == {task.max_points for task in ex04.tasks}


def test_every_stub_has_a_task_and_every_task_but_the_whole_engine_a_stub(ex04: Exercise) -> None:
    assert sorted(ex04.stubs) == sorted(task.stub for task in ex04.tasks if task.stub)
    assert ["engine"] == [task.id for task in ex04.tasks if task.is_whole_engine]
    assert ["engine"] == [task.id for task in ex04.tasks if not task.stub]


def test_written_and_read_it_is_the_same_exercise(ex04: Exercise) -> None:
    assert ex04 == parse_exercise(json.loads(exercise_text(ex04)))


def test_a_task_is_found_by_its_id(ex04: Exercise) -> None:
    assert ex04.tasks[8] == ex04.task("exp")


def test_an_unknown_task_is_told_with_the_nearest(ex04: Exercise) -> None:
    with pytest.raises(UsageError, match="unknown task 'expp'") as caught:
        ex04.task("expp")
    assert "Did you mean 'exp'?" in caught.value.hint


def test_an_unknown_exercise_is_told_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown exercise 'ex04_operatros'") as caught:
        load_exercise("ex04_operatros")
    assert caught.value.hint.startswith("Did you mean 'ex04_operators'? Choices: ")


@pytest.mark.parametrize("name", ["", "..", "../exercises", "ex04_operators/", "EX04_OPERATORS"])
def test_nothing_but_a_released_name_is_an_exercise(name: str) -> None:
    with pytest.raises(UsageError, match="unknown exercise"):
        load_exercise(name)


def test_where_nothing_is_released_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exercise, "FOLDER", tmp_path)
    assert [] == released_exercises()
    with pytest.raises(UsageError) as caught:
        load_exercise("ex04_operators")
    assert "Choices: none." == caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "micrograde/exercise/v0"}',
        '{"format": "micrograde/exercise/v1"}',
        '{"format": "micrograde/exercise/v1", "id": "x", "title": "x", "class_name": "x", '
        '"tasks": [{}], "stubs": {}, "rubric_hash": ""}',
    ],
)
def test_a_damaged_exercise_is_refused_with_the_command_that_releases_it(
    text: str, folder: Path
) -> None:
    path = folder / "exercise.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CourseSourceError, match="cannot be read") as caught:
        load_exercise("ex04_operators")
    assert str(path) == caught.value.where
    assert "Release it again: micrograde release ex04_operators" == caught.value.hint


def test_an_exercise_that_is_no_text_is_refused(folder: Path) -> None:
    (folder / "exercise.json").write_bytes(b"\xff")
    with pytest.raises(CourseSourceError, match="cannot be read"):
        load_exercise("ex04_operators")


def test_the_design_changes_with_tasks_and_operators(ex04: Exercise) -> None:
    fewer = dataclasses.replace(ex04, tasks=ex04.tasks[1:])
    task = dataclasses.replace(ex04.tasks[0], usages=("rmul",))
    other = dataclasses.replace(ex04, tasks=(task, *ex04.tasks[1:]))
    assert 3 == len({ex04.design, fewer.design, other.design})


def test_the_design_does_not_change_with_points_and_titles(ex04: Exercise) -> None:
    task = dataclasses.replace(
        ex04.tasks[0], title="other", checks={"value": 9.0}, reveal="nothing"
    )
    other = dataclasses.replace(ex04, title="other", tasks=(task, *ex04.tasks[1:]))
    assert ex04.design == other.design
