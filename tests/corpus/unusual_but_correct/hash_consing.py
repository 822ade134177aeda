# fits: ex04_operators
# graph: equal expressions are one node
import math
class Value:
    pool = {}
    def __init__(self, data, e=()): self.data=data; self.e=e; self.grad=0.0
    @classmethod
    def get(cls, key, r, *e):
        # keeps every operand alive, so that ids stay unique
        if key not in cls.pool: cls.pool[key] = cls(r, e)
        return cls.pool[key]
    def __add__(s,o): o=c(o); return s.get(("+",s,o), s.data+o.data,(s,1),(o,1))
    def __mul__(s,o): o=c(o); return s.get(("*",s,o), s.data*o.data,(s,o.data),(o,s.data))
    def __radd__(s,o): return c(o)+s
    def __rmul__(s,o): return c(o)*s
    def __neg__(s): return s.get(("neg",s),-s.data,(s,-1))
    def __sub__(s,o): return s+-c(o)
    def __rsub__(s,o): return c(o)+-s
    def __truediv__(s,o): return s*c(o)**-1
    def __rtruediv__(s,o): return c(o)*s**-1
    def __pow__(s,n):
        if isinstance(n,Value): raise TypeError
        return s.get(("^",s,n),s.data**n,(s,n*s.data**(n-1) if n else 0))
    def exp(s): e=math.exp(s.data); return s.get(("exp",s),e,(s,e))
    def tanh(s): e=math.tanh(s.data); return s.get(("tanh",s),e,(s,1-e*e))
    def backward(s):
        L=[]; S=set()
        def b(x):
            if x not in S: S.add(x); [b(k) for k,_ in x.e]; L.append(x)
        b(s)
        for x in L: x.grad=0.
        s.grad=1.
        for x in reversed(L):
            for k,d in x.e: k.grad+=d*x.grad
def c(o): return o if isinstance(o,Value) else Value(o)
