"""The forms that a tiny program can have, smallest first.

Used by the bank: each usage of an operator is put into each form that fits it, with numbers drawn
there. A form decides which nodes are used again, since reuse is where engines go wrong: a node's
consumers nearest the output run first in a backward pass, so in `op(a) * a` the product has left
its gradient in `a` before op's own rule runs, and a rule that overwrites is caught in any order. An
operand that is itself a result shows whether the graph goes on behind it; a leaf does not.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from autograder.programs import shapes
from autograder.programs.program import Program
from autograder.programs.shapes import Draft
from autograder.registry import Usage

# Which numbers a leaf may hold. A leaf that a form says nothing of may hold any.
POSITIVE, NEGATIVE, ANY = "positive", "negative", "any"
ODD, EVEN, ZERO, LARGE = "odd", "even", "zero", "large"  # odd and even: an int

# The plain numbers that stand beside a node, of the three kinds that Python's arithmetic mixes.
INTS = (2, -2, 4, -4, 6, -6, 8)  # an odd whole leaf is not divisible by any
FLOATS = (0.5, 2.5, -1.5, 0.75)
BELOW_ZERO = (-0.5, -2.5, -1.5, -0.75)
BOOLS = (True,)
ZEROS = (0,)  # what sum() begins with


def any_usage(usage: Usage) -> bool:
    """Fit every usage but that with a number on the right, which has forms of its own."""
    return not usage.number_on_right


def one_node(usage: Usage) -> bool:
    """Fit usages with one operand, or a number on the left."""
    return any_usage(usage) and not usage.takes_two_nodes and not usage.needs_exponent


def two_nodes(usage: Usage) -> bool:
    """Fit usages whose operands may both be nodes."""
    return usage.takes_two_nodes


def exponent(usage: Usage) -> bool:
    """Fit the usage with a constant exponent."""
    return usage.needs_exponent


def number(usage: Usage) -> bool:
    """Fit usages with a plain number on one side."""
    return usage.number_on_left or usage.number_on_right


def number_right(usage: Usage) -> bool:
    """Fit the usage with a plain number on the right."""
    return usage.number_on_right


def number_either_side(usage: Usage) -> bool:
    """Fit a number on the left where one on the right is asked for in the same breath."""
    return usage.number_on_left and usage.operator.name in ("add", "mul")


def zero_number(usage: Usage) -> bool:
    """Fit a number beside a node where 0 is in the domain."""
    return number(usage) and (usage.number_on_left or usage.operator.domain(1.0, 0.0))


def negative_input(usage: Usage) -> bool:
    """Fit usages with a negative number in the domain of the first operand."""
    if usage.operator.arity == 1:
        return usage.operator.domain(-1.0)
    return any_usage(usage) and not usage.needs_exponent


def zero_input(usage: Usage) -> bool:
    """Fit usages with 0 in the domain of the first node, and with a derivative there."""
    if usage.operator.arity == 1:
        return usage.operator.domain(0.0) and 0.0 not in usage.operator.kinks
    if usage.number_on_left:
        return usage.operator.domain(1.0, 0.0)
    return usage.takes_two_nodes


def function(usage: Usage) -> bool:
    """Fit functions of one node: their results may be large, near a limit, or kept for later."""
    return usage.operator.arity == 1 and usage.operator.name != "neg"


@dataclass(frozen=True, slots=True)
class Form:
    """A form: its id, what a student reads, and for which usages it makes sense.

    `group` is what the checks select by: plain, number, reuse, same, exponent, value-exponent.
    `constants` are the plain numbers that may stand in it (none: those that suit the usage).
    `leaves` say which numbers the leaves hold, in turn. `for_given` tells that the form is drawn
    for given code, too, which has no task of its own and needs fewer.
    """

    id: str
    title: str
    group: str
    build: Callable[[Draft], int]
    fits: Callable[[Usage], bool] = any_usage
    constants: tuple[float, ...] = ()
    leaves: tuple[str, ...] = ()
    for_given: bool = False


# fmt: off
FORMS = (
    Form("alone", "on its own", "plain", shapes.build_alone,
         leaves=(POSITIVE, POSITIVE), for_given=True),
    Form("alone-negative", "on its own, negative input", "plain", shapes.build_alone,
         negative_input, leaves=(NEGATIVE, POSITIVE), for_given=True),
    Form("alone-right-negative", "on its own, negative second operand", "plain",
         shapes.build_alone, two_nodes, leaves=(POSITIVE, NEGATIVE), for_given=True),
    Form("zero-upstream", "input zero, the result multiplied further", "plain",
         shapes.build_upstream, zero_input, leaves=(ZERO, NEGATIVE)),
    Form("alone-large", "on its own, large input", "plain", shapes.build_alone, function,
         leaves=(LARGE,)),
    Form("equal-values", "two operands of equal value", "plain", shapes.build_equal_values,
         two_nodes),

    Form("number-int", "with a plain int", "number", shapes.build_alone, number, INTS),
    Form("number-float", "with a plain float", "number", shapes.build_alone, number, BELOW_ZERO),
    Form("number-bool", "with a bool", "number", shapes.build_on_result, number, BOOLS),
    Form("number-either-side", "with a plain number on either side", "number",
         shapes.build_both_sides, number_either_side, INTS),
    Form("number-zero", "with the number zero", "number", shapes.build_alone, zero_number, ZEROS),
    Form("number-on-result", "with a plain number, beside a result", "number",
         shapes.build_on_result, number_right, FLOATS),
    Form("number-reuse-int", "with a plain int, input used twice", "number",
         shapes.build_reuse_product, number_right, INTS, leaves=(ODD,), for_given=True),
    Form("number-reuse-float", "with a plain float, input used twice", "number",
         shapes.build_reuse_product, number_right, FLOATS),
    Form("number-reuse-bool", "with a bool, input used twice", "number",
         shapes.build_reuse_product, number_right, BOOLS, for_given=True),

    Form("exponent-negative", "a negative exponent", "exponent", shapes.build_alone, exponent,
         (-1, -2, -3)),
    Form("exponent-zero", "exponent zero", "exponent", shapes.build_alone, exponent, (0, 0.0)),
    Form("exponent-one", "exponent one", "exponent", shapes.build_alone, exponent, (1, 1.0)),
    Form("exponent-bool", "a bool as the exponent", "exponent", shapes.build_alone, exponent,
         BOOLS),
    Form("exponent-fraction", "a fractional exponent", "exponent", shapes.build_alone, exponent,
         (0.5, 1.5, -0.5, 2.5), leaves=(POSITIVE,)),
    Form("exponent-float", "a whole exponent written as a float", "exponent", shapes.build_alone,
         exponent, (2.0, 3.0, -2.0)),
    Form("exponent-large", "a large exponent", "exponent", shapes.build_alone, exponent, (5, 6)),
    Form("base-negative-odd", "a negative base, odd exponent", "exponent", shapes.build_alone,
         exponent, (3, 5), leaves=(NEGATIVE,)),
    Form("base-negative-even", "a negative base, even exponent", "exponent", shapes.build_alone,
         exponent, (2, 4), leaves=(NEGATIVE,)),
    Form("exponent-negative-used", "a negative exponent, used further", "reuse",
         shapes.build_exponent_used, exponent, (-1,), leaves=(ODD,)),
    Form("exponent-zero-used", "exponent zero, used further", "reuse",
         shapes.build_exponent_used, exponent, (0,)),
    Form("exponent-one-used", "exponent one, used further", "reuse",
         shapes.build_exponent_used, exponent, (1,)),
    Form("exponent-half-used", "exponent one half, used further", "reuse",
         shapes.build_exponent_used, exponent, (0.5,), leaves=(POSITIVE,)),
    Form("exponent-minus-half-used", "exponent minus one half, used further", "reuse",
         shapes.build_exponent_used, exponent, (-0.5,), leaves=(POSITIVE,)),
    Form("exponent-float-used", "a whole exponent written as a float, used further", "reuse",
         shapes.build_exponent_used, exponent, (2.0, 3.0)),

    Form("value-exponent", "a Value as the exponent", "value-exponent",
         shapes.build_value_exponent, exponent, leaves=(POSITIVE, POSITIVE)),
    Form("value-exponent-negative", "a Value as the exponent", "value-exponent",
         shapes.build_value_exponent, exponent, leaves=(POSITIVE, NEGATIVE)),
    Form("value-exponent-whole", "a Value as the exponent, of whole value", "value-exponent",
         shapes.build_value_exponent, exponent, leaves=(POSITIVE, EVEN)),
    Form("value-exponent-same", "the same Value as base and exponent", "value-exponent",
         shapes.build_value_exponent_same, exponent, leaves=(POSITIVE,)),
    Form("value-exponent-upstream", "a Value as the exponent, the result multiplied further",
         "value-exponent", shapes.build_value_exponent_upstream, exponent,
         leaves=(POSITIVE, POSITIVE)),
    Form("value-exponent-on-result", "a result as the exponent", "value-exponent",
         shapes.build_value_exponent_on_result, exponent, leaves=(POSITIVE,)),
    Form("value-exponent-reused", "a Value as the exponent, used twice", "value-exponent",
         shapes.build_value_exponent_reused, exponent, leaves=(POSITIVE, POSITIVE)),
    Form("value-base-reused", "a Value as the exponent, the base used twice", "value-exponent",
         shapes.build_value_base_reused, exponent, leaves=(POSITIVE, POSITIVE)),

    Form("upstream", "the result multiplied further", "plain", shapes.build_upstream,
         leaves=(ODD, NEGATIVE), for_given=True),
    Form("on-result", "an operand that is itself a result", "plain", shapes.build_on_result,
         for_given=True),
    Form("on-result-right", "a second operand that is itself a result", "plain",
         shapes.build_on_result_right, two_nodes, leaves=(ODD, EVEN, EVEN), for_given=True),
    Form("both-results", "two operands that are results", "plain", shapes.build_both_results,
         two_nodes),
    Form("shared-ancestor", "an operand that the other one was made of", "same",
         shapes.build_shared_ancestor, two_nodes),
    Form("shared-ancestor-right", "an operand that the other one was made of", "same",
         shapes.build_shared_ancestor_right, two_nodes),
    Form("same", "the same node as both operands", "same", shapes.build_same, two_nodes,
         for_given=True),
    Form("same-result", "the same result as both operands", "same", shapes.build_same_result,
         two_nodes),
    Form("reuse-sum", "input used twice", "reuse", shapes.build_reuse_sum, for_given=True),
    Form("reuse-product", "input used twice", "reuse", shapes.build_reuse_product,
         for_given=True),
    Form("reuse-right-sum", "second operand used twice", "reuse", shapes.build_reuse_right_sum,
         two_nodes, for_given=True),
    Form("reuse-right-product", "second operand used twice", "reuse",
         shapes.build_reuse_right_product, two_nodes, for_given=True),
    Form("result-operand-reused", "an operand that is a result, used twice", "reuse",
         shapes.build_result_operand_reused),
    Form("result-twice", "result used twice", "reuse", shapes.build_result_twice, for_given=True),
    Form("three-uses", "operator used three times on one input", "reuse", shapes.build_three_uses,
         one_node),
    Form("equal-inputs", "two small inputs of equal value", "plain",
         shapes.build_equal_inputs, function, leaves=(POSITIVE,)),
    Form("diamond", "a diamond: input and result both used twice", "reuse", shapes.build_diamond),
)
# fmt: on

# Programs of several operators, made elsewhere.
PAIR_FORM = "pair"
GRAPH_FORM = "graph"
DRAWN_FORM = "drawn"
PART_FORM = "part"  # of a drawn one


def forms_for(usage: Usage, *, given: bool = False) -> Iterator[Form]:
    """Yield the forms that fit a usage, smallest first; of given code only what it needs."""
    return (form for form in FORMS if form.fits(usage) and (form.for_given or not given))


def build_form(form: Form, usage: Usage, numbers: Sequence[float], constant: float) -> Program:
    """Return the form's program for a usage. `numbers` are leaves in the order they are made."""
    draft = Draft(usage, numbers, constant)
    return draft.builder.finish(form.build(draft))
