# fits: ex04_operators
# graph: gradients solve a dense linear system
import math
class Value:
    def __init__(self, data, e=()): self.data = data; self.e = e; self.grad = 0.0
    def mk(s, r, *e): return Value(r, e)
    def __add__(s, o): o = L(o); return s.mk(s.data+o.data, (s,1.),(o,1.))
    def __mul__(s, o): o = L(o); return s.mk(s.data*o.data, (s,o.data),(o,s.data))
    def __sub__(s, o): o = L(o); return s.mk(s.data-o.data, (s,1.),(o,-1.))
    def __truediv__(s, o): o = L(o); return s.mk(s.data/o.data, (s,1/o.data),(o,-s.data/o.data**2))
    def __radd__(s, o): return L(o)+s
    def __rmul__(s, o): return L(o)*s
    def __rsub__(s, o): return L(o)-s
    def __rtruediv__(s, o): return L(o)/s
    def __neg__(s): return s.mk(-s.data, (s,-1.))
    def __pow__(s, n):
        if isinstance(n, Value): raise TypeError
        return s.mk(s.data**n, (s, 0. if n == 0 else n*s.data**(n-1)))
    def exp(s): return s.mk(math.exp(s.data), (s, math.exp(s.data)))
    def tanh(s): return s.mk(math.tanh(s.data), (s, 1-math.tanh(s.data)**2))
    def backward(s):
        nodes = []
        def v(n):
            if n not in nodes:
                nodes.append(n)
                for o, _ in n.e: v(o)
        v(s); k = len(nodes); ix = {id(n): i for i, n in enumerate(nodes)}
        # solve (I - J^T) g = e0 by Gauss elimination with pivots
        A = [[float(i==j) for j in range(k)]+[float(i==0)] for i in range(k)]
        for n in nodes:
            for o, d in n.e: A[ix[id(o)]][ix[id(n)]] -= d
        for c in range(k):
            p = max(range(c, k), key=lambda r: abs(A[r][c])); A[c], A[p] = A[p], A[c]
            for r in range(k):
                if r != c and A[r][c]:
                    f = A[r][c]/A[c][c]
                    for j in range(c, k+1): A[r][j] -= f*A[c][j]
        for i, n in enumerate(nodes): n.grad = A[i][k]/A[i][i]
def L(o): return o if isinstance(o, Value) else Value(o)
