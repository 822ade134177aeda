"""Given code is joined of parts in order and runs as it is, or is refused with a place."""

import ast

import pytest

from autograder.errors import CourseSourceError
from autograder.exercises import load_exercise, released_exercises
from autograder.release import release_exercise
from autograder.release.given import join_parts, rubric_names
from tests.unit.grading.in_process import given_module
from tests.unit.release.conftest import ROOT

PARTS = {
    "numbers": '''\
"""Numbers."""

import math

# The most.
LIMIT = math.inf


def half(x):
    """Return half of x."""
    return x / 2
''',
    "boxes": '''\
"""Boxes.

Of several lines.
"""

import functools
import math

from numbers import half


@functools.total_ordering
class Box:
    """A box."""

    size = half(4)

    def __lt__(self, other):
        """Tell whether self is smaller."""
        return math.fabs(self.size) < other.size
''',
    "alone": '"""Alone."""\n\nFIRST = 1\n',
}


@pytest.fixture
def folder(tmp_path):
    """Return a folder of three parts."""
    for name, text in PARTS.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path


def spoil(folder, name, old, new):
    path = folder / f"{name}.py"
    assert old in PARTS[name]
    path.write_text(PARTS[name].replace(old, new, 1), encoding="utf-8")
    return path


def names_in(text):
    return [getattr(node, "name", type(node).__name__) for node in ast.parse(text).body]


def test_no_parts_give_no_file(folder):
    assert "" == join_parts(folder, [])


def test_the_parts_stand_in_one_file_under_one_docstring(folder):
    joined = join_parts(folder, ["numbers", "boxes"])
    assert ast.get_docstring(ast.parse(joined)).startswith("What earlier exercises built")
    assert "Numbers." not in joined
    assert "Boxes." not in joined
    expected = ["Expr", "Import", "Import", "Assign", "half", "Box"]
    assert expected == names_in(joined)


def test_imports_are_merged_and_those_from_parts_left_out(folder):
    joined = join_parts(folder, ["numbers", "boxes"])
    imports = [line for line in joined.splitlines() if line.startswith(("import ", "from "))]
    assert ["import functools", "import math"] == imports


def test_a_comment_and_a_decorator_stay_with_the_first_definition(folder):
    joined = join_parts(folder, ["numbers", "boxes"])
    assert "\n\n\n# The most.\nLIMIT = math.inf\n" in joined
    assert "\n\n\n@functools.total_ordering\nclass Box:\n" in joined


def test_what_is_joined_runs_on_its_own(folder):
    with given_module(join_parts(folder, ["numbers", "boxes"])) as names:
        assert 2.0 == names["Box"].size


@pytest.mark.parametrize(
    ("parts", "names"),
    [
        (["numbers", "alone"], ["Expr", "Import", "Assign", "half", "Assign"]),
        (["alone", "numbers"], ["Expr", "Import", "Assign", "Assign", "half"]),
        (["alone"], ["Expr", "Assign"]),
    ],
)
def test_the_parts_stand_in_the_order_of_the_rubric(folder, parts, names):
    assert names == names_in(join_parts(folder, parts))


def test_the_file_is_laid_out_as_a_formatter_would(folder):
    joined = join_parts(folder, ["numbers", "boxes", "alone"])
    assert joined.endswith("FIRST = 1\n")
    assert "\n\n\n\n" not in joined
    assert [] == [line for line in joined.splitlines() if line != line.rstrip()]


