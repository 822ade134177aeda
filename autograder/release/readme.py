"""Write the README that lies beside a released exercise.

Used by the release command. Title, summary, time and goals come from the solution's first text
cells; how to work is the same for every exercise and stands here alone.
"""

from collections.abc import Sequence

from autograder.release.solution_source import CODE_STUB, SolutionCell, SolutionSource

_FILES = """\
## Files

- `{name}.ipynb` is the exercise as a notebook.
- `{name}.py` is the same exercise as a Python file. Its cells begin with `# %%`, and
  many editors run them one by one.
{given}- `public.json` holds the cases by which you can check yourself.

Choose the notebook or the Python file. Either will do, and you hand in the one that you worked in.
"""

_GIVEN = """\
- `given.py` holds what earlier exercises built. The exercise imports it, so keep it in the same
  folder. You need not hand it in.
"""

_STUBS = """\
2. Read the text. In each stub, replace the two lines `# YOUR CODE HERE` and
   `raise NotImplementedError()` by your own code. Leave the names of classes, functions, methods
   and attributes as they are. Written questions are answered in place of `YOUR ANSWER HERE`; a
   person marks them.
"""

_NO_STUBS = """\
2. Read the text, and write your code where `# YOUR CODE HERE` stands. There are no stubs: what
   counts are the names that the text asks for. Written questions are answered in place of
   `YOUR ANSWER HERE`; a person marks them.
"""

_HOW_TO_WORK = """\
## How to work

1. Install micrograde with its extra{plural} {extras}, as your course says.
   You need Python 3.11 or newer.
{write}3. Run `pytest` in this folder. For a check that fails you see a short program
   to paste, what it should give, what your code gives, and a hint.
   {untouched} counts as not attempted.
4. Save, and hand in the file. Your grade comes from further cases of the same kind.
"""


def render_readme(source: SolutionSource, *, has_given: bool, packages: Sequence[str]) -> str:
    """Return the README's Markdown for an exercise that gives code or not, and needs packages."""
    first = _prose(source.cells[0])
    goals = next((cell for cell in source.cells if cell.heading == "Goals"), None)
    parts = [first]
    if goals is not None:
        parts.append(_prose(goals))
    # In an empty file, a place to write is a comment alone.
    has_stubs = any(CODE_STUB[-1] in line for cell in source.cells for line in cell.lines)
    extras = " and ".join(f"`{name}`" for name in ("student", *packages))
    files = _FILES.format(name=source.exercise, given=_GIVEN if has_given else "")
    how_to_work = _HOW_TO_WORK.format(
        extras=extras,
        plural="s" if packages else "",
        write=_STUBS if has_stubs else _NO_STUBS,
        untouched="A stub that you have not touched" if has_stubs else "What is not there",
    )
    return "\n\n".join([*parts, files.rstrip("\n"), how_to_work.rstrip("\n")]) + "\n"


def _prose(cell: SolutionCell) -> str:
    """Return a text cell's Markdown."""
    return "\n".join(line.removeprefix("#").removeprefix(" ").rstrip() for line in cell.lines)
