"""The examples in the docstrings of the package."""

import doctest
from importlib import import_module

import pytest

MODULES_WITH_EXAMPLES = ["network", "operators", "softmax", "value"]


@pytest.mark.parametrize("name", MODULES_WITH_EXAMPLES)
def test_every_example_of_a_module_runs_as_printed(name: str) -> None:
    result = doctest.testmod(import_module(f"engine_reference.{name}"))
    assert result.attempted > 0
    assert 0 == result.failed
