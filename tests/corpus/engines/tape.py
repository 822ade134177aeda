"""Every operation is written on one tape; backward plays the needed entries from the end."""

import math

TAPE = []


def record(result, operands, pull):
    """Write an entry: `pull(upstream)` returns one gradient per operand."""
    out = Value(result)
    out.position = len(TAPE)
    TAPE.append((out, operands, pull))
    return out


def lift(thing):
    return thing if isinstance(thing, Value) else Value(thing)


class Value:
    def __init__(self, data, label=""):
        self.data = data
        self.grad = 0.0
        self.label = label
        self.position = -1

    def __add__(self, other):
        other = lift(other)
        return record(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        a, b = self.data, lift(other).data
        return record(a * b, (self, lift(other)), lambda g: (g * b, g * a))

    def __pow__(self, other):
        base = self.data
        if isinstance(other, Value):
            n, result = other.data, base**other.data
            return record(
                result,
                (self, other),
                lambda g: (g * n * base ** (n - 1), g * result * math.log(base)),
            )
        return record(base**other, (self,), lambda g: (g * other * base ** (other - 1),))

    def __neg__(self):
        return record(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other):
        return self + -lift(other)

    def __truediv__(self, other):
        return self * lift(other).reciprocal()

    def reciprocal(self):
        inverse = 1 / self.data
        return record(inverse, (self,), lambda g: (-g * inverse * inverse,))

    def __radd__(self, number):
        return lift(number) + self

    def __rmul__(self, number):
        return lift(number) * self

    def __rsub__(self, number):
        return lift(number) - self

    def __rtruediv__(self, number):
        return lift(number) / self

    def exp(self):
        result = math.exp(self.data)
        return record(result, (self,), lambda g: (g * result,))

    def tanh(self):
        result = math.tanh(self.data)
        return record(result, (self,), lambda g: (g * (1 - result * result),))

    def backward(self):
        self.grad = 1.0
        needed = {id(self)}
        for out, operands, pull in reversed(TAPE[: self.position + 1]):
            # Other graphs stand on the same tape.
            if id(out) in needed:
                for operand, gradient in zip(operands, pull(out.grad), strict=True):
                    operand.grad += gradient
                    needed.add(id(operand))
