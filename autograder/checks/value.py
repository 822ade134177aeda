"""Forward value of an operator on its own."""

from autograder.checks.property_check import PropertyCheck, reads_output

CHECK = PropertyCheck(
    id="value",
    title="the forward value",
    groups=frozenset({"plain"}),
    wants=reads_output,
)
