"""The losses that a training loop returns, each from before its update."""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="losses",
    title="the losses of each step",
    groups=frozenset({"losses"}),
    wants=reads_anything,
    # From wrong parameters no later loss can be right.
    needs="trajectory",
)
