"""Every usage meets every form that fits it, and pairs meet every reuse."""

from autograder.programs.forms import build_form, forms_for
from autograder.programs.pairs import REUSES, ordered_pairs
from autograder.registry import USAGES

NAMES = "add sub mul truediv pow neg exp tanh radd rmul rsub rtruediv"
EX04 = [USAGES[name] for name in NAMES.split()]
NUMBERS = (1.5, 0.5, 2.0, 0.75, 1.25)


def test_each_form_applies_the_operator_of_its_usage() -> None:
    for usage in USAGES.values():
        for form in forms_for(usage):
            program = build_form(form, usage, NUMBERS, 2)
            assert usage.operator.name in program.operators, (usage.name, form.id)


def test_a_number_stands_on_the_left_exactly_in_reflected_usages() -> None:
    for usage in EX04:
        for form in forms_for(usage):
            program = build_form(form, usage, NUMBERS, 2)
            producers = dict(program.producers())
            left = [
                producers[operands[0]][0]
                for word, name, *operands in (i for i in producers.values() if len(i) > 2)
                if word == "operator" and name == usage.operator.name
            ]
            assert usage.number_on_left == ("constant" in left), (usage.name, form.id)


def test_every_leaf_of_a_form_reaches_the_output() -> None:
    for usage in EX04:
        for form in forms_for(usage):
            program = build_form(form, usage, NUMBERS, 2)
            used = {r for i in program.instructions if i[0] == "operator" for r in i[2:]}
            assert set(program.leaves) <= used, (usage.name, form.id)


def test_each_ordered_pair_of_operators_stands_once() -> None:
    pairs = [(i.operator.name, o.operator.name) for i, o, _ in ordered_pairs(EX04)]
    assert len(pairs) == len(set(pairs)) == 8 * 8


def test_every_operator_meets_every_reuse_as_inner_and_as_outer() -> None:
    inner = {(i.operator.name, reuse) for i, _, reuse in ordered_pairs(EX04)}
    outer = {(o.operator.name, reuse) for _, o, reuse in ordered_pairs(EX04)}
    assert len(inner) == len(outer) == 8 * len(REUSES)


def test_every_usage_stands_inside_and_outside() -> None:
    pairs = list(ordered_pairs(EX04))
    names = {usage.name for usage in EX04}
    assert names == {i.name for i, _, _ in pairs} == {o.name for _, o, _ in pairs}
