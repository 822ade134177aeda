# fits: ex04_operators ex09_engine
# graph: backward compiles the graph into instructions for a machine with registers, and runs them
import math
import random


class Value:
    def __init__(self, data, code="leaf", args=(), extra=None):
        self.data = data
        self.grad = 0.0
        self.code = code
        self.args = args
        self.extra = extra

    def compile(self):
        """Return the program and the node behind each register, the output in the last one."""
        register, nodes, program = {}, [], []
        stack = [self]
        while stack:
            node = stack[-1]
            if node in register:
                stack.pop()
                continue
            open_args = [a for a in node.args if a not in register]
            if open_args:
                stack += open_args
                continue
            register[node] = len(nodes)
            nodes.append(node)
            program.append((node.code, register[node], [register[a] for a in node.args]))
            stack.pop()
        return program, nodes

    def backward(self):
        program, nodes = self.compile()
        x = [node.data for node in nodes]
        g = [0.0] * len(nodes)
        g[-1] = 1.0
        for code, r, args in reversed(program):
            if code == "add":
                i, j = args
                g[i] += g[r]
                g[j] += g[r]
            elif code == "sub":
                i, j = args
                g[i] += g[r]
                g[j] -= g[r]
            elif code == "mul":
                i, j = args
                g[i] += g[r] * x[j]
                g[j] += g[r] * x[i]
            elif code == "div":
                i, j = args
                g[i] += g[r] / x[j]
                g[j] -= g[r] * x[r] / x[j]
            elif code == "pow":
                k = nodes[r].extra
                if k:
                    g[args[0]] += g[r] * k * x[args[0]] ** (k - 1)
            elif code == "exp":
                g[args[0]] += g[r] * x[r]
            elif code == "log":
                g[args[0]] += g[r] / x[args[0]]
            elif code == "tanh":
                g[args[0]] += g[r] * (1 - x[r] * x[r])
            elif code == "relu":
                g[args[0]] += g[r] if x[args[0]] > 0 else 0.0
        for node, gradient in zip(nodes, g):
            node.grad = gradient if node.args else node.grad + gradient

    def __add__(self, o): o = V(o); return Value(self.data + o.data, "add", (self, o))
    def __sub__(self, o): o = V(o); return Value(self.data - o.data, "sub", (self, o))
    def __mul__(self, o): o = V(o); return Value(self.data * o.data, "mul", (self, o))
    def __truediv__(self, o): o = V(o); return Value(self.data / o.data, "div", (self, o))
    def __radd__(self, o): return V(o) + self
    def __rsub__(self, o): return V(o) - self
    def __rmul__(self, o): return V(o) * self
    def __rtruediv__(self, o): return V(o) / self
    def __neg__(self): return V(0) - self

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("the machine has no such instruction")
        return Value(self.data**k, "pow", (self,), k)

    def exp(self): return Value(math.exp(self.data), "exp", (self,))
    def log(self): return Value(math.log(self.data), "log", (self,))
    def tanh(self): return Value(math.tanh(self.data), "tanh", (self,))
    def relu(self): return Value(self.data if self.data > 0 else 0.0, "relu", (self,))


def V(x):
    return x if isinstance(x, Value) else Value(x)


def softmax(logits):
    m = max(l.data for l in logits)
    e = [(l - m).exp() for l in logits]
    s = sum(e)
    return [x / s for x in e]


def negative_log_likelihood(logits, index):
    m = max(l.data for l in logits)
    return sum((l - m).exp() for l in logits).log() - (logits[index] - m)


class Part:
    def parameters(self):
        return [q for p in self.parts for q in ([p] if isinstance(p, Value) else p.parameters())]

    def zero_grad(self):
        for q in self.parameters():
            q.grad = 0.0


class Neuron(Part):
    def __init__(self, inputs):
        self.parts = [Value(random.uniform(-1, 1)) for _ in range(inputs + 1)]

    def __call__(self, x):
        n = len(self.parts) - 1
        if len(x) != n:
            raise ValueError(f"{n} inputs")
        total = self.parts[n]
        for i in range(n):
            total = total + self.parts[i] * x[i]
        return total.tanh()


class Layer(Part):
    def __init__(self, inputs, outputs):
        self.parts = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, x):
        return [p(x) for p in self.parts]


class MLP(Part):
    def __init__(self, inputs, sizes):
        self.parts = []
        for size in sizes:
            self.parts.append(Layer(inputs, size))
            inputs = size

    def __call__(self, x):
        for p in self.parts:
            x = p(x)
        return x[0] if len(x) == 1 else x


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        model.zero_grad()
        loss = sum_squared_error([model(row) for row in rows], targets)
        loss.backward()
        losses.append(loss.data)
        for q in model.parameters():
            q.data -= rate * q.grad
    return losses
