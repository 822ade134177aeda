"""Calls of the PyTorch exercise: a neuron, a network's twin, a custom function, gradcheck."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from autograder.programs.calls.family import CallForm, Family, Numbers
from autograder.programs.calls.network import count_parameters, finish, make_part
from autograder.programs.program import Program, ProgramBuilder


def call_neuron(inputs: int, numbers: Numbers) -> Program:
    """Write a neuron's output and gradients."""
    builder = ProgramBuilder()
    x, w = (builder.numbers(*numbers.weights(inputs)) for _ in range(2))
    result = builder.produce("call", "neuron_gradients", x, w, builder.constant(numbers.small()))
    builder.do("read", builder.produce("item", result, 0), "number")
    for place in (1, 2):
        gradients = builder.produce("item", result, place)
        for index in range(inputs):
            builder.do("read", builder.produce("item", gradients, index), "number")
    builder.do("read", builder.produce("item", result, 3), "number")
    return finish(builder)


def run_twin(inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a twin with given parameters; read its outputs and the gradients of the inputs."""
    builder = ProgramBuilder()
    twin = make_part(builder, "TwinMLP", inputs, sizes)
    weights = builder.numbers(*numbers.weights(count_parameters(inputs, sizes)))
    builder.produce("call", "copy_parameters", twin, weights)
    row = builder.produce("tensor", *numbers.several(inputs))
    result = builder.produce("method", twin, "__call__", row)
    builder.do("inspect", result, "length")
    outputs = [builder.produce("item", result, index) for index in range(sizes[-1])]
    for output in outputs:
        builder.do("read", output, "number")
    builder.do("backward", outputs[0])
    gradients = builder.produce("attribute", row, "grad")
    for index in range(inputs):
        builder.do("read", builder.produce("item", gradients, index), "number")
    return finish(builder)


def start_twin(inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a new twin; read its layers' sizes, and how many tensors PyTorch knows of."""
    builder = ProgramBuilder()
    twin = make_part(builder, "TwinMLP", inputs, sizes)
    layers = builder.produce("attribute", twin, "layers")
    builder.do("inspect", layers, "length")
    # PyTorch does not look into a plain list, and then trains nothing.
    builder.do("inspect", builder.produce("method", twin, "state_dict"), "length")
    for index in range(len(sizes)):
        layer = builder.produce("item", layers, index)
        for name in ("in_features", "out_features"):
            builder.do("read", builder.produce("attribute", layer, name), "number")
    return finish(builder)


def copy_and_read(inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a twin whose parameters are copied; read each of them in its place."""
    builder = ProgramBuilder()
    twin = make_part(builder, "TwinMLP", inputs, sizes)
    weights = builder.numbers(*numbers.weights(count_parameters(inputs, sizes)))
    builder.produce("call", "copy_parameters", twin, weights)
    layers = builder.produce("attribute", twin, "layers")
    for index, (width, size) in enumerate(pairwise([inputs, *sizes])):
        layer = builder.produce("item", layers, index)
        matrix = builder.produce("attribute", layer, "weight")
        for place in range(size):
            row = builder.produce("item", matrix, place)
            for column in range(width):
                builder.do("read", builder.produce("item", row, column), "number")
        bias = builder.produce("attribute", layer, "bias")
        for place in range(size):
            builder.do("read", builder.produce("item", bias, place), "number")
    return finish(builder)


def copy_wrong_number(more: int, numbers: Numbers) -> Program:
    """Write a twin and a list with that many numbers more than it has parameters."""
    builder = ProgramBuilder()
    twin = make_part(builder, "TwinMLP", 2, [2])
    weights = builder.numbers(*numbers.weights(count_parameters(2, [2]) + more))
    builder.produce("call", "copy_parameters", twin, weights)
    return finish(builder)


def read_legendre(points: int, numbers: Numbers) -> Program:
    """Write the custom function at some points, without a backward pass."""
    builder = ProgramBuilder()
    x = builder.produce("tensor", *numbers.several(points))
    result = builder.produce("call", "LegendreP3.apply", x)
    builder.do("inspect", result, "length")
    for index in range(points):
        builder.do("read", builder.produce("item", result, index), "number")
    return finish(builder)


def run_legendre(points: int, upstream: float, numbers: Numbers) -> Program:
    """Write the custom function at some points, its result multiplied further."""
    builder = ProgramBuilder()
    x = builder.produce("tensor", *numbers.several(points))
    result = builder.produce("call", "LegendreP3.apply", x)
    for index in range(points):
        builder.do("read", builder.produce("item", result, index), "number")
    output = builder.apply(
        "mul", builder.produce("item", result, points - 1), builder.constant(upstream)
    )
    builder.do("backward", output)
    gradients = builder.produce("attribute", x, "grad")
    for index in range(points):
        builder.do("read", builder.produce("item", gradients, index), "number")
    return finish(builder)


def run_legendre_twice(numbers: Numbers) -> Program:
    """Write the custom function of its own result: each use must keep what is its own."""
    builder = ProgramBuilder()
    x = builder.produce("tensor", *numbers.weights(2))
    inner = builder.produce("call", "LegendreP3.apply", x)
    result = builder.produce("call", "LegendreP3.apply", inner)
    output = builder.apply("mul", *[builder.produce("item", result, index) for index in range(2)])
    builder.do("backward", output)
    gradients = builder.produce("attribute", x, "grad")
    for index in range(2):
        builder.do("read", builder.produce("item", gradients, index), "number")
    return finish(builder)


def run_gradcheck(is_right: bool, numbers: Numbers) -> Program:
    """Write a check of a square, or of one half of which is left out of the graph."""
    builder = ProgramBuilder()
    body = () if is_right else (("method", 0, "detach"),)
    other = 0 if is_right else 1
    instructions = (*body, ("operator", "mul", 0, other))
    function = builder.produce("function", 1, instructions, len(instructions))
    result = builder.produce(
        "call", "passes_gradcheck", function, builder.numbers(*numbers.several(2))
    )
    builder.do("read", result, "number")
    return finish(builder)


TORCH = (
    Family(
        "torch-neuron",
        (
            CallForm("torch-neuron-one", "one input", "plain", partial(call_neuron, 1)),
            CallForm("torch-neuron-three", "three inputs", "plain", partial(call_neuron, 3)),
        ),
    ),
    Family(
        "torch-twin",
        (
            CallForm("twin-neuron", "one neuron", "plain", partial(run_twin, 2, [1])),
            CallForm("twin-layers", "two layers", "plain", partial(run_twin, 2, [3, 1])),
            CallForm("twin-outputs", "two outputs", "plain", partial(run_twin, 3, [2, 2])),
        ),
    ),
    Family(
        "twin-layers",
        (
            CallForm("twin-start-one", "one layer", "count", partial(start_twin, 3, [2])),
            CallForm("twin-start", "three layers", "count", partial(start_twin, 3, [4, 2, 1])),
        ),
    ),
    Family(
        "copied-parameters",
        (
            CallForm("copied-neuron", "one neuron", "plain", partial(copy_and_read, 2, [1])),
            CallForm("copied-layer", "one layer", "plain", partial(copy_and_read, 3, [2])),
            CallForm("copied-layers", "two layers", "plain", partial(copy_and_read, 2, [3, 1])),
            CallForm(
                "copied-too-few", "a number too few", "refusal", partial(copy_wrong_number, -1)
            ),
            CallForm(
                "copied-too-many", "a number too many", "refusal", partial(copy_wrong_number, 1)
            ),
        ),
    ),
    Family(
        "legendre-forward",
        (
            CallForm("legendre-value", "one point", "plain", partial(read_legendre, 1)),
            CallForm("legendre-values", "four points", "plain", partial(read_legendre, 4)),
        ),
    ),
    Family(
        "legendre",
        (
            CallForm("legendre-one", "one point", "plain", partial(run_legendre, 1, 1.0)),
            CallForm(
                "legendre-upstream", "multiplied further", "plain", partial(run_legendre, 1, -2.5)
            ),
            CallForm("legendre-three", "three points", "plain", partial(run_legendre, 3, 0.5)),
            CallForm("legendre-twice", "of its own result", "plain", run_legendre_twice),
        ),
    ),
    Family(
        "gradcheck",
        (
            CallForm(
                "gradcheck-right", "of a right function", "plain", partial(run_gradcheck, True)
            ),
            CallForm(
                "gradcheck-wrong", "of a wrong function", "plain", partial(run_gradcheck, False)
            ),
        ),
    ),
)
