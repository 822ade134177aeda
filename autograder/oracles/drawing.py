"""Draw a bank: programs in every form, admitted only where all oracles agree.

Used by `micrograde bank` and `micrograde release`. The same secret, exercise and Hypothesis always
give the same bank. Imports torch, mpmath and Hypothesis; a grading run does not come here.
"""

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version

from autograder.errors import CourseSourceError, MissingExtraError
from autograder.exercises import Exercise, Task
from autograder.oracles.agreement import tolerance_of, within
from autograder.oracles.bank import HIDDEN, MOST_HIDDEN_CASES, PUBLIC, Bank, Case, secret_id
from autograder.oracles.numerical import observe_numerical
from autograder.oracles.pytorch import observe_pytorch
from autograder.oracles.reduction import reductions_of
from autograder.oracles.reference import observe_reference
from autograder.oracles.ways import run_ways
from autograder.programs.calls.catalogue import FAMILIES
from autograder.programs.calls.family import CallForm, Numbers
from autograder.programs.forms import (
    ANY,
    DRAWN_FORM,
    EVEN,
    GRAPH_FORM,
    LARGE,
    NEGATIVE,
    ODD,
    PAIR_FORM,
    PART_FORM,
    POSITIVE,
    ZERO,
    Form,
    build_form,
    forms_for,
)
from autograder.programs.graphs import build_graphs
from autograder.programs.pairs import build_pair, ordered_pairs
from autograder.programs.program import Program
from autograder.registry import USAGES, Usage

try:
    from autograder.programs.strategies import (
        EXPONENTS,
        GRID_HIGHEST,
        GRID_LOWEST,
        NUMBERS,
        draw_programs,
        grid_number,
    )
except ModuleNotFoundError as error:
    raise MissingExtraError("bank", "hypothesis") from error

# Public cases are the same for everybody: all forms, graphs and pairs, and no longer programs, so
# that a failure is shown by a small one.
PUBLIC_SEED = b"public cases"

# Another Hypothesis would draw other programs, another micrograde other forms.
MAKERS = ("hypothesis", "micrograde")

# A form that finds no admissible numbers in so many tries does not fit its usage at all.
MOST_TRIES = 200

# A number beyond this is of no use in a message, and hides small terms.
LARGEST_NUMBER = 1e4

# A large input, in steps of the grid: 5 to 6.5.
LARGE_LOWEST, LARGE_HIGHEST = 100, 130

# So many programs has each form of a call in a hidden bank, with other numbers.
HIDDEN_CALLS = 3

# So many programs inside a drawn one are kept, the smallest ones.
MOST_REDUCTIONS = 20

