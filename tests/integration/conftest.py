"""Real processes: the command as a user types it, on hand-ins written for the test."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.oracles.bank import Bank, save_bank
from autograder.sandbox.intake import split_file
from tests.conftest import keep_no_signatures

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(sys.executable).with_name("micrograde")

# Far above what any of these runs takes; a hang is a failure, and not a matter of patience.
TIMEOUT_SECONDS = 60

Run = Callable[..., subprocess.CompletedProcess[str]]


def plain_environment(**variables: str) -> dict[str, str]:
    """Return the environment without colours and without settings of an outer pytest."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV", "FORCE_"))}
    return kept | {"NO_COLOR": "1", "COLUMNS": "80", "TERM": "dumb"} | variables


def run_command(
    *command: str | Path, cwd: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end and return what it wrote."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=plain_environment(**variables),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )


@pytest.fixture
def micrograde(tmp_path: Path) -> Run:
    """Return a function that runs `micrograde` in a folder of its own."""

    def run(*arguments: str | Path, cwd: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        return run_command(COMMAND, *arguments, cwd=cwd)

    return run


@pytest.fixture(scope="session")
def secret_file(tmp_path_factory: pytest.TempPathFactory, hidden_bank: Bank) -> Path:
    """A course secret with its bank beside it."""
    path = tmp_path_factory.mktemp("course") / "course.secret"
    path.write_text(hashlib.sha256(b"secret of the tests").hexdigest(), encoding="ascii")
    save_bank(hidden_bank, path.parent / "banks")
    keep_no_signatures(path, hidden_bank)
    return path


@pytest.fixture(scope="session")
def solution() -> str:
    """The solution's text: a right hand-in."""
    return (ROOT / "solutions/ex04_operators/solution.py").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def wrong(solution: str) -> str:
    """The solution with one fault, in `exp`."""
    right = "self.grad += out.data * out.grad"
    assert 1 == solution.count(right)
    return solution.replace(right, "self.grad = out.data * out.grad")


def notebook_text(source: str) -> str:
    """Return the source's code cells as a notebook."""
    cells: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": chunk.source,
        }
        for chunk in split_file(source)
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


def read_result(folder: Path, name: str) -> dict[str, Any]:
    """Return one submission's result as it was kept."""
    text = (folder / name / "result.json").read_text(encoding="utf-8")
    result: dict[str, Any] = json.loads(text)
    return result
