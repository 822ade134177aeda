"""What the release tests share: the real exercise, and a maker of small ones."""

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from autograder.release.given import join_parts, rubric_names
from tests.unit.grading.in_process import given_module

ROOT = Path(__file__).resolve().parents[3]

SMALL = '''\
# %% [markdown]
# # Small
#
# One stub.

# %% nbgrader={"grade": false, "grade_id": "small-class", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Value:
    def double(self):
        """Return twice self."""
        ### BEGIN SOLUTION
        doubled = self.data + self.data
        return Value(doubled)
        ### END SOLUTION

    def half(self):
        return self.data / 2

# %%
print("done")
'''  # noqa: E501 - a cell marker is one line


@pytest.fixture(scope="session")
def ex04() -> Path:
    """Return the folder of the real exercise."""
    return ROOT / "solutions" / "ex04_operators"


@pytest.fixture
def make_source(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes an exercise folder; `changes` are replacements in SMALL."""

    def make(changes: dict[str, str] | None = None, grafts: str = "") -> Path:
        text = SMALL
        for old, new in (changes or {}).items():
            assert old in text
            text = text.replace(old, new)
        folder = tmp_path / "ex99_small"
        folder.mkdir(exist_ok=True)
        (folder / "solution.py").write_text(text, encoding="utf-8")
        if grafts:
            (folder / "grafts.py").write_text(grafts, encoding="utf-8")
        return folder

    return make


def load_module(path: Path) -> ModuleType:
    """Run a Python file as a module of its own."""
    spec = importlib.util.spec_from_file_location(f"loaded_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def given(ex04: Path) -> Iterator[None]:
    """Make what the real exercise gives importable, as it is beside a student's notebook."""
    parts = rubric_names(ex04 / "rubric.toml", "given")
    with given_module(join_parts(ex04.parent / "given", parts)):
        yield


@pytest.fixture
def solution(ex04: Path, given: None, capsys: pytest.CaptureFixture[str]) -> ModuleType:
    """Return the solution script, run once; what it prints is still in capsys."""
    return load_module(ex04 / "solution.py")


@pytest.fixture
def grafts(ex04: Path) -> ModuleType:
    """Return the grafts, bound to no class."""
    return load_module(ex04 / "grafts.py")
