"""Calls of the network exercise: neuron, layer, multi-layer perceptron, with given parameters."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from autograder.programs.calls.family import CallForm, Family, Numbers
from autograder.programs.program import Program, ProgramBuilder


def count_parameters(inputs: int, sizes: Sequence[int]) -> int:
    """Return the number of weights and biases."""
    widths = [inputs, *sizes]
    return sum((width + 1) * size for width, size in pairwise(widths))


def make_part(builder: ProgramBuilder, name: str, inputs: int, sizes: Sequence[int]) -> int:
    """Append a new neuron, layer or network."""
    arguments = [builder.constant(inputs)]
    if name == "Layer":
        arguments.append(builder.constant(sizes[0]))
    elif name in ("MLP", "TwinMLP"):
        arguments.append(builder.numbers(*sizes))
    return builder.produce("call", name, *arguments)


def fill_part(
    builder: ProgramBuilder, part: int, numbers: Numbers, inputs: int, sizes: Sequence[int]
) -> int:
    """Give the part's parameters numbers; return the list of parameters."""
    parameters = builder.produce("method", part, "parameters")
    builder.do("fill", parameters, "data", *numbers.weights(count_parameters(inputs, sizes)))
    return parameters


def read_all(builder: ProgramBuilder, container: int, count: int, field: str) -> None:
    """Read a field of each item of a list."""
    for index in range(count):
        builder.do("read", builder.produce("item", container, index), field)


def finish(builder: ProgramBuilder) -> Program:
    """Return the program as it stands."""
    return Program(tuple(builder.instructions))


def run_part(
    name: str, inputs: int, sizes: Sequence[int], numbers: Numbers, *, of_values: bool = False
) -> Program:
    """Write a part with given parameters, its outputs, and the gradients of all parameters."""
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    parameters = fill_part(builder, part, numbers, inputs, sizes)
    row = [numbers.any() for _ in range(inputs)]
    make = builder.leaf if of_values else builder.constant
    inputs_given = builder.produce("list", *map(make, row))
    result = builder.produce("method", part, "__call__", inputs_given)
    is_list = name == "Layer" or sizes[-1] > 1
    if is_list:
        builder.do("inspect", result, "length")
        outputs = [builder.produce("item", result, index) for index in range(sizes[-1])]
    else:
        outputs = [result]
    for output in outputs:
        builder.do("read", output, "data")
    builder.do("inspect", outputs[-1], "node")
    builder.do("inspect", inputs_given, "length")  # the caller's list is as it was
    for index in range(inputs):
        item = builder.produce("item", inputs_given, index)
        builder.do("read", item, "data" if of_values else "number")
    builder.do("backward", outputs[-1])
    read_all(builder, parameters, count_parameters(inputs, sizes), "grad")
    for leaf in builder.leaves:
        builder.do("read", leaf, "grad")
    return finish(builder)


