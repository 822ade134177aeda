"""The shapes that a tiny program can have, smallest first.

Used by the bank: each usage of an operator is put into each form that fits it, with numbers drawn
there. A form decides which nodes are used again, since reuse is where engines go wrong: a node's
consumers nearest the output run first in a backward pass, so in `op(a) * a` the product has left
its gradient in `a` before op's own rule runs, and a rule that overwrites is caught in any order. An
operand that is itself a result shows whether the graph goes on behind it; a leaf does not.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from autograder.programs.program import Program, ProgramBuilder
from autograder.registry import Usage


@dataclass(frozen=True, slots=True)
class Form:
    """A shape: its id, what a student reads, and for which usages it makes sense.

    `group` is what the checks select by: plain, number, reuse, exponent or value-exponent.
    `constants` are the plain numbers that may stand in it (none: those that suit the usage).
    `signs` are the signs of the leaves to be drawn, in turn; a leaf beyond them may have either.
    """

    id: str
    title: str
    group: str
    build: Callable[["Draft"], int]
    fits: Callable[[Usage], bool] = lambda usage: True
    constants: tuple[float, ...] = ()
    signs: tuple[int, ...] = ()


class Draft:
    """A program being written for one usage: numbers are taken in turn from those given."""

    def __init__(self, usage: Usage, numbers: Sequence[float], constant: float) -> None:
        self.usage = usage
        self.builder = ProgramBuilder()
        self.numbers = iter(numbers)
        self.constant = constant

    def leaf(self) -> int:
        """Append a leaf with the next number."""
        return self.builder.leaf(next(self.numbers))

    def twin_leaves(self) -> tuple[int, int]:
        """Append two leaves that hold the same number."""
        number = next(self.numbers)
        return self.builder.leaf(number), self.builder.leaf(number)

    def use(self, node: int, right: int | None = None) -> int:
        """Append the usage's operator on a node: with `right`, or with what the usage needs."""
        name = self.usage.operator.name
        if self.usage.number_on_left:
            return self.builder.apply(name, self.builder.constant(self.constant), node)
        if self.usage.operator.arity == 1:
            return self.builder.apply(name, node)
        if self.usage.needs_exponent:
            right = self.builder.constant(self.constant)
        return self.builder.apply(name, node, self.leaf() if right is None else right)

    def add(self, left: int, right: int) -> int:
        """Append the sum of two nodes."""
        return self.builder.apply("add", left, right)

    def times(self, left: int, right: int) -> int:
        """Append the product of two nodes."""
        return self.builder.apply("mul", left, right)


def takes_two_nodes(usage: Usage) -> bool:
    """Say whether both operands may be nodes."""
    return usage.takes_two_nodes


def build_alone(draft: Draft) -> int:
    """Write op(a)."""
    return draft.use(draft.leaf())


def build_number(draft: Draft) -> int:
    """Write op(a, number), or op(number, a) for a number on the left."""
    if draft.usage.number_on_left:
        return draft.use(draft.leaf())
    return draft.use(draft.leaf(), draft.builder.constant(draft.constant))


def build_same(draft: Draft) -> int:
    """Write op(a, a)."""
    node = draft.leaf()
    return draft.use(node, node)


def build_equal_values(draft: Draft) -> int:
    """Write op(a, b) with a and b equal."""
    return draft.use(*draft.twin_leaves())


def build_upstream(draft: Draft) -> int:
    """Write op(a) * b."""
    return draft.times(draft.use(draft.leaf()), draft.leaf())


def build_on_result(draft: Draft) -> int:
    """Write op(a * b)."""
    return draft.use(draft.times(draft.leaf(), draft.leaf()))


def build_on_result_right(draft: Draft) -> int:
    """Write op(a, b * c)."""
    left = draft.leaf()
    return draft.use(left, draft.times(draft.leaf(), draft.leaf()))


def build_reuse_sum(draft: Draft) -> int:
    """Write op(a) + a."""
    node = draft.leaf()
    return draft.add(draft.use(node), node)


def build_reuse_product(draft: Draft) -> int:
    """Write a * op(a)."""
    node = draft.leaf()
    return draft.times(node, draft.use(node))


def build_reuse_right_sum(draft: Draft) -> int:
    """Write b + op(a, b)."""
    left, right = draft.leaf(), draft.leaf()
    return draft.add(right, draft.use(left, right))


def build_reuse_right_product(draft: Draft) -> int:
    """Write op(a, b) * b."""
    left, right = draft.leaf(), draft.leaf()
    return draft.times(draft.use(left, right), right)


def build_result_twice(draft: Draft) -> int:
    """Write r * r with r = op(a)."""
    result = draft.use(draft.leaf())
    return draft.times(result, result)


def build_two_uses(draft: Draft) -> int:
    """Write op(a) + op(a) * b."""
    node = draft.leaf()
    return draft.add(draft.use(node), draft.times(draft.use(node), draft.leaf()))


def build_three_uses(draft: Draft) -> int:
    """Write (op(a) + a) * a."""
    node = draft.leaf()
    return draft.times(draft.add(draft.use(node), node), node)


def build_diamond(draft: Draft) -> int:
    """Write (r + a) * (r * b) with r = op(a)."""
    node = draft.leaf()
    result = draft.use(node)
    return draft.times(draft.add(result, node), draft.times(result, draft.leaf()))


