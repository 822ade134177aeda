"""What each mutant gives where it fails: the numbers by which a hand-in's mistake is known.

A signature holds a mutant's observations on those cases of its tasks that it fails; on all others
it is right. Signatures are made once for a bank (`autograder/mutation.py`) and only read when a
class is graded. Two observations are equal when they stop in the same way and their numbers agree
within the case's own tolerance.
"""

import hashlib
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder.checks.catalogue import CHECKS
from autograder.exercises import Task
from autograder.oracles.agreement import RELATIVE_TOLERANCE, within
from autograder.oracles.bank import Case
from autograder.records import Observation, Outcome, Stop

# More digits than a comparison looks at, and fewer than mathematical libraries differ in.
DIGITS = 12

Observed = Sequence[tuple[Case, Observation]]
Failing = Mapping[str, Observation]
SignatureData = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Echo:
    """What a mutant does to a task that is not its own: which cases fail, and the first of them.

    `cases` is a hash of the keys of all that fail: all their numbers would be too many to keep.
    """

    cases: str
    first: Failing


@dataclass(frozen=True, slots=True)
class Signature:
    """What one mutant gives, or two that are planted together, task by task and case by case.

    `key` names what it was made from; when that changes, it is made anew. `echoes` are what tasks
    that build on the mutant's own give.
    """

    mutants: tuple[str, ...]
    key: str
    failing: Mapping[str, Failing]
    echoes: Mapping[str, Echo] = field(default_factory=dict)


def find_failing(task: Task, observed: Observed) -> dict[str, Observation]:
    """Return what was observed on the cases, by key, that some check of the task does not pass.

    All checks look, also those that are not run while another one fails.
    """
    failing = {}
    for case, observation in observed:
        for check_id in task.checks:
            check = CHECKS[check_id]
            is_seen = check.selects(case) and (case.hidden or check_id not in task.hidden_checks)
            if is_seen and check.judge(case, observation).outcome is not Outcome.PASSED:
                failing[key_of(case)] = observation
                break
    return failing


# So many cases of another task are kept with their numbers, the smallest ones.
ECHO_CASES = 4


def make_echo(failing: Failing) -> Echo:
    """Return what is kept of a task's failing cases."""
    first = dict(list(failing.items())[:ECHO_CASES])
    return Echo(hash_keys(failing), first)


def hash_keys(failing: Failing) -> str:
    """Return a short hash of which cases fail."""
    return hashlib.sha256(" ".join(sorted(failing)).encode()).hexdigest()[:12]


def is_echo(echo: Echo, failing: Failing, cases: Mapping[str, Case]) -> bool:
    """Say whether a task fails as it does with a mutant of another task."""
    return echo.cases == hash_keys(failing) and all(
        key in failing and is_same(failing[key], seen, cases[key])
        for key, seen in echo.first.items()
    )


def key_of(case: Case) -> str:
    """Return what a signature calls a case: ids are unique among public and among hidden cases."""
    return f"hidden/{case.id}" if case.hidden else case.id


def is_same(one: Observation, other: Observation, case: Case) -> bool:
    """Say whether two observations of a case agree, but for rounding and for words of one's own."""
    return (
        len(one.values) == len(other.values)
        and one.stopped_at == other.stopped_at
        and describe_stop(one.stop) == describe_stop(other.stop)
        and all(
            is_same_number(a, b, tolerance)
            for a, b, tolerance in zip(one.values, other.values, case.tolerance, strict=False)
        )
    )


def is_same_number(one: float, other: float, tolerance: float) -> bool:
    """Say whether two numbers agree within a tolerance, or are both as far off as can be.

    Wrong numbers may be larger than the right one, which the tolerance is made for.
    """
    if not math.isfinite(other):
        return one == other or (math.isnan(one) and math.isnan(other))
    return within(one, other, max(tolerance, RELATIVE_TOLERANCE * abs(other)))


# A worker caps messages, and the end of a long one says little.
MESSAGE_CHARACTERS = 100

ADDRESS = re.compile(r"0x[0-9a-f]+")


def describe_stop(stop: Stop | None) -> tuple[str, ...]:
    """Return what of a stop does not hang on where and how deep it happened."""
    if stop is None:
        return ()
    return stop.outcome.value, stop.exception, plain_message(stop.exception, stop.message)


def plain_message(exception: str, message: str) -> str:
    """Return what is compared of an exception's text."""
    if exception == "RecursionError":
        return ""  # what Python was doing when it became too deep says nothing
    words = ADDRESS.sub("", message).split()  # a worker tells a message on one line
    return " ".join(words)[:MESSAGE_CHARACTERS]


def is_telling(observation: Observation) -> bool:
    """Say whether an observation tells one mistake from another: a number does, an exception too.

    That a program did not end may have any reason.
    """
    return observation.stop is None or observation.stop.outcome is Outcome.RAISED


def signature_data(signature: Signature) -> SignatureData:
    """Return a signature as plain data for JSON."""
    return {
        "mutants": list(signature.mutants),
        "key": signature.key,
        "failing": {
            task: {case: observation_data(seen) for case, seen in failing.items()}
            for task, failing in signature.failing.items()
        },
        "echoes": {
            task: [echo.cases, {case: observation_data(seen) for case, seen in echo.first.items()}]
            for task, echo in signature.echoes.items()
        },
    }


def parse_signature(data: SignatureData) -> Signature:
    """Return a signature from plain data. Raises KeyError, TypeError or ValueError."""
    return Signature(
        mutants=tuple(data["mutants"]),
        key=data["key"],
        failing={
            task: {case: parse_observation(seen) for case, seen in failing.items()}
            for task, failing in data["failing"].items()
        },
        echoes={task: parse_echo(echo) for task, echo in data["echoes"].items()},
    )


def parse_echo(data: Any) -> Echo:
    """Return an echo from plain data."""
    cases, first = data
    return Echo(cases, {case: parse_observation(seen) for case, seen in first.items()})


def observation_data(seen: Observation) -> Any:
    """Return an observation as plain data: a list of numbers, with the stop where there is one."""
    values = [number_data(value) for value in seen.values]
    if seen.stop is None:
        return values
    return {"values": values, "at": seen.stopped_at, "stop": list(describe_stop(seen.stop))}


def parse_observation(data: Any) -> Observation:
    """Return an observation from plain data."""
    if isinstance(data, list):
        return Observation(tuple(float(value) for value in data))
    outcome, exception, message = data["stop"]
    return Observation(
        values=tuple(float(value) for value in data["values"]),
        # As it would be made today, so that a release is in step at once.
        stop=Stop(Outcome(outcome), exception, plain_message(exception, message)),
        stopped_at=data["at"],
    )


def number_data(value: float) -> float | str:
    """Return a number with as many digits as are compared; text where JSON has no number."""
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else str(value)
