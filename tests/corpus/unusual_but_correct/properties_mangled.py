# fits: ex04_operators
import math as m
class Value:
    def __init__(self, data, *, _from=()):
        self.__data = data; self.__grad = 0; self.__from = _from
    @property
    def data(self): return self.__data
    @data.setter
    def data(self, x): self.__data = x
    @property
    def grad(self): return self.__grad
    @grad.setter
    def grad(self, x): self.__grad = x
    @staticmethod
    def __lift(o): return o if isinstance(o, Value) else Value(o)
    def __add__(self, other): other = self.__lift(other); return Value(self.__data+other.__data, _from=((self,1),(other,1)))
    def __mul__(self, other): other = self.__lift(other); return Value(self.__data*other.__data, _from=((self,other.__data),(other,self.__data)))
    def __radd__(self, other): return self.__add__(other)
    def __rmul__(self, other): return self.__mul__(other)
    def __neg__(self): return Value(-self.__data, _from=((self,-1),))
    def __sub__(self, other): return self.__add__(self.__lift(other).__neg__())
    def __rsub__(self, other): return self.__neg__().__add__(other)
    def __truediv__(self, other):
        o = self.__lift(other); q = self.__data/o.__data
        return Value(q, _from=((self,1/o.__data),(o,-q/o.__data)))
    def __rtruediv__(self, other): return self.__lift(other).__truediv__(self)
    def __pow__(self, n):
        match n:
            case bool() | int() | float(): return Value(self.__data**n, _from=((self, n*self.__data**(n-1) if n else 0),))
            case _: raise TypeError(f"{n} as exponent")
    def exp(self): return Value(m.exp(self.__data), _from=((self, m.exp(self.__data)),))
    def tanh(self): return Value(m.tanh(self.__data), _from=((self, 1-m.tanh(self.__data)**2),))
    def backward(self):
        order = []; seen = set()
        def visit(v):
            if v not in seen:
                seen.add(v)
                for p, _ in v.__from: visit(p)
                order.append(v)
        visit(self); self.__grad = 1
        for v in reversed(order):
            for p, d in v.__from: p.__grad += d*v.__grad
