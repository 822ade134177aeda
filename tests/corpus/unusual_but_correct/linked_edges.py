# fits: ex09_engine
# graph: a linked list of edges in each node, and a linked list of all nodes
import math
import random

class Edge:
    __slots__ = ("to", "slope", "next")

    def __init__(self, to, slope, next):
        self.to, self.slope, self.next = to, slope, next

class Value:
    __slots__ = ("data", "grad", "first", "before", "wanted")
    newest = None   # the node made last; from there, .before leads to all older ones

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.first = None
        self.wanted = False
        self.before = Value.newest
        Value.newest = self

    def link(self, to, slope):
        self.first = Edge(to, slope, self.first)
        return self

    def backward(self):
        self.grad = 1.0
        self.wanted = True
        node = self
        while node is not None:      # older and older: operands are older than results
            if node.wanted:
                node.wanted = False
                edge = node.first
                while edge is not None:
                    edge.to.grad += edge.slope * node.grad
                    edge.to.wanted = True
                    edge = edge.next
            node = node.before

    def __add__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data + other).link(self, 1.0)
        return Value(self.data + other.data).link(self, 1.0).link(other, 1.0)

    def __radd__(self, k):
        return Value(k + self.data).link(self, 1.0)

    def __sub__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data - other).link(self, 1.0)
        return Value(self.data - other.data).link(self, 1.0).link(other, -1.0)

    def __rsub__(self, k):
        return Value(k - self.data).link(self, -1.0)

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data * other).link(self, other)
        return Value(self.data * other.data).link(self, other.data).link(other, self.data)

    def __rmul__(self, k):
        return Value(k * self.data).link(self, k)

    def __truediv__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data / other).link(self, 1.0 / other)
        q = self.data / other.data
        return Value(q).link(self, 1.0 / other.data).link(other, -q / other.data)

    def __rtruediv__(self, k):
        return Value(k / self.data).link(self, -k / self.data**2)

    def __neg__(self):
        return Value(-self.data).link(self, -1.0)

    def __pow__(self, k):
        if not isinstance(k, (int, float)):
            raise TypeError("exponent has to be a number")
        return Value(self.data**k).link(self, k * self.data ** (k - 1))

    def exp(self):
        e = math.exp(self.data)
        return Value(e).link(self, e)

    def log(self):
        return Value(math.log(self.data)).link(self, 1 / self.data)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t).link(self, (1 - t) * (1 + t))

    def relu(self):
        if self.data > 0:
            return Value(self.data).link(self, 1.0)
        return Value(0.0).link(self, 0.0)

def log_sum_exp(logits):
    top = max(l.data for l in logits)
    total = (logits[0] - top).exp()
    for l in logits[1:]:
        total += (l - top).exp()
    return total.log() + top

def softmax(logits):
    # exp(logit - log(sum exp)) instead of a quotient
    norm = log_sum_exp(logits)
    return [(l - norm).exp() for l in logits]

def negative_log_likelihood(logits, index):
    return log_sum_exp(logits) - logits[index]

def clear(nodes):
    for n in nodes:
        n.grad = 0.0

class Neuron:
    def __init__(self, inputs):
        self.inputs = inputs
        self.numbers = [Value(2 * random.random() - 1) for _ in range(inputs + 1)]

    def __call__(self, x):
        if len(x) != self.inputs:
            raise ValueError(f"need {self.inputs} inputs")
        total = self.numbers[-1]
        for i in range(self.inputs):
            total = total + self.numbers[i] * x[i]
        return total.tanh()

    def parameters(self):
        return self.numbers[:]

    def zero_grad(self):
        clear(self.numbers)

class Layer:
    def __init__(self, inputs, outputs):
        self.row = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        out = []
        for neuron in self.row:
            out.append(neuron(x))
        return out

    def parameters(self):
        out = []
        for neuron in self.row:
            out.extend(neuron.parameters())
        return out

    def zero_grad(self):
        clear(self.parameters())

class MLP:
    def __init__(self, inputs, sizes):
        widths = [inputs] + list(sizes)
        self.layers = [Layer(*widths[i:i + 2]) for i in range(len(sizes))]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        out = []
        for layer in self.layers:
            out += layer.parameters()
        return out

    def zero_grad(self):
        clear(self.parameters())

def sum_squared_error(predictions, targets):
    total = 0
    for i in range(len(targets)):
        total += (predictions[i] - targets[i]) ** 2
    return total

def train(model, rows, targets, steps, rate):
    losses = [0.0] * steps
    ps = model.parameters()
    for step in range(steps):
        loss = sum_squared_error([model(r) for r in rows], targets)
        losses[step] = loss.data
        clear(ps)
        loss.backward()
        for p in ps:
            p.data -= rate * p.grad
    return losses
