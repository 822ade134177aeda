"""How tiny programs are written: a draft for one usage, and one function per shape.

Used by `forms.py`, which says for which usages a shape makes sense, and by `pairs.py`.
"""

from collections.abc import Sequence

from autograder.programs.program import ProgramBuilder
from autograder.registry import Usage


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

    def small_twin_leaves(self) -> tuple[int, int]:
        """Append two leaves that hold a tenth of the same number."""
        number = round(next(self.numbers) / 10, 3)
        return self.builder.leaf(number), self.builder.leaf(number)

    def use(self, node: int, right: int | None = None) -> int:
        """Append the usage's operator on a node: with `right`, or with what the usage needs."""
        name = self.usage.operator.name
        if self.usage.number_on_left:
            return self.builder.apply(name, self.builder.constant(self.constant), node)
        if self.usage.operator.arity == 1:
            return self.builder.apply(name, node)
        if self.usage.needs_exponent or self.usage.number_on_right:
            right = self.builder.constant(self.constant)
        return self.builder.apply(name, node, self.leaf() if right is None else right)

    def add(self, left: int, right: int) -> int:
        """Append the sum of two nodes."""
        return self.builder.apply("add", left, right)

    def times(self, left: int, right: int) -> int:
        """Append the product of two nodes."""
        return self.builder.apply("mul", left, right)


def build_alone(draft: Draft) -> int:
    """Write op(a)."""
    return draft.use(draft.leaf())


def build_same(draft: Draft) -> int:
    """Write op(a, a)."""
    node = draft.leaf()
    return draft.use(node, node)


def build_equal_values(draft: Draft) -> int:
    """Write op(a, b) with a and b equal."""
    return draft.use(*draft.twin_leaves())


def build_both_sides(draft: Draft) -> int:
    """Write k op a op k, with a number on the left and the same one on the right."""
    result = draft.use(draft.leaf())
    number = draft.builder.constant(draft.constant)
    return draft.builder.apply(draft.usage.operator.name, result, number)


def build_upstream(draft: Draft) -> int:
    """Write op(a) * b."""
    return draft.times(draft.use(draft.leaf()), draft.leaf())


def build_on_result(draft: Draft) -> int:
    """Write op((a * b + c) * d): too many rules to run in the right order by luck."""
    result = draft.add(draft.times(draft.leaf(), draft.leaf()), draft.leaf())
    return draft.use(draft.times(result, draft.leaf()))


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


def build_three_uses(draft: Draft) -> int:
    """Write op(a) + op(a) * op(a)."""
    node = draft.leaf()
    return draft.add(draft.use(node), draft.times(draft.use(node), draft.use(node)))


def build_equal_inputs(draft: Draft) -> int:
    """Write op(a) + op(b) * c with a and b equal, and nearer 0 than other leaves."""
    one, other = draft.small_twin_leaves()
    return draft.add(draft.use(one), draft.times(draft.use(other), draft.leaf()))


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


def build_both_results(draft: Draft) -> int:
    """Write op(a * b, c * d)."""
    left = draft.times(draft.leaf(), draft.leaf())
    return draft.use(left, draft.times(draft.leaf(), draft.leaf()))


def build_same_result(draft: Draft) -> int:
    """Write r + op(r, r) with r = a * b."""
    result = draft.times(draft.leaf(), draft.leaf())
    return draft.builder.apply("add", result, draft.use(result, result))


def build_shared_ancestor(draft: Draft) -> int:
    """Write op(a, a * b)."""
    node = draft.leaf()
    return draft.use(node, draft.times(node, draft.leaf()))


def build_shared_ancestor_right(draft: Draft) -> int:
    """Write op(a * b, a)."""
    node = draft.leaf()
    return draft.use(draft.times(node, draft.leaf()), node)


def build_result_operand_reused(draft: Draft) -> int:
    """Write op(r) * r + r + r + r + r with r = a * b.

    At each of its consumers, the rule of r may run too early. An engine that visits nodes in the
    order of a set has that order right by luck now and then, and hardly five times in a row.
    """
    result = draft.times(draft.leaf(), draft.leaf())
    node = draft.times(draft.use(result), result)
    for _ in range(4):
        node = draft.add(node, result)
    return node


def build_exponent_used(draft: Draft) -> int:
    """Write op(a) * b + a: an upstream gradient, and the input used again."""
    node = draft.leaf()
    return draft.add(draft.times(draft.use(node), draft.leaf()), node)


def build_value_exponent_on_result(draft: Draft) -> int:
    """Write a ** (b * c)."""
    base = draft.leaf()
    return draft.builder.apply("pow", base, draft.times(draft.leaf(), draft.leaf()))


def build_value_exponent_same(draft: Draft) -> int:
    """Write a ** a."""
    node = draft.leaf()
    return draft.builder.apply("pow", node, node)


def build_value_exponent_upstream(draft: Draft) -> int:
    """Write (a ** b) * c."""
    return draft.times(build_value_exponent(draft), draft.leaf())
