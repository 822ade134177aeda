"""Numbers that notice what a function leaves out of the graph. Used by the twin of gradcheck.

No derivative is known here. A function is run on numbers that are kept three times: as they are,
with one of them moved, and moved while all that the function detaches is held where it was. The
second run shows the slope of the function; the third one shows the gradient, since what is detached
is no part of the graph.
"""

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

from autograder.oracles.twin_node import TwinTensor, at_each_place

RUNS = 3

# PyTorch's own step, and what it forgives: an absolute part and one relative to the slope.
STEP = 1e-6
ABSOLUTE_TOLERANCE, RELATIVE_TOLERANCE = 1e-5, 1e-3


def traced(function: Callable[..., float]) -> Callable[..., Any]:
    """Return a method that applies a function of numbers at each place, in each run."""

    def method(*operands: Any) -> "Traced":
        runs = [
            [x.runs[run] if isinstance(x, Traced) else x for x in operands] for run in range(RUNS)
        ]
        return Traced([at_each_place(function, numbers) for numbers in runs])

    return method


class Traced:
    """The numbers of a tensor, or one of them, in each run."""

    def __init__(self, runs: Sequence[Any]) -> None:
        self.runs = runs

    __add__, __sub__, __mul__ = map(traced, (operator.add, operator.sub, operator.mul))
    __radd__, __rmul__, __neg__ = __add__, __mul__, traced(operator.neg)
    __rsub__ = traced(lambda x, y: y - x)
    tanh, relu = traced(math.tanh), traced(lambda x: max(x, 0.0))

    def __getitem__(self, index: int) -> "Traced":
        return Traced([run[index] for run in self.runs])

    def sum(self) -> "Traced":
        """Return the sum of all numbers."""
        return Traced([run.sum() for run in self.runs])

    def detach(self) -> "Traced":
        """Return the same numbers, held where they are in the third run."""
        start, moved, _ = self.runs
        return Traced([start, moved, start])


def tells_its_slopes(function: Callable[[Any], Any], point: Sequence[float]) -> bool:
    """Say whether a function detaches nothing that its slopes at a point would show."""
    start = TwinTensor(point)
    for index in range(len(point)):
        moved = TwinTensor([x + STEP * (i == index) for i, x in enumerate(point)])
        result = function(Traced([start, moved, moved]))
        for before, after, held in zip(*result.runs, strict=True):
            slope, gradient = (after - before) / STEP, (held - before) / STEP
            if abs(slope - gradient) > ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * abs(gradient):
                return False
    return True
