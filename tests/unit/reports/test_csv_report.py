"""A class's marks, written and parsed back."""

import csv
import dataclasses
import io

import pytest

from autograder.records import Notice, Outcome, SubmissionResult
from autograder.reports.csv_report import render_csv
from tests.golden.results import ALL_RIGHT, RESULTS, make_result, make_task

FURTHER = ["misconceptions", "isolation", "warnings", "file"]
HEAD = ["submission", "score", "max_score", "exp", *FURTHER]


def parse(text: str) -> list[list[str]]:
    """Return the cells as a spreadsheet reads them."""
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def row_of(result: SubmissionResult) -> dict[str, str]:
    """Return one result's cells by their column."""
    head, row = parse(render_csv([result]))
    return dict(zip(head, row, strict=True))


def test_the_columns_are_named() -> None:
    assert HEAD == parse(render_csv([RESULTS["all-right"]]))[0]


def test_there_is_one_column_for_each_task_and_one_row_for_each_submission() -> None:
    second = make_task(Outcome.PASSED, *ALL_RIGHT.checks, task_id="log")
    results = [make_result(name, [ALL_RIGHT, second]) for name in ("ann", "bob", "cem")]
    rows = parse(render_csv(results))
    assert ["exp", "log"] == rows[0][3:5]
    assert ["ann", "bob", "cem"] == [row[0] for row in rows[1:]]
    assert {9} == {len(row) for row in rows}


def test_points_have_no_needless_zeros() -> None:
    check = dataclasses.replace(ALL_RIGHT.checks[0], points=0.5, max_points=0.5)
    row = row_of(make_result("ann", [make_task(Outcome.PASSED, check)]))
    assert ("0.5", "0.5", "0.5") == (row["score"], row["max_score"], row["exp"])


def test_an_ungraded_result_has_empty_cells_and_no_zero() -> None:
    row = row_of(RESULTS["unreadable"])
    assert ("", "1", "") == (row["score"], row["max_score"], row["exp"])


@pytest.mark.parametrize(
    "name",
    ['a, "quoted", name', "semi;colon", "O'Brien", "数", "a''b", '"'],
)
def test_a_name_survives_quoting(name: str) -> None:
    assert name == row_of(make_result(name, [ALL_RIGHT]))["submission"]


def test_a_line_break_in_a_name_makes_no_second_row() -> None:
    rows = parse(render_csv([make_result('ann\n"bob",40', [ALL_RIGHT])]))
    assert 2 == len(rows)
    assert 'ann\ufffd"bob",40' == rows[1][0]


@pytest.mark.parametrize("start", "=+-@")
def test_a_formula_in_a_name_or_a_file_is_text(start: str) -> None:
    row = row_of(make_result(f"{start}HYPERLINK(1)", [ALL_RIGHT]))
    assert f"'{start}HYPERLINK(1)" == row["submission"]
    assert f"'{start}HYPERLINK(1).py" == row["file"]


def test_a_formula_in_a_students_message_is_text() -> None:
    notice = Notice("no-class", "=1+1")
    row = row_of(make_result("ann", [ALL_RIGHT], [notice]))
    assert not row["warnings"].startswith("=")


def test_several_warnings_stand_in_one_cell() -> None:
    notices = [Notice("public-cases-only"), Notice("judged-as-it-stands")]
    row = row_of(make_result("ann", [ALL_RIGHT], notices))
    assert 1 == row["warnings"].count("; ")


def test_lines_end_as_the_standard_for_csv_says() -> None:
    text = render_csv([RESULTS["all-right"]])
    assert text.count("\r\n") == text.count("\n") == 2


def test_without_a_result_there_is_no_table() -> None:
    with pytest.raises(ValueError, match="no results"):
        render_csv([])
