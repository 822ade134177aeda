"""The numbers that a part of a network starts with are drawn, each by itself, from −1 to 1.

Which numbers they are is free. From equal ones, neurons would stay equal for ever.
"""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="start",
    title="the starting numbers",
    groups=frozenset({"start"}),
    wants=reads_anything,
)
