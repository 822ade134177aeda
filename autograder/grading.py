"""The pipeline of one submission: source → observation → comparison → points → result.

The one place that knows the order of the steps. Grading is a pure function of the submission's
source, the banks and the limits; the subject that runs the programs is given, so tests pass an
engine of this process where graders pass the sandbox.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version

from autograder.checks.catalogue import CHECKS
from autograder.checks.property_check import PropertyCheck
from autograder.exercises import Exercise, Task
from autograder.interfaces import Finding
from autograder.oracles.bank import Bank, Case
from autograder.programs.forms import TITLES
from autograder.programs.program import Program
from autograder.programs.rendering import render_program, render_quantity
from autograder.records import (
    CheckResult,
    Counterexample,
    Evidence,
    Isolation,
    Notice,
    Observation,
    Outcome,
    Run,
    SourceChunk,
    SubmissionResult,
    TaskResult,
)
from autograder.rubric import award, total_points, worst_outcome
from autograder.sandbox.supervisor import Job

Subject = Callable[[Job], Run]


@dataclass(frozen=True, slots=True)
class Grafts:
    """Replacement methods of an exercise: their source, names, and the attributes they need."""

    source: str
    names: tuple[str, ...]
    scaffold: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assessment:
    """Everything that is the same for every submission of a class.

    `hidden` is None when there is no secret: then the public cases alone decide, and the results
    say so, unless it is a student's own check. `grafts` is None for exercises that are judged only
    as they stand.
    """

    exercise: Exercise
    public: Bank
    hidden: Bank | None
    grafts: Grafts | None
    is_self_check: bool = False

    def cases_of(self, tasks: Iterable[Task]) -> list[Case]:
        """Return the tasks' cases, task by task, the public ones first, smallest first."""
        hidden = self.hidden.cases if self.hidden else ()
        chosen = []
        for task in tasks:
            chosen += [case for case in self.public.cases if case.task == task.id]
            chosen += [case for case in hidden if case.task == task.id]
        return chosen


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one run says of one task, with the evidence for each check that is not passed.

    `recursing` are the programs that ended in an endless recursion.
    """

    result: TaskResult
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    recursing: frozenset[Program] = frozenset()


def grade_submission(
    submission: str,
    file: str,
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    subject: Subject,
) -> SubmissionResult:
    """Judge one submission as it stands, then each failed task with the rest replaced."""
    exercise = assessment.exercise
    run = subject(make_job(chunks, assessment, exercise.tasks))
    judgements = judge_tasks(assessment, exercise.tasks, run)
    if run.class_found and run.grafts_fit and assessment.grafts:
        lost = run.lost_statements

        def run_again(job: Job) -> Run:
            return subject(replace(job, skipped_statements=lost))

        judgements |= follow_through(chunks, assessment, judgements, run_again)
    tasks = tuple(judgements[task.id].result for task in exercise.tasks)
    points = [task.points for task in tasks]
    return SubmissionResult(
        submission=submission,
        file=file,
        exercise=exercise.id,
        score=None if None in points else sum(p for p in points if p is not None),
        max_score=exercise.max_points,
        isolation=run.isolation,
        tasks=tasks,
        warnings=collect_warnings(run, assessment, tasks),
        bank=assessment.hidden.name if assessment.hidden else "",
        public_bank=assessment.public.name,
        evidence={
            f"{task_id}/{check}": evidence
            for task_id, judgement in judgements.items()
            for check, evidence in judgement.evidence.items()
        },
        cpu_seconds=round(run.cpu_seconds, 3),
        micrograde=version("micrograde"),
    )


def ungraded_result(
    submission: str, file: str, assessment: Assessment, notice: Notice
) -> SubmissionResult:
    """Return the result of a hand-in that our side could not judge: no marks, and why."""
    return SubmissionResult(
        submission=submission,
        file=file,
        exercise=assessment.exercise.id,
        score=None,
        max_score=assessment.exercise.max_points,
        isolation=Isolation.NONE,
        tasks=tuple(
            blank_task(task, Outcome.UNGRADED, "ungraded") for task in assessment.exercise.tasks
        ),
        warnings=(notice,),
        bank=assessment.hidden.name if assessment.hidden else "",
        public_bank=assessment.public.name,
        micrograde=version("micrograde"),
    )


def make_job(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    tasks: Sequence[Task],
    kept_stubs: Iterable[str] | None = None,
) -> Job:
    """Return the job that runs the tasks' programs; all but `kept_stubs` are replaced, if given."""
    cases = assessment.cases_of(tasks)
    grafts = assessment.grafts
    replaced: tuple[str, ...] = ()
    if kept_stubs is not None and grafts is not None:
        kept = set(kept_stubs)
        replaced = tuple(name for name in grafts.names if name not in kept)
    return Job(
        chunks=chunks,
        programs=tuple(case.program for case in cases),
        tasks=tuple(case.task for case in cases),
        class_name=assessment.exercise.class_name,
        stubs=assessment.exercise.stubs,
        grafts=grafts.source if grafts and replaced else "",
        graft_names=replaced,
        scaffold=grafts.scaffold if grafts else (),
    )


