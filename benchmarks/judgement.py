"""Measure judgement: wrong work caught, right work passed, marks lost where nothing is wrong.

Each mutant is run in many layouts of memory, by hidden cases alone; each is graded as a class is,
to see what it costs beside its own task; right work must get full marks; and the loop without
zero-grad is told from the right one at random starts. `make bench-judgement` takes about an
hour; `make bench-judgement RUNS=20` is a look.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.table import Table

from autograder.assessment import Assessment
from autograder.course import load_grafts, load_public_bank
from autograder.diagnosis.variants import Variant
from autograder.exercises import Exercise, Task, load_exercise, released_exercises
from autograder.grading import grade_submission
from autograder.mutation import without_examples
from autograder.oracles.bank import Bank, load_bank, save_bank
from autograder.records import Outcome, SourceChunk, SubmissionResult
from autograder.sandbox.intake import read_chunks, split_file
from autograder.sandbox.supervisor import run_job
from tests.corpus import faults
from tests.corpus.layouts import Verdict, is_caught, judge_in_layout
from tests.corpus.right_engines import read_right_engines
from tests.corpus.solutions import (
    changed_solution,
    load_mutants,
    read_right_work,
    solution_of,
    without_torch,
)
from tests.unit.grading.in_process import run_in_process

SECRET = b"the secret of the benchmark of judgement, 2 x 16 bytes"
RUNS = 300
PROCESSES = 10  # each has another PYTHONHASHSEED
STARTS = 200
# A mutant with this in it changes one number by a factor of 1 + 1e-6.
SMALL = re.compile(r"1(\.0)? [+-] 1e-6")
JOBS = os.cpu_count() or 1


def main() -> None:
    """Print every figure with its goal; end with 1 when one is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("exercises", nargs="*", default=released_exercises())
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--layouts-of", help=argparse.SUPPRESS)  # one process of many
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.layouts_of:
        banks = Path(arguments.layouts_of)
        for line in run_layouts(arguments.exercises, banks, arguments.first, arguments.runs):
            print(json.dumps(line), flush=True)
        return
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        banks = draw_banks(arguments.exercises, Path(folder), console)
        rows = [measure(exercise, banks[exercise], console) for exercise in arguments.exercises]
        layouts = measure_layouts(arguments.exercises, Path(folder), arguments.runs, console)
    starts = measure_starts(STARTS, console) if "ex07_training" in arguments.exercises else None
    sys.exit(report(rows, layouts, arguments.runs, starts, console))


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one exercise: names of what went wrong, and of how many.

    `foreign` counts pairs of a mutant and a task that is not its own; `robbed` are the pairs that
    lost points.
    """

    exercise: str
    mutants: int
    missed: tuple[str, ...]
    foreign: int
    robbed: tuple[str, ...]
    right: int
    failed: tuple[str, ...]


def draw_banks(exercises: Sequence[str], folder: Path, console: Console) -> dict[str, Bank]:
    """Draw the hidden cases of each exercise and keep them in a folder."""
    from autograder.oracles.drawing import draw_bank  # torch, mpmath and Hypothesis

    banks = {}
    for exercise in exercises:
        with console.status(f"{exercise}: drawing hidden cases"):
            banks[exercise] = draw_bank(load_exercise(exercise), SECRET)
            save_bank(banks[exercise], folder / exercise)
    return banks


def chunks_of(source: str, *, torch_too: bool = True) -> tuple[SourceChunk, ...]:
    """Return a solution's cells without the examples, which take time and decide nothing."""
    source = without_examples(source)
    return tuple(split_file(source if torch_too else without_torch(source)))


def is_about_torch(exercise: Exercise, variant: Variant) -> bool:
    """Say whether a mutant's own task needs the cells that speak of PyTorch."""
    return any("torch" in exercise.task(task).calls for task in variant.tasks) or (
        "torch" in exercise.id
    )


@dataclass(frozen=True, slots=True)
class RightWork:
    """A right hand-in, and the tasks that it must pass; an empty set stands for all."""

    name: str
    chunks: tuple[SourceChunk, ...]
    tasks: frozenset[str] = frozenset()

    def is_failed(self, result: SubmissionResult) -> bool:
        """Say whether it lost marks that it has earned."""
        return any(
            task.outcome is not Outcome.PASSED
            for task in result.tasks
            if not self.tasks or task.id in self.tasks
        )


def right_work_of(exercise: str) -> Iterator[RightWork]:
    """Yield all right work for an exercise."""
    yield RightWork("the solution", chunks_of(solution_of(exercise)))
    for variant in read_right_work(exercise):
        yield RightWork(variant.id, chunks_of(changed_solution(variant)))
    for engine in read_right_engines():
        if exercise in engine.fits:
            yield RightWork(engine.name, read_chunks(engine.path), engine.fits[exercise])
    if exercise == "ex04_operators":
        sources = [*faults.accepted_ways()]
        sources += [(name, faults.engine_source(name)) for name in faults.engine_names()]
        for name, source in sources:
            yield RightWork(name, tuple(split_file(source)))


