"""An operator and its backward rule leave the data of every node alone."""

from autograder.checks.property_check import PropertyCheck, reads_data_again

CHECK = PropertyCheck(
    id="purity",
    title="nodes keep their data",
    groups=frozenset({"plain", "reuse", "same"}),
    wants=reads_data_again,
    needs="value",
)
