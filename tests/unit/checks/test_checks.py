"""Each check on observations by hand: what it passes, what fails it, and what it does not see."""

import math
import random

import pytest

from autograder.checks.catalogue import CHECKS
from autograder.oracles.bank import Case
from autograder.programs.calls.catalogue import CALL_FORMS, FAMILIES
from autograder.programs.calls.family import Family, Numbers
from autograder.programs.forms import FORMS
from autograder.programs.titles import GROUPS, SEVERAL, TITLES
from autograder.records import Finding, Observation, Outcome, Stop

RIGHT = (1.0, 2.0, 1.0, -1.0, 5.0, 3.0)
TYPE, VALUE, LEFT_GRADIENT, RIGHT_GRADIENT, LEFT_DATA, RIGHT_DATA = range(6)
GRADIENTS = {LEFT_GRADIENT, RIGHT_GRADIENT}

# Which reads each check compares in a program of every kind of read.
READS = {
    "value": {VALUE},
    "gradient": GRADIENTS,
    "accumulation": GRADIENTS,
    "reflected": set(range(1, 6)),
    "numbers": set(range(1, 6)),
    "exponents": {VALUE} | GRADIENTS,
    "value-exponent": {VALUE} | GRADIENTS,
    "purity": {LEFT_DATA, RIGHT_DATA},
    "result-type": {TYPE},
    "reachability": GRADIENTS,
    "engine": set(range(6)),
    "record": set(range(6)),
    "kept-nodes": set(range(6)),
    "change": set(range(6)),
    "unchanged": set(range(6)),
    "stability": set(range(6)),
    "count": set(range(6)),
    "recovery": set(range(6)),
    "start": set(range(6)),
    "trajectory": set(range(6)),
    "dirty-start": set(range(6)),
    "losses": set(range(6)),
    "kept-arguments": set(range(6)),
}
# These judge an observation as a whole; they have tests of their own.
AS_A_WHOLE = {"order", "refusal", "repeated"}
# It reads what no operator's program has; it has a test of its own.
OF_CALLS = {"kind"}
# How large a gradient is means nothing to reachability.
COMPARING = sorted(set(READS) - {"reachability"})


def judge(check: str, case: Case, values: tuple[float, ...], stop: Stop | None = None) -> Finding:
    """Return what a check says of a case."""
    stopped_at = -1 if stop is None else case.program.reads[len(values)].position - 1
    return CHECKS[check].judge(case, Observation(values, stop, stopped_at))


def with_number(index: int, number: float) -> tuple[float, ...]:
    """Return the right numbers with one of them replaced."""
    return (*RIGHT[:index], number, *RIGHT[index + 1 :])


def test_this_table_knows_every_check() -> None:
    assert set(CHECKS) == set(READS) | AS_A_WHOLE | OF_CALLS
    assert {check.id for check in CHECKS.values() if check.otherwise} == AS_A_WHOLE
    assert list(CHECKS) == [check.id for check in CHECKS.values()]


@pytest.mark.parametrize("check", READS)
def test_right_numbers_pass(check: str, difference: Case) -> None:
    assert Finding(Outcome.PASSED) == judge(check, difference, RIGHT)


@pytest.mark.parametrize("check", READS)
def test_numbers_within_the_tolerance_pass(check: str, difference: Case) -> None:
    nearly = tuple(number + 0.9e-9 for number in RIGHT)
    assert Finding(Outcome.PASSED) == judge(check, difference, nearly)


@pytest.mark.parametrize("index", range(6))
@pytest.mark.parametrize("check", COMPARING)
def test_a_wrong_number_fails_the_checks_that_read_it_and_no_other(
    check: str, index: int, difference: Case
) -> None:
    finding = judge(check, difference, with_number(index, RIGHT[index] + 2e-9))
    expected = Finding(Outcome.FAILED, index) if index in READS[check] else Finding(Outcome.PASSED)
    assert expected == finding


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("check", COMPARING)
def test_what_is_no_finite_number_fails(check: str, number: float, difference: Case) -> None:
    first = min(READS[check])
    expected = Finding(Outcome.FAILED, first)
    assert expected == judge(check, difference, with_number(first, number))


@pytest.mark.parametrize("check", READS)
def test_a_program_that_stops_before_the_wanted_read_has_the_outcome_of_its_stop(
    check: str, difference: Case
) -> None:
    for outcome in (Outcome.RAISED, Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.NOT_RUN):
        stop = Stop(outcome, "RecursionError")
        observed = judge(check, difference, RIGHT[: min(READS[check])], stop)
        assert Finding(outcome, stop=stop) == observed


@pytest.mark.parametrize("check", [c for c in READS if max(READS[c]) < 5])
def test_a_program_that_stops_after_the_wanted_reads_passes(check: str, difference: Case) -> None:
    stop = Stop(Outcome.RAISED, "RecursionError")
    observed = judge(check, difference, RIGHT[: max(READS[check]) + 1], stop)
    assert Finding(Outcome.PASSED) == observed


