# fits: ex09_engine
# graph: backward rules are generators that yield (operand, share)
import math
import random
from collections import Counter

def no_rule(upstream):
    return
    yield

class Value:
    def __init__(self, data, rule=no_rule):
        self.data = data
        self.grad = 0.0
        self.rule = rule

    def __add__(self, other):
        other = Value.of(other)

        def rule(upstream):
            yield self, upstream
            yield other, upstream

        return Value(self.data + other.data, rule)

    def __mul__(self, other):
        other = Value.of(other)

        def rule(upstream):
            yield self, upstream * other.data
            yield other, upstream * self.data

        return Value(self.data * other.data, rule)

    def __sub__(self, other):
        other = Value.of(other)

        def rule(upstream):
            yield self, upstream
            yield other, -upstream

        return Value(self.data - other.data, rule)

    def __truediv__(self, other):
        other = Value.of(other)

        def rule(upstream):
            yield self, upstream / other.data
            yield other, -upstream * self.data / other.data**2

        return Value(self.data / other.data, rule)

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError("**: number expected")

        def rule(upstream):
            if exponent != 0:
                yield self, upstream * exponent * self.data ** (exponent - 1)
            else:
                yield self, 0.0

        return Value(self.data**exponent, rule)

    def elementwise(self, result, slope):
        def rule(upstream):
            yield self, upstream * slope

        return Value(result, rule)

    def exp(self):
        result = math.exp(self.data)
        return self.elementwise(result, result)

    def log(self):
        return self.elementwise(math.log(self.data), 1 / self.data)

    def tanh(self):
        result = math.tanh(self.data)
        return self.elementwise(result, 1 - result**2)

    def relu(self):
        return self.elementwise(*((self.data, 1) if self.data > 0 else (0, 0)))

    def __neg__(self):
        return self.elementwise(-self.data, -1)

    def __radd__(self, other):
        return Value.of(other) + self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        uses, seen, pending = Counter(), {self}, [self]
        while pending:
            for operand, _ in pending.pop().rule(0.0):
                uses[operand] += 1
                if operand not in seen:
                    seen.add(operand)
                    pending.append(operand)
        for node in seen:
            node.grad = 0.0
        self.grad = 1.0
        for node in self.in_turn(uses):
            for operand, share in node.rule(node.grad):
                operand.grad += share

    def in_turn(self, uses):
        free = [self]
        while free:
            node = free.pop()
            yield node
            for operand, _ in node.rule(0.0):
                uses[operand] -= 1
                if uses[operand] == 0:
                    free.append(operand)

def exps(logits):
    top = max(x.data for x in logits)
    for x in logits:
        yield (x - top).exp()

def softmax(logits):
    powers = list(exps(logits))
    total = sum(powers)
    return [p / total for p in powers]

def negative_log_likelihood(logits, index):
    top = max(x.data for x in logits)
    return sum(exps(logits)).log() + top - logits[index]

class Neuron:
    def __init__(self, inputs):
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def each(self):
        yield from self.weights
        yield self.bias

    def parameters(self):
        return list(self.each())

    def zero_grad(self):
        for p in self.each():
            p.grad = 0.0

    def __call__(self, inputs):
        if len(inputs) != len(self.weights):
            raise ValueError("wrong length")
        return sum((w * x for w, x in zip(self.weights, inputs)), start=self.bias).tanh()

class Layer(Neuron):
    def __init__(self, inputs, outputs):
        self.parts = [Neuron(inputs) for _ in range(outputs)]

    def each(self):
        for part in self.parts:
            yield from part.each()

    def __call__(self, inputs):
        return [part(inputs) for part in self.parts]

class MLP(Layer):
    def __init__(self, inputs, sizes):
        self.parts = [Layer(i, o) for i, o in zip([inputs, *sizes], sizes)]

    def __call__(self, inputs):
        for part in self.parts:
            inputs = part(inputs)
        return inputs if len(inputs) > 1 else inputs[0]

def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))

def steps_of_training(model, rows, targets, rate):
    while True:
        loss = sum_squared_error([model(row) for row in rows], targets)
        model.zero_grad()
        loss.backward()
        for p in model.each():
            p.data -= rate * p.grad
        yield float(loss.data)

def train(model, rows, targets, steps, rate):
    loop = steps_of_training(model, rows, targets, rate)
    return [next(loop) for _ in range(steps)]
