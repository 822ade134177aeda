"""What the tests of rubrics share: released stubs, and a folder to write a rubric into."""

from collections.abc import Callable
from pathlib import Path

import pytest

STUBS = {"Value.__neg__": "def __neg__(self): ...", "softmax": "def softmax(logits): ..."}

WriteRubric = Callable[[str], Path]


@pytest.fixture
def write_rubric(tmp_path: Path) -> WriteRubric:
    """Return a function that writes a rubric into its exercise's folder."""

    def write(text: str) -> Path:
        path = tmp_path / "ex99_small" / "rubric.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write
