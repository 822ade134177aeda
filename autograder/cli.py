"""The command `micrograde`. Each subcommand is one function; all of them return an exit code."""

import argparse
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import NoReturn, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from autograder.batch.local import default_jobs, grade_all, grade_hand_in
from autograder.batch.store import (
    FEEDBACK_FILE,
    GRADES_FILE,
    keep_grades,
    keep_result,
    prepare_folder,
)
from autograder.course import (
    SOLUTIONS,
    draw_hidden_bank,
    full_assessment,
    load_material,
    load_public_bank,
    load_public_catalogue,
    make_secret,
    public_assessment,
    source_folder,
)
from autograder.errors import ExitCode, MicrogradeError, UsageError
from autograder.exercises import load_exercise, released_exercises
from autograder.oracles.bank import MOST_HIDDEN_CASES
from autograder.records import Outcome, SubmissionResult
from autograder.reports.feedback import render_feedback
from autograder.reports.safe_text import clean_text
from autograder.reports.terminal import make_table
from autograder.sandbox.intake import HandIn, choose_in_folder, find_hand_ins, find_left_out

DEFAULT_OUTPUT = Path("grades")
DEFAULT_SECRET = Path("course.secret")

# Messages and progress go to stderr, results to stdout.
messages = Console(stderr=True, highlight=False, soft_wrap=True)
out = Console(highlight=False, soft_wrap=True, markup=False)


class Report(Protocol):
    """Takes how many steps are done, and of how many where that was not known before."""

    def __call__(self, done: int, of: int = ..., /) -> None:
        """Show the step."""


