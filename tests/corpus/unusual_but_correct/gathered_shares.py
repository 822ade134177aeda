# fits: ex09_engine
# graph: all shares of a node are gathered in a list and summed when the node's turn comes
import math
import random


class Value:
    def __init__(self, data, sources=()):
        self.data = data
        self.grad = 0.0
        self.sources = sources          # (node, derivative) for each use

    def __add__(self, other):
        other = constant(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __sub__(self, other):
        other = constant(other)
        return Value(self.data - other.data, ((self, 1.0), (other, -1.0)))

    def __mul__(self, other):
        other = constant(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __truediv__(self, other):
        return self * constant(other) ** -1

    def __pow__(self, k):
        assert not isinstance(k, Value), "exponent"
        return Value(self.data ** k, ((self, k * self.data ** (k - 1)),))

    def __neg__(self):
        return constant(0) - self

    def __radd__(self, k):
        return constant(k) + self

    def __rsub__(self, k):
        return constant(k) - self

    def __rmul__(self, k):
        return constant(k) * self

    def __rtruediv__(self, k):
        return constant(k) * self ** -1

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, e),))

    def log(self):
        return Value(math.log(self.data), ((self, 1 / self.data),))

    def tanh(self):
        e = math.exp(2 * self.data)
        t = (e - 1) / (e + 1)
        return Value(t, ((self, 1 - t * t),))

    def relu(self):
        if self.data > 0:
            return Value(self.data, ((self, 1.0),))
        return Value(0.0, ((self, 0.0),))

    def backward(self):
        shares = {self: [1.0]}
        for node in ordered(self):
            node.grad = math.fsum(shares[node])
            for source, derivative in node.sources:
                shares.setdefault(source, []).append(derivative * node.grad)


def ordered(output):
    """Return the nodes, each one before its operands."""
    finished, order = set(), []
    stack = [output]
    while stack:
        node = stack[-1]
        for source, _ in node.sources:
            if source not in finished:
                stack.append(source)
                break
        else:
            stack.pop()
            if node not in finished:
                finished.add(node)
                order.append(node)
    order.reverse()
    return order


def constant(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def softmax(logits):
    largest = max(v.data for v in logits)
    e = [(v - largest).exp() for v in logits]
    total = add_up(e)
    return [v / total for v in e]


def negative_log_likelihood(logits, index):
    largest = max(v.data for v in logits)
    return add_up([(v - largest).exp() for v in logits]).log() - (logits[index] - largest)


def add_up(values):
    """One node for the whole sum."""
    return Value(math.fsum(v.data for v in values), tuple((v, 1.0) for v in values))


class Neuron:
    def __init__(self, inputs):
        self.weights = []
        for _ in range(inputs):
            self.weights.append(Value(random.uniform(-1, 1)))
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, inputs):
        if len(inputs) != len(self.weights):
            raise ValueError("wrong number of inputs: " + str(len(inputs)))
        products = [w * x for w, x in zip(self.weights, inputs)]
        return add_up(products + [self.bias]).tanh()

    def parameters(self):
        return self.weights + [self.bias]

    def zero_grad(self):
        self.bias.grad = 0.0
        for w in self.weights:
            w.grad = 0.0


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = []
        for _ in range(outputs):
            self.neurons.append(Neuron(inputs))

    def __call__(self, inputs):
        return list(map(lambda neuron: neuron(inputs), self.neurons))

    def parameters(self):
        return sum(map(Neuron.parameters, self.neurons), [])

    def zero_grad(self):
        for neuron in self.neurons:
            neuron.zero_grad()


class MLP:
    def __init__(self, inputs, sizes):
        self.layers = []
        for size in sizes:
            self.layers.append(Layer(inputs, size))
            inputs = size

    def __call__(self, inputs):
        values = inputs
        for layer in self.layers:
            values = layer(values)
        return values[0] if len(values) == 1 else values

    def parameters(self):
        return sum(map(Layer.parameters, self.layers), [])

    def zero_grad(self):
        for layer in self.layers:
            layer.zero_grad()


def sum_squared_error(predictions, targets):
    return add_up([(p - t) ** 2 for p, t in zip(predictions, targets)])


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        loss.backward()         # sets the gradients, so there is nothing to clear
        losses.append(loss.data)
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
