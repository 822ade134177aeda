# fits: ex04_operators ex09_engine
# graph: rows of a sparse triangular matrix; backward is back substitution in (1 - J)ᵀ g = e
import math
import random


class Value:
    """Node i of its system is row i of J: {column: derivative}. A column is always below its row."""

    def __init__(self, data, row=None):
        self.data = data
        self.grad = 0.0
        self.row = row or {}

    def backward(self):
        nodes = self.unknowns()
        number = {node: i for i, node in enumerate(nodes)}
        matrix = [{number[x]: slope for x, slope in node.row.items()} for node in nodes]
        g = [0.0] * len(nodes)
        g[-1] = 1.0
        for i in range(len(nodes) - 1, -1, -1):
            for column, slope in matrix[i].items():
                g[column] += slope * g[i]
        for node, solution in zip(nodes, g):
            node.grad = solution

    def unknowns(self):
        listed, stack = {}, [self]
        while stack:
            node = stack[-1]
            later = [x for x in node.row if x not in listed]
            if later:
                stack.append(later[0])
            else:
                listed[stack.pop()] = None
        return list(listed)

    def __add__(self, other):
        other = full(other)
        return linear(self.data + other.data, (1.0, self), (1.0, other))

    def __sub__(self, other):
        other = full(other)
        return linear(self.data - other.data, (1.0, self), (-1.0, other))

    def __mul__(self, other):
        other = full(other)
        return linear(self.data * other.data, (other.data, self), (self.data, other))

    def __truediv__(self, other):
        other = full(other)
        q = self.data / other.data
        return linear(q, (1 / other.data, self), (-q / other.data, other))

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("x ** y is no function of one variable")
        return linear(self.data**k, (k * self.data ** (k - 1) if k else 0.0, self))

    def __neg__(self):
        return linear(-self.data, (-1.0, self))

    def __radd__(self, other):
        return full(other) + self

    def __rsub__(self, other):
        return full(other) - self

    def __rmul__(self, other):
        return full(other) * self

    def __rtruediv__(self, other):
        return full(other) / self

    def exp(self):
        y = math.exp(self.data)
        return linear(y, (y, self))

    def log(self):
        return linear(math.log(self.data), (1 / self.data, self))

    def tanh(self):
        y = math.tanh(self.data)
        return linear(y, (1 - y * y, self))

    def relu(self):
        return linear(max(self.data, 0.0), (float(self.data > 0), self))


def linear(data, *terms):
    """A node whose change is a linear combination of its operands' changes."""
    row = {}
    for slope, x in terms:
        row[x] = row.get(x, 0.0) + slope
    return Value(data, row)


def full(x):
    return x if isinstance(x, Value) else Value(x)


def softmax(logits):
    top = max(z.data for z in logits)
    e = [math.exp(z.data - top) for z in logits]
    p = [x / math.fsum(e) for x in e]
    return [
        linear(pi, *((pi * (1 - pj if i == j else -pj), z) for j, (pj, z) in enumerate(zip(p, logits))))
        for i, pi in enumerate(p)
    ]


def negative_log_likelihood(logits, index):
    top = max(z.data for z in logits)
    e = [math.exp(z.data - top) for z in logits]
    total = math.fsum(e)
    loss = math.log(total) - (logits[index].data - top)
    return linear(loss, (-1.0, logits[index]), *((x / total, z) for x, z in zip(e, logits)))


class Neuron:
    def __init__(self, inputs):
        self.theta = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]

    def __call__(self, x):
        if len(x) != len(self.theta) - 1:
            raise ValueError("dimension")
        x = [full(xi) for xi in x] + [full(1.0)]
        dot = sum(t.data * xi.data for t, xi in zip(self.theta, x))
        terms = [(xi.data, t) for t, xi in zip(self.theta, x)]
        terms += [(t.data, xi) for t, xi in zip(self.theta, x)]
        return linear(dot, *terms).tanh()

    def parameters(self):
        return self.theta[:]

    def zero_grad(self):
        for t in self.parameters():
            t.grad = 0.0


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [f(x) for f in self.neurons]

    def parameters(self):
        return [t for f in self.neurons for t in f.parameters()]

    def zero_grad(self):
        for f in self.neurons:
            f.zero_grad()


class MLP:
    def __init__(self, inputs, sizes):
        n = [inputs, *sizes]
        self.layers = [Layer(n[k], n[k + 1]) for k in range(len(n) - 1)]

    def __call__(self, x):
        for f in self.layers:
            x = f(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [t for f in self.layers for t in f.parameters()]

    def zero_grad(self):
        for f in self.layers:
            f.zero_grad()


def sum_squared_error(predictions, targets):
    residuals = [p.data - t for p, t in zip(predictions, targets)]
    return linear(sum(r * r for r in residuals), *((2 * r, p) for r, p in zip(residuals, predictions)))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        loss.backward()
        losses.append(loss.data)
        for t in model.parameters():
            t.data -= rate * t.grad
    return losses
