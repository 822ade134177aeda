"""To look at a graph changes nothing in it: its nodes keep data and gradients."""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="kept-nodes",
    title="nodes keep what they hold",
    groups=frozenset({"kept-nodes"}),
    wants=reads_anything,
    # What looks at nothing changes nothing.
    needs="order",
)
