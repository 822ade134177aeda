# fits: ex04_operators
# graph: no backward; a dict of derivatives by leaf in each node
import math
class Value:
    def __init__(self, data, d=None):
        self.data = data; self.grad = None
        self.d = {self: 1.0} if d is None else d
    def lin(self, data, *pairs):
        d = {}
        for v, c in pairs:
            for leaf, x in v.d.items(): d[leaf] = d.get(leaf, 0.0) + c*x
        return Value(data, d)
    @staticmethod
    def w(o): return o if isinstance(o, Value) else Value(o, {})
    def __add__(s, o): o = s.w(o); return s.lin(s.data+o.data, (s,1),(o,1))
    def __mul__(s, o): o = s.w(o); return s.lin(s.data*o.data, (s,o.data),(o,s.data))
    def __radd__(s, o): return s + o
    def __rmul__(s, o): return s * o
    def __neg__(s): return s.lin(-s.data, (s,-1))
    def __sub__(s, o): o = s.w(o); return s.lin(s.data-o.data, (s,1),(o,-1))
    def __rsub__(s, o): return s.w(o) - s
    def __truediv__(s, o): o = s.w(o); return s.lin(s.data/o.data, (s,1/o.data),(o,-s.data/o.data/o.data))
    def __rtruediv__(s, o): return s.w(o)/s
    def __pow__(s, n):
        if not isinstance(n, (int, float)): return NotImplemented
        return s.lin(s.data**n, (s, n*s.data**(n-1) if n else 0))
    def exp(s): e = math.exp(s.data); return s.lin(e, (s,e))
    def tanh(s): t = math.tanh(s.data); return s.lin(t, (s,1-t*t))
    def backward(s):
        for leaf, x in s.d.items(): leaf.grad = x
        s.grad = 1.0
