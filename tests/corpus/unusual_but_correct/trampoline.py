# fits: ex09_engine
# graph: a recursive visit written with yield, run by a trampoline
import math
import random


def run(task):
    """Run a generator that yields the generators it would call."""
    stack = [task]
    while stack:
        called = next(stack[-1], None)
        if called is None:
            stack.pop()
        else:
            stack.append(called)


class Value:
    def __init__(self, data, operands=(), back=None):
        self.data = data
        self.grad = 0.0
        self._operands = operands
        self._back = back

    def backward(self):
        order = []
        run(self._visit(set(), order))
        self.grad = 1.0
        for node in order[::-1]:
            if node._back is not None:
                gradients = node._back(node.grad)
                for operand, gradient in zip(node._operands, gradients):
                    operand.grad += gradient

    def _visit(self, seen, order):
        if self in seen:
            return
        seen.add(self)
        for operand in self._operands:
            yield operand._visit(seen, order)
        order.append(self)

    def __add__(self, other):
        other = _value(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = _value(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = _value(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = _value(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), lambda g: (g / b, -g * a / (b * b)))

    def __pow__(self, k):
        if isinstance(k, Value):
            if not self.data > 0:
                raise ValueError("a power with a Value on top needs a base above 0")
            a, b = self.data, k.data
            both = lambda g: (g * b * a ** (b - 1), g * a**b * math.log(a))
            return Value(a**b, (self, k), both)
        a = self.data
        return Value(a**k, (self,), lambda g: (g * k * a ** (k - 1) if k else 0.0,))

    def __radd__(self, k): return _value(k) + self
    def __rsub__(self, k): return _value(k) - self
    def __rmul__(self, k): return _value(k) * self
    def __rtruediv__(self, k): return _value(k) / self
    def __rpow__(self, k): return _value(k) ** self
    def __pos__(self): return self
    def __neg__(self): return Value(-self.data, (self,), lambda g: (-g,))

    def exp(self):
        r = math.exp(self.data)
        return Value(r, (self,), lambda g: (g * r,))

    def log(self):
        a = self.data
        return Value(math.log(a), (self,), lambda g: (g / a,))

    def tanh(self):
        r = math.tanh(self.data)
        return Value(r, (self,), lambda g: (g * (1 - r) * (1 + r),))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: (g if on else 0.0,))


def _value(x):
    return x if isinstance(x, Value) else Value(x)


def _ratios(logits):
    largest = max(x.data for x in logits)
    return [(x - largest).exp() for x in logits], largest


def softmax(logits):
    e, _ = _ratios(logits)
    return [x / sum(e) for x in e]


def negative_log_likelihood(logits, index):
    e, largest = _ratios(logits)
    return -(logits[index] - largest - sum(e).log())


class _Sequence:
    """What Neuron, Layer and MLP have in common: parts, down to the parameters themselves."""

    def parameters(self):
        found = []
        run(self._collect(found))
        return found

    def _collect(self, found):
        for part in self.parts:
            if isinstance(part, Value):
                found.append(part)
            else:
                yield part._collect(found)

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Neuron(_Sequence):
    def __init__(self, inputs):
        self.parts = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]

    def __call__(self, xs):
        if len(xs) + 1 != len(self.parts):
            raise ValueError(f"{len(self.parts) - 1} inputs, please")
        total = self.parts[-1]
        for w, x in zip(self.parts, xs):
            total = total + w * x
        return total.tanh()


class Layer(_Sequence):
    def __init__(self, inputs, outputs):
        self.parts = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, xs):
        return [part(xs) for part in self.parts]


class MLP(_Sequence):
    def __init__(self, inputs, sizes):
        self.parts = [Layer(a, b) for a, b in zip([inputs, *sizes], sizes)]

    def __call__(self, xs):
        for part in self.parts:
            xs = part(xs)
        return xs[0] if len(xs) == 1 else xs


def sum_squared_error(predictions, targets):
    errors = [p - t for p, t in zip(predictions, targets)]
    return sum([e**2 for e in errors])


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(x) for x in rows], targets)
        losses.append(loss.data)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
