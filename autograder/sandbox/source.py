"""Take a submission's source apart without running any of it: statements, classes, stubs.

Runs in the worker; the trusted side uses only `shape_of_stub`, on released stubs. Where a chunk is
not Python as it stands, two readings are tried before it is given up: without a notebook's magics,
and (a `.py` file) with all chunks joined, because `# %%` may stand inside a string.
"""

from __future__ import annotations

from _ast import (
    AST,
    AnnAssign,
    Assign,
    AsyncFunctionDef,
    Attribute,
    Call,
    ClassDef,
    Constant,
    Expr,
    FunctionDef,
    Import,
    ImportFrom,
    Name,
    PyCF_ONLY_AST,
    Try,
)

from autograder.sandbox.wire import MAX_CELL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Chunk = tuple[int, int, str]  # cell, first line, source: a SourceChunk as plain data

FILENAME = "<submission {}>"  # with the chunk's index; how a traceback leads back to the hand-in

# Cell magics whose cell is Python all the same.
PYTHON_CELL_MAGICS = frozenset({"%%capture", "%%prun", "%%python3", "%%time", "%%timeit"})


class Statement:
    """One top-level statement, or the problem that a whole chunk has (`node` is then None)."""

    def __init__(self, chunk: int, line: int, node: Any, problem: BaseException | None) -> None:
        self.chunk = chunk
        self.line = line
        self.node = node
        self.problem = problem


class Source:
    """A parsed submission. `statements` are in order; nothing has been run."""

    def __init__(self, chunks: list[Chunk]) -> None:
        self.chunks = chunks
        self.statements: list[Statement] = []
        parsed = [parse(chunk, index) for index, chunk in enumerate(chunks)]
        if any(isinstance(result, BaseException) for result in parsed):
            whole = join_file(chunks)
            tree = parse(whole, 0) if whole else None
            if whole and not isinstance(tree, BaseException):
                self.chunks, parsed = [whole], [tree]
        for index, result in enumerate(parsed):
            if isinstance(result, BaseException):
                line = getattr(result, "lineno", None) or 1
                self.statements.append(Statement(index, line, None, result))
            else:
                self.statements += [Statement(index, n.lineno, n, None) for n in result.body]

    def place(self, chunk: int, line: int) -> tuple[int, int]:
        """Return cell and line in the hand-in for a line of a chunk."""
        cell, first_line, _ = self.chunks[chunk]
        return min(cell, MAX_CELL), first_line + line - 1


def parse(chunk: Chunk, index: int) -> Any:
    """Return the chunk's syntax tree, or the exception that says why there is none."""
    filename = FILENAME.format(index)
    try:
        return compile(chunk[2], filename, "exec", PyCF_ONLY_AST, True)
    except Exception:  # noqa: BLE001 - the parser also raises ValueError, MemoryError …
        try:
            return compile(blank_magics(chunk[2]), filename, "exec", PyCF_ONLY_AST, True)
        except Exception as problem:  # noqa: BLE001
            return problem


def blank_magics(source: str) -> str:
    """Return the source with IPython's own lines empty, so that line numbers stay.

    Only for a cell that is not Python as it stands: a line may begin with `%` inside an expression.
    """
    lines = source.split("\n")
    first = source.lstrip().split(None, 1)[:1]
    if first and first[0].startswith("%%") and first[0] not in PYTHON_CELL_MAGICS:
        return "\n" * (len(lines) - 1)
    return "\n".join("" if is_magic(line.strip()) else line for line in lines)


def is_magic(line: str) -> bool:
    """Tell whether IPython, not Python, reads this line."""
    is_help = line.endswith("?") and line.rstrip("?").replace(".", "").isidentifier()
    return is_help or line.startswith(("%", "!", "?"))


def join_file(chunks: list[Chunk]) -> Chunk | None:
    """Return a `.py` file's chunks as one; None for a notebook or a file of one chunk."""
    if len(chunks) < 2 or any(cell for cell, _, _ in chunks):
        return None
    lines: list[str] = []
    for _, first_line, source in chunks:
        lines += [""] * (first_line - 1 - len(lines))
        lines += source.split("\n")
    return 0, 1, "\n".join(lines)


