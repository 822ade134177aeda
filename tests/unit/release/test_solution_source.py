"""Regions are cleared as nbgrader clears them, and a malformed one is an error with its line."""

import ast

import pytest

from autograder.errors import CourseSourceError
from autograder.release import read_solution, release_exercise, stub_sources
from autograder.release.solution_source import clear_cell

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
    stubs = stub_sources(released_script(make_source()), "Value", ["double"])
    expected = '''\
def double(self):
    """Return twice self."""
    # YOUR CODE HERE
    raise NotImplementedError()'''
    assert {"double": expected} == stubs
    assert isinstance(ast.parse(stubs["double"]).body[0], ast.FunctionDef)


def test_stub_sources_finds_functions_outside_classes():
    text = "def slope(f):\n    # YOUR CODE HERE\n    raise NotImplementedError()\n"
    assert {"slope": text.rstrip()} == stub_sources(text, None, ["slope"])


@pytest.mark.parametrize(
    ("class_name", "name", "message"),
    [
        ("Value", "doubel", "unknown stub 'doubel'"),
        ("Valu", "double", "unknown class 'Valu'"),
        ("Value", "half", "half is no stub"),
    ],
)
def test_stub_sources_refuses_what_is_no_stub(make_source, class_name, name, message):
    with pytest.raises(CourseSourceError, match=message):
        stub_sources(released_script(make_source()), class_name, [name])
