"""What right, missing and faulty methods cost: the pipeline with an engine of this process."""

import dataclasses
import json
from importlib.util import find_spec

import pytest

from autograder.assessment import Assessment
from autograder.errors import MissingPackageError
from autograder.grading import ungraded_result
from autograder.records import Notice, Observation, Outcome, Run, Stop, SubmissionResult
from autograder.reports.json_report import render_json
from autograder.sandbox import supervisor
from autograder.sandbox.supervisor import Job
from autograder.sandbox.wire import NOT_AVAILABLE
from tests.unit.grading.conftest import Grade, Spoil
from tests.unit.grading.in_process import run_in_process

# Above half of the task's points stand on `value` and `gradient`; what needs them is not run.
WITHOUT_GRADIENT = {"gradient", "accumulation"}
WITHOUT_VALUE = {"value", "gradient", "accumulation", "purity"}


def lost_points(result: SubmissionResult) -> dict[str, float]:
    """Return what each task that is not passed costs."""
    return {
        task.id: task.max_points - (task.points or 0.0)
        for task in result.tasks
        if task.outcome is not Outcome.PASSED
    }


def failing_checks(result: SubmissionResult, task_id: str) -> set[str]:
    """Return the checks of a task that are not passed."""
    task = next(task for task in result.tasks if task.id == task_id)
    return {check.id for check in task.checks if check.outcome is not Outcome.PASSED}


def test_the_solution_gets_full_marks(grade: Grade, solution: str) -> None:
    result = grade(solution)
    assert {} == lost_points(result)
    assert 40 == result.score == result.max_score
    assert () == result.warnings
    assert {} == result.evidence


def test_the_untouched_release_gets_nothing_and_is_not_attempted(
    grade: Grade, released: str
) -> None:
    result = grade(released)
    assert 0 == result.score
    assert {Outcome.NOT_RUN} == {task.outcome for task in result.tasks}
    assert {False} == {task.attempted for task in result.tasks}
    assert {"not-attempted"} == {c.reason for task in result.tasks for c in task.checks}
    assert {} == result.evidence


@pytest.mark.parametrize(
    ("method", "line", "fault", "task", "checks"),
    [
        ("__radd__", "self + other", "self + 2 * other", "radd", WITHOUT_VALUE | {"reflected"}),
        ("__rmul__", "self * other", "self + other", "rmul", WITHOUT_VALUE | {"reflected"}),
        ("__neg__", "self * -1", "self * -2", "neg", WITHOUT_VALUE),
        ("__sub__", "self + (-other)", "(-self) + other", "sub", WITHOUT_VALUE | {"numbers"}),
        ("__rsub__", "(-self) + other", "self - other", "rsub", WITHOUT_VALUE | {"reflected"}),
        (
            "__truediv__",
            "self * other**-1",
            "self * other**-2",
            "truediv",
            WITHOUT_VALUE | {"numbers"},
        ),
        (
            "__rtruediv__",
            "self**-1 * other",
            "self / other",
            "rtruediv",
            WITHOUT_VALUE | {"reflected"},
        ),
        (
            "__pow__",
            "other * self.data ** (other - 1)",
            "self.data ** (other - 1)",
            "pow",
            WITHOUT_GRADIENT | {"exponents"},
        ),
        (
            "__pow__",
            "self.grad += other",
            "self.grad = other",
            "pow",
            {"accumulation"},
        ),
        ("exp", "self.grad += out.data", "self.grad = out.data", "exp", {"accumulation"}),
        ("exp", "out.data * out.grad", "out.grad", "exp", WITHOUT_GRADIENT),
        ("exp", "out.data * out.grad", "float('nan')", "exp", WITHOUT_GRADIENT),
        ("exp", "return out\n", "return out.data\n", "exp", WITHOUT_VALUE | {"result-type"}),
        (
            "__neg__",
            "return self * -1",
            "self.data = -self.data\n        return self * 1",
            "neg",
            WITHOUT_GRADIENT | {"purity"},
        ),
    ],
)
def test_a_fault_costs_the_checks_that_it_breaks_and_the_whole_engine(
    method: str, line: str, fault: str, task: str, checks: set[str], grade: Grade, spoil: Spoil
) -> None:
    result = grade(spoil(method, line, fault))
    assert {task, "engine"} == set(lost_points(result))
    assert checks == failing_checks(result, task)
    expected = sum(c.points or 0 for t in result.tasks for c in t.checks)
    assert expected == result.score