def run_twice(name: str, inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a part that is used for two rows, and the gradients of their product."""
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    parameters = fill_part(builder, part, numbers, inputs, sizes)
    outputs = []
    for _ in range(2):
        row = builder.numbers(*[numbers.any() for _ in range(inputs)])
        result = builder.produce("method", part, "__call__", row)
        outputs.append(builder.produce("item", result, 0) if name == "Layer" else result)
    product = builder.apply("mul", *outputs)
    builder.do("read", product, "data")
    builder.do("backward", product)
    read_all(builder, parameters, count_parameters(inputs, sizes), "grad")
    return finish(builder)


def run_wrong_length(
    name: str, inputs: int, sizes: Sequence[int], length: int, numbers: Numbers
) -> Program:
    """Write a part and a row that is too long or too short for it."""
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    row = builder.numbers(*[numbers.any() for _ in range(length)])
    builder.produce("method", part, "__call__", row)
    return finish(builder)


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


def order_neuron(inputs: int, numbers: Numbers) -> Program:
    """Write a neuron and the order of its parameters, which are asked for twice."""
    builder = ProgramBuilder()
    part = make_part(builder, "Neuron", inputs, [1])
    builder.produce("method", part, "parameters")
    parameters = builder.produce("method", part, "parameters")
    builder.do("inspect", parameters, "length")
    find_in_order(builder, parameters, part, inputs)
    return finish(builder)


def order_layer(inputs: int, outputs: int, numbers: Numbers) -> Program:
    """Write a layer and the order of its parameters."""
    builder = ProgramBuilder()
    part = make_part(builder, "Layer", inputs, [outputs])
    parameters = builder.produce("method", part, "parameters")
    builder.do("inspect", parameters, "length")
    neurons = builder.produce("attribute", part, "neurons")
    for index in range(outputs):
        find_in_order(builder, parameters, builder.produce("item", neurons, index), inputs)
    return finish(builder)


def order_network(inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a network and the order of its parameters."""
    builder = ProgramBuilder()
    part = make_part(builder, "MLP", inputs, sizes)
    parameters = builder.produce("method", part, "parameters")
    builder.do("inspect", parameters, "length")
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
    for index in range(inputs):
        builder.do("inspect", builder.produce("item", weights, index), "node")
    bias = builder.produce("attribute", part, "bias")
    builder.do("inspect", bias, "node")
    # Weights that are one and the same node would all move together.
    for index in range(inputs):
        builder.do("find", weights, builder.produce("item", weights, index))
    builder.do("find", weights, bias)
    return finish(builder)


def draw_neurons(inputs: int, numbers: Numbers) -> Program:
    """Write two new neurons; read whether all their parameters are as if drawn."""
    builder = ProgramBuilder()
    items = []
    for _ in range(2):
        neuron = make_part(builder, "Neuron", inputs, [1])
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


def run_whole(inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a network that is filled, run, set to zero, and run on a second row.

    Gradients are read at the end alone, where the program, pasted, shows them.
    """
    builder = ProgramBuilder()
    model = make_part(builder, "MLP", inputs, sizes)
    parameters = fill_part(builder, model, numbers, inputs, sizes)
    builder.do("inspect", parameters, "length")
    for _ in range(2):
        row = builder.numbers(*[numbers.any() for _ in range(inputs)])
        builder.produce("method", model, "zero_grad")
        output = builder.produce("method", model, "__call__", row)
        builder.do("read", output, "data")
        builder.do("backward", output)
    read_all(builder, parameters, count_parameters(inputs, sizes), "grad")
    return finish(builder)


# So many draws from −1 to 1 are never all on one side of 0, and draws from elsewhere leave it.
MANY = 40

PARTS = {
    "Neuron": ((1, [1]), (3, [1])),
    "Layer": ((2, [2]), (1, [3])),
    # The last one has a hidden layer of one neuron, whose output must stay a list on the way.
    "MLP": ((2, [1]), (2, [2, 1]), (1, [2, 2]), (1, [1, 1])),
}


def part_forms(name: str) -> tuple[CallForm, ...]:
    """Return the forms of a part's call."""
    prefix = name.lower()
    forms = [
        CallForm(
            f"{prefix}-call-{index}", "with given parameters", "plain",
            partial(run_part, name, inputs, sizes),
        )
        for index, (inputs, sizes) in enumerate(PARTS[name], start=1)
    ]  # fmt: skip
    inputs, sizes = PARTS[name][1]
    single = sizes if name != "Layer" else [1]
    forms += [
        CallForm(
            f"{prefix}-call-values", "inputs that are Values", "plain",
            partial(run_part, name, inputs, sizes, of_values=True),
        ),
        CallForm(
            f"{prefix}-call-twice", "used for two rows", "reuse",
            partial(run_twice, name, inputs, single),
        ),
        CallForm(
            f"{prefix}-call-long", "one input too many", "refusal",
            partial(run_wrong_length, name, inputs, sizes, inputs + 1),
        ),
    ]  # fmt: skip
    if inputs > 1:
        forms.append(
            CallForm(
                f"{prefix}-call-short", "one input too few", "refusal",
                partial(run_wrong_length, name, inputs, sizes, inputs - 1),
            )
        )  # fmt: skip
    return tuple(forms)


ZERO_FORMS = (
    CallForm("zero-neuron", "of a neuron", "change", partial(zero_part, "Neuron", 2, [1])),
    CallForm("zero-layer", "of a layer", "change", partial(zero_part, "Layer", 2, [2])),
    CallForm("zero-mlp", "of a network", "change", partial(zero_part, "MLP", 2, [2, 1])),
)

NETWORK = (
    Family(
        "neuron-start",
        (
            CallForm("neuron-start-1", "one input", "count", partial(start_neuron, 1)),
            CallForm("neuron-start-3", "3 inputs", "count", partial(start_neuron, 3)),
            CallForm("neuron-draw", "two of them", "start", partial(draw_neurons, MANY)),
        ),
    ),
    Family("neuron-call", part_forms("Neuron")),
    Family(
        "neuron-parameters",
        tuple(
            CallForm(f"neuron-order-{n}", f"{n} inputs", "count", partial(order_neuron, n))
            for n in (1, 2, 4)
        ),
    ),
    Family("layer-call", part_forms("Layer")),
    Family(
        "layer-parameters",
        (
            CallForm("layer-order-small", "one neuron", "count", partial(order_layer, 2, 1)),
            CallForm("layer-order", "three neurons", "count", partial(order_layer, 2, 3)),
        ),
    ),
    Family(
        "mlp-start",
        (
            CallForm("mlp-start-one", "one layer", "count", partial(start_network, 3, [2])),
            CallForm("mlp-start", "three layers", "count", partial(start_network, 3, [4, 2, 1])),
        ),
    ),
    Family("mlp-call", part_forms("MLP")),
    Family(
        "mlp-parameters",
        (
            CallForm("mlp-order-one", "one layer", "count", partial(order_network, 2, [2])),
            CallForm("mlp-order", "two layers", "count", partial(order_network, 2, [3, 1])),
            CallForm(
                "mlp-count-41", "3 inputs, layers of 4, 4 and 1", "count",
                partial(count_part, "MLP", 3, [4, 4, 1]),
            ),
        ),
    ),
    Family(
        "whole-network",
        (
            CallForm("whole-one", "one layer", "plain", partial(run_whole, 2, [1])),
            CallForm("whole-two", "two layers", "plain", partial(run_whole, 3, [2, 2, 1])),
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
