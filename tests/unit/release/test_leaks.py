"""A line of the solution in a released file is found, and given code is not taken for one."""

import dataclasses
import json

import pytest

from autograder.course import load_public_bank
from autograder.exercises import load_exercise
from autograder.oracles.bank import bank_text, secret_id
from autograder.release import read_solution, release_exercise
from autograder.release.leaks import leaks
from tests.unit.release.conftest import ROOT

LINE = "        return Value(doubled)"
GRAFTS = '''\
def double(self):
    """Return twice self."""
    out = Value(2 * self.data, (self,), "double")
    return out
'''


def test_the_real_exercise_leaks_nothing(ex04):
    assert [] == leaks(ex04, release_exercise(ex04))


def test_every_region_of_the_real_exercise_has_a_line_that_would_be_found(ex04):
    for cell in read_solution(ex04).cells:
        for region in cell.regions:
            planted = {"planted.py": "\n".join(region.lines).encode()}
            assert leaks(ex04, planted)


def test_a_planted_line_is_found_in_a_script(make_source):
    planted = {"ex99_small.py": f"x = 1\n{LINE}\n".encode()}
    assert ["ex99_small.py, line 2: 'return Value(doubled)' shows solution.py:12"] == leaks(
        make_source(), planted
    )


def test_a_planted_line_is_found_in_a_notebook_output(make_source):
    cell = {"cell_type": "code", "outputs": [{"text": ["ok\n", LINE]}]}
    planted = {"ex99_small.ipynb": json.dumps({"cells": [cell]}).encode()}
    assert 1 == len(leaks(make_source(), planted))


def test_a_planted_line_is_found_inside_prose_and_with_other_blanks(make_source):
    planted = {"README.md": b"Write `doubled  =  self.data+self.data` there.\n"}
    assert 1 == len(leaks(make_source(), planted))


def test_an_example_cell_that_shows_the_solution_is_found_in_both_files(make_source):
    folder = make_source({'print("done")': "class Other:\n    def f(self):\n" + LINE})
    found = leaks(folder, release_exercise(folder))
    assert ["ex99_small.ipynb", "ex99_small.py"] == [sentence.split(",")[0] for sentence in found]


def test_a_planted_line_of_the_grafts_is_found(make_source):
    planted = {"ex99_small.py": b'out = Value(2 * self.data, (self,), "double")\n'}
    found = leaks(make_source(grafts=GRAFTS), planted)
    assert 1 == len(found)
    assert found[0].endswith("shows grafts.py:3")


@pytest.mark.parametrize("line", ["return self.data / 2", "return out", '"""Return twice self."""'])
def test_given_trivial_and_docstring_lines_are_no_leaks(make_source, line):
    assert [] == leaks(make_source(grafts=GRAFTS), {"ex99_small.py": line.encode()})


GIVEN = {
    "as it is": ["doubled = self.data + self.data", "return Value(doubled)"],
    "at another indentation": ["    doubled = self.data+self.data", "    return Value(doubled)"],
    "with a blank line": ["doubled = self.data + self.data", "", "return Value(doubled)"],
    "with a comment": ["doubled = self.data + self.data", "# out", "return Value(doubled)"],
}


def given_code(lines):
    """Return given code whose method has these lines."""
    body = "".join(f"        {line}\n" for line in lines)
    return f"class Value:\n    def twice(self):\n{body}\n    def more(self): ...\n".encode()


@pytest.mark.parametrize("lines", GIVEN.values(), ids=GIVEN)
def test_a_whole_solution_in_the_given_code_is_found(make_source, lines):
    found = leaks(make_source(), {"given.py": given_code(lines)})
    assert ["given.py holds the whole solution of solution.py:11"] == found


@pytest.mark.parametrize(
    "lines",
    [
        ["doubled = self.data + self.data", "return doubled"],
        ["return Value(doubled)"],
        ["return Value(doubled)", "doubled = self.data + self.data"],
        ["doubled = self.data + self.data", "doubled += 1", "return Value(doubled)"],
    ],
)
def test_some_lines_of_a_solution_in_the_given_code_are_no_leaks(make_source, lines):
    assert [] == leaks(make_source(), {"given.py": given_code(lines)})


