# fits: ex04_operators
# graph: shares kept in a list, grad is their exact sum
import math, functools
def lifted(f):
    @functools.wraps(f)
    def g(self, *others): return f(self, *[o if isinstance(o, Value) else Value(o) for o in others])
    return g
class Value:
    def __init__(self, data, links=()): self.data = data; self.links = list(links); self.shares = []
    @property
    def grad(self): return math.fsum(self.shares)
    @grad.setter
    def grad(self, x): self.shares = [x]
    @lifted
    def __add__(s, o): return Value(s.data+o.data, [(s,1.),(o,1.)])
    @lifted
    def __radd__(s, o): return Value(s.data+o.data, [(s,1.),(o,1.)])
    @lifted
    def __mul__(s, o): return Value(s.data*o.data, [(s,o.data),(o,s.data)])
    @lifted
    def __rmul__(s, o): return s*o
    def __neg__(s): return Value(0-s.data, [(s,-1.)])
    @lifted
    def __sub__(s, o): return Value(math.fsum((s.data,-o.data)), [(s,1.),(o,-1.)])
    @lifted
    def __rsub__(s, o): return o-s
    @lifted
    def __truediv__(s, o): return Value(s.data/o.data, [(s,o.data**-1),(o,-s.data*o.data**-2)])
    @lifted
    def __rtruediv__(s, o): return o/s
    @lifted
    def __pow__(s, o):
        links = [(s, o.data*s.data**(o.data-1) if o.data else 0.0)]
        if s.data > 0: links.append((o, s.data**o.data*math.log(s.data)))
        return Value(s.data**o.data, links)
    def exp(s): e = math.exp(s.data); return Value(e, [(s,e)])
    def tanh(s): return (s*2).exp_ratio()
    def exp_ratio(s): e = s.exp(); return (e-1)/(e+1)
    def backward(s):
        order = []; seen = set()
        def v(n):
            if n in seen: return
            seen.add(n); [v(o) for o, _ in n.links]; order.append(n)
        v(s)
        for n in order: n.shares = []
        s.shares = [1.0]
        for n in reversed(order):
            g = n.grad
            for o, d in n.links: o.shares.append(g*d)
