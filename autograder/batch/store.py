"""Keep results: one folder per submission, and the class's table of marks.

Used by `micrograde grade`. Every file is written whole or not at all.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from autograder.errors import UsageError
from autograder.records import SubmissionResult
from autograder.reports.csv_report import render_csv
from autograder.reports.feedback import render_feedback
from autograder.reports.json_report import render_json

RESULT_FILE = "result.json"
FEEDBACK_FILE = "feedback.txt"
GRADES_FILE = "grades.csv"


def prepare_folder(folder: Path) -> None:
    """Make the output folder. Raises UsageError when that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "no permission to write")
    except OSError as error:
        raise UsageError(
            f"the output folder {folder} cannot be used: {error.strerror}",
            hint="Name another one with --output DIR.",
        ) from error


def keep_result(result: SubmissionResult, folder: Path) -> None:
    """Write one submission's result and feedback."""
    own = folder / result.submission
    own.mkdir(exist_ok=True)
    write_whole(own / FEEDBACK_FILE, render_feedback(result))
    write_whole(own / RESULT_FILE, render_json(result))


def keep_grades(results: Sequence[SubmissionResult], folder: Path) -> None:
    """Write the class's table of marks."""
    write_whole(folder / GRADES_FILE, render_csv(results))


def write_whole(path: Path, text: str) -> None:
    """Write a file under another name and then put it in place, in one step."""
    partial = path.with_name(path.name + ".partial")
    partial.write_text(text, encoding="utf-8", newline="")
    os.replace(partial, path)
