"""Replacements that complete a hand-in while one task is judged; none calls another graded one."""

import math

from given import Value

# The stable ones do the others' job as well: handing on to them shows nothing.
COVERS = {
    "stable_softmax": ("softmax",),
    "stable_negative_log_likelihood": ("negative_log_likelihood",),
}


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


def probabilities_of(logits, largest):
    """Return the probabilities, one node for each; largest is taken off every logit."""
    powers = [math.exp(logit.data - largest) for logit in logits]
    numbers = [power / sum(powers) for power in powers]
    nodes = []
    for place, p in enumerate(numbers):
        derivatives = [p * ((place == other) - q) for other, q in enumerate(numbers)]
        nodes.append(make_node(p, tuple(logits), derivatives, "softmax"))
    return nodes


def softmax(logits):
    """Return the probabilities of a list of logits.

    It fails for large logits, as its text says: a stable softmax that is none must not pass
    because this one is.
    """
    return probabilities_of(logits, 0.0)


def negative_log_likelihood(logits, index):
    """Return minus the logarithm of the probability of the right class, as one node.

    It fails for large logits, too.
    """
    probabilities = [node.data for node in probabilities_of(logits, 0.0)]
    derivatives = [p - (place == index) for place, p in enumerate(probabilities)]
    return make_node(-math.log(probabilities[index]), tuple(logits), derivatives, "loss")


def stable_softmax(logits):
    """Return the probabilities of logits of any size."""
    return probabilities_of(logits, max(logit.data for logit in logits))


def stable_negative_log_likelihood(logits, index):
    """Return the loss of logits of any size, as one node."""
    largest = max(logit.data for logit in logits)
    powers = [math.exp(logit.data - largest) for logit in logits]
    derivatives = [power / sum(powers) - (place == index) for place, power in enumerate(powers)]
    number = largest - logits[index].data + math.log(sum(powers))
    return make_node(number, tuple(logits), derivatives, "loss")


def torch_gradients(logits, index):
    """Return the gradients of the loss, by PyTorch."""
    from torch import float64, logsumexp, tensor

    numbers = tensor(logits, dtype=float64, requires_grad=True)
    (logsumexp(numbers, dim=0) - numbers[index]).backward()
    return numbers.grad.tolist()
