"""What a family of calls is: forms that are written with fresh numbers each time.

Used by the topics beside it, and by the drawing of banks. A form is to a function or class what
`forms.py` has for operators: the smallest programs in which it goes wrong.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autograder.programs.program import Program, ProgramBuilder

# Short decimals, so that a student can follow a program by hand.
GRID = 0.05
LOWEST, HIGHEST = 5, 60  # steps of the grid: 0.25 to 3


class Numbers:
    """A source of numbers for one program."""

    def __init__(self, source: random.Random) -> None:
        self.source = source

    def positive(self) -> float:
        """Return a short decimal from 0.25 to 3."""
        return round(self.source.randint(LOWEST, HIGHEST) * GRID, 2)

    def any(self) -> float:
        """Return a short decimal in ±[0.25, 3]."""
        return self.positive() * self.source.choice((1, -1))

    def small(self) -> float:
        """Return a short decimal in ±[0.05, 1], as a weight is."""
        return round(self.source.randint(1, 20) * GRID, 2) * self.source.choice((1, -1))

    def several(self, count: int) -> list[float]:
        """Return different short decimals."""
        found: list[float] = []
        while len(found) < count:
            number = self.any()
            if number not in found:
                found.append(number)
        return found

    def weights(self, count: int) -> list[float]:
        """Return short decimals of a weight's size."""
        return [self.small() for _ in range(count)]

    def choice(self, choices: Sequence[float]) -> float:
        """Return one of several numbers."""
        return self.source.choice(choices)


@dataclass(frozen=True, slots=True)
class CallForm:
    """A form of a call: its id, what a student reads, its group for the checks, how to write it."""

    id: str
    title: str
    group: str
    write: Callable[[Numbers], Program]

    @property
    def varies(self) -> bool:
        """Whether other numbers make another program: the order of parameters has none in it."""
        one, other = (self.write(Numbers(random.Random(seed))) for seed in (0, 1))  # noqa: S311
        return one != other


@dataclass(frozen=True, slots=True)
class Family:
    """The forms of the calls that judge one task, smallest first."""

    id: str
    forms: tuple[CallForm, ...]


def without(forms: Sequence[CallForm], *ends: str) -> tuple[CallForm, ...]:
    """Return the forms whose ids do not end so: an exercise of many tasks has room for few."""
    return tuple(form for form in forms if form.id.rpartition("-")[2] not in ends)


def finish(builder: ProgramBuilder) -> Program:
    """Return the program as it stands."""
    return Program(tuple(builder.instructions))


def draw_fine(numbers: Numbers) -> float:
    """Return a number of many digits, which rounding would change."""
    return round(numbers.any() + numbers.choice((1, 2, 4, 5, 7, 8)) / 9, 9)
