# fits: ex04_operators
# graph: pairs of operand and slope, gradients behind a lock
import math, threading
LOCK = threading.RLock()
class Value:
    _state = threading.local()
    def __init__(self, data, e=()): self.data=data; self.e=e; self._g=0.0
    @property
    def grad(self):
        with LOCK: return self._g
    @grad.setter
    def grad(self, g):
        with LOCK: self._g = g
    def __getstate__(self): return self.__dict__
    def __add__(s,o): o=c(o); return Value(s.data+o.data,((s,1.),(o,1.)))
    def __mul__(s,o): o=c(o); return Value(s.data*o.data,((s,o.data),(o,s.data)))
    def __sub__(s,o): o=c(o); return Value(s.data-o.data,((s,1.),(o,-1.)))
    def __truediv__(s,o): o=c(o); return Value(s.data/o.data,((s,1/o.data),(o,-s.data/o.data/o.data)))
    def __radd__(s,o): return c(o)+s
    def __rmul__(s,o): return c(o)*s
    def __rsub__(s,o): return c(o)-s
    def __rtruediv__(s,o): return c(o)/s
    def __neg__(s): return c(0)-s
    def __pow__(s,n):
        if isinstance(n,Value): return (n*s.log()).exp()
        return Value(s.data**n,((s,n*s.data**(n-1) if n else 0.),))
    def log(s): return Value(math.log(s.data),((s,1/s.data),))
    def exp(s): e=math.exp(s.data); return Value(e,((s,e),))
    def tanh(s): e=math.tanh(s.data); return Value(e,((s,1-e*e),))
    def backward(s):
        with LOCK:
            L=[]; S=set()
            def b(x):
                if x not in S: S.add(x); [b(k) for k,_ in x.e]; L.append(x)
            b(s)
            for x in L: x.grad=0.
            s.grad=1.
            for x in reversed(L):
                for k,d in x.e: k.grad=k.grad+d*x.grad
def c(o): return o if isinstance(o,Value) else Value(o)
