"""A further backward pass adds its gradients to those that are there, or takes their place.

What becomes of gradients of an earlier pass is the engine's choice. One adds to them, as PyTorch
does; one first clears its own graph, or all nodes there are. In one program all gradients must be
those of one choice. A pass that does nothing, or hands on more than its own gradients, fits none.
"""

from collections.abc import Iterator

from autograder.checks.order import operands_of
from autograder.checks.property_check import PropertyCheck, reads_leaf_gradient
from autograder.oracles.agreement import within
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Finding, Observation, Outcome, Stop

ACCUMULATES = "accumulates"
RESETS = "resets"


def find_choice(case: Case, observation: Observation) -> Finding:
    """Return a pass with the choice that all gradients fit, "" where two do; or what fits none.

    The expected numbers are those of an engine that accumulates.
    """
    gradients = [i for i, read in enumerate(case.program.reads) if read.quantity == "grad"]
    if len(observation.values) <= gradients[-1]:
        stop = observation.stop or Stop(Outcome.CRASHED)  # numbers missing without a reason
        return Finding(stop.outcome, stop=stop)

    def misfits(expected: dict[int, float]) -> list[int]:
        return [
            index
            for index, number in expected.items()
            if not within(observation.values[index], number, case.tolerance[index])
        ]

    wrong = misfits({index: case.expected[index] for index in gradients})
    resets = any(not misfits(expected) for expected in after_resets(case))
    if wrong and not resets:
        # Pasted, the program shows what the last pass leaves.
        last = last_pass(case.program)
        late = [index for index in wrong if case.program.reads[index].position > last]
        return Finding(Outcome.FAILED, (late or wrong)[0])
    if wrong:
        return Finding(Outcome.PASSED, remark=RESETS)
    return Finding(Outcome.PASSED, remark="" if resets else ACCUMULATES)


def after_resets(case: Case) -> Iterator[dict[int, float]]:
    """Yield the gradients, by their reads, of engines that clear what an earlier pass has left.

    One clears the nodes of the graph that it runs through, the other all nodes.
    """
    for clears_all in (False, True):
        held: dict[int, float] = {}  # what accumulates in each register
        cleared: dict[int, float] = {}  # what of it the passes since have cleared
        found: dict[int, float] = {}
        reads = {read.position: index for index, read in enumerate(case.program.reads)}
        for position, (word, register, *rest) in enumerate(case.program.instructions):
            if word == "set" and rest[0] == "grad":
                held[register] = rest[1]
                cleared[register] = 0.0
            elif word == "backward":
                graph = held if clears_all else nodes_of(case.program, register)
                cleared |= {node: held.get(node, 0.0) for node in graph}
            elif word == "read" and rest[0] == "grad":
                index = reads[position]
                held[register] = case.expected[index]
                found[index] = held[register] - cleared.get(register, 0.0)
        yield found


def nodes_of(program: Program, output: int) -> set[int]:
    """Return the registers of a graph, from its output to its leaves."""
    found, waiting = set(), [output]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += operands_of(program, node)
    return found


def last_pass(program: Program) -> int:
    """Return the position of the last backward pass."""
    return max(i for i, (word, *_) in enumerate(program.instructions) if word == "backward")


CHECK = PropertyCheck(
    id="repeated",
    title="a further backward pass",
    groups=frozenset({"repeated"}),
    wants=reads_leaf_gradient,
    needs="gradient",
    otherwise=find_choice,
)
