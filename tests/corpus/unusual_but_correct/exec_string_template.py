# fits: ex09_engine
# graph: methods written by exec from string.Template; operands as attributes x and y
import math
from random import Random
from string import Template

rng = Random()
METHOD = Template('''
def $name(self$parameter):
    $prepare
    a$b = self.data$other_data
    r = $formula
    out = Value(r)
    out.x, out.dx = self, $by_a
    $second
    return out
''')

LIFT = "other = other if isinstance(other, Value) else Value(other)"
BINARY = {
    "add": ("a + b", "1.0", "1.0"),
    "sub": ("a - b", "1.0", "-1.0"),
    "mul": ("a * b", "b", "a"),
    "truediv": ("a / b", "1 / b", "-r / b"),
}
UNARY = {
    "__neg__": ("-a", "-1.0"),
    "exp": ("math.exp(a)", "r"),
    "log": ("math.log(a)", "1 / a"),
    "tanh": ("math.tanh(a)", "1 - r * r"),
    "relu": ("a if a > 0 else 0.0", "1.0 if a > 0 else 0.0"),
}


class Value:
    x = y = dx = dy = None

    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def backward(self):
        order, stack, seen = [], [self], set()
        while stack:
            node = stack.pop()
            if isinstance(node, tuple):
                order.append(node[0])
            elif node is not None and id(node) not in seen:
                seen.add(id(node))
                stack += [(node,), node.x, node.y]
        self.grad = 1.0
        for node in reversed(order):
            if node.x is not None:
                node.x.grad += node.dx * node.grad
            if node.y is not None:
                node.y.grad += node.dy * node.grad


def define(name, **words):
    names = {}
    exec(METHOD.substitute(words, name=name), globals(), names)
    setattr(Value, name, names[name])


for _name, (_f, _da, _db) in BINARY.items():
    define(f"__{_name}__", parameter=", other", prepare=LIFT, b=", b", other_data=", other.data",
           formula=_f, by_a=_da, second=f"out.y, out.dy = other, {_db}")
    define(f"__r{_name}__", parameter=", other", prepare=LIFT, b="", other_data="",
           formula=f"other.__{_name}__(self)", by_a="None", second="out = r")
for _name, (_f, _da) in UNARY.items():
    define(_name, parameter="", prepare="pass", b="", other_data="",
           formula=_f, by_a=_da, second="pass")
define("__pow__", parameter=", k", b="", other_data="",
       prepare="if isinstance(k, Value): raise TypeError('exponent')",
       formula="a ** k", by_a="k * a ** (k - 1)", second="pass")


def softmax(logits):
    top = max(v.data for v in logits)
    powers = [(v - top).exp() for v in logits]
    total = sum(powers)
    return [p / total for p in powers]


def negative_log_likelihood(logits, index):
    top = max(v.data for v in logits)
    return sum((v - top).exp() for v in logits).log() - (logits[index] - top)


PART = Template('''
class $name:
    def __init__(self, inputs$parameters):
        self.parts = $parts

    def __call__(self, x):
        $call

    def parameters(self):
        return [p for part in self.parts for p in $inner]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0
''')

exec(PART.substitute(
    name="Neuron", parameters="", inner="[part]",
    parts="[Value(rng.uniform(-1, 1)) for _ in range(inputs + 1)]",
    call="""if len(x) != len(self.parts) - 1: raise ValueError("length of x")
        return sum((w * v for w, v in zip(self.parts, x)), self.parts[-1]).tanh()""",
))
exec(PART.substitute(
    name="Layer", parameters=", outputs", inner="part.parameters()",
    parts="[Neuron(inputs) for _ in range(outputs)]",
    call="return [part(x) for part in self.parts]",
))
exec(PART.substitute(
    name="MLP", parameters=", sizes", inner="part.parameters()",
    parts="[Layer(i, o) for i, o in zip([inputs, *sizes], sizes)]",
    call="""for part in self.parts: x = part(x)
        return x[0] if len(x) == 1 else x""",
))


def sum_squared_error(predictions, targets):
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        model.zero_grad()
        loss.backward()
        losses.append(loss.data)
        for p in model.parameters():
            p.data -= rate * p.grad
    return losses
