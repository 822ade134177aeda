"""A program becomes Python that runs and gives what the program gives."""

import pytest

import engine_reference
from autograder.oracles.bank import Bank
from autograder.programs.program import Program
from autograder.programs.rendering import render_program, render_quantity


@pytest.mark.parametrize(
    ("instructions", "text"),
    [
        (
            (("leaf", 1.0), ("operator", "exp", 0), ("operator", "add", 1, 0), ("backward", 2)),
            "a = Value(1.0)\nb = a.exp()\nc = b + a\nc.backward()",
        ),
        (
            (("leaf", 2.0), ("constant", -2), ("operator", "sub", 1, 0), ("operator", "neg", 2)),
            "a = Value(2.0)\nb = (-2) - a\nc = -b",
        ),
        (
            (("leaf", -2.0), ("constant", -1), ("operator", "pow", 0, 1), ("set", 0, "grad", 0.5)),
            "a = Value(-2.0)\nb = a ** (-1)\na.grad = 0.5",
        ),
    ],
)
def test_text(instructions: tuple[tuple[object, ...], ...], text: str) -> None:
    assert text == render_program(Program(instructions))


def test_pasting_any_program_of_a_bank_gives_its_expected_numbers(hidden_bank: Bank) -> None:
    for case in hidden_bank.cases:
        names = dict(vars(engine_reference))
        exec(render_program(case.program), names)  # noqa: S102 this is what a student does
        for index, read in enumerate(case.program.reads):
            if read.quantity != "node":
                observed = eval(render_quantity(case.program, index), names)  # noqa: S307 the same
                assert observed == pytest.approx(case.expected[index], abs=case.tolerance[index])
