"""What a class is graded by, and the jobs that run its programs on one submission.

A job runs one stage: programs while some names of the submission are replaced. Used by `grading.py`
and `second_look.py`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from autograder.diagnosis.catalogue import NO_CATALOGUE, Catalogue
from autograder.exercises import Exercise, Task
from autograder.oracles.bank import Bank, Case
from autograder.records import Run, SourceChunk
from autograder.sandbox.supervisor import Job

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
    `catalogue` holds the misconceptions in which a failed task is looked up.
    """

    exercise: Exercise
    public: Bank
    hidden: Bank | None
    grafts: Grafts | None
    is_self_check: bool = False
    points_left_out: float = 0.0
    catalogue: Catalogue = NO_CATALOGUE

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
    """Some tasks' programs, to be run in a worker of their own while some names are replaced.

    Not together with others: a submission could keep what another stage has replaced.
    """

    tasks: tuple[Task, ...]
    cases: tuple[Case, ...]
    replaced: tuple[str, ...] = ()
    hash_seed: int = 0


def make_job(
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    stage: Stage,
    lost_statements: frozenset[int] = frozenset(),
) -> Job:
    """Return the job that runs a stage's programs; statements that were lost before are skipped."""
    exercise = assessment.exercise
    grafts = assessment.grafts
    return Job(
        chunks=chunks,
        programs=tuple(case.program for case in stage.cases),
        tasks=tuple(case.task for case in stage.cases),
        class_name=exercise.class_name,
        stubs=exercise.stubs,
        names=exercise.names,
        given=exercise.given,
        packages=exercise.packages,
        grafts=grafts.source if grafts else "",
        replaced=stage.replaced,
        skipped_statements=lost_statements,
        hash_seed=stage.hash_seed,
    )
