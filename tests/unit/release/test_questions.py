"""A written question has a cell and points, and the points stand in the notebook for nbgrader."""

import json

import pytest

from autograder.errors import CourseSourceError
from autograder.exercises import load_exercise, released_exercises
from autograder.release import release_exercise, solution_notebook
from autograder.release.notebook import question_points
from tests.unit.release.conftest import ROOT

WHY = {
    "# %%\nprint": """\
# %% [markdown] nbgrader={"grade": true, "grade_id": "why", "locked": false, "solution": true}
# ### BEGIN SOLUTION
# Because both of them count.
# ### END SOLUTION

# %% [markdown] nbgrader={"grade": true, "grade_id": "how", "locked": false, "solution": true}
# Write it here.

# %%
print""",
}
POINTS = """\
[[question]]
id = "why"
title = "Why?"
points = 2

[[question]]
id = "how"
title = "How?"
points = 0.5
"""


@pytest.fixture
def make_questions(make_source):
    """Return a function that writes an exercise of two questions and its rubric."""

    def make(rubric, changes=None):
        folder = make_source(WHY)
        path = folder / "solution.py"
        text = path.read_text(encoding="utf-8")
        for old, new in (changes or {}).items():
            assert old in text
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
        (folder / "rubric.toml").write_text(rubric, encoding="utf-8")
        return folder

    return make


def records(notebook):
    """Return the nbgrader metadata of a notebook by grade id."""
    cells = json.loads(notebook)["cells"]
    found = [cell["metadata"]["nbgrader"] for cell in cells if "nbgrader" in cell["metadata"]]
    return {record["grade_id"]: record for record in found}


def test_the_points_of_a_question_stand_in_the_metadata_of_its_cell(make_questions):
    folder = make_questions(POINTS)
    for notebook in (release_exercise(folder)["ex99_small.ipynb"], solution_notebook(folder)):
        found = records(notebook)
        assert (2.0, 0.5) == (found["why"]["points"], found["how"]["points"])
        assert "points" not in found["small-class"]


def test_a_question_is_released_without_its_guide_and_kept_with_it_for_those_who_mark(
    make_questions,
):
    folder = make_questions(POINTS)
    released = release_exercise(folder)
    for content in released.values():
        assert b"both of them count" not in content
    assert 2 == released["ex99_small.py"].count(b"YOUR ANSWER HERE")
    assert b"both of them count" in solution_notebook(folder)


def test_a_question_without_points_is_told_with_its_line(make_questions):
    folder = make_questions(POINTS.partition('[[question]]\nid = "how"')[0])
    lines = (folder / "solution.py").read_text(encoding="utf-8").splitlines()
    line = next(i for i, text in enumerate(lines, start=1) if '"grade_id": "how"' in text)
    with pytest.raises(CourseSourceError, match="the question 'how' has no points") as caught:
        release_exercise(folder)
    assert f"{folder / 'solution.py'}:{line}" == caught.value.where
    assert "Add a [[question]] with this id to rubric.toml." == caught.value.hint


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({'"why"': '"whyy"'}, "whyy"),
        ({'"grade_id": "why", "locked"': '"grade_id": "Why", "locked"'}, "Why"),
    ],
)
def test_a_misspelt_question_has_no_points(make_questions, changes, name):
    with pytest.raises(CourseSourceError, match=f"the question '{name}' has no points"):
        release_exercise(make_questions(POINTS, changes))


@pytest.mark.parametrize(
    "changes",
    [
        # No cell at all, a cell that nobody grades, a cell in which nobody writes.
        {'nbgrader={"grade": true, "grade_id": "how", "locked": false, "solution": true}': ""},
        {'"grade": true, "grade_id": "how"': '"grade": false, "grade_id": "how"'},
        {
            '"grade_id": "how", "locked": false, "solution": true': (
                '"grade_id": "how", "locked": true, "solution": false'
            )
        },
    ],
    ids=["no cell", "not graded", "no solution"],
)
def test_points_without_a_cell_are_told_with_the_nearest(make_questions, changes):
    folder = make_questions(POINTS, changes)
    with pytest.raises(CourseSourceError, match="unknown question 'how'") as caught:
        release_exercise(folder)
    assert str(folder / "rubric.toml") == caught.value.where
    assert "Choices: why." in caught.value.hint


def test_an_exercise_without_questions_needs_no_points(make_source):
    folder = make_source()
    assert {} == question_points(folder / "rubric.toml")
    assert "points" not in records(release_exercise(folder)["ex99_small.ipynb"])["small-class"]


@pytest.mark.parametrize(
    "text",
    ["[[question]]\n", 'question = "why"', "question = 3", "[[", '[[question]]\nid = "why"'],
)
def test_a_bad_rubric_is_left_to_its_reader(tmp_path, text):
    path = tmp_path / "rubric.toml"
    path.write_text(text, encoding="utf-8")
    assert {} == question_points(path)


@pytest.mark.parametrize("exercise", released_exercises())
def test_every_question_of_the_course_has_its_points_in_the_released_notebook(exercise):
    path = ROOT / "assignments" / exercise / f"{exercise}.ipynb"
    found = {
        name: record["points"]
        for name, record in records(path.read_bytes()).items()
        if record["grade"] and record["solution"]
    }
    expected = {question.id: question.points for question in load_exercise(exercise).questions}
    assert expected == found
