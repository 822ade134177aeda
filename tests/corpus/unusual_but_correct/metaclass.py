# fits: ex04_operators
# graph: a metaclass writes the operators from a table
import math, operator as op
RULES = {
 "add": (op.add, lambda a,b,r: (1.0,1.0)), "mul": (op.mul, lambda a,b,r: (b,a)),
 "sub": (op.sub, lambda a,b,r: (1.0,-1.0)), "truediv": (op.truediv, lambda a,b,r: (1/b, -r/b)),
}
class Meta(type):
    def __new__(m, name, bases, ns):
        for k, (f, d) in RULES.items():
            def make(f=f, d=d):
                def plain(self, o):
                    o = o if isinstance(o, Value) else Value(o)
                    r = f(self.data, o.data); return Value._new(r, (self, o), d(self.data, o.data, r))
                return plain, lambda self, o: plain(Value(o), self)
            ns[f"__{k}__"], ns[f"__r{k}__"] = make()
        for k, f, d in (("exp", math.exp, lambda r: r), ("tanh", math.tanh, lambda r: 1-r*r), ("__neg__", op.neg, lambda r: -1.0)):
            def u(self, f=f, d=d):
                r = f(self.data); return Value._new(r, (self,), (d(r),))
            ns[k] = u
        return super().__new__(m, name, bases, ns)
class Value(metaclass=Meta):
    __slots__ = "data", "grad", "_p", "_d"
    def __init__(self, data): self.data, self.grad, self._p, self._d = data, 0, (), ()
    @classmethod
    def _new(c, r, p, d): v = c(r); v._p, v._d = p, d; return v
    def __pow__(self, n):
        if not isinstance(n, (int, float)): raise TypeError(n)
        return Value._new(self.data**n, (self,), (n and n*self.data**(n-1),))
    def backward(self):
        order = []
        def v(n):
            if n not in order:
                for p in n._p: v(p)
                order.append(n)
        v(self)
        for n in order: n.grad = 0
        self.grad = 1
        for n in order[::-1]:
            for p, d in zip(n._p, n._d): p.grad += d*n.grad
