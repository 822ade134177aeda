"""Softmax and the negative log-likelihood: values, gradients, extremes and refusals."""

import math

import pytest

from engine_reference import Value, negative_log_likelihood, softmax


def test_probabilities_are_exponentials_over_their_sum() -> None:
    total = math.exp(1) + math.exp(2) + math.exp(3)
    expected = [pytest.approx(math.exp(x) / total, rel=1e-14) for x in (1, 2, 3)]
    assert expected == [p.data for p in softmax([Value(1.0), Value(2.0), Value(3.0)])]


def test_the_loss_is_minus_the_log_of_the_probability() -> None:
    logits = [0.5, -1.0, 2.0]
    expected = [pytest.approx(-math.log(p.data), rel=1e-14) for p in softmax(logits)]
    assert expected == [negative_log_likelihood(logits, index).data for index in range(3)]


def test_a_probability_has_its_gradient_in_every_logit() -> None:
    logits = [Value(math.log(1)), Value(math.log(3))]
    softmax(logits)[1].backward()
    assert [pytest.approx(-3 / 16), pytest.approx(3 / 16)] == [x.grad for x in logits]


def test_softmax_is_right_at_plus_and_minus_1000() -> None:
    logits = [Value(1000.0), Value(-1000.0), Value(1000.0)]
    probabilities = softmax(logits)
    probabilities[0].backward()
    assert [0.5, 0.0, 0.5] == [p.data for p in probabilities]
    assert [0.25, 0.0, -0.25] == [x.grad for x in logits]


def test_the_loss_is_right_at_plus_and_minus_1000() -> None:
    logits = [Value(1000.0), Value(-1000.0)]
    loss = negative_log_likelihood(logits, 1)
    loss.backward()
    assert 2000.0 == loss.data
    assert [1.0, -1.0] == [x.grad for x in logits]


def test_no_logits_are_refused() -> None:
    with pytest.raises(ValueError, match="softmax needs at least one logit, and there is none"):
        softmax([])


@pytest.mark.parametrize("index", [-1, 2])
def test_an_index_without_a_logit_is_refused(index: int) -> None:
    with pytest.raises(IndexError, match=f"^index {index} is not in 0 to 1$"):
        negative_log_likelihood([1.0, 2.0], index)
