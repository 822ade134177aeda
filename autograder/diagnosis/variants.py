"""Variants of a solution: mutants, each with one fault at one site, and right work.

They are course material and stand beside the solution that they change, in `mutants.txt` and
`right_work.txt`, as differences, since a change of a program reads best as one. An entry is one
change of the exercise's `solution.py`:

    mutant ID: TASK TASK …      a fault, and the tasks that must not be passed because of it
    varying ID: TASK TASK …     a fault whose numbers are others from run to run
    right ID                    right work, which gets full marks

Below it stand the lines of the change, each after one sign, up to an empty line:

    -a line that goes           together with lines after a space, which stay, these stand
    +a line that comes          exactly once in the solution
    @ NAME                      what follows with + is all that the stub of that name holds
    @                           another change of the same entry begins

A line that begins with # is a remark. Variants compose: the patches of several are applied one
after the other, as long as they do not touch the same lines.
"""

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
HEAD = re.compile(r"(mutant|varying) ([\w-]+): ([\w -]+)|right ([\w-]+)")


@dataclass(frozen=True, slots=True)
class Patch:
    """Lines that go and lines that come; with `stub`, all that this stub holds goes."""

    stub: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Variant:
    """One entry: `tasks` are those that must not be passed, none for right work.

    `varies` tells that the numbers hang on memory addresses, so that nothing is known by them.
    """

    id: str
    exercise: str
    tasks: tuple[str, ...]
    patches: tuple[Patch, ...]
    varies: bool = False

    @property
    def name(self) -> str:
        """The exercise's number and the id, unique among all mutants."""
        return f"{self.exercise[:4]}-{self.id}"


def parse_variants(exercise: str, text: str) -> list[Variant]:
    """Return the entries of a table. Raises ValueError for a line that is none of a table."""
    return [parse_variant(exercise, block) for block in re.split(r"\n\n+", text.strip("\n"))]


def parse_variant(exercise: str, block: str) -> Variant:
    """Return one entry. Raises ValueError for a line that is none of an entry."""
    head, *lines = [line for line in block.split("\n") if not line.startswith("#")]
    match = HEAD.fullmatch(head)
    if match is None:
        raise ValueError(f"{exercise}: no entry begins with {head!r}")
    patches: list[Patch] = []
    stub, old, new = "", "", ""
    for line in [*lines, "@"]:
        if line[:1] == "@":
            if old or new:
                patches.append(Patch(stub, old, new))
            stub, old, new = line[1:].strip(), "", ""
        elif line[:1] in (" ", "-", "+"):
            old += f"{line[1:]}\n" if line[0] in " -" else ""
            new += f"{line[1:]}\n" if line[0] in " +" else ""
        else:
            raise ValueError(f"{exercise}, {head}: {line!r} has no sign")
    kind, mutant, tasks, right = match.groups(default="")
    return Variant(
        mutant or right, exercise, tuple(tasks.split()), tuple(patches), kind == "varying"
    )


def apply_variants(source: str, variants: Iterable[Variant]) -> str:
    """Return a solution's source with the variants' patches.

    Raises ValueError when one does not fit.
    """
    for variant in variants:
        for patch in variant.patches:
            try:
                source = apply_patch(source, patch)
            except ValueError as error:
                raise ValueError(f"{variant.name}: {error}") from error
    return source


def apply_patch(source: str, patch: Patch) -> str:
    """Return the source with one patch. Raises ValueError when it does not fit."""
    if patch.stub:
        changed = replace_body(source, patch.stub, patch.new)
    else:
        count = f"\n{source}".count(f"\n{patch.old}")
        if count != 1:
            raise ValueError(f"{patch.old!r} occurs {count} times, not once")
        changed = f"\n{source}".replace(f"\n{patch.old}", f"\n{patch.new}")[1:]
    if changed == source:
        raise ValueError("it changes nothing")
    return changed


# Hundreds of patches begin with the same solution.
parse = lru_cache(maxsize=4)(ast.parse)


def replace_body(source: str, name: str, body: str) -> str:
    """Return the source with something else in one stub, indented as the solution is.

    Where no marks stand in the stub, as in an exercise from an empty file, all behind its docstring
    is the solution.
    """
    lines = source.splitlines(keepends=True)
    stub = find_stub(parse(source), name)
    last = stub.end_lineno or stub.lineno
    inside = {lines[number].strip(): number for number in range(stub.lineno - 1, last)}
    first = inside[BEGIN] + 1 if BEGIN in inside else (stub.body[0].end_lineno or 0)
    end = inside.get(END, last)
    marked = lines[inside[BEGIN]] if BEGIN in inside else ""  # it may stand in an inner function
    indent = marked.partition("#")[0] or " " * stub.body[0].col_offset
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
