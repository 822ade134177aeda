"""Nothing that grading can come to is without its words; the code that makes it is scanned."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import autograder
from autograder.checks.catalogue import CHECKS
from autograder.diagnosis import exceptions
from autograder.errors import MicrogradeError
from autograder.records import CheckResult, Counterexample, Evidence, Notice, Outcome, TaskResult
from autograder.reports import diagnosis_wording, wording
from autograder.reports.wording import (
    HINTS,
    OUTCOMES,
    REASONS,
    TASK_REASONS,
    WARNINGS,
    describe_notice,
    describe_task,
    explain_checks,
    place,
)
from autograder.sandbox.wire import EXCEPTION_NAMES

PACKAGE = Path(autograder.__file__).parent
# The modules that name reasons.
PIPELINE = [(PACKAGE / name).read_text(encoding="utf-8") for name in ("grading.py", "judging.py")]

# What stops a program; its reason is the outcome's own name.
STOPPING = (Outcome.RAISED, Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.NOT_RUN)


def calls_of(name: str, text: str) -> Iterator[ast.Call]:
    """Yield every call of a name in a module's text."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def texts_in(node: ast.AST) -> set[str]:
    """Return the texts that an expression can give: not those that it compares with."""
    if isinstance(node, ast.IfExp):
        return texts_in(node.body) | texts_in(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def reasons_in(text: str) -> set[str]:
    """Return the reason codes that stand in a module of the pipeline."""
    found = set()
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef) and function.name == "name_reason":
            returns = [n for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
            found |= {code for n in returns if n.value for code in texts_in(n.value)}
    for node in ast.walk(ast.parse(text)):
        # The table of those that follow from what was read.
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            if names == ["REASONS_OF_QUANTITIES"]:
                found |= {code for value in node.value.values for code in texts_in(value)}
    for call in calls_of("blank_task", text):
        found |= texts_in(call.args[2])
    for call in calls_of("unknown", text):
        found |= texts_in(call.args[2])
    for call in calls_of("CheckResult", text):
        found |= {code for argument in call.args[4:] for code in texts_in(argument)}
    return found


def reasons_in_pipeline() -> set[str]:
    """Return the reason codes that stand in the pipeline's code."""
    return {code for text in PIPELINE for code in reasons_in(text)}


def assigned_texts(text: str, name: str) -> set[str]:
    """Return the texts that a module may give to a name."""
    return {
        found
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Assign)
        and [target.id for target in node.targets if isinstance(target, ast.Name)] == [name]
        for found in texts_in(node.value)
    }


def notice_codes() -> set[str]:
    """Return the codes of all notices that any part makes with a code of its own."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for call in calls_of("Notice", text):
            code = call.args[0] if call.args else next(k.value for k in call.keywords)
            found |= assigned_texts(text, code.id) if isinstance(code, ast.Name) else texts_in(code)
    return found


def test_the_scan_finds_reasons_and_notices() -> None:
    expected = {"gradient-mismatch", "not-attempted", "needs-check", "not-refused", "not-a-value"}
    assert expected <= reasons_in_pipeline()
    assert {"no-class", "syntax-error", "statement-stopped"} <= notice_codes()


def test_every_reason_has_its_words_and_no_other() -> None:
    made = reasons_in_pipeline() | {outcome.value.replace("_", "-") for outcome in STOPPING}
    assert made - {"ungraded"} == REASONS.keys() | TASK_REASONS.keys()


def test_every_notice_has_its_words_and_no_other() -> None:
    # What grading one hand-in may raise becomes a notice with the error's own code.
    raised = {"missing-package", "unreadable", "worker-start", "course-source-error", "stopped"}
    known = {error.code for error in MicrogradeError.__subclasses__()}
    assert raised <= known
    assert notice_codes() | raised == WARNINGS.keys()


@pytest.mark.parametrize("code", WARNINGS)
def test_every_notice_can_be_said_with_and_without_a_message(code: str) -> None:
    for notice in (Notice(code), Notice(code, "{message} {0} %s", 1, 2, "NameError")):
        assert describe_notice(notice).strip()


def test_every_check_has_a_hint_and_no_other() -> None:
    assert CHECKS.keys() == HINTS.keys()


def test_every_outcome_has_its_words() -> None:
    assert set(Outcome) == OUTCOMES.keys()


def test_every_exception_with_a_hint_is_one_that_a_worker_reports() -> None:
    assert exceptions.CAUSES.keys() <= set(EXCEPTION_NAMES)


def texts_of(value: object) -> list[str]:
    """Return all texts in a constant of the module."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts_of(item)]
    if isinstance(value, tuple):
        return [text for item in value for text in texts_of(item)]
    return []


def sentences(suffix: str = "") -> list[str]:
    """Return all texts in the module's constants whose names end so."""
    names = [name for name in vars(wording) if name.isupper() and name.endswith(suffix)]
    return [text for name in names for text in texts_of(getattr(wording, name))]


