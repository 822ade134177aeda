"""The words for what stands behind a failure: misconceptions, patterns, causes of exceptions.

Used beside `wording.py`, which has all other sentences. A misconception's own texts come with the
result; they are the course author's.
"""

from collections.abc import Sequence

from autograder.records import Diagnosis, Evidence, Misconception, Outcome, Pattern, TaskResult
from autograder.reports.safe_text import clean_text
from autograder.reports.text_width import wrap

UNKNOWN = "This is none of the mistakes that are known by name."
ONE_OF = "Looks like one of these; what it does cannot tell which:"
FOLLOWS = "The mistake in {task} accounts for all of this: {names}. Begin there."
BUILDS_ON = "It builds on what is not passed either: {task}. Begin there."
TOGETHER = "Looks like two mistakes at once:"

# When an unknown mistake shows.
PATTERNS = {
    "only-reused": "It shows only where a node is used more than once.",
    "only-number": "It shows only where a plain number stands beside a Value.",
    "only-repeated": "It shows only in a further backward pass.",
    "only-value-exponent": "It shows only where the exponent is a Value.",
    "only-negative": "It shows only where an input is negative.",
    "only-positive": "It shows only where all inputs are positive.",
    "only-zero": "It shows only where an input is 0.",
    "values-right": "All values are right; only gradients are wrong.",
    "gradients-right": "The gradients are right; only values are wrong.",
    "only-operand-1": "Only the gradient of the first operand is wrong.",
    "only-operand-2": "Only the gradient of the second operand is wrong.",
    "stays-zero": "Every wrong number is 0: nothing reaches it.",
    "negated": "Every wrong number has the right size and the wrong sign.",
    "factor": "Every wrong number is {detail} times the right one.",
    "factor-too-many": "Every wrong number is the right one times the {detail}.",
    "factor-missing": "Every wrong number is the right one divided by the {detail}.",
}

# What stands behind an exception, and what to look at.
CAUSES = {
    "no-method": (
        "Python has looked for {detail} to do this, and found none. Is the method there, is its "
        "name spelled right, and does it give a result?"
    ),
    "none-as-operand": (
        "Something is None. Does a function give nothing back, or was one called where it should "
        "be stored, without parentheses?"
    ),
    "node-for-number": (
        "A function of `math` was given something other than a number, such as a Value itself. "
        "Which attribute holds its number?"
    ),
    "wrong-arity": (
        "`{detail}` is called with other arguments than its `def` line names. Is `self` there, and "
        "does the call give what that line asks for?"
    ),
    "not-callable": (
        "Something of type {detail} is called like a function. Do parentheses stand where a "
        "multiplication is meant, or has a function's name been given to a result?"
    ),
    "not-a-list": "Something of type {detail} is taken apart as if it were a list.",
    "node-compared": "Values were compared by size. Which attribute holds the number?",
    "unhashable": "Something of type {detail} cannot be in a set or be a dictionary's key.",
    "number-for-node": (
        "A plain number has no `.{detail}`. At this line it is still a number: where should it "
        "have become a Value?"
    ),
    "list-for-node": "A list has no `.{detail}`: its items do, one by one.",
    "no-attribute": "Nothing has the name `{detail}` here. Is it spelled as where it is set?",
    "not-imported": (
        "`{detail}` is used and not imported. Is the import in the file that is handed in?"
    ),
    "no-such-name": (
        "The name `{detail}` does not exist here. Is it spelled right, and did the cell that makes "
        "it run to its end?"
    ),
    "unbound-local": (
        "`{detail}` is assigned somewhere in this function, so it is the function's own, and it "
        "has no value yet at this line."
    ),
    "calls-itself": (
        "A method calls itself, directly or through another one: without an end, or once for each "
        "node of a long graph. A list of what still waits needs no such calls."
    ),
    "calls-itself-in": (
        "`{detail}` comes back to itself through this line, directly or by way of another method. "
        "Which operands does the call get, and which method does Python choose for them?"
    ),
    "divides-by-zero": "A divisor is 0 for these inputs. Which one, and may it be?",
    "too-large": "A number became too large for a float on the way to the result.",
    "domain": "A function of `math` was given a number for which it has no value.",
    "no-such-place": "A list is shorter than this line expects. How long is it here, and why?",
    "not-written": (
        "The program comes to a `raise NotImplementedError`: a stub that is not written yet, or "
        "whose last line still stands."
    ),
    "assertion": (
        "Under `python -O` every assert is left out. To refuse an argument, raise an exception "
        "such as ValueError."
    ),
    "ends-python": "The method ends Python, as `exit` does.",
    "not-available": "The standard library and numpy are all there is.",
}


