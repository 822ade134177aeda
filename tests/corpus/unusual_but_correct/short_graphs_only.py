# fits: ex04_operators ex09_engine (parts: value backward radd rmul neg sub rsub truediv rtruediv pow exp log tanh relu neuron layer mlp parameters loss train)
# graph: closures; plain recursion (so no long chain), softmax by the formula (so not stable)
import math, random
class Value:
    def __init__(self, data, prev=()):
        self.data = data; self.prev = prev; self.grad = 0.0; self.rule = lambda: None
    def __add__(self, o):
        if not isinstance(o, Value): o = Value(o)
        out = Value(self.data + o.data, (self, o))
        def rule(): self.grad += out.grad; o.grad += out.grad
        out.rule = rule
        return out
    def __mul__(self, o):
        if not isinstance(o, Value): o = Value(o)
        out = Value(self.data * o.data, (self, o))
        def rule(): self.grad += out.grad * o.data; o.grad += out.grad * self.data
        out.rule = rule
        return out
    def __pow__(self, k):
        if isinstance(k, Value): raise TypeError
        out = Value(self.data ** k, (self,))
        def rule(): self.grad += out.grad * k * self.data ** (k - 1) if k else 0
        out.rule = rule
        return out
    def exp(self):
        out = Value(math.exp(self.data), (self,))
        def rule(): self.grad += out.grad * out.data
        out.rule = rule
        return out
    def log(self):
        out = Value(math.log(self.data), (self,))
        def rule(): self.grad += out.grad / self.data
        out.rule = rule
        return out
    def relu(self):
        out = Value(max(self.data, 0), (self,))
        def rule(): self.grad += out.grad * (self.data > 0)
        out.rule = rule
        return out
    def tanh(self): e = (-2 * self).exp(); return (1 - e) / (1 + e)
    def __neg__(self): return -1 * self
    def __sub__(self, o): return self + -1 * o
    def __truediv__(self, o): return self * o ** -1
    def __radd__(self, o): return self + o
    def __rmul__(self, o): return self * o
    def __rsub__(self, o): return -1 * self + o
    def __rtruediv__(self, o): return o * self ** -1
    def backward(self):
        order = []
        def visit(n):
            if n not in order:
                for p in n.prev: visit(p)
                order.append(n)
        visit(self)
        self.grad = 1.0
        for n in reversed(order): n.rule()
def softmax(logits):
    e = [l.exp() for l in logits]
    return [x / sum(e) for x in e]
def negative_log_likelihood(logits, index):
    return -softmax(logits)[index].log()
class Neuron:
    def __init__(self, n): self.w = [Value(random.uniform(-1, 1)) for _ in range(n)]; self.b = Value(random.uniform(-1, 1))
    def __call__(self, x):
        if len(x) != len(self.w): raise ValueError
        return (sum([w * x for w, x in zip(self.w, x)]) + self.b).tanh()
    def parameters(self): return self.w + [self.b]
    def zero_grad(self):
        for p in self.parameters(): p.grad = 0
class Layer:
    def __init__(self, n, m): self.all = [Neuron(n) for _ in range(m)]
    def __call__(self, x): return [n(x) for n in self.all]
    def parameters(self): return [p for n in self.all for p in n.parameters()]
    def zero_grad(self):
        for p in self.parameters(): p.grad = 0
class MLP:
    def __init__(self, n, sizes):
        self.all = []
        for m in sizes: self.all.append(Layer(n, m)); n = m
    def __call__(self, x):
        for l in self.all: x = l(x)
        return x if len(x) > 1 else x[0]
    def parameters(self): return [p for l in self.all for p in l.parameters()]
    def zero_grad(self):
        for p in self.parameters(): p.grad = 0
def sum_squared_error(predictions, targets):
    return sum([(p - t) ** 2 for p, t in zip(predictions, targets)])
def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(r) for r in rows], targets)
        model.zero_grad(); loss.backward(); losses.append(loss.data)
        for p in model.parameters(): p.data -= rate * p.grad
    return losses
