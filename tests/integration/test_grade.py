"""`micrograde grade` on a folder of hand-ins, good and bad, from the command line to the files."""

import csv
import json
import re
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests.integration.conftest import COMMAND, ROOT, Run, notebook_text, read_result, run_command

CLASS = ("damaged", "empty", "folder.py", "good", "letter", "link", "notebook", "syntax", "wrong")

# A finished process, and the folder that it wrote.
Graded = tuple[CompletedProcess[str], Path]

# The score of each hand-in of the class; None is ungraded.
SCORES = {
    "damaged": None,
    "empty": 0,
    "folder.py": None,
    "good": 40,
    "letter": 0,
    "link": None,
    "notebook": 40,
    "syntax": 40,
    "wrong": 35,
}


@pytest.fixture(scope="module")
def hand_ins(tmp_path_factory: pytest.TempPathFactory, solution: str, wrong: str) -> Path:
    """A folder of hand-ins as they come."""
    folder = tmp_path_factory.mktemp("class")
    (folder / "good.py").write_text(solution, encoding="utf-8")
    (folder / "wrong.py").write_text(wrong, encoding="utf-8")
    (folder / "syntax.py").write_text(f"{solution}\n# %%\nprint('open'\n", encoding="utf-8")
    (folder / "letter.py").write_text("class Letter:\n    pass\n", encoding="utf-8")
    (folder / "empty.py").write_text("", encoding="utf-8")
    (folder / "notebook.ipynb").write_text(notebook_text(solution), encoding="utf-8")
    (folder / "damaged.ipynb").write_text('{"cells": [', encoding="utf-8")
    (folder / "link.py").symlink_to(folder / "good.py")
    (folder / "folder.py").mkdir()
    return folder


def grade(micrograde: Run, output: Path, *arguments: str | Path) -> CompletedProcess[str]:
    """Run `micrograde grade` on the exercise."""
    return micrograde("grade", "ex04_operators", *arguments, "--output", output)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, hand_ins: Path, secret_file: Path) -> Graded:
    """The class graded once: the finished process, and the folder that it wrote."""
    output = tmp_path_factory.mktemp("graded") / "deep" / "grades"
    options = ("--secret-file", secret_file, "--output", output, "--jobs", "4")
    command = (COMMAND, "grade", "ex04_operators", hand_ins, *options)
    return run_command(*command, cwd=hand_ins.parent), output


def rows_of(folder: Path) -> list[dict[str, str]]:
    """Return the rows of the table of marks."""
    with (folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def test_every_hand_in_has_a_result_whatever_the_others_are(graded: Graded) -> None:
    _, output = graded
    assert SCORES == {name: read_result(output, name)["score"] for name in CLASS}


def test_what_could_not_be_judged_ends_in_exit_code_3(graded: Graded) -> None:
    done, _ = graded
    assert 3 == done.returncode
    assert "Traceback" not in done.stdout + done.stderr


def test_progress_goes_to_stderr_and_the_table_to_stdout(graded: Graded) -> None:
    done, _ = graded
    assert "9/9" in done.stderr
    assert "9/9" not in done.stdout
    rows = re.findall(r"^(\S+) +(\S+/40)", done.stdout, re.MULTILINE)
    expected = {n: "-/40" if s is None else f"{s}/40" for n, s in SCORES.items()}
    assert expected == dict(rows)
    assert "3 of 9 passed everything" in done.stdout


def test_no_line_of_the_output_is_wider_than_the_terminal(graded: Graded) -> None:
    done, output = graded
    lines = done.stdout.replace(str(output), "DIR").splitlines()
    assert [] == [line for line in lines if len(line) > 80]


def test_a_result_has_the_promised_fields(graded: Graded) -> None:
    _, output = graded
    for name in CLASS:
        result = read_result(output, name)
        assert "micrograde/result/v1" == result["format"]
        assert {"submission", "exercise", "score", "max_score", "isolation", "tasks"} <= set(result)
        assert {"warnings", "bank", "public_bank", "micrograde", "grading_version"} <= set(result)
        assert (name, "ex04_operators", 40) == (
            result["submission"],
            result["exercise"],
            result["max_score"],
        )
        for task in result["tasks"]:
            assert {"id", "points", "max_points", "outcome", "checks", "attempted"} <= set(task)
            for check in task["checks"]:
                assert {"id", "outcome", "counterexample", "points", "reason"} <= set(check)


def test_the_marks_are_a_table_that_parses(graded: Graded) -> None:
    _, output = graded
    rows = rows_of(output)
    assert list(CLASS) == [row["submission"] for row in rows]
    expected = {name: "" if score is None else str(score) for name, score in SCORES.items()}
    assert expected == {row["submission"]: row["score"] for row in rows}
    assert {"40"} == {row["max_score"] for row in rows}


def test_nothing_half_written_is_left(graded: Graded) -> None:
    _, output = graded
    assert [] == list(output.rglob("*.partial"))
    assert sorted((*CLASS, "grades.csv")) == sorted(path.name for path in output.iterdir())
    for name in CLASS:
        files = sorted(path.name for path in (output / name).iterdir())
        assert ["feedback.txt", "result.json"] == files


def test_a_syntax_error_is_told_with_its_line_and_costs_only_its_cell(
    graded: Graded, solution: str
) -> None:
    _, output = graded
    notice = read_result(output, "syntax")["warnings"][0]
    assert ("syntax-error", solution.count("\n") + 3) == (notice["code"], notice["line"])


def test_without_the_class_the_classes_that_there_are_are_named(graded: Graded) -> None:
    _, output = graded
    notices = read_result(output, "letter")["warnings"]
    assert [("no-class", "Letter")] == [(n["code"], n["message"]) for n in notices]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("link", "symbolic link"),
        ("folder.py", "no .py or .ipynb file"),
        ("damaged", "its JSON is damaged"),
    ],
)
def test_an_unreadable_hand_in_is_ungraded_and_says_why(
    name: str, words: str, graded: Graded
) -> None:
    _, output = graded
    result = read_result(output, name)
    assert ["unreadable"] == [notice["code"] for notice in result["warnings"]]
    assert words in result["warnings"][0]["message"]
    assert {"ungraded"} == {task["outcome"] for task in result["tasks"]}
    assert words in (output / name / "feedback.txt").read_text(encoding="utf-8")


