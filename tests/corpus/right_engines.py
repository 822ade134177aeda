"""Right engines in other styles, each a complete hand-in. Used by the tests of this folder.

The first comments of a file in `unusual_but_correct/` say which exercises it fits, and how it keeps
its graph. A hand-in that leaves parts of an exercise out names the tasks that it must pass:

    # fits: ex04_operators ex09_engine (parts: value backward)
    # graph: operands in a set, closures, order from an explicit stack
"""

import ast
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

FOLDER = Path(__file__).parent / "unusual_but_correct"
HEADER = re.compile(r"^# (fits|graph): (.+)$", re.MULTILINE)
FITS = re.compile(r"(ex\d\d_\w+)(?: \(parts: ([^()]+)\))?(?: |$)")


@dataclass(frozen=True)
class RightEngine:
    """One hand-in of the folder."""

    path: Path

    @cached_property
    def source(self) -> str:
        """The text, without a byte order mark, its lines ended as Python ends them."""
        return self.path.read_text(encoding="utf-8-sig")

    @property
    def name(self) -> str:
        """What a test calls it."""
        return self.path.stem

    @cached_property
    def fits(self) -> dict[str, frozenset[str]]:
        """For each exercise that it fits the tasks that it must pass; an empty set stands for all.

        Raises ValueError if the header is missing or is not written as it should be.
        """
        header = dict(HEADER.findall(self.source)).get("fits", "")
        if not header or FITS.sub("", header):
            raise ValueError(f"{self.path.name}: no header `# fits: exercise (parts: tasks)`")
        return {exercise: frozenset(parts.split()) for exercise, parts in FITS.findall(header)}

    @property
    def graph(self) -> str:
        """How graph and backward pass are represented; empty for closures in topological order."""
        return dict(HEADER.findall(self.source)).get("graph", "")


def read_right_engines() -> list[RightEngine]:
    """Return all right engines of the folder, by name."""
    return [RightEngine(path) for path in sorted(FOLDER.glob("*.py"))]


def normalize(source: str) -> str:
    """Return a form that two sources share when only names, texts and annotations differ.

    Names that the source makes, and strings (some hold such names), are numbered as they appear;
    docstrings and annotations are dropped, and comments are no part of a syntax tree.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.alias):
            node.asname = node.asname or node.name  # `import math` gives a name as well
    return ast.dump(Normalizer(own_names(tree)).visit(tree))


# Where a syntax tree keeps the names that it gives to things, by kind of node.
NAME_FIELDS = {
    ast.FunctionDef: ("name",),
    ast.AsyncFunctionDef: ("name",),
    ast.ClassDef: ("name",),
    ast.arg: ("arg",),
    ast.keyword: ("arg",),
    ast.alias: ("asname",),
    ast.ExceptHandler: ("name",),
    ast.MatchAs: ("name",),
    ast.MatchStar: ("name",),
    ast.MatchMapping: ("rest",),
    ast.Name: ("id",),
    ast.Attribute: ("attr",),
}


def own_names(tree: ast.AST) -> set[str]:
    """Return the names that a source gives; those that it only uses are others' names."""
    names = set()
    for node in ast.walk(tree):
        is_use = isinstance(getattr(node, "ctx", None), ast.Load) or isinstance(node, ast.keyword)
        for field in () if is_use else NAME_FIELDS.get(type(node), ()):
            names.add(getattr(node, field))
    return names - {None}


class Normalizer(ast.NodeTransformer):
    """Number a tree's own names and its strings, and drop docstrings and annotations."""

    def __init__(self, own: set[str]) -> None:
        self.own = own
        self.numbers: dict[str, str] = {}

    def number(self, text: str) -> str:
        """Return the number of a name or string, the next one when it is new."""
        return self.numbers.setdefault(text, f"#{len(self.numbers)}")

    def visit(self, node: ast.AST) -> ast.AST:
        """Return a node with its own names numbered, and so all below it."""
        for field in NAME_FIELDS.get(type(node), ()):
            if getattr(node, field) in self.own:
                setattr(node, field, self.number(getattr(node, field)))
        if isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [self.number(name) for name in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = self.number(node.value)
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            return self.visit(without_annotation(node))
        if hasattr(node, "body") and isinstance(node.body, list):
            node.body = [statement for statement in node.body if not is_text(statement)]
        return self.generic_visit(node)


def without_annotation(node: ast.AnnAssign) -> ast.stmt:
    """Return the assignment alone; a declared field stays as its name."""
    if node.value is None:
        return ast.Expr(node.target)
    return ast.Assign([node.target], node.value, lineno=node.lineno)


def is_text(statement: ast.stmt) -> bool:
    """Tell whether a statement is a string by itself, as a docstring is."""
    match statement:
        case ast.Expr(ast.Constant(str())):
            return True
    return False