@pytest.mark.parametrize(
    ("method", "line", "fault"),
    [
        ("__add__", "            self.grad += out.grad", "            self.grad = out.grad"),
        ("__add__", "other.grad += out.grad", "other.grad = out.grad"),
        ("__mul__", "self.grad += other.data", "self.grad = other.data"),
        ("__mul__", "other.grad += self.data", "other.grad = self.data"),
        ("tanh", "self.grad +=", "self.grad ="),
        ("backward", "self.grad = 1.0", "self.grad = 2.0"),
    ],
)
def test_spoilt_given_code_costs_the_whole_engine_alone(
    method: str, line: str, fault: str, grade: Grade, override: Spoil
) -> None:
    result = grade(override(method, line, fault))
    assert {"engine": 4} == lost_points(result)


def test_a_wrong_neg_costs_neither_sub_nor_rsub(grade: Grade, spoil: Spoil) -> None:
    result = grade(spoil("__neg__", "self * -1", "self * -2"))
    assert {"neg", "engine"} == set(lost_points(result))
    assert {"sub", "rsub"} == {task.id for task in result.tasks if task.followed_through}


def test_a_wrong_pow_costs_neither_division(grade: Grade, spoil: Spoil) -> None:
    result = grade(spoil("__pow__", "self.grad += other *", "self.grad +="))
    assert {"pow", "engine"} == set(lost_points(result))


def test_methods_that_recurse_through_each_other_gain_nothing(grade: Grade, spoil: Spoil) -> None:
    text = spoil("__sub__", "self + (-other)", "-(other - self)")
    text = spoil("__rsub__", "(-self) + other", "-(self - other)", text)
    result = grade(text)
    assert {"sub": 4, "rsub": 4, "engine": 4} == lost_points(result)
    assert [] == [task.id for task in result.tasks if task.followed_through]


def test_a_method_that_only_runs_into_such_a_circle_keeps_its_points(
    grade: Grade, spoil: Spoil
) -> None:
    text = spoil("__sub__", "self + (-other)", "(other - self) * -1")
    text = spoil("__rsub__", "(-self) + other", "(self - other) * -1", text)
    text = spoil("__neg__", "self * -1", "0 - self", text)
    assert {"sub": 4, "rsub": 4, "engine": 4} == lost_points(grade(text))


def test_a_method_that_calls_itself_costs_only_its_own_task(grade: Grade, spoil: Spoil) -> None:
    text = spoil("__rmul__", "self * other", "other * self")
    text = spoil("__neg__", "self * -1", "-1 * self", text)
    result = grade(text)
    assert {"rmul": 4, "engine": 4} == lost_points(result)
    assert {"neg", "sub", "rsub"} == {task.id for task in result.tasks if task.followed_through}


def test_an_untouched_stub_costs_its_task_alone_where_others_use_it(
    grade: Grade, solution: str, released: str
) -> None:
    stub = released.partition("    def __neg__(")[2].partition("\n    def ")[0]
    head, _, tail = solution.partition("    def __neg__(")
    result = grade(f"{head}    def __neg__({stub}\n    def {tail.partition('    def ')[2]}")
    assert {"neg": 4, "engine": 4} == lost_points(result)
    reasons = {task.id: task.checks[0].reason for task in result.tasks if task.checks[0].reason}
    assert {"neg": "not-attempted", "engine": "needs-every-method"} == reasons
    assert ["neg"] == [task.id for task in result.tasks if not task.attempted]


def test_a_method_taken_out_counts_as_attempted(grade: Grade, spoil: Spoil, solution: str) -> None:
    result = grade(solution.replace("def __rmul__(", "def _rmul(", 1))
    assert {"rmul", "engine"} == set(lost_points(result))
    assert {True} == {task.attempted for task in result.tasks}


def test_without_the_class_nothing_is_run_and_the_classes_are_named(grade: Grade) -> None:
    result = grade("class Vector:\n    pass\nclass Node:\n    pass\n")
    assert 0 == result.score
    assert {"no-class"} == {c.reason for task in result.tasks for c in task.checks}
    assert [("no-class", "Vector, Node")] == [(n.code, n.message) for n in result.warnings]


