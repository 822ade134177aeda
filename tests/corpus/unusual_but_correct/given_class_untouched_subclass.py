# fits: ex04_operators
# graph: one dict of edges for all graphs, walked from its end
import math
class Engine:
    """graph owned by an Engine object, methods are partialmethods"""
    def __init__(self): self.edges = {}
ENGINE = Engine()
from functools import partialmethod
class Value:
    def __init__(self, data): self.data = data; self.grad = 0.0
    def _bin(self, other, kind, swap=False):
        a, b = (other, self) if swap else (self, other)
        x, y = [v.data if isinstance(v, Value) else v for v in (a, b)]
        r, dx, dy = {"+": lambda: (x+y, 1, 1), "-": lambda: (x-y, 1, -1), "*": lambda: (x*y, y, x), "/": lambda: (x/y, 1/y, -x/y**2)}[kind]()
        out = Value(r); ENGINE.edges[out] = [(v, d) for v, d in ((a, dx), (b, dy)) if isinstance(v, Value)]
        return out
    __add__ = partialmethod(_bin, kind="+"); __radd__ = partialmethod(_bin, kind="+", swap=True)
    __sub__ = partialmethod(_bin, kind="-"); __rsub__ = partialmethod(_bin, kind="-", swap=True)
    __mul__ = partialmethod(_bin, kind="*"); __rmul__ = partialmethod(_bin, kind="*", swap=True)
    __truediv__ = partialmethod(_bin, kind="/"); __rtruediv__ = partialmethod(_bin, kind="/", swap=True)
    def _un(self, r, d): out = Value(r); ENGINE.edges[out] = [(self, d)]; return out
    def __neg__(self): return self._un(-self.data, -1.)
    def exp(self): e = math.exp(self.data); return self._un(e, e)
    def tanh(self): e = math.tanh(self.data); return self._un(e, 1-e*e)
    def __pow__(self, n):
        if isinstance(n, Value): raise TypeError
        return self._un(self.data**n, n*self.data**(n-1) if n else 0)
    def backward(self):
        nodes = [n for n in ENGINE.edges]
        self.grad = 1.0
        reach = {self}
        for n in reversed(nodes):
            if n in reach:
                for o, d in ENGINE.edges[n]: o.grad += d*n.grad; reach.add(o)
