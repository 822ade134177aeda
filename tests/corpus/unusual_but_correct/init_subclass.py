# fits: ex04_operators
# graph: a registered subclass for each operator, consumers counted
import math
class Value:
    REG = {}
    def __init_subclass__(cls, sym, **k): super().__init_subclass__(**k); Value.REG[sym] = cls
    def __init__(self, data): self.data = data; self.args = (); self.grad = 0.0
    def of(self, sym, *a): return Value.REG[sym](*[x if isinstance(x, Value) else Value(x) for x in a])
    def __add__(s, o): return s.of("+", s, o)
    def __radd__(s, o): return s.of("+", o, s)
    def __mul__(s, o): return s.of("*", s, o)
    def __rmul__(s, o): return s.of("*", o, s)
    def __sub__(s, o): return s.of("-", s, o)
    def __rsub__(s, o): return s.of("-", o, s)
    def __truediv__(s, o): return s.of("/", s, o)
    def __rtruediv__(s, o): return s.of("/", o, s)
    def __neg__(s): return s.of("~", s)
    def __pow__(s, o): return s.of("^", s, o)
    def exp(s): return s.of("e", s)
    def tanh(s): return s.of("t", s)
    def backward(s):
        post = []; seen = set()
        st = [s]
        # Kahn on reversed graph
        cnt = {}
        while st:
            n = st.pop()
            if n in seen: continue
            seen.add(n)
            for a in n.args: cnt[a] = cnt.get(a, 0)+1; st.append(a)
        for n in seen: n.grad = 0.0
        s.grad = 1.0; ready = [s]
        while ready:
            n = ready.pop()
            for a, d in zip(n.args, n.local() if n.args else ()):
                a.grad += d*n.grad; cnt[a] -= 1
                if cnt[a] == 0: ready.append(a)
class Op(Value, sym=None):
    def __init__(self, *args): super().__init__(self.f(*[a.data for a in args])); self.args = args
class Add(Op, sym="+"):
    f = staticmethod(lambda a, b: a+b)
    def local(self): return 1, 1
class Sub(Op, sym="-"):
    f = staticmethod(lambda a, b: a-b)
    def local(self): return 1, -1
class Mul(Op, sym="*"):
    f = staticmethod(lambda a, b: a*b)
    def local(self): a, b = self.args; return b.data, a.data
class Div(Op, sym="/"):
    f = staticmethod(lambda a, b: a/b)
    def local(self): a, b = self.args; return 1/b.data, -a.data/b.data**2
class Neg(Op, sym="~"):
    f = staticmethod(lambda a: -a)
    def local(self): return -1,
class Exp(Op, sym="e"):
    f = staticmethod(math.exp)
    def local(self): return self.data,
class Tanh(Op, sym="t"):
    f = staticmethod(math.tanh)
    def local(self): return 1-self.data**2,
class Pow(Op, sym="^"):
    f = staticmethod(lambda a, b: a**b)
    def local(self):
        a, b = [x.data for x in self.args]
        return (b*a**(b-1) if b else 0.0), (self.data*math.log(a) if a > 0 else 0.0)
