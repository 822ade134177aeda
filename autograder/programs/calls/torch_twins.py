"""Calls of the PyTorch exercise: a neuron, a network's twin, copied parameters."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from autograder.programs.calls.family import CallForm, Family, Numbers, finish
from autograder.programs.calls.network import count_parameters, make_part
from autograder.programs.calls.tensors import (
    Shape,
    add_up,
    items_of,
    make_tensor,
    read_block,
    read_gradient,
    read_shape,
)
from autograder.programs.program import Program, ProgramBuilder

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
)  # fmt: skip
