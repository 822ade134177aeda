# fits: ex04_operators ex09_engine
# graph: a slotted subclass of Value for each operator, with a pull method of its own
import math
import random


class Value:
    __slots__ = ("data", "grad")
    operands = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def pull(self):
        """Hand the gradient on to the operands; a leaf has none."""

    def backward(self):
        order, seen = [], {id(self)}
        path = [(self, list(self.operands))]
        while path:
            node, left = path[-1]
            if left:
                operand = left.pop()
                if id(operand) not in seen:
                    seen.add(id(operand))
                    path.append((operand, list(operand.operands)))
            else:
                order.append(node)
                path.pop()
        self.grad = 1.0
        while order: order.pop().pull()

    def __add__(self, other): return Add(self, other)
    def __radd__(self, other): return Add(self, other)
    def __mul__(self, other): return Mul(self, other)
    def __rmul__(self, other): return Mul(self, other)
    def __neg__(self): return Mul(self, -1)
    def __sub__(self, other): return Sub(self, other)
    def __rsub__(self, other): return Sub(other, self)
    def __truediv__(self, other): return Div(self, other)
    def __rtruediv__(self, other): return Div(other, self)
    def __pow__(self, other): return Pow(self, other)
    def exp(self): return Exp(self)
    def log(self): return Log(self)
    def tanh(self): return Tanh(self)
    def relu(self): return Relu(self)


class Binary(Value):
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a if isinstance(a, Value) else Value(a)
        self.b = b if isinstance(b, Value) else Value(b)
        super().__init__(self.compute(self.a.data, self.b.data))

    @property
    def operands(self):
        return self.a, self.b


class Unary(Value):
    __slots__ = ("a",)

    def __init__(self, a):
        self.a = a
        super().__init__(self.compute(a.data))

    @property
    def operands(self):
        return (self.a,)

    def pull(self):
        self.a.grad += self.slope() * self.grad


class Add(Binary):
    __slots__ = ()
    def compute(self, a, b): return a + b
    def pull(self): self.a.grad += self.grad; self.b.grad += self.grad


class Sub(Binary):
    __slots__ = ()
    def compute(self, a, b): return a - b
    def pull(self): self.a.grad += self.grad; self.b.grad -= self.grad


class Mul(Binary):
    __slots__ = ()
    def compute(self, a, b): return a * b
    def pull(self): self.a.grad += self.b.data * self.grad; self.b.grad += self.a.data * self.grad


class Div(Binary):
    __slots__ = ()
    def compute(self, a, b): return a / b
    def pull(self):
        self.a.grad += self.grad / self.b.data
        self.b.grad -= self.grad * self.data / self.b.data


class Pow(Unary):
    __slots__ = ("k",)

    def __init__(self, a, k):
        if isinstance(k, Value):
            raise TypeError("Pow(a, k): k must be a number")
        self.k = k
        super().__init__(a)

    def compute(self, a): return a**self.k
    def slope(self): return self.k * self.a.data ** (self.k - 1) if self.k else 0.0


class Exp(Unary):
    __slots__ = ()
    compute = staticmethod(math.exp)
    def slope(self): return self.data


class Log(Unary):
    __slots__ = ()
    compute = staticmethod(math.log)
    def slope(self): return 1 / self.a.data


class Tanh(Unary):
    __slots__ = ()
    compute = staticmethod(math.tanh)
    def slope(self): return 1 - self.data**2


class Relu(Unary):
    __slots__ = ()
    compute = staticmethod(lambda a: max(a, 0.0))
    def slope(self): return float(self.a.data > 0)


def softmax(logits):
    top = max(x.data for x in logits)
    powers = [Exp(Sub(x, top)) for x in logits]
    total = sum(powers)
    return [Div(p, total) for p in powers]


def negative_log_likelihood(logits, index):
    top = max(x.data for x in logits)
    return Sub(Log(sum(Exp(Sub(x, top)) for x in logits)), Sub(logits[index], top))


class Parameters:
    __slots__ = ("items",)

    def parameters(self): return [p for i in self.items for p in self.inside(i)]
    def inside(self, item): return item.parameters()
    def zero_grad(self):
        for p in self.parameters(): p.grad = 0.0


class Neuron(Parameters):
    __slots__ = ()
    def __init__(self, inputs): self.items = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]
    def inside(self, item): return [item]
    def __call__(self, x):
        if len(x) != len(self.items) - 1:
            raise ValueError("length")
        return Tanh(sum((w * v for w, v in zip(self.items, x)), self.items[-1]))


class Layer(Parameters):
    __slots__ = ()
    def __init__(self, inputs, outputs): self.items = [Neuron(inputs) for _ in range(outputs)]
    def __call__(self, x): return [n(x) for n in self.items]


class MLP(Parameters):
    __slots__ = ()
    def __init__(self, inputs, sizes):
        self.items = [Layer(a, b) for a, b in zip([inputs, *sizes], sizes)]
    def __call__(self, x):
        for layer in self.items: x = layer(x)
        return x[0] if len(x) == 1 else x


def sum_squared_error(predictions, targets):
    return sum(Pow(Sub(p, t), 2) for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses.append(loss.data)
        model.zero_grad()
        loss.backward()
        for p in model.parameters(): p.data -= rate * p.grad
    return losses
