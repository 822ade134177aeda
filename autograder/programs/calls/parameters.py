"""Calls of the network exercise: what neuron, layer and network hold, list, and set to zero."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from autograder.programs.calls.family import CallForm, Family, Numbers, finish
from autograder.programs.calls.network import (
    add_row,
    count_parameters,
    fill_part,
    make_part,
    read_all,
)
from autograder.programs.program import Program, ProgramBuilder


def count_part(name: str, inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a part and the number of its parameters, which are the same when asked for again."""
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    parameters = builder.produce("method", part, "parameters")
    again = builder.produce("method", part, "parameters")
    count = count_parameters(inputs, sizes)
    builder.do("inspect", parameters, "length")
    for index in range(count):
        builder.do("inspect", builder.produce("item", parameters, index), "node")
    builder.do("inspect", again, "length")
    for index in range(count):
        builder.do("find", again, builder.produce("item", parameters, index))
    return finish(builder)


def find_in_order(builder: ProgramBuilder, parameters: int, neuron: int, inputs: int) -> None:
    """Read where a neuron's weights and bias stand among the parameters."""
    weights = builder.produce("attribute", neuron, "weights")
    for index in range(inputs):
        builder.do("find", parameters, builder.produce("item", weights, index))
    builder.do("find", parameters, builder.produce("attribute", neuron, "bias"))


def list_again(builder: ProgramBuilder, part: int, *, changed: bool) -> int:
    """Return a part's parameters as listed a second time; with `changed`, one is lost before."""
    first = builder.produce("method", part, "parameters")
    if changed:
        builder.do("attempt", first, "pop")  # a tuple cannot lose anything
    parameters = builder.produce("method", part, "parameters")
    builder.do("inspect", parameters, "length")
    return parameters


def order_neuron(inputs: int, numbers: Numbers, *, changed: bool = False) -> Program:
    """Write a neuron and the order of its parameters, which are asked for twice."""
    builder = ProgramBuilder()
    part = make_part(builder, "Neuron", inputs, [1])
    find_in_order(builder, list_again(builder, part, changed=changed), part, inputs)
    return finish(builder)


def order_layer(inputs: int, outputs: int, numbers: Numbers, *, changed: bool = False) -> Program:
    """Write a layer and the order of its parameters, which are asked for twice."""
    builder = ProgramBuilder()
    part = make_part(builder, "Layer", inputs, [outputs])
    parameters = list_again(builder, part, changed=changed)
    neurons = builder.produce("attribute", part, "neurons")
    for index in range(outputs):
        find_in_order(builder, parameters, builder.produce("item", neurons, index), inputs)
    return finish(builder)


def order_network(
    inputs: int, sizes: Sequence[int], numbers: Numbers, *, changed: bool = False
) -> Program:
    """Write a network and the order of its parameters, which are asked for twice."""
    builder = ProgramBuilder()
    part = make_part(builder, "MLP", inputs, sizes)
    parameters = list_again(builder, part, changed=changed)
    layers = builder.produce("attribute", part, "layers")
    widths = [inputs, *sizes]
    for index, size in enumerate(sizes):
        neurons = builder.produce("attribute", builder.produce("item", layers, index), "neurons")
        for place in range(size):
            neuron = builder.produce("item", neurons, place)
            find_in_order(builder, parameters, neuron, widths[index])
    return finish(builder)


def start_neuron(inputs: int, numbers: Numbers) -> Program:
    """Write a new neuron; read what it holds."""
    builder = ProgramBuilder()
    part = make_part(builder, "Neuron", inputs, [1])
    weights = builder.produce("attribute", part, "weights")
    builder.do("inspect", weights, "length")
    items = [builder.produce("item", weights, index) for index in range(inputs)]
    bias = builder.produce("attribute", part, "bias")
    for item in (*items, bias):
        builder.do("inspect", item, "node")
        builder.do("read", item, "grad")
    # Weights that are one and the same node would all move together.
    for item in (*items, bias):
        builder.do("find", weights, item)
    return finish(builder)


def draw_neurons(inputs: int, numbers: Numbers) -> Program:
    """Write two new neurons; read whether all their parameters are as if drawn."""
    builder = ProgramBuilder()
    items = []
    for neuron in [make_part(builder, "Neuron", inputs, [1]) for _ in range(2)]:
        weights = builder.produce("attribute", neuron, "weights")
        items += [builder.produce("item", weights, index) for index in range(inputs)]
        items.append(builder.produce("attribute", neuron, "bias"))
    builder.do("inspect", builder.produce("list", *items), "spread")
    return finish(builder)


