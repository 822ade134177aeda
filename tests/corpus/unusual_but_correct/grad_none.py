# fits: ex04_operators
import math
class Value:
    def __init__(self, data, prev=()): self.data = data; self.grad = None; self.prev = prev; self.rule = None
    def give(self, g): self.grad = g if self.grad is None else self.grad + g
    def __add__(s, o):
        o = o if isinstance(o, Value) else Value(o); r = Value(s.data+o.data, (s,o))
        r.rule = lambda: (s.give(r.grad), o.give(r.grad)); return r
    def __mul__(s, o):
        o = o if isinstance(o, Value) else Value(o); r = Value(s.data*o.data, (s,o))
        r.rule = lambda: (s.give(r.grad*o.data), o.give(r.grad*s.data)); return r
    __radd__ = __add__; __rmul__ = __mul__
    def __neg__(s): return s*-1
    def __sub__(s, o): return s+(-o)
    def __rsub__(s, o): return o+(-s)
    def __truediv__(s, o): return s*o**-1
    def __rtruediv__(s, o): return o*s**-1
    def __pow__(s, n):
        if isinstance(n, Value): raise TypeError
        r = Value(s.data**n, (s,)); r.rule = lambda: s.give(n*s.data**(n-1)*r.grad if n else 0.0); return r
    def exp(s):
        r = Value(math.exp(s.data), (s,)); r.rule = lambda: s.give(r.data*r.grad); return r
    def tanh(s):
        r = Value(math.tanh(s.data), (s,)); r.rule = lambda: s.give((1-r.data**2)*r.grad); return r
    def backward(s):
        L = []; S = set()
        def b(n):
            if n not in S: S.add(n); [b(k) for k in n.prev]; L.append(n)
        b(s); s.grad = 1.0
        for n in reversed(L): n.rule and n.rule()
