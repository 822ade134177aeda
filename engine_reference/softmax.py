"""Softmax and the negative log-likelihood, from logits of any size.

Used where a network picks one of several classes. Always true: the largest logit is taken off
first. This changes no result, as softmax(x) = softmax(x + c), and no exponent is then above 0, so
that exp cannot overflow. The shift is a plain number: its own gradient would be 0.
"""

from collections.abc import Sequence

from engine_reference.value import Operand, Value


def softmax(logits: Sequence[Operand]) -> list[Value]:
    """Return exp(logit) / (sum of exp) for each logit, in order: probabilities that sum to 1.

    >>> [p.data for p in softmax([1000, 1000])]
    [0.5, 0.5]

    Raises: `ValueError` where there is no logit.
    """
    shifted = _shift_by_largest(logits)
    exponentials = [x.exp() for x in shifted]
    total = sum(exponentials, start=Value(0.0))
    return [x / total for x in exponentials]


def negative_log_likelihood(logits: Sequence[Operand], index: int) -> Value:
    """Return -log(softmax(logits)[index]), the loss where the class at `index` is the right one.

    It takes logits, not probabilities: those of unlikely classes round to 0, which has no log.

    >>> negative_log_likelihood([1000, -1000], 1).data
    2000.0

    Raises: `ValueError` where there is no logit; `IndexError` where `index` is not in 0 to
    len(logits) - 1.
    """
    shifted = _shift_by_largest(logits)
    if not 0 <= index < len(shifted):
        raise IndexError(f"index {index} is not in 0 to {len(shifted) - 1}")
    total = sum((x.exp() for x in shifted), start=Value(0.0))
    return total.log() - shifted[index]


def _shift_by_largest(logits: Sequence[Operand]) -> list[Value]:
    if not logits:
        raise ValueError("softmax needs at least one logit, and there is none")
    values = [x if isinstance(x, Value) else Value(x) for x in logits]
    largest = max(x.data for x in values)
    return [x - largest for x in values]
