"""The smaller programs that a drawn program holds: by the smallest that fails, a failure is shown.

Used when a bank is drawn, so that the oracles give their numbers. Which of them fail is found out
when a submission is graded (`autograder/reduction.py`).
"""

from collections.abc import Iterator, Mapping

from autograder.oracles.bank import Case
from autograder.programs.program import Program, ProgramBuilder

# What stands for a part that is left out is rounded so far: a counterexample is read and pasted.
DECIMALS = 2


def reductions_of(case: Case) -> list[Program]:
    """Return the programs inside a case of leaves, plain numbers and operators, smallest first.

    Each result is the output in turn, with all that lies so many steps behind it replaced by leaves
    of the same value; then with the next step in place, and so on.
    """
    values = {
        read.register: number
        for read, number in zip(case.program.reads, case.expected, strict=True)
        if read.quantity == "data"
    }
    found: dict[Program, None] = {}
    for output, (word, *_) in case.program.producers():
        if word == "operator":
            distances = find_distances(case.program, output)
            for steps in range(1, max(distances.values()) + 1):
                inside = {node for node, distance in distances.items() if distance < steps}
                found[cut_out(case.program, output, inside, values)] = None
    size = len(case.program.instructions)
    smaller = [program for program in found if len(program.instructions) < size]
    return sorted(smaller, key=lambda program: len(program.instructions))


def find_distances(program: Program, output: int) -> dict[int, int]:
    """Return for each register behind an output how many operators lie between, at least."""
    operands = dict(operands_of(program))
    distances = {output: 0}
    layer = [output]
    while layer:
        behind = [(operand, node) for node in layer for operand in operands.get(node, ())]
        layer = []
        for operand, node in behind:
            if operand not in distances:
                distances[operand] = distances[node] + 1
                layer.append(operand)
    return distances


def operands_of(program: Program) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each register that holds an operator's result, with its operands."""
    for register, (word, *rest) in program.producers():
        if word == "operator":
            yield register, tuple(rest[1:])


def cut_out(
    program: Program, output: int, inside: set[int], values: Mapping[int, float]
) -> Program:
    """Return the program of some operators: what they take from outside becomes leaves."""
    operands = dict(operands_of(program))
    kept = inside.union(*(operands.get(node, ()) for node in inside))
    builder = ProgramBuilder()
    places: dict[int, int] = {}
    for register, (word, *rest) in program.producers():
        if register not in kept:
            continue
        if word == "constant":
            places[register] = builder.constant(rest[0])
        elif word == "leaf":
            places[register] = builder.leaf(rest[0])
        elif register in inside:
            taken = [places[operand] for operand in operands[register]]
            places[register] = builder.apply(rest[0], *taken)
        else:
            places[register] = builder.leaf(round(values[register], DECIMALS))
    return builder.finish(places[output])
