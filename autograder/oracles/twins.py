"""What each public name of the exercises computes, said once for every kind of node.

Used by `ways.py` (float64, with the size of every sum) and `numerical.py` (60 digits). A twin takes
the machine and the call's arguments; it is written with the nodes' operators alone, so it holds no
backward rule. `engine_reference` and PyTorch answer the same calls with code of their own.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from autograder.oracles.traced import tells_its_slopes
from autograder.oracles.twin_node import TwinMachine, TwinTensor, at_each_place

Function = Callable[..., Any]
Rows = Sequence[Sequence[Any]]


def forward_difference(machine: TwinMachine, f: Function, x: Any, h: Any) -> Any:
    """Return (f(x + h) - f(x)) / h."""
    x, h = machine.number(x), machine.number(h)
    return (f(x + h) - f(x)) / h


def central_difference(machine: TwinMachine, f: Function, x: Any, h: Any) -> Any:
    """Return (f(x + h) - f(x - h)) / 2h."""
    x, h = machine.number(x), machine.number(h)
    return (f(x + h) - f(x - h)) / (2.0 * h)


def numerical_gradient(machine: TwinMachine, f: Function, point: Sequence[Any], h: Any) -> Any:
    """Return the central difference in each coordinate of a point."""

    def along(index: int) -> Function:
        return lambda x: f([x if i == index else p for i, p in enumerate(point)])

    numbers = [machine.number(number) for number in point]
    return [central_difference(machine, along(i), x, h) for i, x in enumerate(numbers)]


def gradient(machine: TwinMachine, a: Any, b: Any, c: Any) -> list[Any]:
    """Return the gradient of -a**3 + sin(3b) - 1/c + b**2.5 - sqrt(a) with respect to a, b, c."""
    slope_of_sine = machine.number(3.0 * math.cos(3.0 * b))
    a, b, c = machine.number(a), machine.number(b), machine.number(c)
    return [-3.0 * a**2 - 0.5 * a**-0.5, slope_of_sine + 2.5 * b**1.5, c**-2]


# A step is best without doubt when the next one's error is this many times as large.
CLEAR_MARGIN = 10.0


def best_step(
    machine: TwinMachine, f: Function, x: float, slope: float, steps: Sequence[float]
) -> float:
    """Return the step whose central difference is nearest to a slope, in float64: rounding counts.

    Raises ValueError where no step is best by a clear margin.
    """
    errors = {h: abs((f(x + h) - f(x - h)) / (2.0 * h) - slope) for h in steps}
    best, *others = sorted(errors.values())
    if others and others[0] < CLEAR_MARGIN * best:
        raise ValueError("no step is best by a clear margin")
    return min(errors, key=errors.__getitem__)


def log(machine: TwinMachine, x: Any) -> Any:
    """Return the natural logarithm."""
    return x.log()


def relu(machine: TwinMachine, x: Any) -> Any:
    """Return x where it is above 0, else 0."""
    return x.relu()


def softmax(machine: TwinMachine, logits: Sequence[Any]) -> list[Any]:
    """Return exp(x) over the sum of all exp; the largest logit is taken off first."""
    exponentials = [x.exp() for x in shift_by_largest(machine, logits)]
    total = sum(exponentials[1:], start=exponentials[0])
    return [x / total for x in exponentials]


def negative_log_likelihood(machine: TwinMachine, logits: Sequence[Any], index: int) -> Any:
    """Return minus the logarithm of one softmax."""
    shifted = shift_by_largest(machine, logits)
    exponentials = [x.exp() for x in shifted]
    return sum(exponentials[1:], start=exponentials[0]).log() - shifted[index]


def shift_by_largest(machine: TwinMachine, logits: Sequence[Any]) -> list[Any]:
    """Return the logits less the largest of them, which is a plain number."""
    nodes = [machine.number(x) for x in logits]
    largest = max(float(x.data) for x in nodes)
    return [x - largest for x in nodes]


def logit_gradients(machine: TwinMachine, logits: Sequence[float], index: int) -> list[Any]:
    """Return the gradients of the negative log-likelihood as numbers."""
    leaves = [machine.leaf(x) for x in logits]
    return machine.gradients(leaves, lambda: negative_log_likelihood(machine, leaves, index))


class Part:
    """A part of a network."""

    def __init__(self, machine: TwinMachine, values: list[Any]) -> None:
        self.machine: Any = machine
        self.values = values

    def parameters(self) -> list[Any]:
        """Return every node that training may change, in a list of the receiver's own."""
        return list(self.values)

    def zero_grad(self) -> None:
        """Set the gradient of every parameter to 0."""
        for value in self.values:
            self.machine.set(value, "grad", 0.0)


