"""An operator and its backward rule leave the data of their operands alone."""

from autograder.checks.property_check import PropertyCheck, reads_leaf_data

CHECK = PropertyCheck(
    id="purity",
    title="operands keep their data",
    groups=frozenset({"plain"}),
    wants=reads_leaf_data,
    needs="value",
)
