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
    """Say whether the operator itself raised an ordinary exception."""
    stop = observation.stop
    return (
        stop is not None
        and stop.outcome is Outcome.RAISED
        and stop.exception not in NOT_A_REFUSAL
        and program.instructions[observation.stopped_at][:2] == ("operator", "pow")
    )


CHECK = PropertyCheck(
    id="value-exponent",
    title="a Value as exponent is refused or differentiated",
    groups=frozenset({"value-exponent"}),
    wants=reads_output_or_gradient,
    accepts_stop=is_refused,
)
