# fits: ex04_operators ex09_engine
# graph: pairs of operand and lambda of the upstream gradient, two-space indentation
import math, random

const = lambda x: x if isinstance(x, Value) else Value(x)

class Value:
  def __init__(self, data, *pairs):
    self.data, self.pairs, self.grad = data, pairs, 0.0

  __add__ = lambda a, b: plus(a, const(b))
  __radd__ = lambda a, b: plus(const(b), a)
  __mul__ = lambda a, b: times(a, const(b))
  __rmul__ = lambda a, b: times(const(b), a)
  __neg__ = lambda a: Value(-a.data, (a, lambda g: -g))
  __sub__ = lambda a, b: plus(a, -const(b))
  __rsub__ = lambda a, b: plus(const(b), -a)
  __truediv__ = lambda a, b: times(a, const(b).inverse())
  __rtruediv__ = lambda a, b: times(const(b), a.inverse())
  inverse = lambda a: Value(1 / a.data, (a, lambda g: -g / a.data ** 2))
  exp = lambda a: (lambda e: Value(e, (a, lambda g: g * e)))(math.exp(a.data))
  log = lambda a: Value(math.log(a.data), (a, lambda g: g / a.data))
  tanh = lambda a: (lambda t: Value(t, (a, lambda g: g - g * t * t)))(math.tanh(a.data))
  relu = lambda a: Value(a.data, (a, lambda g: g)) if a.data > 0 else Value(0.0, (a, lambda g: 0.0))

  def __pow__(a, k):
    if isinstance(k, Value):
      raise TypeError("only numbers as exponents")
    return Value(a.data ** k, (a, lambda g: g * k * a.data ** (k - 1) if k else 0.0))

  def backward(self):
    state, order, stack = {}, [], [self]
    while stack:
      node = stack[-1]
      if state.get(node) is None:
        state[node] = "open"
        stack += [a for a, _ in node.pairs if a not in state]
      else:
        stack.pop()
        if state[node] == "open":
          state[node] = "closed"
          order.append(node)
    self.grad = 1.0
    for node in order[::-1]:
      for operand, share in node.pairs:
        operand.grad = operand.grad + share(node.grad)

def plus(a, b):
  return Value(a.data + b.data, (a, lambda g: g), (b, lambda g: g))

def times(a, b):
  return Value(a.data * b.data, (a, lambda g: g * b.data), (b, lambda g: g * a.data))

def softmax(logits):
  top = max(a.data for a in logits)
  es = [(a + -top).exp() for a in logits]
  norm = sum(es).inverse()
  return [e * norm for e in es]

def negative_log_likelihood(logits, index):
  top = max(a.data for a in logits)
  return sum((a + -top).exp() for a in logits).log() - (logits[index] + -top)

# A network is a tree of functions; the classes only hold it.
def neuron(inputs):
  ws = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
  b = Value(random.uniform(-1, 1))
  def call(xs):
    if len(xs) != inputs:
      raise ValueError("expected %d inputs, got %d" % (inputs, len(xs)))
    s = b
    for w, x in zip(ws, xs):
      s = s + w * x
    return s.tanh()
  return call, [*ws, b]

def layer(inputs, outputs):
  parts = [neuron(inputs) for _ in range(outputs)]
  return lambda xs: [call(xs) for call, _ in parts], [p for _, ps in parts for p in ps]

def mlp(inputs, sizes):
  parts = [layer(i, o) for i, o in zip([inputs] + list(sizes), sizes)]
  def call(xs):
    for f, _ in parts:
      xs = f(xs)
    return xs if len(xs) != 1 else xs[0]
  return call, [p for _, ps in parts for p in ps]

class Part:
  def __init__(self, *shape):
    self.call, self.all = self.make(*shape)
  def __call__(self, xs):
    return self.call(xs)
  def parameters(self):
    return list(self.all)
  def zero_grad(self):
    for p in self.all:
      p.grad = 0.0

class Neuron(Part): make = staticmethod(neuron)
class Layer(Part): make = staticmethod(layer)
class MLP(Part): make = staticmethod(mlp)

def sum_squared_error(predictions, targets):
  return sum((p - t) ** 2 for p, t in zip(predictions, targets))

def train(model, rows, targets, steps, rate):
  def step():
    loss = sum_squared_error([model(row) for row in rows], targets)
    model.zero_grad()
    loss.backward()
    for p in model.parameters():
      p.data -= rate * p.grad
    return loss.data
  return [step() for _ in range(steps)]
