"""What fails in long expressions alone is shown by the smallest part of one that still fails."""

import dataclasses
from collections.abc import Sequence

import pytest

from autograder.assessment import Assessment
from autograder.checks.catalogue import CHECKS
from autograder.exercises import Task
from autograder.judging import Judgement, judge_check
from autograder.oracles.bank import Case
from autograder.oracles.reduction import reductions_of
from autograder.oracles.reference import observe_reference
from autograder.programs.forms import DRAWN_FORM, PART_FORM
from autograder.programs.rendering import render_program
from autograder.programs.titles import TITLES
from autograder.records import CheckResult, Observation, Outcome, Stop, SubmissionResult, TaskResult
from autograder.reduction import BATCH, MOST_BATCHES, show_smaller
from tests.unit.grading.conftest import Grade

# An engine that is right until functions of three kinds meet in one expression.
FAULT = """

def spoil(name):
    right = getattr(Value, name)

    def method(self, *others):
        out = right(self, *others)
        kinds = set().union(*(getattr(node, "kinds", ()) for node in (self, *others)))
        out.kinds = kinds | {name}
        if len(out.kinds & {"exp", "tanh", "__sub__", "__pow__"}) == 3:
            out.data += 1.0
        return out

    setattr(Value, name, method)


for name in ("__add__", "__mul__", "__sub__", "__pow__", "exp", "tanh"):
    spoil(name)
"""


@pytest.fixture(scope="module")
def revealing(assessment: Assessment) -> Assessment:
    """The assessment whose rubric shows hidden programs."""
    tasks = tuple(
        dataclasses.replace(task, reveal="counterexample") for task in assessment.exercise.tasks
    )
    return dataclasses.replace(
        assessment, exercise=dataclasses.replace(assessment.exercise, tasks=tasks)
    )


@pytest.fixture(scope="module")
def drawn(assessment: Assessment) -> list[Case]:
    """The drawn cases of the hidden bank."""
    assert assessment.hidden is not None
    return [case for case in assessment.hidden.cases if case.form == DRAWN_FORM]


@pytest.fixture(scope="module")
def spoilt(grade: Grade, solution: str, revealing: Assessment) -> SubmissionResult:
    """What the engine gets that is wrong in long expressions alone."""
    return grade(solution + FAULT, revealing)


def engine_of(result: SubmissionResult) -> TaskResult:
    """Return the result of the task on the whole engine."""
    return next(task for task in result.tasks if task.id == "engine")


def test_the_smallest_part_that_fails_is_shown(spoilt: SubmissionResult, drawn: list[Case]) -> None:
    assert {"engine"} == {task.id for task in spoilt.tasks if task.outcome != "passed"}
    [check] = [check for check in engine_of(spoilt).checks if check.outcome != "passed"]
    assert TITLES[PART_FORM] == check.form
    assert check.counterexample is not None
    # Three functions need three lines: nothing smaller can show it.
    lines = check.counterexample.program.splitlines()
    assert 3 == sum("Value(" not in line for line in lines) - 1  # the last one calls `backward`
    assert check.counterexample.program in {
        render_program(part.program) for case in drawn for part in case.reductions
    }
    evidence = spoilt.evidence[f"engine/{check.id}"]
    assert evidence.observed == pytest.approx((check.counterexample.expected or 0.0) + 1.0)


def test_points_are_those_of_the_drawn_programs(
    spoilt: SubmissionResult, grade: Grade, solution: str, assessment: Assessment
) -> None:
    hidden = grade(solution + FAULT, assessment)
    assert engine_of(hidden).points == engine_of(spoilt).points
    [check] = [check for check in engine_of(hidden).checks if check.outcome != "passed"]
    assert check.counterexample is None
    assert check.form == TITLES[DRAWN_FORM]


def test_reductions_are_smaller_and_their_numbers_right(drawn: list[Case]) -> None:
    parts = [(case, part) for case in drawn for part in case.reductions]
    assert len(parts) > len(drawn)
    assert len({part.program for _, part in parts}) == len(parts)
    for case, part in parts:
        assert len(part.program.instructions) < len(case.program.instructions)
        assert set(part.program.operators) <= set(case.program.operators)
        observed = observe_reference(part.program)
        assert observed == pytest.approx(part.expected, rel=1e-9)
        leaves = [i[1] for i in part.program.instructions if i[0] == "leaf"]
        assert leaves == [round(leaf, 2) for leaf in leaves]


