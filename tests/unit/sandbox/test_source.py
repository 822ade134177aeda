"""Which stubs stand as released, in classes and outside; nothing of the source is run."""

import textwrap

import pytest

from autograder.sandbox.source import Outline, Source, shape_of_stub

STUBS = {
    "Value.exp": "def exp(self):\n    'e to this.'\n    raise NotImplementedError()\n",
    "Value.__neg__": "def __neg__(self):\n    raise NotImplementedError()\n",
    "Neuron.__call__": "def __call__(self, inputs):\n    raise NotImplementedError()\n",
    "Cubic.forward": "@staticmethod\ndef forward(ctx, x):\n    raise NotImplementedError()\n",
    "softmax": "def softmax(logits):\n    raise NotImplementedError()\n",
    "exp": "def exp(x):\n    raise NotImplementedError()\n",
}
SHAPES = {name: shape_of_stub(text) for name, text in STUBS.items()}

# Everything as released; `exp` is a method and a function.
RELEASED = """
class Value:
    def exp(self):
        raise NotImplementedError()

    def __neg__(self):
        raise NotImplementedError()

class Neuron:
    def __call__(self, inputs):
        raise NotImplementedError()

class Cubic:
    @staticmethod
    def forward(ctx, x):
        raise NotImplementedError()

def softmax(logits):
    raise NotImplementedError()

def exp(x):
    raise NotImplementedError()
"""


def outline_of(*cells: str) -> Outline:
    chunks = [(number, 1, textwrap.dedent(text)) for number, text in enumerate(cells, start=1)]
    return Outline(Source(chunks), SHAPES)


def touched_after(text: str) -> set[str]:
    """Return the stubs that no longer count as released when a cell follows the released ones."""
    return set(STUBS) - outline_of(RELEASED, text).untouched


def test_the_release_is_untouched_in_every_class_and_function() -> None:
    assert set(STUBS) == outline_of(RELEASED).untouched


def test_a_docstring_a_comment_or_another_layout_is_no_work() -> None:
    text = RELEASED.replace(
        "def softmax(logits):\n", "def softmax( logits ):\n    '''Mine.'''\n    # hm\n\n"
    )
    assert set(STUBS) == outline_of(text).untouched


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("def softmax(logits):\n    raise NotImplementedError()", "def softmax(logits):\n    pass",
         "softmax"),
        ("def softmax(logits):", "def softmax(logits, base=2):", "softmax"),
        ("def softmax(logits):", "@cached\ndef softmax(logits):", "softmax"),
        ("    @staticmethod\n", "", "Cubic.forward"),
        ("@staticmethod", "@classmethod", "Cubic.forward"),
        ("def __call__(self, inputs):\n", "def __call__(self, inputs):\n        inputs = 1\n",
         "Neuron.__call__"),
        ("def exp(x):\n", "def exp(x):\n    x = 1\n", "exp"),
        ("def exp(self):\n", "def exp(self):\n        x = 1\n", "Value.exp"),
    ],
)  # fmt: skip
def test_work_in_one_stub_touches_that_stub_alone(old: str, new: str, name: str) -> None:
    assert 1 == RELEASED.count(old)
    assert {name} == set(STUBS) - outline_of(RELEASED.replace(old, new)).untouched


@pytest.mark.parametrize(
    ("later", "touched"),
    [
        ("Value.exp = my_exp", {"Value.exp"}),
        ("Value.exp = Value.__neg__ = other", {"Value.exp", "Value.__neg__"}),
        ("Value.exp: object = my_exp", {"Value.exp"}),
        ("Value.exp, other = my_exp, 1", {"Value.exp"}),
        ("Value.tanh = my_tanh", set()),
        ("setattr(Value, 'exp', my_exp)", {"Value.exp"}),
        ("setattr(Value, 'tanh', my_tanh)", set()),
        ("setattr(Neuron, name, my_call)", {"Neuron.__call__"}),
        ("setattr(Value, prefix + 'exp', f)", {"Value.exp", "Value.__neg__"}),
        ("for name in names:\n    setattr(Value, name, f)", {"Value.exp", "Value.__neg__"}),
        ("if fast:\n    Value.exp = my_exp\nelse:\n    softmax = mine", {"Value.exp", "softmax"}),
        ("softmax = my_softmax", {"softmax"}),
        ("softmax: object = my_softmax", {"softmax"}),
        ("softmax: object", set()),
        ("softmax = exp = None", {"softmax", "exp"}),
        ("softmax, exp = one, two", {"softmax", "exp"}),
        ("[softmax, *rest] = several", {"softmax"}),
        ("exp = lambda x: x", {"exp"}),
        ("try:\n    def softmax(logits): return 1\nexcept ValueError:\n    pass", {"softmax"}),
        ("def softmax(logits): return logits", {"softmax"}),
        ("class Value:\n    def exp(self): return self", {"Value.exp", "Value.__neg__"}),
        ("class Neuron(Neuron):\n    __call__ = other", {"Neuron.__call__"}),
        ("class Other:\n    def exp(self): return self\n    softmax = exp", set()),
        ("def helper():\n    softmax = 1\n    def exp(x): return x", set()),
        ("other.exp = my_exp", set()),
        ("Value.inner.exp = my_exp", set()),
        ("other.softmax = mine", set()),
        ("Value[0] = softmax", set()),
        ("setattr(other, 'exp', f)", set()),
        ("getattr(Value, 'exp', f)", set()),
        ("setattr(Value, 'exp')", set()),
        ("del softmax", set()),
    ],
)
def test_what_is_put_in_place_later_touches_just_that(later: str, touched: set[str]) -> None:
    assert touched == touched_after(later)


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        (["def softmax(logits): return 1", RELEASED], "softmax"),
        (["softmax = 1", RELEASED], "softmax"),
        (["class Value:\n    def exp(self): return 1", RELEASED], "Value.exp"),
        (["Value = object\nValue.exp = 1", RELEASED], "Value.exp"),
        (["class Value:\n    exp = __neg__ = 1", RELEASED], "Value.__neg__"),
    ],
)
def test_of_two_definitions_the_last_counts(cells: list[str], name: str) -> None:
    assert name in outline_of(*cells).untouched


@pytest.mark.parametrize(
    ("body", "touched"),
    [
        ("exp = other", {"Value.exp"}),
        ("exp: object = other", {"Value.exp"}),
        ("exp, __neg__ = other", {"Value.exp", "Value.__neg__"}),
        ("exp: object", set()),
        ("tanh = other", set()),
    ],
)
def test_an_assignment_in_the_class_after_a_stub_replaces_it(body: str, touched: set[str]) -> None:
    stubs = RELEASED.partition("class Value:\n")[2].partition("\nclass")[0]
    source = f"class Value:\n{stubs}\n    {body}\n"
    assert {"Value.exp", "Value.__neg__"} - touched == outline_of(source).untouched


def test_a_method_of_a_class_inside_a_class_is_no_stub() -> None:
    inner = textwrap.indent(RELEASED, "    ")
    assert set() == outline_of(f"class Outer:\n{inner}").untouched


def test_classes_are_named_whatever_stubs_there_are() -> None:
    assert ["Value", "Neuron", "Cubic"] == outline_of(RELEASED).classes


@pytest.mark.parametrize("text", ["x = 1", "def f(): pass\ndef g(): pass", "class A: pass", ""])
def test_a_stub_is_one_function(text: str) -> None:
    with pytest.raises(ValueError, match="a stub is one def"):
        shape_of_stub(text)
