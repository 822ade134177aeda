"""Judge one run of a submission: observations → findings → outcomes and points, task by task.

Used by `grading.py`, which knows in what order runs are made. Pure: a run and its cases decide.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from autograder.checks.catalogue import CHECKS
from autograder.checks.kind import KINDS
from autograder.checks.order import operands_of
from autograder.checks.property_check import PropertyCheck
from autograder.diagnosis.exceptions import find_cause
from autograder.exercises import Exercise, Task
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.programs.rendering import (
    name_registers,
    render_program,
    render_quantity,
    text_of_number,
)
from autograder.programs.titles import TITLES
from autograder.records import (
    CheckResult,
    Counterexample,
    Evidence,
    Finding,
    Observation,
    Outcome,
    Run,
    TaskResult,
)
from autograder.rubric import award, total_points, worst_outcome


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one run says of one task, with the evidence for each check that is not passed.

    `failing` are the programs that some check did not pass, `observed` all cases with what they
    gave.
    """

    result: TaskResult
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    failing: frozenset[Program] = frozenset()
    observed: tuple[tuple[Case, Observation], ...] = ()


def judge_tasks(
    exercise: Exercise, tasks: Sequence[Task], cases: Sequence[Case], run: Run
) -> dict[str, Judgement]:
    """Judge each task by a run of all its cases, which are in the order of the observations."""
    observed: dict[str, list[tuple[Case, Observation]]] = {task.id: [] for task in tasks}
    for case, observation in zip(cases, run.observations, strict=True):
        observed[case.task].append((case, observation))
    return {task.id: judge_task(exercise, task, observed[task.id], run) for task in tasks}


def judge_task(
    exercise: Exercise,
    task: Task,
    observed: Sequence[tuple[Case, Observation]],
    run: Run,
) -> Judgement:
    """Judge one task by its cases: every check, then whether it was attempted at all."""
    # Where no stub was released, what is not there was not attempted.
    if task.stub in run.missing_names and task.stub not in exercise.stubs:
        return Judgement(blank_task(task, Outcome.NOT_RUN, "not-attempted"))
    if not run.class_found:
        return Judgement(blank_task(task, Outcome.NOT_RUN, "no-class"))
    if holds_nothing(exercise, run):
        return Judgement(blank_task(task, Outcome.NOT_RUN, "not-attempted"))
    checks: list[CheckResult] = []
    evidence: dict[str, Evidence] = {}
    failing: set[Program] = set()
    for check_id, max_points in task.checks.items():
        check = CHECKS[check_id]
        if any(c.id == check.needs and c.outcome is not Outcome.PASSED for c in checks):
            checks.append(CheckResult(check_id, Outcome.NOT_RUN, 0.0, max_points, "needs-check"))
            continue
        verdict, seen, failures = judge_check(check, observed, task, max_points)
        checks.append(verdict)
        failing |= failures
        if seen is not None:
            evidence[check_id] = seen
    outcome = worst_outcome(check.outcome for check in checks)
    if outcome is not Outcome.PASSED and is_missing(exercise, task, run):
        untouched = run.untouched_stubs | run.missing_names
        if task.stub or untouched == {*exercise.stubs, *exercise.names}:
            return Judgement(blank_task(task, Outcome.NOT_RUN, "not-attempted"))
        return Judgement(blank_task(task, Outcome.NOT_RUN, "needs-every-method"))
    result = TaskResult(
        id=task.id,
        title=task.title,
        outcome=outcome,
        attempted=True,
        points=total_points(checks),
        max_points=task.max_points,
        checks=tuple(checks),
    )
    return Judgement(result, evidence, frozenset(failing), tuple(observed))


def holds_nothing(exercise: Exercise, run: Run) -> bool:
    """Say whether the hand-in defines none of the names that the exercise asks for."""
    return bool(exercise.names) and run.missing_names >= set(exercise.names)


def is_missing(exercise: Exercise, task: Task, run: Run) -> bool:
    """Say whether the task's stub, or for several things together any stub, stands as released."""
    if task.stub:
        return task.stub in run.untouched_stubs
    return bool(run.untouched_stubs)


def blank_task(task: Task, outcome: Outcome, reason: str) -> TaskResult:
    """Return a task whose checks all have one outcome and reason, without points."""
    checks = tuple(
        CheckResult(check, outcome, award(outcome, points), points, reason)
        for check, points in task.checks.items()
    )
    return TaskResult(
        id=task.id,
        title=task.title,
        outcome=outcome,
        attempted=reason != "not-attempted",
        points=total_points(checks),
        max_points=task.max_points,
        checks=checks,
    )


def unknown(check: str, max_points: float, reason: str) -> CheckResult:
    """Return the result of a check at which nothing could be looked."""
    return CheckResult(check, Outcome.UNGRADED, None, max_points, reason)


