"""`micrograde audit` and `micrograde demo` as a course author types them."""

from pathlib import Path

import pytest

from autograder.course import load_material
from tests.integration.conftest import Run


@pytest.mark.slow
def test_an_audit_ends_well_and_lists_every_mutant(micrograde: Run) -> None:
    run = micrograde("audit", "ex01_derivatives")
    assert 0 == run.returncode, run.stderr
    assert "all caught, and told apart" in run.stdout
    missing = [m.id for m in load_material("ex01_derivatives").mutants if m.id not in run.stdout]
    assert [] == missing


def test_an_audit_of_an_unknown_exercise_names_the_nearest(micrograde: Run) -> None:
    run = micrograde("audit", "ex01_derivative")
    assert 2 == run.returncode
    assert "Did you mean 'ex01_derivatives'?" in run.stderr


def test_samples_are_written_and_graded_by_name(micrograde: Run, tmp_path: Path) -> None:
    run = micrograde("demo", "ex01_derivatives", "samples")
    assert 0 == run.returncode, run.stderr
    entries = load_material("ex01_derivatives").entries
    names = {path.stem for path in (tmp_path / "samples").iterdir()}
    assert {entry.id for entry in entries} | {"right", "untouched"} == names
    text = (tmp_path / "samples/right.py").read_text(encoding="utf-8")
    assert "SOLUTION" not in text
    chosen = entries[0].id
    for name in names - {chosen, "right", "untouched"}:
        (tmp_path / f"samples/{name}.py").unlink()
    graded = micrograde("grade", "ex01_derivatives", "samples", "--output", "out")
    assert 1 == graded.returncode
    assert chosen in (tmp_path / f"out/{chosen}/feedback.txt").read_text(encoding="utf-8")
    assert "looks like" in graded.stdout
    right = (tmp_path / "out/right/feedback.txt").read_text(encoding="utf-8")
    assert "failed" not in right
    assert "not attempted" in (tmp_path / "out/untouched/feedback.txt").read_text(encoding="utf-8")


def test_no_work_is_written_over(micrograde: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "thesis.txt").write_text("three years", encoding="utf-8")
    run = micrograde("demo", "ex01_derivatives", "mine")
    assert 2 == run.returncode
    assert "is not an empty folder" in run.stderr
    assert ["thesis.txt"] == [path.name for path in folder.iterdir()]
