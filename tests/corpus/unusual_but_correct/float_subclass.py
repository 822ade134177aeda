# fits: ex04_operators
# graph: nodes are floats; pairs of operand and slope
import math
class Value(float):
    def __new__(cls, data, ops=()):
        v = super().__new__(cls, data); v.ops = ops; v.grad = 0.0; return v
    @property
    def data(self): return float(self)
    def _m(self, x, *ops): return Value(x, ops)
    def __add__(s, o): return s._m(float(s)+float(o), (s,1.0), (o,1.0))
    __radd__ = __add__
    def __mul__(s, o): return s._m(float(s)*float(o), (s,float(o)), (o,float(s)))
    __rmul__ = __mul__
    def __neg__(s): return s._m(-float(s), (s,-1.0))
    def __sub__(s, o): return s._m(float(s)-float(o), (s,1.0), (o,-1.0))
    def __rsub__(s, o): return s._m(float(o)-float(s), (s,-1.0))
    def __truediv__(s, o): return s._m(float(s)/float(o), (s,1/float(o)), (o,-float(s)/float(o)**2))
    def __rtruediv__(s, o): return s._m(float(o)/float(s), (s,-float(o)/float(s)**2))
    def __pow__(s, n):
        if isinstance(n, Value): raise TypeError("no")
        return s._m(float(s)**n, (s, n*float(s)**(n-1) if n else 0.0))
    def exp(s): e = math.exp(s); return s._m(e, (s, e))
    def tanh(s): t = math.tanh(s); return s._m(t, (s, 1-t*t))
    __hash__ = object.__hash__
    def __eq__(s, o): return s is o
    def backward(self):
        order, seen = [], set()
        def visit(n):
            if not isinstance(n, Value) or id(n) in seen: return
            seen.add(id(n))
            for o, _ in n.ops: visit(o)
            order.append(n)
        visit(self)
        for n in order: n.grad = 0.0
        self.grad = 1.0
        for n in reversed(order):
            for o, d in n.ops:
                if isinstance(o, Value): o.grad += d*n.grad
        return self
