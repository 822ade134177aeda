"""Training loops are told apart by where they go, step by step, and right ones go one way.

A wrong loop is a mutant of `train` or `train_on_batches`. Its trajectory is all that the public
programs of its task observe, of which each has fixed numbers. Everything runs in this process.
"""

import math
from functools import cache
from itertools import combinations

import pytest

from autograder.assessment import Assessment, Stage, make_job
from autograder.course import load_public_bank
from autograder.diagnosis.variants import Variant
from autograder.exercises import load_exercise
from autograder.mutation import without_examples
from autograder.records import Observation
from autograder.sandbox.intake import split_file
from tests.corpus.solutions import changed_solution, load_mutants, read_right_work
from tests.unit.grading.in_process import run_in_process

LOOPS = [
    ("ex07_training", "train"),
    ("ex07_training", "train-on-batches"),
    ("ex09_engine", "train"),
]
EVERY_LOOP = pytest.mark.parametrize(("exercise", "task"), LOOPS)

# Loops that nobody can tell apart from outside, and why. A group may name loops of all exercises.
SAME = {
    "nothing sets a gradient to 0": {
        *("train-without-zero-grad", "train-zero-grad-not-called", "train-clears-the-rows"),
        *("batches-without-zero-grad", "batches-zero-grad-not-called"),
    },
    "no parameter ever moves": {
        *("train-zero-grad-before-the-update", "train-update-before-backward"),
        *("train-name-bound-anew", "train-new-nodes", "train-moves-the-gradient"),
        *("train-update-forgotten", "train-new-parameters"),
        *("batches-zero-grad-before-the-update", "batches-update-before-backward"),
        *("batches-name-bound-anew", "batches-new-nodes", "batches-moves-the-gradient"),
    },
    "every step uses twice the gradient": {"train-updates-twice", "train-backward-twice"},
    "what is returned has no length": {"train-last-loss-only", "train-losses-not-returned"},
    "a loss that is no number ends the program": {
        "train-losses-are-nodes",
        "train-losses-as-texts",
    },
}
# In an engine whose backward pass clears the gradients of its own graph, a loss that is made anew
# on old predictions is the old loss. The given engine adds up in inner nodes, and tells them apart.
SAME_IN_AN_ENGINE_THAT_CLEARS = {"train-predictions-from-the-start", "train-loss-from-the-start"}

# Every way in which people write a loop that is right.
WAYS = {
    *("train-clears-first", "train-clears-by-hand", "train-clears-before-and-after"),
    *("train-clears-after-and-before-the-first", "train-with-a-list-of-gradients"),
    *("train-with-an-optimizer", "train-as-a-comprehension", "train-in-a-while-loop"),
    *("train-backward-of-each-square", "train-as-a-tuple", "train-by-recursion"),
    *("batches-with-an-optimizer", "batches-clears-after-and-before-the-first"),
    *("batches-by-index", "batches-two-backward-passes", "batches-from-copies"),
}


@cache
def assessment_of(exercise: str) -> Assessment:
    loaded = load_exercise(exercise)
    return Assessment(loaded, load_public_bank(loaded), hidden=None, grafts=None)


def observe(variant: Variant, task: str) -> tuple[Observation, ...]:
    """Return what the public programs of a task observe of a changed solution."""
    assessment = assessment_of(variant.exercise)
    chunks = tuple(split_file(without_examples(changed_solution(variant))))
    tasks = (assessment.exercise.task(task),)
    stage = Stage(tasks, assessment.cases_of(tasks))
    return run_in_process(make_job(chunks, assessment, stage)).observations


@cache
def trajectories(exercise: str, task: str) -> dict[str, tuple[Observation, ...]]:
    """Return what is observed of every wrong loop."""
    return {
        mutant.id: observe(mutant, task)
        for mutant in load_mutants(exercise)
        if mutant.tasks == (task,)
    }


def differ(
    exercise: str, task: str, one: tuple[Observation, ...], other: tuple[Observation, ...]
) -> bool:
    """Tell whether two loops differ by more than the tolerance in at least one number."""
    cases = assessment_of(exercise).cases_of([assessment_of(exercise).exercise.task(task)])
    for case, first, second in zip(cases, one, other, strict=True):
        if len(first.values) != len(second.values):
            return True
        for x, y, tolerance in zip(first.values, second.values, case.tolerance, strict=False):
            if not abs(x - y) <= tolerance and not (math.isnan(x) and math.isnan(y)):
                return True
    return False


def expected_observations(exercise: str, task: str) -> tuple[Observation, ...]:
    assessment = assessment_of(exercise)
    cases = assessment.cases_of([assessment.exercise.task(task)])
    return tuple(Observation(case.expected) for case in cases)


@EVERY_LOOP
def test_every_wrong_loop_leaves_the_right_way(exercise: str, task: str) -> None:
    right = expected_observations(exercise, task)
    found = trajectories(exercise, task)
    assert [] == [name for name in found if not differ(exercise, task, found[name], right)]
    assert len(found) >= 40


@EVERY_LOOP
def test_any_two_wrong_loops_are_told_apart_but_for_those_that_are_the_same_from_outside(
    exercise: str, task: str
) -> None:
    found = trajectories(exercise, task)
    groups = [*SAME.values()]
    if exercise == "ex09_engine":
        groups.append(SAME_IN_AN_ENGINE_THAT_CLEARS)
    expected = {pair for group in groups for pair in combinations(sorted(group & found.keys()), 2)}
    observed = {
        (one, other)
        for one, other in combinations(sorted(found), 2)
        if not differ(exercise, task, found[one], found[other])
    }
    assert expected == observed


def test_every_loop_that_is_listed_is_a_mutant() -> None:
    known = {mutant.id for exercise, _ in LOOPS for mutant in load_mutants(exercise)}
    assert set() == set().union(*SAME.values(), SAME_IN_AN_ENGINE_THAT_CLEARS) - known


def right_loops() -> list[object]:
    """Return every right loop that is written otherwise, with its task."""
    found = []
    for exercise, task in LOOPS:
        stub = assessment_of(exercise).exercise.task(task).stub
        prefix = {"train": "train-", "train_on_batches": "batches-"}[stub]
        found += [
            pytest.param(variant, task, id=variant.name)
            for variant in read_right_work(exercise)
            if variant.id.startswith(prefix)
        ]
    return found


@pytest.mark.parametrize(("variant", "task"), right_loops())
def test_a_right_loop_goes_the_right_way_however_it_is_written(variant: Variant, task: str) -> None:
    right = expected_observations(variant.exercise, task)
    assert not differ(variant.exercise, task, observe(variant, task), right)


def test_loops_are_written_in_every_way() -> None:
    written = {variant.id for exercise, _ in LOOPS for variant in read_right_work(exercise)}
    assert set() == WAYS - written
