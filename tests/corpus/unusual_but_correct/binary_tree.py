# fits: ex09_engine
# graph: a binary tree with left and right; several sweeps of it count, then push
import math
import random

class Value:
    """
    >>> a = Value(3.0)
    >>> (a + a).backward()
    >>> a.grad
    2.0
    >>> Value(2.0) ** Value(3.0)
    Traceback (most recent call last):
    ...
    TypeError: power: exponent must be a number
    """
    left = right = None
    by_left = by_right = 0.0
    uses = 0

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    @classmethod
    def node(cls, data, left, by_left, right=None, by_right=0.0):
        v = cls(data)
        v.left = left
        v.right = right
        v.by_left = by_left
        v.by_right = by_right
        return v

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value.node(self.data + other.data, self, 1.0, other, 1.0)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value.node(self.data - other.data, self, 1.0, other, -1.0)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value.node(self.data * other.data, self, other.data, other, self.data)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        q = self.data / other.data
        return Value.node(q, self, 1.0 / other.data, other, -q / other.data)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value.node(-self.data, self, -1.0)

    def __pow__(self, k):
        if not isinstance(k, (int, float)):
            raise TypeError("power: exponent must be a number")
        return Value.node(self.data ** k, self, k * self.data ** (k - 1))

    def exp(self):
        e = math.exp(self.data)
        return Value.node(e, self, e)

    def log(self):
        return Value.node(math.log(self.data), self, 1.0 / self.data)

    def tanh(self):
        a, b = math.exp(self.data), math.exp(-self.data)
        t = (a - b) / (a + b)
        return Value.node(t, self, 1.0 - t * t)

    def relu(self):
        if self.data > 0:
            return Value.node(self.data, self, 1.0)
        return Value.node(0.0, self, 0.0)

    def backward(self):
        # first sweep: count uses; a node is entered at its first use only
        stack = [self]
        self.uses = 1
        while stack:
            v = stack.pop()
            for child in (v.left, v.right):
                if child is not None:
                    child.uses += 1
                    if child.uses == 1:
                        stack.append(child)
        # second sweep: push down; the counts are back at 0 when it is done
        self.uses = 0
        self.grad = 1.0
        stack = [self]
        while stack:
            v = stack.pop()
            for child, by in ((v.left, v.by_left), (v.right, v.by_right)):
                if child is not None:
                    child.grad += by * v.grad
                    child.uses -= 1
                    if child.uses == 0:
                        stack.append(child)

def softmax(logits):
    """
    >>> [p.data for p in softmax([Value(0.0), Value(0.0)])]
    [0.5, 0.5]
    """
    top = max(v.data for v in logits)
    e = [(v - top).exp() for v in logits]
    total = sum(e[1:], e[0])
    return [x / total for x in e]

def negative_log_likelihood(logits, index):
    top = max(v.data for v in logits)
    total = Value(0.0)
    for v in logits:
        total = total + (v - top).exp()
    return total.log() + top - logits[index]

class Neuron:
    def __init__(self, inputs):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, x):
        if len(x) != len(self.w):
            raise ValueError("%d != %d" % (len(x), len(self.w)))
        # add up in pairs, like a tournament
        terms = [self.b] + [w * v for w, v in zip(self.w, x)]
        while len(terms) > 1:
            terms = [a + b for a, b in zip(terms[::2], terms[1::2])] + terms[len(terms) // 2 * 2:]
        return terms[0].tanh()

    def parameters(self):
        return self.w + [self.b]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0

class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [n(x) for n in self.neurons]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]

    def zero_grad(self):
        for n in self.neurons:
            n.zero_grad()

class MLP:
    def __init__(self, inputs, sizes):
        self.layers = [Layer(n, m) for n, m in zip([inputs] + sizes, sizes)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def zero_grad(self):
        for layer in self.layers:
            layer.zero_grad()

def sum_squared_error(predictions, targets):
    error = (predictions[0] - targets[0]) ** 2
    for p, t in zip(predictions[1:], targets[1:]):
        error = error + (p - t) ** 2
    return error

def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses += [loss.data]
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data = p.data - rate * p.grad
    return losses

if __name__ == "__main__":
    import doctest
    print(doctest.testmod())
