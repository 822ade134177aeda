# fits: ex04_operators ex09_engine
# graph: nodes have birth numbers, and a sorted list (bisect) gives the youngest
import bisect; import math; import random; import itertools
birth = itertools.count(1)
class Value:
    def __init__(self, data, *edges): self.data = data; self.grad = 0.0; self.edges = edges; self.birth = next(birth)
    def __add__(self, o): o = V(o); return Value(self.data + o.data, (self, 1.0), (o, 1.0))
    def __mul__(self, o): o = V(o); return Value(self.data * o.data, (self, o.data), (o, self.data))
    def __sub__(self, o): o = V(o); return Value(self.data - o.data, (self, 1.0), (o, -1.0))
    def __truediv__(self, o): o = V(o); return Value(self.data / o.data, (self, 1.0 / o.data), (o, -self.data * o.data ** -2))
    def __pow__(self, k):
        if isinstance(k, Value): return NotImplemented
        return Value(self.data ** k, (self, 0.0 if k == 0 else k * self.data ** (k - 1)))
    def __radd__(self, k): return V(k) + self
    def __rmul__(self, k): return V(k) * self
    def __rsub__(self, k): return V(k) - self
    def __rtruediv__(self, k): return V(k) / self
    def __neg__(self): return Value(-self.data, (self, -1.0))
    def exp(self): e = math.exp(self.data); return Value(e, (self, e))
    def log(self): return Value(math.log(self.data), (self, 1.0 / self.data))
    def tanh(self): t = math.tanh(self.data); return Value(t, (self, 1.0 - t * t))
    def relu(self): r = self.data if self.data > 0 else 0.0; return Value(r, (self, 1.0 if r else 0.0))
    def backward(self):
        self.grad = 1.0; line = [self]; known = {self.birth}
        while line:
            node = line.pop()
            for operand, slope in node.edges:
                if operand.birth not in known: known.add(operand.birth); bisect.insort(line, operand, key=lambda n: n.birth)
                operand.grad += slope * node.grad
def V(x): return x if isinstance(x, Value) else Value(x)
def softmax(logits): m = max(z.data for z in logits); e = [(z - m).exp() for z in logits]; s = sum(e); return [x / s for x in e]
def negative_log_likelihood(logits, index): m = max(z.data for z in logits); return sum((z - m).exp() for z in logits).log() - (logits[index] - m)
def rnd(): return Value(random.uniform(-1, 1))
class Neuron:
    def __init__(self, inputs): self.w = [rnd() for _ in range(inputs)]; self.b = rnd()
    def __call__(self, x):
        if len(x) != len(self.w): raise ValueError(len(x))
        return sum((w * v for w, v in zip(self.w, x)), self.b).tanh()
    def parameters(self): return self.w + [self.b]
    def zero_grad(self): [setattr(p, "grad", 0.0) for p in self.parameters()]
class Layer:
    def __init__(self, inputs, outputs): self.n = [Neuron(inputs) for _ in range(outputs)]
    def __call__(self, x): return [n(x) for n in self.n]
    def parameters(self): return [p for n in self.n for p in n.parameters()]
    def zero_grad(self): [n.zero_grad() for n in self.n]
class MLP:
    def __init__(self, inputs, sizes): s = [inputs] + sizes; self.l = [Layer(s[i], s[i + 1]) for i in range(len(sizes))]
    def __call__(self, x):
        for l in self.l: x = l(x)
        return x[0] if len(x) == 1 else x
    def parameters(self): return [p for l in self.l for p in l.parameters()]
    def zero_grad(self): [l.zero_grad() for l in self.l]
def sum_squared_error(predictions, targets): return sum((p - t) ** 2 for p, t in zip(predictions, targets))
def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps): loss = sum_squared_error([model(r) for r in rows], targets); model.zero_grad(); loss.backward(); losses.append(loss.data); [setattr(p, "data", p.data - rate * p.grad) for p in model.parameters()]
    return losses
