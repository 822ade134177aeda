"""Find hand-ins and take their source in, as bytes and text: nothing is parsed or imported here.

Used by the front doors, before a `Job` is made. Reads are bounded, follow no symbolic link and
touch regular files only. The one thing parsed on this side is a notebook's JSON, bounded in size
and, by Python's own recursion limit, in depth.
"""

import codecs
import difflib
import errno
import json
import os
import re
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autograder.errors import UnreadableError, UsageError
from autograder.records import SourceChunk
from autograder.sandbox.limits import DEFAULT_LIMITS, Limits

SUFFIXES = (".py", ".ipynb")
GIVEN_FILE = "given.py"
IGNORED_FOLDERS = frozenset({"__pycache__", "__MACOSX"})

# A marker of the percent format: alone on its line or followed by a space. `# %%time` is none.
CELL_MARKER = re.compile(r"#\s?%%+(?:\s|$)")
# What begins a statement, and hardly an answer that somebody has written without `#`.
CODE_LINE = re.compile(r"def \w|class \w|@\w|import \w|from \w+ import |\w+ = ")
PROSE_MARKER = re.compile(r"#\s?%%+\s(?:.*\s)?\[(?:markdown|md|raw)\]")

# PEP 263: in one of the first two lines, which are comments.
CODING_LINE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
# The rest of Python's codecs are not for text files, or decode to something else than they show.
CODINGS = re.compile(r"utf-?8(-sig)?|ascii|iso-?8859-\d+|latin-?1|cp125\d|mac-roman|koi8-[ru]")

# Each file of a student's folder is graded; a whole project is no hand-in.
MOST_FILES = 6
DEEPEST = 3  # folders in which a student's file may lie

NAME_BYTES = 100  # with a suffix and a number still far below any file system's 255


@dataclass(frozen=True, slots=True)
class HandIn:
    """One submission: a name that is safe as a folder's name, unique in its run, and its files.

    A student's folder may hold several files, such as the notebook and the `.py` of an exercise:
    grading tells which of them is the work. It has none where there is no hand-in in it: then
    `problem` says why. `place` is what was named.
    """

    name: str
    place: Path
    files: tuple[Path, ...]
    problem: str = ""


def find_hand_ins(paths: Iterable[str | Path], exercise: str) -> list[HandIn]:
    """Return the hand-ins at these paths, sorted by name.

    A path is a file, or a folder that holds files or one subfolder per student.

    Raises:
        UsageError: usage-error; a path does not exist, or a folder has nothing in it.
    """
    found: list[HandIn] = []
    for path in map(Path, paths):
        if not os.path.lexists(path):
            raise UsageError(f"there is no {str(path)!r}", hint=near_names(path))
        if not path.is_dir():
            if not is_hand_in(path.name):
                raise UsageError(f"{str(path)!r} is no .py or .ipynb file")
            found.append(HandIn(path.stem, path, (path,)))
            continue
        inside = list(hand_ins_in_folder(path, exercise))
        if not inside:
            raise UsageError(
                f"no hand-in in {str(path)!r}",
                hint="It needs .py or .ipynb files, or one subfolder per student with such a file.",
            )
        found += inside
    return name_hand_ins(found)


def hand_ins_in_folder(folder: Path, exercise: str) -> Iterator[HandIn]:
    """Yield the hand-in of each file and of each student's subfolder."""
    for entry in visible_entries(folder):
        path = Path(entry.path)
        if entry.is_dir(follow_symlinks=False):
            yield choose_in_folder(path, exercise)
        elif is_hand_in(entry.name):
            yield HandIn(path.stem, path, (path,))


def find_left_out(paths: Iterable[str | Path]) -> list[str]:
    """Return the names of files in the folders that are no hand-ins: nothing goes unmentioned."""
    return [
        entry.name
        for path in map(Path, paths)
        if path.is_dir()
        for entry in visible_entries(path)
        if not entry.is_dir(follow_symlinks=False)
        and not is_hand_in(entry.name)
        and entry.name != GIVEN_FILE
    ]


def is_hand_in(name: str) -> bool:
    """Tell whether a file's name is that of a hand-in, whatever the case of its suffix.

    The exercise's given code is none: the grader brings its own.
    """
    return name.lower().endswith(SUFFIXES) and name != GIVEN_FILE


