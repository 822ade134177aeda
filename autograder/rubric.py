"""Read `rubric.toml`, the only home of an exercise's tasks, points and checks; give points.

Used by `micrograde release` (rubric → released exercise) and by grading (outcomes → points). A bad
rubric is a CourseSourceError with file, line, the valid choices and the nearest one.
"""

import hashlib
import math
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.checks.catalogue import CHECKS
from autograder.errors import CourseSourceError, unknown_name
from autograder.exercises.exercise import REVEALS, Exercise, Question, Task
from autograder.programs.calls.catalogue import FAMILIES
from autograder.records import CheckResult, Outcome
from autograder.registry import USAGES
from autograder.registry.packages import PRELOADED

EXERCISE_KEYS = (
    *("exercise", "title", "class", "reveal", "given", "packages", "numbers", "empty"),
    *("task", "question"),
)
TASK_KEYS = ("id", "title", "stub", "operators", "calls", "checks", "hidden", "reveal")
QUESTION_KEYS = ("id", "title", "points")

HEADS = ("[[task]]", "[[question]]")

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


def read_rubric(path: Path, stubs: Mapping[str, str], given: str = "") -> Exercise:
    """Return the exercise that a rubric describes.

    `stubs` are the released functions' and methods' sources, `given` is that of `given.py`.

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
    exercise = RubricReader(path, data.decode("utf-8"), stubs).read(rubric, rubric_hash(data))
    return replace(exercise, given=given)


def is_positive(points: Any) -> bool:
    """Say whether something is a finite number above 0."""
    is_number = isinstance(points, int | float) and not isinstance(points, bool)
    return is_number and 0 < points < math.inf


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
        """Return the error, at the line of `word` in the table with that index (-1: before all)."""
        where = f"{self.path}:{self.find_line(task, word)}"
        return CourseSourceError(message, hint=hint, where=where)

    def find_line(self, task: int, word: str) -> int:
        """Return the number of the line that holds `word` in a table, or where that begins.

        Tables are counted as they are read: all tasks, then all questions.
        """
        bare = [line.split("#")[0].strip() for line in self.lines]
        heads = [i for head in HEADS for i, line in enumerate(bare) if line == head]
        first = heads[task] if 0 <= task < len(heads) else 0
        last = min((head for head in heads if head > first), default=len(self.lines))
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        for number in range(first, last):
            if word and pattern.search(bare[number]):
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
        names = self.stubs if not self.flag(rubric, "empty", default=False) else None
        read = [self.read_task(index, task, reveal, names) for index, task in enumerate(tasks)]
        for index, task in enumerate(read):
            if task.id in [other.id for other in read[:index]]:
                raise self.error(f"task {task.id!r} stands twice", "Ids are unique.", index)
        self.names(rubric, "given")
        packages = self.names(rubric, "packages")
        for name in packages:
            self.expect("package", name, PRELOADED, -1)
        return Exercise(
            id=exercise_id,
            title=self.text(rubric, "title", -1),
            class_name=self.text(rubric, "class", -1) if "class" in rubric else "",
            tasks=tuple(read),
            stubs=dict(self.stubs),
            rubric_hash=content_hash,
            questions=self.read_questions(rubric.get("question", []), len(tasks)),
            packages=packages,
            takes_numbers=self.flag(rubric, "numbers", default=True),
        )

    def flag(self, table: Mapping[str, Any], key: str, *, default: bool) -> bool:
        """Return a table's true or false."""
        value = table.get(key, default)
        if not isinstance(value, bool):
            raise self.error(f"{key!r} must be true or false", f"Write {key} = true.", -1, key)
        return value

    def names(self, table: Mapping[str, Any], key: str, task: int = -1) -> tuple[str, ...]:
        """Return a table's list of texts."""
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise self.error(f"{key!r} must be a list of names", f'Write {key} = ["…"].', task, key)
        return tuple(value)

    def read_questions(self, questions: Any, first: int) -> tuple[Question, ...]:
        """Return the written questions; `first` is the number of tables before them."""
        found: list[Question] = []
        if not isinstance(questions, list) or not all(isinstance(q, dict) for q in questions):
            raise self.error(
                "a question is no table", "Begin each with [[question]].", -1, "question"
            )
        for index, question in enumerate(questions, start=first):
            for key in question:
                self.expect("key", key, QUESTION_KEYS, index)
            points = question.get("points")
            if not is_positive(points):
                hint = "Points are above 0."
                raise self.error(f"a question has {points!r} points", hint, index, "points")
            question_id = self.text(question, "id", index)
            if question_id in [other.id for other in found]:
                raise self.error(f"question {question_id!r} stands twice", "Ids are unique.", index)
            title = self.text(question, "title", index)
            found.append(Question(question_id, title, float(points)))
        return tuple(found)

    def read_task(
        self, index: int, task: dict[str, Any], reveal: str, stubs: Mapping[str, str] | None
    ) -> Task:
        """Return one task. `stubs` are those that it may name, None for any name."""
        for key in task:
            self.expect("key", key, TASK_KEYS, index)
        operators, calls = task.get("operators", []), task.get("calls", "")
        if not isinstance(operators, list) or bool(operators) == bool(calls):
            hint = f"Operators: {', '.join(USAGES)}. Calls: {', '.join(FAMILIES)}."
            raise self.error(
                "a task names its 'operators', a list, or its 'calls'", hint, index, "operators"
            )
        for name in operators:
            self.expect("operator", name, USAGES, index)
        if calls:
            self.expect("family of calls", self.text(task, "calls", index), FAMILIES, index)
        stub = self.text(task, "stub", index) if "stub" in task else ""
        if stub and stubs is not None:
            self.expect("stub", stub, stubs, index)
        own_reveal = task.get("reveal", reveal)
        self.expect("reveal", own_reveal, REVEALS, index)
        checks = self.read_checks(index, task.get("checks"))
        hidden = self.names(task, "hidden", index)
        for name in hidden:
            self.expect("check", name, checks, index)
        for name in checks:
            needs = CHECKS[name].needs
            if needs in hidden and name not in hidden:
                hint = f"Add {name} to hidden, or take {needs} out of it."
                raise self.error(
                    f"check {name!r} is public, and needs {needs!r}, which is hidden",
                    hint, index, "hidden",
                )  # fmt: skip
        return Task(
            id=self.text(task, "id", index),
            title=self.text(task, "title", index),
            stub=stub,
            usages=tuple(operators),
            checks=checks,
            reveal=own_reveal,
            calls=calls,
            hidden_checks=hidden,
        )

    def read_checks(self, index: int, checks: Any) -> dict[str, float]:
        """Return the points of each check."""
        if not isinstance(checks, dict) or not checks:
            hint = f"Write checks = {{ value = 1 }}. Choices: {', '.join(CHECKS)}."
            raise self.error("'checks' must give points to checks", hint, index, "checks")
        names = list(checks)
        for name, points in checks.items():
            self.expect("check", name, CHECKS, index)
            if not is_positive(points):
                raise self.error(
                    f"check {name!r} has {points!r} points", "Points are above 0.", index, name
                )
            needs = CHECKS[name].needs
            if needs and needs not in names[: names.index(name)]:
                hint = f"Write {needs} = 1 before it."
                raise self.error(f"check {name!r} needs check {needs!r}", hint, index, name)
        return {name: float(points) for name, points in checks.items()}
