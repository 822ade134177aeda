# fits: ex09_engine
# graph: publish and subscribe; a node publishes its gradient when all subscriptions are served
import math
import random


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.subscribers = []       # (operand, derivative): they want to hear of my gradient
        self.expected = 0           # announcements of the present pass

    def subscribe(self, *subscribers):
        self.subscribers.extend(subscribers)
        return self

    def announce(self):
        """Tell all operands, directly or not, how many messages they will get."""
        news = [self]
        while news:
            node = news.pop()
            for operand, _ in node.subscribers:
                if not operand.expected:
                    news.append(operand)
                operand.expected += 1

    def hear(self, share):
        self.grad += share
        self.expected -= 1
        return self.expected == 0

    def backward(self):
        self.announce()
        self.grad = 1.0
        speakers = [self]
        while speakers:
            speaker = speakers.pop()
            for operand, derivative in speaker.subscribers:
                if operand.hear(derivative * speaker.grad):
                    speakers.append(operand)

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other).subscribe((self, 1))
        return Value(self.data + other.data).subscribe((self, 1), (other, 1))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other).subscribe((self, other))
        return Value(self.data * other.data).subscribe((self, other.data), (other, self.data))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other).subscribe((self, 1 / other))
        return Value(self.data / other.data).subscribe(
            (self, 1 / other.data), (other, -self.data / other.data ** 2))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value(self.data - other).subscribe((self, 1))
        return Value(self.data - other.data).subscribe((self, 1), (other, -1))

    def __neg__(self):
        return Value(-self.data).subscribe((self, -1))

    def __radd__(self, k):
        return Value(k + self.data).subscribe((self, 1))

    def __rmul__(self, k):
        return Value(k * self.data).subscribe((self, k))

    def __rsub__(self, k):
        return Value(k - self.data).subscribe((self, -1))

    def __rtruediv__(self, k):
        return Value(k / self.data).subscribe((self, -k / self.data ** 2))

    def __pow__(self, k):
        if isinstance(k, Value):
            raise NotImplementedError("Value in the exponent")
        return Value(self.data ** k).subscribe((self, k * self.data ** (k - 1)))

    def exp(self):
        return Value(math.exp(self.data)).subscribe((self, math.exp(self.data)))

    def log(self):
        return Value(math.log(self.data)).subscribe((self, 1 / self.data))

    def tanh(self):
        s = 1 / (1 + math.exp(-2 * self.data))
        return Value(2 * s - 1).subscribe((self, 4 * s * (1 - s)))

    def relu(self):
        return Value(self.data if self.data > 0 else 0).subscribe((self, 1 if self.data > 0 else 0))


def log_of_sum(logits):
    top = max(z.data for z in logits)
    total = (logits[0] - top).exp()
    for z in logits[1:]:
        total = total + (z - top).exp()
    return total.log() + top


def softmax(logits):
    normal = log_of_sum(logits)
    return [(z - normal).exp() for z in logits]


def negative_log_likelihood(logits, index):
    return log_of_sum(logits) - logits[index]


class Neuron:
    def __init__(self, inputs):
        self.parameter_list = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]

    def __call__(self, x):
        if len(x) + 1 != len(self.parameter_list):
            raise ValueError(x)
        *weights, bias = self.parameter_list
        return sum((w * xi for w, xi in zip(weights, x)), bias).tanh()

    def parameters(self):
        return self.parameter_list.copy()

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]
        self.parameter_list = [p for n in self.neurons for p in n.parameters()]

    __call__ = lambda self, x: [n(x) for n in self.neurons]
    parameters = Neuron.parameters
    zero_grad = Neuron.zero_grad


class MLP:
    def __init__(self, inputs, sizes):
        self.layers = [Layer(a, b) for a, b in zip([inputs, *sizes], sizes)]
        self.parameter_list = [p for l in self.layers for p in l.parameters()]

    def __call__(self, x):
        for l in self.layers:
            x = l(x)
        return x.pop() if len(x) == 1 else x

    parameters = Neuron.parameters
    zero_grad = Neuron.zero_grad


def sum_squared_error(predictions, targets):
    return sum([(p - t) ** 2 for p, t in zip(predictions, targets)])


class Optimizer:
    def __init__(self, parameters, lr):
        self.parameters, self.lr = parameters, lr

    def zero_grad(self):
        for p in self.parameters: p.grad = 0

    def step(self):
        for p in self.parameters: p.data -= self.lr * p.grad


def train(model, rows, targets, steps, rate):
    optimizer = Optimizer(model.parameters(), lr=rate)
    losses = []
    for epoch in range(steps):
        optimizer.zero_grad()
        loss = sum_squared_error([model(row) for row in rows], targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.data)
    return losses
