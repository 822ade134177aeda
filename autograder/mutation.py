"""Run an exercise's mutants through its programs, to know the numbers that each of them gives.

Used by the release command, which keeps the numbers of public cases, when a hidden bank is drawn,
and by the audit. A mutant is the exercise's own solution with one fault planted; it runs in a
worker as a hand-in does, so what it gives is what a hand-in with this fault gives.
"""

import hashlib
import itertools
import json
import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from autograder.assessment import Assessment, Stage, make_job
from autograder.diagnosis.composition import compose
from autograder.diagnosis.entries import Entry, read_entries
from autograder.diagnosis.matching import fits
from autograder.diagnosis.signatures import (
    Failing,
    Observed,
    Signature,
    find_failing,
    make_echo,
    parse_signature,
    signature_data,
)
from autograder.diagnosis.signatures import key_of as case_key
from autograder.diagnosis.variants import Variant, apply_variants, parse_variants
from autograder.errors import CourseSourceError
from autograder.exercises import Exercise, Task
from autograder.oracles.bank import Bank
from autograder.sandbox.intake import split_file
from autograder.sandbox.supervisor import run_job

MUTANTS_NAME, RIGHT_WORK_NAME = "mutants.txt", "right_work.txt"


@dataclass(frozen=True, slots=True)
class Material:
    """What the course's author has written for an exercise: its solution, variants and entries."""

    solution: str
    mutants: tuple[Variant, ...] = ()
    right_work: tuple[Variant, ...] = ()
    entries: tuple[Entry, ...] = ()


def read_material(folder: Path) -> Material:
    """Return what stands in an exercise's folder: solution, mutants, right work, misconceptions.

    Raises CourseSourceError for a table or an entry that cannot be read.
    """
    mutants, right = (read_variants(folder / name) for name in (MUTANTS_NAME, RIGHT_WORK_NAME))
    return Material(
        solution=(folder / "solution.py").read_text(encoding="utf-8"),
        mutants=mutants,
        right_work=right,
        entries=read_entries(folder, [v.id for v in mutants], [v.id for v in right]),
    )


def read_variants(path: Path) -> tuple[Variant, ...]:
    """Return a table of an exercise's variants; none where there is no such file."""
    if not path.is_file():
        return ()
    try:
        return tuple(parse_variants(path.parent.name, path.read_text(encoding="utf-8")))
    except ValueError as error:
        raise CourseSourceError(str(error), where=str(path)) from error


@dataclass(frozen=True, slots=True)
class Planted:
    """A solution with one fault or two: the mutants, the tasks that are looked at, the source.

    `others` are further tasks that the source answers. `reduced` is the source without what takes
    time and decides nothing; `varies` tells that the numbers are others from run to run.
    """

    mutants: tuple[str, ...]
    tasks: tuple[str, ...]
    source: str
    reduced: str
    varies: bool = False
    others: tuple[str, ...] = ()


def plant_all(exercise: Exercise, material: Material) -> list[Planted]:
    """Return every mutant as a hand-in, then every pair that composes.

    Raises CourseSourceError for a mutant that does not fit the solution.
    """
    single = [plant(exercise, material, mutant) for mutant in material.mutants]
    by_mutant = {planted.mutants[0]: planted for planted in single}
    return [*single, *plant_pairs(exercise, material, by_mutant)]


def plant(exercise: Exercise, material: Material, variant: Variant) -> Planted:
    """Return a solution with a variant's changes as a hand-in."""
    try:
        source = apply_variants(material.solution, [variant])
        tasks = tuple(exercise.task(task).id for task in variant.tasks)
    except ValueError as error:
        raise CourseSourceError(str(error), where=variant.exercise) from error
    reduced = reduce_solution(exercise, material.solution, source)
    others = tuple(
        task.id
        for task in exercise.tasks
        if task.id not in tasks
        and not variant.varies
        and (reduced == without_examples(source) or not is_about(task, exercise.packages))
    )
    return Planted((variant.id,), tasks, source, reduced, variant.varies, others)


def is_about(task: Task, packages: Sequence[str]) -> bool:
    """Say whether a task cannot be answered without the cells about a package."""
    return any(name in task.calls for name in packages)


def reduce_solution(exercise: Exercise, solution: str, changed: str) -> str:
    """Return a changed solution without what takes time and decides nothing.

    These are the examples, and where the change is elsewhere the cells about a package, which would
    have to be loaded.
    """
    reduced = without_package(changed, exercise.packages)
    is_left_out = without_package(solution, exercise.packages) == reduced and changed != solution
    return without_examples(changed if is_left_out else reduced)


def without_examples(source: str) -> str:
    """Return a solution that runs no examples: they take most of the time and decide nothing."""
    return re.sub(r"(?m)^( *)run_(\w+_)?example\(.*$", r"\1pass", source)


@lru_cache(maxsize=64)
def without_package(source: str, packages: tuple[str, ...]) -> str:
    """Return a solution without the cells that speak of a package."""
    cells = re.split(r"(?m)^(?=# %%)", source)
    return "".join(cell for cell in cells if not any(name in cell for name in packages))


def plant_pairs(
    exercise: Exercise, material: Material, single: Mapping[str, Planted]
) -> Iterator[Planted]:
    """Yield each two misconceptions of one task planted together, each by its first mutant.

    What needs a package is left out.
    """
    first = [single[entry.mutants[0]] for entry in material.entries]
    first = [planted for planted in first if not planted.varies]
    for one, other in itertools.combinations(first, 2):
        tasks = tuple(task for task in one.tasks if task in other.tasks)
        if not tasks:
            continue
        composed = compose(material.solution, one.source, other.source)
        if composed is None:
            continue
        reduced = reduce_solution(exercise, material.solution, composed)
        # Loading a package takes seconds, and there are many pairs.
        if not any(name in reduced for name in exercise.packages):
            yield Planted((*one.mutants, *other.mutants), tasks, composed, reduced)


