# fits: ex04_operators ex09_engine (parts: value backward long-chain radd rmul neg sub rsub truediv rtruediv pow exp log tanh relu softmax negative-log-likelihood)
# graph: grad_fn objects in the manner of PyTorch, with static forward and backward
import math
import random


class Function:
    """One application of an operator: the inputs, and what forward has saved for backward."""

    def __init__(self, inputs):
        self.inputs = inputs
        self.saved = ()

    @classmethod
    def apply(cls, *inputs):
        inputs = [x if isinstance(x, Value) else Value(x) for x in inputs]
        ctx = cls(inputs)
        out = Value(cls.forward(ctx, *(x.data for x in inputs)))
        out.grad_fn = ctx
        return out


class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, g):
        return g, g


class Mul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.saved = a, b
        return a * b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        return g * b, g * a


class Neg(Function):
    @staticmethod
    def forward(ctx, a):
        return -a

    @staticmethod
    def backward(ctx, g):
        return (-g,)


class Reciprocal(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.saved = 1 / a
        return ctx.saved

    @staticmethod
    def backward(ctx, g):
        return (-g * ctx.saved**2,)


class Exp(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.saved = math.exp(a)
        return ctx.saved

    @staticmethod
    def backward(ctx, g):
        return (g * ctx.saved,)


class Log(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.saved = a
        return math.log(a)

    @staticmethod
    def backward(ctx, g):
        return (g / ctx.saved,)


class Tanh(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.saved = math.tanh(a)
        return ctx.saved

    @staticmethod
    def backward(ctx, g):
        return (g * (1 - ctx.saved**2),)


class Relu(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.saved = a > 0
        return a if ctx.saved else 0.0

    @staticmethod
    def backward(ctx, g):
        return (g if ctx.saved else 0.0,)


class Pow(Function):
    @staticmethod
    def forward(ctx, a, k):
        ctx.saved = a, k
        return a**k

    @staticmethod
    def backward(ctx, g):
        a, k = ctx.saved
        by_exponent = a**k * math.log(a) if a > 0 else float("nan")   # nobody reads it for a < 0
        return g * k * a ** (k - 1), g * by_exponent


class Value:
    grad_fn = None

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __add__(self, o): return Add.apply(self, o)
    def __radd__(self, o): return Add.apply(o, self)
    def __mul__(self, o): return Mul.apply(self, o)
    def __rmul__(self, o): return Mul.apply(o, self)
    def __neg__(self): return Neg.apply(self)
    def __sub__(self, o): return Add.apply(self, -o)
    def __rsub__(self, o): return Add.apply(o, Neg.apply(self))
    def __truediv__(self, o): return Mul.apply(self, Reciprocal.apply(o))
    def __rtruediv__(self, o): return Mul.apply(o, Reciprocal.apply(self))
    def exp(self): return Exp.apply(self)
    def log(self): return Log.apply(self)
    def tanh(self): return Tanh.apply(self)
    def relu(self): return Relu.apply(self)

    def __pow__(self, k):
        if isinstance(k, Value) and self.data <= 0:
            raise ValueError("base of a variable power must be positive")
        return Pow.apply(self, k)

    def backward(self):
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                if node.grad_fn:
                    stack += [(x, False) for x in node.grad_fn.inputs]
        self.grad = 1.0
        for node in reversed(order):
            fn = node.grad_fn
            if fn:
                for x, g in zip(fn.inputs, fn.backward(fn, node.grad)):
                    x.grad += g


def softmax(logits):
    m = max(x.data for x in logits)
    e = [(x - m).exp() for x in logits]
    r = 1 / sum(e)
    return [x * r for x in e]


def negative_log_likelihood(logits, index):
    m = max(x.data for x in logits)
    return sum((x - m).exp() for x in logits).log() - logits[index] + m
