"""The protocols that parts agree on, each with how to add one.

Used for types only; nothing here does anything.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from autograder.records import Observation, Outcome, Run, SourceChunk, Stop, SubmissionResult


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check says of one case.

    `read` is the index of the read that is wrong (-1: none, or the program stopped before);
    `stop` tells why the program stopped, where that is what failed.
    """

    outcome: Outcome
    read: int = -1
    stop: Stop | None = None


class JudgedCase(Protocol):
    """What a check sees of a case (an `oracles.bank.Case`)."""

    form: str
    expected: tuple[float, ...]
    tolerance: tuple[float, ...]


class Check(Protocol):
    """One graded property.

    To add one: a file in `checks/` with a function that makes the check, and a line in
    `checks/catalogue.py`. Name it in a rubric, and give `reports/wording.py` its sentences.
    A check sees a case and an observation, never a process.
    """

    id: str
    title: str
    needs: str  # the id of a check of the same task without which this one says nothing; or ""
    judge: Callable[..., Finding]


class Subject(Protocol):
    """Anything that evaluates the programs of a job: the sandbox, or an engine in this process.

    To add one: a callable that answers every program of a job in order.
    """

    def __call__(self, job: "SubjectJob") -> Run:
        """Run the submission and its programs."""


class SubjectJob(Protocol):
    """What a subject is asked (a `sandbox.supervisor.Job`)."""

    chunks: tuple[SourceChunk, ...]


class Reporter(Protocol):
    """One output format.

    To add one: a file in `reports/` with a function of this shape. It computes nothing: every fact
    is in the results, every sentence in `reports/wording.py`.
    """

    def __call__(self, results: Sequence[SubmissionResult]) -> str:
        """Return the report's text."""


__all__ = ["Check", "Finding", "JudgedCase", "Observation", "Reporter", "Subject", "SubjectJob"]