@pytest.mark.parametrize(
    ("part", "hint"),
    [
        ("number", "Did you mean 'numbers'? Choices: alone, boxes, numbers."),
        ("q", "Choices: alone, boxes, numbers."),
        ("../numbers", "Did you mean 'numbers'?"),
    ],
)
def test_a_part_that_is_not_there_is_told_with_the_nearest(folder, part, hint):
    inner = folder / "inner"
    inner.mkdir()
    for name, text in PARTS.items():
        (inner / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "numbers.py").unlink()
    with pytest.raises(CourseSourceError, match="unknown given part") as caught:
        join_parts(inner, [part])
    assert str(inner / f"{part}.py") == caught.value.where
    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('"""Numbers."""\n', "", 1, "a given part begins with a docstring"),
        ('"""Numbers."""\n', "# Numbers.\n", 1, "a given part begins with a docstring"),
        ("def half(x):", "def half(x:", 9, "this is no Python: "),
        ("def half(x):", "import random\n\n\ndef half(x):", 9,
         "the imports of a given part stand before everything else"),
    ],
)  # fmt: skip
def test_a_part_of_another_shape_is_refused_with_its_line(folder, old, new, line, message):
    path = spoil(folder, "numbers", old, new)
    with pytest.raises(CourseSourceError) as caught:
        join_parts(folder, ["alone", "numbers"])
    assert f"{path}:{line}" == caught.value.where
    assert caught.value.message.startswith(message)


@pytest.mark.parametrize("text", ['"""Nothing."""\n', '"""Nothing."""\n\nimport math\n'])
def test_a_part_without_a_definition_is_refused(folder, text):
    path = folder / "alone.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CourseSourceError, match="a given part defines nothing") as caught:
        join_parts(folder, ["alone"])
    assert str(path) == caught.value.where


@pytest.mark.parametrize("parts", [["boxes"], ["boxes", "numbers"], ["alone", "boxes"]])
def test_a_part_that_another_one_needs_stands_before_it(folder, parts):
    line = PARTS["boxes"][: PARTS["boxes"].index("from numbers")].count("\n") + 1
    with pytest.raises(CourseSourceError, match="the given part 'boxes' needs 'numbers'") as caught:
        join_parts(folder, parts)
    assert f"{folder / 'boxes.py'}:{line}" == caught.value.where
    assert 'given = ["numbers", "boxes"]' in caught.value.hint


def test_a_part_is_no_module_to_import_whole(folder):
    spoil(folder, "boxes", "from numbers import half", "import numbers\n\nhalf = numbers.half")
    with pytest.raises(CourseSourceError, match="a part imports names of a part"):
        join_parts(folder, ["numbers", "boxes"])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('given = ["one", "two"]', ["one", "two"]),
        ("", []),
        ("given = []", []),
        # What is wrong with it, the rubric's reader says, and with which line.
        ('given = "one"', []),
        ("given = [", []),
    ],
)
def test_the_parts_are_those_that_the_rubric_names(tmp_path, text, parts):
    path = tmp_path / "rubric.toml"
    path.write_text(text, encoding="utf-8")
    assert parts == rubric_names(path, "given")


def test_without_a_rubric_there_are_no_parts(tmp_path):
    assert [] == rubric_names(tmp_path / "rubric.toml", "given")


def test_an_exercise_releases_its_parts_as_one_file(make_source):
    source = make_source()
    (source / "rubric.toml").write_text('given = ["alone"]', encoding="utf-8")
    parts = source.parent / "given"
    parts.mkdir()
    (parts / "alone.py").write_text(PARTS["alone"], encoding="utf-8")
    released = release_exercise(source)
    assert join_parts(parts, ["alone"]).encode() == released["given.py"]
    assert "`given.py` holds what earlier exercises built" in released["README.md"].decode()


@pytest.mark.parametrize("exercise", released_exercises())
def test_given_code_of_the_course_runs_and_is_what_the_grader_brings(exercise):
    given = load_exercise(exercise).given
    path = ROOT / "assignments" / exercise / "given.py"
    assert given == (path.read_text(encoding="utf-8") if path.exists() else "")
    assert given == join_parts(
        ROOT / "solutions" / "given",
        rubric_names(ROOT / "solutions" / exercise / "rubric.toml", "given"),
    )
    with given_module(given) as names:
        assert ("Value" in names) == bool(given)
