# fits: ex09_engine
# graph: a table from operator symbol to forward function and derivatives
import math, operator, random

#            forward              derivatives, of (result, operands...)
TABLE = {
    "+":     (operator.add,       lambda r, a, b: 1.0,     lambda r, a, b: 1.0),
    "-":     (operator.sub,       lambda r, a, b: 1.0,     lambda r, a, b: -1.0),
    "*":     (operator.mul,       lambda r, a, b: b,       lambda r, a, b: a),
    "/":     (operator.truediv,   lambda r, a, b: 1 / b,   lambda r, a, b: -r / b),
    "neg":   (operator.neg,       lambda r, a: -1.0),
    "exp":   (math.exp,           lambda r, a: r),
    "log":   (math.log,           lambda r, a: 1 / a),
    "tanh":  (math.tanh,          lambda r, a: 1 - r * r),
    "relu":  (lambda a: (a + abs(a)) / 2, lambda r, a: (a > 0) + 0.5 * (a == 0)),
    "sqr":   (lambda a: a * a,    lambda r, a: 2 * a),
}


class Value:
    def __init__(self, data, symbol=None, operands=()):
        self.data, self.symbol, self.operands, self.grad = data, symbol, operands, 0.0

    def __repr__(self):
        return "Value(" + str(self.data) + ")"

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("exponent must be constant")
        key = ("**", k)
        if key not in TABLE:
            # a new row of the table for each exponent that occurs
            TABLE[key] = (lambda a: a ** k, lambda r, a: k * a ** (k - 1))
        return compute(key, self)

    def backward(self):
        order, color, todo = [], {}, [self]
        while todo:
            node = todo[-1]
            if color.setdefault(id(node), "white") == "white":
                color[id(node)] = "gray"
                todo += [x for x in node.operands if id(x) not in color]
            else:
                if color[id(node)] == "gray":
                    order.insert(0, node)
                color[id(node)] = "black"
                todo.pop()
        self.grad = 1.0
        for node in order:
            if node.symbol is not None:
                forward, *derivatives = TABLE[node.symbol]
                numbers = [x.data for x in node.operands]
                for x, d in zip(node.operands, derivatives):
                    x.grad += node.grad * d(node.data, *numbers)


def compute(symbol, *operands):
    operands = [x if isinstance(x, Value) else Value(x) for x in operands]
    return Value(TABLE[symbol][0](*[x.data for x in operands]), symbol, operands)


def install(cls):
    for name, symbol in [("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/")]:
        setattr(cls, f"__{name}__", lambda a, b, s=symbol: compute(s, a, b))
        setattr(cls, f"__r{name}__", lambda a, b, s=symbol: compute(s, b, a))
    for name in ("exp", "log", "tanh", "relu"):
        setattr(cls, name, lambda a, s=name: compute(s, a))
    cls.__neg__ = lambda a: compute("neg", a)


install(Value)


def softmax(logits):
    top = max(logits, key=operator.attrgetter("data"))
    weights = [compute("exp", x - top.data) for x in logits]
    return [w / sum(weights) for w in weights]


def negative_log_likelihood(logits, index):
    top = max(logits, key=operator.attrgetter("data"))
    # the shift is the node itself here; its two shares cancel
    return compute("log", sum(compute("exp", x - top) for x in logits)) - (logits[index] - top)


class Neuron:
    def __init__(self, inputs):
        self.p = [Value(random.uniform(-1.0, 1.0)) for _ in range(inputs + 1)]

    def parameters(self):
        return self.p.copy()

    def zero_grad(self):
        for p in self.parameters():
            setattr(p, "grad", 0.0)

    def __call__(self, xs):
        if len(xs) != len(self.p) - 1:
            raise ValueError("inputs")
        return compute("tanh", sum(map(operator.mul, self.p, xs), self.p[-1]))


class Layer:
    def __init__(self, inputs, outputs):
        self.rows = [Neuron(inputs) for _ in range(outputs)]

    parameters = lambda self: [p for row in self.rows for p in row.parameters()]
    zero_grad = Neuron.zero_grad
    __call__ = lambda self, xs: [row(xs) for row in self.rows]


class MLP:
    def __init__(self, inputs, sizes):
        self.rows = [Layer(*pair) for pair in zip([inputs, *sizes], sizes)]

    parameters = Layer.parameters
    zero_grad = Neuron.zero_grad

    def __call__(self, xs):
        for row in self.rows:
            xs = row(xs)
        return xs if xs[1:] else xs[0]


def sum_squared_error(predictions, targets):
    return sum(compute("sqr", d) for d in map(operator.sub, predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error(list(map(model, rows)), targets)
        losses.append(loss.data)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data = operator.isub(p.data, rate * p.grad)
    return losses
