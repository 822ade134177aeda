"""What a submission finds around it: an empty environment, and stand-ins for missing modules."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from autograder.errors import RunStoppedError, WorkerStartError
from autograder.programs.program import Program
from autograder.records import SourceChunk
from autograder.sandbox import Job, run_job

if TYPE_CHECKING:
    from tests.sandbox.conftest import Sandbox

ANSWER = Program((("leaf", 0.0), ("read", 0, "data")))


def ask(sandbox: Sandbox, expression: str, hash_seed: int = 0) -> float:
    """Return the number that an expression has in a worker."""
    source = (
        f"import os, sys\nclass Value:\n    data = property(lambda self: float({expression}))\n"
    )
    source += "    def __init__(self, data): pass\n"
    [observation] = sandbox.run(
        source, programs=[("ask", ANSWER)], hash_seed=hash_seed
    ).observations
    assert observation.stop is None, observation.stop
    return observation.values[0]


@pytest.mark.parametrize(
    "claim",
    [
        # Python itself sets this one, to have UTF-8 where no locale is named.
        "set(os.environ) <= {'LC_CTYPE'}",
        "os.getcwd() == '/'",
        "sys.stdin is None",
        "not any('site-packages' in path for path in sys.path)",
        "'autograder' not in sys.modules",
        "len(sys.argv) == 1",
        "sys.flags.safe_path and sys.flags.no_user_site",
        "__name__ == 'submission' and sys.modules[__name__].Value is Value",
    ],
)
def test_surroundings_are_bare(sandbox: Sandbox, claim: str) -> None:
    assert ask(sandbox, claim) == 1.0


def test_texts_have_the_same_hash_in_every_worker_unless_another_seed_is_asked_for(
    sandbox: Sandbox,
) -> None:
    expression = "hash('seed')"
    assert len({ask(sandbox, expression) for _ in range(3)}) == 1
    assert ask(sandbox, expression) != ask(sandbox, expression, hash_seed=1)


def test_random_numbers_do_not_vary(sandbox: Sandbox) -> None:
    source = (
        "import random\nclass Value:\n    def __init__(self, data): self.data = random.random()"
    )
    runs = [sandbox.run(source, programs=[("ask", ANSWER)]) for _ in range(2)]
    assert runs[0].observations == runs[1].observations


def test_nothing_can_be_written_to_a_file(sandbox: Sandbox, tmp_path: Path) -> None:
    file = tmp_path / "written.txt"
    body = f"with open({str(file)!r}, 'w') as f:\n    f.write('x' * 100_000)\nreturn self"
    stop = sandbox.run(sandbox.with_exp(body)).observations[1].stop
    assert stop is not None
    assert stop.exception == "OSError"
    assert not file.exists() or file.read_bytes() == b""


def test_unused_modules_do_no_harm(sandbox: Sandbox) -> None:
    run = sandbox.run(
        "import numpy as np\nimport torch.nn as nn\nfrom micrograd.engine import Value as Other",
        "class Net(nn.Module):\n    pass\n",
        "def is_number(x): return isinstance(x, (int, float, np.number))\nassert is_number(1)",
        sandbox.engine,
    )
    assert run.stopped_statements == ()
    assert run.observations[0].stop is None


def test_use_of_a_missing_module_is_an_import_error(sandbox: Sandbox) -> None:
    run = sandbox.run("import scipy as sp\nimport torch", "sp.exp(1.0)", "torch.nn.Linear(1, 1)")
    told = [(stop.exception, stop.message) for stop in run.stopped_statements]
    assert told == [
        ("ImportError", "scipy.exp is not available when your work is graded"),
        ("ImportError", "torch.nn.Linear is not available when your work is graded"),
    ]


def test_numpy_is_real(sandbox: Sandbox) -> None:
    run = sandbox.run(
        "import numpy as np\nfrom numpy.random import default_rng",
        "assert float(np.exp(0.0)) == 1.0 and default_rng(0).random() < 1",
        "import os\nassert os.getcwd() == '/'",
    )
    assert run.stopped_statements == ()


def test_drawing_display_and_check_do_nothing(sandbox: Sandbox) -> None:
    run = sandbox.run(
        "import matplotlib.pyplot as plt\nfrom graphviz import Digraph\n"
        "from IPython.display import display, Image\nfrom autograder.notebook import check",
        "figure, axes = plt.subplots()\naxes.plot([1], [2])\nplt.show()",
        "dot = Digraph(format='svg')\ndot.node(name='a')\ndot.attr['x'] = 1\ndisplay(dot)",
        "check('exp')",
        "get_ipython().run_line_magic('matplotlib', 'inline')",
        "from tqdm import tqdm\nassert [x for x in tqdm([1, 2])] == [1, 2]",
    )
    assert run.stopped_statements == ()


def test_guarded_import_fails_as_it_expects(sandbox: Sandbox) -> None:
    run = sandbox.run(
        "try:\n    import scipy\nexcept ImportError:\n    scipy = None", "assert not scipy"
    )
    assert run.stopped_statements == ()


def test_standard_library_is_not_deceived(sandbox: Sandbox) -> None:
    # It looks for optional modules, and must not find that it has them.
    run = sandbox.run("import importlib\nimportlib.import_module('nowhere')", "import os.nowhere")
    exceptions = [stop.exception for stop in run.stopped_statements]
    assert exceptions == ["ModuleNotFoundError", "ModuleNotFoundError"]


def test_many_runs_at_once(sandbox: Sandbox) -> None:
    sources = [sandbox.with_exp(f"return Value({number}.0)") for number in range(8)]
    seen: dict[int, float] = {}

    def run_one(number: int) -> None:
        seen[number] = sandbox.run(sources[number]).observations[1].values[1]

    threads = [threading.Thread(target=run_one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {number: float(number) for number in range(8)}


def test_stop_ends_a_run_promptly(sandbox: Sandbox) -> None:
    stop = threading.Event()
    timer = threading.Timer(0.2, stop.set)
    job = Job((SourceChunk(0, 1, "while True: pass"),), (sandbox.unary("neg"),), ("neg",))
    timer.start()
    began = time.monotonic()
    with pytest.raises(RunStoppedError):
        run_job(job, stop=stop)
    assert time.monotonic() - began < 2


def test_missing_interpreter_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkerStartError, match="no worker process can be started"):
        run_job(Job((), (), ()))


def test_worker_that_cannot_begin_is_our_fault(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(WorkerStartError, match="exit status 1"):
        run_job(Job((), (), ()), sandbox.quick)


def test_empty_hand_in_is_run(sandbox: Sandbox) -> None:
    run = sandbox.run()
    assert (run.class_found, run.classes, run.stopped_statements) == (False, (), ())
