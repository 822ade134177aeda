"""The pipeline of one submission: source → observation → comparison → points → result.

The one place that knows the order of the steps. Grading is a pure function of the submission's
source, the banks and the limits; the subject that runs the programs is given, so tests pass an
engine of this process where graders pass the sandbox.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version

from autograder.errors import MissingPackageError
from autograder.exercises import Exercise, Task
from autograder.judging import Judgement, blank_task, holds_nothing, judge_tasks
from autograder.oracles.bank import Bank, Case
from autograder.programs.program import Program
from autograder.records import (
    Isolation,
    Notice,
    Outcome,
    Run,
    SourceChunk,
    SubmissionResult,
    TaskResult,
)
from autograder.sandbox.supervisor import Job, absent_packages, find_missing_package

Subject = Callable[[Job], Run]


@dataclass(frozen=True, slots=True)
class Grafts:
    """Right functions and methods of an exercise: their source and their dotted names."""

    source: str
    names: tuple[str, ...]


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
    job = make_job(chunks, assessment, exercise.tasks)
    absent = absent_packages(job)
    run = subject(job)
    missing = find_missing_package(run, exercise.packages) or (absent[0] if absent else "")
    is_only_told = assessment.is_self_check and missing in exercise.packages
    if missing and not is_only_told:
        # Marks must not depend on what happens to be installed here.
        raise MissingPackageError(f"it uses {missing}, which is not installed beside micrograde")
    judgements = judge(assessment, exercise.tasks, run)
    completed = False
    if needs_completion(run, judgements) and assessment.grafts:
        lost = run.lost_statements

        def run_again(job: Job) -> Run:
            return subject(replace(job, skipped_statements=lost))

        completed = is_completed(chunks, assessment, run_again)
        if completed:
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
        warnings=(
            *(Notice("package-not-here", package) for package in absent),
            *collect_warnings(run, assessment, tasks, completed=completed),
        ),
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


def judge(assessment: Assessment, tasks: Sequence[Task], run: Run) -> dict[str, Judgement]:
    """Judge tasks by a run of a job that was made for them."""
    return judge_tasks(assessment.exercise, tasks, assessment.cases_of(tasks), run)


def make_job(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    tasks: Sequence[Task],
    kept_stubs: Iterable[str] | None = None,
) -> Job:
    """Return the job that runs the tasks' programs; all but `kept_stubs` are replaced, if given."""
    exercise = assessment.exercise
    cases = assessment.cases_of(tasks)
    grafts = assessment.grafts
    replaced: tuple[str, ...] = ()
    if kept_stubs is not None and grafts is not None:
        kept = frozenset(kept_stubs)
        replaced = tuple(name for name in grafts.names if name not in kept)
    return Job(
        chunks=chunks,
        programs=tuple(case.program for case in cases),
        tasks=tuple(case.task for case in cases),
        class_name=exercise.class_name,
        stubs=exercise.stubs,
        names=exercise.names,
        given=exercise.given,
        packages=exercise.packages,
        grafts=grafts.source if grafts and replaced else "",
        graft_names=replaced,
    )


def needs_completion(run: Run, judgements: Mapping[str, Judgement]) -> bool:
    """Say whether any task failed that may pass with the rest of the engine replaced."""
    results = [judgement.result for judgement in judgements.values()]
    return run.class_found and any(
        result.attempted and result.outcome is not Outcome.PASSED for result in results
    )


def is_completed(chunks: tuple[SourceChunk, ...], assessment: Assessment, subject: Subject) -> bool:
    """Say whether the hand-in works with all that the exercise asks for replaced.

    A class may have other attributes than the given code, or use them differently; then a replaced
    method would fail, and not by the student's fault. The whole engine shows it where there is a
    task for it, and otherwise the public cases of all tasks.
    """
    tasks = assessment.exercise.tasks
    whole = [task for task in tasks if not task.stub][:1]
    by = assessment if whole else replace(assessment, hidden=None)
    run = subject(make_job(chunks, by, whole or tasks, kept_stubs=()))
    judgements = judge(by, whole or tasks, run).values()
    return all(judgement.result.outcome is Outcome.PASSED for judgement in judgements)


def follow_through(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    judgements: Mapping[str, Judgement],
    subject: Subject,
) -> dict[str, Judgement]:
    """Judge each failed task again with every other method replaced; return those that gain.

    Methods that call each other in a circle work one at a time, only because of the other's
    replacement: they are found by running those that gain together, and gain nothing.
    """
    tasks = {task.id: task for task in assessment.exercise.tasks}

    def judge_kept(judged: Sequence[Task], kept: Sequence[Task]) -> dict[str, Judgement]:
        kept_stubs = [task.stub for task in kept]
        return judge(assessment, judged, subject(make_job(chunks, assessment, judged, kept_stubs)))

    gained: dict[str, Judgement] = {}
    for task_id, first in judgements.items():
        task = tasks[task_id]
        if task.stub and first.result.attempted and first.result.outcome is not Outcome.PASSED:
            second = judge_kept([task], [task])[task_id]
            if gains(second.result, first.result):
                gained[task_id] = second

    def find_stopped(kept: Sequence[Task]) -> dict[str, frozenset[Program]]:
        found = judge_kept(kept, kept)
        alone = {task.id: gained[task.id].stopped for task in kept}
        return {
            task_id: seen.stopped
            for task_id, seen in found.items()
            if seen.stopped - alone[task_id]
        }

    for task_id in find_circle([tasks[i] for i in gained if judgements[i].stopped], find_stopped):
        del gained[task_id]
    return {
        task_id: replace(judgement, result=replace(judgement.result, followed_through=True))
        for task_id, judgement in gained.items()
    }


def find_circle(
    suspects: Sequence[Task],
    find_stopped: Callable[[Sequence[Task]], dict[str, frozenset[Program]]],
) -> list[str]:
    """Return the tasks whose methods stop each other, of tasks that pass alone.

    However a circle ends (a recursion error, caught or not, a crash, no end at all), its programs
    stop when all its methods are in place. A method that only runs into a circle is no part of it:
    without it, the others stop in the same programs.
    """
    together = find_stopped(suspects) if len(suspects) > 1 else {}
    circle = []
    for task_id in together:
        rest = {other: programs for other, programs in together.items() if other != task_id}
        if not rest or rest != find_stopped([task for task in suspects if task.id != task_id]):
            circle.append(task_id)
    return circle


def gains(second: TaskResult, first: TaskResult) -> bool:
    """Say whether a task has more points the second time."""
    return second.points is not None and first.points is not None and second.points > first.points


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
