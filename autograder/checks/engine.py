"""All operators together: every number of every program of the whole engine."""

from autograder.checks.property_check import PropertyCheck, reads_anything
from autograder.programs.titles import SEVERAL

CHECK = PropertyCheck(
    id="engine",
    title="all operators together",
    groups=frozenset({SEVERAL, "plain", "number", "reuse", "same"}),
    wants=reads_anything,
)
