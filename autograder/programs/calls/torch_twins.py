"""Calls of the PyTorch exercise: a neuron, a network's twin, a custom function, gradcheck."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from autograder.programs.calls.family import CallForm, Family, Numbers, finish
from autograder.programs.calls.network import count_parameters, make_part
from autograder.programs.program import Program, ProgramBuilder

# How many rows a table has, and how many numbers a row; one number is the length of a list.
Shape = tuple[int, ...]


def make_tensor(builder: ProgramBuilder, shape: Shape, draw: Callable[[int], list[float]]) -> int:
    """Append a tensor of fresh numbers, those of each row drawn together."""
    *rows, width = shape
    if rows:
        return builder.produce("tensor", *[tuple(draw(width)) for _ in range(rows[0])])
    return builder.produce("tensor", *draw(width))


def items_of(builder: ProgramBuilder, block: int, shape: Shape) -> list[int]:
    """Return the numbers of a tensor or list one by one; without a shape, itself."""
    if not shape:
        return [block]
    items = [builder.produce("item", block, index) for index in range(shape[0])]
    return [number for item in items for number in items_of(builder, item, shape[1:])]


def read_block(builder: ProgramBuilder, block: int, shape: Shape) -> None:
    """Read each number of a tensor or list."""
    for number in items_of(builder, block, shape):
        builder.do("read", number, "number")


def read_shape(builder: ProgramBuilder, tensor: int, dimensions: int) -> None:
    """Read how many axes a tensor has, and how many numbers lie along each."""
    shape = builder.produce("attribute", tensor, "shape")
    builder.do("inspect", shape, "length")
    read_block(builder, shape, (dimensions,))


def read_gradient(builder: ProgramBuilder, tensor: int, shape: Shape) -> None:
    """Read each number of a tensor's gradient."""
    read_block(builder, builder.produce("attribute", tensor, "grad"), shape)


def add_up(builder: ProgramBuilder, tensor: int, shape: Shape, numbers: Numbers) -> int:
    """Append the sum of a tensor's numbers, each with a weight of its own."""
    if not shape:
        return builder.apply("mul", tensor, builder.constant(numbers.small()))
    weighted = builder.apply("mul", tensor, make_tensor(builder, shape, numbers.weights))
    return builder.produce("method", weighted, "sum")


# ------------------------------------------------------------------------- the neuron


def read_neuron(builder: ProgramBuilder, result: int, inputs: int) -> None:
    """Read a neuron's output and gradients, and whether they are plain floats."""
    builder.do("inspect", result, "length")
    parts = [builder.produce("item", result, place) for place in range(4)]
    for place in (1, 2):
        builder.do("inspect", parts[place], "length")
    for part, shape in zip(parts, ((), (inputs,), (inputs,), ()), strict=True):
        for number in items_of(builder, part, shape):
            builder.do("read", number, "number")
            builder.do("inspect", number, "float")


def call_neuron(
    inputs: int, numbers: Numbers, *, fixed: Sequence[float] = (), rounds: int = 1
) -> Program:
    """Write a neuron's output and gradients; several rounds are all called before any is read.

    The first inputs and the last weights are `fixed` numbers.
    """
    builder = ProgramBuilder()
    results = []
    for _ in range(rounds):
        drawn = inputs - len(fixed)
        x = builder.numbers(*fixed, *numbers.several(drawn))
        w = builder.numbers(*numbers.weights(drawn), *fixed)
        bias = builder.constant(numbers.small())
        results.append(builder.produce("call", "neuron_gradients", x, w, bias))
    for result in results:
        read_neuron(builder, result, inputs)
    return finish(builder)


def call_neuron_and_look(inputs: int, numbers: Numbers) -> Program:
    """Write a neuron, and read the lists that were handed to it."""
    builder = ProgramBuilder()
    x, w = (builder.numbers(*numbers.weights(inputs)) for _ in range(2))
    builder.produce("call", "neuron_gradients", x, w, builder.constant(numbers.small()))
    for listed in (x, w):
        builder.do("inspect", listed, "length")
        read_block(builder, listed, (inputs,))
    return finish(builder)


