# fits: ex04_operators ex09_engine
# graph: functions with generations, the highest one first (as in Chainer)
import heapq
import math
import random

class Step:
    """What made a node: rule, inputs, output, generation."""
    number = 0

    def __init__(self, rule, inputs, output):
        self.rule = rule
        self.inputs = inputs
        self.output = output
        self.generation = max(x.generation for x in inputs)
        Step.number += 1
        self.number = Step.number   # only so that the heap never compares two steps

class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.creator = None
        self.generation = 0

    def set_creator(self, rule, *inputs):
        self.creator = Step(rule, inputs, self)
        self.generation = self.creator.generation + 1
        return self

    def backward(self):
        self.grad = 1.0
        steps, seen = [], set()

        def add(node):
            step = node.creator
            if step is not None and step not in seen:
                seen.add(step)
                heapq.heappush(steps, (-step.generation, step.number, step))

        add(self)
        while steps:
            _, _, step = heapq.heappop(steps)
            for x, gx in zip(step.inputs, step.rule(step.output.grad)):
                x.grad = x.grad + gx
                add(x)

    def __add__(self, other):
        other = as_variable(other)
        return Value(self.data + other.data).set_creator(lambda g: (g, g), self, other)

    def __mul__(self, other):
        other = as_variable(other)
        def rule(g):
            return g * other.data, g * self.data
        return Value(self.data * other.data).set_creator(rule, self, other)

    def __sub__(self, other):
        other = as_variable(other)
        return Value(self.data - other.data).set_creator(lambda g: (g, -g), self, other)

    def __truediv__(self, other):
        other = as_variable(other)
        def rule(g):
            return g / other.data, -g * self.data / other.data ** 2
        return Value(self.data / other.data).set_creator(rule, self, other)

    def __pow__(self, c):
        if isinstance(c, Value):
            raise TypeError("c must be a constant")
        if c == 0:
            return Value(1.0).set_creator(lambda g: [0.0], self)
        return Value(self.data ** c).set_creator(lambda g: [g * c * self.data ** (c - 1)], self)

    def __neg__(self):
        return Value(-self.data).set_creator(lambda g: [-g], self)

    def __radd__(self, other):
        return as_variable(other) + self

    def __rmul__(self, other):
        return as_variable(other) * self

    def __rsub__(self, other):
        return as_variable(other) - self

    def __rtruediv__(self, other):
        return as_variable(other) / self

    def exp(self):
        y = Value(math.exp(self.data))
        return y.set_creator(lambda g: [g * y.data], self)

    def log(self):
        return Value(math.log(self.data)).set_creator(lambda g: [g / self.data], self)

    def tanh(self):
        y = Value(math.tanh(self.data))
        return y.set_creator(lambda g: [g * (1 - y.data * y.data)], self)

    def relu(self):
        mask = self.data > 0
        return Value(self.data * mask).set_creator(lambda g: [g * mask], self)

def as_variable(x):
    return x if isinstance(x, Value) else Value(x)

def softmax(logits):
    top = max(x.data for x in logits)
    y = [(x - top).exp() for x in logits]
    s = sum(y)
    return [v / s for v in y]

def negative_log_likelihood(logits, index):
    top = max(x.data for x in logits)
    return sum((x - top).exp() for x in logits).log() - (logits[index] - top)

class Link:
    """Attributes that are Values, Links or lists of them are found by themselves."""

    def parameters(self):
        out = []
        for attribute in vars(self).values():
            for x in attribute if isinstance(attribute, list) else [attribute]:
                if isinstance(x, Value):
                    out.append(x)
                elif isinstance(x, Link):
                    out += x.parameters()
        return out

    def cleargrads(self):
        for p in self.parameters():
            p.grad = 0.0

    zero_grad = cleargrads

class Neuron(Link):
    def __init__(self, inputs):
        self.W = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, x):
        if len(x) != len(self.W):
            raise ValueError("len(x) should be %d" % len(self.W))
        return sum((w * xi for w, xi in zip(self.W, x)), self.b).tanh()

class Layer(Link):
    def __init__(self, inputs, outputs):
        self.units = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [unit(x) for unit in self.units]

class MLP(Link):
    def __init__(self, inputs, sizes):
        for i, size in enumerate(sizes):
            setattr(self, "l" + str(i), Layer(inputs, size))
            inputs = size
        self.depth = len(sizes)

    def __call__(self, x):
        for i in range(self.depth):
            x = getattr(self, "l" + str(i))(x)
        return x if len(x) > 1 else x[0]

class SGD:
    def __init__(self, lr):
        self.lr = lr

    def setup(self, target):
        self.target = target
        return self

    def update(self):
        for p in self.target.parameters():
            p.data -= self.lr * p.grad

def sum_squared_error(predictions, targets):
    return sum((p - t) * (p - t) for p, t in zip(predictions, targets))

def train(model, rows, targets, steps, rate):
    optimizer = SGD(rate).setup(model)
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        model.cleargrads()
        loss.backward()
        optimizer.update()
        losses.append(loss.data)
    return losses
