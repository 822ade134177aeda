"""Calls of training loops: where the parameters are after each step, and what is returned.

Used by `training.py`, for `train` and `train_on_batches`. A step costs every submission time, so
the networks are small. Starts and rates are chosen so that a loop that goes another way shows it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from autograder.programs.calls.family import CallForm, Family, Numbers, finish, without
from autograder.programs.calls.network import count_parameters, read_all
from autograder.programs.program import Program, ProgramBuilder

RATES = (0.05, 0.1, 0.02, 0.15)  # the losses of these small networks go down with each
LABELS = (1, -1)
WHOLE = (-2, -1, 0, 1, 2)
STRENGTHS = (0.05, 0.02, 0.1)

# What a program reads at its end.
PARAMETERS, LOSSES, ARGUMENTS = "parameters", "losses", "arguments"


@dataclass(frozen=True, slots=True)
class Shape:
    """A network's size, and the class that makes it."""

    inputs: int = 2
    sizes: tuple[int, ...] = (2, 1)
    name: str = "MLP"

    @property
    def count(self) -> int:
        """The number of parameters."""
        return count_parameters(self.inputs, self.sizes)


SMALL = Shape()
ONE_NEURON = Shape(1, (1,))
WIDE = Shape(2, (3, 1))
DEEP = Shape(2, (2, 2, 1))
THREE_INPUTS = Shape(3, (2, 1))
# The score of an MLP never leaves the margin; this one is doubled.
SCORER = Shape(1, (1,), "Scorer")


class Training:
    """A program that trains one network, in one call or in several."""

    def __init__(
        self, shape: Shape, numbers: Numbers, data: Sequence[float] = (), *, dirty: bool = False
    ) -> None:
        self.shape = shape
        self.numbers = numbers
        self.builder = builder = ProgramBuilder()
        size = builder.constant(shape.inputs), builder.numbers(*shape.sizes)
        self.model = builder.produce("call", shape.name, *size)
        self.parameters = builder.produce("method", self.model, "parameters")
        builder.do("fill", self.parameters, "data", *(data or numbers.weights(shape.count)))
        if dirty:
            builder.do("fill", self.parameters, "grad", *numbers.weights(shape.count))
        self.losses: list[tuple[int, int]] = []  # what each call returned, and its length
        self.arguments: list[tuple[int, Any]] = []  # what it was handed, and what that holds

    def rows(self, count: int) -> list[list[float]]:
        """Return rows of short decimals."""
        return [[self.numbers.any() for _ in range(self.shape.inputs)] for _ in range(count)]

    def labels(self, count: int) -> list[float]:
        """Return labels, of both kinds where there are several."""
        first = self.numbers.choice(LABELS)
        return [first, -first, *(self.numbers.choice(LABELS) for _ in range(count))][:count]

    def batches(self, sizes: Sequence[int], *, mixed: bool = False) -> list[list[Any]]:
        """Return batches of so many rows each."""
        label = self.mixed_labels if mixed else self.labels
        return [[self.rows(size), label(size)] for size in sizes]

    def mixed_labels(self, count: int) -> list[float]:
        """Return labels; of four rows and more, sorting or reversing them would show."""
        if count < 4:
            return self.labels(count)
        first = self.numbers.choice(LABELS)
        labels = [-first, *[first] * (count - 1)]
        self.mix(labels)
        return labels

    def rates(self, count: int) -> list[float]:
        """Return rates that are all different; three and more go up as well as down."""
        rates = [0.3, 0.1, 0.2, 0.05, 0.15][:count]
        if count > 2:
            self.mix(rates)
        else:
            self.numbers.source.shuffle(rates)
        return rates

    def mix(self, numbers: list[float]) -> None:
        """Shuffle numbers until they neither rise nor fall, nor are their own reverse.

        There must be such an order: of three different numbers, of one among four and more.
        """
        self.numbers.source.shuffle(numbers)
        while sorted(numbers) in (numbers, numbers[::-1]) or numbers == numbers[::-1]:
            self.numbers.source.shuffle(numbers)

    def call(self, name: str, length: int, *arguments: Any) -> None:
        """Append a call that returns so many losses; an argument is a number or a nested list."""
        registers = [self.put(argument) for argument in arguments]
        losses = self.builder.produce("call", name, self.model, *registers)
        self.losses.append((losses, length))
        self.arguments += zip(registers, arguments, strict=True)

    def train(self, rows: Any, targets: Any, steps: int, rate: float) -> None:
        """Append a call of `train`."""
        self.call("train", steps, rows, targets, steps, rate)

    def train_on_batches(self, batches: Any, rates: Any, strength: float) -> None:
        """Append a call of `train_on_batches`."""
        self.call("train_on_batches", len(batches), batches, rates, strength)

    def put(self, data: Any) -> int:
        """Append a number, or a list of what can be put."""
        if isinstance(data, list):
            return self.builder.produce("list", *map(self.put, data))
        return self.builder.constant(data)

    def read_nested(self, register: int, data: Any) -> None:
        """Read a number, or the length and the items of a list."""
        if not isinstance(data, list):
            self.builder.do("read", register, "number")
            return
        self.builder.do("inspect", register, "length")
        for index, inner in enumerate(data):
            self.read_nested(self.builder.produce("item", register, index), inner)

    def read(self, what: str) -> Program:
        """Read the parameters, the losses of every call, or the lists that were handed in."""
        if what == PARAMETERS:
            read_all(self.builder, self.parameters, self.shape.count, "data")
        elif what == LOSSES:
            for register, length in self.losses:
                self.read_nested(register, [0.0] * length)
                if length:
                    last = self.builder.produce("item", register, length - 1)
                    self.builder.do("inspect", last, "float")
        else:
            for register, data in self.arguments:
                if isinstance(data, list):
                    self.read_nested(register, data)
        return finish(self.builder)