def judge_tasks(assessment: Assessment, tasks: Sequence[Task], run: Run) -> dict[str, Judgement]:
    """Judge each task by a run of all their programs."""
    cases = assessment.cases_of(tasks)
    observed: dict[str, list[tuple[Case, Observation]]] = {task.id: [] for task in tasks}
    for case, observation in zip(cases, run.observations, strict=True):
        observed[case.task].append((case, observation))
    exercise = assessment.exercise
    return {task.id: judge_task(exercise, task, observed[task.id], run) for task in tasks}


def judge_task(
    exercise: Exercise,
    task: Task,
    observed: Sequence[tuple[Case, Observation]],
    run: Run,
) -> Judgement:
    """Judge one task by its cases: every check, then whether it was attempted at all."""
    if not run.class_found:
        return Judgement(blank_task(task, Outcome.NOT_RUN, "no-class"))
    checks: list[CheckResult] = []
    evidence: dict[str, Evidence] = {}
    for check_id, max_points in task.checks.items():
        check = CHECKS[check_id]
        if any(c.id == check.needs and c.outcome is not Outcome.PASSED for c in checks):
            checks.append(CheckResult(check_id, Outcome.NOT_RUN, 0.0, max_points, "needs-check"))
            continue
        verdict, seen = judge_check(check, observed, task, max_points)
        checks.append(verdict)
        if seen is not None:
            evidence[check_id] = seen
    outcome = worst_outcome(check.outcome for check in checks)
    if outcome is not Outcome.PASSED and is_missing(exercise, task, run):
        if task.stub or run.untouched_stubs == frozenset(exercise.stubs):
            return Judgement(blank_task(task, Outcome.NOT_RUN, "not-attempted"))
        return Judgement(blank_task(task, Outcome.NOT_RUN, "needs-every-method"))
    recursing = frozenset(
        case.program
        for case, observation in observed
        if observation.stop is not None and observation.stop.exception == "RecursionError"
    )
    result = TaskResult(
        id=task.id,
        title=task.title,
        outcome=outcome,
        attempted=True,
        points=total_points(checks),
        max_points=task.max_points,
        checks=tuple(checks),
    )
    return Judgement(result, evidence, recursing)


def is_missing(exercise: Exercise, task: Task, run: Run) -> bool:
    """Say whether the task's stub, or for the whole engine any stub, stands as released."""
    if task.stub:
        return task.stub in run.untouched_stubs
    return task.is_whole_engine and bool(run.untouched_stubs)


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


def judge_check(
    check: PropertyCheck,
    observed: Sequence[tuple[Case, Observation]],
    task: Task,
    max_points: float,
) -> tuple[CheckResult, Evidence | None]:
    """Judge one check by all its cases; the smallest failing public case is shown.

    When only hidden cases fail, the smallest of them decides, and the task's `reveal` decides
    whether it is shown: whatever is shown can be harvested by handing in again.
    """
    failures = [
        (case, observation, finding)
        for case, observation in observed
        if check.selects(case)
        and (finding := check.judge(case, observation)).outcome is not Outcome.PASSED
    ]
    if not failures:
        return CheckResult(check.id, Outcome.PASSED, max_points, max_points), None
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
        reason=name_reason(case, finding),
        counterexample=make_counterexample(case, finding) if shown else None,
        form=TITLES[case.form] if named else "",
        hidden_only=hidden_only,
    )
    return result, make_evidence(observation, finding) if shown else None


