"""Every operator, reflected ones too, has its own closure; nothing is composed.

Each backward line stands here once in these words, so that a fault can be planted at each.
"""

import math


class Value:
    def __init__(self, data, operands=(), operator="", label=""):
        self.data = data
        self.grad = 0.0
        self.operands = tuple(operands)
        self.operator = operator
        self.label = label
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.label or self.operator}: {self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        total = Value(self.data + other.data, (self, other), "+")

        def add_rule():
            self.grad += total.grad
            other.grad += total.grad

        total._backward = add_rule
        return total

    def __radd__(self, other):
        raised = Value(other + self.data, (self,), "r+")

        def radd_rule():
            self.grad += raised.grad

        raised._backward = radd_rule
        return raised

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        product = Value(self.data * other.data, (self, other), "*")

        def mul_rule():
            self.grad += other.data * product.grad
            other.grad += self.data * product.grad

        product._backward = mul_rule
        return product

    def __rmul__(self, other):
        scaled = Value(other * self.data, (self,), "r*")

        def rmul_rule():
            self.grad += other * scaled.grad

        scaled._backward = rmul_rule
        return scaled

    def __neg__(self):
        opposite = Value(-self.data, (self,), "neg")

        def neg_rule():
            self.grad += -opposite.grad

        opposite._backward = neg_rule
        return opposite

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        difference = Value(self.data - other.data, (self, other), "-")

        def sub_rule():
            self.grad += difference.grad
            other.grad += -difference.grad

        difference._backward = sub_rule
        return difference

    def __rsub__(self, other):
        remainder = Value(other - self.data, (self,), "r-")

        def rsub_rule():
            self.grad += -remainder.grad

        remainder._backward = rsub_rule
        return remainder

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        quotient = Value(self.data / other.data, (self, other), "/")

        def truediv_rule():
            self.grad += quotient.grad / other.data
            other.grad += -self.data / other.data**2 * quotient.grad

        quotient._backward = truediv_rule
        return quotient

    def __rtruediv__(self, other):
        share = Value(other / self.data, (self,), "r/")

        def rtruediv_rule():
            self.grad += -other / self.data**2 * share.grad

        share._backward = rtruediv_rule
        return share

    def __pow__(self, exponent):
        assert isinstance(exponent, int | float), "only a number can be an exponent"
        power = Value(self.data**exponent, (self,), f"**{exponent}")

        def pow_rule():
            self.grad += exponent * self.data ** (exponent - 1) * power.grad

        power._backward = pow_rule
        return power

    def exp(self):
        growth = Value(math.exp(self.data), (self,), "exp")

        def exp_rule():
            self.grad += growth.data * growth.grad

        growth._backward = exp_rule
        return growth

    def tanh(self):
        squashed = Value(math.tanh(self.data), (self,), "tanh")

        def tanh_rule():
            self.grad += (1.0 - squashed.data**2) * squashed.grad

        squashed._backward = tanh_rule
        return squashed

    def backward(self):
        order = []
        visited = {self}
        path = [(self, iter(self.operands))]
        while path:
            node, rest = path[-1]
            for operand in rest:
                if operand not in visited:
                    visited.add(operand)
                    path.append((operand, iter(operand.operands)))
                    break
            else:
                path.pop()
                order.append(node)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()
