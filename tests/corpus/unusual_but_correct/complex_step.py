# fits: ex04_operators
# graph: no backward; every node recomputed with a small imaginary part
import cmath
class Value:
    def __init__(self, data, f=None, args=()):
        self.args = args; self.f = f; self.grad = 0.0; self.leafdata = data
    @property
    def data(self): return self.ev({}, None).real
    @data.setter
    def data(self, x): self.leafdata = x
    def ev(self, memo, bumped):
        if id(self) not in memo:
            if self.f is None: x = complex(self.leafdata)
            else: x = self.f(*[a.ev(memo, bumped) for a in self.args])
            if self is bumped: x += 1e-100j
            memo[id(self)] = x
        return memo[id(self)]
    def up(self, f, *o):
        return Value(0, f, (self,) + tuple(x if isinstance(x, Value) else Value(x) for x in o))
    def __add__(s, o): return s.up(lambda a, b: a+b, o)
    def __radd__(s, o): return s.up(lambda a, b: b+a, o)
    def __mul__(s, o): return s.up(lambda a, b: a*b, o)
    def __rmul__(s, o): return s.up(lambda a, b: b*a, o)
    def __neg__(s): return s.up(lambda a: -a)
    def __sub__(s, o): return s.up(lambda a, b: a-b, o)
    def __rsub__(s, o): return s.up(lambda a, b: b-a, o)
    def __truediv__(s, o): return s.up(lambda a, b: a/b, o)
    def __rtruediv__(s, o): return s.up(lambda a, b: b/a, o)
    def __pow__(s, n):
        if isinstance(n, Value): raise NotImplementedError("exponent")
        if n == int(n): return s.up(lambda a: a**int(n))
        return s.up(lambda a: a**n)
    def exp(s): return s.up(cmath.exp)
    def tanh(s): return s.up(cmath.tanh)
    def backward(self):
        todo, seen = [self], {}
        while todo:
            n = todo.pop()
            if id(n) not in seen: seen[id(n)] = n; todo += n.args
        for n in seen.values(): n.grad = self.ev({}, n).imag / 1e-100
