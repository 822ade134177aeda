"""Tasks that are judged by calls, given code, packages, questions: read, or refused with a line."""

import pytest

from autograder.errors import CourseSourceError
from autograder.exercises.exercise import Question
from autograder.rubric import read_rubric
from tests.unit.rubric.conftest import STUBS, WriteRubric

GOOD = """\
exercise = "ex99_small"
title = "Small"
class = "Value"
given = ["forward", "backward"]
packages = ["torch"]
numbers = false
empty = false

[[task]]
id = "softmax"
title = "softmax"
stub = "softmax"
calls = "softmax"
checks = { value = 3, unchanged = 1 }

[[task]] # needs no stub
id = "neg"
title = "-Value"
operators = ["neg"]
checks = { value = 1 }

[[question]]
id = "why"
title = "Why?"
points = 2

[[question]]
id = "how"
title = "How?"
points = 0.5
"""

NEITHER_OR_BOTH = "a task names its 'operators', a list, or its 'calls'"
NO_LIST = "must be a list of names"
NO_FLAG = "must be true or false"

# (text in GOOD, what it becomes, line, message, beginning of the hint)
BAD = (
    ('calls = "softmax"', 'calls = "sofmax"', 13, "unknown family of calls 'sofmax'",
     "Did you mean 'softmax'? Choices: forward-difference, central-difference"),
    ('calls = "softmax"', "calls = 3", 13, "'calls' must be a text", 'Write calls = "…".'),
    ('calls = "softmax"', 'calls = ["softmax"]', 13, "'calls' must be a text",
     'Write calls = "…".'),
    ('calls = "softmax"', "", 9, NEITHER_OR_BOTH, "Operators: add, sub, mul"),
    ('calls = "softmax"', 'calls = ""', 9, NEITHER_OR_BOTH, "Operators: add, sub, mul"),
    ('operators = ["neg"]', 'operators = ["neg"]\ncalls = "softmax"', 19, NEITHER_OR_BOTH,
     "Operators: add, sub, mul"),
    ('operators = ["neg"]', 'operator = ["neg"]', 19, "unknown key 'operator'",
     "Did you mean 'operators'? Choices: id, title, stub, operators, calls"),
    ("unchanged = 1", "unchanging = 1", 14, "unknown check 'unchanging'",
     "Did you mean 'unchanged'?"),
    ('stub = "softmax"', 'stub = "sofmax"', 12, "unknown stub 'sofmax'",
     "Did you mean 'softmax'? Choices: Value.__neg__, softmax."),
    ('class = "Value"', "class = 3", 3, "'class' must be a text", 'Write class = "…".'),
    ('class = "Value"', 'class = ""', 3, "'class' must be a text", 'Write class = "…".'),
    ('["forward", "backward"]', '"forward"', 4, f"'given' {NO_LIST}", 'Write given = ["…"].'),
    ('["forward", "backward"]', "[1]", 4, f"'given' {NO_LIST}", 'Write given = ["…"].'),
    ("given = ", "gives = ", 4, "unknown key 'gives'", "Did you mean 'given'?"),
    ('["torch"]', '"torch"', 5, f"'packages' {NO_LIST}", 'Write packages = ["…"].'),
    ('["torch"]', "[true]", 5, f"'packages' {NO_LIST}", 'Write packages = ["…"].'),
    ('["torch"]', '["tourch"]', 5, "unknown package 'tourch'",
     "Did you mean 'torch'? Choices: torch."),
    ('["torch"]', '["torch", "scipy"]', 5, "unknown package 'scipy'", "Choices: torch."),
    ("numbers = false", "numbers = 0", 6, f"'numbers' {NO_FLAG}", "Write numbers = true."),
    ("numbers = false", 'numbers = "no"', 6, f"'numbers' {NO_FLAG}", "Write numbers = true."),
    ("empty = false", "empty = 1", 7, f"'empty' {NO_FLAG}", "Write empty = true."),
    ("empty = false", 'empty = "yes"', 7, f"'empty' {NO_FLAG}", "Write empty = true."),
    ("points = 2\n", "", 22, "a question has None points", "Points are above 0."),
    ("points = 2", "points = 0", 25, "a question has 0 points", "Points are above 0."),
    ("points = 2", "points = -1", 25, "a question has -1 points", "Points are above 0."),
    ("points = 2", "points = inf", 25, "a question has inf points", "Points are above 0."),
    ("points = 2", "points = true", 25, "a question has True points", "Points are above 0."),
    ("points = 2", 'points = "2"', 25, "a question has '2' points", "Points are above 0."),
    ("points = 0.5", "points = nan", 30, "a question has nan points", "Points are above 0."),
    ("points = 2", "point = 2", 25, "unknown key 'point'",
     "Did you mean 'points'? Choices: id, title, points."),
    ("points = 2", "points = 2\nreveal = 1", 26, "unknown key 'reveal'", "Choices: id"),
    ('title = "Why?"\n', "", 22, "'title' must be a text", 'Write title = "…".'),
    ('title = "How?"', "title = 3", 29, "'title' must be a text", 'Write title = "…".'),
    ('id = "why"\n', "", 22, "'id' must be a text", 'Write id = "…".'),
    ('id = "how"', 'id = "why"', 27, "question 'why' stands twice", "Ids are unique."),
    ('id = "neg"', 'id = "softmax"', 16, "task 'softmax' stands twice", "Ids are unique."),
)  # fmt: skip


