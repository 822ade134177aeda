"""What a command loads: a cold grade is quick because it leaves the oracles alone."""

import json
import sys
from pathlib import Path

import pytest

from tests.integration.conftest import run_command

HEAVY = {
    *("torch", "hypothesis", "mpmath", "jupytext", "nbformat", "numpy", "dask", "pytest"),
    *("pygraphviz", "matplotlib"),
}

LOADED_BY = """
import json, sys
{code}
roots = sorted({{name.partition(".")[0] for name in sys.modules}})
print("\\n" + json.dumps(roots))
"""


def loaded_by(code: str, cwd: Path) -> set[str]:
    """Return the top-level modules that a fresh Python has loaded after some code."""
    done = run_command(sys.executable, "-c", LOADED_BY.format(code=code), cwd=cwd)
    assert "" == done.stderr.partition("Traceback")[1], done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "code", ["import autograder", "import autograder.cli", "import autograder.pytest_plugin"]
)
def test_importing_the_package_loads_nothing_heavy(code: str, tmp_path: Path) -> None:
    allowed = {"pytest"} if "pytest" in code else set()
    assert set() == loaded_by(code, tmp_path) & HEAVY - allowed


def test_the_bare_package_loads_not_even_rich(tmp_path: Path) -> None:
    assert "rich" not in loaded_by("import autograder", tmp_path)


@pytest.mark.parametrize("command", ["grade", "check"])
def test_a_cold_run_loads_no_oracle(
    command: str, tmp_path: Path, wrong: str, secret_file: Path
) -> None:
    (tmp_path / "ex04_operators.py").write_text(wrong, encoding="utf-8")
    arguments = {
        "grade": [
            "grade",
            "ex04_operators",
            "ex04_operators.py",
            "--secret-file",
            str(secret_file),
        ],
        "check": ["check", "ex04_operators.py"],
    }
    code = f"from autograder.cli import main\nassert 1 == main({arguments[command]!r})"
    loaded = loaded_by(code, tmp_path)
    assert "autograder" in loaded
    assert set() == loaded & HEAVY
