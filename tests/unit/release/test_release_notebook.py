"""Released files are valid, the same each time, and have ids that stay."""

import json
import sys

import jupytext
import nbformat
import pytest

from autograder.errors import CourseSourceError, MissingExtraError
from autograder.release import read_solution, release_exercise, solution_notebook
from autograder.release.notebook import cell_ids

STUBS = [
    "__radd__", "__rmul__", "__neg__", "__sub__", "__rsub__",
    "__truediv__", "__rtruediv__", "__pow__", "exp",
]  # fmt: skip


def test_an_exercise_gives_a_notebook_a_script_a_readme_and_given_code(ex04):
    expected = {"ex04_operators.ipynb", "ex04_operators.py", "README.md", "given.py"}
    assert expected == set(release_exercise(ex04))


def test_an_exercise_that_gives_nothing_has_no_given_code(make_source):
    released = release_exercise(make_source())
    assert {"ex99_small.ipynb", "ex99_small.py", "README.md"} == set(released)
    assert "given.py" not in released["README.md"].decode()


def test_the_same_source_gives_the_same_bytes(ex04):
    assert release_exercise(ex04) == release_exercise(ex04)


def test_the_notebook_is_what_nbformat_itself_would_write(ex04):
    content = release_exercise(ex04)["ex04_operators.ipynb"].decode()
    notebook = nbformat.reads(content, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert content == nbformat.writes(notebook, version=nbformat.NO_CONVERT) + "\n"


def test_the_notebook_has_no_outputs_and_the_python3_kernel(ex04):
    notebook = json.loads(release_exercise(ex04)["ex04_operators.ipynb"])
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [([], None)] * len(code) == [(cell["outputs"], cell["execution_count"]) for cell in code]
    assert "python3" == notebook["metadata"]["kernelspec"]["name"]


def test_code_cells_carry_nbgrader_metadata_and_only_the_class_is_writable(ex04):
    notebook = json.loads(release_exercise(ex04)["ex04_operators.ipynb"])
    records = [
        cell["metadata"]["nbgrader"] for cell in notebook["cells"] if cell["cell_type"] == "code"
    ]
    assert {3} == {record["schema_version"] for record in records}
    assert ["value-class"] == [record["grade_id"] for record in records if not record["locked"]]
    assert ["value-class"] == [record["grade_id"] for record in records if record["solution"]]


def test_cell_ids_of_the_real_exercise_are_unique_and_equal_the_grade_ids(ex04):
    notebook = json.loads(release_exercise(ex04)["ex04_operators.ipynb"])
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(ids) == len(set(ids))
    for cell in notebook["cells"]:
        record = cell["metadata"].get("nbgrader")
        assert record is None or record["grade_id"] == cell["id"]


def test_cell_ids_come_from_grade_id_heading_or_number(make_source):
    assert ["small", "small-class", "code-1"] == cell_ids(read_solution(make_source()))


def test_cell_ids_stay_when_a_cell_is_added(make_source):
    added = {"# %%\n": "# %% [markdown]\n# ## Small class\n\n# %% [markdown]\n# ## Small\n\n# %%\n"}
    ids = cell_ids(read_solution(make_source(added)))
    assert ["small", "small-class", "small-class-2", "small-2", "code-1"] == ids


def test_grade_ids_that_differ_only_in_signs_are_an_error(make_source):
    folder = make_source({"# %%\n": '# %% nbgrader={"grade_id": "small_class"}\n'})
    with pytest.raises(CourseSourceError, match="two grade ids give the cell id 'small-class'"):
        release_exercise(folder)


def test_a_cell_marker_that_only_jupytext_sees_is_an_error(make_source):
    folder = make_source({'print("done")': "#%%\nprint(1)"})
    with pytest.raises(CourseSourceError, match="jupytext reads 4 cells where 3 are marked"):
        release_exercise(folder)


def test_notebook_and_script_hold_the_same_cells(ex04):
    released = release_exercise(ex04)
    notebook = nbformat.reads(released["ex04_operators.ipynb"].decode(), as_version=4)
    script = jupytext.reads(released["ex04_operators.py"].decode(), fmt="py:percent")
    assert [(cell.cell_type, cell.source) for cell in notebook.cells] == [
        (cell.cell_type, cell.source) for cell in script.cells
    ]


def test_the_solution_notebook_keeps_the_solutions_and_the_ids(ex04):
    solved = json.loads(solution_notebook(ex04))
    released = json.loads(release_exercise(ex04)["ex04_operators.ipynb"])
    assert [cell["id"] for cell in released["cells"]] == [cell["id"] for cell in solved["cells"]]
    assert len(STUBS) == json.dumps(solved).count("### BEGIN SOLUTION")


def test_the_readme_has_title_time_goals_and_every_file(ex04):
    readme = release_exercise(ex04)["README.md"].decode()
    assert readme.startswith("# Operators\n")
    files = ("ex04_operators.ipynb", "ex04_operators.py", "given.py")
    for text in ("Expected time:", "## Goals", *files):
        assert text in readme


@pytest.mark.parametrize("module", ["jupytext", "nbformat"])
def test_a_missing_package_says_how_to_install_it(ex04, monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=rf"package {module}.*\n.*micrograde\[release\]"):
        release_exercise(ex04)


def test_an_untouched_script_says_what_is_not_attempted(ex04, given, capsys):
    script = release_exercise(ex04)["ex04_operators.py"].decode()
    exec(compile(script, "ex04_operators.py", "exec"), {"__name__": "__main__"})  # noqa: S102 - our own released file
    printed = capsys.readouterr().out
    for stub in STUBS:
        assert f"not attempted: Value.{stub}\n" in printed


@pytest.fixture
def run_notebook(ex04, tmp_path):
    """Return a function that runs a notebook beside the given code and returns what it prints."""
    nbclient = pytest.importorskip("nbclient")
    (tmp_path / "given.py").write_bytes(release_exercise(ex04)["given.py"])

    def run(content):
        notebook = nbformat.reads(content.decode(), as_version=4)
        beside = {"metadata": {"path": str(tmp_path)}}
        client = nbclient.NotebookClient(
            notebook, timeout=60, kernel_name="python3", resources=beside
        )
        client.execute()
        return "".join(
            output.get("text", "")
            for cell in notebook.cells
            if cell.cell_type == "code"
            for output in cell.outputs
        )

    return run


@pytest.mark.slow
def test_the_untouched_notebook_runs_without_a_traceback(ex04, run_notebook):
    printed = run_notebook(release_exercise(ex04)["ex04_operators.ipynb"])
    # One example a stub; two more draw tanh, and stop at its first empty stub.
    assert len(STUBS) + 2 == printed.count("not attempted: ")


@pytest.mark.slow
def test_the_solution_notebook_runs_top_to_bottom(ex04, run_notebook):
    printed = run_notebook(solution_notebook(ex04))
    assert "not attempted" not in printed
    for nodes in (10, 18, 21):
        assert f"{nodes} nodes" in printed