def take_steps(
    steps: int,
    numbers: Numbers,
    *,
    shape: Shape = SMALL,
    rows: int = 3,
    rates: Sequence[float] = RATES,
    read: str = PARAMETERS,
    dirty: bool = False,
) -> Program:
    """Write some steps of training on short decimals."""
    training = Training(shape, numbers, dirty=dirty)
    rate = numbers.choice(rates)
    labels = training.mixed_labels(rows) if read == ARGUMENTS else training.labels(rows)
    training.train(training.rows(rows), labels, steps, rate)
    return training.read(read)


def take_steps_on_whole_rows(numbers: Numbers) -> Program:
    """Write four steps on whole numbers; one row stands twice, with two targets."""
    training = Training(DEEP, numbers)
    first, *others = [[numbers.choice(WHOLE) for _ in range(DEEP.inputs)] for _ in range(3)]
    targets = [1, 0.5, -0.5, -1]
    numbers.source.shuffle(targets)
    training.train([first, *others, list(first)], targets, 4, numbers.choice(RATES))
    return training.read(PARAMETERS)


def take_steps_to_a_far_target(numbers: Numbers) -> Program:
    """Write two steps on one row, whose target no tanh reaches: the gradients are large."""
    data = [round(0.5 * number, 3) for number in numbers.weights(WIDE.count)]
    training = Training(WIDE, numbers, data)
    target = numbers.choice(LABELS) * numbers.choice((6, 7.5, 9, 10.5))
    training.train(training.rows(1), [target], 2, numbers.choice((0.05, 0.04, 0.02)))
    return training.read(PARAMETERS)


def start_near_a_target(
    numbers: Numbers, distance: float, digits: int
) -> tuple[Training, list[list[float]], list[float]]:
    """Begin with one neuron and one row; its target is so far from its prediction."""
    weight, bias = (round(0.1 * number, 3) for number in numbers.weights(2))
    x = round(2 + 0.2 * numbers.small(), 2)
    prediction = math.tanh(weight * x + bias)
    target = round(prediction + distance * numbers.choice(LABELS), digits)
    return Training(ONE_NEURON, numbers, (weight, bias)), [[x]], [target]


