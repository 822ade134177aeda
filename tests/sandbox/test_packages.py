"""PyTorch in an exercise that is about it: loaded whole, before the process closes in."""

from importlib.util import find_spec

import pytest

from autograder.programs.program import Program
from autograder.records import Outcome, Run, SourceChunk
from autograder.sandbox import Job, supervisor
from autograder.sandbox.limits import DEFAULT_LIMITS
from autograder.sandbox.supervisor import absent_packages, find_missing_package
from tests.sandbox.conftest import Sandbox

# d(x · x)/dx at a tensor of the program's own.
TENSOR = Program(
    (
        ("tensor", 1.5, -2.0),
        ("call", "gradients", 0),
        ("item", 1, 0),
        ("item", 1, 1),
        ("read", 2, "number"),
        ("read", 3, "number"),
    )
)
HAND_IN = """
import torch

def gradients(x):
    (x * x).sum().backward()
    return x.grad.tolist()
"""


def run(sandbox: Sandbox, *sources: str, program: Program = TENSOR, **job: object) -> Run:
    """Run sources in an exercise about PyTorch; its own limits hold."""
    job = {"packages": ("torch",), "class_name": "", **job}
    return sandbox.run(*sources, programs=[("torch", program)], limits=DEFAULT_LIMITS, **job)


@pytest.fixture
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the grader's Python one without PyTorch."""

    def find(name: str) -> object:
        return None if name == "torch" else find_spec(name)

    monkeypatch.setattr(supervisor, "find_spec", find)


# What a hand-in finds: each is a cell of one hand-in, because loading takes seconds.
CLAIMS = {
    "one thread before any work": "assert os.listdir('/proc/self/task') == [str(os.getpid())]",
    "one thread to work with": "assert torch.get_num_threads() == 1",
    "work that others share among threads": "ones = torch.ones(300, 300)\nones @ ones",
    "one thread after it": "assert os.listdir('/proc/self/task') == [str(os.getpid())]",
    "no child": "assert not open(f'/proc/self/task/{os.getpid()}/children').read()",
    "no folder of ours on the path": "assert not any('site-packages' in p for p in sys.path)",
    "enough memory, and no more": f"assert limit('AS') == {DEFAULT_LIMITS.package_memory_bytes}",
    "no process": f"assert limit('NPROC') == {DEFAULT_LIMITS.processes}",
    "no file to write": f"assert limit('FSIZE') == {DEFAULT_LIMITS.file_bytes}",
    "a module of its own": """
class Twin(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 1, dtype=torch.float64)
twin = Twin()
x = torch.zeros(2, dtype=torch.float64, requires_grad=True)
""",
    "an optimizer": """
step = torch.optim.SGD(twin.parameters(), lr=0.1)
twin.layer(x).sum().backward()
step.step()
""",
    "a function of its own": """
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, upstream):
        (x,) = ctx.saved_tensors
        return 3 * x**2 * upstream
""",
    "the check of its gradient": "assert torch.autograd.gradcheck(Cube.apply, x + 1)",
}
SETTING = """
import os, resource, sys

def limit(name):
    return resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1]
"""
TOO_MUCH = "torch.ones(200_000_000, dtype=torch.float64)"  # 1.6 GB


@pytest.fixture(scope="module")
def loaded() -> Run:
    """What a hand-in that uses PyTorch came to: two cells, the claims, and one that wants much."""
    return run(Sandbox(), HAND_IN, SETTING, *CLAIMS.values(), TOO_MUCH)


def test_a_tensor_program_runs_in_a_worker_that_has_closed_in(loaded: Run) -> None:
    assert (3.0, -4.0) == loaded.observations[0].values
    assert (0, ("rlimits",)) == (loaded.restarts, loaded.layers)


@pytest.mark.parametrize("claim", CLAIMS)
def test_it_is_there_whole_in_one_process_and_one_thread(claim: str, loaded: Run) -> None:
    cell = list(CLAIMS).index(claim) + 3
    assert [] == [stop for stop in loaded.stopped_statements if stop.cell in (1, 2, cell)]


def test_more_memory_than_it_may_have_costs_the_statement_alone(loaded: Run) -> None:
    [stop] = loaded.stopped_statements
    assert (len(CLAIMS) + 3, "RuntimeError") == (stop.cell, stop.exception)


