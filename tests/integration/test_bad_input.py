"""Each mistake on the command line: the exit code, what is said, and that nothing is written."""

import re
from pathlib import Path

import pytest

from autograder.exercises import released_exercises
from tests.integration.conftest import Run


@pytest.fixture
def hand_in(tmp_path: Path, solution: str) -> Path:
    """One right hand-in."""
    path = tmp_path / "ann.py"
    path.write_text(solution, encoding="utf-8")
    return path


def one_line(text: str) -> str:
    """Return a message without its line breaks."""
    return " ".join(text.split())


def test_an_unknown_exercise_is_told_with_the_nearest(micrograde: Run, hand_in: Path) -> None:
    done = micrograde("grade", "ex04_operator", hand_in)
    assert 2 == done.returncode
    expected = "micrograde: unknown exercise 'ex04_operator' Did you mean 'ex04_operators'? "
    assert expected in one_line(done.stderr)


@pytest.mark.parametrize("arguments", [["grade"], ["check"], [], ["grade", "ex04_operators"]])
def test_a_command_line_cut_short_is_told_the_exercises(
    arguments: list[str], micrograde: Run
) -> None:
    done = micrograde(*arguments)
    assert 2 == done.returncode
    assert "usage: micrograde" in done.stderr
    assert f"Exercises: {', '.join(released_exercises())}.\n" in done.stderr


def test_an_empty_folder_is_a_usage_error(micrograde: Run, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    done = micrograde("grade", "ex04_operators", folder)
    assert 2 == done.returncode
    assert f"no hand-in in '{folder}'" in done.stderr


def test_files_of_another_kind_are_left_out_and_named(
    micrograde: Run, tmp_path: Path, solution: str
) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ann.py").write_text(solution, encoding="utf-8")
    (folder / "bob.docx").write_text("", encoding="utf-8")
    done = micrograde("grade", "ex04_operators", folder)
    assert 0 == done.returncode
    assert "Left out, no .py or .ipynb file: bob.docx" in one_line(done.stderr)


def test_a_path_that_is_not_there_is_told_with_what_is_beside_it(
    micrograde: Run, hand_in: Path
) -> None:
    done = micrograde("grade", "ex04_operators", hand_in.with_name("anne.py"))
    assert 2 == done.returncode
    assert "there is no" in done.stderr
    assert "Beside it: ann.py" in one_line(done.stderr)


def test_a_missing_secret_is_told_with_how_to_make_one(micrograde: Run, hand_in: Path) -> None:
    done = micrograde("grade", "ex04_operators", hand_in, "--secret-file", "my.secret")
    assert 2 == done.returncode
    assert "there is no secret at my.secret" in done.stderr
    assert "make one: micrograde secret my.secret" in one_line(done.stderr)


def test_a_secret_made_by_the_command_is_one_that_it_reads(
    micrograde: Run, tmp_path: Path, hand_in: Path
) -> None:
    assert 0 == micrograde("secret", "my.secret").returncode
    path = tmp_path / "my.secret"
    assert re.fullmatch(r"[0-9a-f]{64}\n", path.read_text(encoding="ascii"))
    done = micrograde("secret", "my.secret")
    assert 2 == done.returncode
    assert "exists already" in done.stderr


def test_a_damaged_bank_is_refused_with_the_command_that_makes_it(
    micrograde: Run, tmp_path: Path, hand_in: Path, secret_file: Path
) -> None:
    secret = tmp_path / "course.secret"
    secret.write_bytes(secret_file.read_bytes())
    (tmp_path / "banks").mkdir()
    source = next((secret_file.parent / "banks").iterdir())
    bank = tmp_path / "banks" / source.name
    bank.write_bytes(source.read_bytes()[:5000])
    done = micrograde("grade", "ex04_operators", hand_in, "--secret-file", secret)
    assert 2 == done.returncode
    assert f"{bank}: the case bank is cut short or altered" in done.stderr
    command = f"micrograde bank ex04_operators --secret-file {secret} --replace"
    assert command in done.stderr
    assert 5000 == bank.stat().st_size
    assert not (tmp_path / "grades").exists()


def test_a_bank_that_is_there_is_not_redrawn_unasked(micrograde: Run, secret_file: Path) -> None:
    done = micrograde("bank", "ex04_operators", "--secret-file", secret_file)
    assert 2 == done.returncode
    assert "there is a bank already" in done.stderr


@pytest.mark.parametrize("output", ["taken", "taken/inner"])
def test_an_output_folder_that_cannot_be_is_a_usage_error(
    output: str, micrograde: Run, tmp_path: Path, hand_in: Path
) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    done = micrograde("grade", "ex04_operators", hand_in, "--output", output)
    assert 2 == done.returncode
    assert f"the output folder {output} cannot be used" in done.stderr
    assert "--output DIR" in done.stderr


def test_a_result_that_cannot_be_written_is_said_without_a_traceback(
    micrograde: Run, tmp_path: Path, hand_in: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "ann").write_text("a file", encoding="utf-8")
    done = micrograde("grade", "ex04_operators", hand_in, "--output", "out")
    assert 2 == done.returncode
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "1.5"])
def test_jobs_are_a_whole_number_above_zero(jobs: str, micrograde: Run, hand_in: Path) -> None:
    done = micrograde("grade", "ex04_operators", hand_in, "--jobs", jobs)
    assert 2 == done.returncode
    assert f"argument --jobs: {jobs!r} is no whole number above 0" in done.stderr


@pytest.mark.parametrize("command", ["grade", "check", "secret", "bank", "release"])
def test_every_command_explains_itself(command: str, micrograde: Run) -> None:
    done = micrograde(command, "--help")
    assert 0 == done.returncode
    assert f"usage: micrograde {command}" in done.stdout


def test_the_version_is_told(micrograde: Run) -> None:
    done = micrograde("--version")
    assert 0 == done.returncode
    assert re.fullmatch(r"micrograde \d+\.\d+\.\d+\n", done.stdout)
