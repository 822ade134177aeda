"""The oracle that runs programs on our own model engine."""

import engine_reference
from autograder.programs.interpreter import EngineMachine, ProgramRun
from autograder.programs.program import Program


def observe_reference(program: Program) -> tuple[float, ...]:
    """Return the program's observed numbers on `engine_reference`."""
    run = ProgramRun(EngineMachine(vars(engine_reference)))
    run.run(program.instructions)
    return tuple(run.values)