def draw_network(inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a new network; read whether its parameters are as if drawn."""
    builder = ProgramBuilder()
    model = make_part(builder, "MLP", inputs, sizes)
    builder.do("inspect", builder.produce("method", model, "parameters"), "spread")
    return finish(builder)


def start_network(inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a new network; read its layers' sizes, and the list that it was given."""
    builder = ProgramBuilder()
    width, listed = builder.constant(inputs), builder.numbers(*sizes)
    part = builder.produce("call", "MLP", width, listed)
    layers = builder.produce("attribute", part, "layers")
    builder.do("inspect", layers, "length")
    for index in range(len(sizes)):
        layer = builder.produce("item", layers, index)
        neurons = builder.produce("attribute", layer, "neurons")
        builder.do("inspect", neurons, "length")
        weights = builder.produce("attribute", builder.produce("item", neurons, 0), "weights")
        builder.do("inspect", weights, "length")
    builder.do("inspect", listed, "length")
    for index in range(len(sizes)):
        builder.do("read", builder.produce("item", listed, index), "number")
    return finish(builder)


def compare_networks(inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write two new networks; read whether any of their parameters are one and the same."""
    builder = ProgramBuilder()
    items = []
    for model in [make_part(builder, "MLP", inputs, sizes) for _ in range(2)]:
        layers = builder.produce("attribute", model, "layers")
        for index, (width, size) in enumerate(pairwise([inputs, *sizes])):
            layer = builder.produce("item", layers, index)
            neurons = builder.produce("attribute", layer, "neurons")
            for place in range(size):
                neuron = builder.produce("item", neurons, place)
                weights = builder.produce("attribute", neuron, "weights")
                items += [builder.produce("item", weights, i) for i in range(width)]
                items.append(builder.produce("attribute", neuron, "bias"))
    listed = builder.produce("list", *items)
    for item in items:
        builder.do("find", listed, item)
    return finish(builder)


def zero_part(name: str, inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a part whose gradients are dirty, and `zero_grad`."""
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    parameters = builder.produce("method", part, "parameters")
    count = count_parameters(inputs, sizes)
    builder.do("fill", parameters, "data", *numbers.weights(count))
    builder.do("fill", parameters, "grad", *numbers.weights(count))
    builder.produce("method", part, "zero_grad")
    read_all(builder, parameters, count, "grad")
    read_all(builder, parameters, count, "data")
    return finish(builder)


def zero_between_runs(name: str, inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a part that is run, set to zero twice in a row, and run on a second row.

    Gradients are read at the end alone, where the program, pasted, shows them.
    """
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    parameters = fill_part(builder, part, numbers, inputs, sizes)
    for _ in range(2):
        for _ in range(2):
            builder.produce("method", part, "zero_grad")
        row = add_row(builder, ["number"] * inputs, numbers)
        builder.do("backward", builder.produce("method", part, "__call__", row))
    read_all(builder, parameters, count_parameters(inputs, sizes), "grad")
    return finish(builder)


# So many draws from −1 to 1 are never all on one side of 0, and draws from elsewhere leave it.
MANY = 40

ZERO_FORMS = (
    CallForm("zero-neuron", "of a neuron", "change", partial(zero_part, "Neuron", 2, [1])),
    CallForm("zero-layer", "of a layer", "change", partial(zero_part, "Layer", 2, [2])),
    CallForm("zero-mlp", "of a network", "change", partial(zero_part, "MLP", 2, [2, 1])),
    CallForm(
        "zero-between", "between two rows", "change", partial(zero_between_runs, "MLP", 2, [2, 1])
    ),
)

PARAMETERS = (
    Family(
        "neuron-start",
        (
            CallForm("neuron-start-1", "one input", "count", partial(start_neuron, 1)),
            CallForm("neuron-start-3", "3 inputs", "count", partial(start_neuron, 3)),
            CallForm("neuron-draw", "two of them", "start", partial(draw_neurons, MANY)),
        ),
    ),
    Family(
        "neuron-parameters",
        (
            *(
                CallForm(f"neuron-order-{n}", f"{n} inputs", "count", partial(order_neuron, n))
                for n in (1, 2, 4)
            ),
            CallForm(
                "neuron-order-changed", "after a list of them has changed", "count",
                partial(order_neuron, 2, changed=True),
            ),
        ),
    ),
    Family(
        "layer-parameters",
        (
            CallForm("layer-order-small", "one neuron", "count", partial(order_layer, 2, 1)),
            CallForm("layer-order", "three neurons", "count", partial(order_layer, 2, 3)),
            CallForm(
                "layer-order-changed", "after a list of them has changed", "count",
                partial(order_layer, 1, 2, changed=True),
            ),
        ),
    ),
    Family(
        "mlp-start",
        (
            CallForm("mlp-start-one", "one layer", "count", partial(start_network, 3, [2])),
            CallForm("mlp-start", "three layers", "count", partial(start_network, 3, [4, 2, 1])),
            CallForm("mlp-apart", "two of them", "count", partial(compare_networks, 1, [1, 1])),
        ),
    ),
    Family(
        "mlp-parameters",
        (
            CallForm("mlp-order-one", "one layer", "count", partial(order_network, 2, [2])),
            CallForm("mlp-order", "two layers", "count", partial(order_network, 2, [3, 1])),
            CallForm(
                "mlp-order-three", "three layers", "count", partial(order_network, 1, [1, 2, 1])
            ),
            CallForm(
                "mlp-order-changed", "after a list of them has changed", "count",
                partial(order_network, 1, [1, 1], changed=True),
            ),
            CallForm(
                "mlp-count-41", "3 inputs, layers of 4, 4 and 1", "count",
                partial(count_part, "MLP", 3, [4, 4, 1]),
            ),
        ),
    ),
    Family("zero-grad", ZERO_FORMS),
    Family(
        "parameters-and-zero",
        (
            CallForm(
                "count-neuron", "of a neuron", "count", partial(count_part, "Neuron", 3, [1])
            ),
            CallForm("count-layer", "of a layer", "count", partial(count_part, "Layer", 2, [3])),
            CallForm(
                "count-17", "3 inputs, layers of 2, 2 and 1", "count",
                partial(count_part, "MLP", 3, [2, 2, 1]),
            ),
            CallForm("draw-mlp", "of a new network", "start", partial(draw_network, 3, [4, 4, 1])),
            *ZERO_FORMS,
        ),
    ),
)  # fmt: skip
