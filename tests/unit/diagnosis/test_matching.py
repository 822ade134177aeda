"""A name is given where failing and passing cases leave one: on a small exercise of squares."""

from collections.abc import Mapping, Sequence

import pytest

from autograder.diagnosis.catalogue import (
    NO_CATALOGUE,
    Catalogue,
    catalogue_text,
    parse_catalogue,
    parse_signatures,
    signatures_text,
)
from autograder.diagnosis.matching import find_fitting, name_all
from autograder.diagnosis.signatures import (
    Signature,
    is_same,
    is_same_number,
    parse_signature,
    signature_data,
)
from autograder.errors import CourseSourceError
from autograder.exercises import Task
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Misconception, Observation, Outcome, Stop

TASK = Task("exp", "exp", "Value.exp", ("exp",), {"value": 1.0}, "name")
NAMES = ("doubled", "negated", "shifted")
MISCONCEPTIONS = {name: Misconception(name, name, "b", "w", "h") for name in NAMES}


def make_case(number: float, *, hidden: bool = False) -> Case:
    """Return a program that reads one node's data, which is right when it is the number itself."""
    program = Program((("leaf", number), ("read", 0, "data")))
    return Case(f"exp-{number}", "exp", "alone", program, (number,), (1e-9,), hidden)


CASES = [make_case(1.0), make_case(2.0), make_case(3.0), make_case(4.0, hidden=True)]
RIGHT = {case: case.expected[0] for case in CASES}
WRONG: dict[str, dict[Case, float]] = {
    "doubled": {case: 2 * case.expected[0] for case in CASES},
    "negated": {**RIGHT, CASES[1]: -2.0},
    "shifted": {**RIGHT, CASES[3]: 5.0},
    "shifted-too": {**RIGHT, CASES[3]: 5.0},
}
RAISES = Observation((), Stop(Outcome.RAISED, "TypeError", "no"), 1)


def sign(mutant: str, *, hidden: bool) -> Mapping[str, object]:
    """Return a mutant's signature on public or on hidden cases."""
    prefix = "hidden/" if hidden else ""
    failing = {
        f"{prefix}{case.id}": Observation((value,))
        for case, value in WRONG[mutant].items()
        if value != case.expected[0] and case.hidden == hidden
    }
    return signature_data(Signature((mutant,), "key", {"exp": failing} if failing else {}))


def make_catalogue(*mutants: str, hidden: bool = True) -> Catalogue:
    """Return a catalogue of mutants, each with an entry of its own name if there is one."""
    return Catalogue(
        {MISCONCEPTIONS[name]: (name,) for name in mutants if name in NAMES},
        [sign(name, hidden=False) for name in mutants],
        [sign(name, hidden=True) for name in mutants] if hidden else None,
    )


def names_of(numbers: Mapping[Case, float], catalogue: Catalogue) -> list[tuple[str, ...]]:
    """Return the names that a hand-in with these numbers gets."""
    observed = [(case, Observation((value,))) for case, value in numbers.items()]
    found = name_all(find_fitting(TASK, observed, catalogue), catalogue)
    return [tuple(entry.id for entry in alternative) for alternative in found]


ALL = make_catalogue("doubled", "negated", "shifted")


@pytest.mark.parametrize("mutant", NAMES)
def test_a_mutant_is_named_as_itself(mutant: str) -> None:
    assert [(mutant,)] == names_of(WRONG[mutant], ALL)


def test_rounding_does_not_matter() -> None:
    assert [("doubled",)] == names_of({c: v + 1e-10 for c, v in WRONG["doubled"].items()}, ALL)


@pytest.mark.parametrize(
    "changed",
    [
        {CASES[0]: 1.0},  # a case passes that the mutant fails
        {CASES[0]: 2.0001},  # a case fails otherwise
        {CASES[3]: 4.0},  # a hidden case passes
    ],
)
def test_one_other_number_takes_the_name_away(changed: dict[Case, float]) -> None:
    assert [] == names_of({**WRONG["doubled"], **changed}, ALL)


def test_one_more_failing_case_takes_the_name_away() -> None:
    assert [] == names_of({**WRONG["negated"], CASES[2]: -3.0}, ALL)


def test_right_work_has_no_name() -> None:
    assert [] == names_of(RIGHT, ALL)


def test_a_fault_without_a_name_that_fits_as_well_takes_the_name_away() -> None:
    assert [] == names_of(WRONG["shifted"], make_catalogue("shifted", "shifted-too"))


def test_hidden_cases_are_left_out_where_no_numbers_are_known_for_them() -> None:
    public = make_catalogue(*NAMES, hidden=False)
    assert [("negated",)] == names_of({**WRONG["negated"], CASES[3]: 9.0}, public)
    assert [] == names_of(WRONG["shifted"], public)


