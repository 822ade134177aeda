# fits: ex04_operators ex09_engine
# graph: operands in a list; nodes compare by data, so all bookkeeping goes by id()
import math
import random
from functools import total_ordering


@total_ordering
class Value:
    """A number like any other: it can be compared, hashed, sorted and formatted by its data."""

    def __init__(self, data, parents=(), weights=()):
        self.data = data
        self.grad = 0.0
        self.parents = list(parents)
        self.weights = list(weights)

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, Value) else other)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, Value) else other)

    def __hash__(self):
        return hash(self.data)

    def __bool__(self):
        return self.data != 0

    def __float__(self):
        return float(self.data)

    def __int__(self):
        return int(self.data)

    def __format__(self, spec):
        return format(self.data, spec)

    def __repr__(self):
        return repr(self.data)

    def __abs__(self):
        return self if self >= 0 else -self

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, [self, other], [1, 1])
        if isinstance(other, (int, float)):
            return Value(self.data + other, [self], [1])
        return NotImplemented

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, [self, other], [other.data, self.data])
        if isinstance(other, (int, float)):
            return Value(self.data * other, [self], [other])
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, Value):
            return Value(self.data / other.data, [self, other],
                         [1 / other.data, -self.data / other.data**2])
        if isinstance(other, (int, float)):
            return Value(self.data / other, [self], [1 / other])
        return NotImplemented

    def __rtruediv__(self, other):
        if isinstance(other, (int, float)):
            return Value(other / self.data, [self], [-other / self.data**2])
        return NotImplemented

    def __pow__(self, other):
        if isinstance(other, Value):
            return NotImplemented
        return Value(self.data**other, [self], [other * self.data ** (other - 1) if other else 0])

    def __neg__(self): return Value(-self.data, [self], [-1])
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return (-self) + other
    __radd__ = __add__
    __rmul__ = __mul__

    def exp(self):
        y = math.exp(self)
        return Value(y, [self], [y])

    def log(self):
        return Value(math.log(self), [self], [1 / self.data])

    def tanh(self):
        y = math.tanh(self)
        return Value(y, [self], [1 - y * y])

    def relu(self):
        return Value(float(self) if self > 0 else 0.0, [self], [int(self > 0)])

    def backward(self):
        order, done, stack = [], {}, [(self, 0)]
        while stack:
            node, next_parent = stack.pop()
            if next_parent < len(node.parents):
                stack.append((node, next_parent + 1))
                parent = node.parents[next_parent]
                if id(parent) not in done:
                    done[id(parent)] = False
                    stack.append((parent, 0))
            else:
                order.append(node)
        self.grad = 1.0
        for node in reversed(order):
            for parent, weight in zip(node.parents, node.weights):
                parent.grad += weight * node.grad


def softmax(logits):
    top = float(max(logits))
    powers = [(x - top).exp() for x in logits]
    total = sum(powers)
    return [p / total for p in powers]


def negative_log_likelihood(logits, index):
    top = float(max(logits))
    return sum((x - top).exp() for x in logits).log() + top - logits[index]


class Neuron:
    def __init__(self, inputs):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.b = Value(random.uniform(-1, 1))

    def __len__(self):
        return len(self.w)

    def __call__(self, x):
        if len(x) != len(self):
            raise ValueError(f"{len(self)} expected")
        return sum((w * xi for w, xi in zip(self.w, x)), self.b).tanh()

    def parameters(self):
        return self.w + [self.b]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Layer(list):
    """A list of neurons."""

    def __init__(self, inputs, outputs):
        super().__init__(Neuron(inputs) for _ in range(outputs))

    def __call__(self, x):
        return [neuron(x) for neuron in self]

    def parameters(self):
        return [p for part in self for p in part.parameters()]

    def zero_grad(self):
        for part in self:
            part.zero_grad()


class MLP(Layer):
    """A list of layers."""

    def __init__(self, inputs, sizes):
        list.__init__(self, (Layer(a, b) for a, b in zip([inputs, *sizes], sizes)))

    def __call__(self, x):
        for layer in self:
            x = layer(x)
        return x[0] if len(x) == 1 else x


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for step in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        model.zero_grad()
        loss.backward()
        losses.append(float(loss))
        for p in model.parameters():
            p.data -= rate * p.grad
        print(f"{step:3d} {loss:10.6f}")
    return losses
