"""A plain number on the left: the reflected method keeps the operands in order.

Selects the number forms, which have the number on the left in a reflected task.
"""

from autograder.checks.property_check import PropertyCheck, reads_numbers

CHECK = PropertyCheck(
    id="reflected",
    title="a number on the left, operands in the right order",
    groups=frozenset({"number"}),
    wants=reads_numbers,
)
