"""Regions are cleared as nbgrader clears them, and a malformed one is an error with its line."""

import ast

import pytest

from autograder.errors import CourseSourceError
from autograder.release import read_solution, release_exercise, stub_sources
from autograder.release.solution_source import clear_cell
from autograder.sandbox.source import shape_of_stub

BEGIN = "        ### BEGIN SOLUTION\n"
END = "        ### END SOLUTION\n"


def released_script(folder):
    return release_exercise(folder)["ex99_small.py"].decode()


def test_a_region_becomes_a_stub_at_its_own_indentation(make_source):
    expected = '''\
class Value:
    def double(self):
        """Return twice self."""
        # YOUR CODE HERE
        raise NotImplementedError()

    def half(self):
        return self.data / 2
'''
    assert expected in released_script(make_source())


def test_code_outside_regions_is_kept_as_it_is(make_source):
    assert 'print("done")' in released_script(make_source())


def test_a_solution_cell_without_region_is_cleared_as_a_whole(make_source):
    folder = make_source({BEGIN: "", END: ""})
    cell = clear_cell(read_solution(folder).cells[1])
    assert ("# YOUR CODE HERE", "raise NotImplementedError()") == cell.lines


def test_a_written_answer_becomes_the_text_stub(make_source):
    folder = make_source(
        {
            "# %% [markdown]\n": '# %% [markdown] nbgrader={"grade_id": "why", "solution": true}\n',
            "# One stub.\n": "# Why?\n# ### BEGIN SOLUTION\n# Because.\n# ### END SOLUTION\n",
        }
    )
    cell = clear_cell(read_solution(folder).cells[0])
    assert ("# # Small", "#", "# Why?", "# YOUR ANSWER HERE") == cell.lines


@pytest.mark.parametrize(
    ("changes", "line", "message"),
    [
        ({END: ""}, 10, "`### BEGIN SOLUTION` without `### END SOLUTION` in the same cell"),
        ({BEGIN: ""}, 12, "`### END SOLUTION` without `### BEGIN SOLUTION` before it"),
        ({END: BEGIN + END}, 13, "`### BEGIN SOLUTION` inside the region that begins at line 10"),
        (
            {END: "        ### End Solution\n"},
            13,
            "`### End Solution` is nearly a region mark, and could release the solution",
        ),
        (
            {'print("done")': 'print("done")  ### BEGIN SOLUTION'},
            19,
            '`print("done")  ### BEGIN SOLUTION` is nearly a region mark',
        ),
        (
            {'"solution": true': '"solution": false'},
            10,
            "a solution region stands in a cell that is no solution cell",
        ),
        ({'"task": false}': '"task": fals}'}, 6, "the nbgrader metadata is no JSON"),
        ({'"grade_id"': '"id"'}, 6, "the nbgrader metadata has no grade_id"),
        (
            {"# %%\n": '# %% nbgrader={"grade_id": "small-class"}\n'},
            18,
            "grade_id 'small-class' is used by the cell at line 6 as well",
        ),
        ({"def half(self)": "def half(self"}, 15, "this is no Python: "),
        ({"# %% [markdown]\n": "import os\n# %% [markdown]\n"}, 1, "text before the first cell"),
    ],
)
def test_a_malformed_script_is_an_error_with_its_line(make_source, changes, line, message):
    folder = make_source(changes)
    with pytest.raises(CourseSourceError) as caught:
        read_solution(folder)
    assert f"{folder / 'solution.py'}:{line}" == caught.value.where
    assert caught.value.message.startswith(message)


def test_a_script_without_cells_is_an_error(make_source):
    folder = make_source()
    (folder / "solution.py").write_text("x = 1\n")
    with pytest.raises(CourseSourceError, match="there is no cell in this script"):
        read_solution(folder)


def test_a_missing_script_is_an_error_that_names_its_path(tmp_path):
    with pytest.raises(CourseSourceError) as caught:
        read_solution(tmp_path)
    assert str(tmp_path / "solution.py") == caught.value.where


def test_a_region_that_cuts_a_statement_in_two_is_an_error(make_source):
    cut = {
        "        doubled = self.data + self.data\n": "        if self:\n" + END,
        "        return Value(doubled)\n" + END: "            return Value(self)\n",
    }
    with pytest.raises(CourseSourceError, match="this is no Python"):
        release_exercise(make_source(cut))


def test_jupytext_header_is_not_released(make_source):
    header = "# ---\n# jupyter:\n#   jupytext:\n#     formats: py:percent\n# ---\n\n"
    plain = released_script(make_source())
    assert plain == released_script(
        make_source({"# %% [markdown]\n# # Small": header + "# %% [markdown]\n# # Small"})
    )


def test_cell_markers_of_the_script_carry_no_metadata(make_source):
    markers = [
        line for line in released_script(make_source()).splitlines() if line.startswith("# %%")
    ]
    assert ["# %% [markdown]", "# %%", "# %%"] == markers


def test_stub_sources_are_the_released_methods_without_indentation(make_source):
    stubs = stub_sources(released_script(make_source()), ["Value.double"])
    expected = '''\
def double(self):
    """Return twice self."""
    # YOUR CODE HERE
    raise NotImplementedError()'''
    assert {"Value.double": expected} == stubs
    assert isinstance(ast.parse(stubs["Value.double"]).body[0], ast.FunctionDef)


