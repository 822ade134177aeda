# fits: ex04_operators
# graph: the class is made by type() from functions
import math
def build():
    def init(s, data, e=()): s.data = data; s.e = tuple(e); s.grad = 0.0
    L = lambda o: o if isinstance(o, cls) else cls(o)
    def add(s, o): o = L(o); return cls(s.data+o.data, [(s,1),(o,1)])
    def mul(s, o): o = L(o); return cls(s.data*o.data, [(s,o.data),(o,s.data)])
    def pw(s, n):
        if isinstance(n, cls): raise TypeError
        return cls(s.data**n, [(s, n*s.data**(n-1) if n else 0)])
    def back(s):
        o, seen = [], set()
        def v(n): return n in seen or (seen.add(n), [v(k) for k, _ in n.e], o.append(n))
        v(s); s.grad = 1.0
        while o:
            n = o.pop()
            for k, d in n.e: k.grad += d*n.grad
    cls = type("Value", (), dict(__init__=init, __add__=add, __mul__=mul, __radd__=add, __rmul__=mul, __pow__=pw, backward=back,
        __neg__=lambda s: cls(-s.data, [(s,-1)]), __sub__=lambda s, o: s+-L(o), __rsub__=lambda s, o: L(o)+-s,
        __truediv__=lambda s, o: s*L(o)**-1, __rtruediv__=lambda s, o: L(o)*s**-1,
        exp=lambda s: (lambda e: cls(e, [(s,e)]))(math.exp(s.data)), tanh=lambda s: (lambda e: cls(e, [(s,1-e*e)]))(math.tanh(s.data))))
    return cls
Value = build()
