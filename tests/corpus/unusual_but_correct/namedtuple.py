# fits: ex04_operators
# graph: NamedTuple nodes, gradients in a dict by serial number
import math, itertools
from typing import NamedTuple
GRADS = {}
COUNT = itertools.count()
class Node(NamedTuple):
    data: float
    parents: tuple
    partials: tuple
    serial: int
class Value(Node):
    __slots__ = ()
    def __new__(cls, data, parents=(), partials=()):
        return super().__new__(cls, data, parents, partials, next(COUNT))
    grad = property(lambda self: GRADS.get(self.serial, 0.0))
    __hash__ = lambda self: self.serial
    __eq__ = lambda self, o: self is o
    def __add__(s, o): o = lift(o); return Value(s.data+o.data, (s,o), (1,1))
    def __radd__(s, o): return lift(o)+s
    def __mul__(s, o): o = lift(o); return Value(s.data*o.data, (s,o), (o.data,s.data))
    def __rmul__(s, o): return lift(o)*s
    def __neg__(s): return Value(-s.data, (s,), (-1,))
    def __sub__(s, o): o = lift(o); return Value(s.data-o.data, (s,o), (1,-1))
    def __rsub__(s, o): return lift(o)-s
    def __truediv__(s, o): o = lift(o); return Value(s.data/o.data, (s,o), (1/o.data,-s.data/o.data**2))
    def __rtruediv__(s, o): return lift(o)/s
    def __pow__(s, n):
        if type(n) not in (int, float, bool): raise TypeError("constant only")
        return Value(s.data**n, (s,), (n*s.data**(n-1) if n else 0.0,))
    def exp(s): e = math.exp(s.data); return Value(e, (s,), (e,))
    def tanh(s): t = math.tanh(s.data); return Value(t, (s,), (1-t*t,))
    def backward(s):
        todo = {s.serial: s}; GRADS[s.serial] = 1.0; fresh = {s.serial}
        while todo:
            n = todo.pop(max(todo))
            for p, d in zip(n.parents, n.partials):
                if p.serial not in fresh: GRADS[p.serial] = 0.0; fresh.add(p.serial); todo[p.serial] = p
                GRADS[p.serial] += d*GRADS[n.serial]
def lift(o): return o if isinstance(o, Value) else Value(o)
