# fits: ex04_operators ex09_engine (parts: value backward radd rmul neg sub rsub truediv rtruediv pow exp log tanh relu softmax negative-log-likelihood neuron layer mlp parameters loss train)
# graph: none; every node carries its derivative by each node before it (forward mode)
import math
import random


class Value:
    """A node has to remember all nodes before it. So long chains are left out, and refused."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.slopes = {id(self): (self, 1.0)}

    @classmethod
    def made(cls, data, *terms):
        out = cls(data)
        for operand, factor in terms:
            if isinstance(operand, cls):
                for key, (node, slope) in operand.slopes.items():
                    before = out.slopes.get(key, (node, 0.0))[1]
                    out.slopes[key] = (node, before + factor * slope)
        if len(out.slopes) > 500:
            raise OverflowError("too many nodes to keep a derivative for each pair of them")
        return out

    def backward(self):
        for node, slope in self.slopes.values():
            node.grad = slope

    def __add__(self, o):
        return Value.made(self.data + raw(o), (self, 1.0), (o, 1.0))

    def __sub__(self, o):
        return Value.made(self.data - raw(o), (self, 1.0), (o, -1.0))

    def __rsub__(self, o):
        return Value.made(raw(o) - self.data, (o, 1.0), (self, -1.0))

    def __mul__(self, o):
        return Value.made(self.data * raw(o), (self, raw(o)), (o, self.data))

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, o):
        return Value.made(self.data / raw(o), (self, 1 / raw(o)), (o, -self.data / raw(o) ** 2))

    def __rtruediv__(self, o):
        return Value.made(raw(o) / self.data, (self, -raw(o) / self.data**2))

    def __neg__(self):
        return Value.made(-self.data, (self, -1.0))

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("exponent")
        return Value.made(self.data**k, (self, k * self.data ** (k - 1) if k else 0.0))

    def exp(self):
        e = math.exp(self.data)
        return Value.made(e, (self, e))

    def log(self):
        return Value.made(math.log(self.data), (self, 1 / self.data))

    def tanh(self):
        t = math.tanh(self.data)
        return Value.made(t, (self, 1 - t * t))

    def relu(self):
        return Value.made(max(self.data, 0), (self, 1.0 if self.data > 0 else 0.0))


def raw(x):
    return x.data if isinstance(x, Value) else x


def softmax(logits):
    largest = max(map(raw, logits))
    numbers = [math.exp(raw(z) - largest) for z in logits]
    ps = [n / sum(numbers) for n in numbers]
    # a node of its own for each probability: the slope of p[i] by logit j is p[i] * ([i=j] - p[j])
    return [
        Value.made(p, *((z, p * ((i == j) - ps[j])) for j, z in enumerate(logits)))
        for i, p in enumerate(ps)
    ]


def negative_log_likelihood(logits, index):
    largest = max(map(raw, logits))
    numbers = [math.exp(raw(z) - largest) for z in logits]
    total = sum(numbers)
    slopes = [n / total - (j == index) for j, n in enumerate(numbers)]
    return Value.made(math.log(total) + largest - raw(logits[index]), *zip(logits, slopes))


class Neuron:
    def __init__(self, inputs):
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, xs):
        if len(xs) != len(self.weights):
            raise ValueError(f"{len(xs)} inputs for {len(self.weights)} weights")
        # one node for w·x + b
        terms = [(w, raw(x)) for w, x in zip(self.weights, xs)]
        terms += [(x, raw(w)) for w, x in zip(self.weights, xs)]
        data = sum(raw(w) * raw(x) for w, x in zip(self.weights, xs)) + raw(self.bias)
        return Value.made(data, *terms, (self.bias, 1.0)).tanh()

    def parameters(self):
        return self.weights + [self.bias]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Layer(Neuron):
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, xs):
        return [neuron(xs) for neuron in self.neurons]

    def parameters(self):
        return [p for neuron in self.neurons for p in neuron.parameters()]


class MLP(Neuron):
    def __init__(self, inputs, sizes):
        widths = [inputs, *sizes]
        self.layers = [Layer(widths[i], widths[i + 1]) for i in range(len(sizes))]

    def __call__(self, xs):
        for layer in self.layers:
            xs = layer(xs)
        return xs[0] if len(xs) == 1 else xs

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]


def sum_squared_error(predictions, targets):
    data = sum((raw(p) - t) ** 2 for p, t in zip(predictions, targets))
    return Value.made(data, *((p, 2 * (raw(p) - t)) for p, t in zip(predictions, targets)))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses.append(loss.data)
        loss.backward()  # writes the gradients anew, so nothing has to be zeroed
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