def test_a_line_that_given_code_shares_is_no_leak_in_any_file(make_source):
    released = {"given.py": given_code([LINE.strip()]), "ex99_small.py": LINE.encode()}
    assert [] == leaks(make_source(), released)
    del released["given.py"]
    assert 1 == len(leaks(make_source(), released))


def test_given_code_answers_earlier_exercises_and_not_its_own(ex04):
    given = ex04.parent / "given"
    released = release_exercise(ex04) | {"given.py": (given / "operators.py").read_bytes()}
    regions = [region for cell in read_solution(ex04).cells for region in cell.regions]
    code = [region for region in regions if not region.lines[0].startswith("#")]
    found = [sentence for sentence in leaks(ex04, released) if "whole solution" in sentence]
    assert len(code) > len(found) > 0


QUESTION = '# %% [markdown] nbgrader={"grade": true, "grade_id": "why", "solution": true}\n'
GUIDE = {
    "# %% [markdown]\n": QUESTION,
    "# One stub.\n": (
        "# Why?\n# ### BEGIN SOLUTION\n# Both shares are added to the gradient.\n#\n# 1 point.\n"
        "# ### END SOLUTION\n"
    ),
}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("README.md", "Hint: both shares. Both shares are added to the gradient.\n"),
        ("ex99_small.py", "# %% [markdown]\n# Both  shares are added to the gradient.\n"),
        ("ex99_small.ipynb", '{"cells": [{"source": "Both shares are added to the gradient."}]}'),
        ("given.py", '"""Both shares are added to the gradient."""\nx = 1\n'),
    ],
)
def test_a_line_of_a_marking_guide_is_found_in_prose(make_source, name, text):
    found = leaks(make_source(GUIDE), {name: text.encode()})
    assert 1 == len(found)
    assert found[0].startswith(f"{name}, ")
    assert found[0].endswith("shows solution.py:6")


def test_a_marking_guide_is_not_released(make_source):
    folder = make_source(GUIDE)
    (folder / "rubric.toml").write_text('[[question]]\nid = "why"\npoints = 1\n', encoding="utf-8")
    released = release_exercise(folder)
    assert [] == leaks(folder, released)
    assert b"YOUR ANSWER HERE" in released["ex99_small.py"]


@pytest.fixture
def hidden_cases():
    """Return the text of a bank as a course keeps it."""
    public = load_public_bank(load_exercise("ex04_operators"))
    return bank_text(dataclasses.replace(public, kind="hidden", secret_id=secret_id(b"ours")))


@pytest.mark.parametrize("name", ["public.json", "ex99_small.py", "README.md", "data.txt"])
def test_hidden_cases_are_found_in_any_file(make_source, hidden_cases, name):
    found = leaks(make_source(), {name: hidden_cases.encode()})
    assert [f"{name} holds hidden cases"] == found


def test_hidden_cases_are_found_in_a_cell(make_source, hidden_cases):
    cell = {"cell_type": "code", "source": f"bank = {hidden_cases}"}
    planted = {"ex99_small.ipynb": json.dumps({"cells": [cell]}).encode()}
    assert ["ex99_small.ipynb holds hidden cases"] == leaks(make_source(), planted)


@pytest.mark.parametrize(
    "text", ['{"kind": "hidden"}', '{"kind":"hidden"}', '{"secret_id":  "1f2e"}']
)
def test_a_part_of_a_hidden_bank_is_enough(make_source, text):
    assert ["x.json holds hidden cases"] == leaks(make_source(), {"x.json": text.encode()})


@pytest.mark.parametrize(
    "text", ['{"kind": "public", "secret_id": ""}', '{"title": "a hidden kind of secret_id"}']
)
def test_public_cases_are_no_leak(make_source, text):
    assert [] == leaks(make_source(), {"public.json": text.encode()})


def test_the_public_cases_of_the_real_exercise_are_no_leak(ex04):
    public = ROOT / "assignments" / "ex04_operators" / "public.json"
    assert [] == leaks(ex04, {"public.json": public.read_bytes()})
