# fits: ex04_operators ex09_engine
# graph: an empty class; every cell hangs one operator and its rule on it, rules stand in a dict
# %%
import math
import random
DEBUG = False
RULES = {}

class Value:
    pass

# %%
def __init__(self, data):
    self.data = data
    self.grad = 0.0
    self.kind = 'leaf'
    self.inputs = []
Value.__init__ = __init__

def show(self):
    return '[%s %s g=%s]' % (self.kind, self.data, self.grad)
Value.__repr__ = show

# %%
def make(kind, data, *inputs):
    out = Value(data)
    out.kind = kind
    out.inputs = list(inputs)
    if DEBUG:
        print(f"made {out}")
    return out

def operator(kind, rule):
    """Put the decorated function into the class, under its own name."""
    RULES[kind] = rule
    def put(function):
        setattr(Value, function.__name__, function)
        return function
    return put

# %% plus
@operator('+', lambda g, y, a, b: (g, g))
def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    return make('+', self.data + other.data, self, other)

# %% times
@operator('*', lambda g, y, a, b: (g * b, g * a))
def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    return make('*', self.data * other.data, self, other)

# %% first try, by differences: too inexact, so it is written over two cells below
def backward(self):
    self.grad = 1.0
    for x in self.inputs:
        x.grad = 0.001
Value.backward = backward

# %%
def sort(output):
    ready, entered = [], set()
    stack = [(output, 'in')]
    while stack:
        node, way = stack.pop()
        if way == 'out':
            ready.append(node)
        elif id(node) not in entered:
            entered.add(id(node))
            stack.append((node, 'out'))
            for x in node.inputs:
                stack.append((x, 'in'))
    return ready

# %%
def backward(self):
    self.grad = 1.0
    for node in sort(self)[::-1]:
        if node.kind != 'leaf':
            numbers = [x.data for x in node.inputs]
            for x, share in zip(node.inputs, RULES[node.kind](node.grad, node.data, *numbers)):
                x.grad += share
Value.backward = backward

# %%
a, b = Value(2.0), Value(3.0)
(a * b + a).backward()
print(a, b)
assert a.grad == 4.0
del a, b

# %% functions
@operator('exp', lambda g, y, a: (g * y,))
def exp(self): return make('exp', math.exp(self.data), self)

@operator('log', lambda g, y, a: (g / a,))
def log(self): return make('log', math.log(self.data), self)

@operator('tanh', lambda g, y, a: (g * (1 - y * y),))
def tanh(self): return make('tanh', math.tanh(self.data), self)

@operator('relu', lambda g, y, a: (g if a > 0 else 0.0,))
def relu(self): return make('relu', self.data if self.data > 0 else 0.0, self)

@operator('1/', lambda g, y, a: (-g * y * y,))
def reciprocal(self): return make('1/', 1 / self.data, self)

# %% powers: each exponent has a rule of its own
def __pow__(self, k):
    if isinstance(k, Value):
        raise TypeError('Value ** Value')
    RULES['** %r' % k] = lambda g, y, a: (g * k * a ** (k - 1) if k != 0 else 0.0,)
    return make('** %r' % k, self.data ** k, self)
Value.__pow__ = __pow__

# %% the rest is put together
Value.__neg__ = lambda self: self * -1
Value.__sub__ = lambda self, other: self + other * -1
Value.__truediv__ = lambda self, other: self * (other.reciprocal() if isinstance(other, Value) else 1 / other)
Value.__radd__ = lambda self, number: self + number
Value.__rmul__ = lambda self, number: self * number
Value.__rsub__ = lambda self, number: self * -1 + number
Value.__rtruediv__ = lambda self, number: self.reciprocal() * number

# %%
def softmax(logits):
    top = max(z.data for z in logits)
    powers = [(z - top).exp() for z in logits]
    ratio = sum(powers).reciprocal()
    return [p * ratio for p in powers]

def negative_log_likelihood(logits, index):
    top = max(z.data for z in logits)
    return sum((z - top).exp() for z in logits).log() + top - logits[index]

# %%
class Neuron: pass
class Layer: pass
class MLP: pass

def zero_grad(self):
    for p in self.parameters():
        p.grad = 0.0
Neuron.zero_grad = Layer.zero_grad = MLP.zero_grad = zero_grad

def new_neuron(self, inputs):
    self.w = [Value(random.uniform(-1, 1)) for i in range(inputs)]
    self.b = Value(random.uniform(-1, 1))
def call_neuron(self, x):
    if len(x) != len(self.w):
        raise ValueError('%d inputs' % len(self.w))
    return sum([w * xi for w, xi in zip(self.w, x)], self.b).tanh()
Neuron.__init__, Neuron.__call__ = new_neuron, call_neuron
Neuron.parameters = lambda self: self.w + [self.b]

def new_layer(self, inputs, outputs):
    self.neurons = [Neuron(inputs) for i in range(outputs)]
Layer.__init__ = new_layer
Layer.__call__ = lambda self, x: [n(x) for n in self.neurons]
Layer.parameters = lambda self: [p for n in self.neurons for p in n.parameters()]

def new_mlp(self, inputs, sizes):
    self.layers = [Layer(i, o) for i, o in zip([inputs] + sizes, sizes)]
def call_mlp(self, x):
    for layer in self.layers:
        x = layer(x)
    return x[0] if len(x) == 1 else x
MLP.__init__, MLP.__call__ = new_mlp, call_mlp
MLP.parameters = lambda self: [p for layer in self.layers for p in layer.parameters()]

# %%
def sum_squared_error(predictions, targets):
    return sum([(p - t) ** 2 for p, t in zip(predictions, targets)])

def train(model, rows, targets, steps, rate):
    losses = []
    for step in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        model.zero_grad()
        loss.backward()
        losses.append(loss.data)
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