class Neuron(Part):
    """tanh(weights · inputs + bias)."""

    def __init__(self, machine: TwinMachine, inputs: int) -> None:
        super().__init__(machine, [machine.leaf(0.0) for _ in range(inputs + 1)])
        *self.weights, self.bias = self.values

    def __call__(self, inputs: Sequence[Any]) -> Any:
        """Return the output. Raises ValueError for a wrong number of inputs."""
        products = [w * x for w, x in zip(self.weights, inputs, strict=True)]
        return sum(products, start=self.bias).tanh()


class Layer(Part):
    """Several neurons with the same inputs."""

    def __init__(self, machine: TwinMachine, inputs: int, outputs: int) -> None:
        self.neurons = [Neuron(machine, inputs) for _ in range(outputs)]
        self.in_features, self.out_features = inputs, outputs
        super().__init__(machine, [value for neuron in self.neurons for value in neuron.values])

    def __call__(self, inputs: Sequence[Any]) -> list[Any]:
        """Return one output a neuron."""
        return [neuron(inputs) for neuron in self.neurons]

    @property
    def weight(self) -> TwinTensor:
        """The weights, one row a neuron, as PyTorch has them."""
        return TwinTensor(TwinTensor(neuron.weights) for neuron in self.neurons)

    @property
    def bias(self) -> TwinTensor:
        """The biases, as PyTorch has them."""
        return TwinTensor(neuron.bias for neuron in self.neurons)


class MLP(Part):
    """Several layers."""

    def __init__(self, machine: TwinMachine, inputs: int, sizes: Sequence[int]) -> None:
        widths = [inputs, *sizes]
        self.layers = [Layer(machine, *pair) for pair in pairwise(widths)]
        super().__init__(machine, [value for layer in self.layers for value in layer.values])

    def __call__(self, inputs: Sequence[Any]) -> Any:
        """Return the output where there is one, otherwise the list of outputs."""
        for layer in self.layers:
            inputs = layer(inputs)
        return inputs[0] if len(inputs) == 1 else inputs


class TwinMLP(MLP):
    """Several layers as PyTorch has them: a block of numbers goes in, and another one comes out."""

    def __call__(self, inputs: Any) -> TwinTensor:
        """Return the outputs for one row, or for each row of a table."""
        if isinstance(inputs[0], TwinTensor):
            return TwinTensor(self(row) for row in inputs)
        for layer in self.layers:
            inputs = layer(inputs)
        return TwinTensor(inputs)

    def parameters(self) -> list[Any]:
        """Return the weights and biases of each layer."""
        return [tensor for layer in self.layers for tensor in (layer.weight, layer.bias)]


class Scorer(MLP):
    """A network whose output is doubled."""

    def __call__(self, inputs: Sequence[Any]) -> Any:
        """Return twice the output."""
        return 2.0 * super().__call__(inputs)


def sum_squared_error(machine: TwinMachine, predictions: Sequence[Any], targets: Any) -> Any:
    """Return the sum of (prediction - target) ** 2."""
    # Products, since the ways of a power have no slope at 0, where a prediction is right.
    errors = [p - t for p, t in zip(predictions, targets, strict=True)]
    squares = [error * error for error in errors]
    return sum(squares[1:], start=squares[0])


def max_margin_loss(machine: TwinMachine, scores: Sequence[Any], labels: Sequence[Any]) -> Any:
    """Return the mean of relu(1 - label * score)."""
    terms = [(1.0 - label * s).relu() for s, label in zip(scores, labels, strict=True)]
    return sum(terms[1:], start=terms[0]) / float(len(terms))


def l2_penalty(machine: TwinMachine, parameters: Sequence[Any], strength: float) -> Any:
    """Return strength times the sum of squares."""
    squares = [p * p for p in parameters]
    return strength * sum(squares[1:], start=squares[0])


def decayed_rate(machine: TwinMachine, step: int, steps: int) -> Any:
    """Return the rate of a step, from 1 down towards 0.1."""
    return machine.number(1.0) - machine.number(0.9 * step) / machine.number(float(steps))


def accuracy(machine: TwinMachine, scores: Sequence[Any], labels: Sequence[Any]) -> Any:
    """Return the part of scores that have their label's sign."""
    numbers = [machine.number(score).data for score in scores]
    right = sum((x > 0) == (label > 0) for x, label in zip(numbers, labels, strict=True))
    return machine.number(right) / float(len(numbers))


def train(
    machine: TwinMachine, model: Any, rows: Rows, targets: Any, steps: int, rate: float
) -> Any:
    """Train on all rows by the sum of squared errors; return the losses."""

    def loss() -> Any:
        return sum_squared_error(machine, [model(row) for row in rows], targets)

    return [machine.descend(model.parameters(), loss, rate) for _ in range(steps)]


