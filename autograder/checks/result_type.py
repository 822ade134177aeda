"""An operator's result is a Value, so that it can be used further.

Plain numbers as operands are the business of `numbers`: whoever refuses them loses no mark here.
"""

from autograder.checks.property_check import PropertyCheck
from autograder.programs.program import Program, Read


def reads_type(program: Program, read: Read) -> bool:
    """Say whether the number tells if the result is a node."""
    return read.quantity == "node"


CHECK = PropertyCheck(
    id="result-type",
    title="the result is a Value",
    groups=frozenset({"plain"}),
    wants=reads_type,
)
