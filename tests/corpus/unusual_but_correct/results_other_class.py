# fits: ex04_operators
# graph: results are of another class than leaves
import math
class Base:
    grad = 0.0
    def __add__(s, o): return Node(s.data+n(o), (s,1),(o,1))
    __radd__ = __add__
    def __mul__(s, o): return Node(s.data*n(o), (s,n(o)),(o,s.data))
    __rmul__ = __mul__
    def __neg__(s): return Node(-s.data, (s,-1))
    def __sub__(s, o): return Node(s.data-n(o), (s,1),(o,-1))
    def __rsub__(s, o): return Node(o-s.data, (s,-1))
    def __truediv__(s, o): return Node(s.data/n(o), (s,1/n(o)),(o,-s.data/n(o)**2))
    def __rtruediv__(s, o): return Node(o/s.data, (s,-o/s.data**2))
    def __pow__(s, k):
        if isinstance(k, Base): raise TypeError
        return Node(s.data**k, (s, k*s.data**(k-1) if k else 0.0))
    def exp(s): return Node(math.exp(s.data), (s, math.exp(s.data)))
    def tanh(s): return Node(math.tanh(s.data), (s, 1-math.tanh(s.data)**2))
class Value(Base):
    def __init__(self, data): self.data = data
    def backward(self): self.grad = 1.0
class Node(Base):
    def __init__(self, data, *e): self.data = data; self.e = [(v, d) for v, d in e if isinstance(v, Base)]
    def backward(self):
        order=[]; seen=set()
        def v(x):
            if x in seen: return
            seen.add(x); [v(y) for y, _ in getattr(x, "e", [])]; order.append(x)
        v(self); self.grad = 1.0
        for x in reversed(order):
            for y, d in getattr(x, "e", []): y.grad = y.grad + d*x.grad
def n(o): return o.data if isinstance(o, Base) else o
