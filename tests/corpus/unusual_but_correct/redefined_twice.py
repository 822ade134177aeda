# fits: ex04_operators
import math
class Value:
    def __init__(self, data, operands=(), operator="", label=""):
        self.data = data; self.grad = 0.0; self.operands = tuple(operands); self.operator = operator; self.label = label
        self._backward = lambda: None
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        def _backward(): self.grad += out.grad; other.grad += out.grad
        out._backward = _backward
        return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        def _backward(): self.grad += other.data * out.grad; other.grad += self.data * out.grad
        out._backward = _backward
        return out
    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        def _backward(): self.grad += (1.0 - out.data**2) * out.grad
        out._backward = _backward
        return out
    def backward(self):
        order = []; seen = set()
        def b(n):
            if n not in seen: seen.add(n); [b(k) for k in n.operands]; order.append(n)
        b(self); self.grad = 1.0
        for n in reversed(order): n._backward()
Base = Value
class Value(Base):
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-other)
class Value(Value):
    def __rsub__(self, other): return -self + other
    def __pow__(self, n):
        if isinstance(n, Base): raise TypeError
        out = Value(self.data ** n, (self,), f"**{n}")
        def _backward(): self.grad += n * self.data ** (n - 1) * out.grad if n else 0
        out._backward = _backward
        return out
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        def _backward(): self.grad += out.data * out.grad
        out._backward = _backward
        return out
