"""Judge the failed tasks of a submission once more: as they stand, and each apart from the rest.

Used by `grading.py`. A fault costs its own task: the others are judged with right functions and
methods (`grafts.py` of the exercise) in the place of the submission's. And answers that are others
when the same programs run again are worth knowing. A right submission needs none of it.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from autograder.assessment import Assessment, Grafts, Stage, Subject, run_stages
from autograder.exercises import Exercise, Task
from autograder.judging import Judgement, judge_tasks
from autograder.oracles.agreement import within
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Observation, Outcome, Run, SourceChunk, TaskResult


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What came of judging the failed tasks again.

    `gained` holds the tasks that have more points with the rest replaced, `varying_tasks` those
    whose answers are not the same again. `is_completed` tells that tasks were judged apart.
    """

    gained: Mapping[str, Judgement] = field(default_factory=dict)
    varying_tasks: tuple[str, ...] = ()
    is_completed: bool = False
    cpu_seconds: float = 0.0


def look_again(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    judgements: Mapping[str, Judgement],
    first: Run,
    subject: Subject,
) -> SecondLook:
    """Run the failed tasks once more, in a fresh worker: as they stand, and then apart.

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
    observed = dict(zip(assessment.cases_of(exercise.tasks), first.observations, strict=True))
    # What did not end has been tried twice already.
    ended = tuple(case for case in assessment.cases_of(failed) if has_ended(observed[case]))
    stages = [Stage("again", tuple(failed), ended)]
    grafts = assessment.grafts
    stubs = [task for task in failed if task.stub]
    covered = [task for task in stubs if grafts and grafts.covering(task.stub)]
    if grafts:
        stages += [stage_of_completion(assessment, first.missing_names)]
        passed = frozenset(
            task.stub
            for task in exercise.tasks
            if judgements[task.id].result.outcome is Outcome.PASSED
        )
        stages += [
            stage_apart(
                assessment, grafts, [task], passed.intersection(grafts.together.get(task.stub, ()))
            )
            for task in stubs
        ]
        stages += [
            stage_apart(assessment, grafts, [task], grafts.covering(task.stub)) for task in covered
        ]
    lost = first.lost_statements
    runs = run_stages(chunks, assessment, stages, lost, subject)
    again = dict(zip(ended, runs[0].observations, strict=True))
    varying = {case.task for case, seen in again.items() if differs(case, observed[case], seen)}
    second = judge_stages(exercise, stages[:1], runs[:1])
    # What passes with nothing replaced, in another worker, passes by luck there.
    lucky = {task for task in varying if second[task].result.outcome is Outcome.PASSED}
    look = SecondLook(
        varying_tasks=tuple(task.id for task in failed if task.id in varying),
        cpu_seconds=runs[0].cpu_seconds,
    )
    if not grafts or not is_completed(exercise, stages[1], runs[1]):
        return look
    first_covered = len(stages) - len(covered)
    apart = judge_stages(exercise, stages[2:first_covered], runs[2:first_covered])

    def run_together(kept: Sequence[Task]) -> dict[str, Judgement]:
        stage = stage_apart(assessment, grafts, kept)
        return judge_stages(
            exercise, [stage], run_stages(chunks, assessment, [stage], lost, subject)
        )

    gained = keep_gains(exercise, judgements, apart, run_together)
    uncovered = judge_stages(exercise, stages[first_covered:], runs[first_covered:])
    for task_id in gained.keys() & uncovered.keys():
        del gained[task_id]
        if gains(uncovered[task_id].result, judgements[task_id].result):
            gained[task_id] = uncovered[task_id]
    followed = {
        task_id: replace(judgement, result=replace(judgement.result, followed_through=True))
        for task_id, judgement in gained.items()
        if task_id not in lucky
    }
    return replace(look, gained=followed, is_completed=True)


def judge_stages(
    exercise: Exercise, stages: Sequence[Stage], runs: Sequence[Run]
) -> dict[str, Judgement]:
    """Judge the tasks of several stages, each by its own run."""
    judged: dict[str, Judgement] = {}
    for stage, run in zip(stages, runs, strict=True):
        judged |= judge_tasks(exercise, stage.tasks, stage.cases, run)
    return judged


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


def stage_of_completion(assessment: Assessment, missing: frozenset[str]) -> Stage:
    """Return the stage in which all that the exercise asks for is replaced.

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
    return Stage("all replaced", tasks, by.cases_of(tasks), names)


def stage_apart(
    assessment: Assessment,
    grafts: Grafts,
    kept: Sequence[Task],
    own: frozenset[str] = frozenset(),
) -> Stage:
    """Return the stage that judges tasks with all but their stubs, and `own`, replaced."""
    stubs = frozenset(task.stub for task in kept)
    name = f"apart: {', '.join(sorted(stubs))}; own: {', '.join(sorted(own))}"
    return Stage(name, tuple(kept), assessment.cases_of(kept), grafts.without(stubs | own))


def is_completed(exercise: Exercise, stage: Stage, run: Run) -> bool:
    """Say whether the hand-in works with everything replaced."""
    judgements = judge_stages(exercise, [stage], [run]).values()
    return all(judgement.result.outcome is Outcome.PASSED for judgement in judgements)


def keep_gains(
    exercise: Exercise,
    first: Mapping[str, Judgement],
    apart: Mapping[str, Judgement],
    run_together: Callable[[Sequence[Task]], dict[str, Judgement]],
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

    def find_stopped(kept: Sequence[Task]) -> dict[str, frozenset[Program]]:
        found = run_together(kept)
        alone = {task.id: gained[task.id].stopped for task in kept}
        return {
            task_id: seen.stopped
            for task_id, seen in found.items()
            if seen.stopped - alone[task_id]
        }

    suspects = [exercise.task(task_id) for task_id in gained if first[task_id].stopped]
    for task_id in find_circle(suspects, find_stopped):
        del gained[task_id]
    return gained


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
