"""Say when an unknown mistake shows, from the pattern of what passes and what fails.

Used where no misconception explains a task. Each pattern is a fact about the cases of the task: it
holds for all that fail, and some that pass show that it could have been otherwise. The codes are
put into words by `reports/wording.py`.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from autograder.checks.property_check import reads_leaf_gradient
from autograder.diagnosis.signatures import Observed, find_failing, key_of
from autograder.exercises import Task
from autograder.oracles.agreement import within
from autograder.oracles.bank import Case
from autograder.programs.program import Read
from autograder.programs.titles import GROUPS
from autograder.records import Observation, Pattern

# One case alone shows no pattern.
FEWEST_CASES = 2
MOST_PATTERNS = 3

# Two ratios agree when this much does: they come from numbers that agree to 1e-9.
RATIO_TOLERANCE = 1e-7


@dataclass(frozen=True)
class Sight:
    """One case that was run: its program, what it gave, and whether some check fails it."""

    case: Case
    observation: Observation
    fails: bool

    @cached_property
    def wrong(self) -> list[int]:
        """The numbers of the reads of data and gradients that are wrong."""
        return [i for i, right in self.compared if not right]

    @cached_property
    def compared(self) -> list[tuple[int, bool]]:
        """The reads of data and gradients that were made, and whether each is right."""
        case, values = self.case, self.observation.values
        return [
            (i, within(values[i], case.expected[i], case.tolerance[i]))
            for i, read in enumerate(case.program.reads[: len(values)])
            if read.quantity in ("data", "grad", "number")
        ]

    @property
    def group(self) -> str:
        """What the case's form is selected by."""
        return GROUPS[self.case.form]

    @cached_property
    def applied(self) -> int:
        """How many operators, functions and methods the program applies."""
        return sum(i[0] in ("operator", "call", "method") for i in self.case.program.instructions)

    @cached_property
    def numbers(self) -> list[float]:
        """The data of the program's leaves."""
        return [i[1] for _, i in self.case.program.producers() if i[0] == "leaf"]


def find_patterns(task: Task, observed: Observed) -> tuple[Pattern, ...]:
    """Return what the failing cases of a task have in common, the most telling first."""
    failing = find_failing(task, observed)
    seen = [Sight(case, observation, key_of(case) in failing) for case, observation in observed]
    failed = [sight for sight in seen if sight.fails]
    if len(failed) < FEWEST_CASES:
        return ()
    passed = [sight for sight in seen if not sight.fails]
    # Where several operators meet, wrong numbers mix with right ones and show no factor.
    simple = [sight for sight in failed if sight.applied <= 1]
    plainest = simple if len(simple) >= FEWEST_CASES else failed
    found = [
        *find_common_trait(failed, passed),
        *find_factor(plainest),
        *find_wrong_numbers(plainest),
    ]
    return tuple(found[:MOST_PATTERNS])


# What a case can have; the first that all failing ones have and no passing one has is told.
TRAITS: dict[str, Callable[[Sight], bool]] = {
    "only-reused": lambda sight: sight.group in ("reuse", "same"),
    "only-number": lambda sight: sight.group == "number",
    "only-repeated": lambda sight: sight.group == "repeated",
    "only-value-exponent": lambda sight: sight.group == "value-exponent",
    "only-negative": lambda sight: any(number < 0 for number in sight.numbers),
    "only-positive": lambda sight: bool(sight.numbers) and min(sight.numbers) > 0,
    "only-zero": lambda sight: 0 in sight.numbers,
}


def find_common_trait(failed: Sequence[Sight], passed: Sequence[Sight]) -> Iterator[Pattern]:
    """Yield the trait that tells the failing cases from the passing ones."""
    for code, has in TRAITS.items():
        if all(map(has, failed)) and passed and not any(map(has, passed)):
            yield Pattern(code)
            return
    # A trait that passing cases share says little, unless it is reuse: not every reuse is at risk.
    is_reused = TRAITS["only-reused"]
    if passed and all(map(is_reused, failed)) and sum(not is_reused(s) for s in passed) > 1:
        yield Pattern("only-reused")


