"""A training loop leaves the rows, targets, batches and rates that it is handed as they are.

The caller trains again with them. A loop that does nothing keeps them as well, so the check says
nothing without the trajectory.
"""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="kept-arguments",
    title="what is handed in stays as it is",
    groups=frozenset({"kept-arguments"}),
    wants=reads_anything,
    needs="trajectory",
)
