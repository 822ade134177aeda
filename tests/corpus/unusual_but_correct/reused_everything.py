# fits: ex04_operators
import math
class Value:
    def __init__(self, data, e=()): self.data=data; self.e=e; self.grad=0.0
    def __add__(s,o): o=c(o); return Value(s.data+o.data,((s,1),(o,1)))
    def __mul__(s,o):
        o=c(o); r=s.data*o.data
        return Value(r,((s,r/s.data if s.data else o.data),(o,r/o.data if o.data else s.data)))
    def __radd__(s,o): return c(o)+s
    def __rmul__(s,o): return c(o)*s
    def __neg__(s): return s*-1
    def __sub__(s,o): return s+-c(o)
    def __rsub__(s,o): return c(o)+-s
    def __truediv__(s,o):
        o=c(o)
        sign=math.copysign(1,s.data)*math.copysign(1,o.data)
        r=sign*math.exp(math.log(abs(s.data))-math.log(abs(o.data))) if s.data else 0.0
        return Value(r,((s,1/o.data),(o,-r/o.data)))
    def __rtruediv__(s,o): return c(o)/s
    def __pow__(s,n):
        if isinstance(n,Value): raise TypeError
        r=s.data**n; return Value(r,((s,n*r/s.data if s.data else (1.0 if n==1 else 0.0)),))
    def exp(s): e=math.pow(math.e,s.data); return Value(e,((s,e),))
    def tanh(s): e=s.exp(); f=(-s).exp(); return (e-f)/(e+f)
    def backward(s):
        L=[]; S=set()
        def b(x):
            if x not in S: S.add(x); [b(k) for k,_ in x.e]; L.append(x)
        b(s); s.grad=1.0
        for x in reversed(L):
            for k,d in x.e: k.grad+=d*x.grad
def c(o): return o if isinstance(o,Value) else Value(o)
