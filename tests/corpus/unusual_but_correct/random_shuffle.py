# fits: ex04_operators
# graph: pairs of operand and slope in random order
import math, random
class Value:
    def __init__(self, data, e=()):
        assert isinstance(data, (int, float))
        self.data=data; self.e=list(e); random.shuffle(self.e); self.grad=0
    def __add__(s,o): o=c(o); return Value(s.data+o.data,((s,1),(o,1)))
    def __mul__(s,o): o=c(o); return Value(s.data*o.data,((s,o.data),(o,s.data)))
    def __radd__(s,o): return c(o)+s
    def __rmul__(s,o): return c(o)*s
    def __neg__(s): return s*-1
    def __sub__(s,o): return s+-c(o)
    def __rsub__(s,o): return c(o)+-s
    def __truediv__(s,o): return s*c(o)**-1
    def __rtruediv__(s,o): return c(o)*s**-1
    def __pow__(s,n):
        if isinstance(n,Value): raise TypeError
        return Value(s.data**n,((s,n*s.data**(n-1) if n else 0),))
    def exp(s): e=math.exp(s.data); return Value(e,((s,e),))
    def tanh(s): e=math.tanh(s.data); return Value(e,((s,1-e*e),))
    def backward(s):
        L=[]; S=set()
        def b(x):
            if x not in S: S.add(x); [b(k) for k,_ in x.e]; L.append(x)
        b(s); s.grad=1
        for x in reversed(L):
            for k,d in x.e: k.grad+=d*x.grad
def c(o): return o if isinstance(o,Value) else Value(o)
