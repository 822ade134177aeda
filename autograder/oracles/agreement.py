"""How two numbers are compared: the only place that knows a tolerance.

Used by the checks (`within`) and when a bank is drawn (`tolerance_of`). A case's tolerance covers
what right engines differ by, and stays far below any planted error.
"""

import math
from collections.abc import Sequence

# Right engines round differently; 16 times the largest deviation seen leaves room for orders of
# summation that were not tried.
DEVIATION_FACTOR = 16.0

# Relative to the sum of the absolute terms: the companion text's own figure.
RELATIVE_TOLERANCE = 1e-9

# A case whose tolerance would be larger is too sensitive to judge by; an error of 1e-6 of the sum
# is then always caught, with a factor of 100 to spare.
LARGEST_RELATIVE_TOLERANCE = 1e-8


def within(observed: float, expected: float, tolerance: float) -> bool:
    """Say whether an observed number is as expected. NaN and infinity never are.

    >>> within(float("nan"), 1.0, 0.5)
    False
    """
    return math.isfinite(observed) and abs(observed - expected) <= tolerance


def tolerance_of(exact: float, right_answers: Sequence[float], scale: float) -> float | None:
    """Return the tolerance of one observed number, or None when it is too sensitive to judge by.

    `right_answers` are what the accepted ways of writing the program give; `scale` is the sum of
    the absolute terms that make up the number (1 stands for a sum of nothing).
    """
    scale = scale or 1.0
    deviation = max((abs(answer - exact) for answer in right_answers), default=0.0)
    tolerance = max(DEVIATION_FACTOR * deviation, RELATIVE_TOLERANCE * scale)
    # Written so that a NaN deviation refuses the case.
    if not tolerance <= LARGEST_RELATIVE_TOLERANCE * scale:
        return None
    # Three digits: the last ones depend on the machine's mathematical library, and a bank must not.
    return float(f"{tolerance:.3g}")
