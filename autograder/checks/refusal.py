"""An argument that makes no sense is refused with a ValueError, as the exercises ask for.

A wrong number of inputs that is cut in silence gives a wrong number later, far from its cause. Any
other exception may come from the code itself, at some place that knows nothing of the argument; and
an `assert` refuses only as long as Python keeps it: under `python -O` the argument is taken.
"""

from autograder.checks.property_check import PropertyCheck, reads_anything
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Finding, Observation, Outcome, Stop

# What a ValueError is called in a record, whatever class of its kind was raised.
REFUSALS = frozenset({"ValueError", "UnicodeError"})


def is_refused(program: Program, observation: Observation) -> bool:
    """Say whether the last instruction raised a ValueError."""
    stop = observation.stop
    return (
        stop is not None
        and stop.outcome is Outcome.RAISED
        and stop.exception in REFUSALS
        and observation.stopped_at == len(program.instructions) - 1
    )


def find_acceptance(case: Case, observation: Observation) -> Finding:
    """Return what a program came to that was not refused."""
    stop: Stop | None = observation.stop
    return Finding(stop.outcome, stop=stop) if stop else Finding(Outcome.FAILED)


CHECK = PropertyCheck(
    id="refusal",
    title="a wrong number of inputs is refused",
    groups=frozenset({"refusal"}),
    wants=reads_anything,
    # Where nothing works, an exception refuses nothing.
    needs="value",
    accepts_stop=is_refused,
    otherwise=find_acceptance,
)
