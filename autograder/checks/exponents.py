"""Exponents of every kind: negative, zero, one, fractional, and whole ones of a negative base."""

from autograder.checks.property_check import PropertyCheck, reads_output_or_gradient

CHECK = PropertyCheck(
    id="exponents",
    title="exponents of every kind",
    groups=frozenset({"exponent"}),
    wants=reads_output_or_gradient,
)
