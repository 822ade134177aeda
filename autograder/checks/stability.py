"""Right numbers far from 0, where a formula written down directly overflows or loses all digits."""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="stability",
    title="right far from 0",
    groups=frozenset({"extreme"}),
    wants=reads_anything,
    needs="value",
)
