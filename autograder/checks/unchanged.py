"""What is handed in as an argument is the same afterwards."""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="unchanged",
    title="arguments stay as they are",
    groups=frozenset({"unchanged"}),
    wants=reads_anything,
    needs="value",
)
