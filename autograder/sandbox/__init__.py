"""Run a submission in a process of its own: intake, supervisor, worker, limits."""

from autograder.sandbox.intake import HandIn, find_hand_ins, read_chunks
from autograder.sandbox.limits import Limits
from autograder.sandbox.supervisor import Job, run_job

__all__ = ["HandIn", "Job", "Limits", "find_hand_ins", "read_chunks", "run_job"]
