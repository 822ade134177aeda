# fits: ex04_operators
# graph: one tape, cleared by backward
import math
TAPE = []
class Value:
    def __init__(self, data): self.data = data; self.grad = 0.0
    def __add__(s, o): o = w(o); return rec(s.data+o.data, (s,1.),(o,1.))
    def __radd__(s, o): return s+o
    def __mul__(s, o): o = w(o); return rec(s.data*o.data, (s,o.data),(o,s.data))
    def __rmul__(s, o): return s*o
    def __neg__(s): return rec(-s.data, (s,-1.))
    def __sub__(s, o): o = w(o); return rec(s.data-o.data, (s,1.),(o,-1.))
    def __rsub__(s, o): return rec(o-s.data, (s,-1.))
    def __truediv__(s, o): o = w(o); return rec(s.data/o.data, (s,1/o.data),(o,-s.data/o.data**2))
    def __rtruediv__(s, o): return rec(o/s.data, (s,-o/s.data**2))
    def __pow__(s, n):
        assert not isinstance(n, Value), "constant exponents only"
        return rec(s.data**n, (s, n*s.data**(n-1) if n else 0.))
    def exp(s): e = math.exp(s.data); return rec(e, (s,e))
    def tanh(s): e = math.tanh(s.data); return rec(e, (s,1-e*e))
    def backward(s):
        s.grad = 1.0
        for out, edges in reversed(TAPE):
            for v, d in edges: v.grad += d*out.grad
        TAPE.clear()
def w(o): return o if isinstance(o, Value) else Value(o)
def rec(x, *edges): v = Value(x); TAPE.append((v, edges)); return v
