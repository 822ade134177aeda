"""The submission's own statements: what fails is told with its line, and the rest still runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from autograder.programs.program import Program, ProgramBuilder
from autograder.records import Observation, Outcome, SourceChunk
from autograder.sandbox import Job, run_job

if TYPE_CHECKING:
    from tests.sandbox.conftest import Sandbox

LOST = {
    "endless": ("while True: pass", Outcome.TIMED_OUT),
    "sleeping": ("import time; time.sleep(1000)", Outcome.TIMED_OUT),
    "leaving": ("import os; os._exit(0)", Outcome.CRASHED),
}


@pytest.mark.parametrize(("statement", "outcome"), LOST.values(), ids=LOST)
def test_lost_statement_is_skipped(sandbox: Sandbox, statement: str, outcome: Outcome) -> None:
    run = sandbox.run(f"x = 1\n\n{statement}\n", sandbox.engine)
    assert run.observations[0].values == (0.5, -0.5)
    [stop] = run.stopped_statements
    assert (stop.outcome, stop.cell, stop.line) == (outcome, 1, 3)
    # What used up its time is not tried again: it decides no outcome.
    assert run.restarts == (1 if outcome is Outcome.TIMED_OUT else 2)


def test_failing_statement_is_told_and_the_rest_runs(sandbox: Sandbox) -> None:
    run = sandbox.run("a = b\nimport sys\nsys.exit()\n", sandbox.engine + "\nValue(1.0).log()\n")
    told = [(s.exception, s.cell, s.line) for s in run.stopped_statements]
    assert told == [("NameError", 1, 1), ("SystemExit", 1, 3), ("AttributeError", 2, 18)]
    assert run.observations[0].stop is None


def test_syntax_error_costs_its_cell(sandbox: Sandbox) -> None:
    run = sandbox.run("x = 1\ndef f(:\n", sandbox.engine, "return 1", "if True:\nx = 1\n")
    told = [(s.exception, s.cell, s.line) for s in run.stopped_statements]
    assert told == [("SyntaxError", 1, 2), ("SyntaxError", 3, 1), ("SyntaxError", 4, 2)]
    assert run.observations[0].stop is None


@pytest.mark.parametrize(
    "source",
    ["x = '\0'", "(" * 10_000, "-" * 200_000 + "1", "x = '\ud800'", "1" * 100_000, "a." * 99_999],
    ids=["nul", "brackets", "signs", "surrogate", "digits", "dots"],
)
def test_source_that_breaks_the_parser_costs_its_cell(sandbox: Sandbox, source: str) -> None:
    run = sandbox.run(source, sandbox.engine)
    assert [(s.exception, s.cell) for s in run.stopped_statements] == [("SyntaxError", 1)]
    assert run.observations[0].stop is None


def test_long_chain_of_branches_is_ordinary(sandbox: Sandbox) -> None:
    run = sandbox.run("if 0: pass\n" + "elif 0: pass\n" * 900, sandbox.engine)
    assert run.class_found


def test_lines_of_a_file_are_those_of_the_file() -> None:
    chunks = (SourceChunk(0, 1, "x = 1\n"), SourceChunk(0, 10, "# %%\n\ny = z\n"))
    [stop] = run_job(Job(chunks, (), ())).stopped_statements
    assert (stop.cell, stop.line) == (0, 12)


def test_marker_inside_a_string_does_not_split_a_file() -> None:
    chunks = (
        SourceChunk(0, 1, 'class Value:\n    """Text'),
        SourceChunk(0, 3, '# %% more text"""\n    pass\nx = y'),
    )
    run = run_job(Job(chunks, (), ()))
    assert run.class_found
    assert [stop.line for stop in run.stopped_statements] == [5]


def test_deepest_line_of_the_hand_in_is_told(sandbox: Sandbox) -> None:
    run = sandbox.run("import json\ndef parse():\n    json.loads('{')\n", "parse()")
    [stop] = run.stopped_statements
    assert (stop.exception, stop.cell, stop.line) == ("ValueError", 1, 3)


def test_magics_are_not_python(sandbox: Sandbox) -> None:
    run = sandbox.run(
        "%matplotlib inline\n!pip install graphviz\nx = 7  # right?\nValue?\nassert x == 7",
        "%%time\ny = 2",
        "%%bash\nrm -rf build; for",
        "z = (x\n  % y)\nassert z == 1",
        "a = z\n%timeit a\nb = = 1",
        sandbox.engine,
    )
    [stop] = run.stopped_statements
    assert (stop.exception, stop.cell, stop.line) == ("SyntaxError", 5, 3)


def test_future_imports_hold_for_later_statements(sandbox: Sandbox) -> None:
    run = sandbox.run(
        "from __future__ import annotations",
        "def f(x: nowhere) -> nothing: pass\nassert f.__annotations__['x'] == 'nowhere'",
    )
    assert run.stopped_statements == ()


def test_without_future_import_annotations_are_evaluated(sandbox: Sandbox) -> None:
    assert len(sandbox.run("def f(x: nowhere): pass").stopped_statements) == 1


def test_main_block_is_not_run(sandbox: Sandbox) -> None:
    run = sandbox.run(sandbox.engine, "if __name__ == '__main__':\n    while True: pass\n")
    assert (run.stopped_statements, run.restarts) == ((), 0)