def overshoot(numbers: Numbers, *, read: str = PARAMETERS) -> Program:
    """Write four steps with a rate so large that the loss grows at first."""
    training, rows, targets = start_near_a_target(numbers, 0.25, 2)
    training.train(rows, targets, 4, numbers.choice((1, 1.1, 1.2)))
    return training.read(read)


def go_on_near_the_target(numbers: Numbers) -> Program:
    """Write three steps where the loss is near 1e-9 from the start."""
    training, rows, targets = start_near_a_target(numbers, 3e-5, 5)
    # With a larger rate one step may reach the target, and the others change nothing.
    training.train(rows, targets, 3, numbers.choice((0.02, 0.05)))
    return training.read(PARAMETERS)


def call_twice(numbers: Numbers, *, read: str = PARAMETERS) -> Program:
    """Write two calls for one network, on other rows; for their losses, one of no steps before."""
    training = Training(SMALL, numbers)
    for steps in (2, 1) if read == PARAMETERS else (0, 1, 2):
        rate = numbers.choice(RATES)
        training.train(training.rows(2), training.labels(2), steps, rate)
    return training.read(read)


def take_batches(
    sizes: Sequence[int],
    numbers: Numbers,
    *,
    shape: Shape = SMALL,
    read: str = PARAMETERS,
    dirty: bool = False,
    strength: float | None = None,
) -> Program:
    """Write training on batches of so many rows."""
    training = Training(shape, numbers, dirty=dirty)
    chosen = numbers.choice(STRENGTHS) if strength is None else strength
    batches = training.batches(sizes, mixed=read == ARGUMENTS)
    training.train_on_batches(batches, training.rates(len(sizes)), chosen)
    return training.read(read)


def take_batches_with_a_strong_penalty(numbers: Numbers, *, read: str = PARAMETERS) -> Program:
    """Write three batches in which the penalty throws every parameter beyond 0: the loss grows."""
    data = [numbers.choice(LABELS) * numbers.choice((0.7, 0.8, 0.9, 1.0)) for _ in range(2)]
    training = Training(ONE_NEURON, numbers, data)
    rates = [numbers.choice((1.4, 1.5, 1.6)) for _ in range(3)]
    training.train_on_batches(training.batches((2, 1, 2)), rates, 1)
    return training.read(read)


def take_batches_beyond_the_margin(numbers: Numbers, *, read: str = PARAMETERS) -> Program:
    """Write two batches: one row wants a larger margin, the others have enough of it."""
    sign = numbers.choice(LABELS)
    weight = round(0.7 * sign + 0.1 * numbers.small(), 3)
    training = Training(SCORER, numbers, (weight, round(0.1 * numbers.small(), 3)))
    near, *far = [round(x + 0.2 * numbers.small(), 2) for x in (0.4, 2, 2.2, -2.4)]
    labels = [sign if x > 0 else -sign for x in far]
    batches = [[[[near], [far[0]]], [sign, labels[0]]], [[[x] for x in far[1:]], labels[1:]]]
    training.train_on_batches(batches, training.rates(2), numbers.choice(STRENGTHS))
    return training.read(read)


def call_twice_on_batches(numbers: Numbers, *, read: str = PARAMETERS) -> Program:
    """Write two calls for one network, on other batches."""
    training = Training(SMALL, numbers)
    for sizes in ((1, 2), (2,)):
        strength = numbers.choice(STRENGTHS)
        training.train_on_batches(training.batches(sizes), training.rates(len(sizes)), strength)
    return training.read(read)


