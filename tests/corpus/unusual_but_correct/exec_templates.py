# fits: ex04_operators
# graph: methods made by exec from text templates
import math
T = """
def {name}(self, {arg}):
    {wrap}
    out = Value({fwd}, ({ops},))
    def back():
        {rules}
    out._b = back
    return out
"""
class Value:
    def __init__(self, data, ops=()): self.data = data; self.ops = ops; self.grad = 0.0; self._b = None
    def backward(self):
        order, seen = [], set()
        def v(n):
            if n in seen: return
            seen.add(n)
            for o in n.ops: v(o)
            order.append(n)
        v(self); self.grad = 1.0
        for n in reversed(order):
            if n._b: n._b()
W = "other = other if isinstance(other, Value) else Value(other)"
for name, fwd, left, right in [
    ("__add__", "self.data + other.data", "1", "1"), ("__mul__", "self.data * other.data", "other.data", "self.data"),
    ("__sub__", "self.data - other.data", "1", "-1"), ("__truediv__", "self.data / other.data", "1/other.data", "-out.data/other.data"),
    ("__radd__", "other.data + self.data", "1", "1"), ("__rmul__", "other.data * self.data", "other.data", "self.data"),
    ("__rsub__", "other.data - self.data", "-1", "1"), ("__rtruediv__", "other.data / self.data", "-out.data/self.data", "1/self.data")]:
    ns = {}
    exec(T.format(name=name, arg="other", wrap=W, fwd=fwd, ops="self, other", rules=f"self.grad += ({left})*out.grad; other.grad += ({right})*out.grad"), globals(), ns)
    setattr(Value, name, ns[name])
for name, arg, wrap, fwd, d in [
    ("exp", "*_", "", "math.exp(self.data)", "out.data"), ("tanh", "*_", "", "math.tanh(self.data)", "1-out.data**2"), ("__neg__", "*_", "", "-self.data", "-1"),
    ("__pow__", "n", "if isinstance(n, Value): raise TypeError(n)", "self.data**n", "n*self.data**(n-1) if n else 0")]:
    ns = {}
    exec(T.format(name=name, arg=arg, wrap=wrap or "pass", fwd=fwd, ops="self", rules=f"self.grad += ({d})*out.grad"), globals(), ns)
    setattr(Value, name, ns[name])
