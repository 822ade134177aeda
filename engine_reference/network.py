"""A multi-layer perceptron of tanh neurons: `Neuron`, `Layer`, `MLP`.

Always true: `parameters()` lists the same Values in the same order each time, neuron by neuron,
weights before bias; the same seed gives the same starting weights.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from engine_reference.value import Operand, Value


class Module(ABC):
    """Be a part of a network that has parameters."""

    @abstractmethod
    def parameters(self) -> list[Value]:
        """Return every Value that training may change."""

    def zero_grad(self) -> None:
        """Set the gradient of every parameter to 0."""
        for parameter in self.parameters():
            parameter.grad = 0.0


class Neuron(Module):
    """Compute tanh(weights · inputs + bias)."""

    def __init__(self, inputs: int, generator: Random) -> None:
        """Draw the weights, then the bias, from -1 to 1."""
        self.weights = [Value(generator.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(generator.uniform(-1, 1))

    def __call__(self, inputs: Sequence[Operand]) -> Value:
        """Return the output, in -1 to 1.

        Raises: `ValueError` where there are more or fewer inputs than weights.
        """
        if len(inputs) != len(self.weights):
            raise ValueError(f"expected {len(self.weights)} inputs, observed {len(inputs)}")
        products = (weight * x for weight, x in zip(self.weights, inputs, strict=True))
        return sum(products, start=self.bias).tanh()

    def parameters(self) -> list[Value]:
        """Return the weights, then the bias."""
        return [*self.weights, self.bias]


class Layer(Module):
    """Give the same inputs to several neurons."""

    def __init__(self, inputs: int, outputs: int, generator: Random) -> None:
        """Make one neuron an output, each of which draws its parameters in turn."""
        self.neurons = [Neuron(inputs, generator) for _ in range(outputs)]

    def __call__(self, inputs: Sequence[Operand]) -> list[Value]:
        """Return one output a neuron, in order."""
        return [neuron(inputs) for neuron in self.neurons]

    def parameters(self) -> list[Value]:
        """Return the parameters of each neuron in turn."""
        return [parameter for neuron in self.neurons for parameter in neuron.parameters()]


class MLP(Module):
    """Pass inputs through several layers, the last of which gives the outputs.

    >>> model = MLP(3, [4, 4, 1], seed=7)
    >>> len(model.parameters())
    41
    """

    def __init__(self, inputs: int, sizes: Sequence[int], seed: int | Random = 0) -> None:
        """Make one layer for each size; a seed, or a generator, decides the starting parameters.

        Raises: `ValueError` where there is no size, or a size or the number of inputs is below 1.
        """
        if not sizes or min(inputs, *sizes) < 1:
            raise ValueError(
                f"MLP({inputs}, {list(sizes)}) is no network: it needs an input, "
                "a layer, and a neuron in each layer"
            )
        # Starting weights are no secret, so a generator that can be seeded is right (S311).
        generator = seed if isinstance(seed, Random) else Random(seed)  # noqa: S311
        self.layers = [
            Layer(size_in, size_out, generator)
            for size_in, size_out in zip([inputs, *sizes], sizes, strict=False)
        ]

    def __call__(self, inputs: Sequence[Operand]) -> Value | list[Value]:
        """Return the output where there is one, otherwise the list of outputs.

        Raises: `ValueError` where there are more or fewer inputs than the first layer takes.
        """
        first, *others = self.layers
        outputs = first(inputs)
        for layer in others:
            outputs = layer(outputs)
        return outputs[0] if len(outputs) == 1 else outputs

    def parameters(self) -> list[Value]:
        """Return the parameters of each layer in turn."""
        return [parameter for layer in self.layers for parameter in layer.parameters()]
