"""Who has made a known mistake is told its name, and nobody else is.

`micrograde audit` shows it for every mutant by itself; it runs here for every exercise. Hand-ins
with two mistakes, and those of other styles, go through the whole of grading.
"""

import itertools
from dataclasses import replace
from functools import cache

import pytest

from autograder import mutation
from autograder.assessment import Assessment
from autograder.audit import audit
from autograder.course import (
    full_assessment,
    load_material,
    load_public_bank,
    load_public_catalogue,
    public_assessment,
)
from autograder.diagnosis.entries import Entry
from autograder.diagnosis.variants import Variant, apply_variants, replace_body
from autograder.exercises import load_exercise, released_exercises
from autograder.grading import grade_submission
from autograder.mutation import plant_all, without_examples
from autograder.records import Diagnosis, SubmissionResult, TaskResult
from autograder.sandbox.intake import split_file
from autograder.sandbox.supervisor import run_job
from tests.corpus.right_engines import RightEngine, read_right_engines
from tests.corpus.solutions import solution_of, without_torch
from tests.unit.grading.in_process import run_in_process

EXERCISES = released_exercises()
WITHOUT_PACKAGES = [name for name in EXERCISES if not load_exercise(name).packages]
JUDGED_APART = [name for name in WITHOUT_PACKAGES if load_exercise(name).judged_apart]


@cache
def class_assessment(exercise_id: str) -> Assessment:
    return full_assessment(load_exercise(exercise_id), None, lambda done: None)


@cache
def own_assessment(exercise_id: str) -> Assessment:
    return public_assessment(load_exercise(exercise_id))


def grade(source: str, assessment: Assessment) -> SubmissionResult:
    chunks = tuple(split_file(without_examples(source)))
    return grade_submission("s", "s.py", chunks, assessment, run_job)


def names_of(task: TaskResult) -> list[set[str]]:
    """Return the names that a task got: for each alternative those that stand together."""
    alternatives = task.diagnosis.alternatives if task.diagnosis else ()
    return [{misconception.id for misconception in found} for found in alternatives]


def first_mutants(exercise: str) -> list[tuple[Entry, Variant]]:
    """Return each misconception with its plainest mutant, if that has numbers of its own."""
    material = load_material(exercise)
    mutants = {mutant.id: mutant for mutant in material.mutants}
    return [(entry, mutants[entry.mutants[0]]) for entry in material.entries]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of hand-ins, as in a worker
