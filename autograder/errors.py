"""Every exception that micrograde raises on purpose, and its exit codes.

Used by all parts. A message says what happened, where, and what to do; `hint` and `where` are
kept apart from it so that each front door can lay them out.
"""

import difflib
from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """What a command tells its caller."""

    ALL_PASSED = 0
    NOT_PASSED = 1
    USAGE = 2
    UNGRADED = 3
    INTERRUPTED = 130  # the shell's own number for a program ended by Ctrl-C


class MicrogradeError(Exception):
    """A problem that a person can act on: message, where it is, and what to do."""

    code = "error"
    exit_code = ExitCode.USAGE

    def __init__(self, message: str, *, hint: str = "", where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.where = where

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f"\n  {self.hint}" if self.hint else ""
        return f"{place}{self.message}{hint}"

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows: the message, and none of our frames."""
        return str(self).splitlines()


class UsageError(MicrogradeError):
    """The command line names something that is not there or does not fit."""

    code = "usage-error"


class CourseSourceError(MicrogradeError):
    """The course author's own files (solution, rubric, released data) are at fault."""

    code = "course-source-error"


class BankError(MicrogradeError):
    """A case bank is cut short, altered, of another version or made for another rubric."""

    code = "bank-refused"


class ProgramError(MicrogradeError):
    """A program breaks the rules of the program language."""

    code = "bad-program"


class MissingExtraError(MicrogradeError):
    """An optional part is not installed; the hint is the line that installs it."""

    code = "missing-extra"

    def __init__(self, extra: str, module: str) -> None:
        super().__init__(
            f"this needs the package {module}, which is not installed",
            hint=f'Install it: pip install "micrograde[{extra}]"',
        )


class UnreadableError(MicrogradeError):
    """A hand-in cannot be read as a notebook or a Python file."""

    code = "unreadable"


class WorkerStartError(MicrogradeError):
    """A worker ended before it reached the submission: our machinery failed, not the student."""

    code = "worker-start"
    exit_code = ExitCode.UNGRADED


class MissingPackageError(MicrogradeError):
    """A hand-in needs a package that it may use and that is not installed beside micrograde."""

    code = "missing-package"
    exit_code = ExitCode.UNGRADED


class PictureError(MicrogradeError):
    """What was given to draw is no graph, or a picture cannot be written as asked."""

    code = "no-picture"


class RunStoppedError(MicrogradeError):
    """The caller stopped a run half-way; there is no result, and no process is left."""

    code = "stopped"
    exit_code = ExitCode.INTERRUPTED


# A message is read; a list of hundreds is not.
MOST_CHOICES = 60


def unknown_name(kind: str, name: str, choices: Iterable[str]) -> tuple[str, str]:
    """Return message and hint for a name that is none of the choices.

    >>> unknown_name("operator", "expp", ["add", "exp"])
    ("unknown operator 'expp'", "Did you mean 'exp'? Choices: add, exp.")
    """
    known = list(choices)
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    guess = f"Did you mean {near[0]!r}? " if near else ""
    shown = known if len(known) <= MOST_CHOICES else [*known[:MOST_CHOICES], "…"]
    return f"unknown {kind} {name!r}", f"{guess}Choices: {', '.join(shown) or 'none'}."