def test_a_syntax_error_is_a_warning_with_its_line(grade: Grade, solution: str) -> None:
    result = grade(f"{solution}\n# %%\nprint('left open'\n")
    line = solution.count("\n") + 3
    assert [("syntax-error", line)] == [(n.code, n.line) for n in result.warnings]


def test_a_statement_that_stops_is_a_warning_with_its_exception(
    grade: Grade, solution: str
) -> None:
    result = grade(f"{solution}\n# %%\nraise KeyError('lost')\n")
    assert 40 == result.score
    observed = [(n.code, n.exception, n.message) for n in result.warnings]
    assert [("statement-stopped", "KeyError", "'lost'")] == observed


def rename_attributes(text: str) -> str:
    """Return an engine whose nodes keep other attributes than the given code."""
    return text.replace(".operands", "._prev").replace("._backward", "._rule")


def test_given_code_pasted_into_the_hand_in_is_no_fault(grade: Grade, standalone: str) -> None:
    result = grade(standalone)
    assert (40, ()) == (result.score, result.warnings)


def test_renamed_attributes_are_no_fault(grade: Grade, standalone: str) -> None:
    result = grade(rename_attributes(standalone))
    assert (40, ()) == (result.score, result.warnings)


def test_a_class_that_cannot_be_completed_is_judged_as_it_stands_and_says_so(
    grade: Grade, spoil: Spoil, standalone: str
) -> None:
    result = grade(rename_attributes(spoil("__neg__", "self * -1", "self * -2", standalone)))
    assert {"neg", "sub", "rsub", "engine"} <= set(lost_points(result))
    assert ["judged-as-it-stands"] == [notice.code for notice in result.warnings]
    assert [] == [task.id for task in result.tasks if task.followed_through]


def test_without_hidden_cases_the_result_says_so(
    grade: Grade, solution: str, assessment: Assessment
) -> None:
    result = grade(solution, dataclasses.replace(assessment, hidden=None))
    assert ["public-cases-only"] == [notice.code for notice in result.warnings]
    assert "" == result.bank


def test_a_students_own_check_does_not_speak_of_hidden_cases(
    grade: Grade, solution: str, assessment: Assessment
) -> None:
    own = Assessment(assessment.exercise, assessment.public, None, None, is_self_check=True)
    assert () == grade(solution, own).warnings


def test_a_result_names_the_banks_that_it_comes_from(
    grade: Grade, solution: str, assessment: Assessment
) -> None:
    result = grade(solution)
    assert assessment.hidden is not None
    assert (assessment.hidden.name, assessment.public.name) == (result.bank, result.public_bank)


def test_the_facts_of_a_result_are_the_same_each_time(grade: Grade, override: Spoil) -> None:
    text = override("__mul__", "self.grad += other.data", "self.grad = other.data")
    first, second = grade(text).to_json(), grade(text).to_json()
    for data in (first, second):
        del data["evidence"], data["cpu_seconds"]
    assert first == second


def test_the_smallest_failing_public_program_is_the_counterexample(
    grade: Grade, spoil: Spoil, assessment: Assessment
) -> None:
    result = grade(spoil("exp", "self.grad += out.data", "self.grad = out.data"))
    check = next(c for t in result.tasks if t.id == "exp" for c in t.checks if c.reason)
    case = next(c for c in assessment.public.cases if (c.task, c.form) == ("exp", "reuse-sum"))
    assert check.counterexample is not None
    assert f"Value({case.program.instructions[0][1]!r})" in check.counterexample.program
    assert "a.grad" == check.counterexample.quantity
    assert case.expected[2] == check.counterexample.expected
    assert not check.hidden_only


def test_a_check_is_not_run_where_the_one_that_it_needs_is_not_passed(
    grade: Grade, spoil: Spoil
) -> None:
    result = grade(spoil("exp", "out.data * out.grad", "out.grad"))
    exp = next(task for task in result.tasks if task.id == "exp")
    observed = {check.id: check.reason for check in exp.checks if check.reason}
    assert {"gradient": "gradient-mismatch", "accumulation": "needs-check"} == observed


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
def test_a_number_that_json_has_not_becomes_text(number: str, grade: Grade, spoil: Spoil) -> None:
    result = grade(spoil("exp", "out.data * out.grad", f"float('{number}')"))
    evidence = json.loads(render_json(result))["evidence"]["exp/gradient"]
    assert number == evidence["observed"]


