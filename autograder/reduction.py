"""Show the failure of a drawn program by the smallest program inside it that fails in the same way.

Used by `grading.py` where nothing smaller fails a check and the rubric lets a student see hidden
programs. Points are not looked at again. What is run is counted: at most three batches.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from autograder.checks.catalogue import CHECKS
from autograder.exercises import Task
from autograder.judging import Judgement, judge_check
from autograder.oracles.bank import Case
from autograder.programs.forms import DRAWN_FORM
from autograder.records import CheckResult, Evidence, Observation, Outcome

MOST_BATCHES = 3
BATCH = 100  # programs

RunCases = Callable[[tuple[Case, ...]], Sequence[Observation]]


def show_smaller(task: Task, judgement: Judgement, run_cases: RunCases) -> Judgement:
    """Return a task's judgement with the smallest counterexamples that its drawn programs hold."""
    checks, evidence = list(judgement.result.checks), dict(judgement.evidence)
    for index, check in enumerate(checks):
        if check.counterexample is None:
            continue
        failing = find_failing(check, judgement)
        if any(case.form != DRAWN_FORM for case in failing):
            continue
        found = find_smallest(task, check, failing, run_cases)
        if found is not None:
            checks[index], evidence[check.id] = found
    result = replace(judgement.result, checks=tuple(checks))
    return replace(judgement, result=result, evidence=evidence)


def find_failing(check: CheckResult, judgement: Judgement) -> list[Case]:
    """Return the cases that do not pass a check."""
    judge = CHECKS[check.id]
    return [
        case
        for case, seen in judgement.observed
        if judge.selects(case) and judge.judge(case, seen).outcome is not Outcome.PASSED
    ]


def find_smallest(
    task: Task, check: CheckResult, failing: Sequence[Case], run_cases: RunCases
) -> tuple[CheckResult, Evidence] | None:
    """Return the check as its smallest failing reduction shows it, None where none fails so."""
    parts = [part for case in failing for part in case.reductions]
    parts.sort(key=lambda part: len(part.program.instructions))
    for start in range(0, min(len(parts), MOST_BATCHES * BATCH), BATCH):
        batch = tuple(parts[start : start + BATCH])
        for result, evidence in judge_each(task, check, batch, run_cases(batch)):
            if evidence is not None and (result.outcome, result.reason) == (
                check.outcome,
                check.reason,
            ):
                return result, evidence
    return None


def judge_each(
    task: Task, check: CheckResult, cases: Sequence[Case], seen: Sequence[Observation]
) -> Iterator[tuple[CheckResult, Evidence | None]]:
    """Yield what each case by itself makes of a check."""
    for observed in zip(cases, seen, strict=True):
        result, evidence, _ = judge_check(CHECKS[check.id], [observed], task, check.max_points)
        yield result, evidence
