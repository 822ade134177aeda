"""The oracle that runs programs on PyTorch in float64.

Only `torch.tensor(..., dtype=torch.float64)` is right: `torch.Tensor(...).double()` rounds to
float32 first, an error of 1e-8.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from autograder.errors import MissingExtraError
from autograder.programs.interpreter import INFIX, ProgramRun, find_object
from autograder.programs.program import Program
from autograder.registry import OPERATORS

try:
    import torch
    from torch.nn import functional
except ModuleNotFoundError as error:
    raise MissingExtraError("bank", "torch") from error

Tensor = torch.Tensor


def scalar(number: float) -> Tensor:
    """Return a tensor that asks for its gradient."""
    return torch.tensor(float(number), dtype=torch.float64, requires_grad=True)


class TorchMachine:
    """A machine of scalar float64 tensors."""

    def leaf(self, number: float) -> Tensor:
        """Return a tensor that asks for its gradient."""
        return scalar(number)

    def tensor(self, numbers: list[Any]) -> Tensor:
        """Return a tensor of numbers, or of rows, that asks for its gradient."""
        return torch.tensor(numbers, dtype=torch.float64, requires_grad=True)

    def apply(self, name: str, operands: list[Any]) -> Tensor:
        """Return the twin operator's result, its gradient kept."""
        twin = OPERATORS[name].torch
        # A bool and a tensor do not mix in torch: `True - t` is refused.
        numbers = [float(x) if isinstance(x, bool | int) else x for x in operands]
        result: Tensor = getattr(torch, twin)(*numbers) if twin else INFIX[name](*numbers)
        result.retain_grad()
        return result

    def call(self, name: str, arguments: list[Any]) -> Any:
        """Return what PyTorch gives for a public name. Raises KeyError where it has no twin."""
        return TORCH_TWINS[name](*arguments)

    def look_up(self, name: str) -> Callable[..., Any]:
        """Return the twin of a public name."""
        return TORCH_TWINS[name]

    def set(self, node: Tensor, field: str, number: float) -> None:
        """Set data or gradient in place."""
        if field == "grad":
            node.grad = torch.tensor(number, dtype=torch.float64)
        else:
            node.data = torch.tensor(number, dtype=torch.float64)

    def backward(self, node: Tensor) -> None:
        """Run torch's backward pass; the graph is kept, as in a student's engine."""
        node.backward(retain_graph=True)  # type: ignore[no-untyped-call]

    def read(self, node: Any, field: str) -> float:
        """Return data, gradient or number; a tensor that nothing reached has gradient zero."""
        if field != "grad":
            return float(node.detach() if isinstance(node, Tensor) else node)
        return 0.0 if node.grad is None else float(node.grad)

    def inspect(self, node: Any, question: str) -> float:
        """Say yes: a result is of the right kind; or its length, or the dtype that it has."""
        if question == "float64":
            return float(node.dtype == torch.float64)
        return float(len(list(node))) if question in ("length", "count") else 1.0

    def find(self, container: Any, wanted: Any) -> float:
        """Return where in a list an object is, or -1."""
        return find_object(container, wanted)


def kept(values: Sequence[Tensor]) -> list[Tensor]:
    """Return the items of a tensor, their gradients kept."""
    items = list(values)
    for item in items:
        item.retain_grad()
    return items


def stack(values: Sequence[Any]) -> Tensor:
    """Return scalars and plain numbers as one tensor."""
    return torch.stack([torch.as_tensor(value, dtype=torch.float64) for value in values])


def softmax(logits: Sequence[Tensor]) -> list[Tensor]:
    """Return torch's own softmax."""
    return kept(torch.softmax(stack(logits), 0).unbind())


def negative_log_likelihood(logits: Sequence[Tensor], index: int) -> Tensor:
    """Return torch's own cross entropy."""
    return functional.cross_entropy(stack(logits)[None], torch.tensor([index]))


def logit_gradients(logits: Sequence[float], index: int) -> list[float]:
    """Return the gradients of the cross entropy."""
    leaves = torch.tensor(logits, dtype=torch.float64, requires_grad=True)
    loss = functional.cross_entropy(leaves[None], torch.tensor([index]))
    (found,) = torch.autograd.grad(loss, leaves)
    return [float(x) for x in found]


