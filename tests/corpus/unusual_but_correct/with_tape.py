# fits: ex04_operators ex09_engine
# graph: tapes in a with statement, like GradientTape; every node knows where its own tape ends
import contextlib
import math
import random


class Tape:
    stack = []

    def __init__(self):
        self.records = []       # (result, [(operand, slope), ...])

    def __enter__(self):
        Tape.stack.append(self)
        return self

    def __exit__(self, *exception):
        Tape.stack.pop()

    def play_back(self, result, end):
        shares = {id(result): [result, 1.0]}
        for k in range(end - 1, -1, -1):
            out, edges = self.records[k]
            if id(out) in shares:
                for operand, slope in edges:
                    entry = shares.setdefault(id(operand), [operand, 0.0])
                    entry[1] += slope * shares[id(out)][1]
        for node, gradient in shares.values():
            node.grad = gradient


Tape().__enter__()      # the outermost tape, for those who open none


def record(data, *edges):
    out = Value(data)
    tape = Tape.stack[-1]
    tape.records.append((out, edges))
    out.tape, out.end = tape, len(tape.records)
    return out


class Value:
    tape, end = Tape.stack[0], 0

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def backward(self):
        self.tape.play_back(self, self.end)

    def __add__(self, o): o = lift(o); return record(self.data + o.data, (self, 1.0), (o, 1.0))
    def __sub__(self, o): o = lift(o); return record(self.data - o.data, (self, 1.0), (o, -1.0))
    def __mul__(self, o): o = lift(o); return record(self.data * o.data, (self, o.data), (o, self.data))
    def __neg__(self): return record(-self.data, (self, -1.0))

    def __truediv__(self, o):
        o = lift(o)
        return record(self.data / o.data, (self, 1 / o.data), (o, -self.data / o.data**2))

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("exponents are not recorded")
        return record(self.data**k, (self, k * self.data ** (k - 1) if k else 0.0))

    def __radd__(self, k): return lift(k) + self
    def __rsub__(self, k): return lift(k) - self
    def __rmul__(self, k): return lift(k) * self
    def __rtruediv__(self, k): return lift(k) / self

    def exp(self): e = math.exp(self.data); return record(e, (self, e))
    def log(self): return record(math.log(self.data), (self, 1 / self.data))
    def tanh(self): t = math.tanh(self.data); return record(t, (self, 1 - t * t))

    def relu(self):
        on = self.data > 0
        return record(self.data if on else 0.0, (self, 1.0 if on else 0.0))


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def softmax(logits):
    top = max(v.data for v in logits)
    e = [(v - top).exp() for v in logits]
    s = sum(e)
    return [v / s for v in e]


def negative_log_likelihood(logits, index):
    top = max(v.data for v in logits)
    s = sum((v - top).exp() for v in logits)
    return s.log() - (logits[index] - top)


class Module:
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Neuron(Module):
    def __init__(self, inputs):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, x):
        if len(x) != len(self.w):
            raise ValueError("wrong size")
        return sum((w * v for w, v in zip(self.w, x)), self.b).tanh()

    def parameters(self):
        return [*self.w, self.b]


class Layer(Module):
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [n(x) for n in self.neurons]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]


class MLP(Module):
    def __init__(self, inputs, sizes):
        self.layers = [Layer(a, b) for a, b in zip([inputs, *sizes], sizes)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


@contextlib.contextmanager
def fresh_gradients(model):
    model.zero_grad()
    yield model.parameters()


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        with Tape(), fresh_gradients(model) as parameters:
            loss = sum_squared_error([model(row) for row in rows], targets)
            loss.backward()
            for p in parameters:
                p.data -= rate * p.grad
        losses.append(loss.data)
    return losses