def test_look_alikes_are_named_together_as_long_as_they_are_few() -> None:
    for count in (2, 3, 4):
        entries = {
            Misconception(f"m{i}", "t", "b", "w", "h"): (f"doubled{i}",) for i in range(count)
        }
        raw = [{**sign("doubled", hidden=False), "mutants": [f"doubled{i}"]} for i in range(count)]
        numbers = {case: value for case, value in WRONG["doubled"].items() if not case.hidden}
        expected = [(f"m{i}",) for i in range(count)] if count < 4 else []
        assert expected == names_of(numbers, Catalogue(entries, raw))


def test_two_together_are_named_where_no_single_one_fits() -> None:
    both = signature_data(
        Signature(("doubled", "negated"), "k", {"exp": {"exp-1.0": Observation((-7.0,))}})
    )
    public = make_catalogue(*NAMES, hidden=False)
    catalogue = Catalogue(public.entries, [*public.public, both])
    numbers = {**RIGHT, CASES[0]: -7.0}
    assert [("doubled", "negated")] == names_of(numbers, catalogue)


def test_that_a_program_does_not_end_tells_no_name() -> None:
    endless = Observation((), Stop(Outcome.TIMED_OUT), 1)
    raw = signature_data(Signature(("doubled",), "k", {"exp": {"exp-1.0": endless}}))
    catalogue = Catalogue({MISCONCEPTIONS["doubled"]: ("doubled",)}, [raw])
    observed = [(CASES[0], endless), (CASES[1], Observation((2.0,)))]
    assert [] == find_fitting(TASK, observed, catalogue)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (RAISES, Observation((), Stop(Outcome.RAISED, "TypeError", "no", 2, 7), 1), True),
        (RAISES, Observation((), Stop(Outcome.RAISED, "TypeError", "yes"), 1), False),
        (RAISES, Observation((), Stop(Outcome.RAISED, "ValueError", "no"), 1), False),
        (RAISES, Observation((), Stop(Outcome.RAISED, "TypeError", "no"), 0), False),
        (RAISES, Observation((1.0,)), False),
        (
            Observation((), Stop(Outcome.RAISED, "RecursionError", "in a call"), 1),
            Observation((), Stop(Outcome.RAISED, "RecursionError", "in a comparison"), 1),
            True,
        ),
        (
            Observation((), Stop(Outcome.RAISED, "TypeError", "<f at 0x7f01>"), 1),
            Observation((), Stop(Outcome.RAISED, "TypeError", "<f at 0x7f99>"), 1),
            True,
        ),
        (Observation((1.0,)), Observation((1.0, 2.0)), False),
    ],
)
def test_stops_agree_but_for_where_and_how_deep(
    one: Observation, other: Observation, same: bool
) -> None:
    assert same == is_same(one, other, CASES[0]) == is_same(other, one, CASES[0])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (float("nan"), float("nan"), True),
        (float("inf"), float("inf"), True),
        (float("inf"), float("-inf"), False),
        (float("nan"), 1.0, False),
        (1.0, float("nan"), False),
        (1e30, 1e30 * (1 + 1e-12), True),
        (1e30, 1e30 * (1 + 1e-6), False),
    ],
)
def test_numbers_agree_within_rounding(one: float, other: float, same: bool) -> None:
    assert same == is_same_number(one, other, 1e-9)


def test_a_signature_survives_json() -> None:
    seen = {
        "a": Observation((1.5, float("nan"), float("-inf"))),
        "b": Observation((0.25,), Stop(Outcome.RAISED, "TypeError", "no"), 3),
    }
    signature = Signature(("one", "two"), "key", {"exp": seen})
    again = parse_signature(signature_data(signature))
    assert repr(signature) == repr(again)  # NaN is not equal to itself


def test_a_catalogue_survives_its_file() -> None:
    public = make_catalogue(*NAMES, hidden=False)
    again = parse_catalogue(catalogue_text(public), "where", "remedy")
    assert (public.entries, list(public.public)) == (again.entries, again.public)
    kept, made_from = parse_signatures(signatures_text(public.public, "hash"))
    assert (list(public.public), "hash") == (kept, made_from)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "other"}', '{"format": 1}'])
def test_a_file_that_is_no_catalogue_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(CourseSourceError, match=r"(?s)file\.json: .*cannot be read.*Release it"):
        parse_catalogue(text, "file.json", "Release it again.")
    assert ((), "") == parse_signatures(text)  # these are made anew


def test_without_a_catalogue_nothing_has_a_name() -> None:
    numbers: Sequence[tuple[Case, Observation]] = [(CASES[0], Observation((2.0,)))]
    assert [] == find_fitting(TASK, numbers, NO_CATALOGUE)
