"""Name the misconception behind a task that is not passed, where the evidence leaves one name.

A hand-in has a misconception when it fails the same cases as one of its mutants, with the same
numbers, and passes all others. Cases that could not run, because another stub is not written, are
left out. A mutant that has no name counts, too: where it fits as well, no name is given.
"""

from collections.abc import Iterable, Mapping

from autograder.diagnosis.catalogue import Catalogue
from autograder.diagnosis.signatures import (
    Failing,
    Observed,
    find_failing,
    is_echo,
    is_same,
    is_telling,
    key_of,
)
from autograder.exercises import Task
from autograder.oracles.bank import Case
from autograder.records import Misconception, Observation

# So many can be told to a student as "one of these".
MOST_ALTERNATIVES = 3

# Where some cases could not run, so many of the others have to fail.
FEWEST_OF_SOME = 2

Alternative = tuple[Misconception, ...]


def find_fitting(task: Task, observed: Observed, catalogue: Catalogue) -> list[tuple[str, ...]]:
    """Return the mutants that explain all that was observed of a failed task.

    Only where no single mutant fits, two together may.
    """
    # A case that comes to a stub which is not written yet says nothing of this task.
    ran = [(case, seen) for case, seen in observed if not is_unwritten(seen)]
    failing, cases = look_at(task, ran, catalogue)
    fewest = 1 if len(ran) == len(observed) else FEWEST_OF_SOME
    if sum(is_telling(seen) for seen in failing.values()) < fewest:
        return []
    fitting = [
        mutants
        for mutants, given in catalogue.candidates(task.id, failing.keys(), cases.keys())
        if fits(given, failing, cases)
    ]
    return [mutants for mutants in fitting if len(mutants) == 1] or fitting


def is_unwritten(seen: Observation) -> bool:
    """Say whether a program came to a stub as it was released."""
    return seen.stop is not None and seen.stop.exception == "NotImplementedError"


def is_echo_of(mutant: str, task: Task, observed: Observed, catalogue: Catalogue) -> bool:
    """Say whether a task fails as it does with a mutant of another task, which it builds on."""
    failing, cases = look_at(task, observed, catalogue)
    parts = [False] if catalogue.hidden is None else [False, True]
    found = False
    for hidden in parts:
        part = {key: seen for key, seen in failing.items() if cases[key].hidden == hidden}
        echo = catalogue.find_echo(mutant, task.id, hidden=hidden)
        if (echo is None) != (not part) or (echo and not is_echo(echo, part, cases)):
            return False
        found = found or echo is not None
    return found


def look_at(
    task: Task, observed: Observed, catalogue: Catalogue
) -> tuple[Failing, Mapping[str, Case]]:
    """Return what fails of the cases for which mutants' numbers are known, and these cases."""
    if catalogue.hidden is None:
        observed = [(case, seen) for case, seen in observed if not case.hidden]
    return find_failing(task, observed), {key_of(case): case for case, _ in observed}


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
