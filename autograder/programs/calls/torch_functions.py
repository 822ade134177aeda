"""Calls of the PyTorch exercise: a custom function, and gradcheck of right and wrong functions."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from autograder.programs.calls.family import CallForm, Family, Numbers, finish
from autograder.programs.calls.tensors import (
    Shape,
    add_up,
    make_tensor,
    read_block,
    read_gradient,
    read_shape,
)
from autograder.programs.program import Program, ProgramBuilder

# ------------------------------------------------------------------------- the custom function


def make_points(builder: ProgramBuilder, shape: Shape, numbers: Numbers) -> tuple[int, int]:
    """Append a leaf and what the custom function gets; a scalar is a place of the leaf."""
    x = make_tensor(builder, shape or (1,), numbers.several)
    return x, x if shape else builder.produce("item", x, 0)


def read_legendre(shape: Shape, numbers: Numbers) -> Program:
    """Write the custom function at some points, without a backward pass."""
    builder = ProgramBuilder()
    _, points = make_points(builder, shape, numbers)
    result = builder.produce("call", "LegendreP3.apply", points)
    read_shape(builder, result, len(shape))
    builder.do("inspect", result, "float64")
    read_block(builder, result, shape)
    return finish(builder)


def read_legendre_at(points: Sequence[float], numbers: Numbers) -> Program:
    """Write the custom function at given points, and one of its own choice."""
    builder = ProgramBuilder()
    x = builder.produce("tensor", *points, numbers.any())
    result = builder.produce("call", "LegendreP3.apply", x)
    read_block(builder, result, (len(points) + 1,))
    return finish(builder)


def look_at_points(shape: Shape, numbers: Numbers) -> Program:
    """Write the custom function, and read the points that it was given."""
    builder = ProgramBuilder()
    x, points = make_points(builder, shape, numbers)
    builder.produce("call", "LegendreP3.apply", points)
    read_block(builder, x, shape)
    return finish(builder)


def run_legendre(shape: Shape, numbers: Numbers) -> Program:
    """Write the custom function at some points, each result with a weight of its own."""
    builder = ProgramBuilder()
    x, points = make_points(builder, shape, numbers)
    result = builder.produce("call", "LegendreP3.apply", points)
    builder.do("backward", add_up(builder, result, shape, numbers))
    read_gradient(builder, x, shape or (1,))
    return finish(builder)


def run_legendre_alone(numbers: Numbers) -> Program:
    """Write the custom function at one point, with nothing behind it."""
    builder = ProgramBuilder()
    x, point = make_points(builder, (), numbers)
    builder.do("backward", builder.produce("call", "LegendreP3.apply", point))
    read_gradient(builder, x, (1,))
    return finish(builder)


def run_legendre_beside(numbers: Numbers) -> Program:
    """Write the custom function and a use of its points beside it, under one upstream gradient."""
    builder = ProgramBuilder()
    x = make_tensor(builder, (3,), numbers.several)
    result = builder.produce("call", "LegendreP3.apply", x)
    both = builder.apply("add", result, x)
    builder.do("backward", add_up(builder, both, (3,), numbers))
    read_gradient(builder, x, (3,))
    return finish(builder)


def run_legendre_of_result(numbers: Numbers) -> Program:
    """Write the custom function of a square."""
    builder = ProgramBuilder()
    x = make_tensor(builder, (2,), numbers.several)
    result = builder.produce("call", "LegendreP3.apply", builder.apply("mul", x, x))
    builder.do("backward", add_up(builder, result, (2,), numbers))
    read_gradient(builder, x, (2,))
    return finish(builder)


def run_legendre_twice(numbers: Numbers, *, of_same: bool = False, passes: int = 1) -> Program:
    """Write two uses of the custom function: each one must keep what is its own.

    With `of_same` both have the same points. With two passes, each goes backward on its own.
    """
    builder = ProgramBuilder()
    one = make_tensor(builder, (2,), numbers.several)
    other = one if of_same else make_tensor(builder, (2,), numbers.several)
    sums = [
        add_up(builder, builder.produce("call", "LegendreP3.apply", x), (2,), numbers)
        for x in (one, other)
    ]
    for output in [builder.apply("add", *sums)] if passes == 1 else sums:
        builder.do("backward", output)
    read_gradient(builder, one, (2,))
    if other != one:
        read_gradient(builder, other, (2,))
    return finish(builder)


# ------------------------------------------------------------------------- gradcheck

Body = tuple[tuple[Any, ...], ...]

# Functions of one tensor, register 0. What `detach` takes out of the graph is missing in the
# gradient, so that a planted mistake is a part that is detached.
SQUARE: Body = (("operator", "mul", 0, 0),)
CUBE_AND_TANH: Body = (
    ("operator", "mul", 0, 0),
    ("operator", "mul", 1, 0),
    ("method", 0, "tanh"),
    ("operator", "sub", 2, 3),
)
# x * (sum of all x): each result depends on every place.
WITH_SUM: Body = (("method", 0, "sum"), ("operator", "mul", 0, 1))
HALF_SQUARE: Body = (("method", 0, "detach"), ("operator", "mul", 0, 1))
# The slope is 1 and the gradient −1.
WRONG_SIGN: Body = (
    ("method", 0, "detach"),
    ("operator", "add", 1, 1),
    ("operator", "sub", 2, 0),
)
# x² + 0.05 x, of which the second term has no gradient: a small mistake.
TERM_FORGOTTEN: Body = (
    ("operator", "mul", 0, 0),
    ("method", 0, "detach"),
    ("constant", 0.05),
    ("operator", "mul", 2, 3),
    ("operator", "add", 1, 4),
)
# A square whose gradient is halved below 0.
WRONG_BELOW_ZERO: Body = (
    ("method", 0, "relu"),
    ("operator", "mul", 1, 0),
    ("operator", "neg", 0),
    ("method", 3, "relu"),
    ("method", 4, "detach"),
    ("operator", "mul", 5, 3),
    ("operator", "add", 2, 6),
)
# x² + (2x − sum) · (x₁ − x₁) at two places, the second x₁ and the bracket before it detached: the
# gradient of each result is wrong, and the gradient of their sum is right.
WRONG_AT_EACH_PLACE: Body = (
    ("operator", "mul", 0, 0),
    ("operator", "add", 0, 0),
    ("method", 0, "sum"),
    ("operator", "sub", 2, 3),
    ("method", 4, "detach"),
    ("item", 0, 1),
    ("method", 6, "detach"),
    ("operator", "sub", 6, 7),
    ("operator", "mul", 5, 8),
    ("operator", "add", 1, 9),
)


def run_gradcheck(
    body: Body, signs: Sequence[int], numbers: Numbers, *, look: bool = False
) -> Program:
    """Write a check of a function at points of these signs; with `look`, read the points."""
    builder = ProgramBuilder()
    function = builder.produce("function", 1, body, len(body))
    drawn = [numbers.positive() * sign for sign in signs]
    points = builder.numbers(*drawn)
    result = builder.produce("call", "passes_gradcheck", function, points)
    if look:
        builder.do("inspect", points, "length")
        read_block(builder, points, (len(signs),))
        return finish(builder)
    builder.do("read", result, "number")
    builder.do("inspect", result, "bool")
    return finish(builder)


# id, title, function, and the signs of the points
GRADCHECKS: tuple[tuple[str, str, Body, Sequence[int]], ...] = (
    ("right", "of a right function", SQUARE, (1, -1)),
    ("right-one", "of a right function at one point", SQUARE, (-1,)),
    ("right-long", "of a longer right function", CUBE_AND_TANH, (1, -1, 1, -1)),
    ("right-sum", "of a right function that mixes its points", WITH_SUM, (1, -1, -1)),
    ("wrong", "of a wrong function", HALF_SQUARE, (1, -1)),
    ("wrong-one", "of a wrong function at one point", HALF_SQUARE, (1,)),
    ("wrong-sign", "of a wrong sign", WRONG_SIGN, (1, -1)),
    ("wrong-term", "of a small mistake", TERM_FORGOTTEN, (1, -1)),
    ("wrong-below", "of a mistake below 0, at points below 0", WRONG_BELOW_ZERO, (1, 1, -1)),
    ("right-above", "of a mistake below 0, at points above 0", WRONG_BELOW_ZERO, (1, 1, 1)),
    ("wrong-places", "of mistakes that add up to 0", WRONG_AT_EACH_PLACE, (1, 1)),
)


TORCH_FUNCTIONS = (
    Family(
        "legendre-forward",
        (
            CallForm("legendre-value", "one point", "plain", partial(read_legendre, (1,))),
            CallForm("legendre-scalar", "a tensor of no axis", "plain", partial(read_legendre, ())),
            CallForm("legendre-values", "four points", "plain", partial(read_legendre, (4,))),
            CallForm("legendre-table", "a table", "plain", partial(read_legendre, (2, 3))),
            CallForm("legendre-whole", "at −1, 0 and 1", "plain",
                     partial(read_legendre_at, (-1.0, 0.0, 1.0))),
            CallForm("legendre-points", "the points afterwards", "unchanged",
                     partial(look_at_points, (3,))),
        ),
    ),
    Family(
        "legendre",
        (
            CallForm("legendre-alone", "nothing behind it", "plain", run_legendre_alone),
            CallForm("legendre-one", "one point", "plain", partial(run_legendre, (1,))),
            CallForm("legendre-no-axis", "a tensor of no axis", "plain", partial(run_legendre, ())),
            CallForm("legendre-three", "three points", "plain", partial(run_legendre, (3,))),
            CallForm("legendre-rows", "a table", "plain", partial(run_legendre, (2, 2))),
            CallForm("legendre-of-result", "of a result", "plain", run_legendre_of_result),
            CallForm("legendre-beside", "its points used twice", "plain", run_legendre_beside),
            CallForm("legendre-twice", "two uses of it", "plain", run_legendre_twice),
            CallForm("legendre-of-same", "two uses of the same points", "plain",
                     partial(run_legendre_twice, of_same=True)),
            CallForm("legendre-passes", "two uses, two backward passes", "plain",
                     partial(run_legendre_twice, of_same=True, passes=2)),
        ),
    ),
    Family(
        "gradcheck",
        (
            *(CallForm(f"gradcheck-{id_}", title, "plain", partial(run_gradcheck, body, signs))
              for id_, title, body, signs in GRADCHECKS),
            CallForm("gradcheck-list", "the list of points afterwards", "unchanged",
                     partial(run_gradcheck, SQUARE, (1, -1), look=True)),
        ),
    ),
)  # fmt: skip
