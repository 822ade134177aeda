"""A result is of the kind that the text names: a float, a bool, a tensor in float64, nothing.

A tensor in the place of a float holds the right number, and still is no float.
"""

from autograder.checks.property_check import PropertyCheck
from autograder.programs.program import Program, Read

KINDS = frozenset({"float", "bool", "none", "float64"})


def reads_kind(program: Program, read: Read) -> bool:
    """Say whether the number tells if a result is of the right kind."""
    return read.quantity in KINDS


CHECK = PropertyCheck(
    id="kind",
    title="results of the right kind",
    groups=frozenset({"plain"}),
    wants=reads_kind,
    # Numbers that are all wrong earn nothing for being floats.
    needs="value",
)
