"""What a function changes in place has the right numbers afterwards."""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="change",
    title="what is changed in place",
    groups=frozenset({"change"}),
    wants=reads_anything,
)
