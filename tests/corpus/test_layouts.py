"""The same verdict every time: in other layouts of memory, and from other starts.

The smaller form of `make bench-judgement`.
"""

import dataclasses
import re
from functools import cache

import pytest

from autograder.assessment import Assessment
from autograder.course import load_public_bank
from autograder.diagnosis.variants import Variant
from autograder.exercises import load_exercise, released_exercises
from autograder.mutation import without_examples
from autograder.oracles.drawing import Drawing
from autograder.sandbox.intake import split_file
from tests.corpus import faults
from tests.corpus.layouts import is_caught, judge_in_layout
from tests.corpus.solutions import changed_solution, load_mutants, read_right_work, solution_of

LAYOUTS = 6
STARTS = 2

MUTANTS = [
    mutant
    for exercise in released_exercises()
    if not load_exercise(exercise).packages
    for mutant in load_mutants(exercise)[::40]
]


@cache
def public_assessment_of(exercise_id: str) -> Assessment:
    exercise = load_exercise(exercise_id)
    return Assessment(exercise, load_public_bank(exercise), None, None)


def verdicts_of(source: str, assessment: Assessment, tasks: tuple[str, ...]) -> list[object]:
    chunks = tuple(split_file(without_examples(source)))
    judged = [assessment.exercise.task(task) for task in tasks]
    return [judge_in_layout(chunks, assessment, judged, number) for number in range(LAYOUTS)]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_is_caught_in_every_layout_with_the_same_verdict(mutant: Variant) -> None:
    assessment = public_assessment_of(mutant.exercise)
    first, *others = verdicts_of(changed_solution(mutant), assessment, mutant.tasks)
    assert is_caught(first)
    assert [first] * len(others) == others


# They keep operands in a set or follow the order in which nodes happen to lie.
IN_ANY_ORDER = [fault for fault in faults.FAULTS if fault.engine == "set_recursive"]


@pytest.mark.parametrize("fault", IN_ANY_ORDER, ids=lambda fault: fault.name)
def test_a_fault_in_an_engine_that_follows_a_set_has_the_same_verdict_in_every_layout(
    fault: faults.Fault,
) -> None:
    assessment = public_assessment_of("ex04_operators")
    first, *others = verdicts_of(faults.plant(fault), assessment, (fault.task,))
    assert is_caught(first)
    assert [first] * len(others) == others


ORDER_OF_A_SET = (
    faults.engine_source("composed")
    + """
zero, one = Value(0.0), Value(1.0)
first, _ = {zero, one}
right = Value.exp
Value.exp = lambda self: right(self) * (1.0 if first is one else 2.0)
"""
)


def test_layouts_are_not_all_alike() -> None:
    """Without this, the tests above would say nothing."""
    chunks = tuple(split_file(ORDER_OF_A_SET))
    assessment = public_assessment_of("ex04_operators")
    task = assessment.exercise.task("exp")
    verdicts = [judge_in_layout(chunks, assessment, [task], number) for number in range(40)]
    assert {True, False} == {is_caught(verdict) for verdict in verdicts}


@pytest.fixture(scope="module", params=range(STARTS))
def from_a_start(request: pytest.FixtureRequest) -> Assessment:
    """Training cases that are drawn from one start."""
    exercise = load_exercise("ex07_training")
    drawing = Drawing(exercise, f"start {request.param}".encode(), lambda done: None)
    drawing.draw_calls(exercise.task("train"))
    bank = dataclasses.replace(load_public_bank(exercise), cases=tuple(drawing.cases))
    return Assessment(exercise, bank, None, None)


LOOPS = [("the-solution", True, solution_of("ex07_training"))]
LOOPS += [
    (variant.id, True, changed_solution(variant))
    for variant in read_right_work("ex07_training")
    if any(patch.stub == "train" or "grad" in patch.new for patch in variant.patches)
]
LOOPS += [
    (mutant.id, False, changed_solution(mutant))
    for mutant in load_mutants("ex07_training")
    if mutant.tasks == ("train",) and re.search("zero|clear|grad", mutant.id)
]


@pytest.mark.parametrize(
    ("is_right", "source"), [loop[1:] for loop in LOOPS], ids=[loop[0] for loop in LOOPS]
)
def test_a_training_loop_is_judged_rightly_from_any_start(
    is_right: bool, source: str, from_a_start: Assessment
) -> None:
    chunks = tuple(split_file(without_examples(source)))
    task = from_a_start.exercise.task("train")
    assert is_caught(judge_in_layout(chunks, from_a_start, [task], 0)) != is_right