# Most leaves that any form or pair takes.
MOST_LEAVES = 8


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the oracles say of a program: its numbers, or why it may judge nobody."""

    expected: tuple[float, ...] = ()
    tolerance: tuple[float, ...] = ()
    refusal: str = ""


# A text, a length and a place in a list are whole numbers: right or wrong, and never nearly right.
WHOLE_QUANTITIES = frozenset({"operator", "label", "length", "position"})
WHOLE_TOLERANCE = 0.25


def consult_oracles(program: Program) -> Verdict:
    """Ask all oracles about a program.

    Refused: a program outside an operator's domain or at a kink, with numbers of no ordinary size,
    too sensitive to judge by, or on which the oracles disagree.
    """
    try:
        exact = observe_numerical(program)
    except (ValueError, ZeroDivisionError, OverflowError, TypeError) as error:
        return Verdict(refusal=f"outside a domain ({error})")
    runs = list(run_ways(program))
    tolerances = []
    for index, (read, number) in enumerate(zip(program.reads, exact, strict=True)):
        if read.quantity in WHOLE_QUANTITIES:
            tolerances.append(WHOLE_TOLERANCE)
            continue
        if abs(number) > LARGEST_NUMBER:
            return Verdict(refusal="a number is too large")
        scale = max(run.scales[index] for run in runs)
        tolerance = tolerance_of(number, [run.values[index] for run in runs], scale)
        if tolerance is None:
            return Verdict(refusal="too sensitive to judge by")
        tolerances.append(tolerance)
    for name, oracle in (("reference", observe_reference), ("pytorch", observe_pytorch)):
        observed = oracle(program)
        if observed is not None and not all(map(within, observed, exact, tolerances)):
            return Verdict(refusal=f"{name} disagrees with the numerical derivative")
    return Verdict(exact, tuple(tolerances))


def consult_on_refusal(program: Program) -> Verdict:
    """Ask all oracles that can tell about a program that must raise: it has nothing to read."""
    for oracle in (observe_numerical, observe_reference, observe_pytorch):
        try:
            accepted = oracle(program) is not None
        except (ValueError, RuntimeError):  # torch refuses shapes with a RuntimeError
            continue
        if accepted:
            return Verdict(refusal="not every oracle refuses it")
    return Verdict()


class Drawing:
    """The drawing of one bank: a random source made from the secret, and the cases so far."""

    def __init__(
        self, exercise: Exercise, secret: bytes | None, progress: Callable[[int], None]
    ) -> None:
        self.hidden = secret is not None
        source = b"micrograde bank" + exercise.id.encode() + (secret or PUBLIC_SEED)
        digest = hashlib.sha256(source).digest()
        self.seed_number = int.from_bytes(digest[:8], "big")
        self.random = random.Random(self.seed_number)  # noqa: S311 a bank must come out the same
        self.progress = progress
        self.takes_numbers = exercise.takes_numbers
        self.last_refusal = ""
        self.seen: set[Program] = set()
        self.parts: set[Program] = set()
        self.cases: list[Case] = []

    def variants_of(self, usage: Usage) -> tuple[Usage, ...]:
        """Return the usages that a task's operator is judged in."""
        return usage.with_variants if self.takes_numbers else (usage,)

    def usages_of(self, task: Task) -> list[Usage]:
        """Return all usages of a task's operators."""
        usages = [USAGES[name] for name in task.usages]
        return [variant for usage in usages for variant in self.variants_of(usage)]

    def leaf_number(self, kind: str = ANY) -> float:
        """Return a number of a kind for a leaf; most are short decimals."""
        if kind == ZERO:
            return 0.0
        if kind == ODD:
            return self.random.choice((3, 5, 7))
        if kind == EVEN:
            return self.random.choice((2, 4))
        if kind == LARGE:
            return grid_number(self.random.randint(LARGE_LOWEST, LARGE_HIGHEST))
        steps = self.random.randint(GRID_LOWEST, GRID_HIGHEST)
        sign = {POSITIVE: 1, NEGATIVE: -1}.get(kind) or self.random.choice((1, -1))
        return grid_number(steps * sign)

    def constant_for(self, usage: Usage) -> float:
        """Return a plain number that suits a usage."""
        return self.random.choice(EXPONENTS if usage.needs_exponent else NUMBERS)

    def keep(self, task: Task, form: str, program: Program) -> bool:
        """Add a program to the bank if it is new and the oracles admit it."""
        if program in self.seen:
            return False
        consult = consult_oracles if program.reads else consult_on_refusal
        verdict = consult(program)
        if verdict.refusal:
            self.last_refusal = verdict.refusal
            return False
        self.seen.add(program)
        number = len(self.cases) + 1
        case = self.make_case(f"{task.id}-{number:03}", task.id, form, program, verdict)
        if form == DRAWN_FORM:
            case = replace(case, reductions=tuple(self.reduce(case)))
        self.cases.append(case)
        self.progress(number)
        return True

    def make_case(
        self, case_id: str, task: str, form: str, program: Program, verdict: Verdict
    ) -> Case:
        """Return a program as a case, with the numbers that the oracles give."""
        return Case(
            id=case_id,
            task=task,
            form=form,
            program=program,
            expected=verdict.expected,
            tolerance=verdict.tolerance,
            hidden=self.hidden,
        )

    def reduce(self, case: Case) -> Iterator[Case]:
        """Yield the smallest programs inside a drawn one that are new and the oracles admit."""
        kept = 0
        for program in reductions_of(case):
            if kept == MOST_REDUCTIONS:
                return
            if program in self.seen or program in self.parts:
                continue
            verdict = consult_oracles(program)
            if not verdict.refusal:
                kept += 1
                self.parts.add(program)
                yield self.make_case(
                    f"{case.id}-part-{kept:02}", case.task, PART_FORM, program, verdict
                )

    def draw(self, task: Task, form: str, make: Callable[[], Program]) -> None:
        """Make programs until one is kept. Raises CourseSourceError when none ever is."""
        for _ in range(MOST_TRIES):
            if self.keep(task, form, make()):
                return
        raise CourseSourceError(
            f"task {task.id}: no numbers found for the form {form!r} on which all oracles agree",
            hint=f"The last ones were refused: {self.last_refusal}." if self.last_refusal else "",
        )

    def draw_calls(self, task: Task) -> None:
        """Add each form of a family of calls."""
        for form in FAMILIES[task.calls].forms:
            self.draw(task, form.id, partial(self.make_call, form))

    def draw_calls_again(self, task: Task) -> None:
        """Add each form of a family once more, with other numbers, as far as there is room."""
        for form in FAMILIES[task.calls].forms:
            if form.varies and len(self.cases) < MOST_HIDDEN_CASES:
                self.draw(task, form.id, partial(self.make_call, form))

    def make_call(self, form: CallForm) -> Program:
        """Return the form's program with fresh numbers."""
        return form.write(Numbers(self.random))

    def draw_forms(self, task: Task, usage: Usage, *, given: bool = False) -> None:
        """Add each form of a usage, smallest first; those with a number on the right, too."""
        for variant in self.variants_of(usage):
            for form in forms_for(variant, given=given):
                self.draw(task, form.id, partial(self.make_form, form, variant))

    def make_form(self, form: Form, usage: Usage) -> Program:
        """Return the form's program with fresh numbers."""
        kinds = form.leaves + (ANY,) * (MOST_LEAVES - len(form.leaves))
        numbers = [self.leaf_number(kind) for kind in kinds]
        constants = form.constants
        constant = self.random.choice(constants) if constants else self.constant_for(usage)
        return build_form(form, usage, numbers, constant)

    def draw_graphs(self, task: Task) -> None:
        """Add the catalogue of small graphs."""
        for index, _ in enumerate(build_graphs((1.0, 1.0))):
            self.draw(task, GRAPH_FORM, partial(self.make_graph, index))

    def make_graph(self, index: int) -> Program:
        """Return the graph with that index, with fresh numbers."""
        numbers = [self.leaf_number(), self.leaf_number()]
        return list(build_graphs(numbers))[index]

    def draw_pairs(self, task: Task, usages: list[Usage]) -> None:
        """Add each ordered pair of operators."""
        for inner, outer, reuse in ordered_pairs(usages):
            self.draw(task, PAIR_FORM, partial(self.make_pair, inner, outer, reuse))

    def make_pair(self, inner: Usage, outer: Usage, reuse: int) -> Program:
        """Return the pair's program with fresh numbers."""
        numbers = [self.leaf_number() for _ in range(MOST_LEAVES)]
        constants = (self.constant_for(inner), self.constant_for(outer))
        return build_pair(inner, outer, reuse, numbers, constants)

    def draw_long(self, task: Task, usages: list[Usage], number: int) -> None:
        """Add programs that Hypothesis draws, smallest first."""
        admitted = draw_programs(
            usages,
            number,
            self.seed_number,
            lambda program: program not in self.seen and not consult_oracles(program).refusal,
        )
        for program in admitted:
            self.keep(task, DRAWN_FORM, program)


