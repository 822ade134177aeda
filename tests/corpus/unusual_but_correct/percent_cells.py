# fits: ex04_operators ex09_engine
# graph: operands and a bound method of the operator object; notebook cells
# %% [markdown]
# # My engine
# Written in the notebook, exported as percent format.

# %%
import math
import random


class Operator:
    """An operator with its operands. Calling it computes, `push` goes the other way."""

    def __init__(self, *operands):
        self.operands = operands

    def __call__(self):
        self.out = Value(self.forward(*[x.data for x in self.operands]))
        self.out.push = self.push
        self.out.operands = self.operands
        return self.out

    def push(self):
        for x, d in zip(self.operands, self.derivatives(*[x.data for x in self.operands])):
            x.grad += d * self.out.grad


# %%
class Plus(Operator):
    def forward(self, a, b): return a + b
    def derivatives(self, a, b): return 1, 1

class Times(Operator):
    def forward(self, a, b): return a * b
    def derivatives(self, a, b): return b, a

class Inverse(Operator):
    def forward(self, a): return 1 / a
    def derivatives(self, a): return [-1 / a ** 2]

class Exp(Operator):
    def forward(self, a): return math.exp(a)
    def derivatives(self, a): return [math.exp(a)]

class Log(Operator):
    def forward(self, a): return math.log(a)
    def derivatives(self, a): return [1 / a]

class Tanh(Operator):
    def forward(self, a): return math.tanh(a)
    def derivatives(self, a): return [1 - math.tanh(a) ** 2]

class Relu(Operator):
    def forward(self, a): return a if a > 0 else 0.0
    def derivatives(self, a): return [1.0 if a > 0 else 0.0]

class Power(Operator):
    def __init__(self, base, k): super().__init__(base); self.k = k
    def forward(self, a): return a ** self.k
    def derivatives(self, a): return [self.k * a ** (self.k - 1) if self.k else 0.0]


# %%
class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.operands = ()
        self.push = lambda: None

    def __add__(self, x): return Plus(self, as_node(x))()
    def __radd__(self, x): return Plus(as_node(x), self)()
    def __mul__(self, x): return Times(self, as_node(x))()
    def __rmul__(self, x): return Times(as_node(x), self)()
    def __neg__(self): return self * -1
    def __sub__(self, x): return self + -as_node(x)
    def __rsub__(self, x): return as_node(x) + -self
    def __truediv__(self, x): return self * Inverse(as_node(x))()
    def __rtruediv__(self, x): return as_node(x) * Inverse(self)()
    def exp(self): return Exp(self)()
    def log(self): return Log(self)()
    def tanh(self): return Tanh(self)()
    def relu(self): return Relu(self)()

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("no Value in the exponent")
        return Power(self, k)()

    def backward(self):
        order, seen, stack = [], set(), [(0, self)]
        while stack:
            stage, node = stack.pop()
            if stage == 1:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((1, node))
                stack.extend((0, x) for x in node.operands)
        self.grad = 1.0
        for node in reversed(order):
            node.push()


def as_node(x):
    return x if isinstance(x, Value) else Value(x)

# %% [markdown]
# ## Does it work?

# %%
a, b = Value(2.0), Value(-3.0)
c = a * b + a
c.backward()
print(c.data, a.grad, b.grad)  # -4.0 -2.0 2.0
assert (a.grad, b.grad) == (-2.0, 2.0)

# %%
def softmax(logits):
    m = max(z.data for z in logits)
    e = [(z - m).exp() for z in logits]
    inverse = Inverse(sum(e))()
    return [x * inverse for x in e]

def negative_log_likelihood(logits, index):
    m = max(z.data for z in logits)
    return Log(sum((z - m).exp() for z in logits))() + m - logits[index]

# %%
class Neuron:
    def __init__(self, inputs):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.b = Value(random.uniform(-1, 1))
    def __call__(self, x):
        if len(x) != len(self.w):
            raise ValueError("len(x)")
        s = self.b
        for i in range(len(x)):
            s = s + self.w[i] * x[i]
        return s.tanh()
    def parameters(self):
        return self.w + [self.b]
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0

class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]
    def __call__(self, x):
        return [n(x) for n in self.neurons]
    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]
    def zero_grad(self):
        for n in self.neurons: n.zero_grad()

class MLP:
    def __init__(self, inputs, sizes):
        self.layers = []
        for n in sizes:
            self.layers.append(Layer(inputs, n))
            inputs = n
    def __call__(self, x):
        for l in self.layers: x = l(x)
        return x[0] if len(x) == 1 else x
    def parameters(self):
        return [p for l in self.layers for p in l.parameters()]
    def zero_grad(self):
        for l in self.layers: l.zero_grad()

# %%
def sum_squared_error(predictions, targets):
    return sum((p - t) * (p - t) for p, t in zip(predictions, targets))

def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(r) for r in rows], targets)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
        losses.append(loss.data)
    return losses

# %%
net = MLP(2, [3, 1])
print(train(net, [[0.0, 1.0], [1.0, 0.0]], [1.0, -1.0], 3, 0.1))
