"""Jupyter is real: every notebook of the course is run from top to bottom in a kernel.

The solutions give the worked values of the lecture and what their comments promise; the released
notebooks, untouched, say what is not attempted and nothing else goes wrong.
"""

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbclient
import nbformat
import pytest

from autograder.release import release_exercise, solution_notebook

ROOT = Path(__file__).resolve().parents[2]
SOLUTIONS = ROOT / "solutions"
EXERCISES = sorted(path.parent.name for path in SOLUTIONS.glob("ex*/solution.py"))
EVERY_EXERCISE = pytest.mark.parametrize("exercise", EXERCISES)

# The longest takes a minute on a quiet machine; a hang is a failure.
CELL_SECONDS = 600

# Right solutions differ in the last digits.
ROUNDING = 1e-9

# Numbers as Python and the notebooks write them.
NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w])")

# What stands in a comment beside the numbers that are printed: reasons, and other right answers.
EXPLANATION = re.compile(r"(,? which | or |\(|\bhere\b).*")

# Figures of the lecture that a run of the exercise's solution prints, as they stand there.
LECTURE = {
    "ex01_derivatives": ["f(3) = 20.0", "at 3.000: 14.0", "at -3.000: -21.99", "6.336362190988558"],
    "ex02_value": [
        *("L: data -8.0", "a: gradient 6.0", "b: gradient -4.0", "c: gradient -2.0"),
        *("e: gradient -2.0", "d: gradient -2.0", "f: gradient 4.0"),
    ],
    "ex03_backward": [
        *("a + a: gradient 2.0", "gradients -3.0 -8.0", "o 0.707106781187", "x1 -1.500000000"),
        *("w1 1.000000000", "x2 0.500000000", "w2 0.000000000", "b 0.500000000"),
    ],
    "ex04_operators": ["0.707106781187, 10 nodes", "0.707106781187, 18 nodes", "21 nodes"],
    "ex05_softmax": [
        *("0.041772570515", "0.839024507463", "0.005653302662", "-0.886450380640"),
        *("2000.0", "0.7071066904050358", "-1.5000003851533106"),
    ],
    "ex06_network": ["41", "17"],
}


@cache
def run_notebook(exercise: str, kind: str) -> Any:
    """Return the executed notebook of an exercise: its solution, or the untouched release."""
    files = release_exercise(SOLUTIONS / exercise)
    content = files[f"{exercise}.ipynb"]
    if kind == "solution":
        content = solution_notebook(SOLUTIONS / exercise)
    notebook = nbformat.reads(content.decode(), as_version=4)
    with TemporaryDirectory() as folder:
        if "given.py" in files:
            Path(folder, "given.py").write_bytes(files["given.py"])
        client = nbclient.NotebookClient(
            notebook,
            timeout=CELL_SECONDS,
            kernel_name="python3",
            allow_errors=True,
            resources={"metadata": {"path": folder}},
        )
        with warnings.catch_warnings():
            # Of the kernel client's own event loop; nothing that a notebook does.
            warnings.simplefilter("ignore")
            client.execute()
    return notebook


def outputs_of(notebook: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each output with its cell."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            yield cell, output


def problems_of(notebook: Any) -> list[str]:
    """Return what went wrong in a run: exceptions, and what was written to stderr."""
    return [
        f"{cell.id}: {output.get('ename', '')} {output.get('evalue', '')}{output.get('text', '')}"
        for cell, output in outputs_of(notebook)
        if output.output_type == "error" or output.get("name") == "stderr"
    ]


def text_of(cell: Any) -> str:
    """Return what a cell printed or returned as text."""
    return "".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", ())
    )


def promised_numbers(source: str) -> Iterator[float]:
    """Yield the numbers in the comments that follow a `print` in the same block."""
    printing: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        is_print = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
        if is_print and isinstance(node, ast.Call):
            printing |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT and line in printing | {n + 1 for n in printing}:
            printing.add(line)  # a comment of several lines goes on
            yield from numbers_in(EXPLANATION.sub("", token.string))


def numbers_in(text: str) -> list[float]:
    """Return all numbers that stand in a text."""
    return [float(number.replace("−", "-")) for number in NUMBER.findall(text)]


@pytest.mark.slow
@EVERY_EXERCISE
def test_a_solution_runs_from_top_to_bottom(exercise: str) -> None:
    assert [] == problems_of(run_notebook(exercise, "solution"))


@pytest.mark.slow
@EVERY_EXERCISE
def test_a_solution_prints_the_numbers_that_its_comments_promise(exercise: str) -> None:
    missing = {}
    for cell in run_notebook(exercise, "solution").cells:
        if cell.cell_type == "code":
            printed = numbers_in(text_of(cell))
            promised = promised_numbers(cell.source)
            absent = [n for n in promised if not any(abs(n - m) <= ROUNDING for m in printed)]
            if absent:
                missing[cell.id] = absent
    assert {} == missing


@pytest.mark.slow
@pytest.mark.parametrize("exercise", LECTURE)
def test_a_solution_gives_the_worked_values_of_the_lecture(exercise: str) -> None:
    printed = "".join(map(text_of, run_notebook(exercise, "solution").cells))
    assert [] == [figure for figure in LECTURE[exercise] if figure not in printed]


@pytest.mark.slow
def test_two_moons_are_told_apart() -> None:
    printed = "".join(map(text_of, run_notebook("ex07_training", "solution").cells))
    after_training = re.search(r"\b400 batches: mean loss [\d.]+, accuracy ([\d.]+)", printed)
    on_new_points = re.search(r"accuracy on 500 new points: ([\d.]+)", printed)
    assert after_training is not None
    assert on_new_points is not None
    assert float(after_training[1]) >= 0.95
    assert float(on_new_points[1]) >= 0.95


@pytest.mark.slow
@EVERY_EXERCISE
def test_an_untouched_notebook_runs_and_says_what_is_not_attempted(exercise: str) -> None:
    notebook = run_notebook(exercise, "released")
    assert [] == problems_of(notebook)
    printed = "".join(map(text_of, notebook.cells))
    assert "not attempted: " in printed
    assert "Traceback" not in printed


@EVERY_EXERCISE
def test_a_released_notebook_opens_without_a_warning(exercise: str) -> None:
    files = release_exercise(SOLUTIONS / exercise)
    content = files[f"{exercise}.ipynb"].decode()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a missing or doubled cell id is one
        notebook = nbformat.reads(content, as_version=4)
        nbformat.validate(notebook)
    ids = [cell.id for cell in notebook.cells]
    assert len(ids) == len(set(ids))
    assert (4, 5) == (notebook.nbformat, notebook.nbformat_minor)


@EVERY_EXERCISE
def test_a_released_notebook_has_nbgraders_metadata(exercise: str) -> None:
    files = release_exercise(SOLUTIONS / exercise)
    notebook = nbformat.reads(files[f"{exercise}.ipynb"].decode(), as_version=4)
    records = [cell.metadata.nbgrader for cell in notebook.cells if "nbgrader" in cell.metadata]
    keys = {"grade", "grade_id", "locked", "schema_version", "solution", "task"}
    assert all(keys <= record.keys() for record in records)
    assert all(("points" in record) == record["grade"] for record in records)
    assert any(record["solution"] for record in records)


@EVERY_EXERCISE
def test_the_same_solution_gives_the_same_bytes(exercise: str) -> None:
    folder = SOLUTIONS / exercise
    assert release_exercise(folder) == release_exercise(folder)
