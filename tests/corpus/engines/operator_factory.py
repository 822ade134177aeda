"""A table of forward rules and local derivatives; the methods are made from it in a loop."""

import math
import operator as op

# name: (forward rule, one local derivative per operand as a function of result and operands)
BINARY = {
    "add": (op.add, lambda y, a, b: 1.0, lambda y, a, b: 1.0),
    "sub": (op.sub, lambda y, a, b: 1.0, lambda y, a, b: -1.0),
    "mul": (op.mul, lambda y, a, b: b, lambda y, a, b: a),
    "truediv": (op.truediv, lambda y, a, b: 1 / b, lambda y, a, b: -y / b),
    "pow": (
        op.pow,
        lambda y, a, b: b * a ** (b - 1),
        lambda y, a, b: y * math.log(a) if a > 0 else math.nan,
    ),
}
UNARY = {
    "__neg__": (op.neg, lambda y, a: -1.0),
    "exp": (math.exp, lambda y, a: y),
    "tanh": (math.tanh, lambda y, a: 1.0 - y * y),
}


class Value:
    def __init__(self, data, label=""):
        self.data = data
        self.grad = 0.0
        self.operands = []
        self.derivatives = []
        self.operator = ""
        self.label = label

    def __repr__(self):
        return f"<Value {self.data!r} grad {self.grad!r}>"

    def backward(self):
        order = {}
        collect(self, order)
        self.grad = 1.0
        for node in reversed(order):
            numbers = [operand.data for operand in node.operands]
            for operand, derivative in zip(node.operands, node.derivatives, strict=True):
                operand.grad += derivative(node.data, *numbers) * node.grad


def collect(node, order):
    """Put the nodes into the dictionary, each after its operands."""
    for operand in node.operands:
        if operand not in order:
            collect(operand, order)
    order[node] = None


def apply(name, forward, derivatives, operands):
    nodes = [x if isinstance(x, Value) else Value(x) for x in operands]
    out = Value(forward(*[node.data for node in nodes]))
    out.operands, out.derivatives, out.operator = nodes, derivatives, name
    return out


def make_binary(name, forward, derivatives):
    def method(self, other):
        return apply(name, forward, derivatives, [self, other])

    def reflected(self, other):
        return apply(name, forward, derivatives, [other, self])

    return method, reflected


def make_unary(name, forward, derivative):
    return lambda self: apply(name, forward, [derivative], [self])


for name, (forward, *derivatives) in BINARY.items():
    method, reflected = make_binary(name, forward, derivatives)
    setattr(Value, f"__{name}__", method)
    setattr(Value, f"__r{name}__", reflected)

for name, (forward, derivative) in UNARY.items():
    setattr(Value, name, make_unary(name, forward, derivative))
