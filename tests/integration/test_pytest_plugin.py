"""`pytest` in a student's folder: the public checks, one item each, and no frames of ours."""

import os
import re
import shutil
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from autograder.exercises import load_exercise, released_exercises
from tests.integration.conftest import ROOT, Run, notebook_text, read_result, run_command

ASSIGNMENT = ROOT / "assignments/ex04_operators"
SCRIPT, NOTEBOOK = "ex04_operators.py", "ex04_operators.ipynb"
ITEMS = sum(len(task.checks) for task in load_exercise("ex04_operators").tasks)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The assignment as a student has it."""
    ignored = shutil.ignore_patterns("__pycache__", ".pytest_cache")
    return shutil.copytree(ASSIGNMENT, tmp_path / "ex04_operators", ignore=ignored)


def run_pytest(folder: Path, *arguments: str) -> CompletedProcess[str]:
    """Run pytest there as a student does."""
    done = run_command(sys.executable, "-m", "pytest", *arguments, cwd=folder)
    assert "Traceback" not in done.stdout + done.stderr
    assert "autograder/" not in done.stdout
    return done


def save(path: Path, text: str, at_seconds: int = 2_000_000_000) -> None:
    """Save a file at a given time."""
    path.write_text(text, encoding="utf-8")
    os.utime(path, (at_seconds, at_seconds))


def test_the_untouched_assignment_is_not_attempted(folder: Path) -> None:
    done = run_pytest(folder)
    assert 1 == done.returncode
    assert f"{ITEMS} failed in" in done.stdout
    explained = re.findall(r"^ex04_operators, task \w+: not attempted$", done.stdout, re.MULTILINE)
    assert ITEMS == len(explained)
    assert "Run this:" not in done.stdout
    assert "checked ex04_operators.ipynb" in done.stdout


def test_a_right_file_passes_every_item(folder: Path, solution: str) -> None:
    save(folder / SCRIPT, solution)
    done = run_pytest(folder)
    assert 0 == done.returncode
    assert f"{ITEMS} passed in" in done.stdout
    assert "checked ex04_operators.py\n" in done.stdout


def test_a_right_notebook_passes_every_item(folder: Path, solution: str) -> None:
    save(folder / NOTEBOOK, notebook_text(solution))
    done = run_pytest(folder)
    assert 0 == done.returncode
    assert f"{ITEMS} passed in" in done.stdout
    assert "checked ex04_operators.ipynb\n" in done.stdout


@pytest.mark.parametrize("later", [SCRIPT, NOTEBOOK])
def test_of_two_edited_files_the_last_saved_counts_and_says_so(
    later: str, folder: Path, solution: str, wrong: str
) -> None:
    earlier = {SCRIPT: NOTEBOOK, NOTEBOOK: SCRIPT}[later]
    for name, text, at_seconds in (
        (earlier, wrong, 2_000_000_000),
        (later, solution, 2_000_000_005),
    ):
        save(folder / name, notebook_text(text) if name == NOTEBOOK else text, at_seconds)
    done = run_pytest(folder)
    assert 0 == done.returncode
    assert f"checked {later} (the last saved; also edited: {earlier})" in done.stdout


def test_the_file_left_as_released_is_not_the_hand_in(folder: Path, solution: str) -> None:
    save(folder / SCRIPT, solution, at_seconds=1_000_000_000)
    os.utime(folder / NOTEBOOK, (2_000_000_000, 2_000_000_000))
    done = run_pytest(folder)
    assert 0 == done.returncode
    assert "also edited" not in done.stdout


def test_a_fault_is_shown_with_a_program_to_paste_and_no_frames(folder: Path, wrong: str) -> None:
    save(folder / SCRIPT, wrong)
    done = run_pytest(folder)
    assert 1 == done.returncode
    assert f"2 failed, {ITEMS - 2} passed" in done.stdout
    assert "FAILED public.json:::exp:accumulation" in done.stdout
    assert "FAILED public.json:::engine:engine" in done.stdout
    for words in ("Run this:", ".backward()", "expected", "observed", "(exp-overwrites-grad)"):
        assert words in done.stdout


def test_one_item_can_be_chosen_by_its_task(folder: Path, wrong: str) -> None:
    save(folder / SCRIPT, wrong)
    assert "1 failed" in run_pytest(folder, "-k", "exp and accumulation").stdout
    assert 0 == run_pytest(folder, "-k", "radd or rmul").returncode


def test_a_syntax_error_is_told_with_its_line(folder: Path, solution: str) -> None:
    save(folder / SCRIPT, f"{solution}\n# %%\nprint('open'\n")
    line = solution.count("\n") + 3
    done = run_pytest(folder)
    assert f"line {line}: this part is not valid Python" in done.stdout


def test_a_syntax_error_that_hides_the_class_is_told_with_its_line(folder: Path) -> None:
    path = folder / SCRIPT
    text = path.read_text(encoding="utf-8")
    broken = text.replace("def __radd__(self, other):", "def __radd__(self, other)")
    save(path, broken)
    line = broken[: broken.index("def __radd__")].count("\n") + 1
    done = run_pytest(folder)
    assert 1 == done.returncode
    assert f"line {line}: this part is not valid Python" in done.stdout
    assert "checked ex04_operators.py" in done.stdout


def test_a_file_without_the_class_says_so(folder: Path) -> None:
    save(folder / SCRIPT, "class Node:\n    pass\n")
    done = run_pytest(folder)
    assert 1 == done.returncode
    assert "no class Value was found. Classes in the file: Node" in done.stdout


def test_without_a_hand_in_it_says_which_file_is_missing(folder: Path) -> None:
    (folder / SCRIPT).unlink()
    (folder / NOTEBOOK).unlink()
    done = run_pytest(folder)
    assert 2 == done.returncode
    assert "there is no ex04_operators.py or ex04_operators.ipynb in" in done.stdout


@pytest.mark.parametrize("kept_bytes", [300, 5000])
def test_damaged_public_cases_are_a_clear_error(kept_bytes: int, folder: Path) -> None:
    path = folder / "public.json"
    path.write_bytes(path.read_bytes()[:kept_bytes])
    done = run_pytest(folder)
    assert 2 == done.returncode
    assert "the case bank is cut short or altered" in done.stdout
    assert "Take it again from the released exercise." in done.stdout


def test_altered_public_cases_are_a_clear_error(folder: Path) -> None:
    path = folder / "public.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"reuse-sum"', '"alone"'), encoding="utf-8")
    done = run_pytest(folder)
    assert 2 == done.returncode
    assert "its content hash does not fit" in done.stdout


def test_a_conftest_that_patches_the_grader_changes_no_grade(
    folder: Path, wrong: str, micrograde: Run, tmp_path: Path
) -> None:
    save(folder / SCRIPT, wrong)
    patches = "from autograder.oracles import agreement\nagreement.within = lambda *_: True\n"
    (folder / "conftest.py").write_text(patches, encoding="utf-8")
    run_pytest(folder)
    done = micrograde("grade", "ex04_operators", folder / SCRIPT, "--output", "out", cwd=folder)
    assert 1 == done.returncode
    # Without a secret: the public cases alone.
    assert 35 == read_result(folder / "out", "ex04_operators")["score"]


def test_other_projects_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "public.json").write_text('{"cases": []}', encoding="utf-8")
    text = "import sys\n\ndef test_it():\n    assert 'autograder.grading' not in sys.modules\n"
    (tmp_path / "test_other.py").write_text(text, encoding="utf-8")
    done = run_pytest(tmp_path)
    assert 0 == done.returncode
    assert "1 passed" in done.stdout
    assert "micrograde" not in done.stdout.partition("plugins:")[2].partition("\n")[2]


@pytest.mark.parametrize("name", [SCRIPT, NOTEBOOK])
def test_a_hand_in_named_on_the_command_line_is_checked(name: str, folder: Path) -> None:
    done = run_pytest(folder, name)
    assert f"{ITEMS} failed in" in done.stdout
    assert f"checked {name}\n" in done.stdout


def test_a_file_of_another_name_is_no_hand_in(folder: Path) -> None:
    save(folder / "test_mine.py", "def test_one(): assert 1 == 1\n")
    done = run_pytest(folder, "test_mine.py")
    assert 0 == done.returncode
    assert "1 passed" in done.stdout


@pytest.mark.parametrize(
    "exercise",
    [
        pytest.param(name, marks=[pytest.mark.slow] if load_exercise(name).packages else [])
        for name in released_exercises()
    ],
)
def test_pytest_works_in_every_folder_of_the_checkout(exercise: str) -> None:
    done = run_pytest(ROOT / "assignments" / exercise, "-p", "no:cacheprovider")
    assert 1 == done.returncode
    assert re.search(r"\d+ failed in", done.stdout.splitlines()[-1])
    assert "ModuleNotFoundError" not in done.stdout
