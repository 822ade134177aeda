"""The feedback and the table say what the result holds, in few lines."""

import io

import pytest
from rich.console import Console

from autograder.records import Notice, Outcome, SubmissionResult
from autograder.reports.feedback import format_points, render_feedback
from autograder.reports.terminal import MOST_NOTES, make_table
from tests.golden.results import ALL_RIGHT, RESULTS, make_result, make_task, missed, passed


def table_text(*results: SubmissionResult) -> str:
    """Return the table on a terminal of 80 columns."""
    text = io.StringIO()
    Console(file=text, width=80, highlight=False).print(make_table(results))
    return text.getvalue()


@pytest.mark.parametrize(
    ("points", "text"), [(2.0, "2"), (0.5, "0.5"), (0.0, "0"), (40.0, "40"), (None, "-")]
)
def test_points_are_short(points: float | None, text: str) -> None:
    assert text == format_points(points)


def test_checks_that_one_program_fails_alike_are_explained_once() -> None:
    text = render_feedback(RESULTS["raised"])
    assert 1 == text.count("Run this:")
    assert 1 == text.count("Hint:")
    assert "value, gradient, result-type, reachability, numbers: an exception" in text


def test_a_passed_task_has_one_line() -> None:
    assert 3 == len(render_feedback(RESULTS["all-right"]).splitlines())


def test_the_feedback_has_no_control_character() -> None:
    result = make_result("a\x1b[2Jb", [ALL_RIGHT], [Notice("no-class", "V\x1b[31m")])
    assert "\x1b" not in render_feedback(result)


@pytest.mark.parametrize("name", RESULTS)
def test_no_line_of_the_table_is_wider_than_a_terminal(name: str) -> None:
    assert [] == [line for line in table_text(RESULTS[name]).splitlines() if len(line) > 80]


def test_the_table_colours_nothing_by_a_students_name() -> None:
    assert "[red]ann[/red]" in table_text(make_result("[red]ann[/red]", [ALL_RIGHT]))


def test_the_table_shows_every_name_in_full() -> None:
    name = "a-name-" + "0123456789" * 8
    text = table_text(make_result(name, [ALL_RIGHT]))
    assert name in "".join(line[:30].strip() for line in text.splitlines()[1:])


def test_the_table_names_the_failing_checks_where_others_of_the_task_pass() -> None:
    failing = missed("accumulation", Outcome.FAILED, "gradient-mismatch")
    task = make_task(Outcome.FAILED, passed("value"), failing)
    assert "failed: exp (accumulation)" in table_text(make_result("ann", [task, ALL_RIGHT]))


def test_the_table_says_at_once_what_holds_for_every_task() -> None:
    task = make_task(Outcome.NOT_RUN, missed("value", Outcome.NOT_RUN, "not-attempted"))
    line = table_text(make_result("ann", [task, task])).splitlines()[1]
    assert ["ann", "0/2", "not", "attempted"] == line.split()


def test_the_table_counts_the_notes_that_it_leaves_out() -> None:
    notices = [Notice("judged-as-it-stands")] * (MOST_NOTES + 1)
    assert "and more notes: 1" in table_text(make_result("ann", [ALL_RIGHT], notices))


def test_the_table_does_not_repeat_for_each_what_holds_for_all() -> None:
    result = make_result("ann", [ALL_RIGHT], [Notice("public-cases-only")])
    assert "public cases" not in table_text(result)
