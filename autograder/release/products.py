"""Everything that one exercise's source turns into, and whether the tree holds just that.

Used by `micrograde release`. The student's files go to `assignments/`, the exercise as data into
the package; `--check` compares instead of writing.
"""

import ast
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path

from autograder.assessment import Assessment
from autograder.checks.catalogue import CHECKS
from autograder.diagnosis.catalogue import Catalogue, catalogue_text, load_catalogue
from autograder.diagnosis.signatures import Signature, signature_data
from autograder.errors import CourseSourceError
from autograder.exercises.exercise import FOLDER, Exercise, catalogue_path, exercise_text
from autograder.grading import grade_submission
from autograder.mutation import Material, known_of, plant_all, read_material, sign_all
from autograder.oracles.bank import Bank, bank_text
from autograder.records import Outcome
from autograder.release.catalogue_page import render_page
from autograder.release.given import (
    PARTS_FOLDER,
    imported_modules,
    known_parts,
    rubric_content,
)
from autograder.release.leaks import GRAFTS_NAME, leaks
from autograder.release.notebook import release_exercise
from autograder.release.solution_source import RELEASED_SCRIPT, parse_python, stub_sources
from autograder.rubric import read_rubric
from autograder.sandbox.intake import GIVEN_FILE, read_chunks, split_file
from autograder.sandbox.supervisor import run_job

PUBLIC_CASES = "public.json"
PAGES = Path("docs/misconceptions")
GIVEN_MODULE = GIVEN_FILE.removesuffix(".py")
# Folders that running an exercise leaves beside it.
MADE_BY_RUNNING = frozenset({"__pycache__", ".ipynb_checkpoints", ".pytest_cache"})


def build_products(
    source: Path,
    assignments: Path,
    progress: Callable[[int, int], None] | None = None,
) -> dict[Path, bytes]:
    """Return every file that an exercise's source turns into, by path.

    `progress` is told how many mutants have run, of how many that have to. Without it none runs:
    what the last release does not know is missing then, and so out of step.

    Raises CourseSourceError for a bad source or rubric, and when a released file would hold
    something of the solution.
    """
    student_files = release_exercise(source)
    exercise_id = source.name
    rubric = source / "rubric.toml"
    script = student_files[f"{exercise_id}.py"].decode("utf-8")
    # A stub that is nowhere in the script is left to the rubric's reader, which knows its line.
    present = [name for name in stub_names(rubric) if f"def {name.split('.')[-1]}(" in script]
    given = student_files.get(GIVEN_FILE, b"").decode()
    exercise = replace(
        read_rubric(rubric, stub_sources(script, present), given),
        judged_apart=(source / GRAFTS_NAME).is_file(),
    )
    from autograder.oracles.drawing import draw_bank  # torch, mpmath and Hypothesis

    bank = draw_bank(exercise, secret=None)
    find_idle_checks(exercise, bank, rubric)
    # In front of the author nothing is hidden yet.
    in_sight = replace(exercise, tasks=tuple(replace(t, hidden_checks=()) for t in exercise.tasks))
    check_solution(source / "solution.py", in_sight, bank)
    check_imports(script, exercise, source.parent)
    check_untouched(script, in_sight, bank)
    in_public = without_hidden_checks(exercise, bank)
    public = bank_text(in_public).encode()
    student_files[PUBLIC_CASES] = public
    material = read_material(source)
    # First what takes no time: to run mutants takes minutes.
    check_leaks(source, student_files, material)
    signatures = sign_material(exercise, material, in_public, progress)
    catalogue = Catalogue(
        {entry.misconception: entry.mutants for entry in material.entries},
        [signature_data(signature) for signature in signatures],
    )
    files = {assignments / exercise_id / name: data for name, data in student_files.items()}
    if material.entries:
        page = render_page(
            exercise, material.entries, material.mutants, signatures, in_public.cases
        )
        files[assignments.parent / PAGES / exercise_id / "README.md"] = page.encode()
    package = FOLDER / exercise_id
    return files | {
        package / "exercise.json": exercise_text(exercise).encode(),
        package / PUBLIC_CASES: public,
        catalogue_path(exercise_id): catalogue_text(catalogue).encode(),
    }


def sign_material(
    exercise: Exercise,
    material: Material,
    bank: Bank,
    progress: Callable[[int, int], None] | None,
) -> list[Signature]:
    """Return what each mutant gives on public cases; without `progress` none of them runs."""
    planted = plant_all(exercise, material)
    stored = load_catalogue(catalogue_path(exercise.id), "Delete it; a release writes it anew.")
    # A mutant runs again when it or the cases have changed since the last release.
    if progress is None:
        planted = known_of(planted, exercise, bank, stored.signatures)
    return sign_all(planted, exercise, bank, stored.signatures, progress)


