# fits: ex04_operators ex09_engine
# graph: a tape for each connected graph; two tapes are joined when their graphs meet
import math
import random
from collections import deque


class Tape:
    """Nodes in the order in which they can be computed. Joined tapes forward to the larger one."""

    def __init__(self):
        self.nodes = deque()
        self.now_in = None

    def newest(self):
        tape = self
        while tape.now_in is not None:
            tape = tape.now_in
        return tape

    def joined(self, other):
        one, two = self.newest(), other.newest()
        if one is two:
            return one
        if len(one.nodes) < len(two.nodes):
            one, two = two, one
        # the graphs had nothing to do with each other, so the smaller may come before
        one.nodes.extendleft(reversed(two.nodes))
        two.nodes.clear()
        two.now_in = one
        return one


class Value:
    def __init__(self, data, tape=None, give=None):
        self.data = data
        self.grad = 0.0
        self.give = give
        self.tape = Tape() if tape is None else tape
        self.tape.newest().nodes.append(self)

    def _one(self, data, slope):
        def give(g):
            self.grad += slope * g
        return Value(data, self.tape.newest(), give)

    def _two(self, other, data, slope, other_slope):
        def give(g):
            self.grad += slope * g
            other.grad += other_slope * g
        return Value(data, self.tape.joined(other.tape), give)

    def backward(self):
        self.grad = 1.0
        waiting = False
        for node in reversed(self.tape.newest().nodes):
            waiting = waiting or node is self
            # what does not lead to self has gradient 0 only if nothing older is there
            if waiting and node.give and node in self._ancestors():
                node.give(node.grad)
        self._memo = None

    _memo = None

    def _ancestors(self):
        if self._memo is None:
            found, todo = {self}, [self]
            while todo:
                give = todo.pop().give
                cells = give.__closure__ if give else ()
                for x in (cell.cell_contents for cell in cells):
                    if isinstance(x, Value) and x not in found:
                        found.add(x)
                        todo.append(x)
            self._memo = found
        return self._memo

    def __add__(self, o):
        o = wrap(o)
        return self._two(o, self.data + o.data, 1.0, 1.0)

    def __mul__(self, o):
        o = wrap(o)
        return self._two(o, self.data * o.data, o.data, self.data)

    def __pow__(self, k):
        if isinstance(k, Value):
            return (k * self.log()).exp()
        return self._one(self.data**k, k * self.data ** (k - 1) if k else 0.0)

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, e)

    def log(self):
        return self._one(math.log(self.data), 1 / self.data)

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, 1 - t**2)

    def relu(self):
        return self._one(max(0.0, self.data), 0.0 if self.data <= 0 else 1.0)

    def __neg__(self): return self._one(-self.data, -1.0)
    def __sub__(self, o): return self + (-wrap(o))
    def __truediv__(self, o): return self * wrap(o) ** -1
    def __radd__(self, k): return wrap(k) + self
    def __rmul__(self, k): return wrap(k) * self
    def __rsub__(self, k): return wrap(k) - self
    def __rtruediv__(self, k): return wrap(k) / self


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def softmax(logits):
    m = max(x.data for x in logits)
    powers = [(x - m).exp() for x in logits]
    inverse = sum(powers) ** -1
    return [p * inverse for p in powers]


def negative_log_likelihood(logits, index):
    m = max(x.data for x in logits)
    return sum([(x - m).exp() for x in logits]).log() + (m - logits[index])


class Neuron:
    def __init__(self, inputs):
        self.ps = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]

    def __call__(self, xs):
        if len(xs) + 1 != len(self.ps):
            raise ValueError("number of inputs")
        return sum((p * x for p, x in zip(self.ps, [*xs, 1])), Value(0)).tanh()

    def parameters(self): return list(self.ps)
    def zero_grad(self): zero(self)


class Layer:
    def __init__(self, inputs, outputs): self.parts = [Neuron(inputs) for _ in range(outputs)]
    def __call__(self, xs): return [p(xs) for p in self.parts]
    def parameters(self): return [p for part in self.parts for p in part.parameters()]
    def zero_grad(self): zero(self)


class MLP:
    def __init__(self, inputs, sizes):
        self.parts = [Layer(a, b) for a, b in zip([inputs, *sizes], sizes)]

    def __call__(self, xs):
        for p in self.parts:
            xs = p(xs)
        return xs[0] if len(xs) == 1 else xs

    def parameters(self): return [p for part in self.parts for p in part.parameters()]
    def zero_grad(self): zero(self)


def zero(part):
    for p in part.parameters():
        p.grad = 0.0


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(r) for r in rows], targets)
        model.zero_grad()
        loss.backward()
        losses.append(loss.data)
        # forget the old graph: the parameters start on tapes of their own again
        for p in model.parameters():
            p.data -= rate * p.grad
            p.tape = Tape()
            p.tape.nodes.append(p)
    return losses