def train_on_batches(
    machine: TwinMachine, model: Any, batches: Any, rates: Sequence[float], strength: float
) -> Any:
    """Train on one batch after the other by max-margin loss and penalty; return the losses."""
    losses = []
    for (rows, labels), rate in zip(batches, rates, strict=True):

        def loss(rows: Rows = rows, labels: Any = labels) -> Any:
            margin = max_margin_loss(machine, [model(row) for row in rows], labels)
            return margin + l2_penalty(machine, model.parameters(), strength)

        losses.append(machine.descend(model.parameters(), loss, rate))
    return losses


def neuron_gradients(
    machine: TwinMachine, x: Sequence[float], w: Sequence[float], b: float
) -> tuple[Any, list[Any], list[Any], Any]:
    """Return a neuron's output and its gradients with respect to inputs, weights and bias."""
    inputs, weights = [machine.leaf(n) for n in x], [machine.leaf(n) for n in w]
    bias = machine.leaf(b)

    def output() -> Any:
        return sum((p * q for p, q in zip(weights, inputs, strict=True)), start=bias).tanh()

    found = machine.gradients([*inputs, *weights, bias], output)
    count = len(inputs)
    return output(), found[:count], found[count:-1], found[-1]


def copy_parameters(machine: Any, twin: Any, numbers: Sequence[float]) -> None:
    """Put numbers into a network's parameters."""
    for parameter, number in zip(twin.values, numbers, strict=True):
        machine.set(parameter, "data", number)


def legendre(machine: TwinMachine, x: Any) -> Any:
    """Return the third Legendre polynomial at each place: (5x³ - 3x) / 2."""
    return at_each_place(lambda node: (5.0 * node * node * node - 3.0 * node) / 2.0, [x])


def passes_gradcheck(machine: TwinMachine, function: Function, x: Sequence[float]) -> float:
    """Return 1.0 for a function whose graph tells its slopes, 0.0 for one that detaches some."""
    return float(tells_its_slopes(function, x))


def new_value(
    machine: Any, data: float, operands: Sequence[Any] = (), operator: str = "", label: str = ""
) -> Any:
    """Return a node with what is recorded in it."""
    node = machine.leaf(data)
    node.operands, node.operator, node.label = tuple(operands), operator, label
    return node


def fill_gradients(machine: Any, a: Any, b: Any, c: Any, e: Any, d: Any, f: Any, out: Any) -> None:
    """Set the gradients of out = (a * b + c) * f by the chain rule, with e = a * b, d = e + c."""
    rules = ((a, b.data * f.data), (b, a.data * f.data), (f, d.data), (out, 1.0))
    for node, number in (*rules, *((node, f.data) for node in (c, e, d))):
        machine.set(node, "grad", number)


def nudge_inputs(machine: Any, inputs: Sequence[Any], step: float) -> None:
    """Move each node's data along its gradient."""
    for node in inputs:
        machine.set(node, "data", node.data + step * machine.kept_gradient(node))


def topological_order(machine: TwinMachine, output: Any) -> list[Any]:
    """Return every node of a graph once, each after its operands."""
    order: list[Any] = []

    def visit(node: Any) -> None:
        if not any(node is other for other in order):
            for operand in node.operands:
                visit(operand)
            order.append(node)

    visit(output)
    return order


TWINS: dict[str, Callable[..., Any]] = {
    "forward_difference": forward_difference,
    "central_difference": central_difference,
    "numerical_gradient": numerical_gradient,
    "gradient": gradient,
    "best_step": best_step,
    "Value": new_value,
    "fill_gradients": fill_gradients,
    "nudge_inputs": nudge_inputs,
    "topological_order": topological_order,
    "log": log,
    "relu": relu,
    "softmax": softmax,
    "stable_softmax": softmax,
    "negative_log_likelihood": negative_log_likelihood,
    "stable_negative_log_likelihood": negative_log_likelihood,
    "torch_gradients": logit_gradients,
    "Neuron": Neuron,
    "Layer": Layer,
    "MLP": MLP,
    "TwinMLP": TwinMLP,
    "Scorer": Scorer,
    "sum_squared_error": sum_squared_error,
    "max_margin_loss": max_margin_loss,
    "l2_penalty": l2_penalty,
    "decayed_rate": decayed_rate,
    "accuracy": accuracy,
    "train": train,
    "train_on_batches": train_on_batches,
    "neuron_gradients": neuron_gradients,
    "copy_parameters": copy_parameters,
    "LegendreP3.apply": legendre,
    "passes_gradcheck": passes_gradcheck,
}
