"""The exercise's given code in the worker: importable, the grader's own, and no way to marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from autograder.errors import CourseSourceError
from autograder.programs.program import Program
from autograder.records import Outcome

if TYPE_CHECKING:
    from pathlib import Path

    from autograder.records import Run
    from tests.sandbox.conftest import Sandbox

GIVEN = """
import math

class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __add__(self, other):
        return type(self)(self.data + other.data)

def half(x):
    if x < 0:
        raise ValueError("below 0")
    return x / 2
"""

# A leaf of the exercise's class, and half of a number.
LEAF = Program((("leaf", 2.5), ("read", 0, "data")))
HALF = Program((("constant", 3.0), ("call", "half", 0), ("read", 1, "number")))
TWICE = Program((("constant", 3.0), ("call", "twice", 0), ("read", 1, "number")))
SUM = Program((("leaf", 2.5), ("operator", "add", 0, 0), ("read", 1, "data")))
NEGATIVE = Program((("leaf", 2.5), ("operator", "neg", 0), ("read", 1, "data")))


def run(sandbox: Sandbox, *sources: str, programs: dict[str, Program], **job: object) -> Run:
    """Run sources in an exercise with given code."""
    return sandbox.run(*sources, programs=list(programs.items()), **{"given": GIVEN, **job})


@pytest.mark.parametrize(
    "statement",
    [
        "from given import Value, half",
        "import given\nassert given.half(4) == 2.0",
        "import given as engine\nassert engine.Value(1.0).data == 1.0",
        "from given import *\nassert half(1) == 0.5",
        "import importlib\nassert importlib.import_module('given').half(1) == 0.5",
        "def late():\n    from given import half\n    return half(2)\nassert late() == 1.0",
    ],
)
def test_given_code_can_be_imported(sandbox: Sandbox, statement: str) -> None:
    observed = run(sandbox, statement, programs={"leaf": LEAF})
    assert () == observed.stopped_statements
    assert [(2.5,)] == [seen.values for seen in observed.observations]


def test_a_hand_in_that_does_not_import_it_has_its_names_in_programs(sandbox: Sandbox) -> None:
    observed = run(sandbox, "x = 1", programs={"leaf": LEAF, "half": HALF})
    assert observed.class_found
    assert [(2.5,), (1.5,)] == [seen.values for seen in observed.observations]


def test_without_given_code_there_is_no_such_module(sandbox: Sandbox) -> None:
    [stop] = run(sandbox, "import given\ngiven.half(1)", programs={}, given="").stopped_statements
    assert ("ImportError", "given.half is not available when your work is graded") == (
        stop.exception,
        stop.message,
    )


def test_no_file_of_the_student_stands_for_it(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "given.py").write_text("half = None\n", encoding="utf-8")
    (tmp_path / "other.py").write_text("half = None\n", encoding="utf-8")
    observed = run(
        sandbox,
        f"import sys\nsys.path.insert(0, {str(tmp_path)!r})",
        "from other import half as none\nassert none is None",
        "from given import half\nassert half(1) == 0.5",
        programs={"half": HALF},
    )
    assert () == observed.stopped_statements
    assert (1.5,) == observed.observations[0].values


def test_the_hand_ins_own_names_come_first(sandbox: Sandbox) -> None:
    source = (
        "def half(x): return x / 4\nclass Value:\n    def __init__(self, data): self.data = 7.0"
    )
    observed = run(sandbox, source, programs={"leaf": LEAF, "half": HALF})
    assert [(7.0,), (0.75,)] == [seen.values for seen in observed.observations]


@pytest.mark.parametrize(
    ("tampering", "values"),
    [
        ("given.half = lambda x: 9.0", (9.0,)),
        ("given.half = None", ()),
        ("del given.half", ()),
        ("given.__dict__.clear()", ()),
        ("import sys\nsys.modules['given'] = None", (1.5,)),
        ("import sys\ndel sys.modules['given']", (1.5,)),
        ("given.__class__ = type('Odd', (type(given),), {'__getattr__': None})", (1.5,)),
    ],
)
def test_a_hand_in_that_replaces_given_names_meets_what_it_made(
    sandbox: Sandbox, tampering: str, values: tuple[float, ...]
) -> None:
    observed = run(sandbox, f"import given\n{tampering}", programs={"half": HALF}, class_name="")
    [seen] = observed.observations
    assert values == seen.values
    assert (None if values else Outcome.RAISED) == (seen.stop and seen.stop.outcome)
    assert 0 == observed.restarts


@pytest.mark.parametrize("tampering", ["del given.Value", "given.Value = None", "given.Value = 3"])
def test_a_hand_in_without_the_class_any_more_has_none(sandbox: Sandbox, tampering: str) -> None:
    observed = run(sandbox, f"import given\n{tampering}", programs={"leaf": LEAF})
    assert not observed.class_found
    [seen] = observed.observations
    assert seen.stop is not None
    assert Outcome.RAISED is seen.stop.outcome


@pytest.mark.parametrize("kind", ["stubs", "names"])
def test_the_given_class_does_not_stand_for_one_that_the_student_writes(
    sandbox: Sandbox, kind: str
) -> None:
    stub = "def __neg__(self):\n    raise NotImplementedError()\n"
    asked = {"stubs": {"Value.__neg__": stub}} if kind == "stubs" else {"names": ("Value.exp",)}
    observed = run(sandbox, "class Node: pass", programs={"sum": SUM}, **asked)
    assert (False, ("Node",)) == (observed.class_found, observed.classes)
    [seen] = observed.observations
    assert seen.stop is not None
    assert ("NameError", "there is no class Value") == (seen.stop.exception, seen.stop.message)


def test_given_methods_work_on_the_students_subclass(sandbox: Sandbox) -> None:
    source = "from given import Value as Given\nclass Value(Given):\n    def __neg__(self):\n"
    source += "        return Value(-self.data)\n"
    stub = {"Value.__neg__": "def __neg__(self):\n    raise NotImplementedError()\n"}
    programs = {"sum": SUM, "neg": NEGATIVE}
    observed = run(sandbox, source, programs=programs, stubs=stub)
    assert [(5.0,), (-2.5,)] == [seen.values for seen in observed.observations]
    assert set() == observed.untouched_stubs


def test_an_exception_in_given_code_is_told_at_the_line_of_the_hand_in(sandbox: Sandbox) -> None:
    source = "from given import half\n\ndef twice(x):\n    return half(-x)\n"
    observed = run(sandbox, source, programs={"twice": TWICE}, class_name="")
    [seen] = observed.observations
    assert seen.stop is not None
    assert ("ValueError", "below 0", 1, 4) == (
        seen.stop.exception,
        seen.stop.message,
        seen.stop.cell,
        seen.stop.line,
    )


def test_a_hand_in_that_defines_no_class_is_no_loss_where_none_is_asked_for(
    sandbox: Sandbox,
) -> None:
    source = "def twice(x): return 2 * x"
    observed = run(sandbox, source, programs={"twice": TWICE}, class_name="", given="")
    assert observed.class_found
    assert (6.0,) == observed.observations[0].values


def test_given_code_that_is_no_python_is_the_courses_fault(sandbox: Sandbox) -> None:
    with pytest.raises(CourseSourceError, match=r"<given\.py> is not Python"):
        run(sandbox, "x = 1", programs={}, given="def half(x:\n")


NAMES = ("softmax", "log", "Value", "Value.exp", "Value.log", "MLP", "MLP.zero_grad", "odd.part")


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("", set(NAMES)),
        ("def softmax(logits): pass\nlog = len", set(NAMES) - {"softmax", "log"}),
        ("class Value:\n    def exp(self): pass", set(NAMES) - {"Value", "Value.exp"}),
        (
            "class Module:\n    def zero_grad(self): pass\nclass MLP(Module): pass",
            set(NAMES) - {"MLP", "MLP.zero_grad"},
        ),
        ("class Value: pass\nValue.log = abs", set(NAMES) - {"Value", "Value.log"}),
        ("softmax = None\nclass Value:\n    exp = None", set(NAMES) - {"Value"}),
        ("class Odd:\n    def __getattr__(self, name): raise ValueError\nodd = Odd()", set(NAMES)),
        ("def softmax(:", set(NAMES)),
        ("if True:\n    def softmax(logits): pass", set(NAMES) - {"softmax"}),
        ("def outer():\n    def softmax(logits): pass", set(NAMES)),
    ],
)
def test_the_names_that_a_hand_in_does_not_define_are_told(
    sandbox: Sandbox, source: str, missing: set[str]
) -> None:
    observed = sandbox.run(source, programs=[], names=NAMES)
    assert missing == observed.missing_names


def test_a_name_of_given_code_is_none_of_the_hand_in(sandbox: Sandbox) -> None:
    observed = run(sandbox, "import given", programs={}, names=("half", "Value"))
    assert {"half", "Value"} == observed.missing_names


def test_a_name_that_hangs_when_it_is_looked_for_costs_only_the_look(sandbox: Sandbox) -> None:
    source = "class Endless(type):\n    def __getattr__(cls, name):\n        while True: pass\n"
    source += "class Value(metaclass=Endless):\n    def __init__(self, data): self.data = data\n"
    observed = sandbox.run(source, programs=[("leaf", LEAF)], names=("Value.log",))
    assert (2, set()) == (observed.restarts, observed.missing_names)
    assert (2.5,) == observed.observations[0].values


def test_more_names_than_a_record_has_bits_are_refused(sandbox: Sandbox) -> None:
    with pytest.raises(ValueError, match="more than 64 stubs"):
        sandbox.run("", names=tuple(f"name{number}" for number in range(65)))
    observed = sandbox.run("name63 = 1", names=tuple(f"name{number}" for number in range(64)))
    assert {f"name{number}" for number in range(63)} == observed.missing_names


STUBS = {
    "Value.exp": "def exp(self):\n    raise NotImplementedError()\n",
    "Neuron.__call__": "def __call__(self, inputs):\n    raise NotImplementedError()\n",
    "softmax": "def softmax(logits):\n    raise NotImplementedError()\n",
}


def test_stubs_of_several_classes_and_functions_are_told_from_the_worker(sandbox: Sandbox) -> None:
    classes = "class Value:\n    def exp(self):\n        raise NotImplementedError()\n"
    classes += (
        "class Neuron:\n    def __call__(self, inputs):\n        raise NotImplementedError()\n"
    )
    function = "def softmax(logits):\n    raise NotImplementedError()\n"
    for later, untouched in (
        ("", set(STUBS)),
        ("Neuron.__call__ = len", {"Value.exp", "softmax"}),
        ("softmax = len", {"Value.exp", "Neuron.__call__"}),
        ("setattr(Value, 'e' + 'xp', abs)", {"Neuron.__call__", "softmax"}),
        ("def softmax(logits): return logits", {"Value.exp", "Neuron.__call__"}),
    ):
        observed = sandbox.run(classes, function, later, stubs=STUBS)
        assert untouched == observed.untouched_stubs
