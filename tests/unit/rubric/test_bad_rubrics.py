"""Each bad rubric beside what it is told: message, line, and the valid choices."""

import os
from pathlib import Path

import pytest

from autograder.errors import CourseSourceError, ExitCode
from autograder.rubric import read_rubric
from tests.unit.rubric.conftest import STUBS, WriteRubric

GOOD = """\
exercise = "ex99_small"
title = "Small"
class = "Value"
reveal = "name" # shown of a hidden failure

[[task]]
id = "neg"
title = "-Value"
stub = "Value.__neg__"
operators = ["neg"]
checks = { value = 1, gradient = 1, accumulation = 1 }

[[task]]
id = "whole"
title = "All"
operators = ["neg", "exp"]
checks = { engine = 2.5 }
"""

NEAR_NEG = "Did you mean 'neg'? Choices: add, sub, mul"
NEITHER_OR_BOTH = "a task names its 'operators', a list, or its 'calls'"
CHECK_NAMES = "Choices: value, gradient, accumulation"

# (text in GOOD, what it becomes, line, message, beginning of the hint)
BAD = (
    ('["neg"]', '["ngn"]', 10, "unknown operator 'ngn'", NEAR_NEG),
    ('["neg"]', "[]", 10, NEITHER_OR_BOTH, "Operators: add, sub, mul"),
    ('operators = ["neg"]\n', "", 6, NEITHER_OR_BOTH, "Operators: add, sub, mul"),
    ('["neg"]', '"neg"', 10, NEITHER_OR_BOTH, "Operators: add, sub, mul"),
    ('["neg"]', '["neg"]\ncalls = "softmax"', 10, NEITHER_OR_BOTH, "Operators: add, sub, mul"),
    ('["neg"]', '[]\ncalls = ""', 10, NEITHER_OR_BOTH, "Operators: add, sub, mul"),
    ("value = 1", "valeu = 1", 11, "unknown check 'valeu'", f"Did you mean 'value'? {CHECK_NAMES}"),
    ("{ value = 1, gradient = 1, accumulation = 1 }", "{}", 11,
     "'checks' must give points to checks", "Write checks = { value = 1 }. Choices: value"),
    ("checks = { engine = 2.5 }\n", "", 13, "'checks' must give points to checks",
     "Write checks = { value = 1 }."),
    ("{ engine = 2.5 }", '["engine"]', 17, "'checks' must give points to checks", "Write checks ="),
    ("gradient = 1, ", "", 11, "check 'accumulation' needs check 'gradient'",
     "Write gradient = 1 before it."),
    ("gradient = 1, accumulation = 1", "accumulation = 1, gradient = 1", 11,
     "check 'accumulation' needs check 'gradient'", "Write gradient = 1 before it."),
    ("engine = 2.5", "engine = 0", 17, "check 'engine' has 0 points", "Points are above 0."),
    ("engine = 2.5", "engine = -1", 17, "check 'engine' has -1 points", "Points are above 0."),
    ("engine = 2.5", "engine = nan", 17, "check 'engine' has nan points", "Points are above 0."),
    ("engine = 2.5", 'engine = "2"', 17, "check 'engine' has '2' points", "Points are above 0."),
    ("engine = 2.5", "engine = true", 17, "check 'engine' has True points", "Points are above 0."),
    ("gradient = 1", "gradient = 0", 11, "check 'gradient' has 0 points", "Points are above 0."),
    ('title = "All"', 'titel = "All"', 15, "unknown key 'titel'",
     "Did you mean 'title'? Choices: id"),
    ('title = "Small"', 'titel = "Small"', 2, "unknown key 'titel'",
     "Did you mean 'title'? Choices: exercise"),
    ("reveal = ", "reveals = ", 4, "unknown key 'reveals'", "Did you mean 'reveal'?"),
    ('reveal = "name"', 'reveal = "names"', 4, "unknown reveal 'names'",
     "Did you mean 'name'? Choices: counterexample, name, nothing."),
    ('title = "All"', 'title = "All"\nreveal = "everything"', 16, "unknown reveal 'everything'",
     "Did you mean 'nothing'? Choices: counterexample, name, nothing."),
    ('"Value.__neg__"', '"Value.__ngn__"', 9, "unknown stub 'Value.__ngn__'",
     "Did you mean 'Value.__neg__'? Choices: Value.__neg__, softmax."),
    ('"Value.__neg__"', '"__neg__"', 9, "unknown stub '__neg__'",
     "Did you mean 'Value.__neg__'? Choices: Value.__neg__, softmax."),
    ("engine = 2.5 }", 'engine = 2.5 }\nhidden = ["engin"]', 18, "unknown check 'engin'",
     "Did you mean 'engine'? Choices: engine."),
    ("engine = 2.5 }", 'engine = 2.5 }\nhidden = "engine"', 18, "'hidden' must be a list of names",
     'Write hidden = ["…"].'),
    ("accumulation = 1 }", 'accumulation = 1 }\nhidden = ["gradient"]', 12,
     "check 'accumulation' is public, and needs 'gradient', which is hidden",
     "Add accumulation to hidden, or take gradient out of it."),
    ('id = "whole"', 'id = "neg"', 13, "task 'neg' stands twice", "Ids are unique."),
    ('title = "Small"\n', "", 1, "'title' must be a text", 'Write title = "…".'),
    ('title = "All"\n', "", 13, "'title' must be a text", 'Write title = "…".'),
    ('title = "All"', "title = 3", 15, "'title' must be a text", 'Write title = "…".'),
    ('title = "All"', 'title = ""', 15, "'title' must be a text", 'Write title = "…".'),
    ('id = "whole"\n', "", 13, "'id' must be a text", 'Write id = "…".'),
    ('class = "Value"', "class = 3", 3, "'class' must be a text", 'Write class = "…".'),
    ('class = "Value"', 'class = ""', 3, "'class' must be a text", 'Write class = "…".'),
    ('"Value.__neg__"', "3", 9, "'stub' must be a text", 'Write stub = "…".'),
    ('exercise = "ex99_small"\n', "", 1, "'exercise' must be a text", 'Write exercise = "…".'),
    ("ex99_small", "ex98_other", 1, "the rubric is for 'ex98_other'", "The folder is ex99_small."),
)  # fmt: skip


