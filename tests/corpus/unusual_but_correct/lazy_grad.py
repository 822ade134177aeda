# fits: ex04_operators
# graph: nodes know their consumers; grad is computed when it is read
import math
ROOT = [None]
class Value:
    def __init__(self, data, e=()): self.data=data; self.e=e; self.users=[]
    def mk(s, r, *e):
        out=Value(r,e)
        for k,d in e: k.users.append((out,d))
        return out
    @property
    def grad(self): return pull(self, ROOT[0], {})
    def __add__(s,o): o=c(o); return s.mk(s.data+o.data,(s,1),(o,1))
    def __mul__(s,o): o=c(o); return s.mk(s.data*o.data,(s,o.data),(o,s.data))
    def __radd__(s,o): return c(o)+s
    def __rmul__(s,o): return c(o)*s
    def __neg__(s): return s.mk(-s.data,(s,-1))
    def __sub__(s,o): return s+-c(o)
    def __rsub__(s,o): return c(o)+-s
    def __truediv__(s,o): return s*c(o)**-1
    def __rtruediv__(s,o): return c(o)*s**-1
    def __pow__(s,n):
        if isinstance(n,Value): raise TypeError
        return s.mk(s.data**n,(s,n*s.data**(n-1) if n else 0))
    def exp(s): e=math.exp(s.data); return s.mk(e,(s,e))
    def tanh(s): e=math.tanh(s.data); return s.mk(e,(s,1-e*e))
    def backward(s): ROOT[0]=s
def pull(n, root, memo):
    if n is root: return 1.0
    if n not in memo: memo[n]=sum(d*pull(u,root,memo) for u,d in n.users)
    return memo[n]
def c(o): return o if isinstance(o,Value) else Value(o)