def test_the_good_rubric_is_read(write_rubric: WriteRubric) -> None:
    exercise = read_rubric(write_rubric(GOOD), STUBS, given="x = 1\n")
    assert ["softmax", ""] == [task.calls for task in exercise.tasks]
    assert [(), ("neg",)] == [task.usages for task in exercise.tasks]
    assert ["softmax", ""] == [task.stub for task in exercise.tasks]
    assert (Question("why", "Why?", 2.0), Question("how", "How?", 0.5)) == exercise.questions
    assert (("torch",), False) == (exercise.packages, exercise.takes_numbers)
    assert "x = 1\n" == exercise.given


def test_points_of_questions_are_given_by_a_person_and_no_part_of_the_score(
    write_rubric: WriteRubric,
) -> None:
    assert 5.0 == read_rubric(write_rubric(GOOD), STUBS).max_points


def test_every_new_key_may_be_left_out(write_rubric: WriteRubric) -> None:
    head, tasks = GOOD.split("\n[[task]]", 1)
    kept = "\n".join(head.splitlines()[:2])
    exercise = read_rubric(write_rubric(f"{kept}\n[[task]]{tasks.split('[[question]]')[0]}"), STUBS)
    assert ("", (), (), "") == (
        exercise.class_name, exercise.questions, exercise.packages, exercise.given
    )  # fmt: skip
    assert exercise.takes_numbers


def test_in_an_exercise_from_an_empty_file_a_stub_is_any_name(write_rubric: WriteRubric) -> None:
    text = GOOD.replace("empty = false", "empty = true").replace('stub = "softmax"', 'stub = "MLP"')
    exercise = read_rubric(write_rubric(text), {})
    assert ("MLP",) == exercise.names
    assert {} == exercise.stubs


def test_in_an_exercise_from_an_empty_file_a_stub_is_still_a_text(
    write_rubric: WriteRubric,
) -> None:
    text = GOOD.replace("empty = false", "empty = true").replace('stub = "softmax"', "stub = 3")
    path = write_rubric(text)
    with pytest.raises(CourseSourceError, match="'stub' must be a text") as caught:
        read_rubric(path, {})
    assert f"{path}:12" == caught.value.where


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


@pytest.mark.parametrize(
    ("questions", "line"),
    [('question = "why"', 3), ('question = ["why"]', 3), ("[question]\npoints = 1", 1)],
)
def test_a_question_that_is_no_table_of_a_list_is_refused(
    questions: str, line: int, write_rubric: WriteRubric
) -> None:
    head, *rest = GOOD.split("[[question]]")[0].split("\n[[task]]")
    tasks = "".join(f"\n[[task]]{task}" for task in rest)
    first = "\n".join(head.splitlines()[:2])
    text = f"{first}\n{tasks}{questions}" if "[" == questions[0] else f"{first}\n{questions}{tasks}"
    path = write_rubric(text)
    with pytest.raises(CourseSourceError, match="a question is no table") as caught:
        read_rubric(path, STUBS)
    assert f"{path}:{line}" == caught.value.where


def test_the_line_is_right_where_a_question_stands_between_the_tasks(
    write_rubric: WriteRubric,
) -> None:
    head, task, rest = GOOD.partition("[[task]] # needs no stub")
    body, question, last = rest.partition('[[question]]\nid = "how"')
    between = '[[question]]\nid = "first"\ntitle = "?"\npoints = 1\n\n'
    text = f"{head}{between}{task}{body}{question}{last}"
    for old, new, message in (
        ('operators = ["neg"]', 'operators = ["ngn"]', "unknown operator 'ngn'"),
        ("points = 0.5", "points = -2", "a question has -2 points"),
        ('title = "?"', "title = 7", "'title' must be a text"),
    ):
        bad = text.replace(old, new, 1)
        path = write_rubric(bad)
        line = bad[: bad.index(new)].count("\n") + 1
        with pytest.raises(CourseSourceError) as caught:
            read_rubric(path, STUBS)
        assert (message, f"{path}:{line}") == (caught.value.message, caught.value.where)


def test_a_comment_that_looks_like_a_key_is_not_the_line(write_rubric: WriteRubric) -> None:
    path = write_rubric(GOOD.replace("points = 2", "# points: many\npoints = 0"))
    with pytest.raises(CourseSourceError, match="a question has 0 points") as caught:
        read_rubric(path, STUBS)
    assert f"{path}:26" == caught.value.where
