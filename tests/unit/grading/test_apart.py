"""A fault costs its own task: every exercise, judged apart, in this process."""

import ast
import dataclasses
import textwrap
from functools import cache

import pytest

from autograder.assessment import Assessment
from autograder.course import load_grafts, load_public_bank
from autograder.diagnosis.variants import find_stub
from autograder.exercises import load_exercise, released_exercises
from autograder.grading import grade_submission
from autograder.mutation import without_examples
from autograder.records import Notice, Outcome, Run, SubmissionResult
from autograder.sandbox.intake import split_file
from autograder.sandbox.supervisor import Job, run_job
from tests.corpus.solutions import solution_of
from tests.unit.grading.conftest import Grade, Spoil
from tests.unit.grading.in_process import run_in_process

APART = [name for name in released_exercises() if load_exercise(name).judged_apart]
STUBS = [(exercise, stub) for exercise in APART for stub in load_exercise(exercise).stubs]


@cache
def assessment_of(exercise_id: str) -> Assessment:
    exercise = load_exercise(exercise_id)
    return Assessment(exercise, load_public_bank(exercise), None, load_grafts(exercise_id))


def grade_text(exercise_id: str, text: str) -> SubmissionResult:
    chunks = tuple(split_file(without_examples(text)))
    return grade_submission("a", "a.py", chunks, assessment_of(exercise_id), run_in_process)


def lost(result: SubmissionResult) -> set[str]:
    return {task.id for task in result.tasks if task.points != task.max_points}


def put_stub(source: str, name: str, stub: str) -> str:
    """Return the source with another text for one function or method."""
    lines = source.splitlines(keepends=True)
    node = find_stub(ast.parse(source), name)
    decorators = [line.lineno for line in node.decorator_list]
    first = min([node.lineno, *decorators]) - 1
    indent = " " * node.col_offset
    return "".join([*lines[:first], textwrap.indent(stub, indent), "\n", *lines[node.end_lineno :]])


@pytest.mark.filterwarnings("ignore:Converting a tensor with requires_grad=True")
@pytest.mark.parametrize(("exercise", "stub"), STUBS)
def test_a_stub_left_alone_costs_its_own_tasks_and_what_judges_all_together(
    exercise: str, stub: str
) -> None:
    tasks = load_exercise(exercise).tasks
    released = load_exercise(exercise).stubs[stub]
    result = grade_text(exercise, put_stub(solution_of(exercise), stub, released))
    own = {task.id for task in tasks if task.stub == stub}
    assert own | {task.id for task in tasks if not task.stub} == lost(result)
    assert own == {task.id for task in result.tasks if not task.attempted}


CIRCLES = {
    "ex05_softmax": (
        "def softmax(logits):\n    return stable_softmax(logits)\n"
        "def stable_softmax(logits):\n    return softmax(logits)\n",
        {"softmax", "stable-softmax"},
    ),
    "ex01_derivatives": (
        "def central_difference(f, x, h):\n"
        "    return numerical_gradient(lambda point: f(point[0]), [x], h)[0]\n"
        "def numerical_gradient(f, point, h):\n"
        "    def along(index):\n"
        "        return lambda x: f([*point[:index], x, *point[index + 1 :]])\n"
        "    return [central_difference(along(i), x, h) for i, x in enumerate(point)]\n",
        {"central-difference", "numerical-gradient"},
    ),
}


@pytest.mark.parametrize("exercise", CIRCLES)
def test_functions_that_work_only_by_each_others_replacement_gain_nothing(exercise: str) -> None:
    circle, tasks = CIRCLES[exercise]
    text = f"{solution_of(exercise)}\n# %%\n{circle}"
    result = grade_text(exercise, text)
    whole = {task.id for task in load_exercise(exercise).tasks if not task.stub}
    assert tasks | whole == lost(result)
    assert {0.0} == {task.points for task in result.tasks if task.id in tasks}


@pytest.mark.parametrize(
    ("exercise", "stub", "code", "task"),
    [
        (
            "ex05_softmax",
            "stable_softmax",
            "def softmax(logits):\n    return stable_softmax(logits)\n",
            "softmax",
        ),
        (
            "ex01_derivatives",
            "central_difference",
            "def forward_difference(f, x, h):\n"
            "    return central_difference(f, x + h / 2, h / 2)\n",
            "forward-difference",
        ),
        (
            "ex07_training",
            "max_margin_loss",
            "def relu(x):\n    return max_margin_loss([1 - x], [1])\n",
            "relu",
        ),
    ],
)
def test_handing_on_to_a_stub_that_does_the_same_job_earns_nothing(
    exercise: str, stub: str, code: str, task: str
) -> None:
    text = put_stub(solution_of(exercise), stub, load_exercise(exercise).stubs[stub])
    result = grade_text(exercise, f"{text}\n# %%\n{code}")
    assert task in lost(result)
    assert 0.0 == next(item.points for item in result.tasks if item.id == task)


def test_a_class_with_other_attributes_is_judged_as_it_stands() -> None:
    text = solution_of("ex05_softmax")
    own_class = "class Value:\n    def __init__(self, data):\n        self.number = data\n"
    result = grade_text("ex05_softmax", f"{text}\n# %%\n{own_class}")
    assert "judged-as-it-stands" in [notice.code for notice in result.warnings]


def test_a_function_that_is_not_there_keeps_no_other_task_from_being_judged_apart() -> None:
    text = solution_of("ex05_softmax").replace("def softmax(", "def soft_max(")
    assert {"softmax"} == lost(grade_text("ex05_softmax", text))


