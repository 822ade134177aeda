"""Run one hand-in many times in this process, each time with another layout of memory.

Used by tests and by `benchmarks/judgement.py`. An engine that follows the order of a set answers as
the addresses of its nodes decide. Here they differ from run to run much more than in workers that
start alike; texts in a set need another PYTHONHASHSEED, so another process.
"""

import random
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType

from autograder.assessment import Assessment, Stage, make_job
from autograder.exercises import Task
from autograder.judging import judge_tasks
from autograder.records import Outcome, SourceChunk
from tests.unit.grading.in_process import run_in_process

# Each task's checks with their outcomes; None for a hand-in that ended Python, or did not end.
Verdict = Mapping[str, Mapping[str, Outcome]] | None

PROGRAM_SECONDS = 1.5  # of computing time, for all programs of a run; right ones take 0.05
SIZES = range(16, 600)  # what Python's own allocator serves
MOST_OBJECTS = 600


class EndlessError(BaseException):
    """A run has used up its time; no `except Exception` of a hand-in catches it."""


def judge_in_layout(
    chunks: tuple[SourceChunk, ...], assessment: Assessment, tasks: Sequence[Task], number: int
) -> Verdict:
    """Return the verdict on some tasks as they stand, in the layout with this number."""
    cases = assessment.cases_of(tasks)
    job = make_job(chunks, assessment, Stage(tuple(tasks), cases))
    litter = scatter(random.Random(number))  # noqa: S311 - a layout must come out the same
    try:
        with limited(PROGRAM_SECONDS):
            run = run_in_process(job)
    except (EndlessError, SystemExit, KeyboardInterrupt):
        return None
    finally:
        del litter
    judgements = judge_tasks(assessment.exercise, tasks, cases, run)
    return {
        task_id: {check.id: check.outcome for check in judgement.result.checks}
        for task_id, judgement in judgements.items()
    }


def scatter(source: random.Random) -> list[bytes]:
    """Take memory in pieces of many sizes and give half of it back, so that holes are left."""
    sizes = source.choices(SIZES, k=source.randrange(MOST_OBJECTS))
    pieces = [bytes(size) for size in sizes]
    return [piece for piece in pieces if source.random() < 1 / 2]


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise EndlessError when what runs uses more computing time."""

    def stop(signum: int, frame: FrameType | None) -> None:
        raise EndlessError

    before = signal.signal(signal.SIGVTALRM, stop)
    # It rings again and again: a hand-in that catches everything goes on after the first time.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def is_caught(verdict: Verdict) -> bool:
    """Say whether no task is passed."""
    if verdict is None:
        return True
    return all(set(checks.values()) != {Outcome.PASSED} for checks in verdict.values())