def test_dataclasses_find_their_module(sandbox: Sandbox) -> None:
    source = "from dataclasses import dataclass\n@dataclass\nclass Value:\n    data: float\n"
    assert sandbox.run(source).stopped_statements == ()


STUBS = {
    "Value.exp": "def exp(self):\n    'e to the power of this.'\n    raise NotImplementedError\n",
    "Value.__neg__": "def __neg__(self):\n    raise NotImplementedError('neg')\n",
}


@pytest.mark.parametrize(
    ("methods", "untouched"),
    [
        (["def exp(self):", "    raise NotImplementedError"], {"Value.exp"}),
        (
            ["def exp(self):", "    'Mine.'", "    # hm", "    raise NotImplementedError"],
            {"Value.exp"},
        ),
        (["def exp(self):", "    raise NotImplementedError()"], set()),
        (["def exp(self, x):", "    raise NotImplementedError"], set()),
        (["def exp(self):", "    return 1", "    raise NotImplementedError"], set()),
        (["def exp(self):", "    raise NotImplementedError", "exp = __neg__ = None"], set()),
        (
            ["def exp(self): return 1", "def exp(self): raise NotImplementedError"],
            {"Value.exp"},
        ),
        (["def __neg__(self):", "    raise NotImplementedError('neg')"], {"Value.__neg__"}),
    ],
)
def test_untouched_stubs_are_recognised(
    sandbox: Sandbox, methods: list[str], untouched: set[str]
) -> None:
    source = "\n    ".join(["class Value:", *methods])
    assert sandbox.run(source, stubs=STUBS).untouched_stubs == untouched


@pytest.mark.parametrize(
    "later",
    [
        "class Value:\n    def exp(self): return self",
        "class Value(Value):\n    def exp(self): return self",
        "Value.exp = lambda self: self",
        "setattr(Value, 'exp', lambda self: self)",
        "for name in ['exp']:\n    setattr(Value, name, lambda self: self)",
    ],
)
def test_stub_that_is_replaced_later_is_not_untouched(sandbox: Sandbox, later: str) -> None:
    source = "class Value:\n    def exp(self):\n        raise NotImplementedError\n"
    assert sandbox.run(source, later, stubs=STUBS).untouched_stubs == set()


def test_class_names_are_those_in_the_source(sandbox: Sandbox) -> None:
    long = "\n".join(f"class Class{'x' * 20}{number}: pass" for number in range(30))
    run = sandbox.run(
        "class A: pass\nclass Ä: pass\nclass A: pass", "try: pass\nfinally:\n  class B: pass", long
    )
    assert run.classes[:3] == ("A", "Ä", "B")
    assert 10 < len(run.classes) < 33
    assert all(name in long for name in run.classes[3:])


GRAFTS = """
import math

class Value:
    def exp(self):
        return Value(math.exp(self.data))
    def __neg__(self):
        return Value(100.0)

def softmax(values):
    return [one(Value(value.data)) for value in values]

def one(value):
    return value
"""


def test_grafts_replace_the_named_methods_and_no_others(sandbox: Sandbox) -> None:
    source = sandbox.engine.replace("math.exp(self.data)", "1 / 0")
    run = sandbox.run(source, grafts=GRAFTS, replaced=("Value.exp",))
    assert run.observations[1].values == (0.0, 1.0)
    assert run.observations[0].values == (0.5, -0.5)


def softmax_of_one() -> Program:
    """Return a program that calls softmax and looks at its first result."""
    builder = ProgramBuilder()
    listed = builder.produce("list", builder.leaf(0.5))
    first = builder.produce("item", builder.produce("call", "softmax", listed), 0)
    builder.do("inspect", first, "node")
    builder.do("read", first, "data")
    return Program(tuple(builder.instructions))


def test_a_replaced_function_makes_nodes_of_the_submissions_class(sandbox: Sandbox) -> None:
    source = sandbox.engine + "def softmax(values):\n    return values[1]\n"
    programs = [("softmax", softmax_of_one())]
    assert sandbox.run(source, programs=programs).observations[0].stop is not None
    run = sandbox.run(source, programs=programs, grafts=GRAFTS, replaced=("softmax",))
    assert run.observations[0].values == (1.0, 0.5)


def test_a_function_that_is_not_there_is_supplied_and_so_is_a_class(sandbox: Sandbox) -> None:
    run = sandbox.run(
        sandbox.engine,
        programs=[("softmax", softmax_of_one())],
        grafts=GRAFTS + "class Missing:\n    def method(self): pass\n",
        replaced=("softmax", "Missing.method"),
    )
    assert run.observations[0].values == (1.0, 0.5)


RESISTS = """
class Kind(type):
    def __setattr__(kind, name, value):
        {how}
class Value(metaclass=Kind):
    def __init__(self, data):
        self.data, self.grad = data, 0.0
    def __neg__(self):
        return Value(-self.data)
"""


def replace_neg(sandbox: Sandbox, how: str) -> Observation:
    """Return what a program gives where a class resists the replacement of its method."""
    [seen] = sandbox.run(
        RESISTS.format(how=how),
        programs=[("neg", sandbox.unary("neg"))],
        grafts=GRAFTS,
        replaced=("Value.__neg__",),
    ).observations
    return seen


@pytest.mark.parametrize("how", ["raise TypeError(name)", "while True: pass"])
def test_a_class_that_resists_replacement_is_run_as_it_stands(how: str, sandbox: Sandbox) -> None:
    assert replace_neg(sandbox, how).values == (0.5, -0.5)
