# fits: ex04_operators
# graph: expressions are tuples, differentiated as formulas
from math import exp, tanh
class Value:
    n = 0
    def __init__(self, data, t=None):
        self.data = data; self.grad = 0.0
        self.t = ("leaf", self) if t is None else t
    def b(self, k, x, y): return Value(ev((k, x, y)), (k, x, y))
    def __add__(s, o): return s.b("+", s.t, T(o))
    def __radd__(s, o): return s.b("+", T(o), s.t)
    def __mul__(s, o): return s.b("*", s.t, T(o))
    def __rmul__(s, o): return s.b("*", T(o), s.t)
    def __sub__(s, o): return s.b("-", s.t, T(o))
    def __rsub__(s, o): return s.b("-", T(o), s.t)
    def __truediv__(s, o): return s.b("/", s.t, T(o))
    def __rtruediv__(s, o): return s.b("/", T(o), s.t)
    def __neg__(s): return s.b("*", ("c", -1), s.t)
    def __pow__(s, n):
        if isinstance(n, Value): raise TypeError("!")
        t = ("^", s.t, n); return Value(ev(t), t)
    def exp(s): t = ("exp", s.t); return Value(ev(t), t)
    def tanh(s): t = ("tanh", s.t); return Value(ev(t), t)
    def backward(s):
        self_leaves = {}
        def find(t):
            if t[0] == "leaf": self_leaves[id(t[1])] = t[1]
            for x in t[1:]:
                if isinstance(x, tuple): find(x)
        find(s.t)
        for leaf in self_leaves.values(): leaf.grad += ev(diff(s.t, leaf))
        s.grad = 1.0
def T(o): return o.t if isinstance(o, Value) else ("c", o)
def ev(t):
    k = t[0]
    if k == "leaf": return t[1].data
    if k == "c": return t[1]
    if k == "^": return ev(t[1])**t[2]
    if k == "exp": return exp(ev(t[1]))
    if k == "tanh": return tanh(ev(t[1]))
    a, b = ev(t[1]), ev(t[2])
    return a+b if k == "+" else a-b if k == "-" else a*b if k == "*" else a/b
def diff(t, x):
    k = t[0]
    if k == "leaf": return ("c", 1.0 if t[1] is x else 0.0)
    if k == "c": return ("c", 0.0)
    u = t[1]; du = diff(u, x)
    if k == "^": return ("c", 0.0) if t[2] == 0 else ("*", ("*", ("c", t[2]), ("^", u, t[2]-1)), du)
    if k == "exp": return ("*", t, du)
    if k == "tanh": return ("*", ("-", ("c", 1.0), ("*", t, t)), du)
    v = t[2]; dv = diff(v, x)
    if k in "+-": return (k, du, dv)
    if k == "*": return ("+", ("*", du, v), ("*", u, dv))
    return ("/", ("-", ("*", du, v), ("*", u, dv)), ("*", v, v))
