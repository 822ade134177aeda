# fits: ex04_operators ex09_engine
# graph: a decorator turns a formula and its derivatives into an operator
import functools
import math
import random

def differentiable(*derivatives):
    """Make an operator of a formula on numbers. derivatives: one function for each operand."""

    def decorate(formula):
        @functools.wraps(formula)
        def operator(*operands):
            nodes = [x if isinstance(x, Value) else Value(x) for x in operands]
            numbers = [x.data for x in nodes]
            out = Value(formula(*numbers))
            out.inputs = nodes
            out.pull = lambda g: [g * d(out.data, *numbers) for d in derivatives]
            out.name = formula.__name__
            return out

        return operator

    return decorate

def one(y, *x): return 1.0
def minus_one(y, *x): return -1.0

@differentiable(one, one)
def add(a, b): return a + b

@differentiable(one, minus_one)
def subtract(a, b): return a - b

@differentiable(lambda y, a, b: b, lambda y, a, b: a)
def multiply(a, b): return a * b

@differentiable(lambda y, a, b: 1 / b, lambda y, a, b: -a / b**2)
def divide(a, b): return a / b

@differentiable(minus_one)
def negate(a): return -a

@differentiable(lambda y, a: y)
def exp(a): return math.exp(a)

@differentiable(lambda y, a: 1 / a)
def log(a): return math.log(a)

@differentiable(lambda y, a: 1 - y * y)
def tanh(a): return math.tanh(a)

@differentiable(lambda y, a: 1.0 if a > 0 else 0.0)
def relu(a): return max(a, 0.0)

@functools.cache
def power(k):
    """The operator x ** k, one for each k."""
    @differentiable(lambda y, a: k * a ** (k - 1) if k else 0.0)
    def to_the_power(a): return a**k
    return to_the_power

def swapped(operator):
    return lambda self, other: operator(other, self)

class Value:
    inputs = ()
    name = ""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    __add__, __radd__ = add, swapped(add)
    __sub__, __rsub__ = subtract, swapped(subtract)
    __mul__, __rmul__ = multiply, swapped(multiply)
    __truediv__, __rtruediv__ = divide, swapped(divide)
    __neg__ = negate
    exp, log, tanh, relu = exp, log, tanh, relu

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("x ** k needs a number k")
        return power(k)(self)

    def backward(self):
        self.grad = 1.0
        for node in reversed(self.operands_first()):
            if node.inputs:
                for x, g in zip(node.inputs, node.pull(node.grad)):
                    x.grad += g

    def operands_first(self):
        # Level by level from the output; what turns up again later moves to the end.
        position, level, number = {}, [self], 0
        while level:
            following = {}
            for node in level:
                position[node] = number
                number += 1
                following.update(dict.fromkeys(node.inputs))
            level = list(following)
        return sorted(position, key=position.get, reverse=True)

def shift(logits):
    top = max(x.data for x in logits)
    return [subtract(x, top) for x in logits]

def softmax(logits):
    powers = [exp(x) for x in shift(logits)]
    total = functools.reduce(add, powers)
    return [divide(p, total) for p in powers]

def negative_log_likelihood(logits, index):
    shifted = shift(logits)
    return subtract(log(functools.reduce(add, map(exp, shifted))), shifted[index])

class Neuron:
    def __init__(self, inputs):
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, x):
        if len(x) != len(self.weights):
            raise ValueError("inputs and weights differ in number")
        return tanh(functools.reduce(add, map(multiply, self.weights, x), self.bias))

    def parameters(self):
        return self.weights + [self.bias]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0

class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [neuron(x) for neuron in self.neurons]

    def parameters(self):
        return [p for neuron in self.neurons for p in neuron.parameters()]

    def zero_grad(self):
        for neuron in self.neurons:
            neuron.zero_grad()

class MLP:
    def __init__(self, inputs, sizes):
        self.layers = []
        for size in sizes:
            self.layers.append(Layer(inputs, size))
            inputs = size

    def __call__(self, x):
        x = functools.reduce(lambda values, layer: layer(values), self.layers, x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def zero_grad(self):
        for layer in self.layers:
            layer.zero_grad()

def sum_squared_error(predictions, targets):
    return functools.reduce(add, [power(2)(p - t) for p, t in zip(predictions, targets)])

def train(model, rows, targets, steps, rate):
    def one_step(losses, _):
        loss = sum_squared_error([model(row) for row in rows], targets)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
        return losses + [loss.data]

    return functools.reduce(one_step, range(steps), [])
