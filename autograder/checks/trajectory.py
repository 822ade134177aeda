"""A training loop takes every step as gradient descent does, from clean gradients.

It is run for one, two, … steps from the same start, and all parameters are compared each time. A
threshold on the loss would pass a loop without zero-grad, which often converges faster.
"""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="trajectory",
    title="the parameters after each step",
    groups=frozenset({"trajectory"}),
    wants=reads_anything,
)
