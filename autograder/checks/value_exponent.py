"""A Value as exponent is refused with an exception, or given both right derivatives.

The power rule for a constant says nothing about the exponent: an engine that takes a Value and
leaves its gradient at zero is silently wrong.
"""

from autograder.checks.property_check import PropertyCheck, reads_output_or_gradient
from autograder.programs.program import Program
from autograder.records import Observation, Outcome

# Ways of stopping that refuse nothing: an endless recursion, an exhausted memory, an exit.
NOT_A_REFUSAL = frozenset({"RecursionError", "MemoryError", "SystemExit", "KeyboardInterrupt"})


def is_refused(program: Program, observation: Observation) -> bool:
    """Say whether an ordinary exception came before the backward pass.

    A lazy engine may refuse only when the result is read.
    """
    stop = observation.stop
    if stop is None or stop.outcome is not Outcome.RAISED or stop.exception in NOT_A_REFUSAL:
        return False
    done = program.instructions[: observation.stopped_at + 1]
    words = [instruction[0] for instruction in done]
    return "backward" not in words and ("operator", "pow") in [i[:2] for i in done]


CHECK = PropertyCheck(
    id="value-exponent",
    title="a Value as exponent is refused or differentiated",
    groups=frozenset({"value-exponent"}),
    wants=reads_output_or_gradient,
    # Where nothing works, an exception refuses nothing.
    needs="value",
    accepts_stop=is_refused,
)