def name_reason(case: Case, finding: Finding) -> str:
    """Return the code of what is wrong; `reports/wording.py` has its sentences."""
    if finding.stop is not None:
        return finding.stop.outcome.value.replace("_", "-")
    read = case.program.reads[finding.read]
    if read.quantity == "grad":
        return "gradient-mismatch"
    if read.quantity == "node":
        return "not-a-value"
    return "operand-changed" if read.register in case.program.leaves else "value-mismatch"


def make_counterexample(case: Case, finding: Finding) -> Counterexample:
    """Return the case as Python to paste, with the expected number where one was read."""
    if finding.stop is not None:
        return Counterexample(render_program(case.program), "", None)
    return Counterexample(
        render_program(case.program),
        render_quantity(case.program, finding.read),
        case.expected[finding.read],
    )


def make_evidence(observation: Observation, finding: Finding) -> Evidence:
    """Return what was seen on this run."""
    stop = finding.stop
    if stop is None:
        return Evidence(observed=observation.values[finding.read])
    return Evidence(None, stop.exception, stop.message, stop.cell, stop.line)


def follow_through(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    judgements: Mapping[str, Judgement],
    subject: Subject,
) -> dict[str, Judgement]:
    """Judge each failed task again with every other method replaced; return those that gain.

    Methods that recurse through each other work one at a time, only because of the other's
    replacement: those are judged once more with all of them in place, and gain nothing if they
    still recurse. A method that only runs into such a circle is no part of it: without it, the
    others recurse in the same programs.
    """
    tasks = {task.id: task for task in assessment.exercise.tasks}

    def judge_alone(judged: Sequence[Task], kept: Sequence[Task]) -> dict[str, Judgement]:
        kept_stubs = [task.stub for task in kept]
        run = subject(make_job(chunks, assessment, judged, kept_stubs))
        return judge_tasks(assessment, judged, run)

    alone: dict[str, Judgement] = {}
    for task_id, first in judgements.items():
        task = tasks[task_id]
        if task.stub and first.result.attempted and first.result.outcome is not Outcome.PASSED:
            second = judge_alone([task], [task])[task_id]
            if gains(second.result, first.result):
                alone[task_id] = second

    def find_recursing(kept: Sequence[Task]) -> dict[str, frozenset[Program]]:
        found = judge_alone(kept, kept)
        return {task_id: seen.recursing for task_id, seen in found.items() if seen.recursing}

    suspects = [tasks[task_id] for task_id in alone if judgements[task_id].recursing]
    together = find_recursing(suspects) if len(suspects) > 1 else {}
    for task_id in together:
        rest = {other: programs for other, programs in together.items() if other != task_id}
        if not rest or rest != find_recursing([task for task in suspects if task.id != task_id]):
            del alone[task_id]
    return {
        task_id: replace(judgement, result=replace(judgement.result, followed_through=True))
        for task_id, judgement in alone.items()
    }


def gains(second: TaskResult, first: TaskResult) -> bool:
    """Say whether a task has more points the second time."""
    return second.points is not None and first.points is not None and second.points > first.points


def collect_warnings(
    run: Run, assessment: Assessment, tasks: Sequence[TaskResult]
) -> tuple[Notice, ...]:
    """Return what is to be said about the hand-in as a whole."""
    notices = [
        Notice(
            code="syntax-error" if stop.exception == "SyntaxError" else "statement-stopped",
            message=stop.message,
            cell=stop.cell,
            line=stop.line,
            exception=stop.exception or stop.outcome.value,
        )
        for stop in run.stopped_statements
    ]
    if not run.class_found:
        notices.append(Notice("no-class", ", ".join(run.classes)))
    elif not run.grafts_fit and any(task.outcome is not Outcome.PASSED for task in tasks):
        notices.append(Notice("judged-as-it-stands", assessment.exercise.class_name))
    if assessment.hidden is None and not assessment.is_self_check:
        notices.append(Notice("public-cases-only"))
    return tuple(notices)
