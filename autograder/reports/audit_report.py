"""What `micrograde audit` prints: each mutant with the checks that caught it, and what is wrong."""

from collections.abc import Iterator

from autograder.records import Audit, Caught
from autograder.reports.text_width import wrap

UNNAMED = "faults without a name"


def render_audit(found: Audit, *, problems_only: bool = False) -> Iterator[str]:
    """Yield the lines of one exercise's audit, misconception by misconception."""
    mutants = len({caught.mutant for caught in found.caught})
    yield (
        f"{found.exercise}: {mutants} mutants of {found.misconceptions} misconceptions, "
        f"{found.pairs} pairs, {found.right_work} kinds of right work"
    )
    if not problems_only:
        groups: dict[str, list[Caught]] = {}
        for caught in sorted(found.caught, key=lambda caught: caught.misconception or "~"):
            groups.setdefault(caught.misconception or UNNAMED, []).append(caught)
        for name, group in groups.items():
            yield f"  {name}"
            for caught in group:
                yield from wrap("    ", f"{caught.mutant}, {caught.task}: {describe(caught)}")
    for problem in found.problems:
        yield from wrap("  PROBLEM: ", problem)
    unnamed = len({caught.mutant for caught in found.caught if not caught.misconception})
    yield (
        f"  {len(found.problems)} problems; {unnamed} mutants without a name"
        if found.problems
        else f"  all caught, and told apart; {unnamed} mutants without a name"
    )


def describe(caught: Caught) -> str:
    """Return which checks fail, and in how many of their cases."""
    counts = [f"{check} {bad} of {all_}" for check, (bad, all_) in caught.checks.items()]
    return ", ".join(counts) or "not caught"