def own_tasks(exercise: Exercise, variant: Variant) -> list[Task]:
    """Return the tasks that a mutant must not pass."""
    return [exercise.task(task) for task in variant.tasks]


def measure(exercise_id: str, bank: Bank, console: Console) -> Row:
    """Grade every mutant and all right work of an exercise as a class is graded."""
    exercise = load_exercise(exercise_id)
    assessment = Assessment(exercise, load_public_bank(exercise), bank, load_grafts(exercise_id))
    mutants = load_mutants(exercise_id)
    right = list(right_work_of(exercise_id))

    # Loading PyTorch takes a worker two seconds; here it is there once, for one at a time.
    subject, jobs = (run_in_process, 1) if exercise.packages else (run_job, JOBS)

    def grade(chunks: tuple[SourceChunk, ...]) -> SubmissionResult:
        return grade_submission("hand-in", "hand_in.py", chunks, assessment, subject)

    with console.status(f"{exercise_id}: grading {len(mutants)} mutants, {len(right)} right ones"):
        with ThreadPoolExecutor(jobs) as pool:
            sources = [chunks_of(changed_solution(mutant)) for mutant in mutants]
            wrong_results = list(pool.map(grade, sources))
            right_results = list(pool.map(grade, [work.chunks for work in right]))
    missed, robbed, foreign = [], [], 0
    for mutant, result in zip(mutants, wrong_results, strict=True):
        for task in result.tasks:
            is_whole = not exercise.task(task.id).stub
            if task.id in mutant.tasks:
                missed += [f"{mutant.id}: {task.id}"] if task.outcome is Outcome.PASSED else []
            elif exercise.judged_apart and not is_whole:
                foreign += 1
                robbed += [f"{mutant.id}: {task.id}"] if task.points != task.max_points else []
    failed = [
        work.name
        for work, result in zip(right, right_results, strict=True)
        if work.is_failed(result)
    ]
    return Row(
        exercise_id, len(mutants), tuple(missed), foreign, tuple(robbed), len(right), tuple(failed)
    )


def run_layouts(
    exercises: Sequence[str], banks: Path, first: int, runs: int
) -> Iterator[dict[str, object]]:
    """Yield for each mutant how many runs caught it, and the verdicts that it had."""
    for exercise_id in exercises:
        [path] = (banks / exercise_id).iterdir()
        exercise, bank = load_exercise(exercise_id), load_bank(path, "")
        public = replace(load_public_bank(exercise), cases=())
        assessment = Assessment(exercise, public, bank, None)
        if exercise.packages:
            import torch

            torch.set_num_threads(1)  # a child of a process with several threads may wait forever
        for mutant in load_mutants(exercise_id):
            torch_too = is_about_torch(exercise, mutant)
            chunks = chunks_of(changed_solution(mutant), torch_too=torch_too)
            tasks = own_tasks(exercise, mutant)
            verdicts = in_child(
                lambda chunks=chunks, assessment=assessment, tasks=tasks: Counter(
                    json.dumps(judge_in_layout(chunks, assessment, tasks, first + number))
                    for number in range(runs)
                )
            )
            yield {"mutant": mutant.name, "verdicts": verdicts}


def in_child(work: Callable[[], Mapping[str, int]]) -> dict[str, int]:
    """Return what a child process counts; one that a mutant ends has ended for all its runs."""
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(readable)
        try:
            with os.fdopen(writable, "w") as pipe:
                json.dump(work(), pipe)
        finally:
            os._exit(0)
    os.close(writable)
    with os.fdopen(readable) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"null": 0}


@dataclass(frozen=True, slots=True)
class Layouts:
    """For each mutant, how often each verdict was seen."""

    verdicts: dict[str, Counter[str]]

    @property
    def always_caught(self) -> int:
        """How many mutants were caught in every run."""
        return len(self.verdicts) - len(self.escaped)

    @property
    def escaped(self) -> dict[str, int]:
        """The mutants that some run let pass, and how many runs did."""
        found = {}
        for name, verdicts in self.verdicts.items():
            passed = sum(n for text, n in verdicts.items() if not is_caught(read_verdict(text)))
            if passed:
                found[name] = passed
        return found

    def escaped_in_words(self, runs: int) -> list[str]:
        """Return a sentence for each mutant that some run let pass."""
        return [f"{name}: passed in {n} of {runs} layouts" for name, n in self.escaped.items()]

    def changing_in_words(self) -> list[str]:
        """Return a sentence for each mutant whose verdict changed."""
        return [f"{name}: {len(self.verdicts[name])} verdicts" for name in self.changing]

    @property
    def changing(self) -> list[str]:
        """The mutants whose verdict on some check was not always the same."""
        return [name for name, verdicts in self.verdicts.items() if len(verdicts) > 1]


def read_verdict(text: str) -> Verdict:
    """Return a verdict from JSON."""
    return json.loads(text)


