# fits: ex04_operators
import math
class Value:
    def __init__(self, data, kids=()): self.data = data; self.kids = kids; self.grad = 0.0; self.push = lambda: None
    def __repr__(self): return f"V({self.data})"
    def __add__(s, o):
        if not isinstance(o, Value): o = Value(o)
        r = Value(s.data+o.data, (s,o))
        def p(): s.grad += r.grad; o.grad += r.grad
        r.push = p; return r
    def __mul__(s, o):
        if not isinstance(o, Value): o = Value(o)
        r = Value(s.data*o.data, (s,o))
        def p(): s.grad += r.grad*o.data; o.grad += r.grad*s.data
        r.push = p; return r
    def log(s):
        r = Value(math.log(s.data), (s,))
        def p(): s.grad += r.grad/s.data
        r.push = p; return r
    def exp(s):
        r = Value(math.exp(s.data), (s,))
        def p(): s.grad += r.grad*r.data
        r.push = p; return r
    def __pow__(s, n):
        if s.data > 0: return (s.log()*n).exp()
        if isinstance(n, Value): raise ValueError(f"base {s.data} not above 0")
        if n != int(n): raise ValueError("fraction")
        r, k = Value(1.0), int(abs(n))
        if n == 0: return s*0 + 1
        while k: r = r*s; k -= 1
        return r if n > 0 else r.inv()
    def inv(s):
        r = Value(1/s.data, (s,))
        def p(): s.grad -= r.grad*r.data*r.data
        r.push = p; return r
    def __neg__(s): return 0 - s
    def __sub__(s, o): return s + (o*-1)
    def __rsub__(s, o): return s*-1 + o
    def __radd__(s, o): return s + o
    def __rmul__(s, o): return s * o
    def __truediv__(s, o): return s*o.inv() if isinstance(o, Value) else s*(1/o)
    def __rtruediv__(s, o): return s.inv()*o
    def tanh(s): e = (s*-2).exp(); return (1-e)/(1+e)
    def backward(s):
        L = []; S = set()
        def b(n):
            if n not in S: S.add(n); [b(k) for k in n.kids]; L.append(n)
        b(s); s.grad = 1
        for n in reversed(L): n.push()
