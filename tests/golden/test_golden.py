"""What people read, file by file: one feedback for each thing that can be said, and the formats.

`MICROGRADE_GOLDEN=1 pytest tests/golden` writes the files anew; then read the difference.
"""

import io
import os
import re
from pathlib import Path

import pytest
from rich.console import Console

from autograder.diagnosis import exceptions, patterns
from autograder.exercises import released_exercises
from autograder.records import Pattern
from autograder.reports.csv_report import render_csv
from autograder.reports.diagnosis_wording import (
    CAUSES,
    PATTERNS,
    describe_cause,
    describe_pattern,
)
from autograder.reports.feedback import render_feedback
from autograder.reports.json_report import render_json
from autograder.reports.terminal import make_table
from autograder.reports.text_width import wrap
from autograder.reports.wording import REASONS, REMARKS, TASK_REASONS, WARNINGS, explain_item
from tests.golden.results import RESULTS

FOLDER = Path(__file__).parent / "expected"
RENEW = os.environ.get("MICROGRADE_GOLDEN") == "1"
HOW_TO_RENEW = "if that is meant: MICROGRADE_GOLDEN=1 pytest tests/golden, and read the difference"


def compare_with_file(name: str, observed: str) -> None:
    """Compare a text with its file, or write the file."""
    path = FOLDER / name
    if RENEW:
        path.parent.mkdir(exist_ok=True)
        path.write_text(observed, encoding="utf-8", newline="")
    expected = path.read_bytes().decode("utf-8") if path.exists() else ""
    assert expected == observed, HOW_TO_RENEW


@pytest.mark.parametrize("name", RESULTS)
def test_the_feedback_reads_as_it_should(name: str) -> None:
    compare_with_file(f"feedback-{name}.txt", render_feedback(RESULTS[name]))


@pytest.mark.parametrize("name", RESULTS)
def test_a_failing_item_of_pytest_reads_as_it_should(name: str) -> None:
    result = RESULTS[name]
    lines = []
    for task in result.tasks:
        for check in task.checks:
            if check.reason:
                evidence = result.evidence.get(f"{task.id}/{check.id}")
                lines += explain_item(result.exercise, task, check, evidence)
    compare_with_file(f"pytest-{name}.txt", "".join(f"{line}\n" for line in lines))


def test_the_table_of_a_class_reads_as_it_should() -> None:
    text = io.StringIO()
    Console(file=text, width=80, highlight=False).print(make_table(list(RESULTS.values())))
    lines = [line.rstrip() for line in text.getvalue().splitlines()]
    compare_with_file("table.txt", "\n".join(lines) + "\n")


def test_the_marks_of_a_class_are_written_as_they_should() -> None:
    compare_with_file("grades.csv", render_csv(list(RESULTS.values())))


def test_a_result_is_written_as_it_should() -> None:
    compare_with_file("result.json", render_json(RESULTS["gradient-mismatch"]))


def test_every_cause_and_every_pattern_reads_as_it_should() -> None:
    causes = [describe_cause(Pattern(code, name_of(code))) for code in CAUSES if code not in NAMED]
    patterns = [describe_pattern(Pattern(code, "2.5")) for code in PATTERNS]
    lines = [line for text in [*causes, *patterns] for line in wrap("- ", text)]
    compare_with_file("causes-and-patterns.txt", "\n".join(lines) + "\n")


def test_every_cause_has_its_words_and_no_other() -> None:
    told = {code for table in exceptions.CAUSES.values() for _, code in table}
    assert CAUSES.keys() == told | NAMED


def test_every_pattern_has_its_words_and_no_other() -> None:
    source = Path(patterns.__file__).read_text(encoding="utf-8")
    told = set(re.findall(r'Pattern\(f?"([\w-]+)', source)) | patterns.TRAITS.keys()
    operands = {"only-operand-1", "only-operand-2"}
    assert PATTERNS.keys() == told - {"only-operand-"} | operands


# What a cause is called once the method around it is known.
NAMED = {"calls-itself-in"}


def name_of(code: str) -> str:
    """Return a name such as a cause of that kind speaks of."""
    return {"no-method": "__rmul__", "calls-itself": "__radd__", "not-imported": "math"}.get(
        code, "data"
    )


def test_every_reason_and_every_warning_is_in_a_file() -> None:
    results = RESULTS.values()
    reasons = {c.reason for r in results for task in r.tasks for c in task.checks} - {
        "",
        "ungraded",
    }
    warnings = {notice.code for result in results for notice in result.warnings}
    assert REASONS.keys() | TASK_REASONS.keys() == reasons
    assert WARNINGS.keys() == warnings
    remarks = {c.remark for r in results for task in r.tasks for c in task.checks} - {""}
    assert REMARKS.keys() == remarks


def test_no_file_is_left_over() -> None:
    expected = {f"{kind}-{name}.txt" for kind in ("feedback", "pytest") for name in RESULTS}
    expected |= {"table.txt", "grades.csv", "result.json", "causes-and-patterns.txt"}
    expected |= {f"counterexamples-{exercise}.txt" for exercise in released_exercises()}
    assert expected == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize("name", RESULTS)
def test_no_line_is_wider_than_a_terminal_but_a_statement_to_paste(name: str) -> None:
    checks = [check for task in RESULTS[name].tasks for check in task.checks]
    programs = [check.counterexample.program for check in checks if check.counterexample]
    statements = {statement for program in programs for statement in program.splitlines()}
    lines = render_feedback(RESULTS[name]).splitlines()
    assert [] == [line for line in lines if len(line) > 80 and line.strip() not in statements]


@pytest.mark.parametrize("name", RESULTS)
def test_a_counterexample_is_never_cut(name: str) -> None:
    text = render_feedback(RESULTS[name])
    for task in RESULTS[name].tasks:
        for check in task.checks:
            if check.counterexample is not None:
                for statement in check.counterexample.program.splitlines():
                    assert statement in text
