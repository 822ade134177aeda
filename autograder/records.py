"""Frozen records that pass between the parts, and the outcomes they speak of.

Data flows one way through them: `SourceChunk` → `Observation` → `Finding` → `CheckResult` →
`TaskResult` → `SubmissionResult`. Only plain data stands in them, so every record can be JSON.
"""

import math
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

RESULT_FORMAT = "micrograde/result/v1"

# Raised whenever the same hand-in may get other marks than before; see CHANGELOG, section Grading.
GRADING_VERSION = 3


class Outcome(StrEnum):
    """What a check, a task or a program came to; the first five decide a score."""

    PASSED = "passed"
    FAILED = "failed"
    RAISED = "raised"
    TIMED_OUT = "timed_out"
    CRASHED = "crashed"
    NOT_RUN = "not_run"
    UNGRADED = "ungraded"


class Isolation(StrEnum):
    """How well the worker that ran the submission was closed in."""

    STRONG = "strong"
    PARTIAL = "partial"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class SourceChunk:
    """One code cell of a notebook, or one `# %%` part of a `.py` file.

    `cell` counts a notebook's code cells from 1 and is 0 for a `.py` file; `first_line` is the line
    of the cell or file at which `source` begins.
    """

    cell: int
    first_line: int
    source: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a statement or program of the submission did not reach its end.

    `exception` is a name of `EXCEPTION_NAMES` or "other"; `message` is the submission's own text,
    capped and untrusted; `cell` and `line` say where in the hand-in (line 0: nowhere in it).
    """

    outcome: Outcome
    exception: str = ""
    message: str = ""
    cell: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Observation:
    """What one program gave when the submission ran it.

    `values` are the numbers read, in order; when the program stopped early, those read before.
    `stopped_at` is then the index of the instruction that did not finish.
    """

    values: tuple[float, ...]
    stop: Stop | None = None
    stopped_at: int = -1


@dataclass(frozen=True, slots=True)
class Run:
    """Everything one submission's worker (with its restarts) reported.

    `stopped_statements` are the top-level statements that did not finish. `untouched_stubs` are the
    functions and methods that stand as released. `classes` are the class names in the source.
    `class_found` says whether there is a class of nodes to run programs on, or none is needed.
    `lost_statements` are the numbers of those that hung or ended their worker. `missing_names` are
    those of the names asked for that the submission does not define.
    """

    observations: tuple[Observation, ...]
    stopped_statements: tuple[Stop, ...]
    untouched_stubs: frozenset[str]
    classes: tuple[str, ...]
    class_found: bool
    isolation: Isolation
    layers: tuple[str, ...]
    restarts: int
    cpu_seconds: float
    lost_statements: frozenset[int] = frozenset()
    missing_names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check says of one case.

    `read` is the index of the read that is wrong (-1: none, or the program stopped before);
    `stop` tells why the program stopped, where that is what failed. `remark` is the code of which
    of several right ways was seen.
    """

    outcome: Outcome
    read: int = -1
    stop: Stop | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest program that shows a failure; `program` is Python to paste.

    `quantity` is what was read wrongly ("a.grad"; empty when the program stopped before it).
    `expected` is None where there is no one right number; `expected_text` then says what is right,
    or is the text that the number stands for.
    """

    program: str
    quantity: str
    expected: float | None
    expected_text: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a mistake shows itself by: a code, and the fact it speaks of.

    It is what failing programs have in common, or what stands behind an exception. `detail` may be
    a name in the hand-in.
    """

    code: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was seen on one run: observed numbers, the submission's own message and line.

    `observed_text` is the text that the number stands for, if it stands for one: untrusted, and so
    is `source_line`, the line of the hand-in that raised the exception. `cause` is what stands
    behind that, where it can be told.
    """

    observed: float | None = None
    exception: str = ""
    message: str = ""
    cell: int = 0
    line: int = 0
    observed_text: str = ""
    source_line: str = ""
    cause: Pattern | None = None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One graded property of one task.

    `reason` is the code of what is wrong, `form` the shape of the smallest failing program in plain
    words. `hidden_only` tells that no public case fails. `remark` is the code of which of several
    right ways a passed check has seen.
    """

    id: str
    outcome: Outcome
    points: float | None
    max_points: float
    reason: str = ""
    counterexample: Counterexample | None = None
    form: str = ""
    hidden_only: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Misconception:
    """A mistake with a name, and all that is said of it to who has made it.

    `id` is unique in the exercise. `believed` is what its author took for true, `wrong` what comes
    of it, `hint` leads to the right way and does not give it. `lecture` is the time in the video at
    which the matter is treated ("1:39:31"), "" where it is not.
    """

    id: str
    title: str
    believed: str
    wrong: str
    hint: str
    lecture: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What stands behind a task that is not passed.

    Each of the `alternatives` explains all that was observed, by one misconception or by two
    together; from outside they cannot be told apart. Without any, the mistake is not a known one,
    and `patterns` tell when it shows. `follows_from` is the task that has made the mistake, where
    this one builds on it; without alternatives, those tasks that it builds on and that fail, too.
    """

    alternatives: tuple[tuple[Misconception, ...], ...] = ()
    patterns: tuple[Pattern, ...] = ()
    follows_from: str = ""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """One task: its points are None when it is ungraded.

    `followed_through` tells that the rest of the engine was replaced to judge this task alone.
    `diagnosis` is None where nothing was looked for.
    """

    id: str
    title: str
    outcome: Outcome
    attempted: bool
    points: float | None
    max_points: float
    checks: tuple[CheckResult, ...]
    followed_through: bool = False
    diagnosis: Diagnosis | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning about the whole hand-in: a code, the fact it speaks of, and where.

    `reports/wording.py` has the sentence of each code. `message` may be the student's own text.
    """

    code: str
    message: str = ""
    cell: int = 0
    line: int = 0
    exception: str = ""


@dataclass(frozen=True, slots=True)
class SubmissionResult:
    """The one record that reporters read. `score` is None when anything is ungraded.

    All fields are facts but `evidence` (keyed "task/check"), `varying_tasks` (those whose answers
    were others when the same programs ran again) and `cpu_seconds`, which may differ from run to
    run.
    """

    submission: str
    file: str
    exercise: str
    score: float | None
    max_score: float
    isolation: Isolation
    tasks: tuple[TaskResult, ...]
    warnings: tuple[Notice, ...]
    bank: str
    public_bank: str
    evidence: dict[str, Evidence] = field(default_factory=dict)
    varying_tasks: tuple[str, ...] = ()
    cpu_seconds: float = 0.0
    micrograde: str = ""
    grading_version: int = GRADING_VERSION
    format: str = RESULT_FORMAT

    def to_json(self) -> dict[str, Any]:
        """Return plain data for `json`; NaN and infinity, which JSON has not, become text."""
        data = asdict(self)
        for seen in data["evidence"].values():
            observed = seen["observed"]
            if observed is not None and not math.isfinite(observed):
                seen["observed"] = str(observed)
        return data


@dataclass(frozen=True, slots=True)
class Caught:
    """A mutant in one task: for each check that fails, how many cases fail of how many.

    `misconception` is the id of its entry, "" for a fault without a name.
    """

    mutant: str
    misconception: str
    task: str
    checks: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of an exercise's audit: what was caught, how much was tried, and what is wrong."""

    exercise: str
    caught: tuple[Caught, ...]
    misconceptions: int
    right_work: int
    pairs: int
    problems: tuple[str, ...]
