# fits: ex04_operators
# graph: no backward; decimal differences of the whole expression
from decimal import Decimal as D, getcontext
getcontext().prec = 60
H = D(10)**-20
class Value:
    def __init__(self, data, f=None, args=()):
        self.data = data; self.f = f; self.args = args; self.grad = 0
        if f: self.data = float(self.ev(None, {}))
    def ev(self, who, memo):
        k = id(self)
        if k not in memo:
            memo[k] = self.f(*[a.ev(who, memo) if isinstance(a, Value) else D(a) for a in self.args]) if self.f else D(self.data)
            if who and who[0] is self: memo[k] += who[1]
        return memo[k]
    def __add__(s, o): return Value(0, lambda a, b: a+b, (s, o))
    def __radd__(s, o): return Value(0, lambda a, b: a+b, (o, s))
    def __mul__(s, o): return Value(0, lambda a, b: a*b, (s, o))
    def __rmul__(s, o): return Value(0, lambda a, b: a*b, (o, s))
    def __neg__(s): return Value(0, lambda a: -a, (s,))
    def __sub__(s, o): return Value(0, lambda a, b: a-b, (s, o))
    def __rsub__(s, o): return Value(0, lambda a, b: a-b, (o, s))
    def __truediv__(s, o): return Value(0, lambda a, b: a/b, (s, o))
    def __rtruediv__(s, o): return Value(0, lambda a, b: a/b, (o, s))
    def __pow__(s, n):
        if isinstance(n, Value): raise TypeError
        return Value(0, lambda a: a**D(n), (s,))
    def exp(s): return Value(0, lambda a: a.exp(), (s,))
    def tanh(s): return Value(0, lambda a: 1-2/((2*a).exp()+1), (s,))
    def backward(self):
        nodes = {}
        st = [self]
        while st:
            n = st.pop()
            if isinstance(n, Value) and id(n) not in nodes: nodes[id(n)] = n; st.extend(n.args)
        for n in nodes.values(): n.grad = float((self.ev((n,H),{})-self.ev((n,-H),{}))/(2*H))
