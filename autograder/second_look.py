"""Judge the failed tasks of a submission once more: as they stand, and each apart from the rest.

Used by `grading.py`. A fault costs its own task: the others are judged with right functions and
methods (`grafts.py` of the exercise) in the place of the submission's. And answers that are others
when the same programs run again are worth knowing. A right submission needs none of it.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from autograder.assessment import Assessment, Grafts, Stage, Subject, make_job
from autograder.exercises import Exercise, Task
from autograder.judging import Judgement, judge_tasks
from autograder.oracles.agreement import within
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Observation, Outcome, Run, SourceChunk, TaskResult

RunStage = Callable[[Stage], Run]

# Not that of the first worker: what follows the order of a set of texts is to be seen.
SECOND_HASH_SEED = 1


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What came of judging the failed tasks again.

    `apart` holds the tasks that were judged with the rest replaced, `gained` those that have more
    points so. `varying_tasks` are those whose answers are not the same again. `is_completed` tells
    that tasks could be judged apart, `is_possible` that a hand-in can be run again at all.
    """

    apart: Mapping[str, Judgement] = field(default_factory=dict)
    gained: Mapping[str, Judgement] = field(default_factory=dict)
    varying_tasks: tuple[str, ...] = ()
    is_completed: bool = False
    is_possible: bool = False
    cpu_seconds: float = 0.0


def look_again(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    judgements: Mapping[str, Judgement],
    first: Run,
    subject: Subject,
) -> SecondLook:
    """Run the failed tasks once more, in fresh workers: as they stand, and then apart.

    A right hand-in needs none of it.
    """
    exercise = assessment.exercise
    failed = [
        task
        for task in exercise.tasks
        if judgements[task.id].result.attempted
        and judgements[task.id].result.outcome is not Outcome.PASSED
    ]
    # Loading a package takes seconds, and a student who checks a hand-in can do so again.
    is_slow = assessment.is_self_check and exercise.packages
    if not failed or not first.class_found or is_slow:
        return SecondLook()
    seconds = 0.0

    def run_stage(stage: Stage) -> Run:
        nonlocal seconds
        run = subject(make_job(chunks, assessment, stage, first.lost_statements))
        seconds += run.cpu_seconds
        return run

    observed = dict(zip(assessment.cases_of(exercise.tasks), first.observations, strict=True))
    varying = find_varying(assessment, failed, observed, run_stage)
    apart: dict[str, Judgement] = {}
    gained: dict[str, Judgement] = {}
    completed = assessment.grafts is not None and is_completed(
        assessment, first.missing_names, run_stage
    )
    if assessment.grafts and completed:
        apart, gained = judge_apart(assessment, assessment.grafts, failed, judgements, run_stage)
    return SecondLook(
        apart=apart,
        gained={
            task_id: replace(judgement, result=replace(judgement.result, followed_through=True))
            for task_id, judgement in gained.items()
        },
        varying_tasks=tuple(task.id for task in failed if task.id in varying),
        is_completed=completed,
        is_possible=True,
        cpu_seconds=seconds,
    )


def find_varying(
    assessment: Assessment,
    failed: Sequence[Task],
    observed: Mapping[Case, Observation],
    run_stage: RunStage,
) -> set[str]:
    """Return the failed tasks whose programs have other answers in another worker."""
    # What did not end has been tried twice already.
    ended = tuple(case for case in assessment.cases_of(failed) if has_ended(observed[case]))
    run = run_stage(Stage(tuple(failed), ended, hash_seed=SECOND_HASH_SEED))
    return {
        case.task
        for case, seen in zip(ended, run.observations, strict=True)
        if differs(case, observed[case], seen)
    }


def judge_apart(
    assessment: Assessment,
    grafts: Grafts,
    failed: Sequence[Task],
    first: Mapping[str, Judgement],
    run_stage: RunStage,
) -> tuple[dict[str, Judgement], dict[str, Judgement]]:
    """Judge each failed task with all others replaced; return all, and those that gain so."""
    exercise = assessment.exercise
    passed = frozenset(
        task.stub for task in exercise.tasks if first[task.id].result.outcome is Outcome.PASSED
    )

    def judge_kept(kept: Sequence[Task], own: frozenset[str]) -> dict[str, Judgement]:
        stubs = frozenset(task.stub for task in kept)
        cases = assessment.cases_of(kept)
        run = run_stage(Stage(tuple(kept), cases, grafts.without(stubs | own)))
        return judge_tasks(exercise, kept, cases, run)

    stubs = [task for task in failed if task.stub]
    apart: dict[str, Judgement] = {}
    for task in stubs:
        apart |= judge_kept([task], passed.intersection(grafts.together.get(task.stub, ())))
    gained = keep_gains(exercise, first, apart, lambda kept: judge_kept(kept, frozenset()))
    for task in stubs:
        covering = grafts.covering(task.stub)
        if task.id in gained and covering:
            [judgement] = judge_kept([task], covering).values()
            del gained[task.id]
            if gains(judgement.result, first[task.id].result):
                gained[task.id] = judgement
    return apart, gained


