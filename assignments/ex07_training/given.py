"""What earlier exercises built, so that this one needs none of them solved.

The notebook imports it. When your work is graded, the grader brings its own copy.
"""

import math
import random


class Value:
    """One number in a graph, together with the operands and the operator that made it.

    data: the number. grad: the derivative of the output with respect to this node, filled in by
    `backward`. operands: the nodes it was made from. operator, label: text for people.
    """

    def __init__(self, data, operands=(), operator="", label=""):
        """Make a leaf, or the result of an operator when operands are given."""
        self.data = data
        self.grad = 0.0
        self.operands = tuple(operands)
        self.operator = operator
        self.label = label
        self._backward = lambda: None  # a leaf has nobody to hand its gradient to

    def __repr__(self):
        """Return how to write self as a leaf, which is also what print shows."""
        return f"Value({self.data!r})"

    def __add__(self, other):
        """Return self + other, where other is a Value or a number."""
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        """Return self * other, where other is a Value or a number."""
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, exponent):
        """Return self ** exponent, where exponent is a number and no node of the graph."""
        if not isinstance(exponent, (int, float)):
            kind = type(exponent).__name__
            raise TypeError(f"the exponent is an int or a float, and this one is a {kind}")
        out = Value(self.data**exponent, (self,), f"**{exponent}")

        def _backward():
            if exponent != 0:  # at x = 0 the rule for x ** 0 would divide by zero
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        """Return e to the power self."""
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        """Return the hyperbolic tangent of self."""
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        """Return -self."""
        return self * -1

    def __sub__(self, other):
        """Return self - other, where other is a Value or a number."""
        return self + (-other)

    def __truediv__(self, other):
        """Return self / other, where other is a Value or a number."""
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1

    def __radd__(self, other):
        """Return other + self, where other is a number."""
        return self + other

    def __rmul__(self, other):
        """Return other * self, where other is a number."""
        return self * other

    def __rsub__(self, other):
        """Return other - self, where other is a number."""
        return -self + other

    def __rtruediv__(self, other):
        """Return other / self, where other is a number."""
        return other * self**-1

    def backward(self):
        """Set the gradient of self to 1, and add to that of every node that self depends on.

        The order is found with a list of waiting nodes and no recursion, so long chains work.
        """
        order = []  # every node stands after its operands
        seen = set()
        waiting = [(self, False)]
        while waiting:
            node, operands_are_in_order = waiting.pop()
            if operands_are_in_order:
                order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                waiting.append((node, True))
                waiting.extend((operand, False) for operand in node.operands)

        self.grad = 1.0
        for node in reversed(order):
            node._backward()


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


def two_moons(count, noise, seed):
    """Return count points of two half circles that reach into each other, and their labels.

    Arguments: count, the number of points; noise, the standard deviation of the normal error that
    is added to both coordinates; seed, a whole number that decides where the points fall.
    Result: (rows, labels). rows is a list of [x, y]; labels is a list of -1 (upper half circle,
    centre (0, 0)) and 1 (lower half circle, centre (1, 0.5)), in turn. Both radii are 1.
    Errors: none.
    Example: rows, labels = two_moons(100, 0.1, 1) gives 50 points of each label.
    """
    generator = random.Random(seed)
    rows, labels = [], []
    for index in range(count):
        angle = generator.uniform(0, math.pi)
        if index % 2 == 0:
            label, x, y = -1, math.cos(angle), math.sin(angle)
        else:
            label, x, y = 1, 1 - math.cos(angle), 0.5 - math.sin(angle)
        rows.append([x + generator.gauss(0, noise), y + generator.gauss(0, noise)])
        labels.append(label)
    return rows, labels


class Scorer(MLP):
    """An MLP whose output is doubled, so that a margin can be larger than 1."""

    def __call__(self, row):
        """Return the score of a row, from -2 to 2."""
        return 2 * super().__call__(row)
