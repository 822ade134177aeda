"""Programs of two operators, one applied to the other's result, with something used again.

Used by the bank. Each ordered pair of operators occurs once; which reuse it gets goes round so that
every operator meets every reuse, as the inner and as the outer one.
"""

from collections.abc import Callable, Iterator, Sequence

from autograder.programs.program import Program
from autograder.programs.shapes import Draft
from autograder.registry import Usage

Apply = Callable[..., int]


def nested(draft: Draft, inner: Apply, outer: Apply) -> int:
    """Write g(f(a))."""
    return outer(inner(draft.leaf()))


def input_added(draft: Draft, inner: Apply, outer: Apply) -> int:
    """Write g(f(a)) + a."""
    node = draft.leaf()
    return draft.add(outer(inner(node)), node)


def input_multiplied(draft: Draft, inner: Apply, outer: Apply) -> int:
    """Write a * g(f(a))."""
    node = draft.leaf()
    return draft.times(node, outer(inner(node)))


def inner_multiplied(draft: Draft, inner: Apply, outer: Apply) -> int:
    """Write g(r) * r with r = f(a)."""
    result = inner(draft.leaf())
    return draft.times(outer(result), result)


def inner_added(draft: Draft, inner: Apply, outer: Apply) -> int:
    """Write r + g(r) with r = f(a)."""
    result = inner(draft.leaf())
    return draft.add(result, outer(result))


def outer_squared(draft: Draft, inner: Apply, outer: Apply) -> int:
    """Write r * r with r = g(f(a))."""
    result = outer(inner(draft.leaf()))
    return draft.times(result, result)


def both_applied_twice(draft: Draft, inner: Apply, outer: Apply) -> int:
    """Write g(f(a)) * f(a), with two nodes f(a)."""
    node = draft.leaf()
    return draft.times(outer(inner(node)), inner(node))


def inner_and_input_shared(draft: Draft, inner: Apply, outer: Apply) -> int:
    """Write (g(r) + a) * r with r = f(a)."""
    node = draft.leaf()
    result = inner(node)
    return draft.times(draft.add(outer(result), node), result)


REUSES = (
    nested,
    input_added,
    input_multiplied,
    inner_multiplied,
    inner_added,
    outer_squared,
    both_applied_twice,
    inner_and_input_shared,
)


def ordered_pairs(usages: Sequence[Usage]) -> Iterator[tuple[Usage, Usage, int]]:
    """Yield (inner, outer, index of reuse) for each ordered pair of operators, once.

    An operator with a reflected usage alternates between the two from pair to pair.
    """
    by_operator: dict[str, list[Usage]] = {}
    for usage in usages:
        by_operator.setdefault(usage.operator.name, []).append(usage)
    names = list(by_operator)
    for row, inner in enumerate(names):
        for column, outer in enumerate(names):
            inners, outers = by_operator[inner], by_operator[outer]
            # Shifted by the row so that both usages meet each of the other's, too.
            yield (
                inners[column % len(inners)],
                outers[(row + column // 2) % len(outers)],
                (row + column) % len(REUSES),
            )


def build_pair(
    inner: Usage,
    outer: Usage,
    reuse: int,
    numbers: Sequence[float],
    constants: tuple[float, float],
) -> Program:
    """Return the program of a pair. `constants` stand beside the inner and the outer operator."""
    draft = Draft(inner, numbers, constants[0])
    outer_draft = Draft(outer, (), constants[1])
    # Both operators write into one program and take their leaves from one list.
    outer_draft.builder = draft.builder
    outer_draft.numbers = draft.numbers
    output = REUSES[reuse](draft, draft.use, outer_draft.use)
    return draft.builder.finish(output)
