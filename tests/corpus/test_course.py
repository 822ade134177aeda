"""Whole exercises through the real worker: each known mistake costs its task, right work none.

One case is one hand-in, judged by the public cases as a student's own check is. What loads PyTorch
is slow; the rest of its exercise is judged without the cells that speak of it.
"""

from functools import cache

import pytest

from autograder.course import load_public_bank
from autograder.exercises import load_exercise, released_exercises
from autograder.grading import Assessment, grade_submission
from autograder.records import Outcome, SubmissionResult
from autograder.sandbox.intake import split_file
from autograder.sandbox.supervisor import run_job
from tests.corpus.course_mistakes import (
    Change,
    Variant,
    apply_changes,
    exercises,
    parse_entry,
    read_table,
    solution_of,
    without_examples,
    without_torch,
)

# Exercises that are about PyTorch, and those with a task about it.
ALL_ABOUT_TORCH = frozenset({"ex08_pytorch"})
TORCH_TASKS = {"ex05_softmax": "torch-gradients"}
# Its operators have a table of their own, in `faults.py`.
ELSEWHERE = {"ex04_operators"}

VARIANTS = [variant for exercise in exercises() for variant in read_table(exercise)]


@cache
def assessment_of(exercise_id: str) -> Assessment:
    exercise = load_exercise(exercise_id)
    public = load_public_bank(exercise)
    return Assessment(exercise, public, hidden=None, grafts=None, is_self_check=True)


def needs_torch(variant: Variant) -> bool:
    """Tell whether a change stands in a cell that speaks of PyTorch."""
    before, after = solution_of(variant.exercise), apply_changes(variant)
    is_left_out = without_torch(before) == without_torch(after)
    return variant.exercise in ALL_ABOUT_TORCH or is_left_out


def grade(variant: Variant) -> SubmissionResult:
    source = without_examples(apply_changes(variant))
    if not needs_torch(variant):
        source = without_torch(source)
    chunks = tuple(split_file(source))
    return grade_submission(
        variant.name, "hand_in.py", chunks, assessment_of(variant.exercise), run_job
    )


def not_passed(result: SubmissionResult) -> set[str]:
    return {task.id for task in result.tasks if task.outcome is not Outcome.PASSED}


def cases(*, of_mistakes: bool) -> list[object]:
    """Return the variants of one kind as parameters; those that load PyTorch are slow."""
    chosen = [variant for variant in VARIANTS if bool(variant.tasks) == of_mistakes]
    return [
        pytest.param(v, id=v.name, marks=[pytest.mark.slow] if needs_torch(v) else [])
        for v in chosen
    ]


@pytest.mark.parametrize("mistake", cases(of_mistakes=True))
def test_a_mistake_costs_its_tasks(mistake: Variant) -> None:
    result = grade(mistake)
    assert set() == set(mistake.tasks) - not_passed(result)
    # A hand-in that is no Python would miss its tasks, too, and show nothing.
    assert [] == [notice for notice in result.warnings if notice.code == "syntax-error"]


@pytest.mark.parametrize("variant", cases(of_mistakes=False))
def test_right_work_that_is_written_otherwise_gets_full_marks(variant: Variant) -> None:
    left_out = set() if needs_torch(variant) else {TORCH_TASKS.get(variant.exercise)}
    assert set() == not_passed(grade(variant)) - left_out


@pytest.mark.parametrize("exercise", sorted(set(exercises()) - ALL_ABOUT_TORCH))
def test_the_solution_itself_gets_full_marks_without_its_examples(exercise: str) -> None:
    source = without_torch(without_examples(solution_of(exercise)))
    chunks = tuple(split_file(source))
    result = grade_submission("s", "s.py", chunks, assessment_of(exercise), run_job)
    assert set() == not_passed(result) - {TORCH_TASKS.get(exercise)}


def test_every_released_exercise_has_a_table() -> None:
    assert set(released_exercises()) - ELSEWHERE == set(exercises())


@pytest.mark.parametrize("exercise", exercises())
def test_a_table_has_mistakes_and_right_work(exercise: str) -> None:
    table = read_table(exercise)
    assert len([v for v in table if v.tasks]) >= 8
    assert len([v for v in table if not v.tasks]) >= 4
    assert len({v.id for v in table}) == len(table)


@pytest.mark.parametrize("exercise", exercises())
def test_every_task_with_a_stub_has_a_mistake_of_its_own(exercise: str) -> None:
    tasks = load_exercise(exercise).tasks
    named = {task for v in read_table(exercise) for task in v.tasks}
    assert named <= {task.id for task in tasks}
    assert set() == {task.id for task in tasks if task.stub} - named


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Change("", "no such line\n", ""), "occurs 0 times"),
        (Change("", "    ### BEGIN SOLUTION\n", ""), r"occurs \d+ times"),
        (Change("", "import math\n", "import math\n"), "changes nothing"),
        (Change("no_such_stub", "", "pass\n"), "there is no stub no_such_stub"),
    ],
)
def test_a_change_that_does_not_fit_is_refused(change: Change, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        apply_changes(Variant("misfit", "ex01_derivatives", (), (change,)))


@pytest.mark.parametrize("block", ["wrong no-task", "rigth spelling", "right sign\nno sign"])
def test_a_line_that_is_none_of_a_table_is_refused(block: str) -> None:
    with pytest.raises(ValueError, match="ex01_derivatives"):
        parse_entry("ex01_derivatives", block)


def test_an_entry_is_read_line_by_line() -> None:
    block = "# why\nwrong id: one two\n-old\n stays\n+new\n@ Neuron.stub\n+body"
    expected = (Change("", "old\nstays\n", "stays\nnew\n"), Change("Neuron.stub", "", "body\n"))
    assert Variant("id", "ex", ("one", "two"), expected) == parse_entry("ex", block)
