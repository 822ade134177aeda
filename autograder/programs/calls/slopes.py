"""Calls of the slopes exercise: differences, the gradient of a function, the best step."""

from functools import partial

from autograder.programs.calls.family import CallForm, Family, Numbers
from autograder.programs.program import Program, ProgramBuilder

# The step is wide, so that forward and central differences lie far apart.
STEPS = (0.5, 0.25, 0.1)


def write_polynomial(builder: ProgramBuilder, *coefficients: float) -> int:
    """Append a function of one number: c0 + c1 * x + c2 * x**2 + …, from the highest power down."""
    body = ProgramBuilder()
    body.registers = 1  # x
    result = body.constant(coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        product = body.produce("operator", "mul", result, 0)
        result = body.produce("operator", "add", product, body.constant(coefficient))
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
    )


def call_gradient(numbers: Numbers) -> Program:
    """Write the analytic gradient at a point."""
    builder = ProgramBuilder()
    point = [builder.constant(numbers.positive()) for _ in range(3)]
    result = builder.produce("call", "gradient", *point)
    builder.do("inspect", result, "length")
    return observe(builder, *[builder.produce("item", result, index) for index in range(3)])


def write_bilinear(builder: ProgramBuilder, size: int, factor: float) -> int:
    """Append a function of a list: factor * p0 * p1 * … + the last one, squared."""
    body = ProgramBuilder()
    body.registers = 1
    result = body.constant(factor)
    items = [body.produce("item", 0, index) for index in range(size)]
    for item in items:
        result = body.produce("operator", "mul", result, item)
    square = body.produce("operator", "mul", items[-1], items[-1])
    total = body.produce("operator", "add", result, square)
    return builder.produce("function", 1, tuple(body.instructions), total)


def call_numerical_gradient(
    size: int, numbers: Numbers, *, again: bool = False, equal: bool = False
) -> Program:
    """Write the numerical gradient at a point; with `again`, read the point afterwards.

    With `equal`, the last two coordinates are equal, and still have other slopes.
    """
    builder = ProgramBuilder()
    f = write_bilinear(builder, size, numbers.any())
    coordinates = numbers.several(size)
    if equal:
        coordinates[-2] = coordinates[-1]
    point = builder.numbers(*coordinates)
    h = builder.constant(numbers.choice(STEPS))
    result = builder.produce("call", "numerical_gradient", f, point, h)
    builder.do("inspect", result, "length")
    read = point if again else result
    return observe(builder, *[builder.produce("item", read, index) for index in range(size)])


def call_best_step(steps: tuple[float, ...], numbers: Numbers, *, again: bool = False) -> Program:
    """Write the choice among steps, of which one is best by a wide margin.

    With `again`, read the steps afterwards.
    """
    builder = ProgramBuilder()
    coefficients = numbers.several(4)
    f = write_polynomial(builder, *coefficients)
    x = numbers.positive()
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
        (
            CallForm("partials-one", "of one input", "plain", partial(call_numerical_gradient, 1)),
            CallForm("partials-two", "of two inputs", "plain", partial(call_numerical_gradient, 2)),
            CallForm(
                "partials-three", "of three inputs", "plain", partial(call_numerical_gradient, 3)
            ),
            CallForm(
                "partials-equal",
                "of inputs that are equal",
                "plain",
                partial(call_numerical_gradient, 3, equal=True),
            ),
            CallForm(
                "partials-point",
                "the point afterwards",
                "unchanged",
                partial(call_numerical_gradient, 3, again=True),
            ),
        ),
    ),
    Family(
        "analytic-gradient",
        tuple(
            CallForm(f"analytic-{name}", "at a point", "plain", call_gradient)
            for name in ("one", "two", "three")
        ),
    ),
    Family(
        "best-step",
        (
            CallForm(
                "best-step-middle",
                "too wide, right, too small",
                "plain",
                partial(call_best_step, (0.5, 1e-4, 1e-15)),
            ),
            CallForm(
                "best-step-first",
                "the right one first",
                "plain",
                partial(call_best_step, (1e-5, 0.25, 1e-17)),
            ),
            CallForm(
                "best-step-last",
                "the right one last",
                "plain",
                partial(call_best_step, (1.0, 1e-16, 0.5, 1e-4)),
            ),
            CallForm(
                "best-step-list",
                "the list of steps afterwards",
                "unchanged",
                partial(call_best_step, (0.5, 1e-4, 1e-15), again=True),
            ),
        ),
    ),
)
