"""A class's marks as CSV, one row a submission, one column a task."""

import csv
import io
from collections.abc import Sequence

from autograder.records import SubmissionResult
from autograder.reports.diagnosis_wording import name_misconceptions
from autograder.reports.feedback import format_points
from autograder.reports.safe_text import clean_cell
from autograder.reports.wording import describe_notice


def render_csv(results: Sequence[SubmissionResult]) -> str:
    """Return the marks; a cell without points is ungraded. Raises ValueError without a result."""
    if not results:
        raise ValueError("no results")
    tasks = [task.id for task in results[0].tasks]
    rows = [
        [
            "submission",
            "score",
            "max_score",
            *tasks,
            "misconceptions",
            "isolation",
            "warnings",
            "file",
        ]
    ]
    for result in results:
        warnings = "; ".join(describe_notice(notice) for notice in result.warnings)
        rows.append(
            [
                clean_cell(result.submission),
                cell_of(result.score),
                cell_of(result.max_score),
                *(cell_of(task.points) for task in result.tasks),
                clean_cell("; ".join(name_misconceptions(result.tasks))),
                result.isolation,
                clean_cell(warnings),
                clean_cell(result.file),
            ]
        )
    return write_rows(rows)


def write_rows(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as CSV text, quoted as RFC 4180 says."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def cell_of(points: float | None) -> str:
    """Return points for a cell; empty when there are none to give."""
    return "" if points is None else format_points(points)
