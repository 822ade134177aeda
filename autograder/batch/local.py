"""Grade hand-ins side by side on this machine.

Used by `micrograde grade`. A thread waits for each worker process, so threads are enough. Every
result is written as soon as it is there; an interrupted run keeps what it has.
"""

import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial

from autograder.errors import MicrogradeError, UnreadableError
from autograder.grading import Assessment, grade_submission, ungraded_result
from autograder.records import Notice, SubmissionResult
from autograder.sandbox.intake import HandIn, SkippedHandIn, read_chunks
from autograder.sandbox.supervisor import run_job

# How often a waiting run looks for an interruption; nothing else depends on it.
POLL_SECONDS = 0.2


def default_jobs() -> int:
    """Return how many hand-ins to grade side by side: one per core."""
    return os.cpu_count() or 1


def grade_hand_in(
    hand_in: HandIn, assessment: Assessment, stop: threading.Event | None = None
) -> SubmissionResult:
    """Grade one hand-in; whatever goes wrong on our side becomes an ungraded result."""
    grade_nothing = partial(ungraded_result, hand_in.name, hand_in.path.name, assessment)
    try:
        chunks = read_chunks(hand_in.path)
        return grade_submission(
            hand_in.name, hand_in.path.name, chunks, assessment, partial(run_job, stop=stop)
        )
    except MicrogradeError as error:
        return grade_nothing(Notice(error.code, error.message))


def skipped_result(skipped: SkippedHandIn, assessment: Assessment) -> SubmissionResult:
    """Return the ungraded result of a place where no hand-in could be chosen."""
    notice = Notice(UnreadableError.code, skipped.message)
    return ungraded_result(skipped.name, skipped.path.name, assessment, notice)


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
