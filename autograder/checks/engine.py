"""All operators together: every number of every program of the whole engine."""

from autograder.checks.property_check import SEVERAL, PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="engine",
    title="all operators together",
    groups=frozenset({SEVERAL, "plain", "number", "reuse", "same"}),
    wants=reads_anything,
)
