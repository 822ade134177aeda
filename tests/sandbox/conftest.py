"""Run a text as a submission in real workers, with limits small enough for quick tests."""

import textwrap
from typing import Any

import pytest

from autograder.programs.program import Program, ProgramBuilder
from autograder.records import Run, SourceChunk
from autograder.sandbox import Job, Limits, run_job


class Sandbox:
    """What the tests of this folder share."""

    quick = Limits(program_cpu_seconds=0.2, statement_cpu_seconds=0.3)

    # A right engine of three operators.
    engine = textwrap.dedent("""
        import math

        class Value:
            def __init__(self, data):
                self.data = data
                self.grad = 0.0

            def __neg__(self):
                return Value(-self.data)

            def __add__(self, other):
                return Value(self.data + other.data)

            def exp(self):
                return Value(math.exp(self.data))
        """)

    def with_exp(self, body: str) -> str:
        """Return the engine with another body of `exp`, whose first line is line 16."""
        head, _, _ = self.engine.partition("        return Value(math.exp")
        return head + textwrap.indent(textwrap.dedent(body), " " * 8)

    def unary(self, name: str, number: float = 0.5) -> Program:
        """Return the program that applies an operator to a leaf and reads leaf and result."""
        builder = ProgramBuilder()
        leaf = builder.leaf(number)
        result = builder.apply(name, leaf)
        return Program((*builder.instructions, ("read", leaf, "data"), ("read", result, "data")))

    def run(
        self,
        *sources: str,
        programs: list[tuple[str, Program]] | None = None,
        limits: Limits | None = None,
        **job: Any,
    ) -> Run:
        """Run sources (one per cell); programs are pairs (task, program)."""
        if programs is None:
            exp = ("exp", self.unary("exp", 0.0))
            programs = [("neg", self.unary("neg")), exp, ("neg", self.unary("neg"))]
        chunks = tuple(
            SourceChunk(cell, 1, textwrap.dedent(source)) for cell, source in enumerate(sources, 1)
        )
        tasks = tuple(task for task, _ in programs)
        sent = tuple(program for _, program in programs)
        return run_job(Job(chunks, sent, tasks, **job), limits or self.quick)


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """The helpers above."""
    return Sandbox()