STASH = """
# %%
kept = {}
make = Value.__init__
def __init__(self, *arguments):
    make(self, *arguments)
    for name, method in {**vars(Value), **vars(Value.__mro__[1])}.items():
        if callable(method) and method.__code__.co_filename == "<grafts.py>":
            kept.setdefault(name, method)
Value.__init__ = __init__
def hand_on(name):
    return lambda self, *other: kept[name](self, *other)
for name in ("__radd__", "__rmul__", "__neg__", "__sub__", "exp"):
    setattr(Value, name, hand_on(name))
"""


OWN_HELPER = """
# %%
def descend(loss, parameters):
    return max_margin_loss(loss, parameters)


def train_on_batches(model, batches, rates, strength):
    losses = []
    for (rows, labels), rate in zip(batches, rates, strict=True):
        loss = descend([model(row) for row in rows], labels)
        loss = loss + l2_penalty(model.parameters(), strength)
        model.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= rate * parameter.grad
        losses.append(loss.data)
    return losses


def max_margin_loss(scores, labels):
    return Value(0.0)
"""


def test_a_function_that_is_called_like_one_of_the_grafts_own_stays() -> None:
    assert "def descend(" in assessment_of("ex07_training").grafts.source
    text = solution_of("ex07_training") + OWN_HELPER
    assert {"max-margin-loss"} == lost(grade_text("ex07_training", text))


def test_what_another_task_was_judged_with_cannot_be_kept(grade: Grade, solution: str) -> None:
    result = grade(solution + STASH, subject=run_job)
    assert {"radd", "rmul", "neg", "sub", "exp", "engine"} == lost(result)
    points = {task.id: task.points for task in result.tasks}
    assert 0.0 == points["radd"] == points["rmul"] == points["neg"] == points["exp"]


QUIET = """
# %%
busy = []
def __neg__(self):
    if busy:
        return self
    busy.append(1)
    out = 0 - self
    busy.clear()
    return out
Value.__neg__ = __neg__
Value.__rsub__ = lambda self, other: (-self) + other
"""


def test_a_circle_that_ends_in_a_wrong_number_gains_nothing(grade: Grade, solution: str) -> None:
    result = grade(solution + QUIET)
    assert {"neg", "rsub", "engine"} <= lost(result)


def test_a_right_hand_in_needs_one_worker(grade: Grade, solution: str) -> None:
    jobs: list[Job] = []

    def count(job: Job) -> Run:
        jobs.append(job)
        return run_in_process(job)

    grade(solution, subject=count)
    assert 1 == len(jobs)


@pytest.mark.parametrize(("fault", "varies"), [("hash('x') % 1000003", True), ("1.0", False)])
def test_answers_that_are_others_in_another_worker_are_told(
    fault: str, varies: bool, grade: Grade, spoil: Spoil
) -> None:
    text = spoil("exp", "math.exp(self.data)", f"math.exp(self.data) + {fault}")
    result = grade(text, subject=run_job)
    assert (("exp",) if varies else ()) == tuple(t for t in result.varying_tasks if t == "exp")
    assert {"exp", "engine"} == lost(result)


def test_a_check_that_only_hidden_cases_decide_is_ungraded_without_a_secret(
    assessment: Assessment, grade: Grade, solution: str
) -> None:
    task = dataclasses.replace(assessment.exercise.tasks[0], hidden_checks=("purity",))
    exercise = dataclasses.replace(
        assessment.exercise, tasks=(task, *assessment.exercise.tasks[1:])
    )
    by = dataclasses.replace(assessment, exercise=exercise)
    assert 40 == grade(solution, by=by).score
    result = grade(solution, by=dataclasses.replace(by, hidden=None))
    reasons = {check.id: check.reason for check in result.tasks[0].checks if check.reason}
    assert ({"purity": "needs-secret"}, None) == (reasons, result.score)
    own = Assessment(exercise.public_part, by.public, None, None, is_self_check=True)
    seen = grade(solution, by=own)
    assert task.max_points - task.checks["purity"] == seen.tasks[0].max_points
    assert seen.score == seen.max_score


def test_public_cases_do_not_decide_a_hidden_check(
    assessment: Assessment, grade: Grade, spoil: Spoil
) -> None:
    task = dataclasses.replace(
        assessment.exercise.task("exp"), hidden_checks=tuple(assessment.exercise.task("exp").checks)
    )
    exercise = dataclasses.replace(assessment.exercise, tasks=(task,))
    result = grade(
        spoil("exp", "self.grad += out.data", "self.grad = out.data"),
        by=dataclasses.replace(assessment, exercise=exercise),
    )
    [judged] = result.tasks
    accumulation = next(check for check in judged.checks if check.id == "accumulation")
    assert (Outcome.FAILED, True) == (accumulation.outcome, accumulation.hidden_only)
    assert Notice("public-cases-only") not in result.warnings


@pytest.mark.parametrize(("exercise", "workers"), [("ex01_derivatives", 2), ("ex05_softmax", 1)])
def test_a_students_check_looks_twice_only_where_that_is_quick(exercise: str, workers: int) -> None:
    jobs: list[Job] = []

    def count(job: Job) -> Run:
        jobs.append(job)
        return run_in_process(job)

    own = dataclasses.replace(assessment_of(exercise), grafts=None, is_self_check=True)
    stub = load_exercise(exercise).tasks[0].stub
    wrong = f"\n# %%\ndef {stub}(*arguments):\n    return None\n"
    chunks = tuple(split_file(without_examples(solution_of(exercise)) + wrong))
    assert lost(grade_submission("a", "a.py", chunks, own, count))
    assert workers == len(jobs)
