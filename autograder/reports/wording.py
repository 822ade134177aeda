"""Every sentence that a student or an instructor reads in a report.

Used by all reporters. Reasons and warnings are codes elsewhere; here they become words. Student
text comes in as it is and leaves cleaned.
"""

from collections.abc import Sequence

from autograder.records import CheckResult, Evidence, Notice, Outcome, TaskResult
from autograder.reports.diagnosis_wording import (
    describe_cause,
    explain_diagnosis,
    explain_source_line,
)
from autograder.reports.safe_text import clean_text
from autograder.reports.text_width import LINE_WIDTH, wrap

OUTCOMES = {
    Outcome.PASSED: "passed",
    Outcome.FAILED: "failed",
    Outcome.RAISED: "raised an exception",
    Outcome.TIMED_OUT: "did not end",
    Outcome.CRASHED: "crashed",
    Outcome.NOT_RUN: "not run",
    Outcome.UNGRADED: "ungraded",
}

# What did not run, or was not judged, has nothing to be explained.
NOT_LOOKED_AT = (Outcome.NOT_RUN, Outcome.UNGRADED)

GRADIENT = "gradient-mismatch"

REASONS = {
    "value-mismatch": "the result is not the right number",
    GRADIENT: "a gradient is not the right number",
    "data-changed": "the data of a node changed",
    "not-a-value": "the result is not a Value",
    "count-mismatch": "the number of parts, or the place of one, is not right",
    "kind-mismatch": "the result is not of the kind that the exercise asks for",
    "start-mismatch": "the starting numbers are not as if drawn from −1 to 1",
    "record-mismatch": "what the node keeps is not right",
    "order-mismatch": "a node stands before one of its operands, or is missing",
    "not-refused": "nothing was raised, and an exception is right here",
    "raised": "an exception ended the program",
    "timed-out": "the program did not end within its time, twice",
    "crashed": "the program ended Python or exhausted its memory, twice",
    "not-run": "not run, because programs before it did not end",
    "no-cases": "no program shows this property",
    "needs-secret": "hidden cases alone decide this, and there are none without a secret",
    "needs-check": "not run, because the check it builds on is not passed",
}

# Reasons that hold for a whole task, and stand in place of its outcome.
TASK_REASONS = {
    "not-attempted": "not attempted",
    "needs-every-method": "not run: it needs every stub",
    "no-class": "not run: there is no class to run it on",
}

# How a top-level statement ended, where no exception ended it.
STOPS = {"timed_out": "did not end", "crashed": "ended Python"}

# One hint for each check: it leads to the rule and does not give it.
HINTS = {
    "value": "Work the number out by hand for these inputs, then follow your code line by line.",
    "gradient": "An operand's gradient grows by the local derivative times the upstream gradient.",
    "accumulation": (
        "A node that is used more than once gets a share from each use. "
        "Look at what each backward rule does to a gradient that is already there."
    ),
    "repeated": (
        "Run `backward` a second time by hand. Which gradients does it find, and what does it hand "
        "on that belongs to the first time?"
    ),
    "reflected": (
        "Python calls the reflected method with the right operand as `self` and the number on the "
        "left as `other`."
    ),
    "numbers": "The second operand may be an int, a float or a bool, which has no `.data`.",
    "exponents": "Take the power rule, one exponent at a time: what is n, and what is n − 1?",
    "value-exponent": (
        "A Value as exponent would need a gradient too. Refuse it with an exception, or give both "
        "operands their derivative."
    ),
    "purity": (
        "An operator makes a new Value, and a backward rule changes gradients. Data stays as it is."
    ),
    "result-type": (
        "The method gives back a Value. A plain number ends the graph; so does a missing `return`."
    ),
    "reachability": (
        "A gradient that stays 0 belongs to a node that the result does not know. "
        "Look at what the new Value keeps as its operands."
    ),
    "record": (
        "Compare what the new Value is made with to what it keeps: operands in their order, the "
        "operator's sign, the label."
    ),
    "order": "Follow one node: when are its operands in the list, and when is the node itself?",
    "kept-nodes": "The order is a new list. Which line changes a node on the way?",
    "change": "Look at what the function changes, by how much, and for which of the items.",
    "kind": "Look up in the text what comes back: a float, a bool, a tensor in float64, or None.",
    "unchanged": "What the caller hands in is still the caller's. Work on a copy.",
    "stability": (
        "A float cannot hold exp of 1000, and log of 0 does not exist. Which number can be "
        "taken off every logit without a change of the result?"
    ),
    "refusal": (
        "Compare the number of inputs with the number of weights before anything is added, and "
        "raise the exception that the text names, a ValueError."
    ),
    "recovery": "What has a call changed in the part by the time it raises its error?",
    "count": ("Count the parts by hand for this size, and write down in which order they come."),
    "start": "Each call of `random.uniform(-1, 1)` gives one number. Make one for each Value.",
    "trajectory": (
        "Take one step by hand: which gradients does `backward` find when it begins, and what "
        "is done with them afterwards?"
    ),
    "dirty-start": "What do the gradients hold when `train` is called after something else?",
    "losses": "Each loss is a number, taken before the parameters of its step change.",
    "kept-arguments": (
        "The caller trains on the same rows again. Look for what removes, sorts or changes items."
    ),
    "engine": (
        "Every operator may be right on its own. Compare the smaller programs first, and look at "
        "code that was given and that you have changed."
    ),
}

