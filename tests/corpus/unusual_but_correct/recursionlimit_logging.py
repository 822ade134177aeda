# fits: ex04_operators
# graph: backward walks every path by itself
import math, sys, logging, warnings, random, collections, time, inspect, typing, abc, enum, contextlib, copy, re
sys.setrecursionlimit(100000)
logging.basicConfig(level=logging.DEBUG)
log = logging.getLogger()
class Value:
    def __init__(self, data, parts=()): self.data = data; self.parts = parts; self.grad = 0
    def __add__(s, o): o = s._(o); return Value(s.data+o.data, ((s,1),(o,1)))
    def __mul__(s, o): o = s._(o); return Value(s.data*o.data, ((s,o.data),(o,s.data)))
    def _(s, o): return o if isinstance(o, Value) else Value(o)
    def __radd__(s, o): return s._(o)+s
    def __rmul__(s, o): return s._(o)*s
    def __neg__(s): return s*(-1)
    def __sub__(s, o): return s+s._(o).__neg__()
    def __rsub__(s, o): return s._(o).__sub__(s)
    def __truediv__(s, o): return s.__mul__(s._(o).__pow__(-1))
    def __rtruediv__(s, o): return s._(o).__truediv__(s)
    def __pow__(s, n):
        if hasattr(n, "data"): raise TypeError()
        return Value(pow(s.data, n), ((s, n*pow(s.data, n-1) if n else 0),))
    def exp(s): return Value(math.exp(s.data), ((s, math.exp(s.data)),))
    def tanh(s): return Value(math.tanh(s.data), ((s, 1-math.tanh(s.data)**2),))
    def backward(s, g=1.0):
        s.grad += g; print('visiting', s.data); log.debug('x')
        for o, d in s.parts: o.backward(g*d)
