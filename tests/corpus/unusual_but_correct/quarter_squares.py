# fits: ex04_operators
# graph: products made of squares; pairs of operand and slope
import math
class Value:
    def __init__(self, data, e=()): self.data=data; self.e=e; self.grad=0.
    def __add__(s,o): o=c(o); return Value(s.data+o.data,((s,1),(o,1)))
    def sq(s): return Value(s.data*s.data,((s,2*s.data),))
    def scale(s,k): return Value(s.data*k,((s,k),))
    def __mul__(s,o): o=c(o); return ((s+o).sq()+(s+o.scale(-1.)).sq().scale(-1.)).scale(.25)
    def __radd__(s,o): return s+o
    def __rmul__(s,o): return s*o
    def __neg__(s): return s*-1
    def __sub__(s,o): return s+c(o)*-1
    def __rsub__(s,o): return s*-1+o
    def recip(s): return Value(1/s.data,((s,-1/s.data**2),))
    def __truediv__(s,o): return s*c(o).recip()
    def __rtruediv__(s,o): return s.recip()*o
    def sqrt(s): r=math.sqrt(s.data); return Value(r,((s,.5/r),))
    def __pow__(s,n):
        if isinstance(n,Value): raise TypeError
        if n<0: return (s**-n).recip()
        if n==int(n):
            r = s*0+1
            for _ in range(int(n)): r = r*s
            return r
        if 2*n==int(2*n): return s**int(n)*s.sqrt()
        return Value(s.data**n,((s,n*s.data**(n-1)),))
    def exp(s): e=math.exp(s.data); return Value(e,((s,e),))
    def tanh(s): e=math.tanh(s.data); return Value(e,((s,1-e*e),))
    def backward(s):
        L=[]; S=set()
        def b(x):
            if x not in S: S.add(x); [b(k) for k,_ in x.e]; L.append(x)
        b(s); s.grad=1.
        for x in reversed(L):
            for k,d in x.e: k.grad+=d*x.grad
def c(o): return o if isinstance(o,Value) else Value(o)
