"""What a node keeps of how it was made: its operands, its operator, its label."""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="record",
    title="what a node keeps",
    groups=frozenset({"record"}),
    wants=reads_anything,
)