def test_a_part_holds_the_expression_behind_one_result(drawn: list[Case]) -> None:
    for case in drawn:
        parts = reductions_of(case)
        assert [len(part.instructions) for part in parts] == sorted(
            len(part.instructions) for part in parts
        )
        # Each operator alone, on the numbers that it meets there.
        alone = [part for part in parts if len(part.operators) == 1]
        assert {name for part in alone for name in part.operators} == set(case.program.operators)


def judged(assessment: Assessment, failing: Sequence[Case]) -> tuple[Task, Judgement]:
    """Return the whole engine's task, and its judgement when these cases give a wrong value."""
    task = assessment.exercise.task("engine")
    observed = [
        (case, observe_wrong(case) if case in failing else Observation(case.expected))
        for case in assessment.cases_of([task])
    ]
    checks, evidence = [], {}
    for check_id, points in task.checks.items():
        result, seen, _ = judge_check(CHECKS[check_id], observed, task, points)
        checks.append(result)
        if seen is not None:
            evidence[check_id] = seen
    failed = next(check for check in checks if check.outcome != "passed")
    result = TaskResult(task.id, task.title, failed.outcome, True, 0.0, 1.0, tuple(checks))
    return task, Judgement(result, evidence, observed=tuple(observed))


def observe_wrong(case: Case) -> Observation:
    """Return what an engine gives that is off by one in every value."""
    reads = zip(case.program.reads, case.expected, strict=True)
    return Observation(tuple(n + 1.0 if read.quantity == "data" else n for read, n in reads))


def failed_check(judgement: Judgement) -> CheckResult:
    """Return the first check that is not passed."""
    return next(check for check in judgement.result.checks if check.outcome != "passed")


def test_what_is_run_is_counted(revealing: Assessment, drawn: list[Case]) -> None:
    [*_, longest] = drawn
    part = longest.reductions[0]
    many = tuple(dataclasses.replace(part, id=f"{part.id}-{n}") for n in range(5 * BATCH))
    crowded = dataclasses.replace(longest, reductions=many)
    assert revealing.hidden is not None
    cases = tuple(crowded if case == longest else case for case in revealing.hidden.cases)
    hidden = dataclasses.replace(revealing.hidden, cases=cases)
    task, judgement = judged(dataclasses.replace(revealing, hidden=hidden), [crowded])
    batches: list[int] = []

    def run_right(cases: tuple[Case, ...]) -> list[Observation]:
        batches.append(len(cases))
        return [Observation(case.expected) for case in cases]

    checks = len([check for check in judgement.result.checks if check.counterexample])
    # Where no part fails, the drawn program itself is shown.
    assert show_smaller(task, judgement, run_right) == judgement
    assert checks * MOST_BATCHES * [BATCH] == batches


def test_where_something_smaller_fails_nothing_is_run(
    revealing: Assessment, drawn: list[Case]
) -> None:
    assert revealing.hidden is not None
    pair = next(case for case in revealing.hidden.cases if case.form == "pair")
    task, judgement = judged(revealing, [pair, drawn[-1]])

    def run_nothing(cases: tuple[Case, ...]) -> list[Observation]:
        raise AssertionError(f"{len(cases)} programs were run")

    assert show_smaller(task, judgement, run_nothing) == judgement


def test_a_part_that_fails_otherwise_is_not_shown(revealing: Assessment, drawn: list[Case]) -> None:
    task, judgement = judged(revealing, [drawn[-1]])
    stop = Stop(Outcome.RAISED, "ValueError", "math domain error")

    def run_raising(cases: tuple[Case, ...]) -> list[Observation]:
        return [Observation((), stop, 0) for _ in cases]

    def run_wrong(cases: tuple[Case, ...]) -> list[Observation]:
        return [observe_wrong(case) for case in cases]

    assert show_smaller(task, judgement, run_raising) == judgement
    shown = failed_check(show_smaller(task, judgement, run_wrong)).counterexample
    assert shown is not None
    assert shown.program == render_program(drawn[-1].reductions[0].program)