def has_ended(seen: Observation) -> bool:
    """Say whether a program came to an end of its own, good or bad."""
    return seen.stop is None or seen.stop.outcome is Outcome.RAISED


def differs(case: Case, one: Observation, other: Observation) -> bool:
    """Say whether two runs of a case differ by more than rounding."""
    if not has_ended(other):
        return False  # what ended a worker before it, or the time, decides that
    if (one.stop is None) != (other.stop is None) or len(one.values) != len(other.values):
        return True
    return any(
        not within(b, a, tolerance) and not (math.isnan(a) and math.isnan(b)) and a != b
        for a, b, tolerance in zip(one.values, other.values, case.tolerance, strict=False)
    )


def is_completed(assessment: Assessment, missing: frozenset[str], run_stage: RunStage) -> bool:
    """Say whether the hand-in works with all that the exercise asks for replaced.

    A class may have other attributes than the given code, or use them differently; then a replaced
    method would fail, and not by the student's fault. The whole engine shows it where there is a
    task for it, and otherwise the public cases of all tasks whose names are not `missing`.
    """
    exercise = assessment.exercise if assessment.hidden else assessment.exercise.public_part
    whole = tuple(task for task in exercise.tasks if not task.stub)[:1]
    if not whole:
        exercise = exercise.public_part
    by = assessment if whole else replace(assessment, hidden=None)
    tasks = whole or tuple(task for task in exercise.tasks if task.stub not in missing)
    names = assessment.grafts.names if assessment.grafts else ()
    cases = by.cases_of(tasks)
    judged = judge_tasks(exercise, tasks, cases, run_stage(Stage(tasks, cases, names)))
    return all(judgement.result.outcome is Outcome.PASSED for judgement in judged.values())


def keep_gains(
    exercise: Exercise,
    first: Mapping[str, Judgement],
    apart: Mapping[str, Judgement],
    judge_together: Callable[[Sequence[Task]], dict[str, Judgement]],
) -> dict[str, Judgement]:
    """Return the tasks that have more points apart from the rest, without those in a circle.

    Methods that call each other in a circle work one at a time, only because of the other's
    replacement: they are found by running those that gain together, and gain nothing.
    """
    gained = {
        task_id: judgement
        for task_id, judgement in apart.items()
        if gains(judgement.result, first[task_id].result)
    }

    def find_new_failures(kept: Sequence[Task]) -> dict[str, frozenset[Program]]:
        found = judge_together(kept)
        new = {task.id: found[task.id].failing - gained[task.id].failing for task in kept}
        return {task_id: programs for task_id, programs in new.items() if programs}

    circle = find_circle([exercise.task(task_id) for task_id in gained], find_new_failures)
    return {task_id: gained[task_id] for task_id in gained if task_id not in circle}


def find_circle(
    suspects: Sequence[Task],
    find_new_failures: Callable[[Sequence[Task]], dict[str, frozenset[Program]]],
) -> list[str]:
    """Return the tasks whose methods need each other's replacement, of tasks that gain alone.

    However a circle ends (a recursion error, caught or not, a crash, no end, a wrong number), its
    programs fail when all its methods are in place. A method that only runs into a circle is no
    part of it: without it, the others fail in the same programs. One alone is in no circle: it
    uses another one that has a fault of its own.
    """
    together = find_new_failures(suspects) if len(suspects) > 1 else {}
    if len(together) < 2:
        return []
    circle = []
    for task_id in together:
        rest = {other: programs for other, programs in together.items() if other != task_id}
        if rest != find_new_failures([task for task in suspects if task.id != task_id]):
            circle.append(task_id)
    return circle


def gains(second: TaskResult, first: TaskResult) -> bool:
    """Say whether a task has more points the second time."""
    return second.points is not None and first.points is not None and second.points > first.points
