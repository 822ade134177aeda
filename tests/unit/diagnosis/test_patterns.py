"""When an unknown mistake shows: numbers of released cases, altered in known ways."""

from collections.abc import Callable

import pytest

from autograder.course import load_public_bank
from autograder.diagnosis.patterns import find_patterns
from autograder.exercises import Exercise
from autograder.oracles.bank import Case
from autograder.programs.program import Read
from autograder.programs.titles import GROUPS
from autograder.records import Observation, Outcome, Pattern, Stop

Alter = Callable[[Case, Read, float], float]


def patterns_of(exercise: Exercise, task_id: str, alter: Alter) -> list[Pattern]:
    """Return the patterns of a hand-in that gives other numbers than right ones."""
    observed = []
    for case in load_public_bank(exercise).cases:
        if case.task == task_id:
            pairs = zip(case.program.reads, case.expected, strict=True)
            values = tuple(alter(case, read, number) for read, number in pairs)
            observed.append((case, Observation(values)))
    return list(find_patterns(exercise.task(task_id), observed))


def gradient(change: Callable[[Case, float], float]) -> Alter:
    """Return what changes gradients alone."""
    return lambda case, read, number: change(case, number) if read.quantity == "grad" else number


def exponent_of(case: Case) -> float:
    """Return the first constant of a program."""
    return float(next(i[1] for i in case.program.instructions if i[0] == "constant"))


def is_reused(case: Case) -> bool:
    """Tell whether a node is used again."""
    return GROUPS[case.form] in ("reuse", "same")


def is_negative(case: Case) -> bool:
    """Tell whether a leaf is below 0."""
    return any(i[0] == "leaf" and i[1] < 0 for i in case.program.instructions)


def is_single(case: Case) -> bool:
    """Tell whether one operator is applied."""
    return len(case.program.operators) == 1


@pytest.mark.parametrize(
    ("task", "alter", "pattern"),
    [
        ("exp", gradient(lambda c, g: g + 1 if is_reused(c) else g), Pattern("only-reused")),
        ("exp", gradient(lambda c, g: g + 1 if is_negative(c) else g), Pattern("only-negative")),
        (
            "exp",
            gradient(lambda c, g: g + 1 if not is_negative(c) else g),
            Pattern("only-positive"),
        ),
        ("exp", gradient(lambda c, g: -g), Pattern("negated")),
        ("exp", gradient(lambda c, g: 2.5 * g), Pattern("factor", "2.5")),
        ("exp", gradient(lambda c, g: 0.0), Pattern("stays-zero")),
        ("exp", gradient(lambda c, g: g + 1), Pattern("values-right")),
        ("exp", lambda c, r, n: n if r.quantity == "grad" else n + 1, Pattern("gradients-right")),
        ("pow", gradient(lambda c, g: g * exponent_of(c)), Pattern("factor-too-many", "exponent")),
        ("exp", gradient(lambda c, g: g / c.expected[1]), Pattern("factor-missing", "result")),
    ],
    ids=lambda value: value.code if isinstance(value, Pattern) else "",
)
def test_the_pattern_is_found(ex04: Exercise, task: str, alter: Alter, pattern: Pattern) -> None:
    def where_one_operator_is(case: Case, read: Read, number: float) -> float:
        if not is_single(case) or case.form.startswith("value-exponent"):
            return number
        return alter(case, read, number) if exponent_of(case) != 0 else number

    by = where_one_operator_is if task == "pow" else alter
    assert pattern in patterns_of(ex04, task, by)


@pytest.mark.parametrize("place", [0, 1])
def test_one_operand_alone_is_told(ex04: Exercise, place: int) -> None:
    def alter(case: Case, read: Read, number: float) -> float:
        operators = [i for i in case.program.instructions if i[0] == "operator"]
        is_it = len(operators) == 1 and operators[0][2 + place] == read.register
        same = len(operators) == 1 and operators[0][2] == operators[0][3]
        return number + 1 if read.quantity == "grad" and is_it and not same else number

    assert Pattern(f"only-operand-{place + 1}") in patterns_of(ex04, "truediv", alter)


def test_a_trait_of_some_that_pass_is_not_told(ex04: Exercise) -> None:
    negative = [c.id for c in load_public_bank(ex04).cases if c.task == "exp" and is_negative(c)]

    def alter(case: Case, number: float) -> float:
        return number + 1 if case.id in negative[:2] else number

    assert "only-negative" not in {
        pattern.code for pattern in patterns_of(ex04, "exp", gradient(alter))
    }


def test_right_work_has_no_pattern(ex04: Exercise) -> None:
    assert [] == patterns_of(ex04, "exp", lambda case, read, number: number)


def test_one_failing_case_shows_no_pattern(ex04: Exercise) -> None:
    first = next(c for c in load_public_bank(ex04).cases if c.task == "exp")
    assert [] == patterns_of(ex04, "exp", lambda c, r, n: n + 1 if c is first else n)


def test_numbers_without_a_rule_show_no_factor(ex04: Exercise) -> None:
    codes = {p.code for p in patterns_of(ex04, "exp", gradient(lambda c, g: g * g + 0.5))}
    assert codes == {"values-right"}


def test_exceptions_alone_can_have_a_pattern(ex04: Exercise) -> None:
    stop = Stop(Outcome.RAISED, "TypeError", "no")
    observed = [
        (case, Observation((), stop, 0) if is_negative(case) else Observation(case.expected))
        for case in load_public_bank(ex04).cases
        if case.task == "exp"
    ]
    assert (Pattern("only-negative"),) == find_patterns(ex04.task("exp"), observed)