def build_value_exponent(draft: Draft) -> int:
    """Write a ** b."""
    return draft.builder.apply("pow", draft.leaf(), draft.leaf())


def build_value_exponent_reused(draft: Draft) -> int:
    """Write (a ** b) * b."""
    base, exponent = draft.leaf(), draft.leaf()
    return draft.times(draft.builder.apply("pow", base, exponent), exponent)


def build_value_base_reused(draft: Draft) -> int:
    """Write (a ** b) + a."""
    base, exponent = draft.leaf(), draft.leaf()
    return draft.add(draft.builder.apply("pow", base, exponent), base)


def takes_number(usage: Usage) -> bool:
    """Say whether a plain number other than an exponent may stand beside a node."""
    return usage.takes_two_nodes or usage.number_on_left


def needs_exponent(usage: Usage) -> bool:
    """Say whether the right operand is a constant exponent."""
    return usage.needs_exponent


def takes_negative_input(usage: Usage) -> bool:
    """Say whether a negative input is in the domain, and worth a program of its own."""
    if usage.operator.arity == 1:
        return usage.operator.domain(-1.0)
    return not usage.needs_exponent


# The plain numbers that stand beside a node are of the three kinds that Python's arithmetic mixes.
WHOLE = (2, 3, -2, 5)
DECIMAL = (0.5, 2.5, -1.5, 0.75)

# fmt: off
FORMS = (
    Form("alone", "on its own", "plain", build_alone, signs=(1, 1)),
    Form("alone-negative", "on its own, negative input", "plain", build_alone,
         takes_negative_input, signs=(-1, 1)),
    Form("alone-right-negative", "on its own, negative second operand", "plain", build_alone,
         takes_two_nodes, signs=(1, -1)),
    Form("exponent-negative", "a negative exponent", "exponent", build_alone, needs_exponent,
         constants=(-1, -2, -3)),
    Form("exponent-zero", "exponent zero", "exponent", build_alone, needs_exponent,
         constants=(0,)),
    Form("exponent-one", "exponent one", "exponent", build_alone, needs_exponent,
         constants=(1,)),
    Form("exponent-fraction", "a fractional exponent", "exponent", build_alone, needs_exponent,
         constants=(0.5, 1.5, -0.5, 2.5), signs=(1,)),
    Form("exponent-float", "a whole exponent written as a float", "exponent", build_alone,
         needs_exponent, constants=(2.0, 3.0, -2.0)),
    Form("base-negative-odd", "a negative base, odd exponent", "exponent", build_alone,
         needs_exponent, constants=(3, -1, -3), signs=(-1,)),
    Form("base-negative-even", "a negative base, even exponent", "exponent", build_alone,
         needs_exponent, constants=(2, -2, 4), signs=(-1,)),
    Form("value-exponent", "a Value as the exponent", "value-exponent", build_value_exponent,
         needs_exponent, signs=(1, 1)),
    Form("value-exponent-negative", "a Value as the exponent", "value-exponent",
         build_value_exponent, needs_exponent, signs=(1, -1)),
    Form("value-exponent-reused", "a Value as the exponent, used twice", "value-exponent",
         build_value_exponent_reused, needs_exponent, signs=(1, 1)),
    Form("value-base-reused", "a Value as the exponent, the base used twice", "value-exponent",
         build_value_base_reused, needs_exponent, signs=(1, 1)),
    Form("number-int", "with a plain int", "number", build_number, takes_number, WHOLE),
    Form("number-float", "with a plain float", "number", build_number, takes_number, DECIMAL),
    Form("number-bool", "with a bool", "number", build_number, takes_number, (True,)),
    Form("equal-values", "two operands of equal value", "plain", build_equal_values,
         takes_two_nodes),
    Form("same", "the same node as both operands", "reuse", build_same, takes_two_nodes),
    Form("upstream", "the result multiplied further", "plain", build_upstream),
    Form("on-result", "an operand that is itself a result", "plain", build_on_result),
    Form("on-result-right", "a second operand that is itself a result", "plain",
         build_on_result_right, takes_two_nodes),
    Form("reuse-sum", "input used twice", "reuse", build_reuse_sum),
    Form("reuse-product", "input used twice", "reuse", build_reuse_product),
    Form("reuse-right-sum", "second operand used twice", "reuse", build_reuse_right_sum,
         takes_two_nodes),
    Form("reuse-right-product", "second operand used twice", "reuse", build_reuse_right_product,
         takes_two_nodes),
    Form("result-twice", "result used twice", "reuse", build_result_twice),
    Form("two-uses", "operator used twice on one input", "reuse", build_two_uses),
    Form("three-uses", "input used three times", "reuse", build_three_uses),
    Form("diamond", "a diamond: input and result both used twice", "reuse", build_diamond),
)
# fmt: on

PAIR_FORM = "pair"
DRAWN_FORM = "drawn"

# What a student reads for a form's id.
TITLES = {form.id: form.title for form in FORMS} | {
    PAIR_FORM: "two operators together",
    DRAWN_FORM: "a longer expression",
}


def forms_for(usage: Usage) -> Iterator[Form]:
    """Yield the forms that fit a usage, smallest first."""
    return (form for form in FORMS if form.fits(usage))


def build_form(form: Form, usage: Usage, numbers: Sequence[float], constant: float) -> Program:
    """Return the form's program for a usage. `numbers` are leaves in the order they are made."""
    draft = Draft(usage, numbers, constant)
    return draft.builder.finish(form.build(draft))