# ------------------------------------------------------------------------- the twin


def layers_of(
    builder: ProgramBuilder, twin: int, inputs: int, sizes: Sequence[int]
) -> list[tuple[int, Shape]]:
    """Return the weights and biases of a twin, layer by layer, each with its shape."""
    layers = builder.produce("attribute", twin, "layers")
    found: list[tuple[int, Shape]] = []
    for index, (width, size) in enumerate(pairwise([inputs, *sizes])):
        layer = builder.produce("item", layers, index)
        found.append((builder.produce("attribute", layer, "weight"), (size, width)))
        found.append((builder.produce("attribute", layer, "bias"), (size,)))
    return found


def make_twin(
    builder: ProgramBuilder, inputs: int, sizes: Sequence[int], numbers: Numbers
) -> tuple[int, int]:
    """Append a twin with given parameters; return it and their list."""
    twin = make_part(builder, "TwinMLP", inputs, sizes)
    weights = builder.numbers(*numbers.weights(count_parameters(inputs, sizes)))
    return twin, weights


def run_twin(
    inputs: int,
    sizes: Sequence[int],
    numbers: Numbers,
    *,
    rows: int = 0,
    times: int = 1,
    of_data: bool = False,
) -> Program:
    """Write a twin that gets one row, or a table; read its outputs and all gradients.

    Used several times, it adds up what it gives before it goes backward. Data is what asks for no
    gradient, as the rows of a training set.
    """
    builder = ProgramBuilder()
    twin, weights = make_twin(builder, inputs, sizes, numbers)
    builder.produce("call", "copy_parameters", twin, weights)
    table = (rows,) if rows else ()
    before, after = (*table, inputs), (*table, sizes[-1])
    blocks, sums = [], []
    for _ in range(times):
        given = make_tensor(builder, before, numbers.several)
        if of_data:
            given = builder.produce("method", given, "detach")
        else:
            blocks.append(given)
        result = builder.produce("method", twin, "__call__", given)
        read_shape(builder, result, len(after))
        builder.do("inspect", result, "float64")
        read_block(builder, result, after)
        sums.append(add_up(builder, result, after, numbers))
    output = sums[0] if times == 1 else builder.apply("add", *sums)
    builder.do("backward", output)
    for block in blocks:
        read_gradient(builder, block, before)
    for parameter, shape in layers_of(builder, twin, inputs, sizes):
        read_gradient(builder, parameter, shape)
    return finish(builder)


def run_twin_and_look(rows: int, numbers: Numbers) -> Program:
    """Write a twin that gets data without gradients, and read the data afterwards."""
    builder = ProgramBuilder()
    twin = make_part(builder, "TwinMLP", 2, [2, 1])
    data = make_tensor(builder, (rows, 2), numbers.several)
    detached = builder.produce("method", data, "detach")
    builder.produce("method", twin, "__call__", detached)
    read_shape(builder, detached, 2)
    read_block(builder, detached, (rows, 2))
    return finish(builder)


def start_twin(layers: int, numbers: Numbers, *, of_one_size: bool = False) -> Program:
    """Write a new twin; read its layers' sizes, and how many tensors PyTorch knows of."""
    builder = ProgramBuilder()
    drawn = [int(numbers.choice((1, 2, 3, 4, 5))) for _ in range(layers + 1)]
    inputs, *sizes = drawn[:1] * len(drawn) if of_one_size else drawn
    twin = make_part(builder, "TwinMLP", inputs, sizes)
    listed = builder.produce("attribute", twin, "layers")
    builder.do("inspect", listed, "length")
    # PyTorch does not look into a plain list, and then trains nothing.
    builder.do("inspect", builder.produce("method", twin, "parameters"), "count")
    for index in range(layers):
        layer = builder.produce("item", listed, index)
        for name in ("in_features", "out_features"):
            builder.do("read", builder.produce("attribute", layer, name), "number")
    for parameter, shape in layers_of(builder, twin, inputs, sizes):
        read_shape(builder, parameter, len(shape))
        builder.do("inspect", parameter, "float64")
        builder.do("read", builder.produce("attribute", parameter, "requires_grad"), "number")
    return finish(builder)


