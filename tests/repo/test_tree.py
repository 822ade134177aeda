"""The tree as a whole: documented, pinned, in step, and free of traces of any one machine."""

import argparse
import ast
import re
import subprocess
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from autograder.cli import make_parser
from autograder.exercises import released_exercises
from autograder.release.products import build_products, find_differences

ROOT = Path(__file__).resolve().parents[2]

# Written in two halves, so that this file does not find itself.
MACHINE_PATHS = tuple(f"/{name}/" for name in ("work", "root", "opt", "home"))
REGISTRY_HOSTS = tuple(
    f"{host}.{domain}"
    for host, domain in (
        ("pypi", "org"),
        ("files.pythonhosted", "org"),
        ("download.pytorch", "org"),
        ("conda.anaconda", "org"),
        ("registry.npmjs", "org"),
    )
)


def kept_files() -> list[Path]:
    """Return every file that is or would be committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("this tree is no checkout")
    names = done.stdout.decode("utf-8").split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def occurrences(words: tuple[str, ...]) -> list[str]:
    """Return each place of the tree where one of the words stands."""
    found = []
    for path in kept_files():
        for number, line in enumerate(path.read_bytes().splitlines(), start=1):
            # A path begins a word; `./work/` or `examples/home/` is none of this machine's.
            found += [
                f"{path.relative_to(ROOT)}:{number}: {word}"
                for word in words
                if re.search(rb"(?<![\w.~-])" + re.escape(word.encode()), line)
            ]
    return found


def test_no_file_tells_a_path_of_the_machine_it_was_written_on() -> None:
    assert [] == occurrences(MACHINE_PATHS)


def test_no_file_names_a_package_registry() -> None:
    assert [] == occurrences(REGISTRY_HOSTS)


def command_names() -> list[str]:
    """Return the subcommands of the parser."""
    actions = make_parser()._actions
    found = next(a for a in actions if isinstance(a, argparse._SubParsersAction))
    return list(found.choices)


def documentation() -> str:
    """Return what a user reads: the README and every page of docs/."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)


@pytest.mark.parametrize("name", command_names())
def test_every_command_is_documented(name: str) -> None:
    assert f"micrograde {name}" in documentation()


def documented_commands() -> set[str]:
    """Return every subcommand that the documentation shows in code."""
    return set(re.findall(r"(?:^|[`$] ?)micrograde ([a-z]+)", documentation(), re.MULTILINE))


def test_every_documented_command_is_one() -> None:
    assert set() == documented_commands() - set(command_names())


def make_targets() -> list[str]:
    """Return the targets that `make` lists."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return re.findall(r"^([a-z-]+):.*## ", text, re.MULTILINE)


def test_every_make_target_is_declared_phony() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    assert phony is not None
    assert set(make_targets()) == set(phony.group(1).split())


def test_every_make_command_of_the_documentation_is_one() -> None:
    text = documentation() + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^|[`$] ?)make ([a-z-]+)", text, re.MULTILINE))
    assert named
    assert set() == named - set(make_targets())


def test_the_constraints_pin_torch() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert "torch==2.13.0" in [line.partition("#")[0].strip() for line in lines]


def test_every_constraint_is_one_version() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line.partition("#")[0].strip() for line in lines]
    assert [] == [pin for pin in pins if pin and not re.fullmatch(r"[\w.\[\]-]+==[\w.+]+", pin)]


def pyproject() -> dict[str, object]:
    """Return the project's own settings."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_everything_that_is_needed_is_pinned() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    needed = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = {re.split(r"[\[<>=~! ]", need)[0] for need in needed} - {"micrograde"}
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line.partition("==")[0].lower() for line in lines}
    assert set() == {name for name in names if name.lower() not in pinned}


def test_the_core_needs_little() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    assert ["rich"] == [re.split(r"[<>=]", need)[0] for need in project["dependencies"]]


def test_the_top_level_is_as_designed() -> None:
    expected = {"assignments", "solutions", "autograder", "engine_reference", "pyproject.toml"}
    expected |= {"tests", "docs", "examples", "benchmarks", "Makefile", ".ci", "constraints.txt"}
    expected |= {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"}
    tops = {path.relative_to(ROOT).parts[0] for path in kept_files()}
    assert set() == expected - tops


# An exercise's cases are drawn anew for it, which takes seconds.
@pytest.mark.parametrize(
    "exercise",
    [
        pytest.param(name, marks=[] if name == "ex04_operators" else pytest.mark.slow)
        for name in released_exercises()
    ],
)
def test_a_released_exercise_is_in_step_with_its_source(exercise: str) -> None:
    products = build_products(ROOT / "solutions" / exercise, ROOT / "assignments")
    assert [] == find_differences(products)


def test_every_source_is_released() -> None:
    sources = sorted(path.parent.name for path in ROOT.glob("solutions/ex*/solution.py"))
    assert sources == released_exercises()


def test_the_package_holds_no_solution() -> None:
    kept = {path.name for path in (ROOT / "autograder/exercises").rglob("*") if path.is_file()}
    kept = {name for name in kept if not name.endswith(".pyc")}
    data = {"exercise.json", "public.json", "catalogue.json"}
    assert {"__init__.py", "exercise.py", *data} == kept


def code_of_every_error() -> list[str]:
    """Return the codes of all errors."""
    tree = ast.parse((ROOT / "autograder/errors.py").read_text(encoding="utf-8"))
    return [
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and [t.id for t in node.targets if isinstance(t, ast.Name)] == ["code"]
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]


def test_error_codes_are_unique_and_kebab_case() -> None:
    codes = code_of_every_error()
    assert len(codes) == len(set(codes))
    assert [] == [code for code in codes if not re.fullmatch(r"[a-z]+(-[a-z]+)*", code)]
