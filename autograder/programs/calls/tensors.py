"""What calls of the PyTorch exercise share: tensors made, added up and read number by number."""

from collections.abc import Callable

from autograder.programs.calls.family import Numbers
from autograder.programs.program import ProgramBuilder

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