def judge_check(
    check: PropertyCheck,
    observed: Sequence[tuple[Case, Observation]],
    task: Task,
    max_points: float,
) -> tuple[CheckResult, Evidence | None, set[Program]]:
    """Judge one check by all its cases; the smallest failing public case is shown.

    Also returns all programs that fail.

    When only hidden cases fail, the smallest of them decides, and the task's `reveal` decides
    whether it is shown: whatever is shown can be harvested by handing in again.
    """
    is_hidden = check.id in task.hidden_checks
    findings = [
        (case, observation, check.judge(case, observation))
        for case, observation in observed
        if check.selects(case) and (case.hidden or not is_hidden)
    ]
    if not findings:
        # Nothing was looked at, so nothing is known. It happens without a secret only.
        missing = unknown(check.id, max_points, "needs-secret" if is_hidden else "no-cases")
        return missing, None, set()
    failures = [found for found in findings if found[2].outcome is not Outcome.PASSED]
    if not failures:
        remarks = {finding.remark for _, _, finding in findings} - {""}
        remark = remarks.pop() if len(remarks) == 1 else ""
        passed = CheckResult(check.id, Outcome.PASSED, max_points, max_points, remark=remark)
        return passed, None, set()
    case, observation, finding = min(failures, key=lambda failure: failure[0].hidden)
    hidden_only = case.hidden
    ran = finding.outcome is not Outcome.NOT_RUN  # a program that did not run shows nothing
    shown = ran and (not hidden_only or task.reveal == "counterexample")
    named = ran and (not hidden_only or task.reveal != "nothing")
    result = CheckResult(
        id=check.id,
        outcome=finding.outcome,
        points=award(finding.outcome, max_points),
        max_points=max_points,
        reason=name_reason(check, case, finding),
        counterexample=(make_counterexample(check, case, observation, finding) if shown else None),
        form=TITLES[case.form] if named else "",
        hidden_only=hidden_only,
    )
    evidence = make_evidence(case, observation, finding) if shown else None
    return result, evidence, {failure[0].program for failure in failures}


# What a wrong number of each kind is called, where the kind alone tells.
REASONS_OF_QUANTITIES = {
    "grad": "gradient-mismatch",
    "node": "not-a-value",
    "spread": "start-mismatch",
    "length": "count-mismatch",
    "count": "count-mismatch",
    "position": "count-mismatch",
    "operator": "record-mismatch",
    "label": "record-mismatch",
}
TEXT_QUANTITIES = ("operator", "label")


def name_reason(check: PropertyCheck, case: Case, finding: Finding) -> str:
    """Return the code of what is wrong; `reports/wording.py` has its sentences."""
    if finding.stop is not None:
        return finding.stop.outcome.value.replace("_", "-")
    if finding.read < 0:
        return "not-refused"
    read = case.program.reads[finding.read]
    if check.otherwise is not None and read.quantity == "position":
        return "order-mismatch"
    if read.quantity in KINDS:
        return "kind-mismatch"
    if read.quantity in REASONS_OF_QUANTITIES:
        return REASONS_OF_QUANTITIES[read.quantity]
    if read.after_backward:
        return "data-changed" if read.quantity == "data" else "gradient-mismatch"
    return "value-mismatch"


def make_counterexample(
    check: PropertyCheck, case: Case, observation: Observation, finding: Finding
) -> Counterexample:
    """Return the case as Python to paste, with the expected number where there is one."""
    if finding.stop is not None:
        text = render_program(case.program, stopped_at=observation.stopped_at)
        return Counterexample(text, "", None)
    text = render_program(case.program)
    if finding.read < 0:
        return Counterexample(text, "", None)
    quantity = render_quantity(case.program, finding.read)
    if name_reason(check, case, finding) == "order-mismatch":
        # There are many right places: those after the operands.
        return Counterexample(text, quantity, None, describe_operands(case, observation, finding))
    expected = case.expected[finding.read]
    return Counterexample(text, quantity, expected, text_of(case, finding.read, expected))


def describe_operands(case: Case, observation: Observation, finding: Finding) -> str:
    """Return where the operands of a node stand, after which it should."""
    reads = case.program.reads
    names = name_registers(case.program)
    places = {
        read.register: value
        for read, value in zip(reads, observation.values, strict=True)
        if read.quantity == "position"
    }
    operands = dict.fromkeys(operands_of(case.program, reads[finding.read].register))
    told = [f"{names[operand]} (at {places[operand]:.0f})" for operand in operands]
    return f"after {' and '.join(told)}" if told else "somewhere"


def make_evidence(case: Case, observation: Observation, finding: Finding) -> Evidence:
    """Return what was seen on this run."""
    stop = finding.stop
    if stop is not None:
        return Evidence(
            exception=stop.exception,
            message=stop.message,
            cell=stop.cell,
            line=stop.line,
            cause=find_cause(stop),
        )
    if finding.read < 0:
        return Evidence()
    observed = observation.values[finding.read]
    return Evidence(observed=observed, observed_text=text_of(case, finding.read, observed))


def text_of(case: Case, index: int, number: float) -> str:
    """Return the text that a number stands for, "" where it is a number."""
    is_text = case.program.reads[index].quantity in TEXT_QUANTITIES
    return repr(text_of_number(number)) if is_text else ""