TRAIN = Family(
    "train",
    (
        CallForm("train-0", "after no step", "trajectory", partial(take_steps, 0)),
        CallForm(
            "train-1", "after 1 step, on four rows", "trajectory",
            partial(take_steps, 1, shape=THREE_INPUTS, rows=4),
        ),
        *(
            CallForm(f"train-{n}", f"after {n} steps", "trajectory", partial(take_steps, n))
            for n in (2, 3, 5)
        ),
        CallForm(
            "train-4", "after 4 steps, on whole numbers", "trajectory", take_steps_on_whole_rows
        ),
        CallForm(
            "train-7", "after 7 steps, on six rows", "trajectory",
            # One neuron comes near its targets soon; with a small rate, each step still shows.
            partial(take_steps, 7, shape=ONE_NEURON, rows=6, rates=(0.02, 0.01)),
        ),
        CallForm("train-far", "a target far away", "trajectory", take_steps_to_a_far_target),
        CallForm("train-overshoot", "a loss that grows", "trajectory", overshoot),
        CallForm("train-near", "a loss that is small", "trajectory", go_on_near_the_target),
        CallForm(
            "train-dirty", "from gradients that are not zero", "dirty-start",
            partial(take_steps, 2, dirty=True),
        ),
        CallForm("train-again", "two calls in a row", "dirty-start", call_twice),
        CallForm("train-losses", "the losses", "losses", partial(take_steps, 3, read=LOSSES)),
        CallForm(
            "train-losses-growing", "losses that grow", "losses", partial(overshoot, read=LOSSES)
        ),
        CallForm(
            "train-losses-again", "the losses of several calls", "losses",
            partial(call_twice, read=LOSSES),
        ),
        CallForm(
            "train-arguments", "rows and targets", "kept-arguments",
            partial(take_steps, 1, rows=4, read=ARGUMENTS),
        ),
    ),
)  # fmt: skip

TRAIN_ON_BATCHES = Family(
    "train-on-batches",
    (
        CallForm("batches-1", "after 1 batch", "trajectory", partial(take_batches, (3,))),
        CallForm("batches-2", "after 2 batches", "trajectory", partial(take_batches, (2, 1))),
        CallForm(
            "batches-3", "after 3 batches", "trajectory",
            partial(take_batches, (1, 4, 2), shape=DEEP),
        ),
        CallForm(
            "batches-5", "after 5 batches", "trajectory",
            partial(take_batches, (2, 2, 1, 2, 2), shape=WIDE),
        ),
        CallForm(
            "batches-no-penalty", "a penalty of strength 0", "trajectory",
            partial(take_batches, (2, 2), strength=0),
        ),
        CallForm(
            "batches-strong", "a penalty that is strong", "trajectory",
            take_batches_with_a_strong_penalty,
        ),
        CallForm(
            "batches-margin", "margins above 1", "trajectory", take_batches_beyond_the_margin
        ),
        CallForm(
            "batches-dirty", "from gradients that are not zero", "dirty-start",
            partial(take_batches, (2, 2), dirty=True),
        ),
        CallForm("batches-again", "two calls in a row", "dirty-start", call_twice_on_batches),
        CallForm(
            "batches-losses", "the losses", "losses", partial(take_batches, (2, 1, 2), read=LOSSES)
        ),
        CallForm(
            "batches-losses-growing", "losses that grow", "losses",
            partial(take_batches_with_a_strong_penalty, read=LOSSES),
        ),
        CallForm(
            "batches-losses-again", "the losses of two calls", "losses",
            partial(call_twice_on_batches, read=LOSSES),
        ),
        CallForm(
            "batches-arguments", "batches and rates", "kept-arguments",
            partial(take_batches, (1, 4, 1), read=ARGUMENTS),
        ),
    ),
)  # fmt: skip

LOOPS = (
    TRAIN,
    Family("train-alone", without(TRAIN.forms, "0", "3", "far", "near")),
    TRAIN_ON_BATCHES,
)
