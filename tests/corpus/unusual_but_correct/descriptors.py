# fits: ex04_operators
# graph: operators are descriptors, data and grad too
import math
class Cell:
    def __set_name__(self, owner, name): self.key = "_cell_"+name
    def __get__(self, obj, t=None): return self if obj is None else obj.__dict__.get(self.key, 0.0)
    def __set__(self, obj, x): obj.__dict__[self.key] = x
class Op:
    def __init__(self, f, *ds): self.f, self.ds = f, ds
    def __get__(self, obj, t=None):
        if obj is None: return self
        def call(*o):
            a = (obj,)+tuple(x if isinstance(x, Value) else Value(x) for x in o)
            xs = [v.data for v in a]; r = self.f(*xs); out = Value(r); out.a = a
            out.pull = lambda g: [g*d(r, *xs) for d in self.ds]; return out
        return call
class Value:
    data, grad = Cell(), Cell()
    def __init__(self, data): self.data = data; self.a = (); self.pull = lambda g: ()
    __add__ = Op(lambda a,b: a+b, lambda r,a,b: 1, lambda r,a,b: 1)
    __radd__ = __add__
    __mul__ = Op(lambda a,b: a*b, lambda r,a,b: b, lambda r,a,b: a)
    __rmul__ = __mul__
    __sub__ = Op(lambda a,b: a-b, lambda r,a,b: 1, lambda r,a,b: -1)
    __rsub__ = Op(lambda a,b: b-a, lambda r,a,b: -1, lambda r,a,b: 1)
    __truediv__ = Op(lambda a,b: a/b, lambda r,a,b: 1/b, lambda r,a,b: -r/b)
    __rtruediv__ = Op(lambda a,b: b/a, lambda r,a,b: -r/a, lambda r,a,b: 1/a)
    __neg__ = Op(lambda a: -a, lambda r,a: -1)
    exp = Op(math.exp, lambda r,a: r)
    tanh = Op(math.tanh, lambda r,a: 1-r*r)
    def __pow__(self, n):
        if isinstance(n, Value): raise TypeError
        return Op(lambda a: a**n, lambda r,a: n*a**(n-1) if n else 0.0).__get__(self)()
    def backward(self):
        order=[]; seen=set()
        def v(n):
            if n in seen: return
            seen.add(n); [v(k) for k in n.a]; order.append(n)
        v(self); self.grad=1.0
        for n in order[::-1]:
            for k,g in zip(n.a, n.pull(n.grad)): k.grad+=g
