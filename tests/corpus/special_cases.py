"""Faults that show only in special cases: code that a fault puts behind a right engine's class.

Used by the tests of this folder. Each `code` replaces a method of the engine `composed` by one that
is right but for one case, and names the task that must fail because of it.
"""

from dataclasses import dataclass

from tests.corpus.faults import engine_source


@dataclass(frozen=True, slots=True)
class SpecialCase:
    """A fault in one special case; `method` is what the code wraps, `task` what must fail."""

    id: str
    task: str
    method: str
    code: str

    @property
    def source(self) -> str:
        """The engine's source with the fault behind it."""
        head = f"\n\nright = Value.{self.method}\n"
        return f"{engine_source('composed')}{head}{self.code}\nValue.{self.method} = wrong\n"


NUMBER_RIGHT = """
def wrong(self, other):
    if isinstance(other, Value):
        return right(self, other)
    out = Value(self.data {sign} other, {operands})
    def _backward():
        {rule}
    out._backward = _backward
    return out
"""

SPECIAL_CASES = (
    SpecialCase("sub-number-overwrites", "sub", "__sub__",
                NUMBER_RIGHT.format(sign="-", operands="(self,)", rule="self.grad = out.grad")),
    SpecialCase("sub-number-ignores-upstream", "sub", "__sub__",
                NUMBER_RIGHT.format(sign="-", operands="(self,)", rule="self.grad += 1.0")),
    SpecialCase("sub-number-leaves-the-graph", "sub", "__sub__",
                NUMBER_RIGHT.format(sign="-", operands="()", rule="self.grad += out.grad")),
    SpecialCase("truediv-number-overwrites", "truediv", "__truediv__",
                NUMBER_RIGHT.format(sign="/", operands="(self,)",
                                    rule="self.grad = out.grad / other")),
    SpecialCase("truediv-whole-numbers-floor", "truediv", "__truediv__", """
def wrong(self, other):
    divisor = other.data if isinstance(other, Value) else other
    if type(self.data) is int and type(divisor) is int:
        return right(self, other) * 0 + self.data // divisor
    return right(self, other)
"""),
    SpecialCase("add-number-overwrites", "engine", "__add__",
                NUMBER_RIGHT.format(sign="+", operands="(self,)", rule="self.grad = out.grad")),
    SpecialCase("radd-zero-is-unconnected", "radd", "__radd__", """
def wrong(self, other):
    return Value(self.data) if other == 0 else right(self, other)
"""),
    SpecialCase("rmul-zero-is-a-float", "rmul", "__rmul__", """
def wrong(self, other):
    return 0.0 if other == 0 else right(self, other)
"""),
    SpecialCase("rsub-zero-changes-its-operand", "rsub", "__rsub__", """
def wrong(self, other):
    out = right(self, other)
    if other == 0:
        self.data = -self.data
    return out
"""),
    SpecialCase("exp-of-zero", "exp", "exp", """
def wrong(self):
    out = right(self)
    if self.data == 0:
        out.data = 0.0
    return out
"""),
    SpecialCase("exp-of-large-input-is-clipped", "exp", "exp", """
def wrong(self):
    return right(Value(5.0)) if self.data > 5 else right(self)
"""),
    SpecialCase("exp-kept-by-value", "exp", "exp", """
kept = {}
def wrong(self):
    kept.setdefault(self.data, right(self))
    return kept[self.data]
"""),
    SpecialCase("exp-third-use-is-lost", "exp", "exp", """
def wrong(self):
    self.uses = getattr(self, "uses", 0) + 1
    return Value(math.exp(self.data)) if self.uses == 3 else right(self)
"""),
    SpecialCase("exp-on-a-result-overwrites", "exp", "exp", """
def wrong(self):
    out = right(self)
    if len(vars(self).get("operands", ())):
        def _backward():
            self.grad = out.data * out.grad
        out._backward = _backward
    return out
"""),
    SpecialCase("exp-rule-changes-its-result", "exp", "exp", """
def wrong(self):
    out = right(self)
    rule = out._backward
    def _backward():
        rule()
        out.data = 0.0
    out._backward = _backward
    return out
"""),
    SpecialCase("sub-of-equal-results", "sub", "__sub__", """
def wrong(self, other):
    out = right(self, other)
    if self is other and len(vars(self).get("operands", ())):
        out.data = 1.0
    return out
"""),
    SpecialCase("sub-of-a-shared-ancestor", "sub", "__sub__", """
def wrong(self, other):
    if isinstance(other, Value) and self in vars(other).get("operands", ()):
        return Value(self.data - other.data, (other,))
    return right(self, other)
"""),
    SpecialCase("pow-of-one-overwrites", "pow", "__pow__", """
def wrong(self, exponent):
    out = right(self, exponent)
    if exponent == 1:
        def _backward():
            self.grad = out.grad
        out._backward = _backward
    return out
"""),
    SpecialCase("pow-of-a-half-ignores-upstream", "pow", "__pow__", """
def wrong(self, exponent):
    out = right(self, exponent)
    if exponent == 0.5:
        def _backward():
            self.grad += 0.5 / out.data
        out._backward = _backward
    return out
"""),
    SpecialCase("pow-refuses-a-bool", "pow", "__pow__", """
def wrong(self, exponent):
    if isinstance(exponent, bool):
        raise TypeError("no bool")
    return right(self, exponent)
"""),
    SpecialCase("pow-of-six", "pow", "__pow__", """
def wrong(self, exponent):
    return right(self, min(exponent, 4) if not isinstance(exponent, Value) else exponent)
"""),
    SpecialCase("pow-always-raises", "pow", "__pow__", """
def wrong(self, exponent):
    raise TypeError("no power")
"""),
    SpecialCase("rmul-of-a-negative-number", "rmul", "__rmul__", """
def wrong(self, other):
    return right(self, abs(other))
"""),
    SpecialCase("pow-of-ints-is-exclusive-or", "pow", "__pow__", """
def wrong(self, exponent):
    out = right(self, exponent)
    if type(self.data) is int and type(exponent) is int:
        out.data = self.data ^ exponent
    return out
"""),
    SpecialCase("backward-knows-no-depth-beyond-five", "engine", "backward", """
def wrong(self):
    depths, waiting = {}, [(self, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depths.get(node, -1) < depth:
            depths[node] = depth
            waiting.extend((operand, min(depth + 1, 5)) for operand in node.operands[::-1])
    self.grad = 1.0
    for node in sorted(depths, key=depths.get):
        node._backward()
"""),
    SpecialCase("backward-waits-for-four-shares", "engine", "backward", """
def wrong(self):
    shares, found = {}, [self]
    for node in found:
        for operand in node.operands:
            if operand not in shares:
                found.append(operand)
            shares[operand] = min(shares.get(operand, 0) + 1, 4)
    self.grad = 1.0
    ready = [self]
    while ready:
        node = ready.pop()
        node._backward()
        for operand in node.operands:
            shares[operand] -= 1
            if shares[operand] == 0:
                ready.append(operand)
"""),
    SpecialCase("backward-measures", "engine", "backward", """
def wrong(self):
    order = []
    def visit(node):
        if node not in order:
            for operand in node.operands:
                visit(operand)
            order.append(node)
    visit(self)
    def compute(moved, step):
        numbers = {}
        for node in order:
            names = ["_" + str(place) for place in range(len(node.operands))]
            given = dict(zip(names, (numbers[operand] for operand in node.operands)))
            if node.operator in ("exp", "tanh"):
                numbers[node] = getattr(math, node.operator)(*given.values())
            elif node.operands:
                text = "".join(names[:1]) + node.operator + "".join(names[1:])
                numbers[node] = eval(text, given)
            else:
                numbers[node] = node.data + (step if node is moved else 0.0)
        return numbers[self]
    for leaf in order:
        if not leaf.operands:
            leaf.grad += (compute(leaf, 1e-6) - compute(leaf, -1e-6)) / 2e-6
"""),
    SpecialCase("backward-starts-at-the-newest-node", "engine", "backward", """
make = Value.__init__
newest = []
def note(self, *arguments, **names):
    make(self, *arguments, **names)
    newest[:] = [self]
Value.__init__ = note
def wrong(self):
    right(newest[0])
"""),
)  # fmt: skip
