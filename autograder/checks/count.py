"""How many parts or parameters there are, and where each of them stands."""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="count",
    title="number and order",
    groups=frozenset({"count"}),
    wants=reads_anything,
)
