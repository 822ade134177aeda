"""Grade hand-ins side by side on this machine.

Used by `micrograde grade`. A thread waits for each worker process, so threads are enough. Every
result is written as soon as it is there; an interrupted run keeps what it has.
"""

import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from pathlib import Path

from autograder.assessment import Assessment
from autograder.errors import MicrogradeError, UnreadableError
from autograder.grading import grade_submission, ungraded_result
from autograder.records import Notice, SubmissionResult
from autograder.sandbox.intake import HandIn, read_chunks
from autograder.sandbox.supervisor import run_job

# How often a waiting run looks for an interruption; nothing else depends on it.
POLL_SECONDS = 0.2


def default_jobs() -> int:
    """Return how many hand-ins to grade side by side: one per core."""
    return os.cpu_count() or 1


def grade_hand_in(
    hand_in: HandIn, assessment: Assessment, stop: threading.Event | None = None
) -> SubmissionResult:
    """Grade one hand-in; whatever goes wrong on our side becomes an ungraded result.

    Of several files the one that is work counts: it has the class, and is not as released. Of
    several such files the best counts, and the result says so.
    """
    if hand_in.problem:
        notice = Notice(UnreadableError.code, hand_in.problem)
        return ungraded_result(hand_in.name, hand_in.place.name, assessment, notice)
    results = [grade_file(hand_in.name, file, assessment, stop) for file in hand_in.files]
    edited = find_work(results) or results[:1]
    best = max(edited, key=lambda result: -1.0 if result.score is None else result.score)
    if len(edited) == 1:
        return best
    notice = Notice("several-files", ", ".join(result.file for result in edited))
    return replace(best, warnings=(*best.warnings, notice))


def grade_file(
    name: str, file: Path, assessment: Assessment, stop: threading.Event | None = None
) -> SubmissionResult:
    """Grade one file of a hand-in."""
    try:
        subject = partial(run_job, stop=stop)
        return grade_submission(name, file.name, read_chunks(file), assessment, subject)
    except MicrogradeError as error:
        return ungraded_result(name, file.name, assessment, Notice(error.code, error.message))
    except Exception as error:  # noqa: BLE001 - one hand-in must not cost the others their marks
        notice = Notice("grader-error", str(error), exception=type(error).__name__)
        return ungraded_result(name, file.name, assessment, notice)


def find_work(results: Sequence[SubmissionResult]) -> list[SubmissionResult]:
    """Return the results of the files that hold work on the exercise, or cannot be read.

    A file without the class counts where there is no other work: an error of syntax may hide it.
    """
    edited = [result for result in results if any(task.attempted for task in result.tasks)]
    work = [result for result in edited if result.tasks[0].checks[0].reason != "no-class"]
    return work or edited


def grade_all(
    hand_ins: Sequence[HandIn], assessment: Assessment, jobs: int
) -> Iterator[SubmissionResult]:
    """Yield results as they come. On KeyboardInterrupt the workers end before it goes on."""
    stop = threading.Event()
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        waiting: set[Future[SubmissionResult]] = {
            pool.submit(grade_hand_in, hand_in, assessment, stop) for hand_in in hand_ins
        }
        try:
            while waiting:
                done, waiting = wait(waiting, POLL_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            # Reached on an interruption, too: nothing new starts, and running workers are ended.
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
