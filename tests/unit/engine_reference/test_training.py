"""The squared-error loss and the training loop."""

import pytest

from engine_reference import MLP, Value, sum_squared_error, train


class Line:
    """Predict slope · x; small enough for its steps to be worked out by hand."""

    def __init__(self) -> None:
        self.slope = Value(1.0)

    def __call__(self, inputs: list[float]) -> Value:
        return self.slope * inputs[0]

    def parameters(self) -> list[Value]:
        return [self.slope]

    def zero_grad(self) -> None:
        self.slope.grad = 0.0


def test_the_loss_is_the_sum_of_squared_errors() -> None:
    predictions = [Value(1.0), Value(-2.0)]
    loss = sum_squared_error(predictions, [3.0, 1.0])
    loss.backward()
    assert 13.0 == loss.data
    assert [-4.0, -6.0] == [x.grad for x in predictions]


def test_each_step_descends_by_rate_times_a_fresh_gradient() -> None:
    # d/ds of (2s - 4)^2 is 4(2s - 4): -8 at s = 1, then -4 at s = 1.5, then -2 at s = 1.75.
    model = Line()
    model.slope.grad = 99.0
    losses = train(model, [[2.0]], [4.0], steps=3, rate=0.0625)
    assert [4.0, 1.0, 0.25] == losses
    assert 1.875 == model.slope.data


def test_no_steps_change_nothing() -> None:
    model = Line()
    assert [] == train(model, [[2.0]], [4.0], steps=0, rate=0.1)
    assert 1.0 == model.slope.data


def test_rows_and_targets_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^expected 2 predictions, observed 1$"):
        train(Line(), [[2.0]], [4.0, 5.0], steps=1, rate=0.1)


def test_a_model_of_several_outputs_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^expected a model of one output, observed 2 outputs$"):
        train(MLP(1, [2]), [[2.0]], [4.0], steps=1, rate=0.1)
