"""What a class is graded by, and the jobs that run its programs on one submission.

A job has stages: programs to run while some names of the submission are replaced. Used by
`grading.py` and `second_look.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from autograder.exercises import Exercise, Task
from autograder.oracles.bank import Bank, Case
from autograder.records import Run, SourceChunk
from autograder.sandbox.supervisor import Job

# Not that of the first job: what follows the order of a set of texts is to be seen.
SECOND_HASH_SEED = 1

Subject = Callable[[Job], Run]


@dataclass(frozen=True, slots=True)
class Grafts:
    """Right functions and methods of an exercise: their source and their dotted names.

    `covers` maps a name to those whose job it does as well: what one of them earns with it
    supplied does not count, since handing on the arguments would be all that it takes. `together`
    maps a name to those that it cannot be told from: they stay the hand-in's own while it is
    judged, as long as they pass their own tasks.
    """

    source: str
    names: tuple[str, ...]
    covers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    together: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def without(self, names: frozenset[str]) -> tuple[str, ...]:
        """Return the names that are supplied when these are not."""
        return tuple(name for name in self.names if name not in names)

    def covering(self, stub: str) -> frozenset[str]:
        """Return the names that do the job of a stub as well."""
        return frozenset(name for name, covered in self.covers.items() if stub in covered)


@dataclass(frozen=True, slots=True)
class Assessment:
    """Everything that is the same for every submission of a class.

    `hidden` is None when there is no secret: then the public cases alone decide, and the results
    say so, unless it is a student's own check. `grafts` is None for exercises that are judged only
    as they stand. `points_left_out` are those that only hidden cases decide, in a student's check.
    """

    exercise: Exercise
    public: Bank
    hidden: Bank | None
    grafts: Grafts | None
    is_self_check: bool = False
    points_left_out: float = 0.0

    def cases_of(self, tasks: Iterable[Task]) -> tuple[Case, ...]:
        """Return the tasks' cases, task by task, the public ones first, smallest first."""
        hidden = self.hidden.cases if self.hidden else ()
        chosen: list[Case] = []
        for task in tasks:
            chosen += [case for case in self.public.cases if case.task == task.id]
            chosen += [case for case in hidden if case.task == task.id]
        return tuple(chosen)


@dataclass(frozen=True, slots=True)
class Stage:
    """Programs to run while some names are replaced. `id` is unique among the stages of a job."""

    id: str
    tasks: tuple[Task, ...]
    cases: tuple[Case, ...]
    replaced: tuple[str, ...] = ()


def make_job(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    stages: Sequence[Stage],
    lost_statements: frozenset[int] = frozenset(),
    hash_seed: int = 0,
) -> Job:
    """Return the job that runs the programs of all stages, one stage after the other."""
    exercise = assessment.exercise
    grafts = assessment.grafts
    return Job(
        chunks=chunks,
        programs=tuple(case.program for stage in stages for case in stage.cases),
        tasks=tuple(f"{case.task} {stage.id}" for stage in stages for case in stage.cases),
        class_name=exercise.class_name,
        stubs=exercise.stubs,
        names=exercise.names,
        given=exercise.given,
        packages=exercise.packages,
        grafts=grafts.source if grafts else "",
        replaced=tuple(stage.replaced for stage in stages for _ in stage.cases),
        skipped_statements=lost_statements,
        hash_seed=hash_seed,
    )


def run_stages(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    stages: Sequence[Stage],
    lost_statements: frozenset[int],
    subject: Subject,
) -> list[Run]:
    """Run several stages in one second job; return what each gave as a run of its own."""
    run = subject(make_job(chunks, assessment, stages, lost_statements, SECOND_HASH_SEED))
    runs: list[Run] = []
    first = 0
    for stage in stages:
        last = first + len(stage.cases)
        # The computing time is that of the whole job, and counted once.
        seconds = 0.0 if runs else run.cpu_seconds
        seen = run.observations[first:last]
        runs.append(replace(run, observations=seen, cpu_seconds=seconds))
        first = last
    return runs