def test_stub_sources_finds_functions_outside_classes():
    text = "def slope(f):\n    # YOUR CODE HERE\n    raise NotImplementedError()\n"
    assert {"slope": text.rstrip()} == stub_sources(text, ["slope"])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Value.doubel", "unknown stub 'doubel'"),
        ("Valu.double", "unknown class 'Valu'"),
        ("Value.half", "Value.half is no stub"),
        ("double", "unknown stub 'double'"),
        ("Value", "unknown stub 'Value'"),
    ],
)
def test_stub_sources_refuses_what_is_no_stub(make_source, name, message):
    with pytest.raises(CourseSourceError, match=message):
        stub_sources(released_script(make_source()), [name])


SHAPES = '''\
import torch

LIMIT = 3


def slope(f, x):
    """Return a slope."""
    # YOUR CODE HERE
    raise NotImplementedError()


class Module:
    def zero_grad(self):
        # YOUR CODE HERE
        raise NotImplementedError()


class Cubic(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """Return the cube."""
        # YOUR CODE HERE
        raise NotImplementedError()

    @staticmethod
    @torch.no_grad()
    def backward(ctx, upstream):
        # YOUR CODE HERE
        raise NotImplementedError()

    def __add__(self, other):
        out = super().__add__(other)

        def _backward():
            """Hand the gradient on."""
            # YOUR CODE HERE
            raise NotImplementedError()

        out._backward = _backward
        return out

    def written(self):
        def refuse():
            raise NotImplementedError("no")

        return refuse

    class Inner:
        def zero_grad(self):
            # YOUR CODE HERE
            raise NotImplementedError()


if LIMIT:
    def late():
        # YOUR CODE HERE
        raise NotImplementedError()
'''


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("slope", "def slope(f, x):", "    raise NotImplementedError()"),
        ("Module.zero_grad", "def zero_grad(self):", "    raise NotImplementedError()"),
        ("Cubic.forward", "@staticmethod\ndef forward(ctx, x):", "    raise NotImplementedError()"),
        (
            "Cubic.backward",
            "@staticmethod\n@torch.no_grad()\ndef backward(ctx, upstream):",
            "    raise NotImplementedError()",
        ),
        ("Cubic.__add__", "def __add__(self, other):", "    return out"),
    ],
)
def test_a_stub_is_a_function_a_method_decorated_or_holds_a_stub(name, first, last):
    text = stub_sources(SHAPES, [name])[name]
    assert text.startswith(f"{first}\n")
    assert text.endswith(f"\n{last}")
    assert isinstance(ast.parse(text).body[0], ast.FunctionDef)
    shape_of_stub(text)  # what a worker compares with


def test_stubs_of_several_classes_and_functions_keep_their_order():
    names = ["Cubic.backward", "slope", "Module.zero_grad"]
    assert names == list(stub_sources(SHAPES, names))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Cubic.written", "Cubic.written is no stub"),
        ("Cubic.slope", "unknown stub 'slope'"),
        ("zero_grad", "unknown stub 'zero_grad'"),
        ("late", "unknown stub 'late'"),
        ("Cubic.Inner.zero_grad", "unknown class 'Cubic.Inner'"),
        ("LIMIT", "unknown stub 'LIMIT'"),
    ],
)
def test_what_is_no_stub_at_its_place_is_refused(name, message):
    with pytest.raises(CourseSourceError) as caught:
        stub_sources(SHAPES, [name])
    assert caught.value.message.startswith(message)


def test_a_region_in_a_nested_function_becomes_a_stub_there(make_source):
    nested = {
        BEGIN: "        def _backward():\n            ### BEGIN SOLUTION\n",
        "        doubled = self.data + self.data\n": "            self.grad += 2\n",
        f"        return Value(doubled)\n{END}": f"    {END}\n        return self\n",
    }
    script = released_script(make_source(nested))
    expected = (
        "        def _backward():\n            # YOUR CODE HERE\n"
        "            raise NotImplementedError()\n\n        return self\n"
    )
    assert expected in script
    assert "_backward" in stub_sources(script, ["Value.double"])["Value.double"]


AT_TOP = {
    "# %%\nprint": """\
# %% nbgrader={"grade": false, "grade_id": "part", "locked": false, "solution": true}
### BEGIN SOLUTION
def twice(x):
    return x + x
### END SOLUTION
last = 1

# %%
print"""
}


def test_a_region_without_indentation_becomes_a_comment_alone(make_source):
    cell = clear_cell(read_solution(make_source(AT_TOP)).cells[2])
    assert ("# YOUR CODE HERE", "last = 1") == cell.lines


def test_a_place_to_write_runs_as_it_is_released(make_source):
    script = released_script(make_source(AT_TOP))
    names = {}
    exec(script.replace("print(", "str("), names)  # noqa: S102 - our own released file
    assert 1 == names["last"]
    assert "twice" not in names


def test_a_solution_cell_without_region_still_raises_where_it_runs(make_source):
    whole = {
        old: new.replace("### BEGIN SOLUTION\n", "").replace("### END SOLUTION\n", "")
        for old, new in AT_TOP.items()
    }
    cell = clear_cell(read_solution(make_source(whole)).cells[2])
    assert ("# YOUR CODE HERE", "raise NotImplementedError()") == cell.lines
