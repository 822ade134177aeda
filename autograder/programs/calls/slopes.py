"""Calls of the slopes exercise: differences, the gradient of a function, the best step."""

from collections.abc import Callable, Sequence
from functools import partial

from autograder.programs.calls.family import CallForm, Family, Numbers
from autograder.programs.program import Program, ProgramBuilder

# The step is wide, so that forward and central differences lie far apart.
STEPS = (0.5, 0.25, 0.1)

# One estimate's error shrinks with the step, the other's with its square: each has its own number
# at every step, and neither has the number of a step that the student prefers.
SHRINKING_STEPS = (1.0, 0.1, 0.01)

# Where a function is 0 and flat, an estimate is all error, and floats show it at any step.
STEPS_AT_ZERO = (0.01, 1e-4, 1e-6)

# Added to a number of ordinary size, this changes nothing.
LOST_STEP = 1e-17

# A cubic that is 0 and flat at one place, and so steep around it that a step of a billionth shows
# it. With the lost step even exact numbers give less than any tolerance.
STEEP = 1e15


def write_polynomial(builder: ProgramBuilder, *coefficients: float) -> int:
    """Append a function of one number: c0 + c1 * x + c2 * x**2 + …, from the highest power down."""
    body = ProgramBuilder()
    body.registers = 1  # x
    result = body.constant(coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        result = body.produce("operator", "mul", result, 0)
        if coefficient:
            result = body.produce("operator", "add", result, body.constant(coefficient))
    return builder.produce("function", 1, tuple(body.instructions), result)


def write_bent_line(builder: ProgramBuilder, bend: float, size: float, tilt: float) -> int:
    """Append size * |x - bend| + tilt * x, which has another slope on each side of the bend."""
    body = ProgramBuilder()
    body.registers = 1
    distance = body.produce("operator", "sub", 0, body.constant(bend))
    square = body.produce("operator", "mul", distance, distance)
    root = body.produce("operator", "pow", square, body.constant(0.5))
    bent = body.produce("operator", "mul", body.constant(size), root)
    line = body.produce("operator", "mul", body.constant(tilt), 0)
    total = body.produce("operator", "add", bent, line)
    return builder.produce("function", 1, tuple(body.instructions), total)


def write_steep_cubic(builder: ProgramBuilder, place: float, size: float) -> int:
    """Append size * (x - place)**3."""
    body = ProgramBuilder()
    body.registers = 1
    distance = body.produce("operator", "sub", 0, body.constant(place))
    result = body.constant(size)
    for _ in range(3):
        result = body.produce("operator", "mul", result, distance)
    return builder.produce("function", 1, tuple(body.instructions), result)


def write_reciprocal(builder: ProgramBuilder, top: float) -> int:
    """Append the function top / x."""
    body = (("constant", top), ("operator", "truediv", 1, 0))
    return builder.produce("function", 1, body, 2)


def observe(builder: ProgramBuilder, *results: int) -> Program:
    """Read plain numbers and return the program."""
    for result in results:
        builder.do("read", result, "number")
    return Program(tuple(builder.instructions))


def call_difference(name: str, degree: int, numbers: Numbers) -> Program:
    """Write a difference of a polynomial."""
    builder = ProgramBuilder()
    f = write_polynomial(builder, *numbers.several(degree + 1))
    x, h = builder.constant(numbers.any()), builder.constant(numbers.choice(STEPS))
    return observe(builder, builder.produce("call", name, f, x, h))


def call_difference_of_reciprocal(name: str, numbers: Numbers) -> Program:
    """Write a difference of top / x."""
    builder = ProgramBuilder()
    f = write_reciprocal(builder, numbers.any())
    x, h = builder.constant(1.0 + numbers.positive()), builder.constant(numbers.choice(STEPS))
    return observe(builder, builder.produce("call", name, f, x, h))


def call_difference_at_small_step(name: str, numbers: Numbers) -> Program:
    """Write a difference with a small step."""
    builder = ProgramBuilder()
    f = write_polynomial(builder, *numbers.several(4))
    x, h = builder.constant(numbers.any()), builder.constant(0.001)
    return observe(builder, builder.produce("call", name, f, x, h))


def call_differences_at_steps(name: str, numbers: Numbers) -> Program:
    """Write a difference of one cubic at one place, with smaller and smaller steps."""
    builder = ProgramBuilder()
    f = write_polynomial(builder, *numbers.several(4))
    x = builder.constant(numbers.any())
    steps = [builder.constant(h) for h in SHRINKING_STEPS]
    return observe(builder, *[builder.produce("call", name, f, x, h) for h in steps])


def call_differences_at_zero(name: str, numbers: Numbers) -> Program:
    """Write a difference of a cubic where it is 0 and flat, with smaller and smaller steps."""
    builder = ProgramBuilder()
    f = write_polynomial(builder, 0.0, 0.0, *numbers.several(2))
    x = builder.constant(0.0)
    steps = [builder.constant(h) for h in STEPS_AT_ZERO]
    return observe(builder, *[builder.produce("call", name, f, x, h) for h in steps])


def call_differences_at_places(name: str, numbers: Numbers) -> Program:
    """Write a difference of two parabolas at the same three places, with one step."""
    builder = ProgramBuilder()
    functions = [write_polynomial(builder, *numbers.several(3)) for _ in range(2)]
    step = numbers.choice(STEPS)
    h = builder.constant(step)
    # The first place is above 0, and a step back from it is below.
    places = (step / 2, 0, -numbers.choice((1, 2, 3)))
    return observe(
        builder,
        *[
            builder.produce("call", name, f, x, h)
            for x in [builder.constant(place) for place in places]
            for f in functions
        ],
    )


def call_difference_beside_a_bend(name: str, numbers: Numbers) -> Program:
    """Write a difference of a line with a bend, which lies within a step before the place."""
    builder = ProgramBuilder()
    x, h = numbers.any(), numbers.choice(STEPS)
    f = write_bent_line(builder, x - h / 4, 1.0 + numbers.positive(), numbers.small())
    return observe(
        builder, builder.produce("call", name, f, builder.constant(x), builder.constant(h))
    )


def call_difference_with_a_lost_step(name: str, numbers: Numbers) -> Program:
    """Write a difference whose step is lost, so that its places are one.

    Around this place the function is so steep that any longer step gives another result.
    """
    builder = ProgramBuilder()
    place = numbers.any()
    f = write_steep_cubic(builder, place, STEEP * numbers.positive())
    x, h = builder.constant(place), builder.constant(LOST_STEP)
    return observe(builder, builder.produce("call", name, f, x, h))


def difference_forms(name: str, prefix: str) -> tuple[CallForm, ...]:
    """Return the forms of a difference."""
    return (
        CallForm(
            f"{prefix}-line", "of a straight line", "plain", partial(call_difference, name, 1)
        ),
        CallForm(f"{prefix}-square", "of a parabola", "plain", partial(call_difference, name, 2)),
        CallForm(f"{prefix}-cube", "of a cubic", "plain", partial(call_difference, name, 3)),
        CallForm(
            f"{prefix}-reciprocal",
            "of c / x",
            "plain",
            partial(call_difference_of_reciprocal, name),
        ),
        CallForm(
            f"{prefix}-small-step",
            "with a small step",
            "plain",
            partial(call_difference_at_small_step, name),
        ),
        CallForm(
            f"{prefix}-lost-step",
            "with a step that gets lost",
            "plain",
            partial(call_difference_with_a_lost_step, name),
        ),
        CallForm(
            f"{prefix}-steps",
            "with smaller and smaller steps",
            "plain",
            partial(call_differences_at_steps, name),
        ),
        CallForm(
            f"{prefix}-at-zero",
            "at 0, with smaller and smaller steps",
            "plain",
            partial(call_differences_at_zero, name),
        ),
        CallForm(
            f"{prefix}-places",
            "of two functions at several places",
            "plain",
            partial(call_differences_at_places, name),
        ),
        CallForm(
            f"{prefix}-bend",
            "of a line with a bend nearby",
            "plain",
            partial(call_difference_beside_a_bend, name),
        ),
    )


def draw_ordinary(numbers: Numbers) -> tuple[float, ...]:
    """Return a point of ordinary numbers."""
    return numbers.positive(), numbers.positive(), numbers.positive()


def draw_whole(numbers: Numbers) -> tuple[float, ...]:
    """Return a point of whole numbers."""
    return tuple(int(numbers.choice((1, 2, 3, 4, 5))) for _ in range(3))


# A gradient that is measured at these two points is wrong with any step. Near 0, 1/c and √a bend
# so much that a step must be tiny; beside a large b, the rounding of g hides a tiny step.


def draw_near_zero(numbers: Numbers) -> tuple[float, ...]:
    """Return a point whose a and c are near 0, and so 1/c is large."""
    a, c = (round(0.0125 + numbers.positive() / 400, 5) for _ in range(2))
    return a, numbers.positive(), c


def draw_beside_large(numbers: Numbers) -> tuple[float, ...]:
    """Return a point whose b is large, beside small slopes for a and c."""
    a, c = 0.25 + numbers.positive() / 10, 2.0 + numbers.positive() / 10
    return round(a, 3), round(60.0 + 5 * numbers.positive(), 2), round(c, 3)


def call_gradient(draw: Callable[[Numbers], tuple[float, ...]], numbers: Numbers) -> Program:
    """Write the analytic gradient at a point."""
    builder = ProgramBuilder()
    point = [builder.constant(number) for number in draw(numbers)]
    result = builder.produce("call", "gradient", *point)
    builder.do("inspect", result, "length")
    return observe(builder, *[builder.produce("item", result, index) for index in range(3)])


def write_product_and_cubes(builder: ProgramBuilder, used: Sequence[int], numbers: Numbers) -> int:
    """Append a function of a list: a factor times the product of its items, and their cubes.

    The cubes have factors of their own, so that each item has its own slope and its own error.
    """
    body = ProgramBuilder()
    body.registers = 1
    total = body.constant(numbers.any())
    items = [body.produce("item", 0, index) for index in used]
    for item in items:
        total = body.produce("operator", "mul", total, item)
    for item, factor in zip(items, numbers.several(len(used)), strict=True):
        share = body.constant(factor)
        for _ in range(3):
            share = body.produce("operator", "mul", share, item)
        total = body.produce("operator", "add", total, share)
    return builder.produce("function", 1, tuple(body.instructions), total)


def draw_different(size: int, numbers: Numbers) -> list[float]:
    """Return a point whose coordinates differ."""
    return numbers.several(size)


def draw_equal(size: int, numbers: Numbers) -> list[float]:
    """Return a point whose last two coordinates are equal, and still have other slopes."""
    coordinates = numbers.several(size)
    coordinates[-2] = coordinates[-1]
    return coordinates


def draw_whole_coordinates(size: int, numbers: Numbers) -> list[float]:
    """Return a point of whole numbers, one of them 0."""
    others = [int(numbers.choice((-3, -2, -1, 1, 2, 3))) for _ in range(size - 1)]
    return [others[0], 0, *others[1:]]


def draw_zeros(size: int, numbers: Numbers) -> list[float]:
    """Return a point where each slope is 0, and so each estimate is all error."""
    return [0.0] * size


def call_numerical_gradient(
    size: int,
    numbers: Numbers,
    *,
    draw: Callable[[int, Numbers], list[float]] = draw_different,
    steps: Sequence[float] = (),
    unused: int = -1,
    again: bool = False,
) -> Program:
    """Write the numerical gradient at a point; with `again`, read the point afterwards.

    With `steps`, it is called with each of them, and all results are read at the end. `unused` is
    the index of a coordinate without influence.
    """
    builder = ProgramBuilder()
    used = [index for index in range(size) if index != unused]
    f = write_product_and_cubes(builder, used, numbers)
    point = builder.numbers(*draw(size, numbers))
    results = [
        builder.produce("call", "numerical_gradient", f, point, builder.constant(h))
        for h in steps or (numbers.choice(STEPS),)
    ]
    read = [point] if again else results
    for container in read:
        builder.do("inspect", container, "length")
    return observe(
        builder,
        *[builder.produce("item", container, i) for container in read for i in range(size)],
    )


def draw_cubic(numbers: Numbers) -> list[float]:
    """Return the coefficients of a cubic, whose estimates are too large or too small."""
    return numbers.several(4)


def draw_rising_cubic(numbers: Numbers) -> list[float]:
    """Return the coefficients of a cubic that rises above 0; all estimates but 0 are too large."""
    return [numbers.positive() for _ in range(4)]


def draw_falling_cubic(numbers: Numbers) -> list[float]:
    """Return the coefficients of a cubic that falls above 0; all estimates but 0 are too small."""
    return [-numbers.positive() for _ in range(4)]


def draw_parabola(numbers: Numbers) -> list[float]:
    """Return the coefficients of a parabola, whose estimates are right for any wide step."""
    return numbers.several(3)


def call_best_step(
    steps: tuple[float, ...],
    numbers: Numbers,
    *,
    draw: Callable[[Numbers], list[float]] = draw_cubic,
    again: bool = False,
) -> Program:
    """Write the choice among steps, of which one is best by a wide margin.

    With `again`, read the steps afterwards.
    """
    builder = ProgramBuilder()
    coefficients = draw(numbers)
    f = write_polynomial(builder, *coefficients)
    # Of many digits, so that no estimate that is all rounding meets the slope by chance.
    x = round(numbers.positive() + 1 / 9, 9)
    slope = sum(power * c * x ** (power - 1) for power, c in enumerate(coefficients) if power)
    listed = builder.numbers(*steps)
    result = builder.produce(
        "call", "best_step", f, builder.constant(x), builder.constant(slope), listed
    )
    if again:
        builder.do("inspect", listed, "length")
        return observe(builder, *[builder.produce("item", listed, i) for i in range(len(steps))])
    return observe(builder, result)


SLOPES = (
    Family("forward-difference", difference_forms("forward_difference", "forward")),
    Family("central-difference", difference_forms("central_difference", "central")),
    Family(
        "numerical-gradient",
        tuple(
            CallForm(f"partials-{name}", title, group, write)
            for name, title, group, write in (
                ("one", "of one input", "plain", partial(call_numerical_gradient, 1)),
                ("two", "of two inputs", "plain", partial(call_numerical_gradient, 2)),
                ("three", "of three inputs", "plain", partial(call_numerical_gradient, 3)),
                ("five", "of five inputs", "plain", partial(call_numerical_gradient, 5)),
                (
                    "equal",
                    "of inputs that are equal",
                    "plain",
                    partial(call_numerical_gradient, 3, draw=draw_equal),
                ),
                (
                    "whole",
                    "of whole numbers",
                    "plain",
                    partial(call_numerical_gradient, 3, draw=draw_whole_coordinates),
                ),
                (
                    "unused",
                    "of an input without influence",
                    "plain",
                    partial(call_numerical_gradient, 3, unused=1),
                ),
                (
                    "steps",
                    "with smaller and smaller steps",
                    "plain",
                    partial(call_numerical_gradient, 2, steps=SHRINKING_STEPS),
                ),
                (
                    "at-zero",
                    "at 0, with smaller and smaller steps",
                    "plain",
                    partial(call_numerical_gradient, 2, draw=draw_zeros, steps=STEPS_AT_ZERO),
                ),
                (
                    "point",
                    "the point afterwards",
                    "unchanged",
                    partial(call_numerical_gradient, 3, again=True),
                ),
                (
                    "point-whole",
                    "the point afterwards",
                    "unchanged",
                    partial(call_numerical_gradient, 3, draw=draw_whole_coordinates, again=True),
                ),
            )
        ),
    ),
    Family(
        "analytic-gradient",
        tuple(
            CallForm(f"analytic-{name}", title, "plain", partial(call_gradient, draw))
            for name, title, draw in (
                ("one", "at a point", draw_ordinary),
                ("two", "at a point", draw_ordinary),
                ("three", "at a point", draw_ordinary),
                ("whole", "at a point of whole numbers", draw_whole),
                ("near-zero", "at a point near 0", draw_near_zero),
                ("large", "at a point with a large number", draw_beside_large),
            )
        ),
    ),
    Family(
        "best-step",
        tuple(
            CallForm(f"best-step-{name}", title, group, write)
            for name, title, group, write in (
                ("one", "one step alone", "plain", partial(call_best_step, (2.0,))),
                (
                    "middle",
                    "too wide, right, too small",
                    "plain",
                    partial(call_best_step, (0.5, 1e-4, 1e-15)),
                ),
                (
                    "first",
                    "the right one first",
                    "plain",
                    partial(call_best_step, (1e-5, 0.25, 1e-17)),
                ),
                (
                    "last",
                    "the right one last",
                    "plain",
                    partial(call_best_step, (1.0, 1e-16, 0.5, 1e-4)),
                ),
                (
                    "above",
                    "estimates above the slope",
                    "plain",
                    partial(call_best_step, (0.01, LOST_STEP, 1.0, 0.1), draw=draw_rising_cubic),
                ),
                (
                    "below",
                    "estimates below the slope",
                    "plain",
                    partial(call_best_step, (0.1, 1.0, LOST_STEP, 0.01), draw=draw_falling_cubic),
                ),
                (
                    "all-wide",
                    "all of them too wide",
                    "plain",
                    partial(call_best_step, (200.0, 20.0)),
                ),
                (
                    "all-good",
                    "several good ones",
                    "plain",
                    partial(call_best_step, (0.01, 1e-4, 1e-3)),
                ),
                (
                    "parabola",
                    "the widest is right",
                    "plain",
                    partial(call_best_step, (1e-8, 0.5, 1e-13), draw=draw_parabola),
                ),
                (
                    "list",
                    "the list of steps afterwards",
                    "unchanged",
                    partial(call_best_step, (0.5, 1e-4, 1e-15), again=True),
                ),
            )
        ),
    ),
)
