"""An int, a float or a bool on the right is accepted like a Value."""

from autograder.checks.property_check import PropertyCheck, reads_numbers

CHECK = PropertyCheck(
    id="numbers",
    title="plain numbers as second operand",
    groups=frozenset({"number"}),
    wants=reads_numbers,
)