ALL_HINTS = [
    *sentences("_HINT"),
    *sentences("HINTS"),
    *(text.format(detail="Name") for text in diagnosis_wording.CAUSES.values()),
    *(text.format(detail="2") for text in diagnosis_wording.PATTERNS.values()),
]


@pytest.mark.parametrize("word", ["please", "sorry", "simply", "!", "just ", "we "])
def test_the_words_are_plain(word: str) -> None:
    assert [] == [text for text in sentences() if word in text.lower()]


@pytest.mark.parametrize("hint", ALL_HINTS)
def test_a_hint_is_a_sentence(hint: str) -> None:
    assert hint[0].isupper() or hint[0] == "`"
    assert hint.endswith((".", "?"))


@pytest.mark.parametrize(
    ("cell", "line", "words"),
    [(0, 0, ""), (0, 7, "line 7"), (2, 0, "code cell 2"), (2, 7, "code cell 2, line 7")],
)
def test_a_place_is_told_as_far_as_it_is_known(cell: int, line: int, words: str) -> None:
    assert words == place(cell, line)


@pytest.mark.parametrize("reason", TASK_REASONS)
def test_a_reason_of_a_whole_task_stands_in_place_of_its_outcome(reason: str) -> None:
    check = CheckResult("value", Outcome.NOT_RUN, 0.0, 1.0, reason)
    task = TaskResult("exp", "exp", Outcome.NOT_RUN, False, 0.0, 1.0, (check,))
    assert TASK_REASONS[reason] == describe_task(task)


def failed(reason: str, shown: Counterexample) -> CheckResult:
    """Return a check that a program shows to fail."""
    return CheckResult("record", Outcome.FAILED, 0.0, 1.0, reason, shown)


def test_a_text_is_shown_in_the_place_of_the_number_that_stands_for_it() -> None:
    shown = Counterexample("a = Value(1.0)", "a.operator", 47244640256.0, "'+'")
    lines = explain_checks([failed("record-mismatch", shown)], Evidence(1.0, observed_text="'*'"))
    assert "  a.operator  expected '+'   observed '*'" in lines


def test_a_text_that_a_student_chose_is_cleaned() -> None:
    shown = Counterexample("a = Value(1.0)", "a.label", 0.0, "'a'")
    evidence = Evidence(1.0, observed_text="'\x1b[2J\u202e'")
    lines = explain_checks([failed("record-mismatch", shown)], evidence)
    assert "  a.label     expected 'a'   observed '\ufffd[2J\ufffd'" in lines


def test_where_many_numbers_are_right_it_is_told_which() -> None:
    shown = Counterexample("a = Value(1.0)", "position of b", None, "after a (at 3)")
    lines = explain_checks([failed("order-mismatch", shown)], Evidence(2.0))
    assert "  position of b expected after a (at 3)   observed 2" in lines


def test_where_it_cannot_be_told_only_the_observed_number_is_shown() -> None:
    shown = Counterexample("a = Value(1.0)", "position of a", None)
    lines = explain_checks([failed("order-mismatch", shown)], Evidence(2.0))
    assert "  position of a observed 2" in lines
    assert "expected" not in "".join(lines)


@pytest.mark.parametrize(
    ("reason", "number", "words"),
    [
        ("count-mismatch", 3.0, "observed 3"),
        ("order-mismatch", -1.0, "observed not among them"),
        ("count-mismatch", 2.5, "observed 2.5"),
        ("count-mismatch", float("inf"), "observed inf"),
        ("count-mismatch", float("nan"), "observed nan"),
        ("value-mismatch", 3.0, "observed 3.0"),
    ],
)
def test_what_counts_something_is_a_whole_number(reason: str, number: float, words: str) -> None:
    shown = Counterexample("a = Value(1.0)", "len(a)", 4.0)
    lines = explain_checks([failed(reason, shown)], Evidence(number))
    assert [line for line in lines if line.endswith(f"   {words}")]


def test_where_nothing_was_raised_the_program_alone_is_shown() -> None:
    shown = Counterexample("a = Value(1.0)", "", None)
    lines = explain_checks([failed("not-refused", shown)], Evidence())
    assert "  Run this:   a = Value(1.0)" in lines
    assert [] == [line for line in lines if "observed" in line or "raises" in line]


def test_a_students_text_is_cleaned_wherever_it_is_said() -> None:
    nasty = "\x1b[2J\u202e" + "x" * 500
    check = CheckResult("value", Outcome.RAISED, 0.0, 1.0, "raised")
    program = Counterexample("a = Value(1.0)", "", None)
    shown = CheckResult("value", Outcome.RAISED, 0.0, 1.0, "raised", program)
    said = [describe_notice(Notice("statement-stopped", nasty, exception=nasty))]
    said += explain_checks([check], Evidence(None, "ValueError", nasty))
    said += explain_checks([shown], Evidence(None, "ValueError", nasty, 1, 2))
    text = "\n".join(said)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "x" * 201 not in text.replace("\n", "").replace(" ", "")
