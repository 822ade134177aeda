"""The operator table, and the ways in which a task may apply an operator."""

from autograder.registry.operators import OPERATORS, Operator, Way
from autograder.registry.usages import USAGES, Usage

__all__ = ["OPERATORS", "USAGES", "Operator", "Usage", "Way"]