EXCEPTION_HINT = (
    "The exception's text says what went wrong. Which line raises it, and with which values?"
)
OUTCOME_HINTS = {
    Outcome.TIMED_OUT: "A loop or a recursion in the method has no end for these operands.",
    Outcome.CRASHED: "Something in the method ends Python, or uses up the memory.",
}

WARNINGS = {
    "syntax-error": "this part is not valid Python, and was left out: {message}",
    "statement-stopped": "this statement {stop}{detail}",
    "no-names": "the file defines nothing of what the exercise asks for: {message}",
    "no-class": "no class Value was found. Classes in the file: {message}",
    "judged-as-it-stands": (
        "judged as it stands: a class is built otherwise than the exercise describes, so a failed "
        "task could not be judged apart from the rest"
    ),
    "parts-build-on-parts": (
        "a part that uses another one fails with it, so look at the simplest one first"
    ),
    "judged-together": (
        "a part that uses another one fails with it here; for your marks each is judged by itself"
    ),
    "public-cases-only": "judged by the public cases alone, because no secret was given",
    "points-left-out": "further points, decided by hidden cases alone: {message}",
    "several-files": "several files hold work, and the best one counts: {message}",
    "unreadable": "the hand-in cannot be read: {message}",
    "missing-package": "the hand-in cannot be judged here: {message}. Install it, and try again",
    "package-not-here": (
        "{message} is not installed here, so the parts that need it cannot pass. Install it: "
        "pip install {message}"
    ),
    "grader-error": "the grader itself failed, and not the hand-in: {exception}{detail}",
    "worker-start": "the grader could not start its worker: {message}",
    "course-source-error": "the course material is at fault, not the hand-in: {message}",
    "stopped": "grading was stopped before this hand-in was done",
}


# Which of several right ways was seen. Said, and worth no points.
REMARKS = {
    "accumulates": "a second backward() adds to the gradients that are there",
    "resets": "a second backward() begins with new gradients",
}

VARYING = (
    "The same programs gave other answers when they ran again. Does something depend on the order "
    "of a set, on random numbers, or on what ran before?"
)


def place(cell: int, line: int) -> str:
    """Return where something is in a hand-in, in words; "" when it is nowhere."""
    if not line:
        return f"code cell {cell}" if cell else ""
    return f"code cell {cell}, line {line}" if cell else f"line {line}"


def describe_task(task: TaskResult) -> str:
    """Return a task's outcome in words."""
    return TASK_REASONS.get(task.checks[0].reason, OUTCOMES[task.outcome])


def describe_notice(notice: Notice) -> str:
    """Return a warning about the whole hand-in in words, with its place."""
    message = clean_text(notice.message)
    sentence = WARNINGS[notice.code].format(
        message=message or "none",
        exception=clean_text(notice.exception),
        detail=f" ({message})" if message else "",
        stop=STOPS.get(notice.exception) or f"raises {clean_text(notice.exception)}",
    )
    where = place(notice.cell, notice.line)
    return f"{where}: {sentence}" if where else sentence


def describe_number(number: float | None, text: str = "") -> str:
    """Return a number in full, as Python writes it, or the text that it stands for."""
    if text:
        return clean_text(text)
    return "nothing" if number is None else repr(number)


PLACE_HINT = (
    "Each place is to hold an object of its own, in this order. A copy is another object, and "
    "`[x] * n` is one object n times."
)

# A number whose first digits are right was rounded, or measured, on its way.
NEARLY = 1e-5
NEARLY_HINT = (
    "The first digits are right and later ones are not. Look for what is not exact on the way: a "
    "measured slope, a constant with few digits, or float32, which holds about 7."
)
# What far inputs do to a formula that is right near 0.
FAR_EXCEPTIONS = ("OverflowError", "ValueError", "ZeroDivisionError")


def is_nearly_right(check: CheckResult, evidence: Evidence | None) -> bool:
    """Say whether the observed number has its first digits right."""
    expected = check.counterexample.expected if check.counterexample else None
    observed = evidence.observed if evidence else None
    if not expected or observed is None or check.reason not in ("value-mismatch", GRADIENT):
        return False
    return abs(observed - expected) < NEARLY * abs(expected)


# Where a yes was expected and a no observed: what they stand for.
EXPECTED_KINDS = {
    "not-a-value": ("a Value", "something else"),
    "start-mismatch": ("different numbers on both sides of 0", "something else"),
    "kind-mismatch": ("True", "False"),
}

# Reasons whose numbers count something, or are a place in a list.
COUNTS = frozenset({"count-mismatch", "record-mismatch", "order-mismatch"})


def describe_count(number: float | None, text: str = "") -> str:
    """Return a whole number as one; a place of −1 says that nothing is there."""
    if text or number is None or not number.is_integer():
        return describe_number(number, text)
    return "not among them" if number == -1 else f"{number:.0f}"


