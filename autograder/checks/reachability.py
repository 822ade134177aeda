"""Every leaf that the output depends on gets a gradient.

A leaf whose gradient stays exactly 0 is not connected to the output. Programs that use a node again
say nothing: there a wrong share can cancel a right one.
"""

from autograder.checks.property_check import PropertyCheck, reads_leaf_gradient


def is_reached(observed: float, expected: float, tolerance: float) -> bool:
    """Say whether a gradient that should not be zero is not; how large it is does not matter."""
    return observed != 0 or abs(expected) <= tolerance


CHECK = PropertyCheck(
    id="reachability",
    title="every input is reached by its gradient",
    groups=frozenset({"plain"}),
    wants=reads_leaf_gradient,
    compare=is_reached,
)