class Network:
    """A multi-layer perceptron: one matrix a layer, made of the scalars that are its parameters."""

    def __init__(self, inputs: int, sizes: Sequence[int]) -> None:
        # A layer is a list of rows, one a neuron, the bias last.
        self.layers = [
            [[scalar(0.0) for _ in range(before + 1)] for _ in range(after)]
            for before, after in pairwise([inputs, *sizes])
        ]

    def run(self, inputs: Any) -> Tensor:
        """Return all outputs as one tensor."""
        values = stack(inputs)
        for layer in self.layers:
            matrix = torch.stack([torch.stack(row) for row in layer])
            values = torch.tanh(matrix[:, :-1] @ values + matrix[:, -1])
        return values

    def __call__(self, inputs: Any) -> Any:
        """Return the output where there is one, otherwise all."""
        values = self.run(inputs)
        return values[0] if len(values) == 1 else kept(values.unbind())

    def parameters(self) -> list[Tensor]:
        """Return the scalars: weights before bias, neuron by neuron."""
        return [value for layer in self.layers for row in layer for value in row]

    def zero_grad(self) -> None:
        """Forget all gradients."""
        for value in self.parameters():
            value.grad = None


class Twin(torch.nn.Module):
    """A multi-layer perceptron of PyTorch's own layers."""

    def __init__(self, inputs: int, sizes: Sequence[int]) -> None:
        super().__init__()
        pairs = pairwise([inputs, *sizes])
        layers = [torch.nn.Linear(*pair, dtype=torch.float64) for pair in pairs]
        self.layers = torch.nn.ModuleList(layers)

    def forward(self, x: Tensor) -> Tensor:
        """Return the outputs of each row."""
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return x


class Scorer(Network):
    """A network whose output is doubled."""

    def __call__(self, inputs: Any) -> Any:
        """Return twice the output."""
        return 2.0 * super().__call__(inputs)


class Neuron(Network):
    """A network of one neuron."""

    def __init__(self, inputs: int) -> None:
        super().__init__(inputs, [1])


class Layer(Network):
    """A network of one layer, which always returns a list."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(inputs, [outputs])

    def __call__(self, inputs: Any) -> list[Tensor]:
        """Return one output a neuron."""
        return kept(self.run(inputs).unbind())


def sum_squared_error(predictions: Sequence[Tensor], targets: Sequence[float]) -> Tensor:
    """Return torch's own sum of squared errors."""
    return functional.mse_loss(stack(predictions), stack(targets), reduction="sum")


def max_margin_loss(scores: Sequence[Tensor], labels: Sequence[float]) -> Tensor:
    """Return the mean of the hinge."""
    return torch.clamp(1 - stack(labels) * stack(scores), min=0).mean()


def l2_penalty(parameters: Sequence[Tensor], strength: float) -> Tensor:
    """Return strength times the sum of squares."""
    return strength * stack(parameters).square().sum()


def accuracy(scores: Sequence[Any], labels: Sequence[float]) -> float:
    """Return the part of scores that have their label's sign."""
    return float((torch.sign(stack(scores)) == torch.sign(stack(labels))).double().mean())


def descend(model: Network, loss: Callable[[], Tensor], rate: float) -> Tensor:
    """Take one step with torch's own optimiser; return the loss before it."""
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    optimizer.zero_grad()
    before = loss()
    before.backward()  # type: ignore[no-untyped-call]
    optimizer.step()
    return before


def train(
    model: Network, rows: Any, targets: Sequence[float], steps: int, rate: float
) -> list[Tensor]:
    """Train on all rows."""

    def loss() -> Tensor:
        return sum_squared_error([model(row) for row in rows], targets)

    return [descend(model, loss, rate) for _ in range(steps)]


def train_on_batches(
    model: Network, batches: Any, rates: Sequence[float], strength: float
) -> list[Tensor]:
    """Train on one batch after the other."""
    losses = []
    for (rows, labels), rate in zip(batches, rates, strict=True):

        def loss(rows: Any = rows, labels: Any = labels) -> Tensor:
            penalty = l2_penalty(model.parameters(), strength)
            return max_margin_loss([model(row) for row in rows], labels) + penalty

        losses.append(descend(model, loss, rate))
    return losses


