"""A bank is complete, repeatable, and refused when anything about it does not fit."""

import dataclasses
import json
from collections import Counter
from pathlib import Path

import pytest

from autograder.course import check_design, load_hidden_bank, read_secret
from autograder.errors import BankError
from autograder.exercises import Exercise
from autograder.oracles.agreement import LARGEST_RELATIVE_TOLERANCE
from autograder.oracles.bank import (
    Bank,
    bank_text,
    load_bank,
    parse_bank,
    save_bank,
    secret_id,
)
from autograder.oracles.drawing import MOST_HIDDEN_CASES, draw_bank
from autograder.oracles.ways import run_ways
from autograder.programs.forms import DRAWN_FORM, forms_for
from autograder.programs.graphs import GRAPHS
from autograder.registry import USAGES

REMEDY = "micrograde bank ex04_operators --secret-file course.secret --replace"


def test_a_hidden_bank_holds_at_most_300_different_programs(hidden_bank: Bank) -> None:
    assert len(hidden_bank.cases) == MOST_HIDDEN_CASES == 300
    assert len({case.program for case in hidden_bank.cases}) == 300


def test_every_form_of_every_task_is_there(hidden_bank: Bank, ex04: Exercise) -> None:
    drawn = Counter((case.task, case.form) for case in hidden_bank.cases)
    for task in ex04.tasks:
        if not task.is_whole_engine:
            for usage in USAGES[task.usages[0]].with_variants:
                for form in forms_for(usage):
                    assert drawn[task.id, form.id] == 1, (task.id, form.id)
    assert drawn["engine", "pair"] == 64
    assert drawn["engine", "graph"] == len(GRAPHS) + 1
    # What is left for long programs: few, because the short ones are many.
    assert drawn["engine", "drawn"] >= 15


def test_cases_of_a_task_stand_smallest_first(hidden_bank: Bank, ex04: Exercise) -> None:
    for task in ex04.tasks:
        sizes = [len(c.program.instructions) for c in hidden_bank.cases if c.task == task.id]
        assert sizes == sorted(sizes)


def test_the_same_secret_gives_the_same_bank(hidden_bank: Bank, ex04: Exercise) -> None:
    secret = b"0123456789abcdef0123456789abcdef"
    one, two = draw_bank(ex04, secret), draw_bank(ex04, secret)
    assert one == two
    assert one.content_hash == two.content_hash
    assert one.content_hash != hidden_bank.content_hash


def test_the_demonstrations_bank_is_what_its_secret_gives(ex04: Exercise) -> None:
    examples = Path(__file__).parents[2] / "examples"
    kept = load_hidden_bank(ex04, examples / "demo.secret", lambda done: None)
    assert kept.cases == draw_bank(ex04, read_secret(examples / "demo.secret")).cases


def test_hidden_cases_are_not_the_public_ones(hidden_bank: Bank, ex04: Exercise) -> None:
    public = {case.program for case in draw_bank(ex04, None).cases}
    shared = [case for case in hidden_bank.cases if case.program in public]
    # `2 ** 0` and its like may come up twice by chance.
    assert len(shared) < 5


def test_a_bank_does_not_tell_its_secret(ex04: Exercise) -> None:
    secret = b"0123456789abcdef0123456789abcdef"
    assert secret.decode() not in bank_text(draw_bank(ex04, secret))


def test_no_case_is_too_sensitive_to_judge_by(hidden_bank: Bank) -> None:
    for case in hidden_bank.cases[::10]:
        scales = [max(s) for s in zip(*(run.scales for run in run_ways(case.program)), strict=True)]
        for tolerance, scale in zip(case.tolerance, scales, strict=True):
            assert 0 < tolerance <= LARGEST_RELATIVE_TOLERANCE * (scale or 1)


def test_saved_and_loaded_it_is_the_same_bank(hidden_bank: Bank, tmp_path: Path) -> None:
    path = save_bank(hidden_bank, tmp_path / "banks")
    assert path.name == f"ex04_operators-{hidden_bank.secret_id}-{hidden_bank.name}.json"
    assert load_bank(path, REMEDY) == hidden_bank
    assert [path] == list(path.parent.iterdir())


def altered(text: str, **changes: object) -> str:
    return json.dumps(json.loads(text) | changes)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[: len(text) // 2], "cut short or altered"),
        (lambda text: "", "cut short or altered"),
        (lambda text: "[1, 2]", "no case bank"),
        (lambda text: altered(text, format="micrograde/bank/v0"), "has version"),
        (lambda text: altered(text, cases=[]), "its content hash does not fit"),
        (lambda text: altered(text, design="x"), "its content hash does not fit"),
        (lambda text: text.replace("0.25", "0.26", 1), "its content hash does not fit"),
    ],
)
def test_a_damaged_bank_is_refused_with_the_command_that_makes_it(
    damage: object, message: str, hidden_bank: Bank
) -> None:
    assert callable(damage)
    with pytest.raises(BankError) as caught:
        parse_bank(damage(bank_text(hidden_bank)), "bank.json", REMEDY)
    assert message in caught.value.message
    assert caught.value.where == "bank.json"
    assert REMEDY in caught.value.hint


def test_a_bank_for_other_tasks_is_refused(hidden_bank: Bank, ex04: Exercise) -> None:
    fewer = dataclasses.replace(ex04, tasks=ex04.tasks[1:])
    with pytest.raises(BankError, match="other tasks"):
        check_design(hidden_bank, fewer, Path("bank.json"), REMEDY)


def test_points_may_change_without_a_new_bank(hidden_bank: Bank, ex04: Exercise) -> None:
    task = dataclasses.replace(ex04.tasks[0], checks={"value": 7.0})
    other = dataclasses.replace(ex04, tasks=(task, *ex04.tasks[1:]))
    assert check_design(hidden_bank, other, Path("bank.json"), REMEDY) == hidden_bank


def test_a_secret_has_a_name_that_does_not_tell_it() -> None:
    assert secret_id(b"one") != secret_id(b"two")
    assert len(secret_id(b"one")) == 8


def test_reductions_are_kept_with_their_case(hidden_bank: Bank) -> None:
    read = parse_bank(bank_text(hidden_bank), "a bank", REMEDY)
    assert hidden_bank == read
    assert all(bool(case.reductions) <= (case.form == DRAWN_FORM) for case in read.cases)
    assert any(case.reductions for case in read.cases)
