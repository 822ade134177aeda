"""Read `rubric.toml`, the only home of an exercise's tasks, points and checks; give points.

Used by `micrograde release` (rubric → released exercise) and by grading (outcomes → points). A bad
rubric is a CourseSourceError with file, line, the valid choices and the nearest one.
"""

import hashlib
import math
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from autograder.checks.catalogue import CHECKS
from autograder.errors import CourseSourceError, unknown_name
from autograder.exercises.exercise import REVEALS, Exercise, Task
from autograder.records import CheckResult, Outcome
from autograder.registry import USAGES

EXERCISE_KEYS = ("exercise", "title", "class", "reveal", "task")
TASK_KEYS = ("id", "title", "stub", "operators", "checks", "reveal")

# Of several checks the gravest outcome speaks for the task.
GRAVITY = (
    Outcome.UNGRADED,
    Outcome.CRASHED,
    Outcome.TIMED_OUT,
    Outcome.RAISED,
    Outcome.FAILED,
    Outcome.NOT_RUN,
    Outcome.PASSED,
)


def worst_outcome(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the gravest outcome. Raises ValueError when there is none."""
    return min(outcomes, key=GRAVITY.index)


def award(outcome: Outcome, max_points: float) -> float | None:
    """Return the points of a check: all for passed, None for ungraded, none otherwise."""
    if outcome is Outcome.UNGRADED:
        return None
    return max_points if outcome is Outcome.PASSED else 0.0


def total_points(checks: Sequence[CheckResult]) -> float | None:
    """Return the sum of the points, or None when any of them is ungraded."""
    points = [check.points for check in checks]
    return None if None in points else sum(p for p in points if p is not None)


def read_rubric(path: Path, stubs: Mapping[str, str]) -> Exercise:
    """Return the exercise that a rubric describes; `stubs` are the released methods' sources.

    Raises CourseSourceError with `file:line` for anything that is unknown, missing or out of range.
    """
    try:
        data = path.read_bytes()
        rubric = tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        raise CourseSourceError(f"cannot be read: {error.strerror}", where=str(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        line = re.search(r"line (\d+)", str(error))
        where = f"{path}:{line.group(1)}" if line else str(path)
        raise CourseSourceError(f"not valid TOML: {error}", where=where) from error
    return RubricReader(path, data.decode("utf-8"), stubs).read(rubric, rubric_hash(data))


def rubric_hash(data: bytes) -> str:
    """Return a short hash of a rubric file, to notice that it changed after a release."""
    return hashlib.sha256(data).hexdigest()[:16]


class RubricReader:
    """Check one rubric's content; knows the text, to name the line of what is wrong."""

    def __init__(self, path: Path, text: str, stubs: Mapping[str, str]) -> None:
        self.path = path
        self.lines = text.splitlines()
        self.stubs = stubs

    def error(self, message: str, hint: str, task: int, word: str = "") -> CourseSourceError:
        """Return the error, at the line of `word` in the task with that index (-1: before all)."""
        where = f"{self.path}:{self.find_line(task, word)}"
        return CourseSourceError(message, hint=hint, where=where)

    def find_line(self, task: int, word: str) -> int:
        """Return the number of the line that holds `word` in a task, or where the task begins."""
        heads = [i for i, line in enumerate(self.lines) if line.strip() == "[[task]]"]
        first = heads[task] if 0 <= task < len(heads) else 0
        last = next((head for head in heads if head > first), len(self.lines))
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        for number in range(first, last):
            if word and pattern.search(self.lines[number].split("#")[0]):
                return number + 1
        return first + 1

    def expect(self, kind: str, name: Any, choices: Iterable[str], task: int) -> None:
        """Raise when a name is none of the choices."""
        known = list(choices)
        if name not in known:
            message, hint = unknown_name(kind, str(name), known)
            raise self.error(message, hint, task, str(name))

    def text(self, table: Mapping[str, Any], key: str, task: int) -> str:
        """Return a table's text. Raises when the key is missing or holds something else."""
        value = table.get(key)
        if not isinstance(value, str) or not value:
            raise self.error(f"{key!r} must be a text", f'Write {key} = "…".', task, key)
        return value

    def read(self, rubric: dict[str, Any], content_hash: str) -> Exercise:
        """Return the exercise."""
        for key in rubric:
            self.expect("key", key, EXERCISE_KEYS, -1)
        tasks = rubric.get("task", [])
        if not isinstance(tasks, list) or not tasks:
            raise self.error("a rubric needs at least one [[task]]", "", -1)
        if not all(isinstance(task, dict) for task in tasks):
            raise self.error("a task is no table", "Begin each with [[task]].", -1, "task")
        exercise_id = self.text(rubric, "exercise", -1)
        if exercise_id != self.path.parent.name:
            hint = f"The folder is {self.path.parent.name}."
            raise self.error(f"the rubric is for {exercise_id!r}", hint, -1, exercise_id)
        reveal = rubric.get("reveal", REVEALS[0])
        self.expect("reveal", reveal, REVEALS, -1)
        read = [self.read_task(index, task, reveal) for index, task in enumerate(tasks)]
        for index, task in enumerate(read):
            if task.id in [other.id for other in read[:index]]:
                raise self.error(f"task {task.id!r} stands twice", "Ids are unique.", index)
        return Exercise(
            id=exercise_id,
            title=self.text(rubric, "title", -1),
            class_name=self.text(rubric, "class", -1),
            tasks=tuple(read),
            stubs=dict(self.stubs),
            rubric_hash=content_hash,
        )

    def read_task(self, index: int, task: dict[str, Any], reveal: str) -> Task:
        """Return one task."""
        for key in task:
            self.expect("key", key, TASK_KEYS, index)
        operators = task.get("operators")
        if not isinstance(operators, list) or not operators:
            hint = f"Choices: {', '.join(USAGES)}."
            raise self.error("'operators' must be a list of names", hint, index, "operators")
        for name in operators:
            self.expect("operator", name, USAGES, index)
        stub = task.get("stub", "")
        if stub:
            self.expect("stub", stub, self.stubs, index)
        own_reveal = task.get("reveal", reveal)
        self.expect("reveal", own_reveal, REVEALS, index)
        return Task(
            id=self.text(task, "id", index),
            title=self.text(task, "title", index),
            stub=stub,
            usages=tuple(operators),
            checks=self.read_checks(index, task.get("checks")),
            reveal=own_reveal,
        )

    def read_checks(self, index: int, checks: Any) -> dict[str, float]:
        """Return the points of each check."""
        if not isinstance(checks, dict) or not checks:
            hint = f"Write checks = {{ value = 1 }}. Choices: {', '.join(CHECKS)}."
            raise self.error("'checks' must give points to checks", hint, index, "checks")
        names = list(checks)
        for name, points in checks.items():
            self.expect("check", name, CHECKS, index)
            if (
                isinstance(points, bool)
                or not isinstance(points, int | float)
                or not 0 < points < math.inf
            ):
                raise self.error(
                    f"check {name!r} has {points!r} points", "Points are above 0.", index, name
                )
            needs = CHECKS[name].needs
            if needs and needs not in names[: names.index(name)]:
                hint = f"Write {needs} = 1 before it."
                raise self.error(f"check {name!r} needs check {needs!r}", hint, index, name)
        return {name: float(points) for name, points in checks.items()}
