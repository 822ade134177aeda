"""The pipeline of one submission: source → observation → comparison → points → result.

The one place that knows the order of the steps. Grading is a pure function of the submission's
source, the banks and the limits; the subject that runs the programs is given, so tests pass an
engine of this process where graders pass the sandbox.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version

from autograder.assessment import Assessment, Stage, Subject, make_job
from autograder.dependence import find_what_builds_on
from autograder.diagnosis.exceptions import add_source
from autograder.diagnosis.naming import Look, find_diagnoses
from autograder.errors import MissingPackageError
from autograder.exercises import Task
from autograder.judging import Judgement, blank_task, holds_nothing, judge_tasks
from autograder.oracles.bank import Case
from autograder.records import (
    CheckResult,
    Diagnosis,
    Isolation,
    Notice,
    Observation,
    Outcome,
    Run,
    SourceChunk,
    SubmissionResult,
    TaskResult,
)
from autograder.reduction import show_smaller
from autograder.sandbox.supervisor import absent_packages, find_missing_package
from autograder.second_look import SecondLook, look_again


def grade_submission(
    submission: str,
    file: str,
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    subject: Subject,
) -> SubmissionResult:
    """Judge one submission as it stands, then each failed task with the rest replaced.

    Raises MissingPackageError (missing-package) when it needs a package that is not installed
    here; in a student's own check, a package that the exercise is about is only told to be missing.
    """
    exercise = assessment.exercise
    cases = assessment.cases_of(exercise.tasks)
    job = make_job(chunks, assessment, Stage(exercise.tasks, cases))
    absent = absent_packages(job)
    run = subject(job)
    missing = find_missing_package(run, exercise.packages) or (absent[0] if absent else "")
    is_only_told = assessment.is_self_check and missing in exercise.packages
    if missing and not is_only_told:
        # Marks must not depend on what happens to be installed here.
        raise MissingPackageError(f"it uses {missing}, which is not installed beside micrograde")
    judgements = judge_tasks(exercise, exercise.tasks, cases, run)
    again = look_again(chunks, assessment, judgements, run, subject)
    judgements |= again.gained
    judgements = show_all_smaller(chunks, assessment, judgements, run, subject)
    diagnoses = diagnose(chunks, assessment, judgements, run, again, subject)
    tasks = tuple(
        replace(judgements[task.id].result, diagnosis=diagnoses.get(task.id))
        for task in exercise.tasks
    )
    points = [task.points for task in tasks]
    return SubmissionResult(
        submission=submission,
        file=file,
        exercise=exercise.id,
        score=None if None in points else sum(p for p in points if p is not None),
        max_score=exercise.max_points,
        isolation=run.isolation,
        tasks=tasks,
        warnings=(
            *(Notice("package-not-here", package) for package in absent),
            *collect_warnings(run, assessment, tasks, completed=again.is_completed),
        ),
        bank=assessment.hidden.name if assessment.hidden else "",
        public_bank=assessment.public.name,
        evidence={
            f"{task_id}/{check}": add_source(evidence, chunks)
            for task_id, judgement in judgements.items()
            for check, evidence in judgement.evidence.items()
        },
        varying_tasks=again.varying_tasks,
        cpu_seconds=round(run.cpu_seconds + again.cpu_seconds, 3),
        micrograde=version("micrograde"),
    )


def show_all_smaller(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    judgements: Mapping[str, Judgement],
    first: Run,
    subject: Subject,
) -> dict[str, Judgement]:
    """Return the judgements with the smallest counterexamples that drawn programs hold."""

    def show(task: Task, judgement: Judgement) -> Judgement:
        def run_cases(cases: tuple[Case, ...]) -> Sequence[Observation]:
            stage = Stage((task,), cases)
            return subject(make_job(chunks, assessment, stage, first.lost_statements)).observations

        return show_smaller(task, judgement, run_cases)

    tasks = {task.id: task for task in assessment.exercise.tasks}
    return {
        # Drawn programs judge what holds everything together, which is never judged apart.
        task_id: judgement if tasks[task_id].stub else show(tasks[task_id], judgement)
        for task_id, judgement in judgements.items()
    }


def diagnose(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    judgements: Mapping[str, Judgement],
    first: Run,
    again: SecondLook,
    subject: Subject,
) -> dict[str, Diagnosis]:
    """Return what stands behind each task that is not passed, as far as that may be told."""
    exercise = assessment.exercise
    failing = [
        task
        for task in exercise.tasks
        if any(map(is_to_be_explained, judgements[task.id].result.checks))
    ]
    passed = {t.stub for t in exercise.tasks if judgements[t.id].result.outcome is Outcome.PASSED}
    # What passes another task of its own is wrong in a special case only, and nothing fails by it.
    parts = [task for task in failing if task.stub and task.stub not in passed]
    looks = [
        Look(
            task=task,
            stands=judgements[task.id].observed,
            apart=again.apart[task.id].observed if task.id in again.apart else None,
            others=frozenset(part.id for part in parts if part.stub != task.stub),
        )
        for task in failing
        if may_be_told(task, judgements[task.id])
    ]
    if not looks or not assessment.catalogue.entries:
        return {}

    def try_out(tasks: Sequence[Task]) -> Mapping[str, frozenset[str]]:
        return find_what_builds_on(tasks, parts, chunks, assessment, first, subject)

    return find_diagnoses(
        looks,
        assessment.catalogue,
        # Where a package takes seconds to load, a hand-in is not run again.
        try_out if again.is_possible else None,
        # A student wants to know where to begin; a class is graded in less time.
        for_all=assessment.is_self_check,
    )


def may_be_told(task: Task, judgement: Judgement) -> bool:
    """Say whether a task's rubric lets a student know what stands behind its failure."""
    failed = [check for check in judgement.result.checks if is_to_be_explained(check)]
    return task.reveal != "nothing" or not all(check.hidden_only for check in failed)


