# fits: ex04_operators
# graph: rules are generators that are sent the upstream gradient
import math
class Value:
    def __init__(self, data, gen=None, kids=()): self.data = data; self.grad = 0.0; self.gen = gen; self.kids = kids
    def __add__(s, o):
        o = o if isinstance(o, Value) else Value(o)
        def g():
            x = yield; s.grad += x; o.grad += x; yield
        return Value(s.data+o.data, g, (s,o))
    def __mul__(s, o):
        o = o if isinstance(o, Value) else Value(o)
        def g():
            x = yield; s.grad += x*o.data; o.grad += x*s.data; yield
        return Value(s.data*o.data, g, (s,o))
    def un(s, r, d):
        def g():
            x = yield; s.grad += x*d; yield
        return Value(r, g, (s,))
    def __radd__(s, o): return s+o
    def __rmul__(s, o): return s*o
    def __neg__(s): return s.un(-s.data, -1)
    def __sub__(s, o): return s+(-o)
    def __rsub__(s, o): return (-s)+o
    def __pow__(s, n):
        if not isinstance(n, (int, float)): raise TypeError
        return s.un(s.data**n, n*s.data**(n-1) if n else 0.0)
    def __truediv__(s, o): return s*(o**-1)
    def __rtruediv__(s, o): return o*(s**-1)
    def exp(s): e = math.exp(s.data); return s.un(e, e)
    def tanh(s): e = math.tanh(s.data); return s.un(e, 1-e*e)
    def backward(s):
        order, seen = [], set()
        def v(n):
            if n not in seen:
                seen.add(n)
                for k in n.kids: v(k)
                order.append(n)
        v(s); s.grad = 1.0
        for n in reversed(order):
            if n.gen: c = n.gen(); next(c); c.send(n.grad)
