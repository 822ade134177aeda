"""The trusted side: run a submission in worker processes and return what they observed.

Used by the grading pipeline, from many threads at once. Never imports, parses or executes a
submission: its source goes into the worker as text, and plain numbers come back. A worker may hang,
die, flood or lie; the result is always a `Run`.
"""

import marshal
import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType
from typing import Any

from autograder.errors import CourseSourceError, RunStoppedError, WorkerStartError
from autograder.programs import interpreter
from autograder.programs.program import Program
from autograder.records import Outcome, Run, SourceChunk
from autograder.registry.packages import EVERYWHERE, PRELOADED
from autograder.sandbox.ledger import Ledger
from autograder.sandbox.limits import DEFAULT_LIMITS, Limits
from autograder.sandbox.process import WorkerProcess
from autograder.sandbox.reply import END, START, ReplyReader, Unit
from autograder.sandbox.source import shape_of_stub
from autograder.sandbox.watch import Watch
from autograder.sandbox.wire import MAX_STUBS, NOT_AVAILABLE

# The code that a worker gets, each after what it imports; the packages themselves stay empty.
WORKER_PACKAGES = ("autograder", "autograder.programs", "autograder.sandbox")
WORKER_MODULES = ("wire", "closing_in", "placeholders", "source", "worker")

GIVEN_FILENAME, GRAFTS_FILENAME = "<given.py>", "<grafts.py>"

