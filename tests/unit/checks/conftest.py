"""Cases by hand: a program, what a right engine gives, and what some engine gave."""

from collections.abc import Callable
from typing import Any

import pytest

from autograder.oracles.bank import Case
from autograder.programs.program import Program

MakeCase = Callable[..., Case]


@pytest.fixture(scope="session")
def make_case() -> MakeCase:
    """Return a function that makes a case from instructions and expected numbers."""

    def make(form: str, instructions: list[tuple[Any, ...]], *expected: float) -> Case:
        program = Program(tuple(instructions))
        assert len(program.reads) == len(expected)
        return Case("case-001", "task", form, program, expected, (1e-9,) * len(expected))

    return make


@pytest.fixture(scope="session")
def difference(make_case: MakeCase) -> Case:
    """5 - 3: reads are the type, the value, two gradients, and the operands' data."""
    return make_case(
        "alone",
        [
            ("leaf", 5.0),
            ("leaf", 3.0),
            ("operator", "sub", 0, 1),
            ("inspect", 2, "node"),
            ("read", 2, "data"),
            ("backward", 2),
            ("read", 0, "grad"),
            ("read", 1, "grad"),
            ("read", 0, "data"),
            ("read", 1, "data"),
        ],
        *(1.0, 2.0, 1.0, -1.0, 5.0, 3.0),
    )


@pytest.fixture(scope="session")
def power(make_case: MakeCase) -> Case:
    """2 ** b with b = 3, a Value: reads are the type, the value, two gradients, and the data."""
    return make_case(
        "value-exponent",
        [
            ("leaf", 2.0),
            ("leaf", 3.0),
            ("operator", "pow", 0, 1),
            ("inspect", 2, "node"),
            ("read", 2, "data"),
            ("backward", 2),
            ("read", 0, "grad"),
            ("read", 1, "grad"),
            ("read", 0, "data"),
            ("read", 1, "data"),
        ],
        *(1.0, 8.0, 12.0, 5.545177444479562, 2.0, 3.0),
    )
