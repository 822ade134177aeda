"""Two faults in one source: changes of different tokens compose, others do not."""

import pytest

from autograder.diagnosis.composition import compose, split_pieces

RULE = "def rule():\n    self.grad += out.data * out.grad\n"


def test_changes_of_one_line_compose_where_they_touch_different_tokens() -> None:
    overwrites = RULE.replace("+=", "=")
    of_the_input = RULE.replace("out.data", "self.data")
    both = "def rule():\n    self.grad = self.data * out.grad\n"
    assert both == compose(RULE, overwrites, of_the_input)
    assert both == compose(RULE, of_the_input, overwrites)


def test_changes_of_different_lines_compose() -> None:
    source = "a = 1\nb = 2\nc = 3\n"
    assert (
        compose(source, "a = 9\nb = 2\nc = 3\n", "a = 1\nb = 2\nc = 7\n") == "a = 9\nb = 2\nc = 7\n"
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a = 2 + 1\n", "a = 3 + 1\n"),  # the same token
        ("a = -1 + 1\n", "a = 2 + 1\n"),  # in front of it
        ("a = 1 + 1\nb = 2\n", "a = 1 + 1\nc = 3\n"),  # lines at one place
    ],
)
def test_changes_that_meet_do_not_compose(one: str, other: str) -> None:
    assert compose("a = 1 + 1\n", one, other) is None


def test_what_would_be_no_python_is_not_composed() -> None:
    source = "if a:\n    b = 1\n    c = 2\n"
    assert compose(source, "if a:\n    c = 2\n", "if a:\n    b = 1\n") is None
    assert compose(source, "if a:\n    b = (1\n    c = 2\n", source) is None


@pytest.mark.parametrize(
    "source", ["a = 1\n", "\n\na  =  1 # remark\n\n", "def f():\n\treturn '''x\ny'''\n", "a = 1"]
)
def test_the_pieces_of_a_source_are_the_source(source: str) -> None:
    assert source == "".join(split_pieces(source))
