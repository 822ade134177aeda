"""Calls of the network exercise: neuron, layer, multi-layer perceptron, with given parameters.

What the parts hold, and in what order, is looked at in `parameters.py`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from autograder.programs.calls.family import CallForm, Family, Numbers, finish, without
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


def add_row(builder: ProgramBuilder, kinds: Sequence[str], numbers: Numbers) -> int:
    """Append a list of inputs, each of a kind; "again" is the node that came first."""
    items: list[int] = []
    nodes: list[int] = []
    # Many large inputs would press tanh against 1, where its slope has few digits.
    draw = numbers.any if len(kinds) < 3 else numbers.small
    for kind in kinds:
        if kind == "number":
            items.append(builder.constant(draw()))
        elif kind == "whole":
            items.append(builder.constant(int(numbers.choice((-2, -1, 1, 2)))))
        elif kind == "zero":
            items.append(builder.constant(0.0))
        elif kind == "Value":
            nodes.append(builder.leaf(draw()))
            items.append(nodes[-1])
        elif kind == "result":
            factors = builder.leaf(numbers.small()), builder.leaf(numbers.small())
            items.append(builder.apply("mul", *factors))
        else:
            items.append(nodes[0])
    return builder.produce("list", *items)


def list_outputs(builder: ProgramBuilder, name: str, result: int, count: int) -> list[int]:
    """Return the outputs one by one, of a list with a look at its length."""
    if name != "Layer" and count == 1:
        return [result]
    builder.do("inspect", result, "length")
    return [builder.produce("item", result, index) for index in range(count)]


def run_part(
    name: str, inputs: int, sizes: Sequence[int], kinds: Sequence[str], numbers: Numbers
) -> Program:
    """Write a part with given parameters, its outputs, and the gradients of all parameters."""
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    parameters = fill_part(builder, part, numbers, inputs, sizes)
    row = add_row(builder, kinds, numbers)
    result = builder.produce("method", part, "__call__", row)
    outputs = list_outputs(builder, name, result, sizes[-1])
    for output in outputs:
        builder.do("read", output, "data")
    builder.do("inspect", outputs[-1], "node")
    builder.do("inspect", row, "length")  # the caller's list is as it was
    for index, kind in enumerate(kinds):
        item = builder.produce("item", row, index)
        is_plain = kind in ("number", "whole", "zero")
        builder.do("read", item, "number" if is_plain else "data")
    builder.do("backward", outputs[-1])
    read_all(builder, parameters, count_parameters(inputs, sizes), "grad")
    for leaf in builder.leaves:
        builder.do("read", leaf, "grad")
    return finish(builder)


def run_all_outputs(name: str, inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a part of several outputs, and the gradients of their sum, each with a weight."""
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    parameters = fill_part(builder, part, numbers, inputs, sizes)
    row = add_row(builder, ["Value"] * inputs, numbers)
    result = builder.produce("method", part, "__call__", row)
    total, *rest = [
        builder.apply("mul", output, builder.leaf(numbers.any()))
        for output in list_outputs(builder, name, result, sizes[-1])
    ]
    for term in rest:
        total = builder.apply("add", total, term)
    builder.do("read", total, "data")
    builder.do("backward", total)
    read_all(builder, parameters, count_parameters(inputs, sizes), "grad")
    for leaf in builder.leaves:
        builder.do("read", leaf, "grad")
    return finish(builder)


