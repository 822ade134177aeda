"""A subject in this process: runs a job's source and programs here, without worker or limits.

Used by tests of the pipeline, which is the same whoever runs the programs. Never for a hand-in that
does not end. What a worker has of its own is the same here: the exercise's given code is importable
as `given`, and random numbers begin at the same place. Packages are those of this Python, whatever
the job says of them.
"""

import ast
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any

from autograder.programs.interpreter import EngineMachine, ProgramRun
from autograder.programs.program import Program
from autograder.records import Isolation, Observation, Outcome, Run, SourceChunk, Stop
from autograder.sandbox.placeholders import PlaceholderModule
from autograder.sandbox.source import FILENAME, Outline, Source, shape_of_stub
from autograder.sandbox.supervisor import GIVEN_FILENAME, GRAFTS_FILENAME, Job, compile_source
from autograder.sandbox.wire import EXCEPTION_NAMES
from autograder.sandbox.worker import put_grafts

GIVEN_NAME = "given"  # what a notebook imports


def run_in_process(job: Job) -> Run:
    """Run a job and return what it observed."""
    source, outline, codes = read_source(job.chunks, tuple(job.stubs.items()))
    names: dict[str, Any] = {"__name__": "submission", "print": ignore_print}
    # The module stays until the last program: a function may import when it is called.
    with given_module(job.given) as given, repeatable_random(outline), without_plots():
        stops = run_statements(source, codes, names)
        node_class = find_class(job, names, given)
        class_found = not job.class_name or isinstance(node_class, type)
        missing = frozenset(name for name in job.names if not is_defined(name, names))
        if job.replaced:
            with suppress(Exception):  # the classes are the submission's
                put_grafts(names, compile_source(job.grafts, GRAFTS_FILENAME), job.replaced)
        machine = EngineMachine(names, job.class_name, given) if class_found else None
        return Run(
            observations=tuple(observe(program, machine) for program in job.programs),
            stopped_statements=tuple(stops),
            untouched_stubs=frozenset(outline.untouched),
            classes=tuple(outline.classes),
            class_found=class_found,
            isolation=Isolation.NONE,
            layers=(),
            restarts=0,
            cpu_seconds=0.0,
            missing_names=missing,
        )


@lru_cache(maxsize=4)  # one hand-in may be run many times
def read_source(
    chunks: tuple[SourceChunk, ...], stubs: tuple[tuple[str, str], ...]
) -> tuple[Source, Outline, list[CodeType | Exception]]:
    """Return a parsed submission, and the code of each statement or why it has none."""
    source = Source([(chunk.cell, chunk.first_line, chunk.source) for chunk in chunks])
    outline = Outline(source, {name: shape_of_stub(text) for name, text in stubs})
    codes: list[CodeType | Exception] = []
    for statement in source.statements:
        try:
            if statement.problem is not None:
                raise statement.problem
            module = ast.Module([statement.node], [])
            codes.append(compile(module, FILENAME.format(statement.chunk), "exec"))
        except Exception as error:  # noqa: BLE001 - what is no Python is the submission's outcome
            codes.append(error)
    return source, outline, codes


@contextmanager
def given_module(source: str) -> Iterator[dict[str, Any]]:
    """Make the given code importable as `given`, and return its names; "" stands for none."""
    if not source:
        yield {}
        return
    before = sys.modules.get(GIVEN_NAME)
    module = sys.modules[GIVEN_NAME] = ModuleType(GIVEN_NAME)
    try:
        exec(compile_source(source, GIVEN_FILENAME), module.__dict__)  # noqa: S102 - the course's own code
        yield module.__dict__
    finally:
        del sys.modules[GIVEN_NAME]
        if before is not None:
            sys.modules[GIVEN_NAME] = before


@contextmanager
def repeatable_random(outline: Outline) -> Iterator[None]:
    """Begin random numbers where a worker begins them, and put back where they were."""
    before = random.getstate()
    if "random" in outline.imports:
        random.seed(0)
    try:
        yield
    finally:
        random.setstate(before)


@contextmanager
def without_plots() -> Iterator[None]:
    """Let plots do nothing, as in a worker: figures of one hand-in would reach the next one."""
    names = ("matplotlib", "matplotlib.pyplot")
    before = {name: sys.modules.get(name) for name in names}
    sys.modules.update({name: PlaceholderModule(name) for name in names})
    try:
        yield
    finally:
        for name, module in before.items():
            del sys.modules[name]
            if module is not None:
                sys.modules[name] = module


def run_statements(
    source: Source, codes: list[CodeType | Exception], names: dict[str, Any]
) -> list[Stop]:
    """Run each top-level statement by itself; return why some of them stopped."""
    stops = []
    for statement, code in zip(source.statements, codes, strict=True):
        try:
            if isinstance(code, Exception):
                raise code
            exec(code, names)  # noqa: S102 - what this module is for
        except Exception as error:  # noqa: BLE001 - whatever the submission raises is its outcome
            cell, line = source.place(statement.chunk, statement.line)
            message = error.msg if isinstance(error, SyntaxError) else str(error)
            stops.append(Stop(Outcome.RAISED, name_exception(error), message, cell, line))
    return stops


def ignore_print(*_: Any, **__: Any) -> None:
    """Take what a submission prints."""


def name_exception(error: BaseException) -> str:
    """Return the nearest ancestor's name that a record can hold."""
    names = [ancestor.__name__ for ancestor in type(error).__mro__]
    return next((name for name in names if name in EXCEPTION_NAMES), "other")


def find_class(job: Job, names: dict[str, Any], given: dict[str, Any]) -> Any:
    """Return the class of nodes; given code has it only where the student writes none of it."""
    is_own = any(name.startswith(f"{job.class_name}.") for name in (*job.stubs, *job.names))
    return names.get(job.class_name, None if is_own else given.get(job.class_name))


def is_defined(name: str, names: dict[str, Any]) -> bool:
    """Say whether a submission defines a dotted name."""
    first, *rest = name.split(".")
    found = names.get(first)
    for part in rest if found is not None else ():
        found = getattr(found, part, None)
    return found is not None


def observe(program: Program, machine: EngineMachine | None) -> Observation:
    """Run one program and return what it gave; without a machine there is no class to run it on."""
    if machine is None:
        return Observation((), Stop(Outcome.RAISED, "NameError", "no class"), -1)
    run = ProgramRun(machine)
    try:
        run.run(program.instructions)
    except Exception as error:  # noqa: BLE001 - whatever the submission raises is its outcome
        stop = Stop(Outcome.RAISED, name_exception(error), str(error))
        return Observation(tuple(run.values), stop, run.position)
    return Observation(tuple(run.values))
