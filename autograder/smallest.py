"""The smallest program that shows a mutant, by its stored numbers: nothing runs.

Used by the documentation of misconceptions and by the tests that state each mutant's
counterexample. Cases stand smallest first, so the first that fails is the smallest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.checks.catalogue import CHECKS
from autograder.diagnosis.signatures import Signature, key_of
from autograder.exercises import Task
from autograder.judging import judge_check
from autograder.oracles.bank import Case
from autograder.records import CheckResult, Evidence


@dataclass(frozen=True, slots=True)
class Shown:
    """One check of a task that a mutant fails, with the counterexample, and what it gave."""

    task: str
    check: CheckResult
    evidence: Evidence | None


def find_shown(
    tasks: Sequence[Task], signature: Signature, cases: Sequence[Case]
) -> Iterator[Shown]:
    """Yield each check that a mutant fails, task by task, as a report shows it."""
    for task in tasks:
        failing = signature.failing.get(task.id, {})
        observed = [(case, failing[key_of(case)]) for case in cases if key_of(case) in failing]
        for check_id, points in task.checks.items():
            check = CHECKS[check_id]
            if any(check.selects(case) for case, _ in observed):
                result, evidence, failures = judge_check(check, observed, task, points)
                if failures:
                    yield Shown(task.id, result, evidence)