def run_twice(name: str, inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a part that is used for two rows, and the gradients of their product.

    The data of the parameters is read afterwards: no call may change it.
    """
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    parameters = fill_part(builder, part, numbers, inputs, sizes)
    outputs = []
    for _ in range(2):
        row = add_row(builder, ["number"] * inputs, numbers)
        outputs.append(builder.produce("method", part, "__call__", row))
    if name == "Layer":
        # Only now: the first list holds after the second call what it held before.
        outputs = [builder.produce("item", output, 0) for output in outputs]
    product = builder.apply("mul", *outputs)
    builder.do("read", product, "data")
    builder.do("backward", product)
    count = count_parameters(inputs, sizes)
    read_all(builder, parameters, count, "grad")
    read_all(builder, parameters, count, "data")
    return finish(builder)


def run_refilled(name: str, inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a part that is called with one list before and after its parameters change.

    Every output is made from the numbers that the parameters have at that time.
    """
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    row = add_row(builder, ["number"] * inputs, numbers)
    for _ in range(2):
        fill_part(builder, part, numbers, inputs, sizes)
        result = builder.produce("method", part, "__call__", row)
        for output in list_outputs(builder, name, result, sizes[-1]):
            builder.do("read", output, "data")
    return finish(builder)


def run_beside_another(name: str, inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write two parts that are filled one after the other; the first is run."""
    builder = ProgramBuilder()
    one, other = (make_part(builder, name, inputs, sizes) for _ in range(2))
    first, second = (fill_part(builder, part, numbers, inputs, sizes) for part in (one, other))
    row = add_row(builder, ["number"] * inputs, numbers)
    result = builder.produce("method", one, "__call__", row)
    output = list_outputs(builder, name, result, sizes[-1])[-1]
    builder.do("read", output, "data")
    builder.do("backward", output)
    for parameters in (first, second):
        read_all(builder, parameters, count_parameters(inputs, sizes), "grad")
    return finish(builder)


def run_after_refusal(name: str, inputs: int, sizes: Sequence[int], numbers: Numbers) -> Program:
    """Write a part that is called with rows too long and too short, and then with a right one."""
    builder = ProgramBuilder()
    part = make_part(builder, name, inputs, sizes)
    parameters = fill_part(builder, part, numbers, inputs, sizes)
    for length in (inputs + 1, inputs - 1):
        builder.do("attempt", part, "__call__", add_row(builder, ["number"] * length, numbers))
    row = add_row(builder, ["number"] * inputs, numbers)
    result = builder.produce("method", part, "__call__", row)
    output = list_outputs(builder, name, result, sizes[-1])[-1]
    builder.do("read", output, "data")
    builder.do("backward", output)
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


def run_whole(inputs: int, sizes: Sequence[int], kinds: Sequence[str], numbers: Numbers) -> Program:
    """Write a network that is filled, run, set to zero, and run on a second row.

    Gradients are read at the end alone, where the program, pasted, shows them.
    """
    builder = ProgramBuilder()
    model = make_part(builder, "MLP", inputs, sizes)
    parameters = fill_part(builder, model, numbers, inputs, sizes)
    builder.do("inspect", parameters, "length")
    for _ in range(2):
        row = add_row(builder, kinds, numbers)
        builder.produce("method", model, "zero_grad")
        result = builder.produce("method", model, "__call__", row)
        output = list_outputs(builder, "MLP", result, sizes[-1])[-1]
        builder.do("read", output, "data")
        builder.do("backward", output)
    read_all(builder, parameters, count_parameters(inputs, sizes), "grad")
    for leaf in builder.leaves:
        builder.do("read", leaf, "grad")
    return finish(builder)


PARTS = {
    "Neuron": ((1, [1]), (3, [1])),
    "Layer": ((2, [1]), (2, [3])),
    # The fourth one has hidden layers of one neuron, whose output must stay a list on the way; the
    # last one has several outputs without a hidden layer.
    "MLP": ((2, [1]), (2, [2, 1]), (1, [2, 2]), (1, [1, 1, 1]), (3, [2])),
}

# Inputs of several kinds: the part that gets them is made for as many.
MIXED = {
    "Neuron": ("number", "zero", "Value", "whole", "result"),
    "Layer": ("whole", "result"),
    "MLP": ("result", "number"),
}


def part_forms(name: str) -> tuple[CallForm, ...]:
    """Return the forms of a part's call."""
    prefix = name.lower()
    inputs, sizes = PARTS[name][1]
    single = sizes if name != "Layer" else [1]
    several = (name, 2, [3]) if name == "Layer" else (name, 2, [1, 2])

    def form(
        id_: str, title: str, group: str, write: Callable[..., Program], *arguments: Any
    ) -> CallForm:
        return CallForm(f"{prefix}-call-{id_}", title, group, partial(write, *arguments))

    def refused(id_: str, title: str, length: int) -> CallForm:
        return form(id_, title, "refusal", run_wrong_length, name, inputs, sizes, length)

    mixed = MIXED[name]
    forms = [
        *(
            form(
                str(index), "with given parameters", "plain",
                run_part, name, width, layers, ["number"] * width,
            )
            for index, (width, layers) in enumerate(PARTS[name], start=1)
        ),
        form(
            "values", "inputs that are Values", "plain",
            run_part, name, inputs, sizes, ["Value"] * inputs,
        ),
        form(
            "mixed", "inputs of several kinds", "plain",
            run_part, name, len(mixed), sizes, mixed,
        ),
        form(
            "pair", "beside another one", "plain", run_beside_another, name, inputs, sizes
        ),
        form(
            "refilled", "called again after its parameters change", "plain",
            run_refilled, name, inputs, sizes,
        ),
        form(
            "same", "one Value as two inputs", "reuse",
            run_part, name, inputs, sizes, ["Value", "again", "number"][:inputs],
        ),
        form("twice", "used for two rows", "reuse", run_twice, name, inputs, single),
        refused("long", "one input too many", inputs + 1),
        refused("short", "one input too few", inputs - 1),
        refused("empty", "no input at all", 0),
        form(
            "recovered", "called after it has refused inputs", "recovery",
            run_after_refusal, name, inputs, sizes,
        ),
    ]  # fmt: skip
    if name != "Neuron":
        forms.append(form("all", "all outputs used further", "reuse", run_all_outputs, *several))
    return tuple(forms)


NETWORK = (
    Family("neuron-call", part_forms("Neuron")),
    Family("neuron", without(part_forms("Neuron"), "2", "values", "empty")),
    Family("layer-call", part_forms("Layer")),
    Family(
        "layer",
        without(part_forms("Layer"), "2", "values", "pair", "refilled", "same", "empty"),
    ),
    Family("mlp-call", part_forms("MLP")),
    Family("mlp", without(part_forms("MLP"), "1", "3", "values", "same", "empty")),
    Family(
        "whole-network",
        (
            CallForm(
                "whole-one", "one layer", "plain", partial(run_whole, 2, [1], ["number"] * 2)
            ),
            CallForm(
                "whole-two", "three layers", "plain",
                partial(run_whole, 3, [2, 2, 1], ["number"] * 3),
            ),
            CallForm(
                "whole-several", "several outputs", "plain",
                partial(run_whole, 2, [1, 2], ["Value", "whole"]),
            ),
        ),
    ),
)  # fmt: skip