def near_names(path: Path) -> str:
    """Return a hint with the names beside a missing path that are most like it."""
    try:
        names = os.listdir(path.parent)
    except OSError:
        return f"There is no folder {str(path.parent)!r} either."
    near = difflib.get_close_matches(path.name, names, n=3)
    return f"Beside it: {', '.join(near)}." if near else "Check the path."


def visible_entries(folder: str | os.PathLike[str]) -> list[os.DirEntry[str]]:
    """Return a folder's entries without hidden ones and those that tools leave behind."""
    try:
        with os.scandir(folder) as entries:
            kept = [e for e in entries if not e.name.startswith(".")]
    except OSError as error:
        raise UsageError(f"cannot list it: {error.strerror}", where=str(folder)) from error
    return sorted((e for e in kept if e.name not in IGNORED_FOLDERS), key=lambda e: e.name)


def choose_in_folder(folder: Path, exercise: str) -> HandIn:
    """Return a student's hand-in: the files that could be it, or the problem of having none."""
    try:
        files = files_of_student(str(folder))
    except UsageError as error:
        return HandIn(folder.name, folder, (), error.message)
    if not files:
        return HandIn(folder.name, folder, (), "no .py or .ipynb file")
    if len(files) > MOST_FILES:
        return HandIn(folder.name, folder, (), f"{len(files)} files could be the hand-in")
    # The file with the exercise's own name first: it counts when all are as released.
    return HandIn(folder.name, folder, tuple(sorted(files, key=lambda f: f.stem != exercise)))


def files_of_student(folder: str) -> list[Path]:
    """Return the files that could be a hand-in: in the folder, or, where none is, below it.

    A zip that was made of a folder unpacks into that folder.
    """
    level = [folder]
    for _ in range(DEEPEST):
        entries = [entry for place in level for entry in visible_entries(place)]
        files = [Path(e.path) for e in entries if is_hand_in(e.name) and not e.is_dir()]
        if files:
            return files
        level = [e.path for e in entries if e.is_dir(follow_symlinks=False)][:MOST_FILES]
    return []


def name_hand_ins(found: list[HandIn]) -> list[HandIn]:
    """Make the names safe and unique: with a file's suffix where two meet, then with a number."""
    unique = {os.path.abspath(hand_in.place): hand_in for hand_in in found}
    named = sorted(
        (replace(hand_in, name=safe_name(hand_in.name)) for hand_in in unique.values()),
        key=lambda hand_in: (hand_in.name, hand_in.place),
    )
    # Some file systems do not tell upper from lower case.
    stems = Counter(hand_in.name.casefold() for hand_in in named)
    taken: set[str] = set()
    hand_ins = []
    for hand_in in named:
        name = hand_in.name
        if stems[name.casefold()] > 1 and is_hand_in(hand_in.place.name):
            name += hand_in.place.suffix
        number, base = 1, name
        while name.casefold() in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name.casefold())
        hand_ins.append(replace(hand_in, name=name))
    return sorted(hand_ins, key=lambda hand_in: hand_in.name)


def safe_name(text: str) -> str:
    """Return a name that is one path component everywhere and can be shown.

    >>> safe_name("../Zoë \\n/x")
    '_Zoë __x'
    """
    text = unicodedata.normalize("NFC", text)
    kept = "".join(c if c.isalnum() or c in " ._-+@()'," else "_" for c in text)
    short = kept.encode("utf-8", "ignore")[:NAME_BYTES].decode("utf-8", "ignore")
    return short.strip(" .") or "submission"


def read_chunks(path: str | Path, limits: Limits = DEFAULT_LIMITS) -> tuple[SourceChunk, ...]:
    """Return a hand-in's source, cell by cell, with line numbers as in the file or cell.

    What kind of file it is, its content says, not its suffix. An empty file has no chunks.

    Raises:
        UnreadableError: unreadable; not a regular file, not allowed, too large, damaged, not text.
    """
    try:
        data = read_regular_file(path, limits.notebook_bytes)
        notebook = read_notebook(data, is_named_notebook=Path(path).suffix == ".ipynb")
        chunks = split_file(decode_python(data)) if notebook is None else list(code_cells(notebook))
    except UnreadableError as error:
        raise UnreadableError(error.message, hint=error.hint, where=str(path)) from error
    size = sum(len(chunk.source.encode("utf-8", "surrogatepass")) for chunk in chunks)
    if size > limits.source_bytes:
        message = f"more than {limits.source_bytes // 1024} KB of source"
        raise UnreadableError(message, where=str(path))
    return tuple(chunk for chunk in chunks if chunk.source.strip())


