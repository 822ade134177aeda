"""A part that has refused an argument works afterwards as it did before.

What a call leaves behind when it raises half-way, a part keeps for every later call.
"""

from autograder.checks.property_check import PropertyCheck, reads_anything

CHECK = PropertyCheck(
    id="recovery",
    title="right after a refusal",
    groups=frozenset({"recovery"}),
    wants=reads_anything,
    # A call that is wrong at any time is no news here.
    needs="value",
)