def check_leaks(source: Path, student_files: Mapping[str, bytes], material: Material) -> None:
    """Raise CourseSourceError when something of the solution stands in what students get."""
    texts = json.dumps([asdict(entry.misconception) for entry in material.entries])
    found = leaks(source, {**student_files, "misconceptions.json": texts.encode()})
    if found:
        raise CourseSourceError(
            "the released files would hold what students must not see:\n  " + "\n  ".join(found),
            where=str(source / "solution.py"),
        )


def find_idle_checks(exercise: Exercise, bank: Bank, rubric: Path) -> None:
    """Raise CourseSourceError for a check that no program of its task can fail."""
    for task in exercise.tasks:
        for check_id in task.checks:
            if not any(c.task == task.id and CHECKS[check_id].selects(c) for c in bank.cases):
                raise CourseSourceError(
                    f"task {task.id!r} has no program that shows the check {check_id!r}",
                    where=str(rubric),
                    hint=f"Leave {check_id} out of its checks: nobody could fail it.",
                )


def without_hidden_checks(exercise: Exercise, bank: Bank) -> Bank:
    """Return public cases without those that only a hidden check looks at."""
    checks = {
        task.id: [CHECKS[check] for check in task.checks] for task in exercise.public_part.tasks
    }
    cases = [c for c in bank.cases if any(check.selects(c) for check in checks.get(c.task, ()))]
    return replace(bank, cases=tuple(cases))


def check_solution(solution: Path, exercise: Exercise, bank: Bank) -> None:
    """Raise CourseSourceError when the author's own solution does not get full marks."""
    assessment = Assessment(exercise, bank, hidden=None, grafts=None, is_self_check=True)
    result = grade_submission("solution", solution.name, read_chunks(solution), assessment, run_job)
    failed = [task.id for task in result.tasks if task.outcome is not Outcome.PASSED]
    if failed:
        raise CourseSourceError(
            f"the solution itself does not pass: {', '.join(failed)}",
            where=str(solution),
            hint=f"See why: micrograde check {solution} --exercise {exercise.id}",
        )


def check_imports(script: str, exercise: Exercise, solutions: Path) -> None:
    """Raise CourseSourceError for an import that a student's folder has no file for.

    A worker would let it pass until what it brings is used.
    """
    parts = known_parts(solutions / PARTS_FOLDER)
    absent = {GIVEN_MODULE, *parts, *(path.name for path in solutions.iterdir())}
    if exercise.given:
        absent.remove(GIVEN_MODULE)
    for node in ast.walk(parse_python(script, RELEASED_SCRIPT)):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for name in sorted(imported_modules(node) & absent):
            raise CourseSourceError(
                f"the released script imports {name!r}, which lies in no student's folder",
                where=f"{RELEASED_SCRIPT}:{node.lineno}",
                hint='What it needs of others is given: write given = ["…"] in the rubric.',
            )


def check_untouched(script: str, exercise: Exercise, bank: Bank) -> None:
    """Raise CourseSourceError when the untouched release stops, or counts as attempted.

    Where given code or an example needs something of another exercise, it stops here.
    """
    name = f"{exercise.id}.py"
    assessment = Assessment(exercise, bank, hidden=None, grafts=None, is_self_check=True)
    chunks = tuple(chunk for chunk in split_file(script) if chunk.source.strip())
    result = grade_submission("untouched", name, chunks, assessment, run_job)
    for notice in result.warnings:
        if not notice.exception:
            continue  # it speaks of tasks, not of a statement
        raise CourseSourceError(
            f"the untouched release does not run: {notice.exception} {notice.message}".rstrip(),
            where=f"{RELEASED_SCRIPT}:{notice.line}",
            hint="An example runs its stubs inside run_example; an exercise needs no other one.",
        )
    attempted = [task.id for task in result.tasks if task.attempted]
    if attempted:
        raise CourseSourceError(
            f"the untouched release counts as attempted: {', '.join(attempted)}",
            where=RELEASED_SCRIPT,
            hint="A task names the stub that it judges.",
        )


def stub_names(rubric: Path) -> list[str]:
    """Return the stubs that a rubric names, before it is read with care."""
    content = rubric_content(rubric)
    tasks = [] if content.get("empty") else content.get("task", [])
    return [str(task["stub"]) for task in tasks if isinstance(task, dict) and "stub" in task]


def find_differences(products: Mapping[Path, bytes]) -> list[str]:
    """Return what is out of step in the tree, in words: missing, different or left over."""
    differences = []
    for path, data in products.items():
        if not path.exists():
            differences.append(f"missing: {path}")
        elif path.read_bytes() != data:
            differences.append(f"out of step: {path}")
    for folder in sorted({path.parent for path in products}):
        for path in sorted(folder.rglob("*")):
            made_by_running = any(part in MADE_BY_RUNNING for part in path.parts)
            if path.is_file() and path not in products and not made_by_running:
                differences.append(f"left over: {path}")
    return differences


def write_products(products: Mapping[Path, bytes]) -> None:
    """Write the files; a killed run leaves each either old or new."""
    for path, data in products.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        partial.write_bytes(data)
        os.replace(partial, path)
