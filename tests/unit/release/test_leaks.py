"""A line of the solution in a released file is found, and given code is not taken for one."""

import json

import pytest

from autograder.release import read_solution, release_exercise
from autograder.release.leaks import leaks

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
