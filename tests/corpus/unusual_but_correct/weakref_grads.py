# fits: ex04_operators
# graph: gradients in a WeakKeyDictionary, consumers counted
import math, weakref
G = weakref.WeakKeyDictionary()
class Value:
    def __init__(self, data, edges=()): self.data = data; self.edges = edges
    @property
    def grad(self): return G.get(self, 0)
    @grad.setter
    def grad(self, x): G[self] = x
    def b(s, o, r, da, db): return Value(r, ((s, da), (o, db)) if isinstance(o, Value) else ((s, da),))
    def __add__(s, o): return s.b(o, s.data+n(o), 1, 1)
    def __radd__(s, o): return s.b(o, n(o)+s.data, 1, 1)
    def __mul__(s, o): return s.b(o, s.data*n(o), n(o), s.data)
    def __rmul__(s, o): return s.b(o, n(o)*s.data, n(o), s.data)
    def __neg__(s): return Value(-s.data, ((s,-1),))
    def __sub__(s, o): return s.b(o, s.data-n(o), 1, -1)
    def __rsub__(s, o): return s.b(o, n(o)-s.data, -1, 1)
    def __truediv__(s, o): return s.b(o, s.data/n(o), 1/n(o), -s.data/n(o)**2)
    def __rtruediv__(s, o): return s.b(o, n(o)/s.data, -n(o)/s.data**2, 0)
    def __pow__(s, k):
        if isinstance(k, Value): raise TypeError("k")
        return Value(s.data**k, ((s, k*s.data**(k-1) if k != 0 else 0.0),))
    def exp(s): return Value(math.exp(s.data), ((s, math.exp(s.data)),))
    def tanh(s): return Value(math.tanh(s.data), ((s, 1/math.cosh(s.data)**2),))
    def backward(s):
        indeg = {}; st = [s]; seen = {s}
        while st:
            v = st.pop()
            for o, _ in v.edges:
                indeg[o] = indeg.get(o, 0)+1
                if o not in seen: seen.add(o); st.append(o)
        for v in seen: v.grad = 0.0
        s.grad = 1.0; st = [s]
        while st:
            v = st.pop(0)
            for o, d in v.edges:
                o.grad += d*v.grad; indeg[o] -= 1
                if not indeg[o]: st.append(o)
def n(o): return o.data if isinstance(o, Value) else o
