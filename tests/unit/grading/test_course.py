"""Every exercise of the course, in this process: what is right, what is missing, what is given."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assessment import Assessment
from autograder.course import public_assessment
from autograder.errors import MissingPackageError
from autograder.exercises import load_exercise, released_exercises
from autograder.grading import grade_submission
from autograder.records import Outcome, SubmissionResult
from autograder.sandbox.intake import split_file
from tests.unit.grading.conftest import ROOT
from tests.unit.grading.in_process import given_module, run_in_process

Check = Callable[[str, str], SubmissionResult]


@pytest.fixture(scope="module")
def check() -> Check:
    """Return a function that checks a text by an exercise's public cases."""
    known: dict[str, Assessment] = {}

    def check_text(exercise: str, text: str) -> SubmissionResult:
        if exercise not in known:
            known[exercise] = public_assessment(load_exercise(exercise))
        chunks = tuple(split_file(text))
        return grade_submission("ann", "ann.py", chunks, known[exercise], run_in_process)

    return check_text


def read(*parts: str) -> str:
    return Path(ROOT, *parts).read_text(encoding="utf-8")


def lost(result: SubmissionResult) -> dict[str, str]:
    """Return the first reason of each task that is not passed."""
    return {
        task.id: next(check.reason for check in task.checks if check.reason)
        for task in result.tasks
        if task.outcome is not Outcome.PASSED
    }


@pytest.mark.filterwarnings("ignore:Converting a tensor with requires_grad=True")
@pytest.mark.parametrize("exercise", released_exercises())
def test_the_solution_has_full_marks_and_nothing_is_said(exercise: str, check: Check) -> None:
    result = check(exercise, read("solutions", exercise, "solution.py"))
    assert {} == lost(result)
    assert (result.max_score, ()) == (result.score, result.warnings)


@pytest.mark.parametrize("exercise", released_exercises())
def test_the_untouched_release_is_not_attempted(exercise: str, check: Check) -> None:
    result = check(exercise, read("assignments", exercise, f"{exercise}.py"))
    assert {"not-attempted"} == set(lost(result).values())
    assert {False} == {task.attempted for task in result.tasks}
    assert (0, ()) == (result.score, result.warnings)


@pytest.mark.parametrize("exercise", released_exercises())
def test_an_empty_file_has_no_points(exercise: str, check: Check) -> None:
    assert 0 == check(exercise, "").score


@pytest.mark.parametrize("exercise", ["ex03_backward", "ex04_operators"])
@pytest.mark.parametrize(
    "text", ["class Node:\n    pass\n", "import given\n", "from given import Value as Given\n"]
)
def test_the_given_class_earns_nothing_for_a_hand_in_without_its_own(
    exercise: str, text: str, check: Check
) -> None:
    result = check(exercise, text)
    assert {"no-class"} == set(lost(result).values())
    assert 0 == result.score
    assert ["no-class"] == [notice.code for notice in result.warnings]


@pytest.mark.parametrize(
    ("old", "new", "task"),
    [
        ("def train(", "def fit(", "train"),
        ("    def relu(self)", "    def rectified(self)", "relu"),
        ("def sum_squared_error(", "def loss_of(", "loss"),
    ],
)
def test_in_an_exercise_from_an_empty_file_what_is_not_there_is_not_attempted(
    old: str, new: str, task: str, check: Check
) -> None:
    text = read("solutions", "ex09_engine", "solution.py")
    assert 1 == text.count(old)
    result = check("ex09_engine", text.replace(old, new))
    assert "not-attempted" == lost(result)[task]
    assert [task] == [item.id for item in result.tasks if not item.attempted]
    assert {task: "not-attempted"} == {
        name: reason for name, reason in lost(result).items() if reason != "raised"
    }


@pytest.mark.parametrize(
    ("exercise", "wrong", "tasks", "code"),
    [
        (
            "ex05_softmax",
            "def softmax(logits):\n    return list(logits)\n",
            {"softmax", "negative-log-likelihood"},
            "judged-together",
        ),
        (
            "ex09_engine",
            "Value.backward = lambda self: None\n",
            {"backward", "neg"},
            "parts-build-on-parts",
        ),
    ],
)
def test_in_a_students_check_parts_are_said_to_build_on_each_other(
    exercise: str, wrong: str, tasks: set[str], code: str, check: Check
) -> None:
    text = read("solutions", exercise, "solution.py")
    result = check(exercise, f"{text}\n# %%\n{wrong}")
    assert tasks <= set(lost(result))
    assert [code] == [notice.code for notice in result.warnings]


def test_one_part_that_fails_alone_is_said_to_build_on_none(check: Check) -> None:
    wrong = "\n# %%\ndef forward_difference(f, x, h):\n    return 0.0\n"
    result = check("ex01_derivatives", read("solutions", "ex01_derivatives", "solution.py") + wrong)
    assert ["forward-difference"] == list(lost(result))
    assert () == result.warnings


def test_given_code_is_a_module_while_it_is_asked_for_and_gone_afterwards() -> None:
    assert "given" not in sys.modules
    with given_module("def half(x): return x / 2\n") as names:
        assert sys.modules["given"].half is names["half"]
        with given_module("half = 1\n"):
            assert 1 == sys.modules["given"].half
        assert sys.modules["given"].half is names["half"]
    assert "given" not in sys.modules
    with given_module("") as names:
        assert {} == names
        assert "given" not in sys.modules


def test_given_code_that_fails_leaves_no_module_behind() -> None:
    with pytest.raises(ZeroDivisionError), given_module("1 / 0"):
        pass
    assert "given" not in sys.modules


@pytest.mark.parametrize(
    "exercise", [name for name in released_exercises() if not load_exercise(name).class_name]
)
@pytest.mark.parametrize("text", ["", "x = 1\n"])
def test_a_file_with_nothing_of_the_exercise_is_no_work(
    exercise: str, text: str, check: Check
) -> None:
    result = check(exercise, text)
    assert {False} == {task.attempted for task in result.tasks}
    assert ["no-names"] == [notice.code for notice in result.warnings]


def test_one_name_of_the_exercise_is_work(check: Check) -> None:
    result = check("ex01_derivatives", "def best_step(f, x, slope, steps): return steps[0]\n")
    assert {True} == {task.attempted for task in result.tasks if task.id == "best-step"}
    assert "no-names" not in [notice.code for notice in result.warnings]


def test_a_package_that_the_exercise_is_about_and_is_not_here_is_told_in_a_students_check(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.sandbox.supervisor.find_spec", lambda name: None)
    result = check("ex05_softmax", read("assignments", "ex05_softmax", "ex05_softmax.py"))
    assert ["package-not-here"] == [notice.code for notice in result.warnings]
    assert result.score is not None


def test_hand_ins_are_not_graded_where_such_a_package_is_not_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autograder.sandbox.supervisor.find_spec", lambda name: None)
    own = public_assessment(load_exercise("ex05_softmax"))
    graded = replace(own, is_self_check=False)
    text = read("assignments", "ex05_softmax", "ex05_softmax.py")
    with pytest.raises(MissingPackageError, match="it uses torch"):
        grade_submission("ann", "ann.py", tuple(split_file(text)), graded, run_in_process)
