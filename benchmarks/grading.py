"""Measure grading: the worker's cost, the whole of grading, throughput, and a cold start."""

import marshal
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from autograder.assessment import Assessment, Stage, make_job
from autograder.course import load_hidden_bank, public_assessment
from autograder.exercises import load_exercise
from autograder.grading import grade_submission
from autograder.programs import interpreter
from autograder.sandbox.intake import read_chunks
from autograder.sandbox.supervisor import run_job

ROOT = Path(__file__).resolve().parents[1]
SECRET = ROOT / "examples/demo.secret"
HAND_IN = ROOT / "examples/submissions/ex04_operators/ben_right_own_closures.py"
ROUNDS = 25
THROUGHPUT = 120
JOBS = os.cpu_count() or 1

# The same hand-in and programs in a plain interpreter: nothing is checked, limited or sent back.
UNPROTECTED = """\
import marshal, sys
interpreter, programs = marshal.load(sys.stdin.buffer)
names = {"__name__": "submission"}
exec(compile(open(sys.argv[1]).read(), "submission", "exec"), names)
inner = {"__name__": "interpreter"}
exec(interpreter, inner)
for program in programs:
    try:
        inner["ProgramRun"](inner["EngineMachine"](names)).run(program)
    except Exception:  # a Value as exponent may be refused
        pass
"""


def children_cpu_seconds() -> float:
    """Return the computing time of all ended child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def own_cpu_seconds() -> float:
    """Return this process's computing time."""
    return time.process_time()


def main() -> None:
    """Print every figure with its goal."""
    exercise = load_exercise("ex04_operators")
    hidden = load_hidden_bank(exercise, SECRET, lambda done: None)
    only_hidden = Assessment(exercise, hidden, None, None)
    chunks = read_chunks(HAND_IN)
    stage = Stage(exercise.tasks, only_hidden.cases_of(exercise.tasks))
    job = make_job(chunks, only_hidden, stage)

    # The worker gets the interpreter compiled, so the plain side does, too.
    code = compile(Path(interpreter.__file__).read_text(encoding="utf-8"), "interpreter", "exec")
    request = marshal.dumps((code, [program.instructions for program in job.programs]))
    command = [sys.executable, "-I", "-S", "-B", "-c", UNPROTECTED]
    command += [str(HAND_IN)]
    plain, worker, whole = [], [], []
    for _ in range(ROUNDS):
        before = children_cpu_seconds()
        subprocess.run(command, input=request, check=True)  # noqa: S603
        plain.append(children_cpu_seconds() - before)
        before = children_cpu_seconds()
        run_job(job)
        worker.append(children_cpu_seconds() - before)
        before = children_cpu_seconds() + own_cpu_seconds()
        grade_submission("b", "b.py", read_chunks(HAND_IN), only_hidden, run_job)
        whole.append(children_cpu_seconds() + own_cpu_seconds() - before)
    print(f"{len(job.programs)} programs a submission, computing time, best of {ROUNDS} rounds")
    print(f"unprotected interpreter   {min(plain) * 1e3:6.1f} ms")
    print(
        f"worker                    {min(worker) * 1e3:6.1f} ms   "
        f"ratio {min(worker) / min(plain):.2f}   (goal: at most 1.5)"
    )
    print(
        f"the whole of grading      {min(whole) * 1e3:6.1f} ms   "
        f"ratio {min(whole) / min(plain):.2f}   (goal: at most 2)"
    )

    grade = partial(grade_submission, "b", "b.py", chunks, only_hidden, run_job)
    start = time.perf_counter()
    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(lambda _: grade(), range(THROUGHPUT)))
    rate = THROUGHPUT / (time.perf_counter() - start)
    print(f"submissions a second      {rate:6.1f}      {JOBS} side by side   (goal: at least 60)")

    with_public = Assessment(exercise, public_assessment(exercise).public, hidden, None)
    start = time.perf_counter()
    with ThreadPoolExecutor(JOBS) as pool:
        list(
            pool.map(
                lambda _: grade_submission("b", "b.py", chunks, with_public, run_job),
                range(THROUGHPUT),
            )
        )
    rate = THROUGHPUT / (time.perf_counter() - start)
    programs = len(with_public.cases_of(exercise.tasks))
    print(f"with the public cases too {rate:6.1f}      {programs} programs a submission")

    cold = []
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("micrograde")), "grade", exercise.id]
        command += [str(HAND_IN), "--secret-file", str(SECRET), "--output", folder]
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)  # noqa: S603
            cold.append(time.perf_counter() - start)
    print(f"one cold micrograde grade {min(cold):6.2f} s    (goal: at most 0.5)")


if __name__ == "__main__":
    main()
