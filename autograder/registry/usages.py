"""How a task applies an operator: with nodes on both sides, or a number on the left.

Used by rubrics (a task names its usages) and by the forms. A usage has the name of the method that
Python calls: `sub` for `a - b`, `rsub` for `2 - a`.
"""

from dataclasses import dataclass

from autograder.registry.operators import TABLE, Operator


@dataclass(frozen=True, slots=True)
class Usage:
    """An operator and the side on which a plain number stands.

    `number_on_left` makes it the reflected method; `needs_exponent` tells that the right operand is
    a constant exponent. `number_on_right` goes with the operator's own task.
    """

    name: str
    operator: Operator
    number_on_left: bool = False
    number_on_right: bool = False

    @property
    def needs_exponent(self) -> bool:
        """Whether the right operand is a constant exponent."""
        return self.operator.name == "pow"

    @property
    def takes_two_nodes(self) -> bool:
        """Whether both operands may be nodes."""
        return self.operator.arity == 2 and not (
            self.number_on_left or self.number_on_right or self.needs_exponent
        )

    @property
    def with_variants(self) -> tuple["Usage", ...]:
        """The usage itself, and the one with a plain number on the right where there may be one."""
        if not self.takes_two_nodes:
            return (self,)
        return self, Usage(f"{self.name}-number", self.operator, number_on_right=True)


REFLECTED = ("add", "mul", "sub", "truediv")

USAGES: dict[str, Usage] = {operator.name: Usage(operator.name, operator) for operator in TABLE} | {
    f"r{operator.name}": Usage(f"r{operator.name}", operator, number_on_left=True)
    for operator in TABLE
    if operator.name in REFLECTED
}
