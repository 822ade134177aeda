"""Gradients add up where a node is used more than once.

A rule that overwrites (`=` for `+=`) loses what the node's other consumers left there.
"""

from autograder.checks.property_check import PropertyCheck, reads_leaf_gradient

CHECK = PropertyCheck(
    id="accumulation",
    title="gradients add up when a node is used again",
    groups=frozenset({"reuse", "same"}),
    wants=reads_leaf_gradient,
    needs="gradient",
)
