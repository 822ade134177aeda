"""What came out of a submission can move no cursor, hide nothing and run nowhere."""

import unicodedata

import pytest

from autograder.reports.safe_text import LONGEST_TEXT, UNSAFE_CATEGORIES, clean_cell, clean_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words", "plain words"),
        ("Zoë, 数, 🙂", "Zoë, 数, 🙂"),
        ("two\nlines", "two\ufffdlines"),
        ("two\r\nlines", "two\ufffd\ufffdlines"),
        ("tab\there", "tab\ufffdhere"),
        ("\x1b[31mred\x1b[0m", "\ufffd[31mred\ufffd[0m"),
        ("\x9b31m", "\ufffd31m"),
        ("bell\a, NUL\0, DEL\x7f", "bell\ufffd, NUL\ufffd, DEL\ufffd"),
        ("\u202eabc\u202c", "\ufffdabc\ufffd"),
        ("\u2066abc\u2069", "\ufffdabc\ufffd"),
        ("zero\u200bwidth, BOM\ufeff", "zero\ufffdwidth, BOM\ufffd"),
        ("line\u2028paragraph\u2029", "line\ufffdparagraph\ufffd"),
        ("half a pair \ud800", "half a pair \ufffd"),
        ("private \ue000", "private \ufffd"),
    ],
)
def test_unsafe_characters_are_shown_as_a_mark(text: str, shown: str) -> None:
    assert shown == clean_text(text)


def test_no_unsafe_character_of_unicode_gets_through() -> None:
    every = "".join(map(chr, range(0x110000)))
    observed = set(clean_text(every, longest=len(every)))
    assert set() == {c for c in observed if unicodedata.category(c) in UNSAFE_CATEGORIES}


def test_a_text_as_long_as_allowed_is_whole() -> None:
    assert "x" * LONGEST_TEXT == clean_text("x" * LONGEST_TEXT)


def test_a_longer_text_is_cut_and_says_so() -> None:
    assert "x" * LONGEST_TEXT + "…" == clean_text("x" * (LONGEST_TEXT + 1))


def test_a_huge_text_is_cut_before_anything_else() -> None:
    assert LONGEST_TEXT + 1 == len(clean_text("\x1b" * 50_000_000))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0"])
def test_no_formula_begins_in_a_cell(text: str) -> None:
    assert f"'{text}" == clean_cell(text)


@pytest.mark.parametrize("text", ["\t=1+1", "\r=1+1", "\n=1+1"])
def test_no_formula_hides_behind_a_control_character(text: str) -> None:
    assert "\ufffd=1+1" == clean_cell(text)


@pytest.mark.parametrize("text", ["", "ann", "1+1", "a=b", "'=1"])
def test_a_cell_without_a_formula_stays_as_it_is(text: str) -> None:
    assert text == clean_cell(text)
