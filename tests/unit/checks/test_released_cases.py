"""Every check of every released task, on its own public cases: right passes, each wrong read fails.

The cases are those that students meet, so a check that no number of its cases can fail shows here.
"""

import math
from functools import cache

import pytest

from autograder.checks.catalogue import CHECKS
from autograder.course import load_public_bank
from autograder.exercises import load_exercise, released_exercises
from autograder.oracles.bank import Bank, Case
from autograder.records import Finding, Observation, Outcome, Stop

GRADED = [
    (exercise, task.id, check)
    for exercise in released_exercises()
    for task in load_exercise(exercise).tasks
    for check in task.checks
]
# The rest judges an observation as a whole.
COMPARED = [
    graded
    for graded in GRADED
    if CHECKS[graded[2]].otherwise is None or graded[2] == "repeated"  # compares reads as well
]


@cache
def bank_of(exercise: str) -> Bank:
    return load_public_bank(load_exercise(exercise))


def cases_of(exercise: str, task: str, check: str) -> list[Case]:
    return [c for c in bank_of(exercise).cases if c.task == task and CHECKS[check].selects(c)]


def wanted_reads(case: Case, check: str) -> list[int]:
    reads = enumerate(case.program.reads)
    return [index for index, read in reads if CHECKS[check].wants(case.program, read)]


@pytest.mark.parametrize(("exercise", "task", "check"), GRADED)
def test_every_check_has_cases_and_passes_what_is_expected(
    exercise: str, task: str, check: str
) -> None:
    cases = cases_of(exercise, task, check)
    assert cases
    for case in cases:
        observation = Observation(case.expected)
        if not case.program.reads:
            last = len(case.program.instructions) - 1
            observation = Observation((), Stop(Outcome.RAISED, "ValueError"), last)
        assert Outcome.PASSED is CHECKS[check].judge(case, observation).outcome, case.id


@pytest.mark.parametrize(("exercise", "task", "check"), COMPARED)
def test_every_check_fails_where_a_number_of_its_own_is_wrong(
    exercise: str, task: str, check: str
) -> None:
    seen = 0
    for case in cases_of(exercise, task, check):
        for index in wanted_reads(case, check):
            seen += 1
            for wrong in (case.expected[index] + 4 * case.tolerance[index], math.nan):
                values = (*case.expected[:index], wrong, *case.expected[index + 1 :])
                finding = CHECKS[check].judge(case, Observation(values))
                if check != "reachability":
                    assert Finding(Outcome.FAILED, index) == finding, case.id
    assert seen > 0


@pytest.mark.parametrize(("exercise", "task", "check"), COMPARED)
def test_every_check_fails_where_its_numbers_are_missing(
    exercise: str, task: str, check: str
) -> None:
    for case in cases_of(exercise, task, check):
        wanted = wanted_reads(case, check)
        if wanted:
            stop = Stop(Outcome.RAISED, "IndexError")
            observation = Observation(case.expected[: wanted[0]], stop, 0)
            assert Finding(Outcome.RAISED, stop=stop) == CHECKS[check].judge(case, observation)
