"""The oracle that runs programs on our own model engine."""

from collections.abc import Mapping
from random import Random
from typing import Any

import engine_reference
from autograder.programs.interpreter import EngineMachine, ProgramRun, number_of_text
from autograder.programs.program import Program

# One for all parts, so that no two start alike.
GENERATOR = Random(0)  # noqa: S311

# What the engine calls otherwise: it has one softmax, the stable one, and its parts draw from a
# generator that they are given. Its nodes are not made with operands from outside.
ALIASES: Mapping[str, Any] = {
    "Neuron": lambda inputs: engine_reference.Neuron(inputs, GENERATOR),
    "Layer": lambda inputs, outputs: engine_reference.Layer(inputs, outputs, GENERATOR),
    "stable_softmax": engine_reference.softmax,
    "stable_negative_log_likelihood": engine_reference.negative_log_likelihood,
    "log": engine_reference.Value.log,
    "relu": engine_reference.Value.relu,
}


class ReferenceMachine(EngineMachine):
    """A machine of the model engine, whose operators are records."""

    def __init__(self) -> None:
        super().__init__({**vars(engine_reference), **ALIASES})

    def read(self, node: Any, field: str) -> float:
        """Return a number; of an operator's record its symbol."""
        if field == "operator":
            return number_of_text(node.operator.symbol if node.operator else "", field)
        return super().read(node, field)


def observe_reference(program: Program) -> tuple[float, ...] | None:
    """Return the program's observed numbers on `engine_reference`; None for names it has not."""
    machine = ReferenceMachine()
    if not program.names <= machine.names.keys() - {"Value"}:
        return None
    run = ProgramRun(machine)
    run.run(program.instructions)
    return tuple(run.values)
