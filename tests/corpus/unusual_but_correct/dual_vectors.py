# fits: ex04_operators
# graph: no backward; a vector of derivatives by leaf in each node
import math
LEAVES = []
class Dual:
    def __init__(self, x, v): self.x, self.v = x, v
def add(u, v, c=1.0):
    k = max(len(u), len(v)); return [(u[i] if i < len(u) else 0)+c*(v[i] if i < len(v) else 0) for i in range(k)]
class Value:
    def __init__(self, data, v=None):
        self.data = data; self.grad = 0.0
        if v is None: v = {id(self): 1.0}; self.keep = {id(self): self}
        self.v = v
    def c(s, r, *es):
        v, keep = {}, {}
        for e, d in es:
            if isinstance(e, Value):
                keep.update(e.keep)
                for k, x in e.v.items(): v[k] = v.get(k, 0.)+x*d
        out = Value(r, v); out.keep = keep; return out
    def __add__(s, o): return s.c(s.data+q(o), (s,1),(o,1))
    def __radd__(s, o): return s.c(s.data+q(o), (s,1),(o,1))
    def __mul__(s, o): return s.c(s.data*q(o), (s,q(o)),(o,s.data))
    def __rmul__(s, o): return s.c(s.data*q(o), (s,q(o)),(o,s.data))
    def __neg__(s): return s.c(-s.data, (s,-1))
    def __sub__(s, o): return s.c(s.data-q(o), (s,1),(o,-1))
    def __rsub__(s, o): return s.c(q(o)-s.data, (s,-1))
    def __truediv__(s, o): return s.c(s.data/q(o), (s,1/q(o)),(o,-s.data/q(o)**2))
    def __rtruediv__(s, o): return s.c(q(o)/s.data, (s,-o/s.data**2))
    def __pow__(s, o):
        d = q(o); es = [(s, d*s.data**(d-1) if d else 0.)]
        if isinstance(o, Value):
            if s.data <= 0: raise ValueError(s.data)
            es.append((o, s.data**d*math.log(s.data)))
        return s.c(s.data**d, *es)
    def exp(s): e = math.exp(s.data); return s.c(e, (s,e))
    def tanh(s): e = math.tanh(s.data); return s.c(e, (s,1-e*e))
    def backward(s):
        for k, leaf in s.keep.items(): leaf.grad = s.v[k]
        s.grad = 1.0; return s
def q(o): return o.data if isinstance(o, Value) else o
