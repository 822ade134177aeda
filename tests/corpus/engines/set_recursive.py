"""Operands in a set, a recursive depth-first order, local names that differ per operator."""

from math import e, log


class Value:
    def __init__(self, data, operands=(), operator="", label=""):
        self.data = data
        self.grad = 0
        self.operands = set(operands)
        self.operator = operator
        self.label = label
        self._backward = lambda: None

    def __repr__(self):
        return "Value(" + str(self.data) + ")"

    def __add__(self, other):
        a, b = self, to_node(other)
        c = Value(a.data + b.data, [a, b], "+")

        def add_back():
            a.grad += 1.0 * c.grad
            b.grad += 1.0 * c.grad

        c._backward = add_back
        return c

    __radd__ = __add__

    def __mul__(self, other):
        u, v = self, to_node(other)
        w = Value(u.data * v.data, [u, v], "*")

        def mul_back():
            u.grad += v.data * w.grad
            v.grad += u.data * w.grad

        w._backward = mul_back
        return w

    __rmul__ = __mul__

    def __neg__(self):
        minus = Value(-self.data, [self], "-")

        def neg_back():
            self.grad += minus.grad * -1.0

        minus._backward = neg_back
        return minus

    def __sub__(self, other):
        left, right = self, to_node(other)
        gap = Value(left.data - right.data, [left, right], "-")

        def sub_back():
            left.grad += gap.grad
            right.grad += -1.0 * gap.grad

        gap._backward = sub_back
        return gap

    def __rsub__(self, other):
        return to_node(other) - self

    def __truediv__(self, other):
        top, bottom = self, to_node(other)
        ratio = Value(top.data / bottom.data, [top, bottom], "/")

        def div_back():
            top.grad += 1.0 / bottom.data * ratio.grad
            bottom.grad += -top.data / (bottom.data * bottom.data) * ratio.grad

        ratio._backward = div_back
        return ratio

    def __rtruediv__(self, other):
        return to_node(other) / self

    def __pow__(self, other):
        base, index = self, to_node(other)
        power = Value(base.data**index.data, [base, index], "**")

        def pow_back():
            base.grad += index.data * base.data ** (index.data - 1) * power.grad
            if base.data > 0:
                index.grad += log(base.data) * power.data * power.grad

        power._backward = pow_back
        return power

    def exp(self):
        result = Value(e**self.data, [self], "exp")

        def exp_back():
            self.grad += result.data * result.grad

        result._backward = exp_back
        return result

    def tanh(self):
        squared = e ** (2 * self.data)
        t = (squared - 1) / (squared + 1)
        bent = Value(t, [self], "tanh")

        def tanh_back():
            self.grad += (1 - t * t) * bent.grad

        bent._backward = tanh_back
        return bent

    def backward(self):
        order = []
        seen = set()

        def visit(node):
            if node in seen:
                return
            seen.add(node)
            for operand in node.operands:
                visit(operand)
            order.append(node)

        visit(self)
        self.grad = 1
        for node in order[::-1]:
            node._backward()


def to_node(x):
    if isinstance(x, Value):
        return x
    return Value(x)
