"""Whole exercises through the real worker: each mutant costs its own task alone, right work none.

One case is one hand-in, graded by the public cases as a class is, each failed task apart from the
rest. What loads PyTorch is slow; the rest of its exercise is judged without the cells that speak of
it. Most mutants are slow, too: there are many.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from autograder.assessment import Assessment
from autograder.course import load_grafts, load_hidden_bank, load_public_bank
from autograder.diagnosis.variants import (
    Patch,
    Variant,
    apply_variants,
    parse_variant,
)
from autograder.exercises import load_exercise, released_exercises
from autograder.grading import grade_submission
from autograder.mutation import without_examples
from autograder.records import Outcome, SubmissionResult
from autograder.sandbox.intake import split_file
from autograder.sandbox.supervisor import run_job
from tests.corpus.solutions import (
    changed_solution,
    load_mutants,
    read_right_work,
    solution_of,
    without_torch,
)
from tests.unit.grading.in_process import run_in_process

# Exercises that are about PyTorch, and those with a task about it.
ALL_ABOUT_TORCH = frozenset({"ex08_pytorch"})
TORCH_TASKS = {"ex05_softmax": "torch-gradients"}
# The exercise that comes with a hidden bank, as an example.
WITH_HIDDEN_CASES = "ex04_operators"
DEMO_SECRET = Path(__file__).parents[2] / "examples/demo.secret"

EXERCISES = released_exercises()
MUTANTS = [variant for exercise in EXERCISES for variant in load_mutants(exercise)]
RIGHT_WORK = [variant for exercise in EXERCISES for variant in read_right_work(exercise)]


@cache
def assessment_of(exercise_id: str) -> Assessment:
    exercise = load_exercise(exercise_id)
    return Assessment(exercise, load_public_bank(exercise), None, load_grafts(exercise_id))


@cache
def hidden_assessment() -> Assessment:
    """Return what judges by hidden cases alone."""
    public = assessment_of(WITH_HIDDEN_CASES)
    hidden = load_hidden_bank(public.exercise, DEMO_SECRET, lambda done: None)
    return replace(public, public=replace(public.public, cases=()), hidden=hidden)


@cache
def needs_torch(variant: Variant) -> bool:
    """Tell whether a change stands in a cell that speaks of PyTorch."""
    before, after = solution_of(variant.exercise), changed_solution(variant)
    is_left_out = without_torch(before) == without_torch(after)
    return variant.exercise in ALL_ABOUT_TORCH or is_left_out


def grade(variant: Variant, assessment: Assessment | None = None) -> SubmissionResult:
    source = without_examples(changed_solution(variant))
    if not needs_torch(variant):
        source = without_torch(source)
    chunks = tuple(split_file(source))
    by = assessment or assessment_of(variant.exercise)
    subject = run_in_process if variant.name in IN_PROCESS else run_job
    return grade_submission(variant.name, "hand_in.py", chunks, by, subject)


# A worker takes two seconds to load PyTorch, so most of what needs it runs in this process.
IN_PROCESS = {
    variant.name
    for number, variant in enumerate(v for v in [*MUTANTS, *RIGHT_WORK] if needs_torch(v))
    if number % 12
}
IGNORE_WARNINGS = pytest.mark.filterwarnings("ignore")  # of hand-ins, as in a worker


def not_passed(result: SubmissionResult) -> set[str]:
    return {task.id for task in result.tasks if task.outcome is not Outcome.PASSED}


def cases(variants: list[Variant], every: int = 1) -> list[object]:
    """Return variants as parameters; slow are those that load PyTorch, and most of many."""
    return [
        pytest.param(v, id=v.name, marks=[pytest.mark.slow] if i % every or needs_torch(v) else [])
        for i, v in enumerate(variants)
    ]


@IGNORE_WARNINGS
@pytest.mark.parametrize("mutant", cases(MUTANTS, every=32))
def test_a_mutant_costs_its_own_task_and_no_other(mutant: Variant) -> None:
    result = grade(mutant)
    assert set() == set(mutant.tasks) - not_passed(result)
    # A hand-in that is no Python would miss its tasks, too, and show nothing.
    assert [] == [notice for notice in result.warnings if notice.code == "syntax-error"]
    exercise = load_exercise(mutant.exercise)
    if exercise.judged_apart:
        whole = {task.id for task in exercise.tasks if not task.stub}
        left_out = set() if needs_torch(mutant) else {TORCH_TASKS.get(mutant.exercise)}
        assert set() == not_passed(result) - set(mutant.tasks) - whole - left_out


@pytest.mark.parametrize("mutant", cases(load_mutants(WITH_HIDDEN_CASES), every=24))
def test_hidden_cases_alone_find_a_mutant(mutant: Variant) -> None:
    assert set() == set(mutant.tasks) - not_passed(grade(mutant, hidden_assessment()))


@pytest.mark.parametrize("variant", cases(read_right_work(WITH_HIDDEN_CASES)))
def test_hidden_cases_fail_no_right_work(variant: Variant) -> None:
    assert set() == not_passed(grade(variant, hidden_assessment()))


@IGNORE_WARNINGS
@pytest.mark.parametrize("variant", cases(RIGHT_WORK, every=8))
def test_right_work_that_is_written_otherwise_gets_full_marks(variant: Variant) -> None:
    left_out = set() if needs_torch(variant) else {TORCH_TASKS.get(variant.exercise)}
    assert set() == not_passed(grade(variant)) - left_out


@pytest.mark.parametrize("exercise", sorted(set(EXERCISES) - ALL_ABOUT_TORCH))
def test_the_solution_itself_gets_full_marks_without_its_examples(exercise: str) -> None:
    source = without_torch(without_examples(solution_of(exercise)))
    chunks = tuple(split_file(source))
    result = grade_submission("s", "s.py", chunks, assessment_of(exercise), run_job)
    assert set() == not_passed(result) - {TORCH_TASKS.get(exercise)}


@pytest.mark.parametrize("exercise", EXERCISES)
def test_an_exercise_has_mutants_and_right_work(exercise: str) -> None:
    mutants, right = load_mutants(exercise), read_right_work(exercise)
    assert all(v.tasks for v in mutants)
    assert not any(v.tasks for v in right)
    assert len(mutants) >= 8
    assert len(right) >= 4
    assert len({v.id for v in [*mutants, *right]}) == len(mutants) + len(right)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_task_with_a_stub_has_a_mutant_of_its_own(exercise: str) -> None:
    tasks = load_exercise(exercise).tasks
    named = {task for v in load_mutants(exercise) for task in v.tasks}
    assert named <= {task.id for task in tasks}
    assert set() == {task.id for task in tasks if task.stub} - named


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        (Patch("", "no such line\n", ""), "occurs 0 times"),
        (Patch("", "    ### BEGIN SOLUTION\n", ""), r"occurs \d+ times"),
        (Patch("", "import math\n", "import math\n"), "changes nothing"),
        (Patch("no_such_stub", "", "pass\n"), "there is no stub no_such_stub"),
    ],
)
def test_a_patch_that_does_not_fit_is_refused(patch: Patch, message: str) -> None:
    misfit = Variant("misfit", "ex01_derivatives", (), (patch,))
    with pytest.raises(ValueError, match=f"misfit: .*{message}"):
        changed_solution(misfit)


@pytest.mark.parametrize("block", ["mutant no-task", "rigth spelling", "right sign\nno sign"])
def test_a_line_that_is_none_of_a_table_is_refused(block: str) -> None:
    with pytest.raises(ValueError, match="ex01_derivatives"):
        parse_variant("ex01_derivatives", block)


def test_an_entry_is_read_line_by_line() -> None:
    block = "# why\nmutant id: one two\n-old\n stays\n+new\n@ Neuron.stub\n+body"
    expected = (Patch("", "old\nstays\n", "stays\nnew\n"), Patch("Neuron.stub", "", "body\n"))
    assert Variant("id", "ex", ("one", "two"), expected) == parse_variant("ex", block)


def test_mutants_of_two_sites_compose() -> None:
    one = Variant("one", "ex", (), (Patch("", "a = 1\n", "a = 2\n"),))
    other = Variant("other", "ex", (), (Patch("", "b = 1\n", "b = 2\n"),))
    assert apply_variants("a = 1\nb = 1\n", [one, other]) == "a = 2\nb = 2\n"
    with pytest.raises(ValueError, match=r"one: .*occurs 0 times"):
        apply_variants("a = 1\nb = 1\n", [one, other, one])