@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_the_audit_finds_nothing_wrong(exercise_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exercise, material = load_exercise(exercise_id), load_material(exercise_id)
    if exercise.packages:
        # A worker takes seconds to load one, so hundreds of them run in this process.
        monkeypatch.setattr(mutation, "run_job", lambda job, stop: run_in_process(job))
        monkeypatch.setattr("os.cpu_count", lambda: 1)
    bank, stored = load_public_bank(exercise), load_public_catalogue(exercise)
    found = audit(exercise, material, bank, stored, lambda done, total: None)
    assert () == found.problems
    assert len({caught.mutant for caught in found.caught}) == len(material.mutants)
    assert found.misconceptions >= 25


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_task_with_a_stub_has_misconceptions(exercise: str) -> None:
    tasks = {task for _, mutant in first_mutants(exercise) for task in mutant.tasks}
    assert set() == {task.id for task in load_exercise(exercise).tasks if task.stub} - tasks


SLOW = [pytest.mark.slow]
SAMPLE = [
    pytest.param(exercise, *found, id=f"{exercise[:4]}-{found[0].id}", marks=SLOW if n % 3 else [])
    for exercise in WITHOUT_PACKAGES
    for n, found in enumerate(first_mutants(exercise)[::12])
]


@pytest.mark.parametrize(("exercise", "entry", "mutant"), SAMPLE)
def test_a_mistake_is_named_in_a_class_and_in_one_s_own_check(
    exercise: str, entry: Entry, mutant: Variant
) -> None:
    source = apply_variants(solution_of(exercise), [mutant])
    for assessment in (class_assessment(exercise), own_assessment(exercise)):
        result = grade(source, assessment)
        for task in result.tasks:
            if task.id in mutant.tasks:
                assert entry.id in set().union(*names_of(task))
            else:
                # What builds on it follows from it, and has no other name.
                assert all(entry.id in names for names in names_of(task))


# What it gives hangs on the order of the backward pass, and another right `backward` takes the
# place of a wrong one while it is judged.
HANGS_ON_THE_ORDER = {"add-copies-gradient-of-the-left"}
TWO_TASKS = [
    pytest.param(
        exercise,
        one,
        other,
        id=f"{exercise[:4]}-{one[0].id}-{other[0].id}",
        marks=SLOW if number else [],
    )
    for exercise in JUDGED_APART
    for number, (one, other) in enumerate(
        itertools.islice(
            (
                (one, other)
                for one, other in itertools.combinations(first_mutants(exercise)[::7], 2)
                if not set(one[1].tasks) & set(other[1].tasks)
                and not {one[0].id, other[0].id} & HANGS_ON_THE_ORDER
                and len(one[1].tasks) == len(other[1].tasks) == 1
                and all(load_exercise(exercise).task(v.tasks[0]).stub for _, v in (one, other))
            ),
            0,
            40,
            10,
        )
    )
]


@pytest.mark.parametrize(("exercise", "one", "other"), TWO_TASKS)
def test_two_mistakes_in_two_tasks_get_both_names(
    exercise: str, one: tuple[Entry, Variant], other: tuple[Entry, Variant]
) -> None:
    source = apply_variants(solution_of(exercise), [one[1], other[1]])
    result = grade(source, class_assessment(exercise))
    for entry, mutant in (one, other):
        [task] = [task for task in result.tasks if task.id in mutant.tasks]
        assert entry.id in set().union(*names_of(task))


@pytest.mark.parametrize(
    "exercise_id",
    [pytest.param(name, marks=[] if name == "ex04_operators" else SLOW) for name in JUDGED_APART],
)
def test_two_mistakes_in_one_task_are_named_together(exercise_id: str) -> None:
    exercise, assessment = load_exercise(exercise_id), class_assessment(exercise_id)
    owners = {m: e.id for e, ms in assessment.catalogue.entries.items() for m in ms}
    pairs = [one for one in plant_all(exercise, load_material(exercise_id)) if len(one.mutants) > 1]
    known = {
        signature.mutants for signature in assessment.catalogue.signatures if signature.failing
    }
    told = 0
    for planted in [pair for pair in pairs if pair.mutants in known][::40]:
        result = grade(planted.source, assessment)
        expected = {owners[mutant] for mutant in planted.mutants}
        for task in result.tasks:
            if task.id in planted.tasks and names_of(task):
                assert expected in names_of(task)
                told += 1
    assert told


ENGINES = [
    pytest.param(engine, name, id=f"{engine.name}-{name[:4]}", marks=SLOW if number % 8 else [])
    for number, engine in enumerate(read_right_engines())
    for name in engine.fits
    if name in WITHOUT_PACKAGES
]


@pytest.mark.parametrize(("engine", "exercise"), ENGINES)
def test_no_right_engine_is_named(engine: RightEngine, exercise: str) -> None:
    chunks = tuple(split_file(engine.source))
    result = grade_submission("s", "s.py", chunks, class_assessment(exercise), run_job)
    parts = engine.fits[exercise]
    # A part that is left out may be missing in others; nothing is known of it.
    assert [] == [t.id for t in result.tasks if names_of(t) and (not parts or t.id in parts)]


def test_right_work_is_named_nothing_though_it_looks_alike() -> None:
    material = load_material("ex04_operators")
    alike = {name for entry in material.entries for name in entry.right}
    chosen = [variant for variant in material.right_work if variant.id in alike]
    assert len(chosen) > 20
    for variant in chosen[::6]:
        source = apply_variants(material.solution, [variant])
        result = grade(source, own_assessment("ex04_operators"))
        assert {None} == {task.diagnosis for task in result.tasks}


def test_what_builds_on_a_mistake_follows_from_it() -> None:
    mutants = {entry.id: mutant for entry, mutant in first_mutants("ex04_operators")}
    source = apply_variants(solution_of("ex04_operators"), [mutants["pow-factor-missing"]])
    result = grade(source, own_assessment("ex04_operators"))
    found = {task.id: task.diagnosis for task in result.tasks if task.diagnosis}
    assert {"pow", "truediv", "rtruediv", "engine"} == found.keys()
    assert found.pop("pow").follows_from == ""
    assert {"pow"} == {diagnosis.follows_from for diagnosis in found.values()}
    names = [alternative[0].id for d in found.values() for alternative in d.alternatives]
    assert {"pow-factor-missing"} == set(names)


def test_one_mistake_that_accounts_for_all_is_named_where_everything_builds_on_everything() -> None:
    mutants = {entry.id: mutant for entry, mutant in first_mutants("ex03_backward")}
    source = apply_variants(solution_of("ex03_backward"), [mutants["add-overwrites-grad"]])
    result = grade(source, own_assessment("ex03_backward"))
    found = {task.id: task.diagnosis for task in result.tasks if task.diagnosis}
    assert {"add", "mul", "backward"} <= found.keys()
    assert "" == found.pop("add").follows_from
    assert {"add"} == {diagnosis.follows_from for diagnosis in found.values()}


def test_what_another_part_s_mistake_does_gets_no_name_of_its_own() -> None:
    # -a is -1 * a here, which is right, and looks wrong where number * Value is.
    mutants = {entry.id: mutant for entry, mutant in first_mutants("ex04_operators")}
    source = apply_variants(solution_of("ex04_operators"), [mutants["rmul-local-derivative-wrong"]])
    source = replace_body(source, "Value.__neg__", "return -1 * self\n")
    result = grade(source, own_assessment("ex04_operators"))
    found = {task.id: task.diagnosis for task in result.tasks if task.diagnosis}
    assert found["rmul"].alternatives
    assert Diagnosis(follows_from="rmul") == found["neg"]
    assert "" != found["sub"].follows_from


def test_an_unknown_mistake_is_called_unknown_with_the_pattern_that_it_shows() -> None:
    solution = without_torch(solution_of("ex04_operators"))
    line = "self.grad += out.data * out.grad"
    assert solution.count(line) == 1
    strange = solution.replace(line, "self.grad += 1.75 * out.data * out.grad")
    result = grade(strange, class_assessment("ex04_operators"))
    [exp] = [task for task in result.tasks if task.id == "exp"]
    assert exp.diagnosis is not None
    assert exp.diagnosis.alternatives == ()
    assert "factor" in {pattern.code for pattern in exp.diagnosis.patterns}


@pytest.mark.parametrize("reveal", ["name", "nothing"])
def test_a_hidden_failure_is_named_only_where_the_task_reveals_names(reveal: str) -> None:
    assessment = class_assessment("ex04_operators")
    tasks = tuple(replace(task, reveal=reveal) for task in assessment.exercise.tasks)
    # All cases as hidden ones: with the signatures of the same cases, as hidden ones too.
    cases = tuple(replace(case, hidden=True) for case in assessment.public.cases)
    data = [
        {**signature, "failing": {
            task: {f"hidden/{key}": seen for key, seen in failing.items()}
            for task, failing in signature["failing"].items()
        }}
        for signature in assessment.catalogue.public
    ]  # fmt: skip
    hidden = replace(
        assessment,
        exercise=replace(assessment.exercise, tasks=tasks),
        public=replace(assessment.public, cases=()),
        hidden=replace(assessment.public, cases=cases),
        catalogue=replace(
            assessment.catalogue,
            public=[{**signature, "failing": {}} for signature in data],
            hidden=data,
        ),
    )
    [(entry, mutant)] = [
        found for found in first_mutants("ex04_operators") if found[0].id == "exp-overwrites-grad"
    ]
    result = grade(apply_variants(solution_of("ex04_operators"), [mutant]), hidden)
    [exp] = [task for task in result.tasks if task.id == "exp"]
    assert ([{entry.id}] if reveal == "name" else []) == names_of(exp)
    assert exp.diagnosis is not None or reveal == "nothing"
