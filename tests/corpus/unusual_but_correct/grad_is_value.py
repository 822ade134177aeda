# fits: ex04_operators
# graph: gradients are nodes themselves
import math
class Value:
    def __init__(self, data, e=()): self.data=data; self.e=e; self.grad=0.0
    def __float__(s): return float(s.data)
    def __add__(s,o): o=c(o); return Value(s.data+o.data,((s,lambda g:g),(o,lambda g:g)))
    def __mul__(s,o): o=c(o); return Value(s.data*o.data,((s,lambda g:g*o),(o,lambda g:g*s)))
    def __radd__(s,o): return c(o)+s
    def __rmul__(s,o): return c(o)*s
    def __neg__(s): return s*-1
    def __sub__(s,o): return s+-c(o)
    def __rsub__(s,o): return c(o)+-s
    def __truediv__(s,o): return s*c(o)**-1
    def __rtruediv__(s,o): return c(o)*s**-1
    def __pow__(s,n):
        if isinstance(n,Value): raise TypeError
        return Value(s.data**n,((s,lambda g: g*n*s**(n-1) if n else Value(0)),))
    def exp(s):
        out=Value(math.exp(s.data)); out.e=((s,lambda g:g*out),); return out
    def tanh(s):
        out=Value(math.tanh(s.data)); out.e=((s,lambda g:g*(1-out*out)),); return out
    def backward(s):
        L=[]; S=set()
        def b(x):
            if x not in S: S.add(x); [b(k) for k,_ in x.e]; L.append(x)
        b(s); s.grad=Value(1.0)
        for x in reversed(L):
            for k,d in x.e: k.grad=k.grad+d(c(x.grad))
def c(o): return o if isinstance(o,Value) else Value(o)