def copy_parameters(model: Any, numbers: Sequence[float]) -> None:
    """Put numbers into a network's layers. Raises ValueError for a wrong count of them."""
    rest = torch.tensor(numbers, dtype=torch.float64)
    if len(rest) != sum(layer.weight.numel() + layer.bias.numel() for layer in model.layers):
        raise ValueError("a wrong count of numbers")
    for layer in model.layers:
        table, rest = rest.tensor_split([layer.out_features * (layer.in_features + 1)])
        table = table.view(layer.out_features, -1)
        layer.weight.data, layer.bias.data = table[:, :-1].clone(), table[:, -1].clone()


def neuron_gradients(x: Sequence[float], w: Sequence[float], b: float) -> tuple[Any, ...]:
    """Return a neuron's output and its gradients with respect to inputs, weights and bias."""
    leaves = [torch.tensor(n, dtype=torch.float64, requires_grad=True) for n in (x, w, b)]
    output = torch.tanh(leaves[0] @ leaves[1] + leaves[2])
    return (output, *torch.autograd.grad(output, leaves))


def gradient(a: float, b: float, c: float) -> list[Tensor]:
    """Return the gradient of the three-variable function."""
    x, y, z = leaves = [scalar(number) for number in (a, b, c)]
    output = -(x**3) + torch.sin(3 * y) - 1 / z + y**2.5 - torch.sqrt(x)
    return list(torch.autograd.grad(output, leaves))


def numerical_gradient(f: Callable[..., Any], point: Sequence[float], h: float) -> list[float]:
    """Return central differences in each coordinate."""
    found = []
    for index in range(len(point)):
        above, below = list(point), list(point)
        above[index] += h
        below[index] -= h
        found.append((f(above) - f(below)) / (2 * h))
    return found


def legendre(x: Tensor) -> Tensor:
    """Return the third Legendre polynomial by its recurrence from the second."""
    second = (3 * x * x - 1) / 2
    return (5 * x * second - 2 * x) / 3


def passes_gradcheck(function: Callable[..., Any], x: Sequence[float]) -> float:
    """Return what torch's own gradcheck says."""
    leaf = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    return float(torch.autograd.gradcheck(function, (leaf,), raise_exception=False))


TORCH_TWINS: dict[str, Callable[..., Any]] = {
    "forward_difference": lambda f, x, h: (f(x + h) - f(x)) / h,
    "central_difference": lambda f, x, h: (f(x + h) - f(x - h)) / (2 * h),
    "numerical_gradient": numerical_gradient,
    "gradient": gradient,
    "log": torch.log,
    "relu": torch.relu,
    "softmax": softmax,
    "stable_softmax": softmax,
    "negative_log_likelihood": negative_log_likelihood,
    "stable_negative_log_likelihood": negative_log_likelihood,
    "torch_gradients": logit_gradients,
    "Neuron": Neuron,
    "Layer": Layer,
    "MLP": Network,
    "TwinMLP": Twin,
    "Scorer": Scorer,
    "sum_squared_error": sum_squared_error,
    "max_margin_loss": max_margin_loss,
    "l2_penalty": l2_penalty,
    "decayed_rate": lambda step, steps: 1.0 - 0.9 * step / steps,
    "accuracy": accuracy,
    "train": train,
    "train_on_batches": train_on_batches,
    "neuron_gradients": neuron_gradients,
    "copy_parameters": copy_parameters,
    "LegendreP3.apply": legendre,
    "passes_gradcheck": passes_gradcheck,
}


# What torch's tensors do not tell: their operands and texts.
UNKNOWN_WORDS = frozenset({"find", "text"})
ENGINE_ATTRIBUTES = frozenset({"operands", "neurons", "weights"})


def observe_pytorch(program: Program) -> tuple[float, ...] | None:
    """Return the program's observed numbers on PyTorch; None where it cannot tell them."""
    words = {instruction[0] for instruction in program.instructions}
    attributes = {i[2] for i in program.instructions if i[0] == "attribute"}
    if (
        words & UNKNOWN_WORDS
        or attributes & ENGINE_ATTRIBUTES
        or not program.names <= TORCH_TWINS.keys()
    ):
        return None
    run = ProgramRun(TorchMachine())
    run.run(program.instructions)
    return tuple(run.values)