def test_a_package_that_is_there_is_not_missing(loaded: Run) -> None:
    assert "" == find_missing_package(loaded, ("torch",))


def test_a_hand_in_that_does_not_speak_of_it_does_not_load_it(sandbox: Sandbox) -> None:
    observed = run(
        sandbox,
        "import sys, resource\nname = 'tor' + 'ch'\nassert name not in sys.modules",
        f"assert resource.getrlimit(resource.RLIMIT_AS)[1] == {DEFAULT_LIMITS.memory_bytes}",
        "assert not any('site-packages' in path for path in sys.path)",
    )
    assert () == observed.stopped_statements


def test_an_exercise_that_is_not_about_it_does_not_load_it(sandbox: Sandbox) -> None:
    [stop] = run(sandbox, "import torch\ntorch.ones(1)", packages=()).stopped_statements
    message = "torch.ones is not available when your work is graded"
    assert ("ImportError", message) == (stop.exception, stop.message)


def test_not_loaded_is_not_the_same_as_not_installed(sandbox: Sandbox) -> None:
    observed = run(sandbox, "def gradients(x): return [1.0, 2.0]")
    [seen] = observed.observations
    assert seen.stop is not None
    assert "ModuleNotFoundError" == seen.stop.exception
    assert "" == find_missing_package(observed, ("torch",))


LIST = Program((("constant", 1.0), ("call", "f", 0), ("read", 1, "number")))


@pytest.mark.usefixtures("without_torch")
@pytest.mark.parametrize(
    ("source", "program"),
    [
        ("import torch\ndef f(x): return torch.tensor(x).item()", LIST),
        ("from torch import tensor\ndef f(x): return tensor(x).item()", LIST),
        ("import torch\nclass Net(torch.nn.Module): pass\ndef f(x): return Net()(x)", LIST),
        (HAND_IN, TENSOR),
    ],
)
def test_where_it_is_not_installed_that_is_told(
    sandbox: Sandbox, source: str, program: Program
) -> None:
    observed = run(sandbox, source, program=program)
    [seen] = observed.observations
    assert seen.stop is not None
    assert Outcome.RAISED is seen.stop.outcome
    assert "torch" == find_missing_package(observed, ("torch",))
    assert "" == find_missing_package(observed)


GUARDED = "try:\n    import torch\nexcept ImportError:\n    torch = None\n"


@pytest.mark.parametrize(
    ("sources", "packages", "absent"),
    [
        (["x = 1", HAND_IN], ("torch",), ["torch"]),
        ([GUARDED], ("torch",), ["torch"]),
        (["x = 1"], ("torch",), []),
        ([HAND_IN], (), []),
        ([], ("torch",), []),
    ],
)
def test_a_package_is_absent_where_a_hand_in_speaks_of_it_and_it_is_not_installed(
    sources: list[str],
    packages: tuple[str, ...],
    absent: list[str],
    request: pytest.FixtureRequest,
) -> None:
    chunks = tuple(SourceChunk(cell, 1, text) for cell, text in enumerate(sources, start=1))
    job = Job(chunks, (), (), packages=packages)
    assert [] == absent_packages(job)
    request.getfixturevalue("without_torch")
    assert absent == absent_packages(job)


@pytest.mark.usefixtures("without_torch")
def test_a_program_that_needs_none_of_it_misses_none(sandbox: Sandbox) -> None:
    observed = run(sandbox, "import torch\ndef f(x): return 2.0", program=LIST)
    assert (2.0,) == observed.observations[0].values
    assert "" == find_missing_package(observed, ("torch",))


@pytest.mark.usefixtures("without_torch")
def test_a_statement_that_needs_it_counts_where_it_costs_the_class(sandbox: Sandbox) -> None:
    source = "import torch\nlimit = torch.tensor(1.0)\nclass Value: pass"
    observed = run(sandbox, source, program=LIST, class_name="Value")
    assert "" == find_missing_package(observed, ("torch",))
    whole = "import torch\nclass Value:\n    limit = torch.tensor(1.0)\n"
    observed = run(sandbox, whole, program=LIST, class_name="Value")
    assert "torch" == find_missing_package(observed, ("torch",))
