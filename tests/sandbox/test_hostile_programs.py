"""A program that hangs, dies or lies costs its own task and nothing else."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from autograder.records import Isolation, Outcome

if TYPE_CHECKING:
    from tests.sandbox.conftest import Sandbox

NEG_VALUES = (0.5, -0.5)

FIND_REPLY = """
import os, stat
pipes = [fd for fd in range(16) if os.path.exists(f"/proc/self/fd/{fd}")
         and stat.S_ISFIFO(os.stat(f"/proc/self/fd/{fd}").st_mode)]
"""


def test_right_engine_gives_its_numbers(sandbox: Sandbox) -> None:
    run = sandbox.run(sandbox.engine)
    assert [o.values for o in run.observations] == [NEG_VALUES, (0.0, 1.0), NEG_VALUES]
    assert all(o.stop is None and o.stopped_at == -1 for o in run.observations)
    assert (run.restarts, run.stopped_statements, run.class_found) == (0, (), True)
    assert (run.isolation, run.layers) == (Isolation.PARTIAL, ("rlimits",))
    assert 0 < run.cpu_seconds < 1


LOST = {
    "endless loop": ("while True: pass", Outcome.TIMED_OUT),
    "sleep": ("import time; time.sleep(1000)", Outcome.TIMED_OUT),
    "stops itself": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", Outcome.TIMED_OUT),
    "ignores signals": (
        "import signal\nfor n in range(1, 32):\n"
        "    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\n"
        "while True: pass",
        Outcome.TIMED_OUT,
    ),
    "catches everything": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        Outcome.TIMED_OUT,
    ),
    "exits": ("import os; os._exit(0)", Outcome.CRASHED),
    "kills itself": ("import os; os.kill(os.getpid(), 9)", Outcome.CRASHED),
    "closes the reply": ("import os; os.closerange(0, 100)", Outcome.CRASHED),
    "garbage in the reply": (
        f"{FIND_REPLY}\nfor fd in pipes: os.write(fd, b'garbage' * 100)\nreturn self",
        Outcome.CRASHED,
    ),
    "flood in the reply": (
        f"{FIND_REPLY}\nwhile True:\n    for fd in pipes: os.write(fd, bytes(60000))",
        Outcome.CRASHED,
    ),
    "half a record": (
        f"{FIND_REPLY}\nfor fd in pipes: os.write(fd, bytes(3))\nos._exit(0)",
        Outcome.CRASHED,
    ),
    "record of another unit": (
        # Well-formed, but of another unit.
        f"{FIND_REPLY}\nimport struct\nfor fd in pipes:\n"
        "    os.write(fd, struct.pack('<IBBHIiI200s2d', 99, 0, 0, 0, 0, -1, 2, b'', 0, 1))",
        Outcome.CRASHED,
    ),
    "hanging message": (
        "class Bad(Exception):\n    def __str__(self):\n        while True: pass\nraise Bad",
        Outcome.TIMED_OUT,
    ),
    "segmentation fault": (
        "import ctypes; ctypes.string_at(0)",
        Outcome.CRASHED,
    ),
}


@pytest.mark.parametrize(("body", "outcome"), LOST.values(), ids=LOST)
def test_lost_program_costs_its_own_task(sandbox: Sandbox, body: str, outcome: Outcome) -> None:
    programs = [
        ("neg", sandbox.unary("neg")),
        ("exp", sandbox.unary("exp")),
        ("exp", sandbox.unary("exp", 1.0)),
        ("neg", sandbox.unary("neg")),
    ]
    run = sandbox.run(sandbox.with_exp(body), programs=programs)
    first, lost, rest, last = run.observations
    assert first.values == last.values == NEG_VALUES
    assert lost.stop is not None
    assert lost.stop.outcome == outcome
    assert lost.stop.message
    assert rest.stop is not None
    assert rest.stop.outcome == Outcome.NOT_RUN
    assert run.restarts == 2


RAISED = {
    "recursion": ("return self.exp()", "RecursionError"),
    "sys.exit": ("import sys; sys.exit(3)", "SystemExit"),
    "interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "stdin": ("input()", "RuntimeError"),
    "one large object": ("bytearray(1 << 40)", "MemoryError"),
    "many small objects": ("x = []\nwhile True: x.append([1.0] * 1000)", "MemoryError"),
    "large number": ("return Value(1 << (1 << 34))", "MemoryError"),
    "not implemented": ("raise NotImplementedError", "NotImplementedError"),
    "no number": ("return Value('1.0')", "TypeError"),
    "own exception": ("class Bad(Exception): pass\nraise Bad", "other"),
    "derived exception": ("class Bad(ValueError): pass\nraise Bad", "ValueError"),
}


@pytest.mark.parametrize(("body", "exception"), RAISED.values(), ids=RAISED)
def test_exception_is_told_without_restart(sandbox: Sandbox, body: str, exception: str) -> None:
    run = sandbox.run(
        sandbox.with_exp(body), limits=replace(sandbox.quick, program_cpu_seconds=2.0)
    )
    stop = run.observations[1].stop
    assert stop is not None
    assert (stop.outcome, stop.exception) == (Outcome.RAISED, exception)
    assert run.observations[0].values == run.observations[2].values == NEG_VALUES
    assert run.restarts == 0


HARMLESS = {
    "megabytes printed": "for _ in range(100): print('x' * 100_000)",
    "descriptor 1": "import os; os.write(1, bytes(1_000_000))",
    "descriptor 2": "import os; os.write(2, bytes(1_000_000))",
    "a shell's output": "import os; os.system('echo hello')",
    "exit handler": "import atexit, time; atexit.register(time.sleep, 1000)",
}


@pytest.mark.parametrize("body", HARMLESS.values(), ids=HARMLESS)
def test_output_and_leftovers_do_no_harm(sandbox: Sandbox, body: str) -> None:
    run = sandbox.run(sandbox.with_exp(f"{body}\nreturn Value(math.exp(self.data))"))
    assert run.observations[1].values == (0.0, 1.0)
    assert run.restarts == 0


def test_values_read_before_the_stop_are_kept(sandbox: Sandbox) -> None:
    run = sandbox.run(
        sandbox.engine, programs=[("log", sandbox.unary("log")), ("neg", sandbox.unary("neg"))]
    )
    observation = run.observations[0]
    assert (observation.values, observation.stopped_at) == ((), 1)
    assert observation.stop is not None
    assert "has no attribute 'log'" in observation.stop.message
    source = sandbox.engine.replace("return Value(-self.data)", "return Value(None)")
    observation = sandbox.run(source, programs=[("neg", sandbox.unary("neg"))]).observations[0]
    assert (observation.values, observation.stopped_at) == ((0.5,), 3)


def test_special_numbers_come_through(sandbox: Sandbox) -> None:
    body = "return Value({0: math.nan, 1: math.inf, 2: -0.0, 3: True}[self.data])"
    programs = [("exp", sandbox.unary("exp", number)) for number in range(4)]
    values = [
        o.values[1] for o in sandbox.run(sandbox.with_exp(body), programs=programs).observations
    ]
    assert math.isnan(values[0])
    assert values[1:] == [math.inf, 0.0, 1.0]
    assert math.copysign(1, values[2]) == -1


def test_stop_tells_cell_line_and_message(sandbox: Sandbox) -> None:
    run = sandbox.run("x = 1", sandbox.with_exp("y = 2\nraise ValueError('\x1b[31mé' * 300)"))
    stop = run.observations[1].stop
    assert stop is not None
    assert (stop.cell, stop.line) == (2, 17)
    assert stop.message.startswith("\N{REPLACEMENT CHARACTER}[31mé")
    assert len(stop.message) <= 200


def test_broken_message_is_left_out(sandbox: Sandbox) -> None:
    body = "class Bad(ValueError):\n    def __str__(self): raise OSError\nraise Bad"
    stop = sandbox.run(sandbox.with_exp(body)).observations[1].stop
    assert stop is not None
    assert (stop.exception, stop.message) == ("ValueError", "")


def test_missing_class_is_told(sandbox: Sandbox) -> None:
    run = sandbox.run("class value:\n    pass", "class Node:\n    pass")
    assert (run.class_found, run.classes) == (False, ("value", "Node"))
    stop = run.observations[0].stop
    assert stop is not None
    assert (stop.exception, stop.message) == ("NameError", "there is no class Value")


def test_restarts_are_bounded(sandbox: Sandbox) -> None:
    programs = [(f"task {number}", sandbox.unary("exp", float(number))) for number in range(6)]
    limits = replace(sandbox.quick, max_restarts=3)
    run = sandbox.run(sandbox.with_exp("import os; os._exit(1)"), programs=programs, limits=limits)
    outcomes = [o.stop.outcome for o in run.observations if o.stop]
    assert outcomes == [Outcome.CRASHED] * 2 + [Outcome.NOT_RUN] * 4
    assert run.restarts == 3


def test_program_that_hangs_once_is_judged_by_its_second_run(sandbox: Sandbox) -> None:
    # What a program left behind is gone in the second worker.
    source = sandbox.with_exp(
        "global runs\nruns = globals().get('runs', 0) + 1\n"
        "while runs == 2: pass\nreturn Value(math.exp(self.data))"
    )
    programs = [
        ("exp", sandbox.unary("exp", 0.0)),
        ("exp", sandbox.unary("exp", 0.0)),
        ("neg", sandbox.unary("neg")),
    ]
    run = sandbox.run(source, programs=programs)
    assert [o.values for o in run.observations] == [(0.0, 1.0), (0.0, 1.0), NEG_VALUES]
    assert run.restarts == 1


def test_submission_has_an_end(sandbox: Sandbox) -> None:
    body = "import time\nend = time.process_time() + 0.1\nwhile time.process_time() < end: pass"
    programs = [("exp", sandbox.unary("exp", float(number))) for number in range(20)]
    limits = replace(sandbox.quick, submission_cpu_seconds=0.5)
    run = sandbox.run(sandbox.with_exp(body + "\nreturn self"), programs=programs, limits=limits)
    outcomes = [o.stop.outcome if o.stop else Outcome.PASSED for o in run.observations]
    assert 1 < outcomes.count(Outcome.PASSED) < 10
    assert outcomes[-1] == Outcome.NOT_RUN
