"""A dataclass with slots; a rule is a function that a node keeps, and frozen operands."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Union

Number = Union[int, float]  # noqa: UP007 -- as many students write it


@dataclass(eq=False, slots=True)
class Value:
    data: Number
    operands: tuple[Value, ...] = ()
    operator: str = ""
    label: str = ""
    grad: float = field(default=0.0, init=False)
    rule: Callable[[Value], tuple[float, ...]] | None = field(default=None, repr=False)

    @classmethod
    def of(cls, thing: Value | Number) -> Value:
        return thing if isinstance(thing, cls) else cls(thing)

    def __add__(self, other: Value | Number) -> Value:
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), "+", rule=lambda out: (1.0, 1.0))

    def __radd__(self, other: Number) -> Value:
        return self.__add__(other)

    def __mul__(self, other: Value | Number) -> Value:
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), "*", rule=mul_rule)

    def __rmul__(self, other: Number) -> Value:
        return self.__mul__(other)

    def __neg__(self) -> Value:
        return self.__mul__(-1.0)

    def __sub__(self, other: Value | Number) -> Value:
        return self.__add__(Value.of(other).__neg__())

    def __rsub__(self, other: Number) -> Value:
        return Value.of(other).__sub__(self)

    def __truediv__(self, other: Value | Number) -> Value:
        return self.__mul__(Value.of(other).__pow__(-1))

    def __rtruediv__(self, other: Number) -> Value:
        return Value.of(other).__truediv__(self)

    def __pow__(self, exponent: Number) -> Value:
        if isinstance(exponent, Value):
            return NotImplemented
        return Value(
            self.data**exponent,
            (self,),
            "**",
            rule=lambda out: (exponent * self.data ** (exponent - 1),),
        )

    def exp(self) -> Value:
        return Value(math.exp(self.data), (self,), "exp", rule=lambda out: (out.data,))

    def tanh(self) -> Value:
        return Value(math.tanh(self.data), (self,), "tanh", rule=lambda out: (1 - out.data**2,))

    def backward(self) -> None:
        self.grad = 1.0
        for node in reversed(list(after_operands(self))):
            if node.rule is not None:
                for operand, derivative in zip(node.operands, node.rule(node), strict=True):
                    operand.grad += derivative * node.grad


def mul_rule(out: Value) -> tuple[float, float]:
    left, right = out.operands
    return right.data, left.data


def after_operands(output: Value):
    """Yield every node once, after its operands."""
    done = set()

    def walk(node):
        if node not in done:
            done.add(node)
            for operand in node.operands:
                yield from walk(operand)
            yield node

    yield from walk(output)
