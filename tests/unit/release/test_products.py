"""The tree is in step or it is told how not; a script imports only what its folder holds."""

import dataclasses

import pytest

from autograder.course import load_public_bank
from autograder.errors import CourseSourceError
from autograder.exercises import load_exercise
from autograder.programs.titles import GROUPS
from autograder.release.products import (
    check_imports,
    find_differences,
    stub_names,
    without_hidden_checks,
    write_products,
)
from tests.unit.release.conftest import ROOT

SOLUTIONS = ROOT / "solutions"


@pytest.fixture
def products(tmp_path):
    """Return the products of an exercise, written where they belong."""
    products = {
        tmp_path / "assignments" / "given.py": b"given\n",
        tmp_path / "assignments" / "ex99_small.py": b"script\n",
        tmp_path / "package" / "exercise.json": b"{}\n",
    }
    write_products(products)
    return products


def folder_of(products):
    return next(iter(products)).parent


def test_what_was_written_is_in_step(products):
    assert [] == find_differences(products)


def test_a_missing_and_an_altered_file_are_told(products):
    given, script, _ = products
    given.unlink()
    script.write_bytes(b"script")
    assert [f"missing: {given}", f"out of step: {script}"] == find_differences(products)


@pytest.mark.parametrize(
    "name",
    [
        "__pycache__/given.cpython-311.pyc",
        ".pytest_cache/v/cache/lastfailed",
        ".ipynb_checkpoints/ex99_small-checkpoint.ipynb",
    ],
)
def test_what_running_an_exercise_leaves_behind_is_not_left_over(products, name):
    path = folder_of(products) / name
    path.parent.mkdir(parents=True)
    path.write_bytes(b"")
    assert [] == find_differences(products)


@pytest.mark.parametrize("name", ["solution.py", "data/moons.csv", ".hidden", "given.pyc"])
def test_an_extra_file_is_left_over(products, name):
    path = folder_of(products) / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"")
    assert [f"left over: {path}"] == find_differences(products)


def test_an_empty_folder_is_nothing(products):
    (folder_of(products) / "data").mkdir()
    assert [] == find_differences(products)


def test_given_code_that_is_no_longer_given_is_left_over(products):
    given = next(iter(products))
    less = {path: data for path, data in products.items() if path != given}
    assert [f"left over: {given}"] == find_differences(less)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('[[task]]\nstub = "Value.exp"\n[[task]]\nstub = "softmax"\n', ["Value.exp", "softmax"]),
        ('[[task]]\nid = "whole"\n', []),
        ('empty = true\n[[task]]\nstub = "Value.exp"\n', []),
        ('task = ["exp"]', []),
        ("[[task]", []),
        ("", []),
    ],
)
def test_the_stubs_are_those_that_the_rubric_names(tmp_path, text, names):
    path = tmp_path / "rubric.toml"
    path.write_text(text, encoding="utf-8")
    assert names == stub_names(path)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("from ex03_backward import Value", "ex03_backward"),
        ("import ex05_softmax", "ex05_softmax"),
        ("import math, ex05_softmax as softmax", "ex05_softmax"),
        ("from operators import Value", "operators"),
        ("def late():\n    import network", "network"),
        ("try:\n    import ex01_derivatives\nexcept ImportError:\n    pass", "ex01_derivatives"),
    ],
)
def test_an_import_that_no_folder_of_a_student_can_serve_is_refused(line, name):
    exercise = load_exercise("ex04_operators")
    text = f"x = 1\n{line}\n"
    where = text[: text.index(name)].count("\n") + 1
    with pytest.raises(CourseSourceError, match=f"the released script imports '{name}'") as caught:
        check_imports(text, exercise, SOLUTIONS)
    assert f"the released script:{where}" == caught.value.where
    assert "given = [" in caught.value.hint


@pytest.mark.parametrize("line", ["from given import Value", "import given as engine"])
def test_given_code_is_imported_where_there_is_some(line):
    exercise = load_exercise("ex04_operators")
    check_imports(line, exercise, SOLUTIONS)
    nothing = dataclasses.replace(exercise, given="")
    with pytest.raises(CourseSourceError, match="the released script imports 'given'"):
        check_imports(line, nothing, SOLUTIONS)


@pytest.mark.parametrize(
    "line",
    [
        "import math\nimport torch.nn as nn\nfrom autograder.notebook import draw",
        "from . import ex05_softmax",
        "ex03_backward = 1\n# import ex05_softmax",
    ],
)
def test_other_imports_are_the_authors_business(line):
    check_imports(line, load_exercise("ex04_operators"), SOLUTIONS)


def test_public_cases_have_none_that_only_a_hidden_check_looks_at():
    exercise = load_exercise("ex05_softmax")
    bank = load_public_bank(exercise)
    softmax = dataclasses.replace(exercise.task("stable-softmax"), hidden_checks=("stability",))
    others = tuple(task for task in exercise.tasks if task.id != softmax.id)
    public = without_hidden_checks(dataclasses.replace(exercise, tasks=(*others, softmax)), bank)
    left_out = set(bank.cases) - set(public.cases)
    assert {softmax.id} == {case.task for case in left_out}
    assert {"extreme"} == {GROUPS[case.form] for case in left_out}
    assert bank == without_hidden_checks(exercise, bank)
