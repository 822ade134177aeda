# fits: ex09_engine
# graph: a journal of text lines; the derivatives are Python expressions for eval
import math
import random

RULES = {
    # symbol: (value, derivative by the first operand, derivative by the second)
    "+": ("a + b", "1.0", "1.0"),
    "-": ("a - b", "1.0", "-1.0"),
    "*": ("a * b", "b", "a"),
    "/": ("a / b", "1 / b", "-a / b ** 2"),
    "**": ("a ** b", "b * a ** (b - 1)", "0.0"),
    "exp": ("exp(a)", "y", None),
    "log": ("log(a)", "1 / a", None),
    "tanh": ("tanh(a)", "1 - y ** 2", None),
    "relu": ("a if a > 0 else 0.0", "1.0 if a > 0 else 0.0", None),
}
CODE = {s: [e and compile(e, s, "eval") for e in rule] for s, rule in RULES.items()}
NAMES = {"exp": math.exp, "log": math.log, "tanh": math.tanh, "__builtins__": {}}


class Value:
    counter = 0

    def __init__(self, data, line=None, operands=()):
        Value.counter += 1
        self.name = f"v{Value.counter}"
        self.data = data
        self.grad = 0.0
        self.line = line            # such as "v3 = v1 * v2"
        self.operands = operands

    def __repr__(self):
        return f"{self.line or self.name}  # {self.data}"

    def journal(self):
        """Return all nodes that lead here, in the order in which they were computed."""
        found = {self.name: self}
        for node in (todo := [self]):
            for x in node.operands:
                if x.name not in found:
                    found[x.name] = x
                    todo.append(x)
        return [found[name] for name in sorted(found, key=lambda name: int(name[1:]))]

    def backward(self):
        self.grad = 1.0
        for node in reversed(self.journal()):
            if node.line is None:
                continue
            symbol = node.line.split()[3]
            numbers = dict(zip("ab", (x.data for x in node.operands)), y=node.data)
            for x, code in zip(node.operands, CODE[symbol][1:]):
                x.grad += node.grad * eval(code, NAMES, numbers)

    def __add__(self, other): return compute("+", self, other)
    def __radd__(self, other): return compute("+", other, self)
    def __sub__(self, other): return compute("-", self, other)
    def __rsub__(self, other): return compute("-", other, self)
    def __mul__(self, other): return compute("*", self, other)
    def __rmul__(self, other): return compute("*", other, self)
    def __truediv__(self, other): return compute("/", self, other)
    def __rtruediv__(self, other): return compute("/", other, self)
    def __neg__(self): return compute("-", 0.0, self)
    def exp(self): return compute("exp", self)
    def log(self): return compute("log", self)
    def tanh(self): return compute("tanh", self)
    def relu(self): return compute("relu", self)

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("a ** b: the rule for b is not written")
        return compute("**", self, k)


def compute(symbol, *operands):
    operands = [x if isinstance(x, Value) else Value(x) for x in operands]
    data = eval(CODE[symbol][0], NAMES, dict(zip("ab", [x.data for x in operands])))
    out = Value(data, None, operands)
    first, *rest = [x.name for x in operands]
    out.line = f"{out.name} = {first} {symbol} {' '.join(rest)}"
    return out


def softmax(logits):
    top = max(x.data for x in logits)
    powers = [compute("exp", x - top) for x in logits]
    total = powers[0]
    for power in powers[1:]:
        total = compute("+", total, power)
    return [compute("/", power, total) for power in powers]


def negative_log_likelihood(logits, index):
    top = max(x.data for x in logits)
    total = 0.0
    for x in logits:
        total = compute("exp", x - top) + total
    return compute("log", total) - (logits[index] - top)


class Neuron:
    def __init__(self, inputs):
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, x):
        if len(x) != len(self.weights):
            raise ValueError(f"{x} does not fit {len(self.weights)} weights")
        total = self.bias
        for w, xi in zip(self.weights, x):
            total = total + w * xi
        return total.tanh()

    def parameters(self):
        return [*self.weights, self.bias]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Layer:
    def __init__(self, inputs, outputs):
        self.parts = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [part(x) for part in self.parts]

    def parameters(self):
        return [p for part in self.parts for p in part.parameters()]

    def zero_grad(self):
        for part in self.parts:
            part.zero_grad()


class MLP(Layer):
    def __init__(self, inputs, sizes):
        self.parts = [Layer(a, b) for a, b in zip([inputs, *sizes], sizes)]

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x[0] if len(x) == 1 else x


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        model.zero_grad()
        loss.backward()
        losses.append(loss.data)
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