def measure_layouts(exercises: Sequence[str], banks: Path, runs: int, console: Console) -> Layouts:
    """Run all mutants in many layouts, in processes of different hash seeds."""
    processes = min(PROCESSES, runs)
    shares = [runs // processes + (index < runs % processes) for index in range(processes)]

    def run_share(index: int) -> str:
        command = [sys.executable, "-m", "benchmarks.judgement", *exercises]
        command += ["--layouts-of", str(banks), "--runs", str(shares[index])]
        command += ["--first", str(sum(shares[:index]))]
        environment = {**os.environ, "PYTHONHASHSEED": str(index), "OMP_NUM_THREADS": "1"}
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
        return done.stdout

    verdicts: dict[str, Counter[str]] = {}
    status = console.status(f"running every mutant in {runs} layouts")
    with status, ThreadPoolExecutor(JOBS) as pool:
        for output in pool.map(run_share, range(processes)):
            for line in output.splitlines():
                entry = json.loads(line)
                verdicts.setdefault(entry["mutant"], Counter()).update(entry["verdicts"])
    return Layouts(verdicts)


@cache
def loops() -> dict[str, tuple[bool, tuple[SourceChunk, ...]]]:
    """Return training loops by name: whether each is right, and its source."""
    exercise = "ex07_training"
    found = {"the solution": (True, chunks_of(solution_of(exercise)))}
    for variant in read_right_work(exercise):
        if any(patch.stub == "train" or "grad" in patch.new for patch in variant.patches):
            found[variant.id] = (True, chunks_of(changed_solution(variant)))
    for variant in load_mutants(exercise):
        if variant.tasks == ("train",):
            found[variant.id] = (False, chunks_of(changed_solution(variant)))
    return found


def measure_start(number: int) -> dict[str, bool]:
    """Draw training cases from one start; return for each loop whether it was judged rightly."""
    from autograder.oracles.drawing import Drawing

    exercise = load_exercise("ex07_training")
    task = exercise.task("train")
    drawing = Drawing(exercise, f"start {number}".encode(), lambda done: None)
    drawing.draw_calls(task)
    public = load_public_bank(exercise)
    bank = replace(public, cases=tuple(drawing.cases))
    assessment = Assessment(exercise, replace(public, cases=()), bank, None)
    return {
        name: is_caught(judge_in_layout(chunks, assessment, [task], number)) != is_right
        for name, (is_right, chunks) in loops().items()
    }


def measure_starts(starts: int, console: Console) -> dict[str, int]:
    """Return for each training loop from how many random starts it was judged rightly."""
    counts: Counter[str] = Counter(dict.fromkeys(loops(), 0))
    with (
        console.status(f"training loops from {starts} random starts"),
        ProcessPoolExecutor(JOBS) as pool,
    ):
        for judged in pool.map(measure_start, range(starts)):
            counts.update(name for name, is_right in judged.items() if is_right)
    return dict(counts)


def report(
    rows: Sequence[Row],
    layouts: Layouts,
    runs: int,
    starts: dict[str, int] | None,
    console: Console,
) -> int:
    """Print the tables; return 1 when a goal is missed, else 0."""
    table = Table("exercise", "mutants", "caught", "right work", "full marks", "lost elsewhere")
    for row in rows:
        missed = {name.partition(":")[0] for name in row.missed}
        table.add_row(
            row.exercise,
            str(row.mutants),
            str(row.mutants - len(missed)),
            str(row.right),
            str(row.right - len(row.failed)),
            f"{len(row.robbed)} of {row.foreign}" if row.foreign else "not judged apart",
        )
    console.print(table)
    mutants = len(layouts.verdicts)
    small = [
        mutant.name
        for row in rows
        for mutant in load_mutants(row.exercise)
        if any(SMALL.search(patch.new) for patch in mutant.patches)
    ]
    caught = [name for name in small if name not in layouts.escaped]
    tell(console, f"mutants caught in {runs} of {runs} layouts", layouts.always_caught, mutants)
    tell(console, "of these, errors of one in a million", len(caught), len(small))
    tell(console, "verdicts that never changed", mutants - len(layouts.changing), mutants)
    problems = [*layouts.escaped_in_words(runs), *layouts.changing_in_words()]
    for row in rows:
        problems += [f"{row.exercise}: {name}" for name in (*row.missed, *row.failed, *row.robbed)]
    if starts is not None:
        for is_right, what in ((True, "right loops passed"), (False, "wrong loops caught")):
            names = [name for name, (right, _) in loops().items() if right == is_right]
            judged = sum(starts[name] for name in names)
            tell(console, f"{what}, from {STARTS} starts each", judged, STARTS * len(names))
        problems += [f"loop {name}: {n} starts" for name, n in starts.items() if n < STARTS]
    for problem in problems:
        console.print(problem, style="red")
    return 1 if problems else 0


def tell(console: Console, title: str, reached: int, goal: int) -> None:
    """Print one figure beside its goal."""
    console.print(f"{title:<45} {reached:>6} of {goal}")


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # those of hand-ins, as in a worker
    main()
