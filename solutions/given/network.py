"""A multi-layer perceptron: Module, Neuron, Layer, MLP.

Always true: `parameters()` lists the same Values in the same order at each call, layer by layer,
neuron by neuron, the weights of a neuron before its bias.
"""

import random

from operators import Value


class Module:
    """A part of a network. Each kind of part has a method `parameters()`."""

    def zero_grad(self):
        """Set the gradient of every parameter to 0."""
        for parameter in self.parameters():
            parameter.grad = 0.0


class Neuron(Module):
    """tanh(weights · inputs + bias)."""

    def __init__(self, inputs):
        """Draw one weight for each input, then the bias, from -1 to 1."""
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, inputs):
        """Return the output for a list of numbers or Values, one for each weight."""
        if len(inputs) != len(self.weights):
            raise ValueError(f"expected {len(self.weights)} inputs, observed {len(inputs)}")
        products = [weight * x for weight, x in zip(self.weights, inputs, strict=True)]
        return sum(products, self.bias).tanh()

    def parameters(self):
        """Return the weights, then the bias."""
        return [*self.weights, self.bias]


class Layer(Module):
    """Several neurons that read the same inputs."""

    def __init__(self, inputs, outputs):
        """Make one neuron for each output."""
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, inputs):
        """Return the outputs of the neurons, as a list."""
        return [neuron(inputs) for neuron in self.neurons]

    def parameters(self):
        """Return the parameters of each neuron in turn."""
        return [parameter for neuron in self.neurons for parameter in neuron.parameters()]


class MLP(Module):
    """Several layers, each of which reads the outputs of the one before."""

    def __init__(self, inputs, sizes):
        """Make one layer for each of the sizes: MLP(3, [4, 4, 1]) has three layers."""
        self.layers = []
        for size in sizes:
            self.layers.append(Layer(inputs, size))
            inputs = size  # the next layer reads these outputs

    def __call__(self, inputs):
        """Return the output where there is one, otherwise the list of outputs."""
        outputs = inputs
        for layer in self.layers:
            outputs = layer(outputs)
        return outputs[0] if len(outputs) == 1 else outputs

    def parameters(self):
        """Return the parameters of each layer in turn."""
        return [parameter for layer in self.layers for parameter in layer.parameters()]
