# fits: ex04_operators
import math, numbers
class Value(numbers.Real):
    def __init__(self, data, e=()): self.data = data; self.e = e; self.grad = 0.0
    def __hash__(s): return id(s)
    def __eq__(s, o): return s is o
    def mk(s, r, *e): return Value(r, [(v, d) for v, d in e if isinstance(v, Value)])
    def __add__(s, o): return s.mk(s.data+n(o), (s,1),(o,1))
    def __radd__(s, o): return s.mk(n(o)+s.data, (s,1),(o,1))
    def __mul__(s, o): return s.mk(s.data*n(o), (s,n(o)),(o,s.data))
    def __rmul__(s, o): return s.mk(s.data*n(o), (s,n(o)),(o,s.data))
    def __truediv__(s, o): return s.mk(s.data/n(o), (s,1/n(o)),(o,-s.data/n(o)**2))
    def __rtruediv__(s, o): return s.mk(o/s.data, (s,-o/s.data**2))
    def __neg__(s): return s.mk(-s.data, (s,-1))
    def __pow__(s, k):
        if isinstance(k, Value): return NotImplemented
        return s.mk(s.data**k, (s, k*s.data**(k-1) if k else 0.))
    def __rpow__(s, k): return (s*math.log(k)).exp()
    def exp(s): e=math.exp(s.data); return s.mk(e, (s,e))
    def tanh(s): e=math.tanh(s.data); return s.mk(e, (s,1-e*e))
    def __float__(s): return float(s.data)
    def __trunc__(s): return int(s.data)
    def __floor__(s): return math.floor(s.data)
    def __ceil__(s): return math.ceil(s.data)
    def __round__(s, k=None): return round(s.data, k)
    def __floordiv__(s, o): return s.data//n(o)
    def __rfloordiv__(s, o): return o//s.data
    def __mod__(s, o): return s.data%n(o)
    def __rmod__(s, o): return o%s.data
    def __lt__(s, o): return s.data < n(o)
    def __le__(s, o): return s.data <= n(o)
    def __abs__(s): return s if s.data >= 0 else -s
    def __pos__(s): return s
    def backward(s):
        L=[]; S=set()
        def b(x):
            if x not in S: S.add(x); [b(k) for k, _ in x.e]; L.append(x)
        b(s); s.grad=1.
        for x in reversed(L):
            for k, d in x.e: k.grad += d*x.grad
def n(o): return o.data if isinstance(o, Value) else o