def test_the_good_rubric_is_read(write_rubric: WriteRubric) -> None:
    exercise = read_rubric(write_rubric(GOOD), STUBS)
    assert ("ex99_small", "Small", "Value") == (exercise.id, exercise.title, exercise.class_name)
    assert ["neg", "whole"] == [task.id for task in exercise.tasks]
    assert ["Value.__neg__", ""] == [task.stub for task in exercise.tasks]
    assert ["name", "name"] == [task.reveal for task in exercise.tasks]
    assert {"value": 1.0, "gradient": 1.0, "accumulation": 1.0} == exercise.tasks[0].checks
    assert 5.5 == exercise.max_points
    assert STUBS == exercise.stubs


def test_without_a_reveal_a_hidden_failure_shows_its_program(write_rubric: WriteRubric) -> None:
    exercise = read_rubric(write_rubric(GOOD.replace("reveal = ", "# ")), STUBS)
    assert {"counterexample"} == {task.reveal for task in exercise.tasks}


def test_a_task_may_reveal_less_than_the_exercise(write_rubric: WriteRubric) -> None:
    text = GOOD.replace('title = "All"', 'title = "All"\nreveal = "nothing"')
    exercise = read_rubric(write_rubric(text), STUBS)
    assert ["name", "nothing"] == [task.reveal for task in exercise.tasks]