# Records come faster than it pays to read each by itself; this much later there are many.
GATHER_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Job:
    """One submission and what to run on it.

    `tasks` names the task of each program. `stubs` maps a dotted name to its released source, one
    `def`. `names` are looked for in the submission. `given` is the source of `given.py`;
    `packages` are third-party packages that the exercise is about. `grafts` is the source of right
    functions and methods, of which those named in `replaced` take the place of the submission's.
    `hash_seed` decides the order of a set of texts, so that one hand-in comes to one verdict.
    """

    chunks: tuple[SourceChunk, ...]
    programs: tuple[Program, ...]
    tasks: tuple[str, ...]
    class_name: str = "Value"
    stubs: Mapping[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    given: str = ""
    packages: tuple[str, ...] = ()
    grafts: str = ""
    replaced: tuple[str, ...] = ()
    skipped_statements: frozenset[int] = frozenset()
    hash_seed: int = 0

    def __post_init__(self) -> None:
        if len(self.tasks) != len(self.programs):
            raise ValueError("each program has a task")
        if max(len(self.stubs), len(self.names)) > MAX_STUBS:
            raise ValueError(f"more than {MAX_STUBS} stubs")


@dataclass(frozen=True, slots=True)
class Loss:
    """How a worker ended before it was done: at which unit, and why."""

    unit: Unit
    outcome: Outcome
    message: str


def run_job(job: Job, limits: Limits = DEFAULT_LIMITS, stop: threading.Event | None = None) -> Run:
    """Run the submission's statements, then the programs; restart where a worker is lost.

    `stop` may be set from another thread: the worker is then killed within 50 ms.

    Raises:
        WorkerStartError: worker-start; a worker ended before it reached the submission.
        RunStoppedError: stopped; `stop` was set.
        CourseSourceError: a stub or the grafts are not Python.
    """
    ledger = Ledger(job.tasks, limits, job.skipped_statements)
    while not ledger.is_settled:
        run_worker(job, ledger, stop)
    return ledger.to_run()


def run_worker(job: Job, ledger: Ledger, stop: threading.Event | None) -> None:
    """Start one worker, follow it to its end, and enter what it gave into the ledger."""
    ledger.workers += 1
    reads = {index: len(job.programs[index].reads) for index in ledger.pending}
    skipped = frozenset(ledger.skipped_statements)
    limits = ledger.limits
    reader = ReplyReader(tuple(job.stubs), job.names, skipped, reads, limits.source_bytes)
    process = WorkerProcess(make_request(job, ledger, reads), job.hash_seed)
    watch = Watch(limits)
    loss = None
    try:
        loss = follow_worker(process, reader, watch, ledger, stop)
    finally:
        exit_code, cpu_seconds = process.end()
        ledger.cpu_seconds += cpu_seconds
        ledger.idle_seconds += watch.all_idle_seconds
    if loss is None:
        return
    message = loss.message or describe_exit(exit_code)
    if loss.unit.stage == START:
        raise WorkerStartError(f"a worker could not begin: it {message}")
    ledger.lose(loss.unit, loss.outcome, message)


def follow_worker(
    process: WorkerProcess,
    reader: ReplyReader,
    watch: Watch,
    ledger: Ledger,
    stop: threading.Event | None,
) -> Loss | None:
    """Read records until the last one, a loss, or the end of the submission's time."""
    next_look_seconds = time.monotonic() + watch.interval_seconds
    while reader.unit.stage != END:
        if stop is not None and stop.is_set():
            raise RunStoppedError("stopped before the submission was done")
        received = process.exchange(watch.interval_seconds)
        if received is None:
            return Loss(reader.unit, Outcome.CRASHED, "")
        if received:
            records, problem = reader.feed_until_problem(received)
            for record in records:
                ledger.note(record)
            if problem is not None:
                return Loss(reader.unit, Outcome.CRASHED, f"disturbed its own reply: {problem}")
            time.sleep(GATHER_SECONDS)
        now_seconds = time.monotonic()
        if now_seconds < next_look_seconds:
            continue
        next_look_seconds = now_seconds + watch.interval_seconds
        reason = watch.look(reader.unit, process.usage(), now_seconds)
        if reason:
            return Loss(reader.unit, Outcome.TIMED_OUT, reason)
        if ledger.is_used_up(watch.last_cpu_seconds, watch.all_idle_seconds):
            return None  # nobody's fault in particular; what is left is not run
    return None


def describe_exit(exit_code: int) -> str:
    """Return how a worker ended that ended by itself."""
    if exit_code < 0:
        return f"was ended by signal {-exit_code}"
    return f"ended with exit status {exit_code}"


def make_request(job: Job, ledger: Ledger, reads: Mapping[int, int]) -> bytes:
    """Return all that a worker needs to know; marshal is safe in this direction."""
    packages = used_packages(job)
    replaced = () if ledger.skips_survey else job.replaced
    request: dict[str, Any] = {
        "limits": kernel_limits(ledger.limits, has_packages=bool(packages)),
        "packages": packages,
        "given": compile_source(job.given, GIVEN_FILENAME) if job.given else None,
        "names": () if ledger.skips_survey else job.names,
        "chunks": [(chunk.cell, chunk.first_line, chunk.source) for chunk in job.chunks],
        "class_name": job.class_name,
        "stubs": stub_shapes(tuple(job.stubs.items())),
        "real_folders": real_folders(),
        "skipped_statements": ledger.skipped_statements,
        "grafts": compile_source(job.grafts, GRAFTS_FILENAME) if replaced else None,
        "replaced": replaced,
        "programs": [(i, job.programs[i].instructions, count) for i, count in reads.items()],
    }
    return marshal.dumps((worker_code(), request))


def kernel_limits(limits: Limits, *, has_packages: bool) -> dict[str, int]:
    """Return the resource limits by the kernel's names.

    The CPU limit is for a worker whose supervisor is gone; a living one ends it much earlier.
    """
    return {
        "CPU": math.ceil(limits.submission_cpu_seconds) + 1,
        "AS": limits.package_memory_bytes if has_packages else limits.memory_bytes,
        "STACK": limits.stack_bytes,
        "CORE": 0,
        "FSIZE": limits.file_bytes,
        "NOFILE": limits.open_files,
        "NPROC": limits.processes,
    }


def used_packages(job: Job) -> dict[str, tuple[str, ...]]:
    """Return the modules that a worker loads before it closes in, by the folder that has them.

    They take two seconds, so only a submission pays that speaks of them.
    """
    found: dict[str, tuple[str, ...]] = {}
    for package in spoken_of(job):
        spec = find_spec(package)
        if spec is not None and spec.origin:
            found[str(Path(spec.origin).parents[1])] = PRELOADED[package]
    return found


def spoken_of(job: Job) -> list[str]:
    """Return the packages that the exercise is about and the submission speaks of."""
    return [
        package for package in job.packages if any(package in chunk.source for chunk in job.chunks)
    ]


def absent_packages(job: Job) -> list[str]:
    """Return the packages that the submission needs and that are not installed here."""
    return [package for package in spoken_of(job) if find_spec(package) is None]


@lru_cache(maxsize=1)
def real_folders() -> dict[str, str]:
    """Return where the third-party packages lie that a submission may really use."""
    found = {name: find_spec(name) for name in EVERYWHERE}
    return {
        name: str(Path(spec.origin).parents[1])
        for name, spec in found.items()
        if spec is not None and spec.origin
    }


def find_missing_package(run: Run, packages: tuple[str, ...] = ()) -> str:
    """Return the package that a run's programs needed and that should be real here, or "".

    `packages` are those that the exercise is about.
    """
    stops = [seen.stop for seen in run.observations]
    if not run.class_found:
        stops += run.stopped_statements
    for stop in stops:
        if stop is not None and stop.exception == "ImportError" and NOT_AVAILABLE in stop.message:
            package = stop.message.partition(".")[0]
            if package in (*EVERYWHERE, *packages):
                return package
    return ""


@lru_cache(maxsize=1)
def worker_code() -> bytes:
    """Return the worker's modules, compiled once for all submissions."""
    folder = Path(__file__).parent
    files = {"autograder.programs.interpreter": Path(interpreter.__file__)}
    files |= {f"autograder.sandbox.{name}": folder / f"{name}.py" for name in WORKER_MODULES}
    modules: list[tuple[str, CodeType | None]] = [(name, None) for name in WORKER_PACKAGES]
    for name, path in files.items():
        # Without docstrings: they are of no use there. A neutral name: no path of this machine.
        source = path.read_text(encoding="utf-8")
        modules.append((name, compile(source, f"<{name}>", "exec", dont_inherit=True, optimize=2)))
    return marshal.dumps(modules)


@lru_cache(maxsize=16)
def stub_shapes(stubs: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """Return the released methods' syntax trees as plain data."""
    shapes = {}
    for name, source in stubs:
        try:
            shapes[name] = shape_of_stub(source)
        except (SyntaxError, ValueError) as error:
            raise CourseSourceError(f"the stub is not one def: {error}", where=name) from error
    return shapes


@lru_cache(maxsize=32)
def compile_source(source: str, filename: str) -> CodeType:
    """Return the code of replacement functions or of given code."""
    try:
        return compile(source, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise CourseSourceError(f"{filename} is not Python: {error}") from error
