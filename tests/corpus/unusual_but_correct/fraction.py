# fits: ex04_operators
import math
from fractions import Fraction as F
class Value:
    def __init__(self, data, ops=()):
        self.data = F(data); self.grad = F(0); self.ops = ops
    @classmethod
    def w(cls, o): return o if isinstance(o, cls) else cls(o)
    def __add__(s, o): o = s.w(o); return Value(s.data+o.data, [(s,1),(o,1)])
    def __mul__(s, o): o = s.w(o); return Value(s.data*o.data, [(s,o.data),(o,s.data)])
    __radd__, __rmul__ = __add__, __mul__
    def __neg__(s): return Value(-s.data, [(s,-1)])
    def __sub__(s, o): o = s.w(o); return Value(s.data-o.data, [(s,1),(o,-1)])
    def __rsub__(s, o): return s.w(o) - s
    def __truediv__(s, o): o = s.w(o); return Value(s.data/o.data, [(s,1/o.data),(o,-s.data/o.data**2)])
    def __rtruediv__(s, o): return s.w(o)/s
    def __pow__(s, n):
        if isinstance(n, Value): raise Exception("exponent may not be a Value")
        if n == int(n): n = int(n)
        return Value(s.data**n, [(s, F(n*s.data**(n-1)) if n else 0)])
    def exp(s): e = F(math.exp(s.data)); return Value(e, [(s,e)])
    def tanh(s): t = F(math.tanh(s.data)); return Value(t, [(s,1-t*t)])
    def backward(s):
        order=[]; mark=set()
        def go(n):
            if n in mark: return
            mark.add(n); [go(o) for o,_ in n.ops]; order.append(n)
        go(s); s.grad = F(1)
        while order:
            n = order.pop()
            n.grad = F(float(n.grad))
            for o,d in n.ops: o.grad += d*n.grad
