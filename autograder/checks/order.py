"""A topological order holds every node of the graph once, each after its operands.

There are many right orders, so no place is compared with one of them.
"""

from autograder.checks.property_check import PropertyCheck, reads_anything
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Finding, Observation, Outcome, Stop


def find_misplaced(case: Case, observation: Observation) -> Finding:
    """Return the first node that is missing, or stands before one of its operands."""
    program = case.program
    stop = observation.stop
    if stop is None and len(observation.values) < len(program.reads):
        stop = Stop(Outcome.CRASHED)  # numbers missing without a reason
    if stop is not None:
        return Finding(stop.outcome, stop=stop)
    places: dict[int, float] = {}
    for index, (read, value) in enumerate(zip(program.reads, observation.values, strict=True)):
        if read.quantity == "position":
            places[read.register] = value
            operands = operands_of(program, read.register)
            # Written so that a NaN fails.
            if not value >= 0 or any(not places[operand] < value for operand in operands):
                return Finding(Outcome.FAILED, index)
        elif value != len(program.reads) - 1:
            # One read tells the length, each other one is of a node.
            return Finding(Outcome.FAILED, index)
    return Finding(Outcome.PASSED)


def operands_of(program: Program, register: int) -> tuple[int, ...]:
    """Return the registers of a result's operands; a leaf has none."""
    word, *rest = dict(program.producers())[register]
    return tuple(rest[1:]) if word == "operator" else ()


CHECK = PropertyCheck(
    id="order",
    title="every node after its operands",
    groups=frozenset({"order"}),
    wants=reads_anything,
    otherwise=find_misplaced,
)
