"""Say what stands behind an exception of a hand-in: by its text, its line, and the program.

The causes are codes; `reports/wording.py` has their sentences. A cause is given where the exception
leaves no other one.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from autograder.records import Evidence, Pattern, SourceChunk, Stop

# For each exception the texts that Python gives it, and what then stands behind it. What the
# pattern takes out of the text is the detail. The first that fits decides.
CAUSES: dict[str, tuple[tuple[str, str], ...]] = {
    "TypeError": (
        (r"unsupported operand .*'NoneType'", "none-as-operand"),
        (r"unsupported operand type\(s\) for|bad operand type for unary", "no-method"),
        (r"must be real number, not (\w+)", "node-for-number"),
        (r"(\w+)\(\) (?:takes|missing) .* positional argument", "wrong-arity"),
        (r"(\w+)\(\) got an unexpected keyword argument", "wrong-arity"),
        (r"'NoneType' object is not", "none-as-operand"),
        (r"'(\w+)' object is not callable", "not-callable"),
        (r"'(\w+)' object is not (?:iterable|subscriptable)", "not-a-list"),
        (r"'[<>]=?' not supported", "node-compared"),
        (r"unhashable type: '(\w+)'", "unhashable"),
    ),
    "AttributeError": (
        (r"'NoneType' object has no attribute", "none-as-operand"),
        (r"'(?:int|float|bool)' object has no attribute '(\w+)'", "number-for-node"),
        (r"'(?:list|tuple)' object has no attribute '(\w+)'", "list-for-node"),
        (r"module '\w+' has no attribute '(\w+)'", "no-such-name"),
        (r"object has no attribute '(\w+)'", "no-attribute"),
    ),
    "NameError": (
        (r"name '(math|random|numpy|np|torch|itertools|functools)' is not", "not-imported"),
        (r"name '(\w+)' is not", "no-such-name"),
    ),
    "UnboundLocalError": ((r"variable '(\w+)'", "unbound-local"),),
    "RecursionError": ((r"", "calls-itself"),),
    "ZeroDivisionError": ((r"", "divides-by-zero"),),
    "OverflowError": ((r"", "too-large"),),
    "ValueError": ((r"math domain error|expected a (?:positive|nonnegative) input", "domain"),),
    "IndexError": ((r"", "no-such-place"),),
    "NotImplementedError": ((r"", "not-written"),),
    "AssertionError": ((r"", "assertion"),),
    "SystemExit": ((r"", "ends-python"),),
    "ImportError": ((r"not available when your work is graded", "not-available"),),
}


def find_cause(stop: Stop) -> Pattern | None:
    """Return what stands behind an exception, None where its text does not tell.

    >>> from autograder.records import Outcome
    >>> find_cause(Stop(Outcome.RAISED, "NameError", "name 'math' is not defined"))
    Pattern(code='not-imported', detail='math')
    """
    for text, code in CAUSES.get(stop.exception, ()):
        match = re.search(text, stop.message)
        if match:
            detail = next(iter(match.groups("")), "")
            return Pattern(code, name_method(stop.message) if code == "no-method" else detail)
    return None


METHODS = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "**": "pow"}
OPERAND_TYPES = re.compile(r"for (\S+?)=?(?: or pow\(\))?: '(\w+)' and '\w+'")


def name_method(message: str) -> str:
    """Return the method that Python has looked for and not found, "" where that is not told.

    >>> name_method("unsupported operand type(s) for *: 'int' and 'Value'")
    '__rmul__'
    """
    if "for unary -" in message:
        return "__neg__"
    match = OPERAND_TYPES.search(message)
    method = METHODS.get(match.group(1), "") if match else ""
    if match is None or not method:
        return ""
    return f"__r{method}__" if match.group(2) in ("int", "float", "bool") else f"__{method}__"


def add_source(evidence: Evidence, chunks: Sequence[SourceChunk]) -> Evidence:
    """Return evidence of an exception with the line of the hand-in that has raised it."""
    if not evidence.line:
        return evidence
    cause = evidence.cause
    if cause is not None and cause.code == "calls-itself":
        cause = Pattern(cause.code, function_at(evidence, chunks))
    return replace(evidence, source_line=line_at(evidence, chunks), cause=cause)


def line_at(evidence: Evidence, chunks: Sequence[SourceChunk]) -> str:
    """Return the line of the hand-in at which an exception was raised, "" for none."""
    for chunk in chunks:
        lines = chunk.source.splitlines()
        number = evidence.line - chunk.first_line
        if evidence.line and chunk.cell == evidence.cell and 0 <= number < len(lines):
            return lines[number].strip()
    return ""


def function_at(evidence: Evidence, chunks: Sequence[SourceChunk]) -> str:
    """Return the name of the innermost function around the line of an exception, "" for none.

    By indentation: a hand-in's source is parsed in its own worker alone.
    """
    for chunk in chunks:
        lines = chunk.source.splitlines()
        number = evidence.line - chunk.first_line
        if not evidence.line or chunk.cell != evidence.cell or not 0 <= number < len(lines):
            continue
        indent = indentation(lines[number])
        for line in reversed(lines[: number + 1]):
            match = DEFINITION.match(line)
            if match and indentation(line) < max(indent, 1):
                return match.group(1)
            if line.strip():
                indent = min(indent, indentation(line))
    return ""


DEFINITION = re.compile(r"\s*def (\w+)\(")


def indentation(line: str) -> int:
    """Return how far a line is indented."""
    return len(line) - len(line.lstrip())
