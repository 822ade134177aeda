"""What is known of one submission so far, over all its workers, and what is still to be run.

Used by the supervisor; pure bookkeeping. A unit (statement or program) that ends its worker is
tried again in a fresh one; when that ends too, the unit is lost for good, and a program's loss
closes its task. A unit that has a result is never judged again.
"""

from collections import Counter

from autograder.records import Isolation, Observation, Outcome, Run, Stop
from autograder.sandbox.limits import Limits
from autograder.sandbox.reply import (
    PARSE,
    PROGRAM,
    STATEMENT,
    Greeting,
    Header,
    Record,
    StatementRecord,
    SurveyRecord,
    Unit,
)

NOT_RUN = Observation((), Stop(Outcome.NOT_RUN))


class Ledger:
    """Takes in records and losses; gives what to skip, and in the end the `Run`."""

    def __init__(
        self, tasks: tuple[str, ...], limits: Limits, skipped: frozenset[int] = frozenset()
    ) -> None:
        self.tasks = tasks
        self.limits = limits
        self.layers: tuple[str, ...] | None = None
        self.header: Header | None = None
        self.unreadable: Stop | None = None
        self.statements: dict[int, Stop | None] = {}
        self.skipped_statements = set(skipped)
        self.survey: SurveyRecord | None = None
        self.skips_survey = False
        self.observations: list[Observation | None] = [None] * len(tasks)
        self.closed_tasks: set[str] = set()
        self.losses: Counter[Unit] = Counter()
        self.workers = 0
        self.cpu_seconds = 0.0
        self.idle_seconds = 0.0

    @property
    def pending(self) -> list[int]:
        """The programs that still have to be run."""
        return [
            index
            for index, (task, observation) in enumerate(
                zip(self.tasks, self.observations, strict=True)
            )
            if observation is None and task not in self.closed_tasks
        ]

    @property
    def is_settled(self) -> bool:
        """Whether no further worker is needed, or none is allowed."""
        if self.unreadable is not None or self.workers > self.limits.max_restarts:
            return True
        if self.is_used_up(0.0, 0.0):
            return True
        return self.survey is not None and not self.pending

    def is_used_up(self, cpu_seconds: float, idle_seconds: float) -> bool:
        """Tell whether the submission has had all its time, with this much more in a worker."""
        most = self.limits.submission_cpu_seconds
        if self.cpu_seconds + cpu_seconds > most:
            return True
        return self.idle_seconds + idle_seconds > self.limits.idle_factor * most

    def note(self, record: Record) -> None:
        """Take in one record; of several for one unit the first counts."""
        if isinstance(record, Greeting):
            # A layer counts only if every worker had it.
            before = record.layers if self.layers is None else self.layers
            self.layers = tuple(layer for layer in before if layer in record.layers)
        elif isinstance(record, Header):
            self.header = self.header or record
        elif isinstance(record, StatementRecord):
            self.statements.setdefault(record.index, record.stop)
        elif isinstance(record, SurveyRecord):
            self.survey = self.survey or record
        else:
            self.observations[record.index] = record.observation

    def lose(self, unit: Unit, outcome: Outcome, message: str) -> None:
        """Take in that a worker ended at this unit."""
        self.losses[unit] += 1
        # A statement decides no outcome: one that used up its computing time need not do it twice.
        is_slow_statement = unit.stage == STATEMENT and outcome is Outcome.TIMED_OUT
        if self.losses[unit] < self.limits.losses_per_unit and not is_slow_statement:
            return
        stop = Stop(outcome, message=message)
        if unit.stage == PARSE:
            self.unreadable = stop
        elif unit.stage == STATEMENT:
            places = self.header.places if self.header else ()
            cell, line = places[unit.index] if unit.index < len(places) else (0, 0)
            self.statements[unit.index] = Stop(outcome, message=message, cell=cell, line=line)
            self.skipped_statements.add(unit.index)
        elif unit.stage == PROGRAM:
            self.observations[unit.index] = Observation((), stop)
            self.closed_tasks.add(self.tasks[unit.index])
        else:
            self.skips_survey = True

    def to_run(self) -> Run:
        """Return everything as one record; what has no result was not run."""
        header = self.header or Header(frozenset(), (), ())
        survey = self.survey or SurveyRecord(False, frozenset())
        stops = [self.unreadable, *[stop for _, stop in sorted(self.statements.items())]]
        layers = self.layers or ()
        return Run(
            observations=tuple(o or NOT_RUN for o in self.observations),
            stopped_statements=tuple(stop for stop in stops if stop is not None),
            untouched_stubs=header.untouched_stubs,
            classes=header.classes,
            class_found=survey.class_found,
            missing_names=survey.missing_names,
            isolation=Isolation.PARTIAL if "rlimits" in layers else Isolation.NONE,
            layers=layers,
            restarts=max(self.workers - 1, 0),
            cpu_seconds=self.cpu_seconds,
            lost_statements=frozenset(self.skipped_statements),
        )
