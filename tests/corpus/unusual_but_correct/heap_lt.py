# fits: ex04_operators
# graph: numbered nodes on a heap
import heapq, itertools, math
_c = itertools.count()
class Value:
    def __init__(self, data, ps=()): self.data=data; self.ps=ps; self.grad=0.0; self.k=-next(_c)
    def __lt__(self, o): return self.k < o.k
    def __add__(s, o): o=f(o); return Value(s.data+o.data, ((s,1.),(o,1.)))
    def __mul__(s, o): o=f(o); return Value(s.data*o.data, ((s,o.data),(o,s.data)))
    def __radd__(s, o): return f(o)+s
    def __rmul__(s, o): return f(o)*s
    def __neg__(s): return -1*s
    def __sub__(s, o): return s+-f(o)
    def __rsub__(s, o): return f(o)-s
    def __truediv__(s, o): return s*f(o).__rtruediv__(1)
    def __rtruediv__(s, o): return Value(o/s.data, ((s,-o/(s.data*s.data)),))
    def __pow__(s, n):
        if isinstance(n, Value): raise TypeError("")
        if n == 0: return Value(1.0)
        if n == 1: return s
        return Value(s.data**n, ((s,n*s.data**(n-1)),))
    def exp(s): e=math.exp(s.data); return Value(e, ((s,e),))
    def tanh(s): e=math.tanh(s.data); return Value(e, ((s,1-e*e),))
    def backward(s):
        s.grad=1.; h=[s]; inq={s}
        while h:
            v=heapq.heappop(h)
            for p,d in v.ps:
                p.grad+=d*v.grad
                if p not in inq: inq.add(p); heapq.heappush(h,p)

def f(o): return o if isinstance(o, Value) else Value(o)