def draw_bank(
    exercise: Exercise, secret: bytes | None, progress: Callable[[int], None] = lambda done: None
) -> Bank:
    """Draw an exercise's hidden bank from a secret, or its public bank from none.

    `progress` is told how many cases there are so far.
    """
    drawing = Drawing(exercise, secret, progress)
    for task in exercise.tasks:
        draw_task(drawing, exercise, task)
    if secret is not None:
        for _ in range(HIDDEN_CALLS - 1):
            for task in exercise.tasks:
                if task.calls:
                    drawing.draw_calls_again(task)
        for task in exercise.tasks:
            left = MOST_HIDDEN_CASES - len(drawing.cases)
            if task.is_whole_engine and left > 0:
                drawing.draw_long(task, drawing.usages_of(task), left)
    return Bank(
        exercise=exercise.id,
        kind=PUBLIC if secret is None else HIDDEN,
        secret_id="" if secret is None else secret_id(secret),
        design=exercise.design,
        # Public cases hold nothing that Hypothesis draws.
        made_with={} if secret is None else {name: version(name) for name in MAKERS},
        cases=tuple(sort_cases(exercise, drawing.cases)),
    )


def draw_task(drawing: Drawing, exercise: Exercise, task: Task) -> None:
    """Add the programs that every bank has for a task."""
    if task.calls:
        drawing.draw_calls(task)
        return
    usages = [USAGES[name] for name in task.usages]
    if not task.is_whole_engine:
        drawing.draw_forms(task, usages[0])
        return
    # Given code has no task of its own: its forms belong to the whole engine.
    with_task = {
        name for other in exercise.tasks if len(other.usages) == 1 for name in other.usages
    }
    for usage in usages:
        if usage.name not in with_task:
            drawing.draw_forms(task, usage, given=True)
    drawing.draw_graphs(task)
    drawing.draw_pairs(task, drawing.usages_of(task))


def sort_cases(exercise: Exercise, cases: list[Case]) -> Iterator[Case]:
    """Yield the cases task by task, smallest first; equal sizes stay in the order of the forms."""
    for task in exercise.tasks:
        own = [case for case in cases if case.task == task.id]
        yield from sorted(own, key=lambda case: len(case.program.instructions))
