"""Let `pytest` in an exercise's folder run the public checks: one item a check.

Loaded by pytest through an entry point. A folder is an exercise's when it holds the exercise's
`public.json`. The hand-in beside it runs in a worker process as in grading, so a conftest.py or
pytest.ini beside it decides nothing there. A failure shows the program to paste and no frames.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.errors import MicrogradeError
from autograder.records import CheckResult, Outcome, SubmissionResult, TaskResult

PUBLIC_CASES = "public.json"
MARK = '"micrograde/bank/'

# A released bank begins with its hash and its format.
HEAD_CHARACTERS = 400

SUMMARY_KEY = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Begin with nothing to say at the end."""
    config.stash[SUMMARY_KEY] = []


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the public cases beside a hand-in: not those that lie in this package.

    A hand-in named on the command line (`pytest ex04_operators.py`) is checked itself.
    """
    if file_path.is_relative_to(Path(__file__).parent):
        return None
    if file_path.suffix in (".py", ".ipynb") and parent.session.isinitpath(file_path):
        cases = file_path.with_name(PUBLIC_CASES)
        if cases.is_file() and names_exercise(cases, file_path.stem):
            return ExerciseFile.from_parent(parent, path=file_path)
    if file_path.name == PUBLIC_CASES and is_bank(file_path):
        return ExerciseFile.from_parent(parent, path=file_path)
    return None


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say which file was checked, and what is to be said about it as a whole."""
    lines = config.stash[SUMMARY_KEY]
    if lines:
        terminalreporter.section("micrograde")
        for line in lines:
            terminalreporter.line(line)


def is_bank(path: Path) -> bool:
    """Say whether a file named like public cases holds some, or what is left of them."""
    try:
        with path.open(encoding="utf-8") as file:
            return MARK in file.read(HEAD_CHARACTERS)
    except (OSError, UnicodeDecodeError):
        return False


def names_exercise(cases: Path, name: str) -> bool:
    """Say whether public cases are those of the exercise with that name."""
    try:
        with cases.open(encoding="utf-8") as file:
            return f'"exercise": "{name}"' in file.read(HEAD_CHARACTERS)
    except (OSError, UnicodeDecodeError):
        return False


class ExerciseFile(pytest.File):
    """The public cases of an exercise, and the hand-in beside them or named in their place."""

    def collect(self) -> Iterator[pytest.Item]:
        """Check the hand-in once and yield an item for each check."""
        # Loaded here, so that other projects' test runs in this environment start no slower.
        from autograder.reports.wording import describe_notice

        try:
            result, others = self.check_hand_in()
        except MicrogradeError as error:
            raise self.CollectError(str(error)) from error
        lines = [f"checked {result.file}"]
        if others:
            lines[0] += f" (the last saved; also edited: {', '.join(others)})"
        unseen = self.find_unseen(result.file)
        if unseen:
            lines.append(f"not checked, because of their names: {', '.join(unseen)}")
        lines += [describe_notice(notice) for notice in result.warnings]
        self.config.stash[SUMMARY_KEY] += lines
        for task in result.tasks:
            for check in task.checks:
                item = CheckItem.from_parent(self, name=f":{task.id}:{check.id}")
                item.result, item.task, item.check = result, task, check
                yield item

    def find_unseen(self, checked: str) -> list[str]:
        """Return the files beside the cases that look like hand-ins under another name."""
        from autograder.sandbox.intake import GIVEN_FILE

        stem = Path(checked).stem
        return sorted(
            path.name
            for path in self.path.parent.iterdir()
            if path.suffix in (".py", ".ipynb")
            and path.stem not in (stem, "conftest")
            and path.name != GIVEN_FILE
            and not path.name.startswith("test_")
        )

    def check_hand_in(self) -> tuple[SubmissionResult, list[str]]:
        """Return the result of the hand-in, and the names of other edited ones beside it."""
        from autograder.batch.local import find_work, grade_file
        from autograder.course import public_assessment
        from autograder.errors import UsageError
        from autograder.exercises import load_exercise
        from autograder.oracles.bank import load_bank

        bank = load_bank(
            self.path.with_name(PUBLIC_CASES), "Take it again from the released exercise."
        )
        exercise = load_exercise(bank.exercise)
        files = [self.path.with_name(exercise.id + suffix) for suffix in (".ipynb", ".py")]
        named = [self.path] if self.path.name != PUBLIC_CASES else files
        files = [file for file in named if file.exists()]
        if not files:
            raise UsageError(
                f"there is no {exercise.id}.py or {exercise.id}.ipynb in {self.path.parent}"
            )
        assessment = public_assessment(exercise)
        results = {file: grade_file(file.stem, file, assessment) for file in files}
        # The file that was left as released is not the hand-in.
        work = find_work(list(results.values()))
        edited = [file for file in files if results[file] in work]
        edited.sort(key=lambda file: file.stat().st_mtime_ns, reverse=True)
        chosen = edited[0] if edited else files[0]
        return results[chosen], [file.name for file in edited[1:]]


class CheckItem(pytest.Item):
    """One check of one task."""

    result: SubmissionResult
    task: TaskResult
    check: CheckResult

    def runtest(self) -> None:
        """Fail when the check is not passed."""
        if self.check.outcome is not Outcome.PASSED:
            raise CheckNotPassed

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Return the explanation instead of a traceback."""
        from autograder.reports.wording import explain_item

        if not isinstance(excinfo.value, CheckNotPassed):
            return str(super().repr_failure(excinfo))
        evidence = self.result.evidence.get(f"{self.task.id}/{self.check.id}")
        return "\n".join(explain_item(self.result.exercise, self.task, self.check, evidence))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the heading of a failure."""
        return self.path, None, f"{self.task.title}: {self.check.id}"


class CheckNotPassed(Exception):
    """Carries a check's outcome through pytest."""
