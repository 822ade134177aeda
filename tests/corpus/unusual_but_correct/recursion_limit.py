# fits: ex04_operators ex09_engine
# graph: closures; recursive depth-first order with a raised recursion limit
import math
import random
import sys

import matplotlib.pyplot as plt  # for the loss curve, see the end
import numpy as np

sys.setrecursionlimit(50_000)

class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.children = children
        self.grad = 0.0
        self.visited = None
        self._backward = lambda: None

    def __str__(self):
        return f"{self.data:.4f} ({self.grad:.4f})"

    def __add__(self, other):
        other = self.check(other)
        out = Value(self.data + other.data, (self, other))
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self.check(other)
        out = Value(self.data * other.data, (self, other))
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, other):
        if type(other) not in (int, float, bool):
            raise TypeError(f"unsupported exponent: {type(other)}")
        out = Value(self.data ** other, (self,))
        def _backward():
            if other != 0:
                self.grad += other * self.data ** (other - 1) * out.grad
        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        def _backward():
            self.grad += math.exp(self.data) * out.grad
        out._backward = _backward
        return out

    def log(self):
        out = Value(math.log(self.data), (self,))
        def _backward():
            self.grad += self.data ** -1 * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        # 2 * sigmoid(2x) - 1
        out = Value(2 / (1 + math.exp(-2 * self.data)) - 1, (self,))
        def _backward():
            self.grad += (1 - out.data * out.data) * out.grad
        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))
        def _backward():
            if self.data > 0:
                self.grad += out.grad
        out._backward = _backward
        return out

    def __neg__(self): return self * -1.0
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __sub__(self, other): return self + other * -1.0
    def __rsub__(self, other): return self * -1.0 + other
    def __truediv__(self, other): return self * self.check(other) ** -1
    def __rtruediv__(self, other): return self ** -1 * other

    def check(self, other):
        return other if isinstance(other, Value) else Value(other)

    def backward(self):
        order = []
        token = object()        # a new mark for each call, so nothing has to be reset

        def visit(node):
            if node.visited is not token:
                node.visited = token
                for child in node.children:
                    visit(child)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in order[::-1]:
            node._backward()

def softmax(logits):
    biggest = logits[0].data
    for logit in logits:
        if logit.data > biggest:
            biggest = logit.data
    numerators = []
    for logit in logits:
        numerators.append((logit - biggest).exp())
    denominator = numerators[0]
    for numerator in numerators[1:]:
        denominator = denominator + numerator
    result = []
    for numerator in numerators:
        result.append(numerator / denominator)
    return result

def negative_log_likelihood(logits, index):
    biggest = max(logit.data for logit in logits)
    total = 0.0
    for logit in logits:
        total = total + (logit - biggest).exp()
    return total.log() - logits[index] + biggest

class Neuron:
    def __init__(self, inputs):
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, x):
        if len(x) != len(self.weights):
            raise ValueError("not the right number of inputs")
        result = self.bias
        for i in range(len(x)):
            result = result + self.weights[i] * x[i]
        return result.tanh()

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
        result = []
        for neuron in self.neurons:
            for p in neuron.parameters():
                result.append(p)
        return result

    zero_grad = Neuron.zero_grad

class MLP:
    def __init__(self, inputs, sizes):
        self.layers = []
        for size in sizes:
            self.layers.append(Layer(inputs, size))
            inputs = size

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        result = []
        for layer in self.layers:
            result.extend(layer.parameters())
        return result

    zero_grad = Neuron.zero_grad

def sum_squared_error(predictions, targets):
    return sum(((p - t) ** 2 for p, t in zip(predictions, targets)), Value(0))

def train(model, rows, targets, steps, rate):
    losses = []
    for step in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        model.zero_grad(); loss.backward()
        losses.append(loss.data)
        for p in model.parameters(): p.data -= rate * p.grad
    return losses
