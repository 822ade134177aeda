"""Replacements that complete a hand-in while one task is judged; none calls another graded one."""

import math

from given import Value


def make_node(data, operands, derivatives, operator):
    """Return a node with the derivative with respect to each of its operands."""
    out = Value(data, operands, operator)

    def _backward():
        for operand, derivative in zip(operands, derivatives, strict=True):
            operand.grad += derivative * out.grad

    out._backward = _backward
    return out


def log(x):
    """Return the natural logarithm of a Value."""
    return make_node(math.log(x.data), (x,), (1.0 / x.data,), "log")


def shifted_exponentials(logits):
    """Return the exponentials of the logits with the largest taken off, their sum, the largest."""
    largest = max(logit.data for logit in logits)
    powers = [math.exp(logit.data - largest) for logit in logits]
    return powers, sum(powers), largest


def probabilities_of(logits):
    """Return the probabilities of logits of any size, one node for each."""
    powers, total, _ = shifted_exponentials(logits)
    numbers = [power / total for power in powers]
    nodes = []
    for place, p in enumerate(numbers):
        derivatives = [p * ((place == other) - q) for other, q in enumerate(numbers)]
        nodes.append(make_node(p, tuple(logits), derivatives, "softmax"))
    return nodes


def loss_of(logits, index):
    """Return minus the logarithm of one probability, as one node."""
    powers, total, largest = shifted_exponentials(logits)
    derivatives = [power / total - (place == index) for place, power in enumerate(powers)]
    number = largest - logits[index].data + math.log(total)
    return make_node(number, tuple(logits), derivatives, "loss")


def softmax(logits):
    """Return the probabilities of a list of logits."""
    return probabilities_of(logits)


def negative_log_likelihood(logits, index):
    """Return minus the logarithm of the probability of the right class."""
    return loss_of(logits, index)


def stable_softmax(logits):
    """Return the probabilities of logits of any size."""
    return probabilities_of(logits)


def stable_negative_log_likelihood(logits, index):
    """Return the loss of logits of any size."""
    return loss_of(logits, index)


def torch_gradients(logits, index):
    """Return the gradients of the loss, by PyTorch."""
    import torch

    numbers = torch.tensor(logits, dtype=torch.float64, requires_grad=True)
    loss = torch.logsumexp(numbers, dim=0) - numbers[index]
    loss.backward()
    return numbers.grad.tolist()