class Outline:
    """What the top level of a submission says: its classes, its imports and its stubs.

    `stubs` maps dotted names (`Value.exp`, `softmax`) to released shapes. `guarded` are the modules
    imported where an `except` stands ready for their absence.
    """

    def __init__(self, source: Source, stubs: Mapping[str, Any]) -> None:
        self.stubs = stubs
        self.stub_classes = {name.partition(".")[0] for name in stubs if "." in name}
        self.classes: list[str] = []
        self.imports: set[str] = set()
        self.guarded: set[str] = set()
        self.untouched: set[str] = set()
        self.replaced: set[str] = set()
        self.visit([s.node for s in source.statements if s.node is not None])
        self.untouched -= self.replaced

    def visit(self, nodes: list[Any]) -> None:
        """Note what these statements say, and those nested in them that run at top level.

        Without recursion, which a chain of a thousand `elif` would exhaust.
        """
        todo = [(node, False) for node in reversed(nodes)]
        while todo:
            node, guarded = todo.pop()
            if isinstance(node, ClassDef):
                self.classes.append(node.name)
                if node.name in self.stub_classes:
                    self.note_class(node)
            elif isinstance(node, Import | ImportFrom):
                roots = {name.partition(".")[0] for name in imported_modules(node)}
                self.imports |= roots
                self.guarded |= roots if guarded else set()
            elif isinstance(node, Assign | AnnAssign | Expr):
                self.replaced |= self.replaced_stubs(node)
            elif isinstance(node, FunctionDef):
                self.note_function(node, node.name)
            elif not isinstance(node, AsyncFunctionDef):
                ready = guarded or (isinstance(node, Try) and bool(node.handlers))
                inner = [(item, ready) for item in getattr(node, "body", ())]
                for field in ("handlers", "orelse", "finalbody", "cases"):
                    inner += [(item, guarded) for item in getattr(node, field, ())]
                todo += reversed(inner)

    def note_class(self, node: ClassDef) -> None:
        """Note which of a class's stubs stand as released; of two definitions the last counts."""
        of_class = {name for name in self.stubs if name.partition(".")[0] == node.name}
        self.untouched -= of_class
        for item in node.body:
            if isinstance(item, FunctionDef):
                self.note_function(item, f"{node.name}.{item.name}")
            elif isinstance(item, Assign | AnnAssign):
                names = {t.id for t in assigned_targets(item) if isinstance(t, Name)}
                self.untouched -= {f"{node.name}.{name}" for name in names}

    def note_function(self, node: FunctionDef, name: str) -> None:
        """Note whether a function is the released stub: the same tree, docstring aside."""
        if name in self.stubs:
            self.untouched.discard(name)
            self.replaced.discard(name)
            if same_shape(node, self.stubs[name]):
                self.untouched.add(name)

    def replaced_stubs(self, node: Any) -> set[str]:
        """Return what is put in place from outside: `Value.exp = …`, `setattr(Value, …)`."""
        if isinstance(node, Assign | AnnAssign):
            names = set()
            for target in assigned_targets(node):
                if isinstance(target, Name):
                    names.add(target.id)
                owner: Any = getattr(target, "value", None)
                if isinstance(target, Attribute) and self.is_class(owner):
                    names.add(f"{owner.id}.{target.attr}")
            return names
        call: Any = node.value
        if not (isinstance(call, Call) and isinstance(call.func, Name) and len(call.args) == 3):
            return set()
        arguments: list[Any] = call.args
        if call.func.id != "setattr" or not self.is_class(arguments[0]):
            return set()
        class_name, name = arguments[0].id, arguments[1]
        # A computed name may be any of them.
        if isinstance(name, Constant):
            return {f"{class_name}.{name.value!s}"}
        return {stub for stub in self.stubs if stub.partition(".")[0] == class_name}

    def is_class(self, node: Any) -> bool:
        """Tell whether the expression is the name of a class with stubs."""
        return isinstance(node, Name) and node.id in self.stub_classes


def assigned_targets(node: Any) -> list[Any]:
    """Return what an assignment sets, each item of a tuple by itself."""
    if isinstance(node, AnnAssign):
        return [node.target] if node.value is not None else []
    return [item for target in node.targets for item in getattr(target, "elts", [target])]


def imported_modules(node: Import | ImportFrom) -> Iterator[str]:
    """Yield the full names of the modules that a statement imports."""
    if isinstance(node, ImportFrom):
        yield node.module or ""
    else:
        for alias in node.names:
            yield alias.name


def body_without_docstring(node: Any) -> list[Any]:
    """Return a function's statements after its docstring."""
    first = node.body[0]
    is_text = isinstance(first, Expr) and isinstance(first.value, Constant)
    documented = is_text and isinstance(first.value.value, str)
    return list(node.body[1:] if documented else node.body)


def shape(node: Any) -> Any:
    """Return a syntax tree as nested tuples: positions, comments and layout are not in it."""
    if isinstance(node, AST):
        fields = [shape(getattr(node, field, None)) for field in node._fields if field != "body"]
        body = getattr(node, "body", None)
        if isinstance(node, FunctionDef):
            body = body_without_docstring(node)
        return (type(node).__name__, *fields, shape(body))
    if isinstance(node, list):
        return tuple([shape(item) for item in node])
    return repr(node)  # 1, 1.0 and True differ


def shape_of_stub(source: str) -> tuple[int, Any]:
    """Return a released method's number of statements and shape.

    Raises SyntaxError or ValueError when the source is not one `def`.
    """
    tree: Any = compile(source, "<stub>", "exec", PyCF_ONLY_AST, True)
    if len(tree.body) != 1 or not isinstance(tree.body[0], FunctionDef):
        raise ValueError("a stub is one def")
    node = tree.body[0]
    return len(body_without_docstring(node)), shape(node)


def same_shape(node: FunctionDef, stub: tuple[int, Any]) -> bool:
    """Tell whether a method is the released stub; the count settles most cases at once."""
    if len(body_without_docstring(node)) != stub[0]:
        return False
    try:
        return bool(shape(node) == stub[1])
    except RecursionError:  # a tree this deep is not a stub
        return False
