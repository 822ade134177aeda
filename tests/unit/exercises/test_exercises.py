"""A released exercise is data: read whole, refused when damaged, changed by a release alone."""

import dataclasses
import json
from pathlib import Path

import pytest

from autograder.errors import CourseSourceError, UsageError
from autograder.exercises import Exercise, exercise, load_exercise, released_exercises
from autograder.exercises.exercise import Question, exercise_text, parse_exercise


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


@pytest.mark.parametrize("name", released_exercises())
def test_written_and_read_it_is_the_same_exercise(name: str) -> None:
    read = load_exercise(name)
    assert read == parse_exercise(json.loads(exercise_text(read)))


def test_what_an_exercise_gives_and_asks_beside_tasks_is_written_and_read(ex04: Exercise) -> None:
    other = dataclasses.replace(
        ex04,
        class_name="",
        given="half = 1\n",
        packages=("torch",),
        questions=(Question("why", "Why?", 2.0), Question("how", "How?", 0.5)),
        takes_numbers=False,
        judged_apart=not ex04.judged_apart,
        tasks=(
            dataclasses.replace(
                ex04.tasks[0], usages=(), calls="softmax", hidden_checks=("value",)
            ),
        ),
    )
    assert other == parse_exercise(json.loads(exercise_text(other)))


@pytest.mark.parametrize(
    "key", ["questions", "given", "packages", "takes_numbers", "judged_apart", "tasks", "stubs"]
)
def test_an_exercise_of_another_release_is_refused(key: str, folder: Path) -> None:
    path = folder / "exercise.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    del data[key]
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(CourseSourceError, match=f"cannot be read: '{key}'") as caught:
        load_exercise("ex04_operators")
    assert "Release it again: micrograde release ex04_operators" == caught.value.hint


def test_each_name_that_a_task_asks_for_is_looked_for_once(ex04: Exercise) -> None:
    assert tuple(task.stub for task in ex04.tasks if task.stub) == ex04.names
    task = dataclasses.replace(ex04.tasks[0], stub="softmax")
    again = dataclasses.replace(task, id="again")
    more = dataclasses.replace(ex04, tasks=(*ex04.tasks, task, again))
    assert (*ex04.names, "softmax") == more.names


def test_points_of_questions_are_no_part_of_what_is_graded_here(ex04: Exercise) -> None:
    assert sum(question.points for question in ex04.questions) > 0
    assert 40 == ex04.max_points


@pytest.mark.parametrize("name", released_exercises())
def test_ids_are_unique_and_stubs_are_those_of_tasks(name: str) -> None:
    read = load_exercise(name)
    ids = [item.id for item in (*read.tasks, *read.questions)]
    assert len(ids) == len(set(ids))
    assert set(read.stubs) <= {task.stub for task in read.tasks}
    assert [] == [task.id for task in read.tasks if bool(task.usages) == bool(task.calls)]


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
    called = dataclasses.replace(ex04.tasks[0], usages=(), calls="softmax")
    calls = dataclasses.replace(ex04, tasks=(called, *ex04.tasks[1:]))
    functions = dataclasses.replace(ex04, class_name="")
    designs = [item.design for item in (ex04, fewer, other, calls, functions)]
    assert 5 == len(set(designs))


def test_the_design_does_not_change_with_points_and_titles(ex04: Exercise) -> None:
    task = dataclasses.replace(
        ex04.tasks[0], title="other", checks={"value": 9.0}, reveal="nothing"
    )
    other = dataclasses.replace(
        ex04, title="other", tasks=(task, *ex04.tasks[1:]), questions=(), given="", packages=("x",)
    )
    assert ex04.design == other.design
