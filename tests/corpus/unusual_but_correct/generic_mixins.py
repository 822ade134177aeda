# fits: ex04_operators ex09_engine
# graph: abstract base class for nodes, one subclass for inner nodes; arithmetic in a mixin
"""A typed engine: what every node can do, what only leaves do, and how arithmetic is spelt."""
import abc
import math
import random
from collections.abc import Iterator, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar, runtime_checkable

T = TypeVar("T", bound="Arithmetic")


@runtime_checkable
class HasData(Protocol):
    data: float


class Arithmetic(abc.ABC, Generic[T]):
    @abc.abstractmethod
    def combine(self, result: float, *slopes: tuple[object, float]) -> T: ...

    def __add__(self, other): return self.combine(self.data + num(other), (self, 1), (other, 1))
    def __sub__(self, other): return self.combine(self.data - num(other), (self, 1), (other, -1))
    def __rsub__(self, other): return self.combine(num(other) - self.data, (self, -1))
    def __mul__(self, other):
        return self.combine(self.data * num(other), (self, num(other)), (other, self.data))
    def __truediv__(self, other):
        q = self.data / num(other)
        return self.combine(q, (self, 1 / num(other)), (other, -q / num(other)))
    def __rtruediv__(self, other):
        q = num(other) / self.data
        return self.combine(q, (self, -q / self.data))
    def __neg__(self): return self.combine(-self.data, (self, -1))
    def __pow__(self, k):
        if isinstance(k, HasData):
            raise TypeError("no exponent that has data")
        return self.combine(self.data**k, (self, k * self.data ** (k - 1) if k else 0))

    __radd__ = __add__
    __rmul__ = __mul__


class Functions:
    def exp(self):
        e = math.exp(self.data)
        return self.combine(e, (self, e))

    def log(self): return self.combine(math.log(self.data), (self, 1 / self.data))

    def tanh(self):
        t = math.tanh(self.data)
        return self.combine(t, (self, 1 - t * t))

    def relu(self):
        return self.combine(self.data, (self, 1)) if self.data > 0 else self.combine(0, (self, 0))


class Value(Arithmetic["Value"], Functions):
    """A leaf. Results are of the subclass below."""
    made: ClassVar[int] = 0

    def __init__(self, data: float) -> None:
        self.data = data
        self.grad: float = 0.0
        Value.made += 1

    def combine(self, result, *slopes):
        return Result(result, [(x, d) for x, d in slopes if isinstance(x, Value)])

    def edges(self) -> Sequence[tuple["Value", float]]:
        return ()

    def backward(self) -> None:
        order = list(self.walk())
        self.grad = 1.0
        while order:
            node = order.pop()
            for x, slope in node.edges():
                x.grad += slope * node.grad

    def walk(self) -> Iterator["Value"]:
        """Yield every node after its operands."""
        entered: set[Value] = set()
        stack: list[tuple[Value, bool]] = [(self, True)]
        while stack:
            node, entering = stack.pop()
            if not entering:
                yield node
            elif node not in entered:
                entered.add(node)
                stack.append((node, False))
                stack.extend((x, True) for x, _ in node.edges())


class Result(Value):
    def __init__(self, data, edges):
        super().__init__(data)
        self._edges = edges

    def edges(self):
        return self._edges


def num(x: object) -> float:
    return x.data if isinstance(x, HasData) else x


def softmax(logits: Sequence[Value]) -> list[Value]:
    m = max(map(num, logits))
    e = [(x - m).exp() for x in logits]
    return [x / sum(e) for x in e]


def negative_log_likelihood(logits: Sequence[Value], index: int) -> Value:
    m = max(map(num, logits))
    return sum((x - m).exp() for x in logits).log() - logits[index] + m


P = TypeVar("P")


class Trainable(Generic[P]):
    parts: list[P]

    def zero_grad(self) -> None:
        for p in self.parameters():
            p.grad = 0.0

    def parameters(self) -> list[Value]:
        return [p for part in self.parts for p in part.parameters()]


class Neuron(Trainable[Value]):
    def __init__(self, inputs: int) -> None:
        self.parts = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]

    def parameters(self) -> list[Value]:
        return list(self.parts)

    def __call__(self, x: Sequence[float]) -> Value:
        *w, b = self.parts
        if len(w) != len(x):
            raise ValueError(f"expected {len(w)} numbers")
        return sum((wi * xi for wi, xi in zip(w, x)), b).tanh()


class Layer(Trainable[Neuron]):
    def __init__(self, inputs: int, outputs: int) -> None:
        self.parts = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x: Sequence[float]) -> list[Value]:
        return [n(x) for n in self.parts]


class MLP(Trainable[Layer]):
    def __init__(self, inputs: int, sizes: Sequence[int]) -> None:
        self.parts = [Layer(i, o) for i, o in zip([inputs, *sizes], sizes)]

    def __call__(self, x: Sequence[float]) -> Value | list[Value]:
        for layer in self.parts:
            x = layer(x)
        return x[0] if len(x) == 1 else x


def sum_squared_error(predictions: Sequence[Value], targets: Sequence[float]) -> Value:
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model: MLP, rows, targets, steps: int, rate: float) -> list[float]:
    losses: list[float] = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses.append(loss.data)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
