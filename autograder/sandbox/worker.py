"""The untrusted side: run one submission and its programs, and answer in records.

Never imported by the supervisor, which compiles this file and sends the code to a fresh
`python -I -S -B` process. Holds no secret, no expected value and no solution of what is being
tested. Everything after the header may have been tampered with by the submission; no score is made
here, so that nothing is gained by it.

Order: read the request, close in, greet, parse, send the header, run the statements, look at what
there is, run the programs. A unit's record is sent when it has ended, so that the supervisor knows
which one was running when the worker hangs or dies.
"""

from __future__ import annotations

import posix
import sys
from _ast import Module
from struct import pack

from autograder.programs.interpreter import EngineMachine, ProgramRun
from autograder.sandbox.closing_in import close_in
from autograder.sandbox.placeholders import NOTHING, PlaceholderFinder, Sink
from autograder.sandbox.source import FILENAME, Outline, Source
from autograder.sandbox.wire import (
    CLASSES_BYTES,
    EXCEPTION_NAMES,
    FINISHED,
    GREETING,
    HEADER,
    MAGIC,
    MESSAGE_BYTES,
    PLACE,
    RECORD,
    STOPPED,
    SURVEY,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MODULE_NAME = "submission"
GIVEN_NAME = "given"  # the module beside a notebook that holds what earlier exercises built
SYNTAX_ERRORS = (SyntaxError, IndentationError, TabError)  # their str() names a place of ours
FUTURE_FLAGS = 0x1FE0000  # all bits that `from __future__` may set in a code object
KINDS = {name: kind for kind, name in enumerate(EXCEPTION_NAMES)}
PREFIX = FILENAME.partition("{")[0]

# Given back to the system when memory has run out, so that this can still be told.
RESERVE_BYTES = 4 * 1024 * 1024
RESERVE: list[bytes] = []


class Reply:
    """The way back. Its descriptor is not 1, so that writing there (`os.system`) does no harm."""

    def __init__(self) -> None:
        self.descriptor = posix.dup(1)
        posix.dup2(2, 1)  # standard error leads nowhere

    def send(self, record: bytes) -> None:
        """Write all of it; waits while the pipe is full."""
        while record:
            record = record[posix.write(self.descriptor, record) :]


class Problem:
    """What is told of an exception: its kind, where in the hand-in, its own words."""

    def __init__(self, error: BaseException, source: Source, chunk: int = -1) -> None:
        if isinstance(error, MemoryError):
            RESERVE.clear()
        self.kind = find_kind(error)
        self.cell, self.line = locate(error, source, chunk)
        self.message = describe(error)


def fill_reserve() -> None:
    """Take the reserve again after it was given back."""
    if not RESERVE:
        RESERVE.append(bytes(RESERVE_BYTES))  # pages that nobody writes to cost nothing


def find_kind(error: BaseException) -> int:
    """Return the number of the nearest ancestor that has one."""
    for ancestor in type(error).__mro__:
        kind = KINDS.get(ancestor.__name__)
        if kind is not None:
            return kind
    return 0


def locate(error: BaseException, source: Source, chunk: int) -> tuple[int, int]:
    """Return cell and line of the deepest frame that stands in the hand-in.

    A problem of the compiler has no frame; it names the line of `chunk` itself.
    """
    try:
        place = (0, 0)
        traceback = error.__traceback__
        while traceback is not None:
            filename = traceback.tb_frame.f_code.co_filename
            if filename.startswith(PREFIX):
                place = source.place(int(filename[len(PREFIX) : -1]), traceback.tb_lineno)
            traceback = traceback.tb_next
        if place == (0, 0) and chunk >= 0:
            place = source.place(chunk, getattr(error, "lineno", None) or 1)
        return place
    except Exception:  # noqa: BLE001 - the exception is the submission's own object
        return 0, 0


def describe(error: BaseException) -> bytes:
    """Return the beginning of the exception's text; its `__str__` may itself fail."""
    try:
        if isinstance(error, SyntaxError) and type(error) in SYNTAX_ERRORS:
            text = error.msg
        else:
            text = str(error)
        # A subclass of str brings its own methods; these are the real ones.
        return str.encode(str.__getitem__(text, slice(MESSAGE_BYTES)), "utf-8", "replace")
    except Exception:  # noqa: BLE001
        return b""


def main(request: Mapping[str, Any]) -> None:
    """Do all that the request asks, and end the process."""
    posix.close(0)
    posix.chdir("/")
    posix.environ.clear()  # the hash seed is ours, and has done its work
    reply = Reply()
    load_packages(request["packages"])
    reply.send(GREETING.pack(MAGIC, close_in(request["limits"])))
    source = Source(request["chunks"])
    outline = Outline(source, request["stubs"])
    prepare_process(outline, request["real_folders"])
    reply.send(make_header(source, outline))
    given = load_given(request["given"])
    namespace = run_statements(source, request, reply)
    found = survey(namespace, given, request)
    reply.send(SURVEY.pack(len(source.statements), *found))
    run_programs(namespace, given, request, source, reply)
    # Nothing of the submission's may run on the way out: no atexit, no thread, no finalizer.
    posix._exit(0)


def load_packages(packages: Mapping[str, tuple[str, ...]]) -> None:
    """Import what the exercise needs before the process closes in; later, parts could not load.

    Maps the folder of a package to the modules that are to be there.
    """
    # One thread: a process that has closed in may start none.
    for variable in (b"OMP_NUM_THREADS", b"OPENBLAS_NUM_THREADS", b"MKL_NUM_THREADS"):
        posix.putenv(variable, b"1")
    for folder, modules in packages.items():
        sys.path.append(folder)
        for name in modules:
            __import__(name)
        sys.path.remove(folder)


def load_given(code: Any) -> dict[str, Any]:
    """Run the exercise's given code as a module that the submission can import; return its names.

    None stands for an exercise without one.
    """
    if code is None:
        return {}
    module = sys.modules[GIVEN_NAME] = type(sys)(GIVEN_NAME)
    exec(code, module.__dict__)  # noqa: S102 - the course's own code
    return module.__dict__


def find_missing(names: tuple[str, ...], namespace: dict[str, Any]) -> int:
    """Return a bit for each dotted name that the submission does not define."""
    missing = 0
    for bit, name in enumerate(names):
        first, *rest = name.split(".")
        found: Any = namespace.get(first)
        try:
            for part in rest if found is not None else ():  # None has a few names, too
                found = getattr(found, part, None)
        except BaseException:  # noqa: BLE001 - the object is the submission's own
            found = None
        missing |= (found is None) << bit
    return missing


def make_header(source: Source, outline: Outline) -> bytes:
    """Return what is known before any of the submission has run."""
    untouched = sum(1 << bit for bit, name in enumerate(outline.stubs) if name in outline.untouched)
    classes = "\0".join(dict.fromkeys(outline.classes)).encode("utf-8", "replace")
    # The end marker tells a whole last name from one that was cut.
    header = HEADER.pack(len(source.statements), untouched, (classes + b"\0")[:CLASSES_BYTES])
    places = [PLACE.pack(*source.place(s.chunk, s.line)) for s in source.statements]
    return header + b"".join(places)


def prepare_process(outline: Outline, real_folders: dict[str, str]) -> None:
    """Make the process look like a plain interpreter without terminal, and without us."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "autograder"]:
        del sys.modules[name]
    finder: Any = PlaceholderFinder(outline.guarded, PREFIX, real_folders)
    sys.meta_path.append(finder)
    sink = Sink()
    for name in ("stdout", "stderr", "__stdout__", "__stderr__"):
        setattr(sys, name, sink)
    for name in ("stdin", "__stdin__"):
        setattr(sys, name, None)
    sys.argv[:] = [f"{MODULE_NAME}.py"]
    if "random" in outline.imports:
        # The same hand-in must come to the same outcome each time.
        import random

        random.seed(0)


def run_statements(source: Source, request: Mapping[str, Any], reply: Reply) -> dict[str, Any]:
    """Run each top-level statement by itself in one module; return the module's names.

    Not as `__main__`: what a hand-in guards with that name is its own demonstration, and running it
    costs time and can only lose marks.
    """
    module = type(sys)(MODULE_NAME)
    sys.modules[MODULE_NAME] = module
    namespace = module.__dict__
    namespace.update(
        __file__=f"{MODULE_NAME}.py",
        display=NOTHING,
        get_ipython=NOTHING,
    )
    skipped = request["skipped_statements"]
    flags = 0
    for unit, statement in enumerate(source.statements):
        if unit in skipped:
            continue
        problem = None
        try:
            fill_reserve()
            if statement.problem is not None:
                raise statement.problem
            filename = FILENAME.format(statement.chunk)
            code = compile(Module([statement.node], []), filename, "exec", flags, True)
            flags |= code.co_flags & FUTURE_FLAGS
            exec(code, namespace)  # noqa: S102 - what this process is for
        except BaseException as error:  # noqa: BLE001 - also SystemExit and KeyboardInterrupt
            problem = Problem(error, source, statement.chunk)
            if statement.problem is not None:
                # NUL bytes, lone surrogates, too deep: other exceptions in other Pythons.
                problem.kind = KINDS["SyntaxError"]
        reply.send(make_record(unit, problem, -1, 0))
    return namespace


def make_record(unit: int, problem: Problem | None, position: int, read: int) -> bytes:
    """Return the fixed part of a unit's record."""
    if problem is None:
        return RECORD.pack(unit, FINISHED, 0, 0, 0, -1, read, b"")
    place = problem.cell, problem.line
    return RECORD.pack(unit, STOPPED, problem.kind, *place, position, read, problem.message)


def find_class(namespace: dict[str, Any], given: dict[str, Any], request: Mapping[str, Any]) -> Any:
    """Return the class of nodes, or None where there is none.

    Where the student writes its methods, the given class of the same name does not stand for it.
    """
    class_name = request["class_name"]
    written = (*request["stubs"], *request["names"])
    is_own = any([name.startswith(f"{class_name}.") for name in written])
    return namespace.get(class_name, None if is_own else given.get(class_name))


def survey(
    namespace: dict[str, Any], given: dict[str, Any], request: Mapping[str, Any]
) -> tuple[bool, int]:
    """Return whether there is a class of nodes, where one is needed, and what names are missing.

    Puts what is to be replaced. A submission may resist it; then its programs show that.
    """
    class_name = request["class_name"]
    found = not class_name or isinstance(find_class(namespace, given, request), type)
    missing = find_missing(request["names"], namespace)
    if request["replaced"]:
        try:
            put_grafts(namespace, request["grafts"], request["replaced"])
        except BaseException:  # noqa: BLE001 - the classes are the submission's
            return found, missing
    return found, missing


def put_grafts(namespace: dict[str, Any], grafts: Any, replaced: tuple[str, ...]) -> None:
    """Put the course's functions and methods of these dotted names in the submission's place.

    What they make and look for is the submission's own: its classes take the place of those that
    the grafts name. Where the submission has no such class, it gets that of the grafts.
    """
    names: dict[str, Any] = {"__name__": "grafts"}
    exec(grafts, names)  # noqa: S102 - the course's own code
    own = {name: thing for name, thing in names.items() if isinstance(thing, type)}
    for dotted in replaced:
        first, _, method = dotted.partition(".")
        if not method:
            namespace[first] = names[first]
        elif isinstance(namespace.get(first), type):
            setattr(namespace[first], method, vars(own[first])[method])
        else:
            namespace[first] = own[first]
    for name in own:
        if isinstance(namespace.get(name), type):
            names[name] = namespace[name]


def run_programs(
    namespace: dict[str, Any],
    given: dict[str, Any],
    request: Mapping[str, Any],
    source: Source,
    reply: Reply,
) -> None:
    """Run each program by itself and send the numbers that it read."""
    first = len(source.statements) + 1
    class_name = request["class_name"]
    found = not class_name or find_class(namespace, given, request) is not None
    machine: Any = EngineMachine(namespace, class_name, given) if found else None
    for index, instructions, reads in request["programs"]:
        run = ProgramRun(machine)
        problem, position = None, -1
        try:
            fill_reserve()
            if not found:
                raise NameError(f"there is no class {class_name}")
            run.run(instructions)
        except BaseException as error:  # noqa: BLE001 - also SystemExit and KeyboardInterrupt
            problem, position = Problem(error, source), run.position
        values = run.values + [float("nan")] * (reads - len(run.values))
        record = make_record(first + index, problem, position, len(run.values))
        reply.send(record + pack(f"<{reads}d", *values))
