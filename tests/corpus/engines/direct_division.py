"""Division and subtraction with their own rules, tanh from `exp`, negation from subtraction."""

import math
import numbers


class Value:
    def __init__(self, data, operands=(), operator="", label=""):
        if not isinstance(data, numbers.Real):
            raise TypeError(f"a Value holds a number, not {data!r}")
        self.data = float(data)
        self.grad = 0.0
        self.operands = operands
        self.operator = operator
        self.label = label
        self._backward = None

    def _make(self, data, operands, operator, backward):
        out = Value(data, operands, operator)
        out._backward = backward
        return out

    def _wrap(self, other):
        if isinstance(other, Value):
            return other
        return Value(other)

    def __add__(self, other):
        other = self._wrap(other)

        def backward(g):
            self.grad += g
            other.grad += g

        return self._make(self.data + other.data, (self, other), "+", backward)

    def __sub__(self, other):
        other = self._wrap(other)

        def backward(g):
            self.grad += g
            other.grad -= g

        return self._make(self.data - other.data, (self, other), "-", backward)

    def __mul__(self, other):
        other = self._wrap(other)

        def backward(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return self._make(self.data * other.data, (self, other), "*", backward)

    def __truediv__(self, other):
        other = self._wrap(other)

        def backward(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data / other.data

        return self._make(self.data / other.data, (self, other), "/", backward)

    def __pow__(self, n):
        if isinstance(n, Value):
            raise NotImplementedError
        out = self.data**n

        def backward(g):
            self.grad += g * n * out / self.data

        return self._make(out, (self,), "**", backward)

    def __radd__(self, other):
        return self._wrap(other) + self

    def __rmul__(self, other):
        return self._wrap(other) * self

    def __rsub__(self, other):
        return self._wrap(other) - self

    def __rtruediv__(self, other):
        return self._wrap(other) / self

    def __neg__(self):
        return 0 - self

    def exp(self):
        def backward(g):
            self.grad += g * math.exp(self.data)

        return self._make(math.exp(self.data), (self,), "exp", backward)

    def tanh(self):
        e = (2 * self).exp()
        return (e - 1) / (e + 1)

    def backward(self):
        order, seen = [], set()
        todo = [(self, 0)]
        while todo:
            node, i = todo.pop()
            if i == 0 and node in seen:
                continue
            seen.add(node)
            if i < len(node.operands):
                todo.append((node, i + 1))
                if node.operands[i] not in seen:
                    todo.append((node.operands[i], 0))
            else:
                order.append(node)
        self.grad = 1.0
        while order:
            node = order.pop()
            if node._backward:
                node._backward(node.grad)