def describe_pattern(pattern: Pattern) -> str:
    """Return when a mistake shows, in words."""
    return PATTERNS[pattern.code].format(detail=clean_text(pattern.detail))


def describe_cause(cause: Pattern) -> str:
    """Return what stands behind an exception, in words."""
    detail = clean_text(cause.detail)
    code = "calls-itself-in" if cause.code == "calls-itself" and detail else cause.code
    if code == "no-method":
        detail = f"`{detail}`" if detail else "a method"
    return CAUSES[code].format(detail=detail)


def explain_diagnosis(task: TaskResult) -> list[str]:
    """Return the lines that name what stands behind a task's failure, none where nothing is known.

    Where every program that failed was ended by an exception, its own text says more than that the
    mistake has no name.
    """
    diagnosis = task.diagnosis
    if diagnosis is None:
        return []
    if diagnosis.follows_from and not diagnosis.alternatives:
        return wrap("", BUILDS_ON.format(task=diagnosis.follows_from))
    if diagnosis.follows_from:
        names = " or ".join(name_alternative(a) for a in diagnosis.alternatives)
        return wrap("", FOLLOWS.format(task=diagnosis.follows_from, names=names))
    if diagnosis.alternatives:
        return explain_alternatives(diagnosis)
    has_failed = any(check.outcome is Outcome.FAILED for check in task.checks)
    words = [describe_pattern(pattern) for pattern in diagnosis.patterns]
    return wrap("", " ".join([UNKNOWN, *words])) if has_failed or words else []


def explain_alternatives(diagnosis: Diagnosis) -> list[str]:
    """Return the lines of one misconception, of two together, or of several of which one is it."""
    first, *others = diagnosis.alternatives
    if not others and len(first) == 1:
        return explain_misconception(first[0], "Looks like: ")
    lines: list[str] = []
    if others:
        lines += wrap("", ONE_OF)
    for alternative in diagnosis.alternatives:
        if len(alternative) > 1:
            lines += wrap("  " if others else "", TOGETHER)
        for misconception in alternative:
            lines += explain_misconception(misconception, "  - ")
    return lines


def explain_misconception(misconception: Misconception, start: str) -> list[str]:
    """Return the lines that explain one misconception."""
    indent = "  " if start.endswith(": ") else "    "
    lines = wrap(start, f"{misconception.title} ({misconception.id})")
    lines += wrap(f"{indent}Idea:    ", misconception.believed)
    lines += wrap(f"{indent}But:     ", misconception.wrong)
    lines += wrap(f"{indent}Try:     ", misconception.hint)
    if misconception.lecture:
        lines += wrap(f"{indent}Lecture: ", f"from {misconception.lecture}")
    return lines


def name_misconceptions(tasks: Sequence[TaskResult]) -> list[str]:
    """Return the ids of all misconceptions that were found, each with its task, for a table."""
    names = []
    for task in tasks:
        diagnosis = task.diagnosis
        if diagnosis and diagnosis.alternatives and not diagnosis.follows_from:
            told = " or ".join(map(name_alternative, diagnosis.alternatives))
            names.append(f"{task.id}: {told}")
    return names


def name_alternative(alternative: Sequence[Misconception]) -> str:
    """Return the ids of misconceptions that were found together."""
    return " and ".join(misconception.id for misconception in alternative)


def explain_source_line(evidence: Evidence) -> list[str]:
    """Return the line of the hand-in that raised an exception, where it is known."""
    line = clean_text(evidence.source_line)
    return [f"    {line}"] if line else []
