"""A subject in this process: runs a job's source and programs here, without worker or limits.

Used by tests of the pipeline, which is the same whoever runs the programs. Never for a hand-in that
does not end.
"""

import ast
from typing import Any

from autograder.programs.interpreter import EngineMachine, ProgramRun
from autograder.records import Isolation, Observation, Outcome, Run, Stop
from autograder.sandbox.source import FILENAME, Outline, Source, shape_of_stub
from autograder.sandbox.supervisor import Job
from autograder.sandbox.wire import EXCEPTION_NAMES


def run_in_process(job: Job) -> Run:
    """Run a job and return what it observed."""
    source = Source([(chunk.cell, chunk.first_line, chunk.source) for chunk in job.chunks])
    shapes = {name: shape_of_stub(text) for name, text in job.stubs.items()}
    outline = Outline(source, job.class_name, shapes)
    names: dict[str, Any] = {"__name__": "submission", "print": ignore_print}
    stops = run_statements(source, names)
    class_found = isinstance(names.get(job.class_name), type)
    fits = class_found and put_grafts(job, names)
    return Run(
        observations=tuple(observe(job, index, names) for index in range(len(job.programs))),
        stopped_statements=tuple(stops),
        untouched_stubs=frozenset(outline.untouched),
        classes=tuple(outline.classes),
        class_found=class_found,
        grafts_fit=fits,
        isolation=Isolation.NONE,
        layers=(),
        restarts=0,
        cpu_seconds=0.0,
    )


def run_statements(source: Source, names: dict[str, Any]) -> list[Stop]:
    """Run each top-level statement by itself; return why some of them stopped."""
    stops = []
    for statement in source.statements:
        try:
            if statement.problem is not None:
                raise statement.problem
            module = ast.Module([statement.node], [])
            exec(compile(module, FILENAME.format(statement.chunk), "exec"), names)  # noqa: S102
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


def put_grafts(job: Job, names: dict[str, Any]) -> bool:
    """Put the replacement methods in place; say whether the class has what they need."""
    node_class = names[job.class_name]
    try:
        node = node_class(1.0)
    except Exception:  # noqa: BLE001 - the class is the submission's
        return False
    if job.grafts:
        replacements: dict[str, Any] = {"__name__": "grafts"}
        exec(job.grafts, replacements)  # noqa: S102 - the course's own code
        replacements[job.class_name] = node_class
        for name in job.graft_names:
            setattr(node_class, name, replacements[name])
    return all(hasattr(node, name) for name in job.scaffold)


def observe(job: Job, index: int, names: dict[str, Any]) -> Observation:
    """Run one program and return what it gave."""
    if job.class_name not in names:
        return Observation((), Stop(Outcome.RAISED, "NameError", "no class"), -1)
    run = ProgramRun(EngineMachine(names, job.class_name))
    try:
        run.run(job.programs[index].instructions)
    except Exception as error:  # noqa: BLE001 - whatever the submission raises is its outcome
        stop = Stop(Outcome.RAISED, name_exception(error), str(error))
        return Observation(tuple(run.values), stop, run.position)
    return Observation(tuple(run.values))