def hint_for(check: CheckResult, evidence: Evidence | None) -> str:
    """Return what to look at next."""
    if check.outcome in OUTCOME_HINTS:
        return OUTCOME_HINTS[check.outcome]
    if is_nearly_right(check, evidence):
        return NEARLY_HINT
    if check.reason == "count-mismatch" and check.counterexample is not None:
        if check.counterexample.quantity.startswith("place of"):
            return PLACE_HINT
    if check.id == "stability" and evidence is not None and evidence.exception in FAR_EXCEPTIONS:
        return HINTS["stability"]
    if check.outcome is Outcome.RAISED and evidence is not None:
        return describe_cause(evidence.cause) if evidence.cause else EXCEPTION_HINT
    # Where a number beside a node gives the right value, what is wrong is the gradient's rule.
    is_rule = check.reason == GRADIENT and check.id in ("reflected", "numbers")
    return HINTS["gradient" if is_rule else check.id]


def explain_item(
    exercise: str, task: TaskResult, check: CheckResult, evidence: Evidence | None
) -> list[str]:
    """Return the lines for one check that stands by itself, as a pytest item does."""
    if check.reason in TASK_REASONS:
        return [f"{exercise}, task {task.id}: {describe_task(task)}"]
    diagnosis = [] if check.outcome in NOT_LOOKED_AT else explain_diagnosis(task)
    lines = explain_checks([check], evidence, with_hint=not is_named(task))
    return [f"{exercise}, task {task.id}", *lines, *(f"  {line}" for line in diagnosis)]


def is_named(task: TaskResult) -> bool:
    """Say whether a task's mistake has a name, whose own hint says more than a check's."""
    return task.diagnosis is not None and bool(task.diagnosis.alternatives)


def explain_checks(
    checks: Sequence[CheckResult], evidence: Evidence | None, *, with_hint: bool = True
) -> list[str]:
    """Return the lines that explain checks which the same program shows not to be passed."""
    check = checks[0]
    names = ", ".join(check.id for check in checks)
    reason = REASONS.get(check.reason, OUTCOMES[check.outcome])
    lines = wrap("", f"{names}: {reason}" + (f" ({check.form})" if check.form else ""))
    if check.counterexample is not None:
        lines += explain_program(check.counterexample.program)
        lines += explain_numbers(check, evidence)
    elif check.hidden_only and check.outcome is not Outcome.NOT_RUN:
        lines.append("  The public cases are all right; a hidden one of the same kind is not.")
    if with_hint and check.outcome not in NOT_LOOKED_AT:
        lines += wrap("  Hint: ", hint_for(check, evidence))
    return lines


def explain_program(program: str) -> list[str]:
    """Return a program to paste: on one line where that fits, never cut."""
    statements = program.splitlines()
    one_line = f"  Run this:   {'; '.join(statements)}"
    has_loop = any(statement.startswith("for ") for statement in statements)
    if len(one_line) <= LINE_WIDTH and not has_loop:  # Python has no `;` before a `for`
        return [one_line]
    return ["  Run this:", *(f"    {statement}" for statement in statements)]


def explain_numbers(check: CheckResult, evidence: Evidence | None) -> list[str]:
    """Return what was expected and what was observed for a check's counterexample."""
    shown = check.counterexample
    if shown is None or evidence is None:
        return []
    if check.reason in EXPECTED_KINDS:
        return put_side_by_side(shown.quantity, *EXPECTED_KINDS[check.reason])
    if shown.expected is None and evidence.observed is None:
        return explain_stop(evidence)
    describe = describe_count if check.reason in COUNTS else describe_number
    observed = describe(evidence.observed, evidence.observed_text)
    if shown.expected is None and not shown.expected_text:
        return [f"  {shown.quantity:<11} observed {observed}"]
    expected = describe(shown.expected, shown.expected_text)
    return put_side_by_side(shown.quantity, expected, observed)


def put_side_by_side(quantity: str, expected: str, observed: str) -> list[str]:
    """Return what was expected and what was observed: on one line where that fits.

    A long quantity goes on in further lines, as Python's brackets allow.
    """
    one = f"  {quantity:<11} expected {expected}"
    if len(f"{one}   observed {observed}") <= LINE_WIDTH:
        return [f"{one}   observed {observed}"]
    if len(one) > LINE_WIDTH:
        return [
            *wrap("  ", quantity),
            f"  {'':<11} expected {expected}",
            f"  {'':<11} observed {observed}",
        ]
    return [one, f"  {'':<11} observed {observed}"]


def explain_stop(evidence: Evidence) -> list[str]:
    """Return what stopped a program, and where in the hand-in."""
    if not evidence.exception:
        return []
    where = place(evidence.cell, evidence.line)
    message = clean_text(evidence.message)
    sentence = (
        f"It raises {evidence.exception}"
        + (f": {message}" if message else "")
        + (f"  ({where})" if where else "")
    )
    return [*wrap("  ", sentence), *explain_source_line(evidence)]
