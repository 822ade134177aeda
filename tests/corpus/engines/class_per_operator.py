"""A class per operator, each with its own backward method; a node exponent gets its derivative."""

import math


class Value:
    operator = ""

    def __init__(self, data, operands=(), operator="", label=""):
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.label = label
        if operator:
            self.operator = operator

    def __repr__(self):
        return f"{type(self).__name__}({self.data})"

    def _backward(self):
        """Do nothing: a leaf has no operands."""

    def __add__(self, other):
        return Add(self, as_value(other))

    def __radd__(self, other):
        return Add(as_value(other), self)

    def __mul__(self, other):
        return Mul(self, as_value(other))

    def __rmul__(self, other):
        return Mul(as_value(other), self)

    def __neg__(self):
        return Neg(self)

    def __sub__(self, other):
        return Sub(self, as_value(other))

    def __rsub__(self, other):
        return Sub(as_value(other), self)

    def __truediv__(self, other):
        return Div(self, as_value(other))

    def __rtruediv__(self, other):
        return Div(as_value(other), self)

    def __pow__(self, other):
        return Pow(self, as_value(other))

    def exp(self):
        return Exp(self)

    def tanh(self):
        return Tanh(self)

    def backward(self):
        order = topological_order(self)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()


class Add(Value):
    operator = "+"

    def __init__(self, augend, addend):
        super().__init__(augend.data + addend.data, (augend, addend))

    def _backward(self):
        augend, addend = self.operands
        augend.grad += self.grad
        addend.grad += self.grad


class Mul(Value):
    operator = "*"

    def __init__(self, multiplier, multiplicand):
        super().__init__(multiplier.data * multiplicand.data, (multiplier, multiplicand))

    def _backward(self):
        multiplier, multiplicand = self.operands
        multiplier.grad += multiplicand.data * self.grad
        multiplicand.grad += multiplier.data * self.grad


class Neg(Value):
    operator = "neg"

    def __init__(self, operand):
        super().__init__(-operand.data, (operand,))

    def _backward(self):
        (operand,) = self.operands
        operand.grad -= self.grad


class Sub(Value):
    operator = "-"

    def __init__(self, minuend, subtrahend):
        super().__init__(minuend.data - subtrahend.data, (minuend, subtrahend))

    def _backward(self):
        minuend, subtrahend = self.operands
        minuend.grad += self.grad
        subtrahend.grad -= self.grad


class Div(Value):
    operator = "/"

    def __init__(self, dividend, divisor):
        super().__init__(dividend.data / divisor.data, (dividend, divisor))

    def _backward(self):
        dividend, divisor = self.operands
        dividend.grad += self.grad / divisor.data
        divisor.grad -= self.data / divisor.data * self.grad


class Pow(Value):
    operator = "**"

    def __init__(self, base, exponent):
        super().__init__(base.data**exponent.data, (base, exponent))

    def _backward(self):
        base, exponent = self.operands
        base.grad += exponent.data * base.data ** (exponent.data - 1) * self.grad
        # The logarithm is real for a positive base only; there a node exponent makes sense.
        if base.data > 0:
            exponent.grad += self.data * math.log(base.data) * self.grad


class Exp(Value):
    operator = "exp"

    def __init__(self, power):
        super().__init__(math.exp(power.data), (power,))

    def _backward(self):
        (power,) = self.operands
        power.grad += self.data * self.grad


class Tanh(Value):
    operator = "tanh"

    def __init__(self, argument):
        super().__init__(math.tanh(argument.data), (argument,))

    def _backward(self):
        (argument,) = self.operands
        argument.grad += (1.0 - self.data * self.data) * self.grad


def as_value(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def topological_order(output):
    """Return the nodes below `output`, each after its operands."""
    order = []
    placed = set()
    stack = [output]
    while stack:
        node = stack[-1]
        missing = [operand for operand in node.operands if id(operand) not in placed]
        if missing and id(node) not in placed:
            stack.extend(missing)
        else:
            stack.pop()
            if id(node) not in placed:
                placed.add(id(node))
                order.append(node)
    return order
