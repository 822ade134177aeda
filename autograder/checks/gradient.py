"""Gradient of every operand where nothing is used twice."""

from autograder.checks.property_check import PropertyCheck, reads_leaf_gradient

CHECK = PropertyCheck(
    id="gradient",
    title="the gradient",
    groups=frozenset({"plain"}),
    wants=reads_leaf_gradient,
)
