"""Results are written whole; the table of marks keeps what an interrupted run did not reach."""

import csv
from pathlib import Path

import pytest

from autograder.batch.store import keep_grades, keep_result, prepare_folder, write_whole
from autograder.errors import UsageError
from autograder.records import Outcome, SubmissionResult
from autograder.reports.json_report import render_json
from tests.golden.results import ALL_RIGHT, RESULTS, make_result, make_task


def results_of(*names: str) -> list[SubmissionResult]:
    """Return a right result for each name."""
    return [make_result(name, [ALL_RIGHT]) for name in names]


def submissions_in(folder: Path) -> list[str]:
    """Return the names in the table of marks."""
    with (folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return [row["submission"] for row in csv.DictReader(file, strict=True)]


def test_a_result_is_kept_with_its_feedback(tmp_path: Path) -> None:
    keep_result(RESULTS["gradient-mismatch"], tmp_path)
    folder = tmp_path / "gradient-mismatch"
    assert ["feedback.txt", "result.json"] == sorted(path.name for path in folder.iterdir())
    text = (folder / "result.json").read_text(encoding="utf-8")
    assert render_json(RESULTS["gradient-mismatch"]) == text


def test_a_complete_run_replaces_the_table(tmp_path: Path) -> None:
    keep_grades(results_of("ann", "bob"), tmp_path, complete=True)
    keep_grades(results_of("cem"), tmp_path, complete=True)
    assert ["cem"] == submissions_in(tmp_path)


def test_an_interrupted_run_keeps_the_rows_that_it_did_not_reach(tmp_path: Path) -> None:
    keep_grades(results_of("ann", "bob", "cem"), tmp_path, complete=True)
    keep_grades([RESULTS["raised"], *results_of("bob")], tmp_path, complete=False)
    assert ["ann", "bob", "cem", "raised"] == submissions_in(tmp_path)


def test_an_interrupted_run_renews_the_rows_that_it_reached(tmp_path: Path) -> None:
    keep_grades(results_of("ann"), tmp_path, complete=True)
    lost = make_task(Outcome.FAILED, *RESULTS["value-mismatch"].tasks[0].checks)
    keep_grades([make_result("ann", [lost])], tmp_path, complete=False)
    text = (tmp_path / "grades.csv").read_text(encoding="utf-8")
    assert "ann,1,2" in text
    assert "ann,2,2" not in text


@pytest.mark.parametrize("old", ["", "submission,other\r\nann,1\r\n", "\ufffd\0", '"'])
def test_a_table_of_another_kind_is_replaced(old: str, tmp_path: Path) -> None:
    (tmp_path / "grades.csv").write_text(old, encoding="utf-8", newline="")
    keep_grades(results_of("bob"), tmp_path, complete=False)
    assert ["bob"] == submissions_in(tmp_path)


def test_a_file_is_old_or_new_and_never_half(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert "old" == path.read_text(encoding="utf-8")


def test_a_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    prepare_folder(tmp_path / "deep" / "inner")
    assert (tmp_path / "deep" / "inner").is_dir()


def test_what_cannot_be_written_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    (tmp_path / "grades.csv").mkdir()
    with pytest.raises(UsageError, match="cannot be used"):
        prepare_folder(tmp_path / "taken")
    with pytest.raises(UsageError, match="taken cannot be written"):
        keep_result(make_result("taken", [ALL_RIGHT]), tmp_path)
    with pytest.raises(UsageError, match="cannot be written"):
        keep_grades(results_of("ann"), tmp_path, complete=True)
