# fits: ex04_operators
import math
def my_exp(x):
    k = round(x/math.log(2)); r = x-k*math.log(2); t = s = 1.0
    for i in range(1, 25): t *= r/i; s += t
    return math.ldexp(s, k)
def my_pow(x, n):
    if n == int(n):
        n = int(n); r, b, k = 1.0, x, abs(n)
        while k:
            if k & 1: r *= b
            b *= b; k >>= 1
        return r if n >= 0 else 1/r
    return my_exp(n*math.log(x))
class Value:
    def __init__(self, data, operands=(), operator="", label=""):
        self.data, self.grad, self.operands, self.operator, self.label = data, 0.0, tuple(operands), operator, label
        self._backward = lambda: None
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        def f(): self.grad += out.grad; other.grad += out.grad
        out._backward = f; return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        def f(): self.grad += out.grad*other.data; other.grad += out.grad*self.data
        out._backward = f; return out
    def one(self, x, d):
        out = Value(x, (self,))
        def f(): self.grad += d*out.grad
        out._backward = f; return out
    def exp(self): e = my_exp(self.data); return self.one(e, e)
    def tanh(self): e = my_exp(2*self.data); t = (e-1)/(e+1); return self.one(t, 4*e/(e+1)**2)
    def __pow__(self, n):
        if isinstance(n, Value): raise TypeError("constant")
        return self.one(my_pow(self.data, n), n*my_pow(self.data, n-1) if n else 0.0)
    def __neg__(self): return Value(-1)*self
    def __radd__(self, o): return Value(o)+self
    def __rmul__(self, o): return Value(o)*self
    def __sub__(self, o): return self+(-(o if isinstance(o, Value) else Value(o)))
    def __rsub__(self, o): return Value(o)-self
    def __truediv__(self, o): return self*((o if isinstance(o, Value) else Value(o))**-1)
    def __rtruediv__(self, o): return Value(o)/self
    def backward(self):
        order=[]; seen=set()
        def v(n):
            if n not in seen: seen.add(n); [v(k) for k in n.operands]; order.append(n)
        v(self); self.grad = 1.0
        for n in reversed(order): n._backward()