def start_two_twins(sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write two new twins of one size, whose numbers are then set; neither may share any."""
    builder = ProgramBuilder()
    blocks: list[tuple[int, Shape]] = []
    for _ in range(2):
        twin = make_part(builder, "TwinMLP", 2, sizes)
        blocks += layers_of(builder, twin, 2, sizes)
    for block, _ in blocks:
        data = builder.produce("attribute", block, "data")
        builder.produce("method", data, "fill_", builder.constant(numbers.any()))
    for block, shape in blocks:
        read_block(builder, block, shape)
    return finish(builder)


def start_twin_and_look(numbers: Numbers) -> Program:
    """Write a new twin, and read the list of sizes that it was made with."""
    builder = ProgramBuilder()
    sizes = builder.numbers(*[int(numbers.choice((1, 2, 3))) for _ in range(3)])
    builder.produce("call", "TwinMLP", builder.constant(2), sizes)
    builder.do("inspect", sizes, "length")
    read_block(builder, sizes, (3,))
    return finish(builder)


# ------------------------------------------------------------------------- copied parameters


def copy_and_read(
    inputs: int, sizes: Sequence[int], numbers: Numbers, *, again: bool = False
) -> Program:
    """Write a twin whose parameters are copied; read each of them in its place.

    With `again`, others were copied into it before.
    """
    builder = ProgramBuilder()
    twin, weights = make_twin(builder, inputs, sizes, numbers)
    if again:
        other = builder.numbers(*numbers.weights(count_parameters(inputs, sizes)))
        builder.produce("call", "copy_parameters", twin, other)
    result = builder.produce("call", "copy_parameters", twin, weights)
    for parameter, shape in layers_of(builder, twin, inputs, sizes):
        read_block(builder, parameter, shape)
    builder.do("inspect", result, "none")
    return finish(builder)


def copy_and_look(inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a twin whose parameters are copied; they must still be its parameters."""
    builder = ProgramBuilder()
    twin, weights = make_twin(builder, inputs, sizes, numbers)
    builder.produce("call", "copy_parameters", twin, weights)
    builder.do("inspect", builder.produce("method", twin, "parameters"), "count")
    for parameter, shape in layers_of(builder, twin, inputs, sizes):
        read_shape(builder, parameter, len(shape))
        builder.do("inspect", parameter, "float64")
        for name in ("requires_grad", "is_leaf"):
            builder.do("read", builder.produce("attribute", parameter, name), "number")
    return finish(builder)


def copy_and_look_at_list(numbers: Numbers) -> Program:
    """Write a twin whose parameters are copied, and read the list that they came from."""
    builder = ProgramBuilder()
    twin, weights = make_twin(builder, 2, [2, 1], numbers)
    builder.produce("call", "copy_parameters", twin, weights)
    builder.do("inspect", weights, "length")
    read_block(builder, weights, (count_parameters(2, [2, 1]),))
    return finish(builder)


def copy_wrong_number(sizes: Sequence[int], more: int, numbers: Numbers) -> Program:
    """Write a twin and a list with that many numbers more than it has parameters."""
    builder = ProgramBuilder()
    twin = make_part(builder, "TwinMLP", 2, sizes)
    weights = builder.numbers(*numbers.weights(count_parameters(2, sizes) + more))
    builder.produce("call", "copy_parameters", twin, weights)
    return finish(builder)


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


TORCH = (
    Family(
        "torch-neuron",
        (
            CallForm("torch-neuron-one", "one input", "plain", partial(call_neuron, 1)),
            CallForm("torch-neuron-three", "three inputs", "plain", partial(call_neuron, 3)),
            CallForm("torch-neuron-five", "five inputs", "plain", partial(call_neuron, 5)),
            CallForm(
                "torch-neuron-equal",
                "zeros and equal numbers",
                "plain",
                partial(call_neuron, 4, fixed=(0.0, 0.5, 0.5)),
            ),
            CallForm("torch-neuron-twice", "two calls", "plain", partial(call_neuron, 2, rounds=2)),
            CallForm(
                "torch-neuron-lists",
                "the lists afterwards",
                "unchanged",
                partial(call_neuron_and_look, 3),
            ),
        ),
    ),
    Family(
        "torch-twin",
        (
            CallForm("twin-neuron", "one neuron", "plain", partial(run_twin, 2, [1])),
            CallForm("twin-layers", "two layers", "plain", partial(run_twin, 2, [3, 1])),
            CallForm("twin-outputs", "two outputs", "plain", partial(run_twin, 3, [2, 2])),
            CallForm("twin-deep", "four layers", "plain", partial(run_twin, 1, [1, 2, 1, 1])),
            CallForm(
                "twin-table", "a table of rows", "plain", partial(run_twin, 3, [2, 1], rows=2)
            ),
            CallForm(
                "twin-square", "as many rows as inputs", "plain", partial(run_twin, 2, [2], rows=2)
            ),
            CallForm(
                "twin-one-row", "a table of one row", "plain", partial(run_twin, 2, [2], rows=1)
            ),
            CallForm(
                "twin-column", "a table of one column", "plain", partial(run_twin, 1, [1], rows=3)
            ),
            CallForm(
                "twin-used-twice", "two rows, one after the other", "plain",
                partial(run_twin, 2, [2], times=2),
            ),
            CallForm("twin-of-data", "a table that asks for no gradient", "plain",
                     partial(run_twin, 2, [1, 2], rows=2, of_data=True)),
            CallForm("twin-data", "the table afterwards", "unchanged",
                     partial(run_twin_and_look, 2)),
        ),
    ),
    Family(
        "twin-layers",
        (
            CallForm("twin-start-one", "one layer", "count", partial(start_twin, 1)),
            CallForm("twin-start-two", "two layers", "count", partial(start_twin, 2)),
            CallForm("twin-start", "four layers", "count", partial(start_twin, 4)),
            CallForm("twin-start-equal", "layers of one size", "count",
                     partial(start_twin, 2, of_one_size=True)),
            CallForm("twin-start-others", "two twins", "count", partial(start_two_twins, [2])),
            CallForm("twin-start-list", "the list of sizes afterwards", "count",
                     start_twin_and_look),
        ),
    ),
    Family(
        "copied-parameters",
        (
            CallForm("copied-neuron", "one neuron", "plain", partial(copy_and_read, 2, [1])),
            CallForm("copied-layer", "one layer", "plain", partial(copy_and_read, 3, [2])),
            CallForm("copied-square", "as many neurons as inputs", "plain",
                     partial(copy_and_read, 2, [2])),
            CallForm("copied-layers", "two layers", "plain", partial(copy_and_read, 2, [3, 1])),
            CallForm("copied-deep", "three layers", "plain",
                     partial(copy_and_read, 1, [2, 1, 2])),
            CallForm("copied-again", "two copies into one twin", "plain",
                     partial(copy_and_read, 2, [2], again=True)),
            CallForm("copied-state", "the parameters afterwards", "plain",
                     partial(copy_and_look, 2, [2, 1])),
            CallForm("copied-list", "the list afterwards", "unchanged", copy_and_look_at_list),
            CallForm("copied-too-few", "a number too few", "refusal",
                     partial(copy_wrong_number, [2], -1)),
            CallForm("copied-too-many", "a number too many", "refusal",
                     partial(copy_wrong_number, [2], 1)),
            CallForm("copied-neuron-too-few", "a neuron too few", "refusal",
                     partial(copy_wrong_number, [2, 2], -3)),
            CallForm("copied-neuron-too-many", "a neuron too many", "refusal",
                     partial(copy_wrong_number, [1, 2], 2)),
        ),
    ),
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