def hang_in_radd(job: Job) -> Run:
    """Run a job as if the first program of `radd` never ended, so that its others are not run."""
    run = run_in_process(job)
    observations = list(run.observations)
    own = [index for index, task in enumerate(job.tasks) if task == "radd"]
    for index in own:
        outcome = Outcome.TIMED_OUT if index == own[0] else Outcome.NOT_RUN
        observations[index] = Observation((), Stop(outcome, message="used its CPU time"))
    return dataclasses.replace(run, observations=tuple(observations))


def test_of_a_task_that_hangs_the_first_program_is_shown_and_those_not_run_are_not(
    grade: Grade, solution: str
) -> None:
    result = grade(solution, subject=hang_in_radd)
    radd = next(task for task in result.tasks if task.id == "radd")
    assert {"radd": 4} == lost_points(result)
    assert Outcome.TIMED_OUT is radd.outcome
    checks = {check.id: check for check in radd.checks}
    assert ("timed-out", "not-run") == (checks["value"].reason, checks["reflected"].reason)
    assert checks["value"].counterexample is not None
    assert (None, "") == (checks["reflected"].counterexample, checks["reflected"].form)


def test_a_hand_in_that_our_side_could_not_judge_has_no_marks_at_all(
    assessment: Assessment,
) -> None:
    result = ungraded_result("ann", "ann.py", assessment, Notice("worker-start", "no memory"))
    assert (None, 40) == (result.score, result.max_score)
    assert {None} == {task.points for task in result.tasks}
    assert {Outcome.UNGRADED} == {check.outcome for task in result.tasks for check in task.checks}
    assert ["worker-start"] == [notice.code for notice in result.warnings]


@pytest.mark.parametrize(
    ("package", "packages", "is_told"),
    [
        ("numpy", (), True),
        ("scipy", (), False),
        ("torch", (), False),
        ("torch", ("torch",), True),
        ("scipy", ("torch",), False),
    ],
)
def test_a_package_that_may_be_used_and_is_missing_here_costs_no_marks(
    package: str,
    packages: tuple[str, ...],
    is_told: bool,
    grade: Grade,
    solution: str,
    assessment: Assessment,
) -> None:
    about = dataclasses.replace(assessment.exercise, packages=packages)
    by = dataclasses.replace(assessment, exercise=about)
    message = f"{package}.exp {NOT_AVAILABLE}"
    source = solution.replace("math.exp(self.data)", f"fail({message!r})")
    source += "\n# %%\ndef fail(message):\n    raise ImportError(message)\n"
    if is_told:
        with pytest.raises(MissingPackageError, match=f"uses {package}"):
            grade(source, by)
    else:
        result = grade(source, by)
        assert result.score is not None
        assert result.score < result.max_score


@pytest.fixture
def about_torch(assessment: Assessment, monkeypatch: pytest.MonkeyPatch) -> Assessment:
    """An exercise about PyTorch, where there is none."""

    def find(name: str) -> object:
        return None if name == "torch" else find_spec(name)

    monkeypatch.setattr(supervisor, "find_spec", find)
    exercise = dataclasses.replace(assessment.exercise, packages=("torch",))
    return dataclasses.replace(assessment, exercise=exercise)


def test_a_hand_in_about_an_absent_package_is_not_graded_even_where_it_passes(
    grade: Grade, solution: str, about_torch: Assessment
) -> None:
    with pytest.raises(MissingPackageError, match="it uses torch, which is not installed"):
        grade(f"{solution}\n# %%\n# torch\n", about_torch)
    assert 40 == grade(solution, about_torch).score


def test_a_students_own_check_without_a_package_goes_on_and_says_so(
    grade: Grade, solution: str, about_torch: Assessment
) -> None:
    own = Assessment(about_torch.exercise, about_torch.public, None, None, is_self_check=True)
    result = grade(f"{solution}\n# %%\n# torch\n", own)
    assert [("package-not-here", "torch")] == [(n.code, n.message) for n in result.warnings]
    assert 40 == result.score
