"""A training loop does not rely on clean gradients at its start.

A loop that clears gradients only after its update takes its first step with whatever was there.
"""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="dirty-start",
    title="right from gradients that are not zero",
    groups=frozenset({"dirty-start"}),
    wants=reads_anything,
    needs="trajectory",
)
