# fits: ex04_operators
# graph: nothing is computed before data is read; tables of rules
import math
class Value:
    def __init__(self, data=None, op=None, args=()):
        self._data, self.op, self.args, self.grad = data, op, args, 0.0
    @property
    def data(self):
        if self._data is None: self._data = FORWARD[self.op](*[a.data for a in self.args])
        return self._data
    def __add__(s, o): return Value(None, "add", (s, w(o)))
    def __mul__(s, o): return Value(None, "mul", (s, w(o)))
    def __radd__(s, o): return Value(None, "add", (w(o), s))
    def __rmul__(s, o): return Value(None, "mul", (w(o), s))
    def __neg__(s): return Value(None, "neg", (s,))
    def __sub__(s, o): return Value(None, "sub", (s, w(o)))
    def __rsub__(s, o): return Value(None, "sub", (w(o), s))
    def __truediv__(s, o): return Value(None, "div", (s, w(o)))
    def __rtruediv__(s, o): return Value(None, "div", (w(o), s))
    def __pow__(s, o):
        if isinstance(o, Value): return Value(None, "refuse", (s, o))
        return Value(None, "pow", (s, w(o)))
    def exp(s): return Value(None, "exp", (s,))
    def tanh(s): return Value(None, "tanh", (s,))
    def backward(s):
        order, seen = [], set()
        def v(n):
            if n in seen: return
            seen.add(n)
            for a in n.args: v(a)
            order.append(n)
        v(s); s.grad = 1.0
        for n in reversed(order):
            if n.op:
                for a, d in zip(n.args, BACK[n.op](n.data, *[a.data for a in n.args])): a.grad += d*n.grad
def w(o): return o if isinstance(o, Value) else Value(o)
FORWARD = dict(add=lambda a,b:a+b, mul=lambda a,b:a*b, neg=lambda a:-a, sub=lambda a,b:a-b, div=lambda a,b:a/b, pow=lambda a,b:a**b, exp=math.exp, tanh=math.tanh)
BACK = dict(add=lambda r,a,b:(1,1), mul=lambda r,a,b:(b,a), neg=lambda r,a:(-1,), sub=lambda r,a,b:(1,-1), div=lambda r,a,b:(1/b,-a/b**2),
    pow=lambda r,a,b:(b*a**(b-1) if b else 0, 0), exp=lambda r,a:(r,), tanh=lambda r,a:(1-r*r,))

def refuse(*_): raise TypeError("a Value as exponent")
FORWARD["refuse"] = refuse
