"""What stands behind an exception: real ones, raised by what students write."""

import math
from collections.abc import Callable

import pytest

from autograder.diagnosis.exceptions import add_source, find_cause
from autograder.records import Evidence, Outcome, Pattern, SourceChunk, Stop


class Value:
    """A node without the methods that the examples ask for."""

    def __init__(self, data: float) -> None:
        self.data = data

    def method(self, other: "Value") -> "Value":
        """Take one operand."""
        return other


def endless() -> None:
    """Call itself."""
    endless()


def assign_late() -> None:
    """Use a name before it has a value."""
    print(total)  # type: ignore[used-before-def]  # noqa: F821, T201
    total = 0  # noqa: F841


A: object = Value(1.0)

# fmt: off
RAISED: list[tuple[Callable[[], object], Pattern]] = [
    (lambda: 2 * A, Pattern("no-method", "__rmul__")),  # type: ignore[operator]
    (lambda: A * 2, Pattern("no-method", "__mul__")),  # type: ignore[operator]
    (lambda: A - A, Pattern("no-method", "__sub__")),  # type: ignore[operator]
    (lambda: 1 / A, Pattern("no-method", "__rtruediv__")),  # type: ignore[operator]
    (lambda: A ** 2, Pattern("no-method", "__pow__")),  # type: ignore[operator]
    (lambda: -A, Pattern("no-method", "__neg__")),  # type: ignore[operator]
    (lambda: None + A, Pattern("none-as-operand")),  # type: ignore[operator]
    (lambda: None.data, Pattern("none-as-operand")),  # type: ignore[attr-defined]
    (lambda: (2).data, Pattern("number-for-node", "data")),  # type: ignore[attr-defined]
    (lambda: [A].grad, Pattern("list-for-node", "grad")),  # type: ignore[attr-defined]
    (lambda: A.grda, Pattern("no-attribute", "grda")),  # type: ignore[attr-defined]
    (lambda: math.expp, Pattern("no-such-name", "expp")),  # type: ignore[attr-defined]
    (lambda: math.exp(A), Pattern("node-for-number", "Value")),  # type: ignore[arg-type]
    (lambda: A.method(), Pattern("wrong-arity", "method")),  # type: ignore[attr-defined]
    (lambda: A.method(A, A), Pattern("wrong-arity", "method")),  # type: ignore[attr-defined]
    (lambda: A(2), Pattern("not-callable", "Value")),  # type: ignore[operator]
    (lambda: A[0], Pattern("not-a-list", "Value")),  # type: ignore[index]
    (lambda: list(A), Pattern("not-a-list", "Value")),  # type: ignore[call-overload]
    (lambda: A < A, Pattern("node-compared")),  # type: ignore[operator]
    (lambda: {[]: 1}, Pattern("unhashable", "list")),
    (lambda: random.uniform(-1, 1), Pattern("not-imported", "random")),  # type: ignore[name-defined]  # noqa: F821
    (lambda: resutl, Pattern("no-such-name", "resutl")),  # type: ignore[name-defined]  # noqa: F821
    (assign_late, Pattern("unbound-local", "total")),
    (endless, Pattern("calls-itself")),
    (lambda: 1 / 0, Pattern("divides-by-zero")),
    (lambda: math.exp(1000), Pattern("too-large")),
    (lambda: math.log(-1), Pattern("domain")),
    (lambda: [1][2], Pattern("no-such-place")),
]
# fmt: on


@pytest.mark.parametrize(("act", "cause"), RAISED, ids=[cause.code for _, cause in RAISED])
def test_the_cause_is_told_by_python_s_own_text(act: Callable[[], object], cause: Pattern) -> None:
    # Some messages name a function by its place in a class.
    with pytest.raises(Exception) as raised:  # noqa: PT011 - each case has its own
        act()
    stop = Stop(Outcome.RAISED, raised.type.__name__, str(raised.value))
    found = find_cause(stop)
    assert found is not None
    assert (cause.code, cause.detail) == (found.code, found.detail.rpartition(".")[2])


@pytest.mark.parametrize(
    ("exception", "message"), [("ValueError", "shapes differ"), ("TypeError", "no"), ("other", "")]
)
def test_an_exception_that_tells_nothing_has_no_cause(exception: str, message: str) -> None:
    assert find_cause(Stop(Outcome.RAISED, exception, message)) is None


SOURCE = """class Value:
    def __radd__(self, other):
        def inner():
            pass

        return other + self

    def __mul__(self, other):
        return self
"""


@pytest.mark.parametrize(("cell", "first"), [(0, 10), (3, 1)])
def test_a_recursion_is_told_with_its_line_and_the_method_around_it(cell: int, first: int) -> None:
    chunks = (SourceChunk(cell, first, SOURCE),)
    seen = Evidence(
        exception="RecursionError", cell=cell, line=first + 5, cause=Pattern("calls-itself")
    )
    found = add_source(seen, chunks)
    assert ("return other + self", Pattern("calls-itself", "__radd__")) == (
        found.source_line,
        found.cause,
    )


@pytest.mark.parametrize(("cell", "line"), [(0, 0), (0, 99), (1, 3)])
def test_a_line_that_is_nowhere_in_the_hand_in_is_left_out(cell: int, line: int) -> None:
    seen = Evidence(exception="TypeError", cell=cell, line=line)
    assert add_source(seen, (SourceChunk(0, 1, SOURCE),)).source_line == ""
