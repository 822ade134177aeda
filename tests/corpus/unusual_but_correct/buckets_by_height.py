# fits: ex04_operators ex09_engine
# graph: nodes know their height above the leaves; backward empties one bucket after the other
import collections, math, random

class Value:
    def __init__(self, data, *parts):
        self.data, self.grad, self.parts = data, 0.0, parts
        self.height = 0
        for operand, _ in parts:
            if operand.height >= self.height:
                self.height = operand.height + 1

    def backward(self):
        buckets = collections.defaultdict(set)
        buckets[self.height].add(self)
        self.grad = 1.0
        for height in range(self.height, 0, -1):
            for node in buckets.pop(height, ()):
                for operand, slope in node.parts:
                    if operand not in buckets[operand.height]:
                        buckets[operand.height].add(operand)
                        if operand.height:
                            operand.grad = 0.0      # inner nodes start afresh
                    operand.grad += slope * node.grad

    def __add__(self, other):
        if type(other) is not Value: other = Value(other)
        return Value(self.data + other.data, (self, 1), (other, 1))

    def __mul__(self, other):
        if type(other) is not Value: other = Value(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, other):
        if type(other) is Value:
            if self.data <= 0: raise ValueError("log of the base does not exist")
            y = self.data ** other.data
            return Value(y, (self, other.data * y / self.data), (other, y * math.log(self.data)))
        return Value(self.data ** other, (self, 0 if other == 0 else other * self.data ** (other - 1)))

    def __sub__(self, other): return self + -other
    def __neg__(self): return Value(-self.data, (self, -1))
    def __truediv__(self, other): return self * (other ** -1.0)
    def __radd__(self, other): return Value(other) + self
    def __rsub__(self, other): return Value(other) + -self
    def __rmul__(self, other): return Value(other) * self
    def __rtruediv__(self, other): return Value(other) * self ** -1.0
    def exp(self): return self._of(math.exp(self.data), lambda y: y)
    def log(self): return self._of(math.log(self.data), lambda y: 1 / self.data)
    def tanh(self): return self._of(math.tanh(self.data), lambda y: 1 - y * y)
    def relu(self): return self._of(max(0, self.data), lambda y: 1 if y > 0 else 0)
    def _of(self, y, slope): return Value(y, (self, slope(y)))

def softmax(logits):
    c = max(l.data for l in logits)
    e = [(l - c).exp() for l in logits]
    return [x / sum(e, Value(0)) for x in e]

def negative_log_likelihood(logits, index):
    c = max(l.data for l in logits)
    return sum([(l - c).exp() for l in logits], Value(0)).log() - (logits[index] - c)

class Net:
    def __init__(self, parts): self.parts = parts
    def parameters(self): return [p for part in self.parts for p in part.parameters()]
    def zero_grad(self):
        for p in self.parameters(): p.grad = 0.0

class Neuron(Net):
    def __init__(self, inputs): super().__init__([Value(random.random() * 2 - 1) for _ in range(inputs + 1)])
    def parameters(self): return self.parts + []
    def __call__(self, xs):
        if len(xs) + 1 != len(self.parts): raise ValueError("xs: %r" % (xs,))
        total = self.parts[-1]
        for i, x in enumerate(xs): total = total + self.parts[i] * x
        return total.tanh()

class Layer(Net):
    def __init__(self, inputs, outputs): super().__init__([Neuron(inputs) for _ in range(outputs)])
    def __call__(self, xs): return [n(xs) for n in self.parts]

class MLP(Net):
    def __init__(self, inputs, sizes):
        super().__init__([Layer(n, m) for n, m in zip([inputs] + list(sizes), sizes)])
    def __call__(self, xs):
        for layer in self.parts: xs = layer(xs)
        return xs[0] if len(xs) < 2 else xs

def sum_squared_error(predictions, targets):
    total = Value(0)
    for p, t in zip(predictions, targets): total += (p - t) ** 2
    return total

def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        predictions = [model(row) for row in rows]
        loss = sum_squared_error(predictions, targets)
        model.zero_grad()
        loss.backward()
        for p in model.parameters(): p.data -= p.grad * rate
        losses.append(loss.data)
    return losses
