"""The squared-error loss and the training loop.

Always true: the loop reads a model through its call and its parameters alone.
"""

from collections.abc import Sequence
from typing import Protocol, SupportsFloat

from engine_reference.value import Operand, Value


class Model(Protocol):
    """Predict a number from a row, by parameters that training may change."""

    def __call__(self, inputs: Sequence[Operand], /) -> Value | list[Value]:
        """Return the prediction for one row."""

    def parameters(self) -> list[Value]:
        """Return every Value that training may change."""

    def zero_grad(self) -> None:
        """Set the gradient of every parameter to 0."""


def sum_squared_error(predictions: Sequence[Value], targets: Sequence[SupportsFloat]) -> Value:
    """Return the sum of (prediction - target) ** 2.

    Raises: `ValueError` where there are more or fewer predictions than targets.
    """
    if len(predictions) != len(targets):
        raise ValueError(f"expected {len(targets)} predictions, observed {len(predictions)}")
    pairs = zip(predictions, targets, strict=True)
    return sum(((prediction - target) ** 2 for prediction, target in pairs), start=Value(0.0))


def train(
    model: Model,
    rows: Sequence[Sequence[Operand]],
    targets: Sequence[SupportsFloat],
    steps: int,
    rate: float,
) -> list[float]:
    """Train a model of one output in place by gradient descent, and return the loss of each step.

    Each step uses all rows. Its loss is the sum of squared errors before the parameters change.

    Raises: `ValueError` where there are more or fewer rows than targets; `TypeError` where the
    model has several outputs.
    """
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([_predict(model, row) for row in rows], targets)
        model.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= rate * parameter.grad
        losses.append(loss.data)
    return losses


def _predict(model: Model, row: Sequence[Operand]) -> Value:
    prediction = model(row)
    if not isinstance(prediction, Value):
        raise TypeError(f"expected a model of one output, observed {len(prediction)} outputs")
    return prediction
