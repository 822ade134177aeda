# fits: ex04_operators ex09_engine
# graph: an enum of operators and a match statement
from __future__ import annotations
import math
import random
from enum import Enum, auto


class Op(Enum):
    LEAF = auto()
    ADD = auto()
    MUL = auto()
    POW = auto()
    EXP = auto()
    LOG = auto()
    TANH = auto()
    RELU = auto()


class Value:
    def __init__(self, data: float, op: Op = Op.LEAF, args: tuple[Value, ...] = (), k: float = 0):
        self.data = data
        self.grad: float = 0.0
        self.op = op
        self.args = args
        self.k = k

    def __repr__(self) -> str:
        match self:
            case Value(op=Op.LEAF): return f"{self.data}"
            case Value(args=[a]): return f"{self.op.name.lower()}({a!r})"
            case Value(args=[a, b]): return f"({a!r} {self.op.name} {b!r})"
        return "?"

    def slopes(self) -> tuple[float, ...]:
        match self.op, [v.data for v in self.args]:
            case Op.LEAF, _:
                return ()
            case Op.ADD, _:
                return 1.0, 1.0
            case Op.MUL, [a, b]:
                return b, a
            case Op.POW, _ if self.k == 0:
                return (0.0,)
            case Op.POW, [a]:
                return (self.k * a ** (self.k - 1),)
            case Op.EXP, _:
                return (self.data,)
            case Op.LOG, [a]:
                return (1 / a,)
            case Op.TANH, _:
                return (1 - self.data * self.data,)
            case Op.RELU, [a]:
                return (1.0 if a > 0 else 0.0,)
        raise AssertionError(self.op)

    def __add__(self, other: Value | float) -> Value:
        match other:
            case Value():
                return Value(self.data + other.data, Op.ADD, (self, other))
            case int() | float():
                return self + Value(other)
            case _:
                return NotImplemented

    def __mul__(self, other: Value | float) -> Value:
        match other:
            case Value():
                return Value(self.data * other.data, Op.MUL, (self, other))
            case int() | float():
                return self * Value(other)
            case _:
                return NotImplemented

    def __pow__(self, k: float) -> Value:
        match k:
            case int() | float():
                return Value(self.data**k, Op.POW, (self,), k)
            case _:
                return NotImplemented

    def __radd__(self, other: float) -> Value: return self + other
    def __rmul__(self, other: float) -> Value: return self * other
    def __neg__(self) -> Value: return self * -1
    def __sub__(self, other: Value | float) -> Value: return self + (-1 * other)
    def __rsub__(self, other: float) -> Value: return -self + other
    def __truediv__(self, other: Value | float) -> Value: return self * other**-1
    def __rtruediv__(self, other: float) -> Value: return other * self**-1
    def exp(self) -> Value: return Value(math.exp(self.data), Op.EXP, (self,))
    def log(self) -> Value: return Value(math.log(self.data), Op.LOG, (self,))
    def tanh(self) -> Value: return Value(math.tanh(self.data), Op.TANH, (self,))
    def relu(self) -> Value: return Value(max(0.0, self.data), Op.RELU, (self,))

    def backward(self) -> None:
        order: list[Value] = []
        seen: set[int] = set()
        stack: list[tuple[str, Value]] = [("enter", self)]
        while stack:
            match stack.pop():
                case "enter", node if id(node) not in seen:
                    seen.add(id(node))
                    stack.append(("leave", node))
                    stack.extend(("enter", a) for a in node.args)
                case "leave", node:
                    order.append(node)
        self.grad = 1.0
        for node in reversed(order):
            for a, slope in zip(node.args, node.slopes(), strict=True):
                a.grad += slope * node.grad


def softmax(logits: list[Value]) -> list[Value]:
    top: float = max(z.data for z in logits)
    powers = [(z + -top).exp() for z in logits]
    total = sum(powers[1:], powers[0])
    return [p / total for p in powers]


def negative_log_likelihood(logits: list[Value], index: int) -> Value:
    top: float = max(z.data for z in logits)
    first, *rest = [(z + -top).exp() for z in logits]
    return sum(rest, first).log() - (logits[index] + -top)


class Neuron:
    def __init__(self, inputs: int) -> None:
        self.w: list[Value] = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.b: Value = Value(random.uniform(-1, 1))

    def __call__(self, x: list[Value | float]) -> Value:
        if len(x) != len(self.w):
            raise ValueError(f"{len(self.w)=} {len(x)=}")
        out = self.b
        for wi, xi in zip(self.w, x):
            out = out + wi * xi
        return out.tanh()

    def parameters(self) -> list[Value]:
        return [*self.w, self.b]

    def zero_grad(self) -> None:
        for p in self.parameters():
            p.grad = 0.0


class Layer:
    def __init__(self, inputs: int, outputs: int) -> None:
        self.neurons: list[Neuron] = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x: list[Value | float]) -> list[Value]:
        return [n(x) for n in self.neurons]

    def parameters(self) -> list[Value]:
        return [p for n in self.neurons for p in n.parameters()]

    def zero_grad(self) -> None:
        for n in self.neurons:
            n.zero_grad()


class MLP:
    def __init__(self, inputs: int, sizes: list[int]) -> None:
        self.layers: list[Layer] = []
        for size in sizes:
            self.layers.append(Layer(inputs, size))
            inputs = size

    def __call__(self, x: list[Value | float]) -> Value | list[Value]:
        for layer in self.layers:
            x = layer(x)
        match x:
            case [only]: return only
            case several: return several

    def parameters(self) -> list[Value]:
        return [p for layer in self.layers for p in layer.parameters()]

    def zero_grad(self) -> None:
        for layer in self.layers:
            layer.zero_grad()


def sum_squared_error(predictions: list[Value], targets: list[float]) -> Value:
    return sum(((p - t) ** 2 for p, t in zip(predictions, targets)), Value(0.0))


def train(model: MLP, rows: list[list[float]], targets: list[float], steps: int, rate: float) -> list[float]:
    losses: list[float] = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses.append(loss.data)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