def key_of(planted: Planted, exercise: Exercise, bank: Bank) -> str:
    """Return a short hash of all that decides a signature."""
    tasks = (*planted.tasks, *planted.others)
    checks = [[task, list(exercise.task(task).checks)] for task in tasks]
    content = json.dumps([planted.reduced, planted.varies, planted.tasks, checks, bank.name])
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def sign_all(
    planted: Sequence[Planted],
    exercise: Exercise,
    bank: Bank,
    stored: Iterable[Signature] = (),
    progress: Callable[[int, int], None] | None = None,
) -> list[Signature]:
    """Return the signature of each planted hand-in, in order; what is stored runs no more.

    `progress` is told how many are done, of how many that have to run.
    """
    keys = [key_of(one, exercise, bank) for one in planted]
    known = find_known(planted, keys, stored)
    waiting = [i for i, one in enumerate(planted) if (one.mutants, keys[i]) not in known]
    for done, (index, observed) in enumerate(observe_all(planted, waiting, exercise, bank), 1):
        one = planted[index]
        # As it comes back from a file, so that whatever is made of it is the same now and then.
        made = signature_data(sign(one, keys[index], exercise, observed))
        known[one.mutants, keys[index]] = parse_signature(made)
        if progress is not None:
            progress(done, len(waiting))
    signed = [known[one.mutants, key] for one, key in zip(planted, keys, strict=True)]
    return without_masked(signed, bank)


def known_of(
    planted: Sequence[Planted], exercise: Exercise, bank: Bank, stored: Iterable[Signature]
) -> list[Planted]:
    """Return the planted hand-ins whose signature is stored, and still holds."""
    keys = [key_of(one, exercise, bank) for one in planted]
    known = find_known(planted, keys, stored)
    return [one for one, key in zip(planted, keys, strict=True) if (one.mutants, key) in known]


def find_known(
    planted: Sequence[Planted], keys: Sequence[str], stored: Iterable[Signature]
) -> dict[tuple[tuple[str, ...], str], Signature]:
    """Return the stored signatures that still hold, by mutants and key.

    Whether a single mutant explains a pair hangs on all single ones, so where these are others, a
    pair without numbers has to run again.
    """
    known = {(signature.mutants, signature.key): signature for signature in stored}
    now = {(one.mutants, key) for one, key in zip(planted, keys, strict=True)}
    if {one for one in now if len(one[0]) == 1} == {one for one in known if len(one[0]) == 1}:
        return known
    return {one: kept for one, kept in known.items() if len(one[0]) == 1 or kept.failing}


def without_masked(signatures: Sequence[Signature], bank: Bank) -> list[Signature]:
    """Return signatures without the numbers of pairs that a single mutant gives as well.

    One mistake explains them, and most pairs are such: one of the two hides the other.
    """
    cases = {case_key(case): case for case in bank.cases}
    singles: dict[tuple[str, frozenset[str]], list[Failing]] = {}
    for signature in signatures:
        for task, failing in signature.failing.items() if len(signature.mutants) == 1 else ():
            singles.setdefault((task, frozenset(failing)), []).append(failing)

    def is_masked(task: str, failing: Failing) -> bool:
        alike = singles.get((task, frozenset(failing)), ())
        return any(fits(single, failing, cases) for single in alike)

    return [
        signature
        if len(signature.mutants) == 1
        else replace(
            signature,
            failing={
                task: failing
                for task, failing in signature.failing.items()
                if not is_masked(task, failing)
            },
        )
        for signature in signatures
    ]


def sign(one: Planted, key: str, exercise: Exercise, observed: Mapping[str, Observed]) -> Signature:
    """Return the signature of what a planted hand-in gave; it is empty where that varies."""
    tasks = () if one.varies else one.tasks
    failing = {task: find_failing(exercise.task(task), observed[task]) for task in tasks}
    others = {task: find_failing(exercise.task(task), observed[task]) for task in one.others}
    return Signature(
        mutants=one.mutants,
        key=key,
        failing={task: seen for task, seen in failing.items() if seen},
        echoes={task: make_echo(seen) for task, seen in others.items() if seen},
    )


def observe_all(
    planted: Sequence[Planted], chosen: Sequence[int], exercise: Exercise, bank: Bank
) -> Iterator[tuple[int, dict[str, Observed]]]:
    """Yield the number of each chosen hand-in with what it gave, task by task, as they come."""
    assessment = Assessment(exercise, bank, None, None)
    stop = threading.Event()
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        work = partial(observe, assessment=assessment, stop=stop)
        futures = {pool.submit(work, planted[index]): index for index in chosen}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            # Reached on an interruption, too: nothing new starts, and running workers are ended.
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


def observe(planted: Planted, assessment: Assessment, stop: threading.Event) -> dict[str, Observed]:
    """Run the programs of a planted hand-in's tasks; return what each case gave."""
    names = (*planted.tasks, *planted.others)
    tasks = tuple(assessment.exercise.task(task) for task in names)
    cases = assessment.cases_of(tasks)
    chunks = tuple(split_file(planted.reduced))
    run = run_job(make_job(chunks, assessment, Stage(tasks, cases)), stop=stop)
    pairs = list(zip(cases, run.observations, strict=True))
    return {task.id: [pair for pair in pairs if pair[0].task == task.id] for task in tasks}
