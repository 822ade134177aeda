# fits: ex04_operators
from decimal import Decimal as D, getcontext
getcontext().prec = 40
class Value:
    def __init__(self, data, ops=()):
        self.data = data if isinstance(data, D) else D(data); self.grad = D(0); self.ops = ops
    @classmethod
    def w(cls, o): return o if isinstance(o, cls) else cls(o)
    def __add__(s, o): o = s.w(o); return Value(s.data+o.data, [(s,D(1)),(o,D(1))])
    __radd__ = __add__
    def __mul__(s, o): o = s.w(o); return Value(s.data*o.data, [(s,o.data),(o,s.data)])
    __rmul__ = __mul__
    def __neg__(s): return Value(-s.data, [(s,D(-1))])
    def __sub__(s, o): return s + -s.w(o)
    def __rsub__(s, o): return s.w(o) - s
    def __truediv__(s, o): o = s.w(o); return Value(s.data/o.data, [(s,1/o.data),(o,-s.data/o.data**2)])
    def __rtruediv__(s, o): return s.w(o)/s
    def __pow__(s, n):
        if isinstance(n, Value): raise TypeError("v")
        n = D(n); return Value(s.data**n if n else D(1), [(s, n*s.data**(n-1) if n else D(0))])
    def exp(s): e = s.data.exp(); return Value(e, [(s,e)])
    def tanh(s): e = (2*s.data).exp(); t = (e-1)/(e+1); return Value(t, [(s,1-t*t)])
    def backward(s):
        order=[]; mark=set()
        def go(n):
            if n in mark: return
            mark.add(n); [go(o) for o,_ in n.ops]; order.append(n)
        go(s); s.grad = D(1)
        for n in order[::-1]:
            for o,d in n.ops: o.grad += d*n.grad
