"""A released exercise as data: its tasks, points, checks, stubs and public cases.

Used by every front door. The files are written by `micrograde release` from `solutions/` and are
part of the installed package; nothing here tells a solution.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.errors import CourseSourceError, UsageError, unknown_name

EXERCISE_FORMAT = "micrograde/exercise/v1"
FOLDER = Path(__file__).parent

REVEALS = ("counterexample", "name", "nothing")


@dataclass(frozen=True, slots=True)
class Task:
    """One graded item, judged by operators (`usages`) or by a family of calls (`calls`).

    `stub` is the dotted name of what the student writes, "" for several things together. `checks`
    maps each check's id to its points. `reveal` says what a failing hidden case shows.
    `hidden_checks` are those that hidden cases alone decide: a student's own check has none of
    them.
    """

    id: str
    title: str
    stub: str
    usages: tuple[str, ...]
    checks: Mapping[str, float]
    reveal: str
    calls: str = ""
    hidden_checks: tuple[str, ...] = ()

    @property
    def max_points(self) -> float:
        """The points of all checks together."""
        return sum(self.checks.values())

    @property
    def is_whole_engine(self) -> bool:
        """Whether the task judges several operators together, as they stand."""
        return len(self.usages) > 1


@dataclass(frozen=True, slots=True)
class Question:
    """A written question, which a person marks. `id` is the grade id of its cell."""

    id: str
    title: str
    points: float


@dataclass(frozen=True)
class Exercise:
    """One exercise. `stubs` maps a dotted name to its released source.

    `class_name` is "" where no node class takes part. `given` is the source of `given.py`, "" for
    none. `packages` are third-party packages that hand-ins really use. `takes_numbers` tells that
    operators take plain numbers beside nodes, `judged_apart` that a failed task is judged again
    with the others replaced, `rubric_hash` from which rubric it was made.
    """

    id: str
    title: str
    class_name: str
    tasks: tuple[Task, ...]
    stubs: Mapping[str, str]
    rubric_hash: str
    questions: tuple[Question, ...] = ()
    given: str = ""
    packages: tuple[str, ...] = ()
    takes_numbers: bool = True
    judged_apart: bool = False

    @property
    def max_points(self) -> float:
        """The points of all tasks together."""
        return sum(task.max_points for task in self.tasks)

    @property
    def names(self) -> tuple[str, ...]:
        """The dotted names of what the tasks ask for, each once."""
        return tuple(dict.fromkeys(task.stub for task in self.tasks if task.stub))

    @property
    def public_part(self) -> "Exercise":
        """The exercise without the checks that hidden cases alone decide."""
        tasks = []
        for task in self.tasks:
            checks = {
                check: points
                for check, points in task.checks.items()
                if check not in task.hidden_checks
            }
            if checks:
                tasks.append(replace(task, checks=checks, hidden_checks=()))
        return replace(self, tasks=tuple(tasks))

    @cached_property
    def design(self) -> str:
        """A short hash of what a bank is drawn for: tasks and usages, not points or titles."""
        layout = [
            [task.id, list(task.usages), *([task.calls] if task.calls else [])]
            for task in self.tasks
        ]
        return hashlib.sha256(json.dumps([self.class_name, layout]).encode()).hexdigest()[:12]

    def task(self, task_id: str) -> Task:
        """Return the task with that id. Raises UsageError for another."""
        for task in self.tasks:
            if task.id == task_id:
                return task
        message, hint = unknown_name("task", task_id, [task.id for task in self.tasks])
        raise UsageError(message, hint=hint)


def exercise_text(exercise: Exercise) -> str:
    """Return the exercise as JSON text."""
    return json.dumps({"format": EXERCISE_FORMAT} | asdict(exercise), indent=1) + "\n"


def parse_exercise(data: dict[str, Any]) -> Exercise:
    """Return the exercise from plain data."""
    return Exercise(
        id=data["id"],
        title=data["title"],
        class_name=data["class_name"],
        tasks=tuple(
            Task(**(task | {key: tuple(task[key]) for key in ("usages", "hidden_checks")}))
            for task in data["tasks"]
        ),
        stubs=data["stubs"],
        rubric_hash=data["rubric_hash"],
        questions=tuple(Question(**question) for question in data["questions"]),
        given=data["given"],
        packages=tuple(data["packages"]),
        takes_numbers=data["takes_numbers"],
        judged_apart=data["judged_apart"],
    )


def released_exercises() -> list[str]:
    """Return the ids of all released exercises, in order."""
    return sorted(path.parent.name for path in FOLDER.glob("*/exercise.json"))


def load_exercise(exercise_id: str) -> Exercise:
    """Return a released exercise. Raises UsageError for an unknown id."""
    known = released_exercises()
    if exercise_id not in known:
        message, hint = unknown_name("exercise", exercise_id, known)
        raise UsageError(message, hint=hint)
    path = FOLDER / exercise_id / "exercise.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        found = data.get("format") if isinstance(data, dict) else None
        if found != EXERCISE_FORMAT:
            raise ValueError(f"format {found!r}, not {EXERCISE_FORMAT!r}")
        return parse_exercise(data)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CourseSourceError(
            f"the released exercise cannot be read: {error}",
            where=str(path),
            hint=f"Release it again: {release_command(exercise_id)}",
        ) from error


def public_bank_path(exercise_id: str) -> Path:
    """Return where an exercise's public cases lie in the package."""
    return FOLDER / exercise_id / "public.json"


def catalogue_path(exercise_id: str) -> Path:
    """Return where an exercise's catalogue of misconceptions lies in the package."""
    return FOLDER / exercise_id / "catalogue.json"


def release_command(exercise_id: str) -> str:
    """Return the command that writes an exercise's released files anew."""
    return f"micrograde release {exercise_id}"
