"""Find what stands behind each failed task of a hand-in.

A mutant's numbers are those of a solution that is right but for it, so a task is looked up as it is
with the rest replaced, and as it stands where that was not done. As it stands, a task may fail only
because it builds on another one: where a mistake found in that one accounts for all that the task
gives, no second name is given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.diagnosis.catalogue import Catalogue
from autograder.diagnosis.matching import find_fitting, is_echo_of, name_all
from autograder.diagnosis.patterns import find_patterns
from autograder.diagnosis.signatures import Observed
from autograder.exercises import Task
from autograder.records import Diagnosis


@dataclass(frozen=True, slots=True)
class Look:
    """What was observed of a failed task: as it stands, and with the rest replaced, if it was."""

    task: Task
    stands: Observed
    apart: Observed | None


def find_diagnoses(looks: Sequence[Look], catalogue: Catalogue) -> dict[str, Diagnosis]:
    """Return what stands behind each failed task, by the task's id.

    Of several things together (a task without a stub) what fails is the mistake of one of them, so
    nothing is said of it unless that one is known.
    """
    fitting = {look.task.id: find_mutants(look, catalogue) for look in looks}
    found: dict[str, Diagnosis] = {}
    for look in looks:
        root = find_root(look, looks, fitting, catalogue)
        alternatives = name_all(fitting[root or look.task.id], catalogue)
        if alternatives:
            found[look.task.id] = Diagnosis(alternatives, follows_from=root)
        elif look.task.stub:
            found[look.task.id] = Diagnosis(patterns=find_patterns(look.task, look.stands))
    return found


def find_mutants(look: Look, catalogue: Catalogue) -> list[tuple[str, ...]]:
    """Return the mutants that explain a task, apart from the rest or as it stands."""
    apart = find_fitting(look.task, look.apart, catalogue) if look.apart is not None else []
    return apart or find_fitting(look.task, look.stands, catalogue)


def find_root(
    look: Look,
    looks: Sequence[Look],
    fitting: Mapping[str, list[tuple[str, ...]]],
    catalogue: Catalogue,
) -> str:
    """Return the task whose mistake accounts for all that this one gives, "" for none.

    A task that has been judged apart and failed has a mistake of its own.
    """
    if look.apart is not None:
        return ""
    for other in looks:
        named = other is not look and name_all(fitting[other.task.id], catalogue)
        if named and all(
            is_echo_of(mutant, look.task, look.stands, catalogue)
            for mutants in fitting[other.task.id]
            for mutant in mutants
        ):
            own = fitting[look.task.id]
            # Where each accounts for the other one, nothing tells which comes first.
            is_mutual = own and all(
                is_echo_of(mutant, other.task, other.stands, catalogue)
                for mutants in own
                for mutant in mutants
            )
            if not is_mutual:
                return other.task.id
    return ""
