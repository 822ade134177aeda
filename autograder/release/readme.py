"""Write the README that lies beside a released exercise.

Used by the release command. Title, summary, time and goals come from the solution's first text
cells; how to work is the same for every exercise and stands here alone.
"""

from autograder.release.solution_source import SolutionCell, SolutionSource

_HOW_TO_WORK = """\
## Files

- `{name}.ipynb` is the exercise as a notebook.
- `{name}.py` is the same exercise as a Python file. Its cells begin with `# %%`, and
  many editors run them one by one.

{given}
Choose one of the two. Either will do, and you hand in the one that you worked in.

## How to work

1. Install micrograde with its extra `student`, as your course says. You need Python 3.11 or newer.
2. Read the text. In each stub, replace the two lines `# YOUR CODE HERE` and
   `raise NotImplementedError()` by your own code. Leave the names of classes, functions, methods
   and attributes as they are. Written questions are answered in place of `YOUR ANSWER HERE`; a
   person marks them.
3. Run `pytest` in this folder. For a check that fails you see a short program to paste, what it
   should give, what your code gives, and a hint. A stub that you have not touched counts as not
   attempted.
4. Save, and hand in the file. Your grade comes from further cases of the same kind.
"""


_GIVEN = """\
- `given.py` holds what earlier exercises built. The exercise imports it, so keep it in the same
  folder. You need not hand it in.
"""


def render_readme(source: SolutionSource, *, has_given: bool) -> str:
    """Return the README's Markdown for an exercise."""
    first = _prose(source.cells[0])
    goals = next((cell for cell in source.cells if cell.heading == "Goals"), None)
    given = _GIVEN if has_given else ""
    how_to_work = _HOW_TO_WORK.format(name=source.exercise, given=given)
    parts = [first]
    if goals is not None:
        parts.append(_prose(goals))
    parts.append(how_to_work.rstrip("\n"))
    return "\n\n".join(parts) + "\n"


def _prose(cell: SolutionCell) -> str:
    """Return a text cell's Markdown."""
    return "\n".join(line.removeprefix("#").removeprefix(" ").rstrip() for line in cell.lines)
