"""Ctrl-C during a long grade loses nothing that is done, and leaves no process behind."""

import csv
import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.integration.conftest import COMMAND, TIMEOUT_SECONDS, plain_environment

DONE = ("a1", "a2")


def children_of(process_id: int) -> set[int]:
    """Return the processes that a process has started from any of its threads."""
    tasks = Path(f"/proc/{process_id}/task").glob("*/children")
    return {int(number) for task in tasks for number in task.read_text().split()}


def wait_for(condition: Callable[[], object], what: str) -> None:
    """Wait until a function says yes. Raises AssertionError when it never does."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("number", "on_ctrl_c"),
    [
        (signal.SIGINT, signal.SIG_DFL),
        (signal.SIGTERM, signal.SIG_DFL),
        # A run in the background ignores Ctrl-C, and hands that on to what it starts.
        (signal.SIGTERM, signal.SIG_IGN),
    ],
)
def test_an_interrupted_run_keeps_whole_results_and_the_marks_so_far(
    number: signal.Signals,
    on_ctrl_c: signal.Handlers,
    tmp_path: Path,
    solution: str,
    secret_file: Path,
) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    for name in DONE:
        (folder / f"{name}.py").write_text(solution, encoding="utf-8")
    for name in ("b1", "b2", "b3"):
        (folder / f"{name}.py").write_text("while True:\n    pass\n", encoding="utf-8")
    output = tmp_path / "out"
    command = (COMMAND, "grade", "ex04_operators", folder, "--jobs", "1", "--output", output)
    process = subprocess.Popen(
        [*command, "--secret-file", secret_file],
        env=plain_environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, on_ctrl_c),
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    last = output / DONE[-1] / "result.json"
    wait_for(last.exists, "the second result")
    wait_for(lambda: children_of(process.pid), "the worker of the third")
    workers = children_of(process.pid)
    process.send_signal(number)
    started = time.monotonic()
    _, messages = process.communicate(timeout=TIMEOUT_SECONDS)

    assert 130 == process.returncode
    assert time.monotonic() - started < 10
    assert "micrograde: interrupted" in messages
    assert "2 of 5 hand-ins are graded" in " ".join(messages.split())
    assert "Traceback" not in messages
    kept = {path.parent.name: json.loads(path.read_text()) for path in output.glob("*/result.json")}
    assert dict.fromkeys(DONE, 40) == {name: result["score"] for name, result in kept.items()}
    with (output / "grades.csv").open(encoding="utf-8", newline="") as file:
        assert list(DONE) == [row["submission"] for row in csv.DictReader(file, strict=True)]
    assert [] == list(output.rglob("*.partial"))
    assert [] == [number for number in workers if Path(f"/proc/{number}").exists()]
