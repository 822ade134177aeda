# fits: ex04_operators ex09_engine
# graph: stateless operator classes that a metaclass puts into a registry; nodes hold their name
import math
import random

class Registry(type):
    operators = {}

    def __new__(mcls, name, bases, body):
        cls = super().__new__(mcls, name, bases, body)
        if bases:
            mcls.operators[name.lower()] = cls
        return cls

class Operator(metaclass=Registry):
    @staticmethod
    def value(*x): raise NotImplementedError
    @staticmethod
    def slopes(y, *x): raise NotImplementedError

class Add(Operator):
    value = staticmethod(lambda a, b: a + b)
    slopes = staticmethod(lambda y, a, b: (1.0, 1.0))

class Sub(Operator):
    value = staticmethod(lambda a, b: a - b)
    slopes = staticmethod(lambda y, a, b: (1.0, -1.0))

class Mul(Operator):
    value = staticmethod(lambda a, b: a * b)
    slopes = staticmethod(lambda y, a, b: (b, a))

class Div(Operator):
    value = staticmethod(lambda a, b: a / b)
    slopes = staticmethod(lambda y, a, b: (1 / b, -y / b))

class Pow(Operator):
    value = staticmethod(lambda a, k: a**k)

    @staticmethod
    def slopes(y, a, k):
        by_base = k * a ** (k - 1) if k else 0.0
        by_exponent = y * math.log(a) if a > 0 else 0.0   # a constant, when a is not above 0
        return by_base, by_exponent

class Neg(Operator):
    value = staticmethod(lambda a: -a)
    slopes = staticmethod(lambda y, a: (-1.0,))

class Exp(Operator):
    value = staticmethod(math.exp)
    slopes = staticmethod(lambda y, a: (y,))

class Log(Operator):
    value = staticmethod(math.log)
    slopes = staticmethod(lambda y, a: (1 / a,))

class Tanh(Operator):
    value = staticmethod(math.tanh)
    slopes = staticmethod(lambda y, a: ((1 - y) * (1 + y),))

class Relu(Operator):
    value = staticmethod(lambda a: a if a > 0 else 0.0)
    slopes = staticmethod(lambda y, a: (1.0 if a > 0 else 0.0,))

class Value:
    def __init__(self, data):
        self.data, self.grad, self.operator, self.operands = data, 0.0, "", ()

    @staticmethod
    def apply(name, *operands):
        operands = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
        out = Value(Registry.operators[name].value(*(x.data for x in operands)))
        out.operator, out.operands = name, operands
        return out

    def __add__(self, x): return Value.apply("add", self, x)
    def __radd__(self, x): return Value.apply("add", x, self)
    def __sub__(self, x): return Value.apply("sub", self, x)
    def __rsub__(self, x): return Value.apply("sub", x, self)
    def __mul__(self, x): return Value.apply("mul", self, x)
    def __rmul__(self, x): return Value.apply("mul", x, self)
    def __truediv__(self, x): return Value.apply("div", self, x)
    def __rtruediv__(self, x): return Value.apply("div", x, self)
    def __neg__(self): return Value.apply("neg", self)
    def __getattr__(self, name):
        # exp, log, tanh and relu come from here, too, when they are asked for at a node
        if name in Registry.operators:
            return lambda: Value.apply(name, self)
        raise AttributeError(name)

    def __pow__(self, k):
        if isinstance(k, Value) and self.data <= 0:
            raise ValueError(f"({self.data}) ** Value")
        return Value.apply("pow", self, k)

    exp = lambda self: Value.apply("exp", self)
    log = lambda self: Value.apply("log", self)
    tanh = lambda self: Value.apply("tanh", self)
    relu = lambda self: Value.apply("relu", self)

    def backward(self):
        left = {}                          # uses that are left, for each node
        found = [self]
        for node in found:
            for x in node.operands:
                if x not in left:
                    left[x] = 0
                    found.append(x)
                left[x] += 1
        self.grad, ready = 1.0, {self}
        while ready:
            node = ready.pop()
            if not node.operator:
                continue
            slopes = Registry.operators[node.operator].slopes
            for x, slope in zip(node.operands, slopes(node.data, *(x.data for x in node.operands))):
                x.grad += node.grad * slope
                left[x] -= 1
                if left[x] == 0:
                    ready.add(x)

def softmax(logits):
    m = max(x.data for x in logits)
    e = [(x - m).exp() for x in logits]
    t = sum(e)
    return [x / t for x in e]

def negative_log_likelihood(logits, index):
    m = max(x.data for x in logits)
    return sum((x - m).exp() for x in logits).log() - logits[index] + m

class Network:
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0

class Neuron(Network):
    def __init__(self, inputs):
        self.p = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]

    def __call__(self, x):
        if len(x) != len(self.p) - 1:
            raise ValueError("inputs")
        return sum([w * xi for w, xi in zip(self.p, x)], self.p[-1]).tanh()

    def parameters(self):
        return list(self.p)

class Layer(Network):
    def __init__(self, inputs, outputs):
        self.n = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [n(x) for n in self.n]

    def parameters(self):
        return [p for n in self.n for p in n.parameters()]

class MLP(Layer):
    def __init__(self, inputs, sizes):
        self.n = [Layer(a, b) for a, b in zip([inputs, *sizes], sizes)]

    def __call__(self, x):
        for n in self.n:
            x = n(x)
        return x[0] if len(x) == 1 else x

def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))

def train(model, rows, targets, steps, rate):
    losses = []
    for i in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses.append(loss.data)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data += -rate * p.grad
    return losses