def test_a_fault_costs_its_task_and_is_explained(graded: Graded) -> None:
    _, output = graded
    result = read_result(output, "wrong")
    assert {"exp": 3, "engine": 0} == {
        task["id"]: task["points"] for task in result["tasks"] if task["outcome"] != "passed"
    }
    feedback = (output / "wrong" / "feedback.txt").read_text(encoding="utf-8")
    for words in ("Run this:", "expected", "observed", "Hint:", ".exp()", "a.grad"):
        assert words in feedback


def facts(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result without what may differ from run to run."""
    return {key: value for key, value in result.items() if key not in ("evidence", "cpu_seconds")}


def test_one_job_gives_the_same_results_as_four(
    micrograde: Run, tmp_path: Path, hand_ins: Path, secret_file: Path, graded: Graded
) -> None:
    _, four = graded
    one = tmp_path / "one"
    done = grade(micrograde, one, hand_ins, "--secret-file", secret_file, "--jobs", "1")
    assert 3 == done.returncode
    for name in CLASS:
        assert facts(read_result(four, name)) == facts(read_result(one, name))
    assert (four / "grades.csv").read_bytes() == (one / "grades.csv").read_bytes()


def test_all_right_ends_in_exit_code_0(
    micrograde: Run, tmp_path: Path, hand_ins: Path, secret_file: Path
) -> None:
    files = (hand_ins / "good.py", hand_ins / "notebook.ipynb")
    done = grade(micrograde, tmp_path / "out", *files, "--secret-file", secret_file)
    assert (0, "") == (done.returncode, done.stderr if "Error" in done.stderr else "")
    assert "2 of 2 passed everything" in done.stdout


def test_something_not_passed_ends_in_exit_code_1(
    micrograde: Run, tmp_path: Path, hand_ins: Path, secret_file: Path
) -> None:
    files = (hand_ins / "good.py", hand_ins / "wrong.py")
    done = grade(micrograde, tmp_path / "out", *files, "--secret-file", secret_file)
    assert 1 == done.returncode


def test_without_a_secret_public_cases_decide_and_the_result_says_so(
    micrograde: Run, tmp_path: Path, hand_ins: Path
) -> None:
    done = grade(micrograde, tmp_path / "out", hand_ins / "good.py")
    assert 0 == done.returncode
    assert "micrograde secret" in done.stderr
    notices = read_result(tmp_path / "out", "good")["warnings"]
    assert ["public-cases-only"] == [notice["code"] for notice in notices]


def test_a_second_run_replaces_the_results(
    micrograde: Run, tmp_path: Path, solution: str, wrong: str, secret_file: Path
) -> None:
    hand_in = tmp_path / "ann.py"
    for text, score in ((wrong, 35), (solution, 40)):
        hand_in.write_text(text, encoding="utf-8")
        grade(micrograde, tmp_path / "out", hand_in, "--secret-file", secret_file)
        assert score == read_result(tmp_path / "out", "ann")["score"]


def test_a_hand_in_named_like_a_formula_or_a_path_stays_in_its_place(
    micrograde: Run, tmp_path: Path, solution: str
) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    for name in ("-2+3.py", "=cmd,'x.py", "a\nb.py"):
        (folder / name).write_text(solution, encoding="utf-8")
    done = grade(micrograde, tmp_path / "out", folder)
    assert 0 == done.returncode
    rows = rows_of(tmp_path / "out")
    assert ["'-2+3", "_cmd,'x", "a_b"] == [row["submission"] for row in rows]
    kept = sorted(path.parent for path in tmp_path.rglob("result.json"))
    assert {tmp_path / "out"} == {path.parent for path in kept}


@pytest.mark.parametrize(
    ("beside", "text"),
    [
        ("conftest.py", "from autograder.oracles import agreement\nagreement.within = id\n"),
        ("sitecustomize.py", "raise SystemExit(0)\n"),
        ("autograder.py", "raise SystemExit(0)\n"),
        ("json.py", "raise SystemExit(0)\n"),
        ("pytest.ini", "[pytest]\naddopts = --co\n"),
        ("public.json", "{}\n"),
        ("given.py", "raise SystemExit(0)\n"),
        ("given.py", "class Value:\n    data = grad = 0.0\n"),
    ],
)
def test_what_lies_beside_a_hand_in_changes_nothing(
    beside: str, text: str, micrograde: Run, tmp_path: Path, wrong: str, secret_file: Path
) -> None:
    ann = tmp_path / "class" / "ann"
    ann.mkdir(parents=True)
    (ann / "ex04_operators.py").write_text(wrong, encoding="utf-8")
    (ann / beside).write_text(text, encoding="utf-8")
    arguments = (tmp_path / "class", "--output", tmp_path / "out", "--secret-file", secret_file)
    done = micrograde("grade", "ex04_operators", *arguments, cwd=ann)
    assert 1 == done.returncode
    assert 35 == read_result(tmp_path / "out", "ann")["score"]


def test_a_result_is_the_same_however_memory_is_laid_out(
    tmp_path: Path, wrong: str, secret_file: Path
) -> None:
    (tmp_path / "ann.py").write_text(wrong, encoding="utf-8")
    seen = set()
    for seed in ("1", "2"):
        output = tmp_path / seed
        run_command(
            *(COMMAND, "grade", "ex04_operators", "ann.py", "--output", output),
            *("--secret-file", secret_file),
            cwd=tmp_path,
            PYTHONHASHSEED=seed,
        )
        seen.add(json.dumps(facts(read_result(output, "ann"))))
    assert 1 == len(seen)


@pytest.mark.parametrize(
    "order", ["wrong, right", "right, wrong", "released, wrong", "broken, released"]
)
def test_of_a_students_two_files_the_better_edited_one_counts(
    order: str, micrograde: Run, tmp_path: Path, solution: str, wrong: str
) -> None:
    released = (ROOT / "assignments/ex04_operators/ex04_operators.py").read_text(encoding="utf-8")
    broken = released.replace("def __radd__(self, other):", "def __radd__(self, other)")
    texts = {"wrong": wrong, "right": solution, "released": released, "broken": broken}
    script, notebook = (texts[word] for word in order.split(", "))
    ann = tmp_path / "class" / "ann"
    ann.mkdir(parents=True)
    (ann / "ex04_operators.py").write_text(script, encoding="utf-8")
    (ann / "ex04_operators.ipynb").write_text(notebook_text(notebook), encoding="utf-8")
    grade(micrograde, tmp_path / "out", tmp_path / "class")
    result = read_result(tmp_path / "out", "ann")
    codes = [notice["code"] for notice in result["warnings"]]
    scores = {"released, wrong": 35, "broken, released": 0}
    assert scores.get(order, 40) == result["score"]
    assert (order not in scores) == ("several-files" in codes)
    # Nobody is told "not attempted" where an error of syntax hides the work.
    assert ("broken" in order) == ("syntax-error" in codes)