class Parser(argparse.ArgumentParser):
    """A parser whose usage errors also name the exercises there are."""

    def error(self, message: str) -> NoReturn:
        """Print usage, the message and the exercises; exit with 2."""
        self.print_usage(sys.stderr)
        exercises = ", ".join(released_exercises()) or "none released yet"
        self.exit(ExitCode.USAGE, f"{self.prog}: {message}\n  Exercises: {exercises}.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may not know every sign
    # Ended from outside, the grader goes the way of Ctrl-C: no worker is left behind.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    options = make_parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], ExitCode] = options.run
    try:
        return command(options)
    except MicrogradeError as error:
        messages.print(f"micrograde: {error}", style="red", markup=False)
        return error.exit_code
    except BrokenPipeError:
        # Whoever read the output has enough. Python would complain once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.USAGE
    except OSError as error:
        messages.print(f"micrograde: {describe_os_error(error)}", style="red", markup=False)
        return ExitCode.USAGE
    except KeyboardInterrupt:
        messages.print("micrograde: interrupted", style="red")
        return ExitCode.INTERRUPTED


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Go the way of Ctrl-C, also where that is ignored, as it is for a job in the background."""
    raise KeyboardInterrupt


def describe_os_error(error: OSError) -> str:
    """Return what the system could not do, and with which file."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else f"cannot write: {reason}"


def make_parser() -> Parser:
    """Return the parser of all subcommands."""
    parser = Parser(
        prog="micrograde", description="Grade hand-ins of a self-built autograd engine."
    )
    parser.add_argument(
        "--version", action="version", version=f"micrograde {version('micrograde')}"
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    grade = commands.add_parser(
        "grade", help="grade hand-ins and write results and a table of marks"
    )
    grade.add_argument("exercise", metavar="EXERCISE", help="such as ex04_operators")
    grade.add_argument(
        "paths",
        metavar="PATH",
        type=Path,
        nargs="+",
        help="a hand-in (.py or .ipynb), or a folder of them",
    )
    grade.add_argument(
        "--output",
        metavar="DIR",
        type=Path,
        default=DEFAULT_OUTPUT,
        help="where results go (default: %(default)s)",
    )
    grade.add_argument(
        "--secret-file",
        metavar="FILE",
        type=Path,
        help="the course secret; without it only public cases are used",
    )
    grade.add_argument(
        "--jobs",
        metavar="N",
        type=positive_number,
        default=default_jobs(),
        help="hand-ins graded side by side (default: one per core)",
    )
    grade.set_defaults(run=run_grade)

    check = commands.add_parser("check", help="check one hand-in with the public cases")
    check.add_argument(
        "path", metavar="PATH", type=Path, help="a .py or .ipynb file, or an exercise's folder"
    )
    check.add_argument(
        "--exercise",
        metavar="EXERCISE",
        help="needed when neither the file nor its folder is named after it",
    )
    check.set_defaults(run=run_check)

    secret = commands.add_parser(
        "secret", help="make a course secret, from which hidden cases come"
    )
    secret.add_argument(
        "path",
        metavar="FILE",
        type=Path,
        nargs="?",
        default=DEFAULT_SECRET,
        help="default: %(default)s",
    )
    secret.set_defaults(run=run_secret)

    bank = commands.add_parser("bank", help="draw the hidden cases of an exercise from a secret")
    bank.add_argument("exercise", metavar="EXERCISE")
    bank.add_argument("--secret-file", metavar="FILE", type=Path, required=True)
    bank.add_argument("--replace", action="store_true", help="draw anew although there is a bank")
    bank.set_defaults(run=run_bank)

    release = commands.add_parser("release", help="turn a solution into the student's assignment")
    release.add_argument("exercise", metavar="EXERCISE")
    release.add_argument(
        "--check",
        action="store_true",
        help="write nothing; fail when the released files are out of step",
    )
    release.set_defaults(run=run_release)

    audit = commands.add_parser(
        "audit", help="run every known mistake through the checks, and right work too"
    )
    audit.add_argument("exercises", metavar="EXERCISE", nargs="*", help="which ones (default: all)")
    audit.add_argument(
        "--problems", action="store_true", help="print what is wrong, not what was caught"
    )
    audit.set_defaults(run=run_audit)

    demo = commands.add_parser("demo", help="write a sample hand-in for every known mistake")
    demo.add_argument("exercise", metavar="EXERCISE")
    demo.add_argument("folder", metavar="DIR", type=Path, help="a new or empty folder")
    demo.set_defaults(run=run_demo)
    return parser


def positive_number(text: str) -> int:
    """Return a whole number above zero, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def run_grade(options: argparse.Namespace) -> ExitCode:
    """Grade hand-ins; results are kept one by one, so that an interruption loses none."""
    exercise = load_exercise(options.exercise)
    hand_ins = find_hand_ins(options.paths, exercise.id)
    if options.secret_file is None:
        messages.print(
            "Without a secret only the public cases are used. "
            f"Make one with `micrograde secret` and add --secret-file {DEFAULT_SECRET}.",
            style="yellow",
        )
    with show_progress("Preparing hidden cases", MOST_HIDDEN_CASES, at_once=False) as report:
        assessment = full_assessment(exercise, options.secret_file, report, report)
    prepare_folder(options.output)
    left_out = find_left_out(options.paths)
    if left_out:
        names = clean_text(", ".join(left_out))
        messages.print(f"Left out, no .py or .ipynb file: {names}", style="yellow", markup=False)
    results: list[SubmissionResult] = []
    try:
        with show_progress("Grading", len(hand_ins)) as report:
            for result in grade_all(hand_ins, assessment, options.jobs):
                keep_result(result, options.output)
                results.append(result)
                report(len(results))
    finally:
        if results:
            results.sort(key=lambda result: result.submission)
            keep_grades(results, options.output, complete=len(results) == len(hand_ins))
        if len(results) < len(hand_ins):
            messages.print(
                f"{len(results)} of {len(hand_ins)} hand-ins are graded; "
                f"their results are in {options.output}.",
                markup=False,
            )
    Console(highlight=False).print(make_table(results))
    out.print(f"\n{count_passed(results)} of {len(results)} passed everything.")
    out.print(f"Marks:    {options.output / GRADES_FILE}")
    out.print(f"Feedback: {options.output / '<hand-in>' / FEEDBACK_FILE}")
    return exit_code_of(results)


def run_check(options: argparse.Namespace) -> ExitCode:
    """Check one file with the public cases and print the feedback."""
    path: Path = options.path
    if not path.exists():
        raise UsageError(f"there is no {str(path)!r}", hint="Check the path.")
    exercise = load_exercise(options.exercise or guess_exercise(path))
    hand_in = choose_hand_in(path, exercise.id)
    result = grade_hand_in(hand_in, public_assessment(exercise))
    sys.stdout.write(render_feedback(result))
    return exit_code_of([result])


def choose_hand_in(path: Path, exercise_id: str) -> HandIn:
    """Return what is checked at a path: a file, or in an exercise's folder the files of its name.

    Raises UsageError where it is not one hand-in.
    """
    if not path.is_dir():
        return find_hand_ins([path], exercise_id)[0]
    inside = choose_in_folder(Path(os.path.abspath(path)), exercise_id)  # `.` has no name
    named = tuple(file for file in inside.files if file.stem == exercise_id)
    if not named and len(inside.files) != 1:
        problem = inside.problem or f"{len(inside.files)} hand-ins"
        raise UsageError(f"in {str(path)!r}: {problem}", hint="Name one file.")
    return replace(inside, files=named or inside.files)


def guess_exercise(path: Path) -> str:
    """Return the exercise that a file or its folder is named after."""
    known = released_exercises()
    for name in (path.stem, path.resolve().parent.name, path.resolve().name):
        if name in known:
            return name
    raise UsageError(
        f"{path} does not tell its exercise",
        hint=f"Add --exercise with one of: {', '.join(known)}.",
    )


def run_secret(options: argparse.Namespace) -> ExitCode:
    """Make a course secret."""
    make_secret(options.path)
    out.print(f"Wrote {options.path}. Keep it: hidden cases come from it, and stay hidden with it.")
    return ExitCode.ALL_PASSED


def run_bank(options: argparse.Namespace) -> ExitCode:
    """Draw a hidden bank."""
    exercise = load_exercise(options.exercise)
    with show_progress("Drawing hidden cases", MOST_HIDDEN_CASES, at_once=False) as report:
        path = draw_hidden_bank(exercise, options.secret_file, report, replace=options.replace)
    out.print(f"Wrote {path}")
    return ExitCode.ALL_PASSED


def run_release(options: argparse.Namespace) -> ExitCode:
    """Write an exercise's released files, or compare them."""
    source = source_folder(options.exercise)
    from autograder.release.products import build_products, find_differences, write_products

    assignments = SOLUTIONS.parent / "assignments"
    if options.check:
        products = build_products(source, assignments)
        differences = find_differences(products)
        for difference in differences:
            messages.print(difference, markup=False)
        if differences:
            messages.print(f"Run: micrograde release {options.exercise}", markup=False)
            return ExitCode.NOT_PASSED
        out.print(f"{options.exercise} is in step.")
        return ExitCode.ALL_PASSED
    with show_progress("Running mutants", 1, at_once=False) as report:
        products = build_products(source, assignments, report)
    write_products(products)
    for path in products:
        out.print(f"wrote {path.relative_to(SOLUTIONS.parent)}")
    return ExitCode.ALL_PASSED


def run_audit(options: argparse.Namespace) -> ExitCode:
    """Run an exercise's mutants and right work through its checks."""
    from autograder.audit import audit
    from autograder.reports.audit_report import render_audit

    exercises = [load_exercise(name) for name in options.exercises or released_exercises()]
    is_sound = True
    for exercise in exercises:
        material = load_material(exercise.id)
        bank, stored = load_public_bank(exercise), load_public_catalogue(exercise)
        with show_progress(f"Auditing {exercise.id}", len(material.mutants)) as report:
            found = audit(exercise, material, bank, stored, report)
        for line in render_audit(found, problems_only=options.problems):
            out.print(line)
        is_sound = is_sound and not found.problems
    return ExitCode.ALL_PASSED if is_sound else ExitCode.NOT_PASSED


def run_demo(options: argparse.Namespace) -> ExitCode:
    """Write sample hand-ins."""
    from autograder.demo import write_samples

    exercise = load_exercise(options.exercise)
    solution = source_folder(exercise.id) / "solution.py"
    count = write_samples(exercise, load_material(exercise.id), solution, options.folder)
    out.print(f"Wrote {count} hand-ins into {options.folder}. Grade them:")
    out.print(f"micrograde grade {exercise.id} {options.folder}")
    return ExitCode.ALL_PASSED


@contextmanager
def show_progress(title: str, total: int, *, at_once: bool = True) -> Iterator[Report]:
    """Show a bar on stderr, at once or from the first step on; yield what takes steps done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=messages) as bar:
        task = bar.add_task(title, total=total, visible=at_once)

        def report(done: int, of: int = total) -> None:
            bar.update(task, completed=done, total=of, visible=True)

        yield report


def count_passed(results: Sequence[SubmissionResult]) -> int:
    """Return how many submissions passed every task."""
    return sum(all(task.outcome is Outcome.PASSED for task in result.tasks) for result in results)


def exit_code_of(results: Sequence[SubmissionResult]) -> ExitCode:
    """Return what the results mean to a caller."""
    if any(result.score is None for result in results):
        return ExitCode.UNGRADED
    if count_passed(results) < len(results):
        return ExitCode.NOT_PASSED
    return ExitCode.ALL_PASSED
