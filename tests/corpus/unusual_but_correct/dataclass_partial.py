# fits: ex04_operators ex09_engine
# graph: dataclass with a list of functools.partial calls, newest last
from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from functools import partial
from typing import Callable, Iterable, Union

Number = Union[int, float]


@dataclass(eq=False)
class Value:
    data: Number
    grad: Number = 0.0
    operands: list[Value] = field(default_factory=list, repr=False)
    pushes: list[Callable[[float], None]] = field(default_factory=list, repr=False)

    def receive(self, factor: Number, upstream: Number) -> None:
        self.grad += factor * upstream

    def _from(self, *pairs: tuple[Value, Number]) -> Value:
        for operand, factor in pairs:
            self.operands.append(operand)
            self.pushes.append(partial(operand.receive, factor))
        return self

    def __add__(self, other: Value | Number) -> Value:
        other = as_value(other)
        return Value(self.data + other.data)._from((self, 1), (other, 1))

    def __mul__(self, other: Value | Number) -> Value:
        other = as_value(other)
        return Value(self.data * other.data)._from((self, other.data), (other, self.data))

    def __sub__(self, other: Value | Number) -> Value:
        other = as_value(other)
        return Value(self.data - other.data)._from((self, 1), (other, -1))

    def __truediv__(self, other: Value | Number) -> Value:
        other = as_value(other)
        return Value(self.data / other.data)._from(
            (self, 1 / other.data), (other, -self.data / other.data**2)
        )

    def __pow__(self, k: Number) -> Value:
        if isinstance(k, Value):
            raise TypeError("a Value is no exponent")
        return Value(self.data**k)._from((self, k * self.data ** (k - 1) if k else 0))

    def __neg__(self) -> Value:
        return Value(-self.data)._from((self, -1))

    def __radd__(self, k: Number) -> Value:
        return as_value(k) + self

    def __rmul__(self, k: Number) -> Value:
        return as_value(k) * self

    def __rsub__(self, k: Number) -> Value:
        return as_value(k) - self

    def __rtruediv__(self, k: Number) -> Value:
        return as_value(k) / self

    def exp(self) -> Value:
        return Value(y := math.exp(self.data))._from((self, y))

    def log(self) -> Value:
        return Value(math.log(self.data))._from((self, 1 / self.data))

    def tanh(self) -> Value:
        return Value(y := math.tanh(self.data))._from((self, 1 - y * y))

    def relu(self) -> Value:
        return Value(max(self.data, 0))._from((self, 1 if self.data > 0 else 0))

    def backward(self) -> None:
        seen: set[Value] = set()
        order: list[Value] = []
        stack: list[Value | None] = [self]
        path: list[Value] = []
        while stack:
            node = stack.pop()
            if node is None:              # all operands of the last one of the path are done
                order.append(path.pop())
            elif node not in seen:
                seen.add(node)
                path.append(node)
                stack.append(None)
                stack.extend(node.operands)
        self.grad = 1.0
        for node in reversed(order):
            for push in node.pushes:
                push(node.grad)


def as_value(x: Value | Number) -> Value:
    return x if isinstance(x, Value) else Value(x)


def softmax(logits: list[Value]) -> list[Value]:
    top = max(v.data for v in logits)
    powers = [(v - top).exp() for v in logits]
    total = sum(powers)
    return [p / total for p in powers]


def negative_log_likelihood(logits: list[Value], index: int) -> Value:
    top = max(v.data for v in logits)
    total = sum((v - top).exp() for v in logits)
    return total.log() - (logits[index] - top)


def random_values(count: int) -> list[Value]:
    return [Value(random.uniform(-1, 1)) for _ in range(count)]


class Module:
    def modules(self) -> Iterable[Module]:
        return ()

    def parameters(self) -> list[Value]:
        return [p for m in self.modules() for p in m.parameters()]

    def zero_grad(self) -> None:
        for p in self.parameters():
            p.grad = 0.0


class Neuron(Module):
    def __init__(self, inputs: int) -> None:
        self.weights = random_values(inputs)
        (self.bias,) = random_values(1)

    def __call__(self, x: list[Value | Number]) -> Value:
        if len(x) != len(self.weights):
            raise ValueError(f"{len(self.weights)} inputs wanted")
        return sum((w * v for w, v in zip(self.weights, x)), self.bias).tanh()

    def parameters(self) -> list[Value]:
        return [*self.weights, self.bias]


@dataclass
class Layer(Module):
    inputs: int
    outputs: int

    def __post_init__(self) -> None:
        self.neurons = [Neuron(self.inputs) for _ in range(self.outputs)]

    def __call__(self, x: list[Value | Number]) -> list[Value]:
        return [n(x) for n in self.neurons]

    def modules(self) -> Iterable[Module]:
        return self.neurons


@dataclass
class MLP(Module):
    inputs: int
    sizes: list[int]

    def __post_init__(self) -> None:
        self.layers = [Layer(a, b) for a, b in zip([self.inputs, *self.sizes], self.sizes)]

    def __call__(self, x: list[Value | Number]) -> Value | list[Value]:
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def modules(self) -> Iterable[Module]:
        return self.layers


def sum_squared_error(predictions: list[Value], targets: list[float]) -> Value:
    return sum(((p - t) ** 2 for p, t in zip(predictions, targets)), start=Value(0.0))


def train(
    model: MLP, rows: list[list[float]], targets: list[float], steps: int, rate: float
) -> list[float]:
    losses: list[float] = []
    for _ in range(steps):
        loss: Value = sum_squared_error([model(row) for row in rows], targets)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
        losses.append(float(loss.data))
    return losses
