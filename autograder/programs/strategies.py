"""Hypothesis strategies for programs. The only module that imports Hypothesis.

Used when a bank is drawn, and by the tests.
"""

import tempfile
from collections.abc import Callable, Sequence

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir

from autograder.programs.program import Program, ProgramBuilder
from autograder.registry import Usage

# Leaves come from short decimals, so that a counterexample can be read and pasted.
GRID_STEP = 0.05
GRID_LOWEST, GRID_HIGHEST = 5, 60  # in steps: 0.25 to 3

EXPONENTS = (2, 3, -1, -2, 0.5, 1.5, 2.0)
NUMBERS = (2, 3, -2, 0.5, 1.5, -0.75, True)


def grid_number(steps: int) -> float:
    """Return the short decimal that many steps from zero."""
    return round(steps * GRID_STEP, 2)


def leaf_numbers() -> st.SearchStrategy[float]:
    """Draw a leaf's number: a short decimal of size 0.25 to 3, of either sign."""
    sizes = st.integers(GRID_LOWEST, GRID_HIGHEST)
    return st.builds(lambda size, sign: grid_number(size * sign), sizes, st.sampled_from((1, -1)))


@st.composite
def programs(draw: st.DrawFn, usages: Sequence[Usage], most_operators: int = 8) -> Program:
    """Draw a program of 1 to 3 leaves and 2 to `most_operators` operators of the given usages.

    Every node reaches the output, so that every leaf has a gradient to compare. Domains are not
    looked at here; whoever judges with a program asks the oracles first.
    """
    builder = ProgramBuilder()
    nodes = [builder.leaf(draw(leaf_numbers())) for _ in range(draw(st.integers(1, 3)))]
    consumed: set[int] = set()

    def take_node() -> int:
        node = draw(st.sampled_from(nodes))
        consumed.add(node)
        return node

    for _ in range(draw(st.integers(2, most_operators))):
        usage = draw(st.sampled_from(usages))
        name = usage.operator.name
        if usage.number_on_left or usage.number_on_right:
            number = builder.constant(draw(st.sampled_from(NUMBERS)))
            operands = [number, take_node()] if usage.number_on_left else [take_node(), number]
            nodes.append(builder.apply(name, *operands))
        elif usage.needs_exponent:
            exponent = builder.constant(draw(st.sampled_from(EXPONENTS)))
            nodes.append(builder.apply(name, take_node(), exponent))
        else:
            nodes.append(builder.apply(name, *(take_node() for _ in range(usage.operator.arity))))
    output, *loose = [node for node in nodes if node not in consumed]
    for node in loose:
        output = builder.apply("add", output, node)
    return builder.finish(output)


def draw_programs(
    usages: Sequence[Usage], number: int, seed_number: int, accept: Callable[[Program], bool]
) -> list[Program]:
    """Return that many different accepted programs, always the same for a seed and a Hypothesis.

    Raises RuntimeError when Hypothesis runs out of programs that are accepted.
    """
    found: dict[Program, None] = {}

    # About one draw in four is of ordinary size and inside every domain.
    @seed(seed_number)
    @settings(
        max_examples=20 * number,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(programs(usages))
    def collect(program: Program) -> None:
        if len(found) < number and program not in found and accept(program):
            found[program] = None

    with tempfile.TemporaryDirectory() as notes:
        # Hypothesis keeps notes for later runs; a drawing must not depend on any, nor leave them.
        set_hypothesis_home_dir(notes)
        collect()
    if len(found) < number:
        raise RuntimeError(f"only {len(found)} of {number} programs were accepted")
    return sorted(found, key=lambda program: len(program.instructions))
