"""Name the misconception behind a task that is not passed, where the evidence leaves one name.

A hand-in has a misconception when it fails the same cases as one of its mutants, with the same
numbers, and passes all others. A mutant that has no name counts, too: where it fits as well, no
name is given.
"""

from collections.abc import Iterable, Mapping

from autograder.diagnosis.catalogue import Catalogue
from autograder.diagnosis.signatures import (
    Failing,
    Observed,
    find_failing,
    is_same,
    is_telling,
    key_of,
)
from autograder.exercises import Task
from autograder.oracles.bank import Case
from autograder.records import Misconception

# So many can be told to a student as "one of these".
MOST_ALTERNATIVES = 3

Alternative = tuple[Misconception, ...]


def find_alternatives(
    task: Task, observed: Observed, catalogue: Catalogue
) -> tuple[Alternative, ...]:
    """Return what explains all that was observed of a failed task: nothing, or few alternatives.

    An alternative is one misconception. Only where no single mutant fits, two together may.
    """
    if catalogue.hidden is None:
        observed = [(case, seen) for case, seen in observed if not case.hidden]
    failing = find_failing(task, observed)
    if not any(is_telling(seen) for seen in failing.values()):
        return ()
    cases = {key_of(case): case for case, _ in observed}
    fitting = [
        mutants
        for mutants, given in catalogue.candidates(task.id, failing.keys())
        if fits(given, failing, cases)
    ]
    singles = [mutants for mutants in fitting if len(mutants) == 1]
    return name_all(singles or fitting, catalogue)


def fits(mutant: Failing, failing: Failing, cases: Mapping[str, Case]) -> bool:
    """Say whether a hand-in fails what a mutant fails, in the same way, and nothing else."""
    return mutant.keys() == failing.keys() and all(
        is_same(failing[key], seen, cases[key]) for key, seen in mutant.items()
    )


def name_all(fitting: Iterable[tuple[str, ...]], catalogue: Catalogue) -> tuple[Alternative, ...]:
    """Return the names of mutants that fit, each once; nothing where one of them has no name."""
    named: dict[Alternative, None] = {}
    for mutants in fitting:
        if not all(mutant in catalogue.owners for mutant in mutants):
            return ()
        entries = {catalogue.owners[mutant]: None for mutant in mutants}
        named[tuple(sorted(entries, key=lambda entry: entry.id))] = None
    return tuple(named) if len(named) <= MOST_ALTERNATIVES else ()