def is_to_be_explained(check: CheckResult) -> bool:
    """Say whether a check is not passed; what did not run, or was not judged, shows nothing."""
    return check.outcome not in (Outcome.PASSED, Outcome.NOT_RUN, Outcome.UNGRADED)


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


def collect_warnings(
    run: Run, assessment: Assessment, tasks: Sequence[TaskResult], *, completed: bool
) -> tuple[Notice, ...]:
    """Return what is to be said about the hand-in as a whole.

    `completed` tells that failed tasks were judged apart from the rest.
    """
    notices = describe_stops(run)
    failed = [task for task in tasks if task.outcome is not Outcome.PASSED and task.attempted]
    if not run.class_found:
        is_work = any(task.attempted for task in tasks)
        # Where the class is there and stopped, or is hidden by what is no Python, that is said.
        stopped = notices and assessment.exercise.class_name in run.classes
        if is_work and not stopped and all(n.code != "syntax-error" for n in notices):
            notices.append(Notice("no-class", ", ".join(run.classes)))
    elif assessment.exercise.stubs and holds_nothing(assessment.exercise, run):
        notices.append(Notice("no-names", ", ".join(assessment.exercise.names)))
    elif failed and not assessment.is_self_check and assessment.grafts and not completed:
        notices.append(Notice("judged-as-it-stands"))
    elif sum(bool(assessment.exercise.task(task.id).stub) for task in failed) > 1:
        if not assessment.exercise.judged_apart:
            notices.append(Notice("parts-build-on-parts"))
        elif assessment.is_self_check:
            notices.append(Notice("judged-together"))
    if assessment.hidden is None and not assessment.is_self_check:
        notices.append(Notice("public-cases-only"))
    if assessment.points_left_out:
        notices.append(Notice("points-left-out", f"{assessment.points_left_out:g}"))
    return tuple(notices)


def describe_stops(run: Run) -> list[Notice]:
    """Return a notice for each top-level statement that did not finish.

    Where a cell that is not Python hid the class, what follows from its absence is left out. What
    stopped several statements in the same way is said once, for the first of them.
    """
    notices: dict[tuple[str, ...], Notice] = {}
    for stop in run.stopped_statements:
        code = "syntax-error" if stop.exception == "SyntaxError" else "statement-stopped"
        exception = stop.exception or stop.outcome.value
        notice = Notice(code, stop.message, stop.cell, stop.line, exception)
        place = (str(stop.cell), str(stop.line)) if code == "syntax-error" else ()
        notices.setdefault((code, exception, stop.message, *place), notice)
    found = list(notices.values())
    broken = [notice for notice in found if notice.code == "syntax-error"]
    return broken if broken and not run.class_found else found
