"""Right hand-ins in other styles, through the real worker: each gets all the marks it has earned.

One case is one hand-in in one exercise. `ex04_operators` is judged as a class would be, with hidden
cases, `ex09_engine` by its public ones.
"""

import dataclasses
import hashlib
from collections import Counter
from functools import cache, partial
from pathlib import Path

import pytest

from autograder.batch.local import grade_file
from autograder.course import load_public_bank
from autograder.exercises import load_exercise
from autograder.grading import Assessment
from autograder.oracles.drawing import draw_bank
from autograder.records import Outcome
from tests.corpus.right_engines import RightEngine, normalize, read_right_engines

HIDDEN = "ex04_operators"  # the exercise for which the tests have a hidden bank

ENGINES = read_right_engines()
CASES = [
    pytest.param(engine, exercise, id=f"{engine.name}-{exercise[:4]}")
    for engine in ENGINES
    for exercise in engine.fits
]


@cache
def judged_by_public_cases(exercise_id: str) -> Assessment:
    exercise = load_exercise(exercise_id)
    public = load_public_bank(exercise)
    return Assessment(exercise, public, hidden=None, grafts=None, is_self_check=True)


def misjudged(engine: RightEngine, assessment: Assessment) -> dict[str, str]:
    """Return the tasks with another outcome than the engine has earned, and the outcome."""
    result = grade_file(engine.name, engine.path, assessment)
    tasks = {task.id for task in assessment.exercise.tasks}
    earned = engine.fits[assessment.exercise.id] or tasks
    passed = {task.id for task in result.tasks if task.outcome is Outcome.PASSED}
    return {task.id: str(task.outcome) for task in result.tasks if task.id in earned ^ passed}


@pytest.mark.parametrize(("engine", "exercise"), CASES)
def test_a_right_engine_passes_all_tasks_or_just_the_parts_that_it_names(
    engine: RightEngine, exercise: str, assessment: Assessment
) -> None:
    is_hidden = exercise == HIDDEN
    assert {} == misjudged(engine, assessment if is_hidden else judged_by_public_cases(exercise))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_hidden_cases_of_any_secret_fail_no_right_engine_from_an_empty_file(number: int) -> None:
    public = judged_by_public_cases("ex09_engine")
    secret = hashlib.sha256(f"right engines {number}".encode()).hexdigest().encode()
    hidden = draw_bank(public.exercise, secret)
    own = dataclasses.replace(
        public, public=dataclasses.replace(public.public, cases=()), hidden=hidden
    )
    judge = partial(misjudged, assessment=own)
    found = {engine.name: judge(engine) for engine in ENGINES if "ex09_engine" in engine.fits}
    assert {} == {name: tasks for name, tasks in found.items() if tasks}


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_a_header_names_exercises_and_their_tasks(engine: RightEngine) -> None:
    for exercise, parts in engine.fits.items():
        assert parts <= {task.id for task in load_exercise(exercise).tasks}


@pytest.mark.parametrize(
    "header", ["", "# fits:\n", "# fits: operators\n", "# fits: ex09_engine (value)\n"]
)
def test_a_file_that_does_not_say_what_it_fits_is_refused(header: str, tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.write_text(header + "class Value: ...\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"engine\.py: no header"):
        _ = RightEngine(path).fits


def test_a_header_is_found_after_a_byte_order_mark_and_with_any_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    text = "\ufeff# fits: ex04_operators ex09_engine (parts: value backward)\r\n# graph: a tape\r\n"
    path.write_bytes(text.encode())
    engine = RightEngine(path)
    parts = frozenset({"value", "backward"})
    assert {"ex04_operators": frozenset(), "ex09_engine": parts} == engine.fits
    assert engine.graph == "a tape"


def test_there_are_many_engines_and_many_ways_to_represent_a_graph() -> None:
    graphs = {engine.graph for engine in ENGINES} - {""}
    assert len(ENGINES) >= 95
    assert sum("ex09_engine" in engine.fits for engine in ENGINES) >= 45
    assert len(graphs) >= 60


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_an_engine_is_short_enough_to_be_read(engine: RightEngine) -> None:
    assert len(engine.source.splitlines()) < 200


def test_no_two_engines_are_the_same_after_renaming() -> None:
    counts = Counter(normalize(engine.source) for engine in ENGINES)
    twice = [engine.name for engine in ENGINES if counts[normalize(engine.source)] > 1]
    assert [] == twice


ORIGINAL = '''
import math
class Value:
    """A node."""
    __slots__ = ("data", "grad", "parents")
    def __init__(self, data, parents=()):
        self.data, self.grad, self.parents = data, 0.0, parents
    def exp(self, scale=1.0):
        result = math.exp(self.data) * scale
        return Value(result, parents=(self, result))
'''
# An own name is renamed wherever it stands, so `math.exp` has become `m.power` here.
RENAMED = '''
import math as m
class Node:  # as it is called here
    __slots__ = ("number", "slope", "children")
    def __init__(this, number: float, children: tuple = ()) -> None:
        """Make a node."""
        this.number, this.slope, this.children = number, 0.0, children
    def power(this, factor: float = 1.0):
        e: float = m.power(this.number) * factor
        return Node(e, children=(this, e))
'''


def test_the_normal_form_sees_through_other_names_docstrings_annotations_and_comments() -> None:
    assert normalize(ORIGINAL) == normalize(RENAMED)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("* scale", "+ scale"),
        ("0.0", "1.0"),
        ("(self, result)", "(result, self)"),
        ("Value(result,", "Value(self.data,"),
        ("math.exp(self.data)", "abs(self.data)"),
        ('("data", "grad", "parents")', '("data", "parents", "grad")'),
        ("        return Value", "        print(result)\n        return Value"),
    ],
)
def test_the_normal_form_keeps_what_a_source_does(text: str, other: str) -> None:
    assert text in ORIGINAL
    assert normalize(ORIGINAL) != normalize(ORIGINAL.replace(text, other))


def test_the_normal_form_does_not_take_names_of_others_for_own_ones() -> None:
    assert normalize("y = len(x)") != normalize("y = sum(x)")
    assert normalize("length = len(x)") == normalize("n = len(x)")
