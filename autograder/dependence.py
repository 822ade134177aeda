"""Find out which failed parts of a hand-in a part builds on: take them away, see what misses them.

Used by `grading.py` before a part is named that was looked at as it stands: what another part's
mistake does to it may look like a mistake of its own.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from autograder.assessment import Assessment, Stage, make_job
from autograder.exercises import Task
from autograder.records import Run, SourceChunk
from autograder.sandbox.supervisor import Job

TAKEN_AWAY = "taken away to see what builds on it: "


def find_what_builds_on(
    tasks: Sequence[Task],
    parts: Sequence[Task],
    chunks: tuple[SourceChunk, ...],
    assessment: Assessment,
    first: Run,
    subject: Callable[[Job], Run],
) -> Mapping[str, frozenset[str]]:
    """Return for each task those of the other parts that it does not do without.

    For each task all other parts are taken away, and its programs run once more, in a worker of
    their own. Where one comes to a place that is empty, the task builds on that part.
    """
    found = {}
    for task in tasks:
        others = [part for part in parts if part.stub not in ("", task.stub)]
        if not others:
            found[task.id] = frozenset[str]()
            continue
        cases = assessment.cases_of([task])
        job = make_job(chunks, assessment, Stage((task,), cases), first.lost_statements)
        stubs = tuple(dict.fromkeys(part.stub for part in others))
        run = subject(replace(job, grafts=take_away(stubs), replaced=stubs))
        messages = {seen.stop.message for seen in run.observations if seen.stop is not None}
        missed = {m.removeprefix(TAKEN_AWAY) for m in messages if m.startswith(TAKEN_AWAY)}
        found[task.id] = frozenset(part.id for part in others if part.stub in missed)
    return found


def take_away(stubs: Collection[str]) -> str:
    """Return the source of what stands in the place of functions and methods taken away."""
    classes: dict[str, list[str]] = {}
    for stub in stubs:
        first, _, method = stub.rpartition(".")
        message = repr(TAKEN_AWAY + stub)
        line = f"def {method}(*_, **__): raise NotImplementedError({message})"
        classes.setdefault(first, []).append(line)
    return "".join(
        f"class {name}:\n" + "".join(f"    {line}\n" for line in lines) if name
        else "".join(f"{line}\n" for line in lines)
        for name, lines in classes.items()
    )  # fmt: skip
