"""Keep results: one folder per submission, and the class's table of marks.

Used by `micrograde grade`. Every file is written whole or not at all.
"""

import contextlib
import csv
import io
import os
from collections.abc import Sequence
from pathlib import Path

from autograder.errors import UsageError
from autograder.records import SubmissionResult
from autograder.reports.csv_report import render_csv, write_rows
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
    """Write one submission's result and feedback. Raises UsageError when that cannot be."""
    own = folder / result.submission
    try:
        own.mkdir(exist_ok=True)
    except OSError as error:
        raise cannot_write(own, error) from error
    write_whole(own / FEEDBACK_FILE, render_feedback(result))
    write_whole(own / RESULT_FILE, render_json(result))


def keep_grades(results: Sequence[SubmissionResult], folder: Path, *, complete: bool) -> None:
    """Write the class's table of marks. Raises UsageError when that cannot be.

    An interrupted run keeps the rows that an earlier one had for the rest of the class.
    """
    path = folder / GRADES_FILE
    text = render_csv(results)
    if not complete:
        text = keep_other_rows(text, path)
    write_whole(path, text)


def keep_other_rows(new: str, path: Path) -> str:
    """Return the new table with the rows of an earlier one for other submissions."""
    try:
        old = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))
    except (OSError, UnicodeDecodeError, csv.Error):
        return new
    head, *rows = csv.reader(io.StringIO(new, newline=""))
    if not old or old[0] != head:
        return new
    graded = {row[0] for row in rows}
    rows += [row for row in old[1:] if row and row[0] not in graded]
    return write_rows([head, *sorted(rows)])


def write_whole(path: Path, text: str) -> None:
    """Write a file under another name and then put it in place, in one step."""
    partial = path.with_name(path.name + ".partial")
    try:
        partial.write_text(text, encoding="utf-8", newline="")
        os.replace(partial, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: OSError) -> UsageError:
    """Return the error for a file or folder that cannot be written (a full disk, a name taken)."""
    return UsageError(
        f"{path} cannot be written: {error.strerror}",
        hint="What was kept before is whole. Make room, or name another folder with --output DIR.",
    )
