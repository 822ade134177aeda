"""Whatever stands in a node is shown as a short text that is the same in each run."""

import doctest
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch

from autograder.pictures import texts
from autograder.pictures.texts import clip, column_count, show_label, show_number, show_operator


class Hostile:
    """An object that raises wherever it is looked at."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)

    def __float__(self) -> float:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError


NUMBERS = [
    (2.0, "2"),
    (-0.0, "-0"),
    (1 / 3, "0.333333"),
    (6.8813735870195432, "6.88137"),
    (123456789.0, "1.23457e+08"),
    (-2.5e-17, "-2.5e-17"),
    (float("nan"), "nan"),
    (float("inf"), "inf"),
    (float("-inf"), "-inf"),
    (7, "7"),
    (True, "1"),
    (10**400, "<int>"),
    (Fraction(1, 3), "0.333333"),
    (Decimal("0.5"), "0.5"),
    (np.float64(1 / 3), "0.333333"),
    (np.float32(0.25), "0.25"),
    (np.int64(3), "3"),
    (np.array([1.5]), "1.5"),
    (np.array([1.5, 2.5]), "<ndarray>"),
    (torch.tensor(0.5), "0.5"),
    (torch.tensor([[0.5]], requires_grad=True), "0.5"),
    (torch.tensor([0.5, 1.5]), "<Tensor>"),
    ("3", "'3'"),
    (b"3", "b'3'"),
    (None, "None"),
    ([1.0], "<list>"),
    (1 + 2j, "<complex>"),
    (texts.MISSING, "missing"),
]


@pytest.mark.parametrize(("number", "shown"), NUMBERS)
def test_a_number_has_six_significant_digits_and_the_rest_its_kind(
    number: object, shown: str
) -> None:
    assert shown == show_number(number)


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("x1", "x1"),
        ("", ""),
        (None, ""),
        (texts.MISSING, ""),
        (0, "0"),
        ("  padded ", "padded"),
        ("a" * 24, "a" * 24),
        ("a" * 25, "a" * 23 + "…"),
        ("two\nlines\ttab\0", "two�lines�tab�"),
        ("\u202eright to left", "�right to left"),
        ("\x1b[31mred", "�[31mred"),
        ("lone \ud800", "lone �"),
        ("größe", "größe"),
    ],
)
def test_a_label_is_one_printable_line_of_at_most_24_columns(label: object, shown: str) -> None:
    assert shown == show_label(label)


@pytest.mark.parametrize(
    ("operator", "shown"),
    [
        ("+", "+"),
        ("", ""),
        (None, ""),
        (texts.MISSING, ""),
        (abs, "abs"),
        ("leaky_relu_with_slope", "leaky_relu_…"),
        (3, "<int>"),
    ],
)
def test_an_operator_is_named(operator: object, shown: str) -> None:
    assert shown == show_operator(operator)


def test_an_object_that_raises_wherever_it_is_looked_at_is_named_by_its_type() -> None:
    hostile = Hostile()
    for show in (show_number, show_label, show_operator):
        assert "<Hostile>" == show(hostile)


def test_wide_characters_take_two_columns() -> None:
    assert "数数数数…" == clip("数" * 6, 10)
    assert 9 == column_count("数数数数…")


def test_marks_that_pile_up_are_cut() -> None:
    assert 48 >= len(clip("e" + "\u0301" * 10_000, 12))


def test_every_character_of_unicode_is_shown_or_marked() -> None:
    blocks = ("".join(map(chr, range(start, start + 256))) for start in range(0, 0x110000, 256))
    assert [] == [block for block in blocks if not clip(block, 512).isprintable()]


def test_every_example_of_the_module_runs_as_printed() -> None:
    result = doctest.testmod(texts)
    assert result.attempted > 0
    assert 0 == result.failed
