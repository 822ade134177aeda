"""Modules and names that stand in for what a worker does not have, so that honest imports work.

Runs in the worker only. Drawing, display and our own `check` do nothing; numpy is real where the
grader has it; any other missing module imports, and says clearly that it is missing when it is
used. `try: import x` with an `except` gets the ImportError that it is ready for.
"""

from __future__ import annotations

import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import PathFinder

from autograder.sandbox.wire import NOT_AVAILABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Any
else:
    ModuleType = type(sys)

# Modules for people's eyes: nothing that they return can change a number.
SILENT_MODULES = frozenset(
    {"IPython", "autograder", "graphviz", "ipywidgets", "matplotlib", "plotly", "pydot", "seaborn"}
)

# A progress bar hands on what it is given; the loop inside it is real work.
PASSING_ON: dict[str, Any] = {
    "tqdm": lambda items=None, *_, **__: items,
    "trange": lambda *bounds, **_: range(*bounds),
}


class Nothing:
    """An object that takes part in any drawing code and does nothing."""

    def __getattr__(self, name: str) -> Any:
        if is_special(name):
            raise AttributeError(name)
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        pass

    def __call__(self, *_: Any, **__: Any) -> Any:
        """Return itself, so that calls can be chained."""
        return self

    def __getitem__(self, key: Any) -> Any:
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        # `figure, axes = plt.subplots()` is the one place where its length matters.
        return iter((self, self))

    def __bool__(self) -> bool:
        return False

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        pass


class Missing(type):
    """The type of names taken from a missing module.

    They are classes, so that `isinstance(x, np.number)` and `class Net(torch.nn.Module)` work; only
    a call raises.
    """

    missing_name: str

    def __call__(cls, *_: Any, **__: Any) -> Any:
        """Raise ImportError: here the missing module would be needed."""
        raise ImportError(f"{cls.missing_name} {NOT_AVAILABLE}")

    def __getattr__(cls, name: str) -> Any:
        if is_special(name):
            raise AttributeError(name)
        return missing(f"{cls.missing_name}.{name}")


def missing(name: str) -> Any:
    """Return the stand-in for one name of a missing module."""
    return Missing(name, (), {"missing_name": name})


def is_special(name: str) -> bool:
    """Tell whether Python itself asks for this name; then its absence is the right answer."""
    return name.startswith("__") and name.endswith("__")


class PlaceholderModule(ModuleType):
    """A module whose every name is a stand-in."""

    def __getattr__(self, name: str) -> Any:
        if is_special(name):
            raise AttributeError(name)
        root = self.__name__.partition(".")[0]
        if root in SILENT_MODULES:
            return NOTHING
        if root == "tqdm" and name in PASSING_ON:
            return PASSING_ON[name]
        return missing(f"{self.__name__}.{name}")


class PlaceholderFinder:
    """The last entry of `sys.meta_path`: finds every module that the others do not.

    Answers only when the submission itself imports: the standard library probes for optional
    modules and must not be told that it has them. `real_folders` says where a third-party package
    lies that is real here; its own parts are then found beside it.
    """

    def __init__(
        self, guarded: set[str], filename_prefix: str, real_folders: dict[str, str]
    ) -> None:
        self.guarded = guarded
        self.real_folders = real_folders
        self.filename_prefix = filename_prefix

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return how to make the stand-in, or None for a module that is truly missing."""
        root = name.partition(".")[0]
        if name in self.real_folders:
            return PathFinder.find_spec(name, [self.real_folders[name]])
        if root in sys.stdlib_module_names or not self.is_asked_by_submission():
            return None
        if root in self.guarded and root not in SILENT_MODULES:
            return None
        return ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def is_asked_by_submission(self) -> bool:
        """Tell whether the import statement that runs stands in the submission."""
        frame = sys._getframe(1)
        while frame.f_back is not None:
            filename = frame.f_code.co_filename
            if filename.startswith(self.filename_prefix):
                return True
            if filename != OWN_FILE and not filename.startswith("<frozen importlib"):
                return False
            frame = frame.f_back
        return False

    def create_module(self, spec: ModuleSpec) -> Any:
        """Return the empty stand-in."""
        return PlaceholderModule(spec.name)

    def exec_module(self, module: Any) -> None:
        """Do nothing: there is nothing to run."""


class Sink:
    """A stream that takes everything and keeps nothing."""

    encoding = "utf-8"
    errors = "replace"
    closed = False

    def write(self, text: Any) -> int:
        """Return the length, as a stream does."""
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Do nothing."""

    def flush(self) -> None:
        """Do nothing."""

    def isatty(self) -> bool:
        """Return False."""
        return False

    @property
    def buffer(self) -> Sink:
        """The stream below, which takes bytes."""
        return self


NOTHING = Nothing()
OWN_FILE = sys._getframe().f_code.co_filename
