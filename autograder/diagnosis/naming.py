"""Find what stands behind each failed task of a hand-in.

A mutant's numbers are those of a solution that is right but for it, so a task is looked up as it is
with the rest replaced. Where that was not done it is looked up as it stands, as long as it builds
on no other failed task: what that one's mistake does to it may look like a mistake of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from autograder.diagnosis.catalogue import Catalogue
from autograder.diagnosis.matching import find_fitting, is_echo_of, name_all
from autograder.diagnosis.patterns import find_patterns
from autograder.diagnosis.signatures import Observed
from autograder.exercises import Task
from autograder.records import Diagnosis

# For each task the mutants that explain it; and what finds out on which others some tasks build.
Fitting = Mapping[str, list[tuple[str, ...]]]
TryOut = Callable[[Sequence[Task]], Mapping[str, frozenset[str]]]


@dataclass(frozen=True, slots=True)
class Look:
    """What was observed of a failed task: as it stands, and with the rest replaced, if it was.

    `others` are the failed tasks that it may fail because of; `builds_on` are those of them that it
    does build on, None where that was not tried.
    """

    task: Task
    stands: Observed
    apart: Observed | None
    others: frozenset[str] = frozenset()
    builds_on: frozenset[str] | None = None

    @property
    def may_have_another_cause(self) -> bool:
        """Whether another task's mistake may be what is seen of it as it stands."""
        return bool(self.others if self.builds_on is None else self.builds_on)


def find_diagnoses(
    looks: Sequence[Look],
    catalogue: Catalogue,
    try_out: TryOut | None = None,
    *,
    for_all: bool = False,
) -> dict[str, Diagnosis]:
    """Return what stands behind each failed task, by the task's id.

    `try_out` finds out on which others some tasks build, which takes a run for each: it is asked
    for those that would have a name, or `for_all` that could have one. Of several things together
    (a task without a stub) what fails is the mistake of one of them, so nothing is said of it
    unless that one is known.
    """
    stands = {
        look.task.id: find_fitting(look.task, look.stands, catalogue)
        for look in looks
        if look.apart is None
    }
    fitting = find_sole(looks, stands, catalogue)
    if fitting:
        looks = [replace(look, others=frozenset(fitting)) for look in looks]
    else:
        if try_out is not None:
            tasks = [
                look.task
                for look in looks
                if is_alone(look) and (for_all or name_all(stands[look.task.id], catalogue))
            ]
            known = try_out(tasks)
            looks = [replace(look, builds_on=known.get(look.task.id)) for look in looks]
        fitting = {look.task.id: find_mutants(look, stands, catalogue) for look in looks}
    found: dict[str, Diagnosis] = {}
    for look in looks:
        own = name_all(fitting.get(look.task.id, []), catalogue)
        parts = sorted(look.others if look.builds_on is None else look.builds_on)
        roots = [part for part in parts if accounts_for(part, look, fitting, catalogue)]
        if own:
            found[look.task.id] = Diagnosis(own)
        elif roots:
            named = name_all(fitting[roots[0]], catalogue)
            found[look.task.id] = Diagnosis(named, follows_from=roots[0])
        elif look.task.stub and look.apart is None and look.builds_on:
            found[look.task.id] = Diagnosis(follows_from=", ".join(find_deepest(look, looks)))
        elif look.task.stub:
            found[look.task.id] = Diagnosis(patterns=find_patterns(look.task, look.stands))
    return found


def find_sole(looks: Sequence[Look], stands: Fitting, catalogue: Catalogue) -> Fitting:
    """Return the one task whose mistake accounts for all that the others give, with the mutants.

    Where everything builds on everything, as a backward pass and its rules do, one mistake that
    explains it all is the mistake; mutants of its task that do not explain the rest are out. As
    they stand, all tasks have to be looked at in the same way. Nothing is returned where there is
    no such task, or more than one.
    """
    if len(looks) < 2 or any(look.apart is not None for look in looks):
        return {}
    soles = {}
    for look in looks:
        rest = [other for other in looks if other is not look]
        mutants = [
            together
            for together in stands[look.task.id]
            if all(explains(together, other, catalogue) for other in rest)
        ]
        if name_all(mutants, catalogue):
            soles[look.task.id] = mutants
    return soles if len(soles) == 1 else {}


def find_deepest(look: Look, looks: Sequence[Look]) -> list[str]:
    """Return the failed tasks that a task builds on, but for those that build on others of them."""
    parts = sorted(look.builds_on or ())
    above = {other.task.id for other in looks if (other.builds_on or frozenset()) & set(parts)}
    return [part for part in parts if part not in above] or parts


def find_mutants(look: Look, stands: Fitting, catalogue: Catalogue) -> list[tuple[str, ...]]:
    """Return the mutants that explain a task, apart from the rest or as it stands."""
    if look.apart is not None:
        apart = find_fitting(look.task, look.apart, catalogue)
        if apart or look.may_have_another_cause:
            return apart
        return find_fitting(look.task, look.stands, catalogue)
    return [] if look.may_have_another_cause else stands[look.task.id]


def is_alone(look: Look) -> bool:
    """Say whether a task was looked at as it stands only, while others fail beside it."""
    return look.apart is None and bool(look.others) and bool(look.task.stub)


def accounts_for(part: str, look: Look, fitting: Fitting, catalogue: Catalogue) -> bool:
    """Say whether the mistake that was found in another task explains all that this one gives."""
    mutants = fitting.get(part, [])
    return bool(name_all(mutants, catalogue)) and all(
        explains(together, look, catalogue) for together in mutants
    )


def explains(mutants: tuple[str, ...], look: Look, catalogue: Catalogue) -> bool:
    """Say whether a task gives what it gives with mutants of another task, which it builds on."""
    return look.apart is None and all(
        is_echo_of(mutant, look.task, look.stands, catalogue) for mutant in mutants
    )
