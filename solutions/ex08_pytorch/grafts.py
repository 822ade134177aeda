"""Replacements that complete a hand-in while one task is judged; none calls another graded one.

The worker binds the classes below to the student's.
"""

import torch

# What forward keeps shows in backward alone.
TOGETHER = {"LegendreP3.backward": ("LegendreP3.forward",)}


def double(number, *, needs_gradient=False):
    """Return a number or a list as a float64 tensor."""
    return torch.tensor(number, dtype=torch.float64, requires_grad=needs_gradient)


def neuron_gradients(x, w, b):
    """Return the output of a neuron, and the gradients of its inputs, weights and bias."""
    inputs, weights, bias = (double(part, needs_gradient=True) for part in (x, w, b))
    output = torch.tanh(torch.dot(inputs, weights) + bias)
    output.backward()
    return output.item(), inputs.grad.tolist(), weights.grad.tolist(), bias.grad.item()


class TwinMLP(torch.nn.Module):
    """The network of tanh neurons, made of PyTorch's layers."""

    def __init__(self, inputs, sizes):
        """Make one layer for each size."""
        torch.nn.Module.__init__(self)  # `super()` would look for the class of this file
        self.layers = torch.nn.ModuleList()
        for size in sizes:
            self.layers.append(torch.nn.Linear(inputs, size, dtype=torch.float64))
            inputs = size

    def forward(self, x):
        """Return the outputs for one row, or for a table of rows."""
        for layer in self.layers:
            x = layer(x).tanh()
        return x


def copy_parameters(twin, numbers):
    """Copy numbers into the twin: layer by layer, neuron by neuron, weights before bias."""
    count = sum(parameter.numel() for parameter in twin.parameters())
    if count != len(numbers):
        raise ValueError(f"{len(numbers)} numbers for {count} parameters")
    rest = list(numbers)
    for layer in twin.layers:
        width = layer.weight.shape[1] + 1
        rows = [[rest.pop(0) for _ in range(width)] for _ in range(layer.weight.shape[0])]
        table = double(rows)
        layer.weight.data.copy_(table[:, :-1])
        layer.bias.data.copy_(table[:, -1])


class LegendreP3(torch.autograd.Function):
    """The third Legendre polynomial, with a backward rule of its own."""

    @staticmethod
    def forward(ctx, x):
        """Return (5x³ − 3x) / 2."""
        ctx.save_for_backward(x)
        return 2.5 * x**3 - 1.5 * x

    @staticmethod
    def backward(ctx, upstream):
        """Return the upstream gradient times (15x² − 3) / 2."""
        [x] = ctx.saved_tensors
        return (7.5 * x**2 - 1.5) * upstream


def passes_gradcheck(function, x):
    """Tell whether PyTorch's numerical check accepts the function's gradient at x."""
    points = double(x, needs_gradient=True)
    return bool(torch.autograd.gradcheck(function, (points,), raise_exception=False))
