"""How much a submission may use. Used by the supervisor, the worker's request and the intake.

Every limit is in this file. They bound what a hostile hand-in costs; an honest one stays far below.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one submission, the same for each of its workers."""

    # A program of the bank takes about 30 µs on a right engine; a slow machine is not 30,000×
    # slower.
    program_cpu_seconds: float = 1.0
    # A notebook may train a small network at top level before or after its engine.
    statement_cpu_seconds: float = 5.0
    # CPU time decides; a worker that sleeps uses none, so waiting counts too. A factor of 3 keeps
    # a short wait for the disk or for a lock from being taken for a hang.
    idle_factor: float = 3.0
    # The backstop where neither CPU time nor waiting is conclusive (a loaded machine, no /proc):
    # only a worker that gets less than 1/60 of a core meets it.
    wall_factor: float = 60.0
    # All workers of one submission together: many long statements must not add up to an hour.
    submission_cpu_seconds: float = 120.0
    # Address space, per worker. CPython needs 20 MB, a graph of 100,000 nodes about 60 MB.
    memory_bytes: int = 512 * 1024 * 1024
    # The same where PyTorch is loaded, which takes 300 MB by itself.
    package_memory_bytes: int = 1024 * 1024 * 1024
    # The usual size, set because an unlimited stack would let a deep recursion take all memory.
    stack_bytes: int = 8 * 1024 * 1024
    # A loop without an end in ex07's `train` stops eight of its examples, one worker each, and
    # programs of four tasks, two workers each. All workers together have a limit of time, too.
    max_restarts: int = 24
    # A unit that ends its worker this often has done so in a second, fresh one; it is then lost
    # for good, and the rest of its task is not run.
    losses_per_unit: int = 2
    # The interpreter opens one file at a time to import a module, beside the reply's descriptor.
    open_files: int = 16
    # No second process or thread. Means nothing for root.
    processes: int = 0
    # A file that grows above this many bytes ends in an OSError.
    file_bytes: int = 0
    # Source of one hand-in: 40 times that of a complete engine with network and training loop.
    source_bytes: int = 256 * 1024
    # A notebook file also holds outputs: a hundred plots at 300 KB. Parsed, it takes three times
    # as much memory.
    notebook_bytes: int = 32 * 1024 * 1024


DEFAULT_LIMITS = Limits()
