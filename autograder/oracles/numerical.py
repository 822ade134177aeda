"""The oracle that knows no calculus: central differences at 60 digits with mpmath.

It runs a program forward only. The gradient of a node is the difference of two runs in which a
small step is added to that node's number. With 60 digits and a step of 1e-20 both the truncation
(step squared) and the cancellation (1e-60 / step) stay near 1e-40: exact in float64.
"""

from typing import Any

from autograder.errors import MissingExtraError
from autograder.programs.interpreter import INFIX
from autograder.programs.program import Program
from autograder.registry import OPERATORS

try:
    import mpmath
except ModuleNotFoundError as error:
    raise MissingExtraError("bank", "mpmath") from error

DIGITS = 60
STEP_EXPONENT = -20

# Functions that mpmath does not have under the operator's name.
EXTRA = {
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
    "relu": lambda x: max(x, mpmath.mpf(0)),
}


def run_forward(program: Program, stepped: int = -1, step: Any = 0) -> list[Any]:
    """Return all registers at high precision, `step` being added to the register `stepped`."""
    registers: list[Any] = []
    for register, (word, *rest) in program.producers():
        if word == "operator":
            operands = [registers[index] for index in rest[1:]]
            twin = OPERATORS[rest[0]].mpmath
            if twin:
                function = EXTRA.get(twin) or getattr(mpmath, twin)
                number = function(*operands)
            else:
                number = INFIX[rest[0]](*operands)
        elif word in ("leaf", "constant"):
            number = mpmath.mpf(rest[0])
        else:
            raise NotImplementedError(f"a numerical derivative through {word}")
        registers.append(number + step if register == stepped else number)
    return registers


def observe_numerical(program: Program) -> tuple[float, ...]:
    """Return the program's observed numbers from high-precision forward runs alone."""
    with mpmath.workdps(DIGITS):
        plain = run_forward(program)
        step = mpmath.mpf(10) ** STEP_EXPONENT
        values = []
        outputs: list[int] = []
        for word, *rest in program.instructions:
            if word == "backward":
                outputs.append(rest[0])
            elif word == "inspect":
                values.append(1.0)
            elif word == "read" and rest[1] == "data":
                values.append(float(plain[rest[0]]))
            elif word == "read":
                # Gradients of several backward passes accumulate.
                gradient = mpmath.mpf(0)
                for output in outputs:
                    above = run_forward(program, rest[0], step)[output]
                    below = run_forward(program, rest[0], -step)[output]
                    gradient += (above - below) / (2 * step)
                values.append(float(gradient))
        return tuple(values)