@pytest.mark.parametrize(("old", "new", "line", "message", "hint"), BAD)
def test_a_bad_rubric_is_told_what_where_and_which_choices_there_are(
    old: str, new: str, line: int, message: str, hint: str, write_rubric: WriteRubric
) -> None:
    assert old in GOOD
    path = write_rubric(GOOD.replace(old, new, 1))
    with pytest.raises(CourseSourceError) as caught:
        read_rubric(path, STUBS)
    assert message == caught.value.message
    assert f"{path}:{line}" == caught.value.where
    assert hint == caught.value.hint[: len(hint)]


def test_a_bad_rubric_is_a_usage_error_to_the_caller(write_rubric: WriteRubric) -> None:
    with pytest.raises(CourseSourceError) as caught:
        read_rubric(write_rubric(GOOD.replace('["neg"]', '["ngn"]')), STUBS)
    assert ExitCode.USAGE is caught.value.exit_code
    assert str(caught.value).startswith(f"{caught.value.where}: unknown operator 'ngn'\n  Did you")


def test_a_rubric_without_a_task_is_refused(write_rubric: WriteRubric) -> None:
    path = write_rubric(GOOD.partition("[[task]]")[0])
    with pytest.raises(CourseSourceError, match=r"at least one \[\[task\]\]") as caught:
        read_rubric(path, STUBS)
    assert f"{path}:1" == caught.value.where


@pytest.mark.parametrize("tasks", ['["neg"]', "[3]"])
def test_a_task_that_is_no_table_is_refused(tasks: str, write_rubric: WriteRubric) -> None:
    path = write_rubric(GOOD.partition("[[task]]")[0] + f"task = {tasks}\n")
    with pytest.raises(CourseSourceError, match="a task is no table") as caught:
        read_rubric(path, STUBS)
    assert f"{path}:6" == caught.value.where


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (GOOD.replace('title = "All"', 'title = "All'), 15),
        (GOOD.replace('class = "Value"', "class = Value"), 3),
        (GOOD.replace('title = "All"', 'id = "again"'), 15),
    ],
)
def test_invalid_toml_is_told_with_its_line(
    text: str, line: int, write_rubric: WriteRubric
) -> None:
    path = write_rubric(text)
    with pytest.raises(CourseSourceError, match="not valid TOML") as caught:
        read_rubric(path, STUBS)
    assert f"{path}:{line}" == caught.value.where


def test_a_rubric_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rubric.toml"
    path.write_bytes(b"title = \xff")
    with pytest.raises(CourseSourceError, match="not valid TOML") as caught:
        read_rubric(path, STUBS)
    assert str(path) == caught.value.where


def test_a_rubric_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rubric.toml"
    with pytest.raises(CourseSourceError) as caught:
        read_rubric(path, STUBS)
    assert f"cannot be read: {os.strerror(2)}" == caught.value.message
    assert str(path) == caught.value.where


def test_a_rubric_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CourseSourceError, match="cannot be read"):
        read_rubric(tmp_path, STUBS)


def test_checks_that_hidden_cases_alone_decide_are_read(write_rubric: WriteRubric) -> None:
    text = GOOD.replace("accumulation = 1 }", 'accumulation = 1 }\nhidden = ["accumulation"]')
    exercise = read_rubric(write_rubric(text), STUBS)
    assert [("accumulation",), ()] == [task.hidden_checks for task in exercise.tasks]
    public = exercise.public_part
    assert ["value", "gradient"] == list(public.tasks[0].checks)
    assert 3 + 2.5 == exercise.max_points == 1 + public.max_points
    assert exercise.design == public.design


def test_a_task_of_hidden_checks_alone_is_no_part_of_a_students_check(
    write_rubric: WriteRubric,
) -> None:
    text = GOOD.replace("engine = 2.5 }", 'engine = 2.5 }\nhidden = ["engine"]')
    exercise = read_rubric(write_rubric(text), STUBS)
    assert ["neg"] == [task.id for task in exercise.public_part.tasks]
