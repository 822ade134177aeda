"""The feedback on one hand-in as plain text: for the student's terminal and for a file."""

from autograder.records import CheckResult, Outcome, SubmissionResult, TaskResult
from autograder.reports.diagnosis_wording import explain_diagnosis
from autograder.reports.safe_text import clean_text
from autograder.reports.text_width import wrap
from autograder.reports.wording import (
    REASONS,
    REMARKS,
    VARYING,
    describe_notice,
    describe_task,
    explain_checks,
    is_named,
)


def format_points(points: float | None) -> str:
    """Return points without a needless `.0`; `-` when there are none to give."""
    return "-" if points is None else f"{points:g}"


def render_feedback(result: SubmissionResult) -> str:
    """Return the whole feedback: score, warnings, and each task that is not passed in full."""
    score = f"{format_points(result.score)} of {format_points(result.max_score)}"
    lines = wrap("", f"{clean_text(result.submission)}: {score} points in {result.exercise}")
    for notice in result.warnings:
        lines += wrap("Note: ", describe_notice(notice))
    lines.append("")
    width = max(len(task.id) for task in result.tasks)
    for task in result.tasks:
        lines += render_task(task, result, width)
    return "\n".join(lines) + "\n"


def render_task(task: TaskResult, result: SubmissionResult, width: int) -> list[str]:
    """Return a task's heading, its name in `width` characters, and its checks that are not passed.

    Checks that fail by the same program in the same way are explained once.
    """
    points = f"{format_points(task.points)}/{format_points(task.max_points)}"
    lines = wrap(f"{task.id:<{width}} {points:>7}  ", f"{task.title}: {describe_task(task)}")
    for check in task.checks:
        if check.remark:
            lines += wrap("  Seen: ", REMARKS[check.remark])
    if task.id in result.varying_tasks:
        lines += wrap("  Note: ", VARYING)
    groups: dict[object, list[CheckResult]] = {}
    for check in task.checks:
        if check.outcome is not Outcome.PASSED and check.reason in REASONS:
            alike = (check.reason, check.form, check.counterexample)
            groups.setdefault(alike, []).append(check)
    for checks in groups.values():
        evidence = result.evidence.get(f"{task.id}/{checks[0].id}")
        told = explain_checks(checks, evidence, with_hint=not is_named(task))
        lines += [f"  {line}" for line in told]
    lines += [f"  {line}" for line in explain_diagnosis(task)]
    return lines