def test_a_wrong_number_before_the_stop_decides(difference: Case) -> None:
    stop = Stop(Outcome.RAISED, "ValueError")
    observed = judge("engine", difference, (1.0, 2.5), stop)
    assert Finding(Outcome.FAILED, VALUE) == observed


@pytest.mark.parametrize("check", READS)
def test_numbers_missing_without_a_stop_count_as_a_crash(check: str, difference: Case) -> None:
    first = min(READS[check])
    expected = Finding(Outcome.CRASHED, stop=Stop(Outcome.CRASHED))
    assert expected == judge(check, difference, RIGHT[:first])


def test_reachability_passes_a_wrong_gradient_that_is_not_zero(difference: Case) -> None:
    observed = judge("reachability", difference, with_number(RIGHT_GRADIENT, 77.0))
    assert Finding(Outcome.PASSED) == observed


def test_reachability_fails_a_gradient_that_stays_zero(difference: Case) -> None:
    observed = judge("reachability", difference, with_number(RIGHT_GRADIENT, 0.0))
    assert Finding(Outcome.FAILED, RIGHT_GRADIENT) == observed


def test_reachability_passes_a_zero_where_zero_is_right(difference: Case) -> None:
    case = Case("c", "t", "alone", difference.program, (1.0, 2.0, 1.0, 0.0, 5.0, 3.0), (1e-9,) * 6)
    observed = judge("reachability", case, with_number(RIGHT_GRADIENT, 0.0))
    assert Finding(Outcome.PASSED) == observed


# The group of forms whose cases each check takes.
SELECTED = {
    "value": {"plain", "same"},
    "gradient": {"plain"},
    "accumulation": {"reuse", "same"},
    "reflected": {"number"},
    "numbers": {"number"},
    "exponents": {"exponent"},
    "value-exponent": {"value-exponent"},
    "purity": {"plain", "reuse", "same"},
    "result-type": {"plain"},
    "reachability": {"plain"},
    "engine": {SEVERAL, "plain", "number", "reuse", "same"},
    "record": {"record"},
    "order": {"order"},
    "repeated": {"repeated"},
    "kept-nodes": {"kept-nodes"},
    "change": {"change"},
    "unchanged": {"unchanged"},
    "stability": {"extreme"},
    "refusal": {"refusal"},
    "recovery": {"recovery"},
    "kind": {"plain"},
    "count": {"count"},
    "start": {"start"},
    "trajectory": {"trajectory"},
    "dirty-start": {"dirty-start"},
    "losses": {"losses"},
    "kept-arguments": {"kept-arguments"},
}


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_takes_the_cases_of_its_groups_alone(check: str, difference: Case) -> None:
    cases = [Case("c", "t", form, difference.program, RIGHT, (1e-9,) * 6) for form in GROUPS]
    taken = {case.form for case in cases if CHECKS[check].selects(case)}
    assert {form for form, group in GROUPS.items() if group in SELECTED[check]} == taken


def test_every_form_has_a_group_and_a_title() -> None:
    assert set(TITLES) == set(GROUPS)
    forms = {form.id for form in FORMS} | set(CALL_FORMS) | {"pair", "graph", "drawn", "part"}
    assert forms == set(GROUPS)
    assert all(title.strip() for title in TITLES.values())


def test_the_id_of_a_form_is_that_of_no_other_form() -> None:
    ids = [*(form.id for form in FORMS), *CALL_FORMS, "pair", "graph", "drawn", "part"]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.id)
def test_a_form_that_two_families_share_is_the_same_one(family: Family) -> None:
    for form in family.forms:
        known = CALL_FORMS[form.id]
        assert (known.title, known.group) == (form.title, form.group)
        one, other = (f.write(Numbers(random.Random(0))) for f in (known, form))  # noqa: S311 no secret
        assert one == other


def test_the_id_of_a_form_stands_once_in_its_family() -> None:
    for family in FAMILIES.values():
        ids = [form.id for form in family.forms]
        assert len(set(ids)) == len(ids) > 0, family.id


def test_every_group_is_seen_by_a_check() -> None:
    assert set(GROUPS.values()) == {group for check in CHECKS.values() for group in check.groups}


@pytest.mark.parametrize("check", CHECKS)
def test_what_a_check_needs_is_a_check_that_needs_nothing(check: str) -> None:
    needs = CHECKS[check].needs
    expected = {
        "accumulation": "gradient",
        "repeated": "gradient",
        "kept-nodes": "order",
        "purity": "value",
        "value-exponent": "value",
        "unchanged": "value",
        "stability": "value",
        "refusal": "value",
        "recovery": "value",
        "kind": "value",
        "losses": "trajectory",
        "dirty-start": "trajectory",
        "kept-arguments": "trajectory",
    }
    assert expected.get(check, "") == needs
    assert needs == "" or CHECKS[needs].needs == ""


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_has_a_title(check: str) -> None:
    assert CHECKS[check].title.strip()
