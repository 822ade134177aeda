"""`micrograde check`: one file, the public cases, and feedback for the one who wrote it."""

import shutil
from pathlib import Path

import pytest

from autograder.exercises import load_exercise, released_exercises
from tests.integration.conftest import ROOT, Run, notebook_text
from tests.unit.grading.in_process import given_module


def write(path: Path, text: str) -> Path:
    """Write a hand-in."""
    path.write_text(text, encoding="utf-8")
    return path


def test_a_right_file_has_full_points(micrograde: Run, tmp_path: Path, solution: str) -> None:
    done = micrograde("check", write(tmp_path / "ex04_operators.py", solution))
    assert (0, "") == (done.returncode, done.stderr)
    assert "40 of 40 points" in done.stdout
    assert "Note:" not in done.stdout


def test_a_right_notebook_has_full_points(micrograde: Run, tmp_path: Path, solution: str) -> None:
    done = micrograde("check", write(tmp_path / "ex04_operators.ipynb", notebook_text(solution)))
    assert (0, "") == (done.returncode, done.stderr)
    assert "40 of 40 points" in done.stdout


def test_a_fault_is_explained_with_a_program_to_paste(
    micrograde: Run, tmp_path: Path, wrong: str
) -> None:
    done = micrograde("check", write(tmp_path / "ex04_operators.py", wrong))
    assert 1 == done.returncode
    assert "accumulation: a gradient is not the right number" in done.stdout
    program = done.stdout.partition("Run this:")[2].partition("\n")[0].strip()
    namespace: dict[str, object] = {}
    with given_module(load_exercise("ex04_operators").given):
        exec(wrong.partition("# %% [markdown]\n# ## Try each operator")[0], namespace)  # noqa: S102
        exec(program, namespace)  # noqa: S102 - the program is there to be pasted
    observed = namespace["a"].grad  # type: ignore[attr-defined]
    assert f"observed {observed!r}" in done.stdout


def test_the_released_file_is_not_attempted(micrograde: Run) -> None:
    done = micrograde("check", ROOT / "assignments/ex04_operators/ex04_operators.ipynb")
    assert 1 == done.returncode
    assert 10 == done.stdout.count("not attempted")


def test_a_file_that_does_not_tell_its_exercise_needs_the_option(
    micrograde: Run, tmp_path: Path, solution: str
) -> None:
    path = write(tmp_path / "mine.py", solution)
    done = micrograde("check", path)
    assert 2 == done.returncode
    assert f"Add --exercise with one of: {', '.join(released_exercises())}" in done.stderr
    assert 0 == micrograde("check", path, "--exercise", "ex04_operators").returncode


def test_a_file_in_a_folder_named_after_the_exercise_tells_it(
    micrograde: Run, tmp_path: Path, solution: str
) -> None:
    folder = tmp_path / "ex04_operators"
    folder.mkdir()
    assert 0 == micrograde("check", write(folder / "mine.py", solution)).returncode


def test_several_files_are_refused(micrograde: Run, tmp_path: Path, solution: str) -> None:
    folder = tmp_path / "ex04_operators"
    folder.mkdir()
    for name in ("ann.py", "bob.py"):
        write(folder / name, solution)
    done = micrograde("check", folder)
    assert 2 == done.returncode
    assert "Name one file." in done.stderr


def test_in_an_exercises_folder_the_file_that_is_work_is_checked(
    micrograde: Run, tmp_path: Path, solution: str
) -> None:
    folder = shutil.copytree(ROOT / "assignments/ex04_operators", tmp_path / "ex04_operators")
    write(folder / "ex04_operators.py", solution)
    write(folder / "notes.py", "x = 1\n")
    done = micrograde("check", folder)
    assert 0 == done.returncode, done.stdout


def test_a_folder_without_a_hand_in_is_refused(micrograde: Run, tmp_path: Path) -> None:
    folder = tmp_path / "ex04_operators"
    folder.mkdir()
    done = micrograde("check", folder)
    assert 2 == done.returncode
    assert "no .py or .ipynb file" in done.stderr


def test_a_symbolic_link_is_ungraded(micrograde: Run, tmp_path: Path, solution: str) -> None:
    write(tmp_path / "real.py", solution)
    link = tmp_path / "ex04_operators.py"
    link.symlink_to(tmp_path / "real.py")
    done = micrograde("check", link)
    assert 3 == done.returncode
    assert "a symbolic link, which is not followed" in done.stdout


def test_a_syntax_error_that_hides_the_class_is_told_with_its_line(
    micrograde: Run, tmp_path: Path
) -> None:
    done = micrograde("check", write(tmp_path / "ex04_operators.py", "x = 1\ndef broken(:\n"))
    assert 1 == done.returncode
    assert "Note: line 2: this part is not valid Python" in done.stdout
    assert "no class Value was found" not in done.stdout


@pytest.mark.parametrize("text", ["", "x = 1\n"])
def test_a_file_without_the_class_says_so(text: str, micrograde: Run, tmp_path: Path) -> None:
    done = micrograde("check", write(tmp_path / "ex04_operators.py", text))
    assert 1 == done.returncode
    assert "no class Value was found" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_folder_that_one_stands_in_is_told_by_its_name(
    micrograde: Run, tmp_path: Path, solution: str
) -> None:
    folder = tmp_path / "ex04_operators"
    folder.mkdir()
    write(folder / "ex04_operators.py", solution)
    done = micrograde("check", ".", cwd=folder)
    assert done.stdout.startswith("ex04_operators: 40 of 40 points")
