"""The page of the documentation with an exercise's misconceptions, each with its example.

Used by the release command, so that the list is in step with the entries and with what the mutants
give.
"""

from collections.abc import Iterator, Sequence

from autograder.diagnosis.entries import Entry
from autograder.diagnosis.signatures import Signature
from autograder.diagnosis.variants import Variant
from autograder.exercises import Exercise
from autograder.oracles.bank import Case
from autograder.reports.wording import explain_checks
from autograder.smallest import find_shown


def render_page(
    exercise: Exercise,
    entries: Sequence[Entry],
    mutants: Sequence[Variant],
    signatures: Sequence[Signature],
    cases: Sequence[Case],
) -> str:
    """Return the page in Markdown, task by task in the rubric's order."""
    tasks_of = {mutant.id: mutant.tasks for mutant in mutants}
    by_mutant = {s.mutants[0]: s for s in signatures if len(s.mutants) == 1}
    lines = [
        f"# Misconceptions: {exercise.id}",
        "",
        f"{len(entries)} mistakes that have a name in this exercise, with {len(mutants)} mutants. "
        "Written by `micrograde release`;",
        f"the texts stand in `solutions/{exercise.id}/misconceptions/`.",
    ]
    for task in exercise.tasks:
        of_task = [entry for entry in entries if tasks_of[entry.mutants[0]][0] == task.id]
        if of_task:
            lines += ["", f"## {task.id}: {task.title}"]
        for entry in of_task:
            lines += ["", *render_entry(exercise, entry, by_mutant.get(entry.mutants[0]), cases)]
    return "\n".join(lines) + "\n"


def render_entry(
    exercise: Exercise, entry: Entry, signature: Signature | None, cases: Sequence[Case]
) -> Iterator[str]:
    """Yield the lines of one entry; the example is missing where no mutant has run yet."""
    told = entry.misconception
    yield f"### {told.title}"
    yield ""
    place = f", in the lecture from {told.lecture}" if told.lecture else ""
    mutants = "1 mutant" if len(entry.mutants) == 1 else f"{len(entry.mutants)} mutants"
    yield f"`{entry.id}`, {mutants}{place}"
    yield ""
    yield f"- Idea: {told.believed}"
    yield f"- But: {told.wrong}"
    yield f"- Try: {told.hint}"
    if entry.alike:
        yield f"- Cannot be told from outside from: {', '.join(f'`{n}`' for n in entry.alike)}"
    if entry.right:
        yield f"- Right work that looks alike: {', '.join(f'`{name}`' for name in entry.right)}"
    for shown in find_shown(exercise.tasks, signature, cases) if signature else ():
        yield ""
        yield "```text"
        yield from explain_checks([shown.check], shown.evidence, with_hint=False)
        yield "```"
        break
