"""Mistakes that students make in the exercises, and right work that is written otherwise.

Used by `test_course.py`. The tables are the files of `course/`, one for each exercise, since a
change of a program reads best as a difference. (`faults.py` has those of `ex04_operators`.) They
come from the notes beside each solution; what a file calls right guards against failing somebody
who writes in another way, and only grows. An entry is one change of the exercise's `solution.py`:

    wrong ID: TASK TASK …       a mistake, and the tasks that must not be passed because of it
    right ID                    right work, which gets full marks

Below it stand the lines of the change, each after one sign, up to an empty line:

    -a line that goes           together with lines after a space, which stay, these stand
    +a line that comes          exactly once in the solution
    @ NAME                      what follows with + is all that the stub of that name holds
    @                           another change of the same entry begins

A line that begins with # is a remark.
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "course"
SOLUTIONS = Path(__file__).parents[2] / "solutions"
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
HEAD = re.compile(r"(?:wrong ([\w-]+): ([\w -]+)|right ([\w-]+))")


@dataclass(frozen=True, slots=True)
class Change:
    """Lines that go and lines that come; with `stub`, all that this stub holds goes."""

    stub: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Variant:
    """One entry: `tasks` are those that must not be passed, none for right work."""

    id: str
    exercise: str
    tasks: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def name(self) -> str:
        """The exercise's number and the id, unique among all entries."""
        return f"{self.exercise[:4]}-{self.id}"


def exercises() -> list[str]:
    """Return the exercises that have a table."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def read_table(exercise: str) -> list[Variant]:
    """Return the entries of one exercise. Raises ValueError for a line that is none of a table."""
    text = (FOLDER / f"{exercise}.txt").read_text(encoding="utf-8")
    return [parse_entry(exercise, block) for block in re.split(r"\n\n+", text.strip("\n"))]


def parse_entry(exercise: str, block: str) -> Variant:
    """Return one entry."""
    head, *lines = [line for line in block.split("\n") if not line.startswith("#")]
    match = HEAD.fullmatch(head)
    if match is None:
        raise ValueError(f"{exercise}: no entry begins with {head!r}")
    changes, stub, old, new = [], "", [], []
    for line in [*lines, "@"]:
        if line[:1] == "@":
            if old or new:
                changes.append(Change(stub, "".join(old), "".join(new)))
            stub, old, new = line[1:].strip(), [], []
        elif line[:1] in (" ", "-", "+"):
            old += [f"{line[1:]}\n"] if line[0] in " -" else []
            new += [f"{line[1:]}\n"] if line[0] in " +" else []
        else:
            raise ValueError(f"{exercise}, {head}: {line!r} has no sign")
    wrong, tasks, right = match.groups(default="")
    return Variant(wrong or f"right-{right}", exercise, tuple(tasks.split()), tuple(changes))


def solution_of(exercise: str) -> str:
    """Return the source of an exercise's solution."""
    return (SOLUTIONS / exercise / "solution.py").read_text(encoding="utf-8")


def apply_changes(variant: Variant) -> str:
    """Return the solution with the entry's changes. Raises ValueError if one does not fit."""
    source = solution_of(variant.exercise)
    for change in variant.changes:
        if change.stub:
            changed = replace_body(source, change.stub, change.new)
        else:
            count = f"\n{source}".count(f"\n{change.old}")
            if count != 1:
                raise ValueError(f"{variant.name}: {change.old!r} occurs {count} times, not once")
            changed = f"\n{source}".replace(f"\n{change.old}", f"\n{change.new}")[1:]
        if changed == source:
            raise ValueError(f"{variant.name} changes nothing")
        source = changed
    return source


def replace_body(source: str, name: str, body: str) -> str:
    """Return the source with something else in one stub, indented as the solution is.

    Where no marks stand in the stub, as in an exercise from an empty file, all behind its docstring
    is the solution.
    """
    lines = source.splitlines(keepends=True)
    stub = find_stub(ast.parse(source), name)
    last = stub.end_lineno or stub.lineno
    inside = {lines[number].strip(): number for number in range(stub.lineno - 1, last)}
    first = inside[BEGIN] + 1 if BEGIN in inside else (stub.body[0].end_lineno or 0)
    end = inside.get(END, last)
    indent = " " * stub.body[0].col_offset
    written = [f"{indent}{line}" if line.strip() else line for line in body.splitlines(True)]
    return "".join([*lines[:first], *written, *lines[end:]])


def find_stub(tree: ast.AST, name: str) -> ast.FunctionDef:
    """Return the function with a dotted name. Raises ValueError where there is none."""
    first, _, rest = name.partition(".")
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and node.name == first and rest:
            return find_stub(node, rest)
        if isinstance(node, ast.FunctionDef) and node.name == first and not rest:
            return node
    raise ValueError(f"there is no stub {name}")


def without_examples(source: str) -> str:
    """Return a solution that runs no examples: they take most of the time and decide nothing."""
    return re.sub(r"(?m)^( *)run_(torch_)?example\(.*$", r"\1pass", source)


def without_torch(source: str) -> str:
    """Return a solution without the cells that speak of PyTorch, which takes 2 seconds to load."""
    cells = re.split(r"(?m)^(?=# %%)", source)
    return "".join(cell for cell in cells if "torch" not in cell)
