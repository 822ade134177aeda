# Marks: 40/40
# Not passed: nothing
# Right, restructured: a class per operator with forward and backward side by side, operands in a
# list.

"""My engine. I moved every operator to its own class because I find that easier to read."""
from abc import ABC, abstractmethod
from math import exp, log, tanh


class Function(ABC):
    name = "?"

    @abstractmethod
    def forward(self, *numbers): ...

    @abstractmethod
    def backward(self, g, y, *numbers):
        """One gradient for each of the operands."""

    @classmethod
    def apply(cls, *operands):
        function = cls()
        nodes = [x if isinstance(x, Value) else Value(x) for x in operands]
        out = Value(function.forward(*(node.data for node in nodes)))
        out.operands, out.function, out.operator = nodes, function, cls.name
        return out


class Plus(Function):
    name = "+"

    def forward(self, a, b):
        return a + b

    def backward(self, g, y, a, b):
        return g, g


class Minus(Function):
    name = "-"

    def forward(self, a, b):
        return a - b

    def backward(self, g, y, a, b):
        return g, -g


class Times(Function):
    name = "*"

    def forward(self, a, b):
        return a * b

    def backward(self, g, y, a, b):
        return g * b, g * a


class Over(Function):
    name = "/"

    def forward(self, a, b):
        return a / b

    def backward(self, g, y, a, b):
        return g / b, -g * y / b


class Power(Function):
    name = "**"

    def forward(self, a, b):
        return a ** b

    def backward(self, g, y, a, b):
        return g * b * a ** (b - 1), g * y * log(a) if a > 0 else 0.0


class Exp(Function):
    name = "exp"

    def forward(self, a):
        return exp(a)

    def backward(self, g, y, a):
        return (g * y,)


class Tanh(Function):
    name = "tanh"

    def forward(self, a):
        return tanh(a)

    def backward(self, g, y, a):
        return (g * (1 - y * y),)


class Value:
    def __init__(self, data, label=""):
        self.data, self.grad, self.label = data, 0.0, label
        self.operands, self.function, self.operator = [], None, ""

    def __repr__(self):
        return f"Value(data={self.data})"

    __add__ = lambda self, other: Plus.apply(self, other)
    __radd__ = lambda self, other: Plus.apply(other, self)
    __sub__ = lambda self, other: Minus.apply(self, other)
    __rsub__ = lambda self, other: Minus.apply(other, self)
    __mul__ = lambda self, other: Times.apply(self, other)
    __rmul__ = lambda self, other: Times.apply(other, self)
    __truediv__ = lambda self, other: Over.apply(self, other)
    __rtruediv__ = lambda self, other: Over.apply(other, self)
    __pow__ = lambda self, other: Power.apply(self, other)
    __neg__ = lambda self: Minus.apply(0.0, self)
    exp = lambda self: Exp.apply(self)
    tanh = lambda self: Tanh.apply(self)

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for operand in node.operands:
                    visit(operand)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            if node.function:
                numbers = [operand.data for operand in node.operands]
                for operand, g in zip(node.operands, node.function.backward(node.grad, node.data, *numbers)):
                    operand.grad += g


if __name__ == "__main__":
    a, b = Value(-4.0), Value(2.0)
    c = a / b + b ** 3 - (a * b).tanh()
    c.backward()
    print(c, a.grad, b.grad)
