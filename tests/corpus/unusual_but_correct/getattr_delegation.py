# fits: ex04_operators
# graph: an inner object holds everything, reached by __getattr__
import math
class Inner:
    def __init__(self, data, back): self.data = data; self.back = back; self.grad = 0.0; self.kids = []
class Value:
    def __init__(self, data, back=None, kids=()):
        object.__setattr__(self, "inner", Inner(data, back)); self.inner.kids = kids
    def __getattr__(self, name):
        if name == "inner": raise AttributeError(name)
        return getattr(self.inner, name)
    def __setattr__(self, name, x): setattr(self.inner, name, x)
    def __add__(s, o):
        o = w(o)
        def b(g): s.grad += g; o.grad += g
        return Value(s.data+o.data, b, (s, o))
    def __mul__(s, o):
        o = w(o)
        def b(g): s.grad += g*o.data; o.grad += g*s.data
        return Value(s.data*o.data, b, (s, o))
    def __radd__(s, o): return s+o
    def __rmul__(s, o): return s*o
    def __neg__(s): return s*-1
    def __sub__(s, o): return s+(-w(o))
    def __rsub__(s, o): return w(o)-s
    def __truediv__(s, o): return s*w(o)**-1
    def __rtruediv__(s, o): return o*s**-1
    def __pow__(s, n):
        if isinstance(n, Value): raise ValueError("exponent")
        def b(g):
            if n: s.grad += g*n*s.data**(n-1)
        return Value(s.data**n, b, (s,))
    def exp(s):
        e = math.exp(s.data)
        def b(g): s.grad += g*e
        return Value(e, b, (s,))
    def tanh(s):
        t = math.tanh(s.data)
        def b(g): s.grad += g*(1-t*t)
        return Value(t, b, (s,))
    def backward(s):
        order, seen = [], set()
        def visit(n):
            if n in seen: return
            seen.add(n)
            for k in n.kids: visit(k)
            order.append(n)
        visit(s); s.grad = 1.0
        for n in reversed(order):
            if n.back: n.back(n.grad)
def w(o): return o if isinstance(o, Value) else Value(o)
