"""Who may import whom: the layer table of the design, enforced.

A new part needs a row here. What a row does not name is not allowed.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Part → the parts that it may import. A part is `engine_reference`, or a module or package of
# `autograder`; `autograder` itself is the package's `__init__`.
LAYERS: dict[str, set[str]] = {
    "engine_reference": set(),
    "autograder": set(),
    "errors": set(),
    "records": {"errors"},
    "registry": {"errors", "records"},
    "programs": {"errors", "registry"},
    "exercises": {"errors", "records"},
    "oracles": {"engine_reference", "errors", "exercises", "programs", "records", "registry"},
    "sandbox": {"errors", "programs", "records", "registry"},
    "checks": {"oracles", "programs", "records", "registry"},
    "diagnosis": {
        *("checks", "errors", "exercises", "oracles", "programs", "records", "registry"),
    },
    "rubric": {"checks", "errors", "exercises", "programs", "records", "registry"},
    "judging": {
        *("checks", "errors", "exercises", "oracles", "programs", "records"),
        *("diagnosis", "registry", "rubric"),
    },
    "assessment": {"diagnosis", "exercises", "oracles", "records", "sandbox"},
    "second_look": {"assessment", "exercises", "judging", "oracles", "programs", "records"},
    "dependence": {"assessment", "exercises", "records", "sandbox"},
    "reduction": {"checks", "exercises", "judging", "oracles", "programs", "records"},
    "grading": {
        *(
            "oracles",
            "reduction",
            "assessment",
            "dependence",
            "diagnosis",
            "errors",
            "exercises",
            "judging",
            "records",
            "sandbox",
        ),
        "second_look",
    },
    "mutation": {"assessment", "diagnosis", "errors", "exercises", "oracles", "sandbox"},
    "smallest": {
        *("checks", "diagnosis", "exercises", "judging", "oracles", "records"),
    },
    "audit": {"checks", "diagnosis", "exercises", "mutation", "oracles", "records"},
    "reports": {"errors", "records"},
    # A release grades the author's own solution first.
    "release": {
        *("assessment", "checks", "errors", "exercises", "grading", "oracles", "records", "rubric"),
        *("diagnosis", "mutation", "reports", "sandbox", "smallest"),
    },
    "demo": {"diagnosis", "errors", "exercises", "mutation", "release"},
    "batch": {"assessment", "errors", "grading", "records", "reports", "sandbox"},
    "course": {
        *("assessment", "diagnosis", "errors", "exercises", "mutation", "oracles", "records"),
        "rubric",
    },
    "pictures": {"errors"},
    "notebook": {"errors", "pictures"},
    "cli": {
        *(
            "audit",
            "batch",
            "course",
            "demo",
            "errors",
            "exercises",
            "oracles",
            "records",
            "release",
            "reports",
        ),
        *("reports", "rubric", "sandbox"),
    },
    "pytest_plugin": {
        *("batch", "course", "errors", "exercises", "grading", "oracles", "records", "reports"),
        *("sandbox",),
    },
}

FRONT_DOORS = {"cli", "notebook", "pytest_plugin"}

# The modules that may import a heavy package. The interpreter does so where a program has tensors,
# in a worker whose exercise is about them.
HEAVY_HOMES = {
    "torch": {"autograder.oracles.pytorch", "autograder.programs.interpreter"},
    "mpmath": {"autograder.oracles.numerical"},
    "hypothesis": {"autograder.programs.strategies"},
    "pytest": {"autograder.pytest_plugin"},
    "pygraphviz": {"autograder.pictures.layout"},
}
BANNED = {"pickle", "dill", "shelve", "cloudpickle"}
MARSHAL_HOME = "autograder.sandbox.supervisor"  # the trusted request to the worker
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "tools", "shared"}


def source_files() -> Iterator[tuple[str, Path]]:
    """Yield each module's dotted name with its file."""
    for package in ("autograder", "engine_reference"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


MODULES = dict(source_files())
EVERY_MODULE = pytest.mark.parametrize("module", MODULES)


@cache
def tree_of(module: str) -> ast.Module:
    """Return a module's syntax tree."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports_of(module: str, *, at_top: bool = False) -> set[str]:
    """Return the dotted names of all modules that a module imports, anywhere or at its top."""
    tree = tree_of(module)
    found = set()
    for node in tree.body if at_top else ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            base = node.module or ""
            names = {f"{base}.{alias.name}" for alias in node.names}
            found |= {base} | (names & MODULES.keys())
    return found


def part_of(module: str) -> str:
    """Return the row of the table that a module of ours belongs to; "" for another's."""
    root, _, rest = module.partition(".")
    if root == "autograder":
        return rest.partition(".")[0] or "autograder"
    return root if root == "engine_reference" else ""


def test_the_table_has_a_row_for_every_part_and_no_other() -> None:
    assert LAYERS.keys() == {part_of(module) for module in MODULES}


@EVERY_MODULE
def test_a_module_imports_only_what_its_row_allows(module: str) -> None:
    own = part_of(module)
    parts = {part_of(name) for name in imports_of(module)} - {"", own}
    # `from autograder.x import y` also names the package itself.
    assert set() == parts - LAYERS[own] - {"autograder"}


def test_the_table_has_no_cycle() -> None:
    done: set[str] = set()
    while len(done) < len(LAYERS):
        ready = {part for part, allowed in LAYERS.items() if part not in done and allowed <= done}
        assert ready, f"a cycle among {sorted(LAYERS.keys() - done)}"
        done |= ready


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {module: imports_of(module) & MODULES.keys() - {module} for module in MODULES}
    while ready := [module for module, needs in graph.items() if not needs]:
        for module in ready:
            del graph[module]
        graph = {module: needs - set(ready) for module, needs in graph.items()}
    # A package's `__init__` re-exports its modules, which do not import it back.
    assert {} == graph


@pytest.mark.parametrize("door", sorted(FRONT_DOORS))
def test_nothing_imports_a_front_door(door: str) -> None:
    assert [] == [m for m in MODULES if f"autograder.{door}" in imports_of(m)]
    assert [] == [part for part, allowed in LAYERS.items() if door in allowed]


@pytest.mark.parametrize("package", HEAVY_HOMES)
def test_a_heavy_package_has_one_home(package: str) -> None:
    homes = {m for m in MODULES if package in {name.split(".")[0] for name in imports_of(m)}}
    assert HEAVY_HOMES[package] == homes


@EVERY_MODULE
def test_nothing_that_runs_what_it_reads_is_imported(module: str) -> None:
    roots = {name.split(".")[0] for name in imports_of(module)}
    assert set() == roots & BANNED
    assert "marshal" not in roots or module == MARSHAL_HOME


@EVERY_MODULE
def test_nothing_is_evaluated(module: str) -> None:
    calls = [node.func for node in ast.walk(tree_of(module)) if isinstance(node, ast.Call)]
    called = {function.id for function in calls if isinstance(function, ast.Name)}
    assert "eval" not in called
    # The worker runs a submission; that is what its process is for.
    assert "exec" not in called or module == "autograder.sandbox.worker"


@EVERY_MODULE
def test_every_module_says_what_it_does(module: str) -> None:
    documentation = ast.get_docstring(tree_of(module)) or ""
    assert documentation.partition("\n")[0].endswith((".", ":"))


@EVERY_MODULE
def test_no_module_has_a_vague_name(module: str) -> None:
    assert set() == set(module.split(".")) & VAGUE_NAMES


@EVERY_MODULE
def test_an_init_holds_no_logic(module: str) -> None:
    if MODULES[module].name == "__init__.py":
        body = tree_of(module).body[1:]
        assert {"ImportFrom", "Assign"} >= {type(node).__name__ for node in body}


def test_the_reference_engine_needs_the_standard_library_alone() -> None:
    imported = {
        name.split(".")[0]
        for module in MODULES
        if part_of(module) == "engine_reference"
        for name in imports_of(module)
    }
    assert set() == imported - sys.stdlib_module_names - {"engine_reference"}
