# fits: ex04_operators
# graph: lists of numbers; a node is an index into them
import math
DATA, GRAD, SRC, DER = [], [], [], []
class Value:
    __slots__ = ("i",)
    def __init__(self, data, src=(), der=()):
        self.i = len(DATA); DATA.append(data); GRAD.append(0.0); SRC.append(src); DER.append(der)
    data = property(lambda s: DATA[s.i], lambda s, x: DATA.__setitem__(s.i, x))
    grad = property(lambda s: GRAD[s.i], lambda s, x: GRAD.__setitem__(s.i, x))
    def __add__(s, o): o = W(o); return Value(s.data+o.data, (s.i,o.i), (1.,1.))
    def __mul__(s, o): o = W(o); return Value(s.data*o.data, (s.i,o.i), (o.data,s.data))
    __radd__ = lambda s, o: s+o
    __rmul__ = lambda s, o: s*o
    __neg__ = lambda s: Value(-s.data, (s.i,), (-1.,))
    def __sub__(s, o): o = W(o); return Value(s.data-o.data, (s.i,o.i), (1.,-1.))
    __rsub__ = lambda s, o: Value(o)-s
    def __truediv__(s, o): o = W(o); return Value(s.data/o.data, (s.i,o.i), (1/o.data,-s.data/o.data**2))
    __rtruediv__ = lambda s, o: Value(o)/s
    def __pow__(s, n):
        if isinstance(n, Value): raise KeyError("no Value exponent")
        return Value(s.data**n, (s.i,), (n*s.data**(n-1) if n else 0,))
    exp = lambda s: (lambda e: Value(e, (s.i,), (e,)))(math.exp(s.data))
    tanh = lambda s: (lambda e: Value(e, (s.i,), (1-e*e,)))(math.tanh(s.data))
    def backward(s):
        live = {s.i}
        for k in range(s.i, -1, -1):
            if k in live: live.update(SRC[k])
        for k in live: GRAD[k] = 0.0
        GRAD[s.i] = 1.0
        for k in sorted(live, reverse=True):
            for j, d in zip(SRC[k], DER[k]): GRAD[j] += d*GRAD[k]
def W(o): return o if isinstance(o, Value) else Value(o)
