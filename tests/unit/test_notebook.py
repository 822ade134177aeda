"""`draw` in a notebook: a picture, or one message without our frames."""

import sys

import pytest
from IPython.core.formatters import DisplayFormatter

from autograder.errors import PictureError
from autograder.notebook import draw
from engine_reference import Value


def output_l() -> Value:
    """L = (a*b + c)*f of the lecture."""
    a, b, c, f = Value(2.0, "a"), Value(-3.0, "b"), Value(10.0, "c"), Value(-2.0, "f")
    return (a * b + c) * f


def test_a_drawing_is_what_ipython_shows_as_svg() -> None:
    data, _ = DisplayFormatter().format(draw(output_l()))
    assert {"text/plain", "image/svg+xml"} == set(data)
    assert "<graph of 7 nodes>" == data["text/plain"]
    assert ">-8</text>" in data["image/svg+xml"]


def test_without_the_library_ipython_shows_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    data, _ = DisplayFormatter().format(draw(output_l()))
    assert {"text/plain"} == set(data)
    assert 'pip install "micrograde[student]"' in data["text/plain"]


def test_a_drawing_made_before_the_backward_pass_stays_without_gradients() -> None:
    output = output_l()
    before = draw(output)
    output.backward()
    assert "grad 1" not in before.dot
    assert "grad 1" in draw(output).dot


def test_what_is_no_node_is_an_error_of_micrograde() -> None:
    with pytest.raises(PictureError, match=r"^draw needs a node"):
        draw(3.0)


def test_ipython_is_given_the_message_in_place_of_a_traceback() -> None:
    with pytest.raises(PictureError) as caught:
        draw(None)
    expected = [
        "draw needs a node, an object with data and grad, not None",
        "  Look whether your function returns its result.",
    ]
    assert expected == caught.value._render_traceback_()
