# fits: ex04_operators
# graph: each operator hangs on a copy of its operand; explicit stack
import math
class Scalar:
    def __init__(self, data, e=()): self.data=data; self.e=e; self.grad=0
    def alias(s): return Scalar(s.data, ((s,1),))
    def __add__(s,o): a,b=s.alias(),c(o).alias(); return Scalar(a.data+b.data,((a,1),(b,1)))
    def __mul__(s,o): a,b=s.alias(),c(o).alias(); return Scalar(a.data*b.data,((a,b.data),(b,a.data)))
    def __radd__(s,o): return s+o
    def __rmul__(s,o): return s*o
    def __neg__(s): return s.alias()*-1
    def __sub__(s,o): return s+-c(o)
    def __rsub__(s,o): return c(o)+-s
    def __truediv__(s,o): return s*c(o)**-1
    def __rtruediv__(s,o): return c(o)*s**-1
    def __pow__(s,n):
        if not isinstance(n,(int,float)): raise TypeError
        a=s.alias(); return Scalar(a.data**n,((a,n*a.data**(n-1) if n else 0),))
    def exp(s): e=math.exp(s.data); return Scalar(e,((s.alias(),e),))
    def tanh(s): e=math.tanh(s.data); return Scalar(e,((s.alias(),1-e*e),))
    def backward(s):
        L=[]; S=set(); st=[(s,0)]
        while st:
            n,f=st.pop()
            if f: L.append(n); continue
            if n in S: continue
            S.add(n); st.append((n,1)); st+=[(k,0) for k,_ in n.e]
        s.grad=1
        for n in L[::-1]:
            for k,d in n.e: k.grad+=d*n.grad
def c(o): return o if isinstance(o,Scalar) else Scalar(o)

Value = Scalar
