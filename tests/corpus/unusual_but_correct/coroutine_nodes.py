# fits: ex09_engine
# graph: every result owns a coroutine that sums up incoming shares until all have come
import math
import random


class Value:
    def __init__(self, data, *parents):
        self.data = data
        self.grad = 0.0
        self.parents = parents      # pairs (operand, local derivative)

    def receiver(self, senders):
        """Wait for as many shares as there are senders; then return the gradient's shares."""
        gradient = 0.0
        for _ in range(senders):
            gradient += yield
        self.grad = self.grad + gradient if not self.parents else gradient
        yield [(operand, slope * gradient) for operand, slope in self.parents]

    def backward(self):
        senders, found = {self: 1}, [self]
        for node in found:
            for operand, _ in node.parents:
                if operand not in senders:
                    senders[operand] = 0
                    found.append(operand)
                senders[operand] += 1
        receivers = {node: node.receiver(n) for node, n in senders.items()}
        for receiver in receivers.values():
            next(receiver)
        mail = [(self, 1.0)]
        while mail:
            node, share = mail.pop()
            mail += receivers[node].send(share) or []

    def __add__(self, other):
        other = Value.lift(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = Value.lift(other)
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = Value.lift(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = Value.lift(other)
        inverse = 1.0 / other.data
        return Value(self.data * inverse, (self, inverse), (other, -self.data * inverse**2))

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("numbers only")
        return Value(self.data**k, (self, k * self.data ** (k - 1)))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __radd__(self, k):
        return self + k

    def __rmul__(self, k):
        return self * k

    def __rsub__(self, k):
        return Value.lift(k) - self

    def __rtruediv__(self, k):
        return Value.lift(k) / self

    def exp(self):
        return Value(e := math.exp(self.data), (self, e))

    def log(self):
        return Value(math.log(self.data), (self, 1.0 / self.data))

    def tanh(self):
        return Value(t := math.tanh(self.data), (self, 1.0 - t * t))

    def relu(self):
        return Value(max(self.data, 0.0), (self, 1.0 if self.data > 0 else 0.0))

    @staticmethod
    def lift(x):
        return x if isinstance(x, Value) else Value(x)


def softmax(logits):
    largest = max(x.data for x in logits)
    powers = [(x - largest).exp() for x in logits]
    total = sum(powers)
    return [p / total for p in powers]


def negative_log_likelihood(logits, index):
    largest = max(x.data for x in logits)
    total = sum((x - largest).exp() for x in logits)
    return total.log() - (logits[index] - largest)


def averager():
    """Take (loss) again and again, and hand out all so far."""
    losses = []
    while True:
        loss = yield losses
        losses.append(loss)


class Neuron:
    def __init__(self, inputs):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, xs):
        if len(xs) != len(self.w):
            raise ValueError("xs")
        n = self.b
        for w, x in zip(self.w, xs):
            n += w * x
        return n.tanh()

    def parameters(self):
        return self.w + [self.b]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Layer(Neuron):
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, xs):
        return [n(xs) for n in self.neurons]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]


class MLP(Neuron):
    def __init__(self, inputs, sizes):
        self.layers = [Layer(i, o) for i, o in zip([inputs, *sizes], sizes)]

    def __call__(self, xs):
        for layer in self.layers:
            xs = layer(xs)
        return xs[0] if len(xs) == 1 else xs

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    record = averager()
    losses = next(record)
    model.zero_grad()
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses = record.send(loss.data)
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
        model.zero_grad()       # clean for the next step
    return losses
