"""`micrograde release --check` on this tree, and on a copy in which released files were altered."""

import shutil
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.integration.conftest import ROOT, Run, run_command

MAIN = "import sys; from autograder.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what a release reads and writes."""
    for name in ("autograder", "engine_reference", "solutions", "assignments", "docs"):
        ignored = shutil.ignore_patterns("__pycache__", ".pytest_cache")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    return tmp_path


@pytest.fixture
def release(tree: Path) -> Run:
    """Return a function that runs the copy's own `micrograde release`."""

    def run(*arguments: str) -> CompletedProcess[str]:
        command = (sys.executable, "-c", MAIN, "release", *arguments)
        return run_command(*command, cwd=tree, PYTHONPATH=str(tree))

    return run


def test_the_released_files_of_this_tree_are_in_step(micrograde: Run) -> None:
    done = micrograde("release", "ex04_operators", "--check")
    assert "ex04_operators is in step.\n" == done.stdout, done.stderr
    assert 0 == done.returncode


def test_every_altered_file_is_named_and_a_release_puts_it_right(tree: Path, release: Run) -> None:
    assignment = tree / "assignments/ex04_operators"
    package = tree / "autograder/exercises/ex04_operators"
    altered = [assignment / "ex04_operators.py", package / "exercise.json"]
    for path in altered:
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    missing = assignment / "README.md"
    missing.unlink()
    left_over = assignment / "solution.py"
    left_over.write_text("", encoding="utf-8")

    done = release("ex04_operators", "--check")
    assert 1 == done.returncode
    lines = done.stderr.splitlines()
    assert f"missing: {missing}" in lines
    assert f"left over: {left_over}" in lines
    for path in altered:
        assert f"out of step: {path}" in lines
    assert "Run: micrograde release ex04_operators" in lines
    assert 5 == len(lines)

    left_over.unlink()
    assert 0 == release("ex04_operators").returncode
    for path in (*altered, missing):
        assert (ROOT / path.relative_to(tree)).read_bytes() == path.read_bytes()


def test_a_bad_rubric_is_told_with_file_and_line(tree: Path, release: Run) -> None:
    path = tree / "solutions/ex04_operators/rubric.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('operators = ["exp"]', 'operators = ["expp"]'), encoding="utf-8")
    line = text[: text.index('operators = ["exp"]')].count("\n") + 1
    done = release("ex04_operators")
    assert 2 == done.returncode
    assert f"{path}:{line}: unknown operator 'expp'" in done.stderr
    assert "Did you mean 'exp'?" in done.stderr


def test_a_given_part_that_is_not_there_is_told_with_the_nearest(tree: Path, release: Run) -> None:
    path = tree / "solutions/ex04_operators/rubric.toml"
    text = path.read_text(encoding="utf-8")
    assert 'given = ["backward"]' in text
    path.write_text(text.replace('["backward"]', '["backwards"]'), encoding="utf-8")
    done = release("ex04_operators")
    assert 2 == done.returncode
    assert "unknown given part 'backwards'" in done.stderr
    assert "Did you mean 'backward'? Choices: backward, forward" in done.stderr


def test_an_example_that_does_not_run_as_released_is_refused(tree: Path, release: Run) -> None:
    path = tree / "solutions/ex04_operators/solution.py"
    text = path.read_text(encoding="utf-8")
    assert 1 == text.count("run_example(negative)\n")
    path.write_text(text.replace("run_example(negative)\n", "negative()\n"), encoding="utf-8")
    done = release("ex04_operators")
    assert 2 == done.returncode
    assert "the untouched release does not run: NotImplementedError" in done.stderr
    assert "inside run_example" in done.stderr


def test_an_import_of_another_exercise_is_refused(tree: Path, release: Run) -> None:
    path = tree / "solutions/ex04_operators/solution.py"
    text = path.read_text(encoding="utf-8")
    old = "from given import Value as GivenValue\n"
    assert 1 == text.count(old)
    path.write_text(text.replace(old, f"{old}import ex03_backward\n"), encoding="utf-8")
    done = release("ex04_operators")
    assert 2 == done.returncode
    assert "the released script imports 'ex03_backward'" in done.stderr


def test_a_solution_that_does_not_pass_its_own_checks_is_refused(tree: Path, release: Run) -> None:
    path = tree / "solutions/ex04_operators/solution.py"
    text = path.read_text(encoding="utf-8")
    right = "self.grad += out.data * out.grad"
    path.write_text(text.replace(right, "self.grad += out.grad"), encoding="utf-8")
    done = release("ex04_operators")
    assert 2 == done.returncode
    assert "the solution itself does not pass: exp, engine" in done.stderr


def test_a_check_that_nobody_could_fail_is_refused(tree: Path, release: Run) -> None:
    path = tree / "solutions/ex04_operators/rubric.toml"
    text = path.read_text(encoding="utf-8")
    head, task, tail = text.rpartition('operators = ["exp"]\nchecks = { value = 1')
    path.write_text(f"{head}{task}, reflected = 1{tail}", encoding="utf-8")
    done = release("ex04_operators")
    assert 2 == done.returncode
    assert "task 'exp' has no program that shows the check 'reflected'" in done.stderr


def test_a_solution_that_would_be_released_is_refused(tree: Path, release: Run) -> None:
    path = tree / "solutions/ex04_operators/solution.py"
    text = path.read_text(encoding="utf-8")
    begin = "        ### BEGIN SOLUTION\n        return self + other\n"
    assert begin in text
    path.write_text(
        text.replace(begin, "        # return self + (-other)\n" + begin), encoding="utf-8"
    )
    before = (tree / "assignments/ex04_operators/ex04_operators.py").read_bytes()
    done = release("ex04_operators")
    assert 2 == done.returncode
    assert "would hold what students must not see" in done.stderr
    assert "ex04_operators.py, line " in done.stderr
    assert "'# return self + (-other)' shows solution.py:" in done.stderr
    assert before == (tree / "assignments/ex04_operators/ex04_operators.py").read_bytes()


def test_an_unknown_exercise_is_told_with_the_nearest(release: Run) -> None:
    done = release("ex04_operater")
    assert 2 == done.returncode
    assert "Did you mean 'ex04_operators'?" in done.stderr
