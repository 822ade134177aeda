# fits: ex04_operators ex09_engine
# graph: operands in a tuple, reachable nodes sorted by serial number
import math
import random
import weakref

alive = weakref.WeakSet()   # all Values that still exist, to see how many a step leaves behind


class Value:
    serial = 0

    def __init__(self, data, operands=(), rule=None, name=""):
        assert not isinstance(data, Value), "a Value of a Value makes no sense"
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.rule = rule
        self.name = name
        Value.serial += 1
        self.serial = Value.serial
        alive.add(self)

    def __repr__(self):
        made_of = ", ".join(x.name or "?" for x in self.operands)
        return f"<{self.name or 'Value'} #{self.serial} = {self.data} of [{made_of}]>"

    def reachable(self):
        found, todo = set(), {self}
        while todo:
            node = todo.pop()
            found.add(node)
            todo.update(x for x in node.operands if x not in found)
        return found

    def backward(self):
        self.grad = 1.0
        # an operand is always older than the result
        for node in sorted(self.reachable(), key=lambda n: n.serial, reverse=True):
            if node.rule is not None:
                node.rule(node, *node.operands)

    def __add__(self, other): return Value(self.data + to(other).data, (self, to_last()), add)
    def __radd__(self, other): return to(other) + self
    def __mul__(self, other): return Value(self.data * to(other).data, (self, to_last()), mul)
    def __rmul__(self, other): return to(other) * self
    def __sub__(self, other): return Value(self.data - to(other).data, (self, to_last()), sub)
    def __rsub__(self, other): return to(other) - self
    def __truediv__(self, other): return Value(self.data / to(other).data, (self, to_last()), div)
    def __rtruediv__(self, other): return to(other) / self
    def __neg__(self): return Value(-self.data, (self,), neg)
    def exp(self): return Value(math.exp(self.data), (self,), exp)
    def log(self): return Value(math.log(self.data), (self,), log)
    def tanh(self): return Value(math.tanh(self.data), (self,), tanh)
    def relu(self): return Value(max(self.data, 0.0), (self,), relu)

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("the exponent must not be a Value")

        def rule(out, a):
            a.grad += out.grad * (k * a.data ** (k - 1) if k else 0.0)

        return Value(self.data**k, (self,), rule)


_last = [None]


def to(x):
    _last[0] = x if isinstance(x, Value) else Value(x, name="constant")
    return _last[0]


def to_last():
    return _last[0]


def add(out, a, b): a.grad += out.grad; b.grad += out.grad
def sub(out, a, b): a.grad += out.grad; b.grad -= out.grad
def mul(out, a, b): a.grad += out.grad * b.data; b.grad += out.grad * a.data
def div(out, a, b): a.grad += out.grad / b.data; b.grad -= out.grad * out.data / b.data
def neg(out, a): a.grad -= out.grad
def exp(out, a): a.grad += out.grad * out.data
def log(out, a): a.grad += out.grad / a.data
def tanh(out, a): a.grad += out.grad * (1 - out.data**2)
def relu(out, a): a.grad += out.grad if a.data > 0 else 0.0


def softmax(logits):
    m = max(x.data for x in logits)
    e = [Value.exp(x - m) for x in logits]
    total = e[0]
    for x in e[1:]:
        total += x
    return [x / total for x in e]


def negative_log_likelihood(logits, index):
    m = max(x.data for x in logits)
    return Value.log(sum(Value.exp(x - m) for x in logits)) - logits[index] + m


class Neuron:
    def __init__(self, inputs):
        self.w = [Value(random.uniform(-1, 1), name=f"w{i}") for i in range(inputs)]
        self.b = Value(random.uniform(-1, 1), name="b")

    def __call__(self, inputs):
        if len(inputs) != len(self.w):
            raise ValueError("inputs: " + repr(inputs))
        n = sum((w * x for w, x in zip(self.w, inputs)), start=self.b)
        return n.tanh()

    def parameters(self): return self.w + [self.b]
    def zero_grad(self): zero_all(self.parameters())


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for i in range(outputs)]

    def __call__(self, inputs): return [n(inputs) for n in self.neurons]
    def parameters(self): return [p for n in self.neurons for p in n.parameters()]
    def zero_grad(self): zero_all(self.parameters())


class MLP:
    def __init__(self, inputs, sizes):
        self.first = Layer(inputs, sizes[0])
        self.rest = MLP(sizes[0], sizes[1:]) if len(sizes) > 1 else None

    def __call__(self, inputs):
        outputs = self.first(inputs)
        if self.rest is not None:
            return self.rest(outputs)
        return outputs[0] if len(outputs) == 1 else outputs

    def parameters(self):
        return self.first.parameters() + (self.rest.parameters() if self.rest else [])

    def zero_grad(self): zero_all(self.parameters())


def zero_all(nodes):
    for node in nodes:
        node.grad = 0.0


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for step in range(steps):
        loss = sum_squared_error([model(r) for r in rows], targets)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
        losses.append(loss.data)
        print(f"step {step}: loss {loss.data:.4f}, {len(alive)} Values alive")
    return losses