def read_regular_file(path: str | Path, most_bytes: int) -> bytes:
    """Return a file's bytes. Never waits (a pipe) and never follows a symbolic link."""
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
        with os.fdopen(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnreadableError("not a regular file")
            data = file.read(most_bytes + 1)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise UnreadableError("a symbolic link, which is not followed") from error
        raise UnreadableError(f"cannot be read: {error.strerror}") from error
    except ValueError as error:  # a NUL in the name
        raise UnreadableError("not a file name") from error
    if len(data) > most_bytes:
        raise UnreadableError(f"larger than {most_bytes // 1024} KB")
    return data


def read_notebook(data: bytes, *, is_named_notebook: bool) -> dict[str, Any] | None:
    """Return a notebook's JSON; None when the content is something else, such as Python."""
    body = data.removeprefix(codecs.BOM_UTF8).lstrip()
    if not body.startswith(b"{"):
        return None
    try:
        notebook = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        if not is_named_notebook:
            return None
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise UnreadableError(
            f"not a notebook: its JSON is damaged{where}",
            hint="Open it in Jupyter, save it again and hand in that file.",
        ) from error
    if isinstance(notebook, dict) and isinstance(list_of_cells(notebook), list):
        return notebook
    if is_named_notebook:
        raise UnreadableError("not a notebook: it has no cells")
    return None


def list_of_cells(notebook: dict[str, Any]) -> Any:
    """Return the list of cells; nbformat 3 keeps it in its one worksheet."""
    worksheets = notebook.get("worksheets")
    if isinstance(worksheets, list) and worksheets and isinstance(worksheets[0], dict):
        return worksheets[0].get("cells")
    return notebook.get("cells")


def code_cells(notebook: dict[str, Any]) -> Iterator[SourceChunk]:
    """Yield the code cells, counted from 1. What is not a cell is passed over."""
    number = 0
    for cell in list_of_cells(notebook):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        number += 1
        source = cell.get("source", cell.get("input", ""))
        if isinstance(source, list):
            source = "".join(line for line in source if isinstance(line, str))
        if isinstance(source, str):
            yield SourceChunk(number, 1, unify_line_ends(source))


def decode_python(data: bytes) -> str:
    """Return a Python file's text, in the encoding that its first bytes declare, or UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        coding = "utf-16"
    elif data.startswith(codecs.BOM_UTF8):
        coding = "utf-8-sig"
    else:
        coding = declared_coding(data)
    try:
        text = data.decode(coding)
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"not {coding.upper()} text (byte {error.start + 1})",
            hint="Hand in a notebook, or a .py file saved as UTF-8.",
        ) from error
    if "\0" in text:
        raise UnreadableError("not a text file")
    return unify_line_ends(text)


def declared_coding(data: bytes) -> str:
    """Return the coding that one of the first two lines names, "utf-8" without one."""
    for line in data.splitlines()[:2]:
        match = CODING_LINE.match(line)
        if match:
            name = match[1].decode("ascii", "replace").lower().replace("_", "-")
            if not CODINGS.fullmatch(name):
                raise UnreadableError(f"its coding line names {name!r}, which is not read here")
            return name
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return "utf-8"


def unify_line_ends(text: str) -> str:
    r"""Return the text with `\n` alone at the end of its lines, as Python's own reader does."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def split_file(text: str) -> list[SourceChunk]:
    """Split a `.py` file at its `# %%` markers; prose cells are left out.

    Code that stands below prose, without a marker of its own, is code: to Python it is.

    >>> [(chunk.first_line, chunk.source) for chunk in split_file("a = 1\\n# %%\\nb = 2")]
    [(1, 'a = 1'), (2, '# %%\\nb = 2')]
    """
    lines = text.split("\n")
    starts = [i for i, line in enumerate(lines) if CELL_MARKER.match(line) or i == 0]
    return [
        SourceChunk(0, start + 1, "\n".join(lines[start:end]))
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)
        if not PROSE_MARKER.match(lines[start]) or any(map(CODE_LINE.match, lines[start:end]))
    ]
