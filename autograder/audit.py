"""Audit an exercise: every mutant caught, every right work passed, every misconception told apart.

Used by `micrograde audit`, which an author runs after changing checks, forms or entries. Everything
runs anew; nothing that is stored is believed.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence

from autograder.checks.catalogue import CHECKS
from autograder.diagnosis.catalogue import Catalogue
from autograder.diagnosis.entries import Entry, owners
from autograder.diagnosis.matching import find_fitting, fits, name_all
from autograder.diagnosis.signatures import (
    Failing,
    Observed,
    Signature,
    find_failing,
    is_same,
    key_of,
    signature_data,
)
from autograder.exercises import Exercise, Task
from autograder.mutation import (
    Material,
    Planted,
    observe_all,
    plant,
    plant_all,
    sign,
    without_masked,
)
from autograder.oracles.bank import Bank, Case
from autograder.records import Audit, Caught, Outcome


def audit(
    exercise: Exercise,
    material: Material,
    bank: Bank,
    stored: Catalogue,
    progress: Callable[[int, int], None],
) -> Audit:
    """Run all that an exercise's author has planted, and say what came of it.

    `stored` is what the release holds. `progress` is told how many hand-ins have run, of how many.
    """
    planted = plant_all(exercise, material)
    # Right work is no fault of a task: all that it answers are others to it.
    right = [plant(exercise, material, variant) for variant in material.right_work]
    everything = [*planted, *right]
    observed: dict[int, dict[str, Observed]] = {}
    for index, seen in observe_all(everything, range(len(everything)), exercise, bank):
        observed[index] = seen
        progress(len(observed), len(everything))
    names = owners(material.entries)
    caught: list[Caught] = []
    signatures: list[Signature] = []
    for index, one in enumerate(planted):
        if len(one.mutants) == 1:
            caught += [
                count_failures(one.mutants[0], names, exercise.task(task), observed[index][task])
                for task in one.tasks
            ]
        signatures.append(sign(one, "", exercise, observed[index]))
    cases = {key_of(case): case for case in bank.cases}
    signatures = without_masked(signatures, bank)
    singles = [signature for signature in signatures if len(signature.mutants) == 1]
    fresh = Catalogue(
        {entry.misconception: entry.mutants for entry in material.entries},
        [signature_data(signature) for signature in signatures],
    )
    problems = [
        *(f"{c.mutant} survives: no check of {c.task} fails" for c in caught if not c.checks),
        *find_failed_right_work(right, exercise, observed, len(planted)),
        *find_undeclared(singles, material.entries, cases),
        *find_unnamed(planted, exercise, observed, fresh, material.entries),
        *find_stale(signatures, stored, cases),
        *(
            ["the released catalogue holds other texts; release the exercise again"]
            if stored.entries != fresh.entries
            else []
        ),
    ]
    return Audit(
        exercise=exercise.id,
        caught=tuple(caught),
        misconceptions=len(material.entries),
        right_work=len(right),
        pairs=len(planted) - len(singles),
        problems=tuple(dict.fromkeys(problems)),
    )


def count_failures(
    mutant: str, names: Mapping[str, Entry], task: Task, observed: Observed
) -> Caught:
    """Return how many cases of each check fail, of those that it looks at."""
    counts = {}
    for check_id in task.checks:
        check = CHECKS[check_id]
        looked = [(case, seen) for case, seen in observed if check.selects(case)]
        failed = [
            case for case, seen in looked if check.judge(case, seen).outcome is not Outcome.PASSED
        ]
        if failed:
            counts[check_id] = (len(failed), len(looked))
    return Caught(mutant, names[mutant].id if mutant in names else "", task.id, counts)


def find_failed_right_work(
    right: Sequence[Planted],
    exercise: Exercise,
    observed: Mapping[int, Mapping[str, Observed]],
    first: int,
) -> Iterator[str]:
    """Yield what is said of right work that fails; its observations begin with number `first`."""
    for number, one in enumerate(right, first):
        for task, seen in observed[number].items():
            failing = find_failing(exercise.task(task), seen)
            if failing:
                yield f"{one.mutants[0]} is right work, and fails {task}: {', '.join(failing)}"


def find_undeclared(
    signatures: Sequence[Signature], entries: Sequence[Entry], cases: Mapping[str, Case]
) -> Iterator[str]:
    """Yield what is said of mutants that give the same numbers and do not stand together."""
    owner = owners(entries)
    declared = {(entry.id, other) for entry in entries for other in entry.alike}
    found: set[tuple[str, str]] = set()
    for task, one, other in find_alike(signatures, cases):
        mine, theirs = owner.get(one), owner.get(other)
        if mine is theirs:
            continue  # of one entry, or both without a name
        if mine is None or theirs is None:
            bare, name = (one, theirs) if mine is None else (other, mine)
            yield f"{task}: {bare} has no name and cannot be told from {name.id if name else ''}"
            continue
        found |= {(mine.id, theirs.id), (theirs.id, mine.id)}
        if (mine.id, theirs.id) not in declared:
            yield f"{task}: {mine.id} ({one}) cannot be told from {theirs.id} ({other})"
    for one, other in sorted(declared - found):
        yield f"{one} calls {other} alike, and the two can be told apart"


def find_alike(
    signatures: Sequence[Signature], cases: Mapping[str, Case]
) -> Iterator[tuple[str, str, str]]:
    """Yield a task and two mutants that fail the same of its cases in the same way."""
    groups: dict[tuple[str, tuple[str, ...]], list[Signature]] = {}
    for signature in signatures:
        for task, failing in signature.failing.items():
            groups.setdefault((task, tuple(failing)), []).append(signature)
    for (task, keys), group in groups.items():
        for one, other in itertools.combinations(group, 2):
            mine, theirs = one.failing[task], other.failing[task]
            if all(is_same(mine[key], theirs[key], cases[key]) for key in keys):
                yield task, one.mutants[0], other.mutants[0]


def find_unnamed(
    planted: Sequence[Planted],
    exercise: Exercise,
    observed: Mapping[int, Mapping[str, Observed]],
    fresh: Catalogue,
    entries: Sequence[Entry],
) -> Iterator[str]:
    """Yield what is said of entries' mutants whose own hand-in does not get the entry's name."""
    owner = owners(entries)
    for number, one in enumerate(planted):
        entry = owner.get(one.mutants[0])
        if len(one.mutants) > 1 or entry is None or one.varies:
            continue
        for task in one.tasks:
            names = {
                misconception.id
                for alternative in name_all(
                    find_fitting(exercise.task(task), observed[number][task], fresh), fresh
                )
                for misconception in alternative
            }
            if entry.id not in names:
                found = ", ".join(sorted(names)) or "nothing"
                yield f"{task}: the mutant {one.mutants[0]} of {entry.id} is named {found}"


def find_stale(
    signatures: Sequence[Signature], stored: Catalogue, cases: Mapping[str, Case]
) -> Iterator[str]:
    """Yield what is said when the released catalogue does not hold what the mutants give."""
    released = {signature.mutants: signature.failing for signature in stored.signatures}
    old = [
        " and ".join(signature.mutants)
        for signature in signatures
        if not agree(signature.failing, released.get(signature.mutants), cases)
    ]
    if old or len(released) != len(signatures):
        first = f", such as those of {old[0]}" if old else ""
        yield f"the released catalogue holds other numbers{first}; release the exercise again"


def agree(
    fresh: Mapping[str, Failing], stored: Mapping[str, Failing] | None, cases: Mapping[str, Case]
) -> bool:
    """Say whether two signatures hold the same observations."""
    return (
        stored is not None
        and fresh.keys() == stored.keys()
        and all(fits(stored[task], failing, cases) for task, failing in fresh.items())
    )
