# fits: ex09_engine
# graph: nested tuples; the pass is a fold over the order that returns a mapping of gradients
import math
import random
from functools import reduce
from itertools import accumulate, pairwise
from types import MappingProxyType


class Value:
    def __init__(self, data, expression=()):
        self.data = data
        self.grad = 0.0
        self.expression = expression        # ((operand, slope), ...)

    def backward(self):
        for node, gradient in gradients(self).items():
            node.grad = gradient

    __add__ = lambda a, b: add(a, leaf(b))
    __radd__ = lambda a, b: add(leaf(b), a)
    __sub__ = lambda a, b: add(a, scale(leaf(b), -1.0))
    __rsub__ = lambda a, b: add(leaf(b), scale(a, -1.0))
    __mul__ = lambda a, b: multiply(a, leaf(b))
    __rmul__ = lambda a, b: multiply(leaf(b), a)
    __truediv__ = lambda a, b: multiply(a, power(leaf(b), -1))
    __rtruediv__ = lambda a, b: multiply(leaf(b), power(a, -1))
    __neg__ = lambda a: scale(a, -1.0)
    __pow__ = lambda a, k: power(a, k)
    exp = lambda a: unary(a, math.exp, lambda x, y: y)
    log = lambda a: unary(a, math.log, lambda x, y: 1.0 / x)
    tanh = lambda a: unary(a, math.tanh, lambda x, y: 1.0 - y * y)
    relu = lambda a: unary(a, lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0 else 0.0)


def leaf(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    return Value(a.data + b.data, ((a, 1.0), (b, 1.0)))


def multiply(a, b):
    return Value(a.data * b.data, ((a, b.data), (b, a.data)))


def scale(a, factor):
    return Value(a.data * factor, ((a, factor),))


def power(a, k):
    if isinstance(k, Value):
        raise TypeError("power(Value, number)")
    return Value(a.data**k, ((a, k * a.data ** (k - 1)),))


def unary(a, function, derivative):
    y = function(a.data)
    return Value(y, ((a, derivative(a.data, y)),))


def order_of(output):
    """Return a tuple of nodes, each one before its operands."""
    finished, seen, stack = [], set(), [(output, False)]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            finished.append(node)
        elif node not in seen:
            seen.add(node)
            stack += [(node, True), *((operand, False) for operand, _ in node.expression)]
    return tuple(reversed(finished))


def with_shares(so_far, node):
    """Return the gradients with those shares added that node hands on."""
    shares = [(operand, slope * so_far[node]) for operand, slope in node.expression]
    for operand, share in shares:
        so_far[operand] = so_far.get(operand, 0.0) + share
    return so_far


def gradients(output):
    return MappingProxyType(reduce(with_shares, order_of(output), {output: 1.0}))


def shifted(logits):
    return (lambda top: [x - top for x in logits])(max(x.data for x in logits))


def softmax(logits):
    powers = [x.exp() for x in shifted(logits)]
    return (lambda total: [p / total for p in powers])(reduce(add, powers))


def negative_log_likelihood(logits, index):
    return (lambda z: reduce(add, (x.exp() for x in z)).log() - z[index])(shifted(logits))


class Tree:
    zero_grad = lambda self: [setattr(p, "grad", 0.0) for p in self.parameters()] and None
    parameters = lambda self: [p for branch in self.branches for p in branch.parameters()]


class Neuron(Tree):
    def __init__(self, inputs):
        self.branches = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]

    def __call__(self, xs):
        *ws, b = self.branches
        if len(ws) != len(xs):
            raise ValueError(f"{len(ws)} != {len(xs)}")
        return reduce(add, (w * x for w, x in zip(ws, xs)), b).tanh()

    def parameters(self):
        return [*self.branches]


class Layer(Tree):
    def __init__(self, inputs, outputs):
        self.branches = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, xs):
        return [neuron(xs) for neuron in self.branches]


class MLP(Tree):
    def __init__(self, inputs, sizes):
        self.branches = [Layer(a, b) for a, b in pairwise([inputs, *sizes])]

    def __call__(self, xs):
        *_, ys = accumulate(self.branches, lambda values, layer: layer(values), initial=xs)
        return ys[0] if len(ys) == 1 else ys


def sum_squared_error(predictions, targets):
    return reduce(add, ((p - t) ** 2 for p, t in zip(predictions, targets)))


def train(model, rows, targets, steps, rate):
    def step(_):
        loss = sum_squared_error([model(row) for row in rows], targets)
        slope_of = gradients(loss)          # no .grad is read, so none has to be zeroed
        for p in model.parameters():
            p.data -= rate * slope_of[p]
        return loss.data

    return list(map(step, range(steps)))
