"""Forward value of an operator."""

from autograder.checks.property_check import PropertyCheck, reads_output

CHECK = PropertyCheck(
    id="value",
    title="the forward value",
    groups=frozenset({"plain", "same"}),
    wants=reads_output,
)
