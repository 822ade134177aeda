"""Forms of training loops show what they are there for, whatever numbers are drawn."""

import random
from collections.abc import Sequence

import pytest

from autograder.oracles.pytorch import observe_pytorch
from autograder.oracles.reference import observe_reference
from autograder.programs.calls.catalogue import CALL_FORMS
from autograder.programs.calls.family import Numbers
from autograder.programs.program import Program

SEEDS = range(100)


def write(form: str, seed: int) -> Program:
    return CALL_FORMS[form].write(Numbers(random.Random(seed)))  # noqa: S311 no secret


def observe(program: Program) -> Sequence[float]:
    observed = observe_reference(program) or observe_pytorch(program)
    assert observed is not None
    return observed


def losses_of(form: str, seed: int) -> Sequence[float]:
    program = write(form, seed)
    pairs = zip(program.reads, observe(program), strict=True)
    return [number for read, number in pairs if read.quantity == "number"]


def start_of(program: Program) -> tuple[float, ...]:
    """Return the numbers that the parameters begin with."""
    return next(i[3:] for i in program.instructions if i[:1] == ("fill",) and i[2] == "data")


def lists_of(program: Program) -> list[list[float]]:
    """Return the lists of plain numbers that a program makes."""
    producers = dict(program.producers())
    items = [[producers[i] for i in of] for word, *of in producers.values() if word == "list"]
    return [[i[1] for i in made] for made in items if all(i[0] == "constant" for i in made)]


def with_steps_taken_away(program: Program) -> Program:
    """Return a training of one step less."""
    call = next(i for i in program.instructions if i[:2] == ("call", "train"))
    steps = call[5]
    register, found = 0, []
    for instruction in program.instructions:
        if instruction[0] not in ("fill", "read", "inspect"):
            if register == steps:
                instruction = ("constant", instruction[1] - 1)
            register += 1
        found.append(instruction)
    return Program(tuple(found))


@pytest.mark.parametrize("form", ["train-losses-growing", "batches-losses-growing"])
def test_a_loss_that_is_said_to_grow_does(form: str) -> None:
    for seed in SEEDS:
        first, second, *_ = losses_of(form, seed)
        assert first < second, seed


@pytest.mark.parametrize(
    "form",
    ["train-2", "train-3", "train-4", "train-5", "train-7", "train-far", "train-overshoot"],
)
def test_every_step_moves_some_parameter_far_beyond_any_tolerance(form: str) -> None:
    for seed in SEEDS:
        program = write(form, seed)
        after, before = observe(program), observe(with_steps_taken_away(program))
        assert max(abs(x - y) for x, y in zip(after, before, strict=True)) > 1e-5, seed


def test_a_training_near_its_target_still_moves() -> None:
    for seed in SEEDS:
        program = write("train-near", seed)
        moves = [abs(x - y) for x, y in zip(observe(program), start_of(program), strict=True)]
        assert 1e-7 < max(moves) < 1e-3, seed


def test_the_last_step_near_a_target_moves_beyond_any_tolerance() -> None:
    for seed in SEEDS:
        program = write("train-near", seed)
        after, before = observe(program), observe(with_steps_taken_away(program))
        # Tolerances of these small numbers are near 1e-10.
        assert max(abs(x - y) for x, y in zip(after, before, strict=True)) > 1e-8, seed


@pytest.mark.parametrize("form", ["train-arguments", "batches-arguments"])
def test_lists_whose_order_is_looked_at_have_an_order_to_lose(form: str) -> None:
    for seed in SEEDS:
        program = write(form, seed)
        lists = [items for items in lists_of(program) if len(items) >= 4]
        assert lists, seed
        for items in lists:
            assert items not in (sorted(items), sorted(items)[::-1], items[::-1]), seed


def test_no_training_far_from_its_target_begins_with_small_gradients() -> None:
    for seed in SEEDS:
        program = write("train-far", seed)
        call = next(i for i in program.instructions if i[:2] == ("call", "train"))
        rate = [i for i in program.instructions if i[0] not in ("fill", "read", "inspect")][call[6]]
        first = observe(with_steps_taken_away(program))
        moves = [abs(x - y) for x, y in zip(first, start_of(program), strict=True)]
        assert max(moves) / rate[1] > 2, seed


def test_rates_of_three_and_more_batches_go_up_and_down() -> None:
    for seed in SEEDS:
        program = write("batches-3", seed)
        call = next(i for i in program.instructions if i[:2] == ("call", "train_on_batches"))
        made = [i for i in program.instructions if i[0] not in ("fill", "read", "inspect")]
        rates = [made[register][1] for register in made[call[4]][1:]]
        assert sorted(rates) not in (rates, rates[::-1])
        assert len(set(rates)) == len(rates) == 3