def find_wrong_numbers(failed: Sequence[Sight]) -> Iterator[Pattern]:
    """Yield which numbers are wrong: values or gradients alone, or those of one operand."""
    sights = [sight for sight in failed if sight.observation.stop is None and sight.wrong]
    if len(sights) < FEWEST_CASES or len(sights) < len(failed):
        return
    kinds = {is_gradient(sight, i) for sight in sights for i in sight.wrong}
    if kinds == {True}:
        yield Pattern("values-right")
    elif kinds == {False} and all(has_right_gradient(sight) for sight in sights):
        yield Pattern("gradients-right")
    operands = {operand_of(sight, i) for sight in sights for i in sight.wrong}
    if len(operands) == 1 and operands <= {0, 1} and kinds == {True}:
        yield Pattern(f"only-operand-{operands.pop() + 1}")


def is_gradient(sight: Sight, index: int) -> bool:
    """Say whether a read is of a gradient."""
    return reads_leaf_gradient(sight.case.program, sight.case.program.reads[index])


def has_right_gradient(sight: Sight) -> bool:
    """Say whether some gradient was read, and is right."""
    return any(right and is_gradient(sight, i) for i, right in sight.compared)


def operand_of(sight: Sight, index: int) -> int:
    """Return which operand of the program's only operator a read speaks of, −1 where that is none.

    A node that is both operands is neither.
    """
    program = sight.case.program
    read: Read = program.reads[index]
    operators = [rest for word, *rest in program.instructions if word == "operator"]
    if len(operators) != 1:
        return -1
    places = [i for i, register in enumerate(operators[0][1:]) if register == read.register]
    return places[0] if len(operators[0]) > 2 and len(places) == 1 else -1


def find_factor(failed: Sequence[Sight]) -> Iterator[Pattern]:
    """Yield by what all wrong numbers are wrong: they are 0, negated, or off by one factor.

    The factor may be another one in each program: the exponent, an operand or the result.
    """
    pairs = [
        (sight, sight.observation.values[i], sight.case.expected[i])
        for sight in failed
        for i in sight.wrong
        if sight.case.expected[i] and math.isfinite(sight.observation.values[i])
    ]
    if len(pairs) < FEWEST_CASES or len(pairs) < sum(len(sight.wrong) for sight in failed):
        return
    if all(value == 0 for _, value, _ in pairs):
        yield Pattern("stays-zero")
        return
    ratios = [(sight, value / expected) for sight, value, expected in pairs]
    first = ratios[0][1]
    if all(is_near(ratio, first) for _, ratio in ratios):
        yield Pattern("negated") if is_near(first, -1.0) else Pattern("factor", f"{first:.6g}")
        return
    for name, number_of in FACTORS.items():
        factors = [number_of(sight) for sight, _ in ratios]
        known = [factor for factor in factors if factor]
        if len(known) < len(factors) or len({round(factor, 9) for factor in known}) < FEWEST_CASES:
            continue
        if all(is_near(r, f) for (_, r), f in zip(ratios, known, strict=True)):
            yield Pattern("factor-too-many", name)
            return
        if all(is_near(r * f, 1.0) for (_, r), f in zip(ratios, known, strict=True)):
            yield Pattern("factor-missing", name)
            return


def is_near(one: float, other: float) -> bool:
    """Say whether two ratios agree."""
    return math.isclose(one, other, rel_tol=RATIO_TOLERANCE)


def exponent_of(sight: Sight) -> float | None:
    """Return the constant exponent of a program with one power."""
    program = sight.case.program
    filled = dict(program.producers())
    powers = [i for i in program.instructions if i[:2] == ("operator", "pow")]
    exponents = [filled[i[3]][1] for i in powers if filled[i[3]][0] == "constant"]
    return float(exponents[0]) if len(exponents) == 1 else None


def operand_data(place: int) -> Callable[[Sight], float | None]:
    """Return what gives the data of an operand of the program's only operator."""

    def data_of(sight: Sight) -> float | None:
        program = sight.case.program
        operators = [rest for word, *rest in program.instructions if word == "operator"]
        if len(operators) != 1 or len(operators[0]) <= place + 1:
            return None
        word, *rest = dict(program.producers())[operators[0][place + 1]]
        return float(rest[0]) if word in ("leaf", "constant") else None

    return data_of


def output_data(sight: Sight) -> float | None:
    """Return the expected data of the program's output."""
    for read, expected in zip(sight.case.program.reads, sight.case.expected, strict=True):
        if read.quantity == "data" and not read.after_backward:
            return expected
    return None


FACTORS: dict[str, Callable[[Sight], float | None]] = {
    "exponent": exponent_of,
    "first operand": operand_data(0),
    "second operand": operand_data(1),
    "result": output_data,
}
