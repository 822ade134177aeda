"""A class's marks as a table for the terminal."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from autograder.records import Outcome, SubmissionResult, TaskResult
from autograder.reports.diagnosis_wording import name_misconceptions
from autograder.reports.feedback import format_points
from autograder.reports.safe_text import clean_text
from autograder.reports.wording import describe_notice, describe_task

STYLES = {True: "green", False: "red"}

# A table is for an overview; the whole text is in each submission's feedback.
LONGEST_REMARK = 160
MOST_NOTES = 2


def make_table(results: Sequence[SubmissionResult]) -> Table:
    """Return the table: submission, score, and what is not passed."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Submission", overflow="fold", max_width=30)
    table.add_column("Score", justify="right", no_wrap=True)
    table.add_column("Not passed, and notes", overflow="fold")
    for result in results:
        full = result.score == result.max_score
        score = f"{format_points(result.score)}/{format_points(result.max_score)}"
        table.add_row(
            Text(clean_text(result.submission)),
            Text(score, style=STYLES[full] if result.score is not None else "yellow"),
            Text("\n".join(remarks(result))),
        )
    return table


def remarks(result: SubmissionResult) -> list[str]:
    """Return what is worth a line in the overview: tasks by outcome, then warnings."""
    by_outcome: dict[str, list[str]] = {}
    for task in result.tasks:
        if task.outcome is not Outcome.PASSED:
            by_outcome.setdefault(describe_task(task), []).append(name_with_checks(task))
    lines = [
        outcome if len(names) == len(result.tasks) else f"{outcome}: {', '.join(names)}"
        for outcome, names in by_outcome.items()
    ]
    lines += [f"looks like {name}" for name in name_misconceptions(result.tasks)]
    notes = [
        clean_text(describe_notice(notice), LONGEST_REMARK)
        for notice in result.warnings
        if notice.code != "public-cases-only"  # the same for all: said once, above the table
    ]
    more = len(notes) - MOST_NOTES
    return lines + notes[:MOST_NOTES] + ([f"and more notes: {more}"] if more > 0 else [])


def name_with_checks(task: TaskResult) -> str:
    """Return a task's id, with the failing checks where others of the task are passed."""
    failing = [
        check.id for check in task.checks if check.outcome not in (Outcome.PASSED, Outcome.NOT_RUN)
    ]
    passed = any(check.outcome is Outcome.PASSED for check in task.checks)
    if not failing or not passed:
        return task.id
    return f"{task.id} ({', '.join(failing)})"
