# fits: ex04_operators
# graph: frozen dataclass, gradients in a box, rules return a tuple
import math
from dataclasses import dataclass, field
from typing import Callable
@dataclass(eq=False, frozen=True)
class Value:
    data: float
    args: tuple = ()
    vjp: Callable = field(default=lambda g: (), repr=False)
    box: list = field(default_factory=lambda: [0.0], repr=False)
    @property
    def grad(self): return self.box[0]
    def __add__(a, b): b = W(b); return Value(a.data+b.data, (a,b), lambda g: (g,g))
    def __radd__(a, b): return W(b)+a
    def __mul__(a, b): b = W(b); return Value(a.data*b.data, (a,b), lambda g: (g*b.data,g*a.data))
    def __rmul__(a, b): return W(b)*a
    def __neg__(a): return Value(-a.data, (a,), lambda g: (-g,))
    def __sub__(a, b): b = W(b); return Value(a.data-b.data, (a,b), lambda g: (g,-g))
    def __rsub__(a, b): return W(b)-a
    def __truediv__(a, b): b = W(b); return Value(a.data/b.data, (a,b), lambda g: (g/b.data,-g*a.data/b.data**2))
    def __rtruediv__(a, b): return W(b)/a
    def __pow__(a, n):
        if isinstance(n, Value): raise ArithmeticError
        return Value(a.data**n, (a,), lambda g: (g*n*a.data**(n-1) if n else 0.0,))
    def exp(a): e = math.exp(a.data); return Value(e, (a,), lambda g: (g*e,))
    def tanh(a): e = math.tanh(a.data); return Value(e, (a,), lambda g: (g*(1+e)*(1-e),))
    def backward(self):
        order, seen = [], set()
        def visit(n):
            if n not in seen:
                seen.add(n)
                for a in n.args: visit(a)
                order.append(n)
        visit(self)
        for n in order: n.box[0] = 0.0
        self.box[0] = 1.0
        for n in reversed(order):
            for a, g in zip(n.args, n.vjp(n.grad)): a.box[0] += g
def W(o): return o if isinstance(o, Value) else Value(o)
