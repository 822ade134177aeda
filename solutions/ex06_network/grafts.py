"""Replacements that complete a student's classes while one task is judged.

The worker binds the classes below to the student's. A method that needs another part of the
network calls it, since that is what is supplied with it: a layer its neurons, a network its layers.
"""

import random
from itertools import pairwise

from given import Value


class Module:
    """A part of a network."""

    def zero_grad(self):
        """Set the gradient of every parameter to 0."""
        for parameter in list(self.parameters()):
            parameter.grad = 0.0


class Neuron(Module):
    """tanh(weights · inputs + bias)."""

    def __init__(self, inputs):
        """Draw the parameters from -1 to 1."""
        self.bias = Value(random.uniform(-1, 1))
        self.weights = []
        for _ in range(inputs):
            self.weights.append(Value(random.uniform(-1, 1)))

    def __call__(self, inputs):
        """Return the output for a list of numbers or Values."""
        if len(inputs) != len(self.weights):
            raise ValueError(f"{len(inputs)} inputs for {len(self.weights)} weights")
        total = self.bias
        for weight, x in zip(self.weights, inputs, strict=True):
            total = total + weight * x
        return total.tanh()

    def parameters(self):
        """Return the weights, then the bias."""
        return [*self.weights, self.bias]


class Layer(Module):
    """Several neurons that read the same inputs."""

    def __init__(self, inputs, outputs):
        """Make one neuron for each output."""
        self.neurons = []
        for _ in range(outputs):
            self.neurons.append(Neuron(inputs))

    def __call__(self, inputs):
        """Return the outputs of the neurons, as a list."""
        outputs = []
        for neuron in self.neurons:
            outputs.append(neuron(inputs))
        return outputs

    def parameters(self):
        """Return the parameters of each neuron in turn."""
        found = []
        for neuron in self.neurons:
            found.extend(neuron.parameters())
        return found


class MLP(Module):
    """Several layers, each of which reads the outputs of the one before."""

    def __init__(self, inputs, sizes):
        """Make one layer for each size."""
        self.layers = [Layer(*pair) for pair in pairwise([inputs, *sizes])]

    def __call__(self, inputs):
        """Return the output where there is one, otherwise the list of outputs."""
        for layer in self.layers:
            inputs = layer(inputs)
        if len(inputs) == 1:
            return inputs[0]
        return inputs

    def parameters(self):
        """Return the parameters of each layer in turn."""
        found = []
        for layer in self.layers:
            found.extend(layer.parameters())
        return found
