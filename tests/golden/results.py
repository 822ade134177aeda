"""Results by hand, one for each thing that feedback can say. Used by the tests beside it."""

from collections.abc import Sequence

from autograder.records import (
    CheckResult,
    Counterexample,
    Evidence,
    Isolation,
    Notice,
    Outcome,
    SubmissionResult,
    TaskResult,
)

SHORT = "a = Value(0.75)\nb = a.exp()\nb.backward()"
LONG = "\n".join(
    [
        "a = Value(-2.25)",
        "b = Value(1.75)",
        "c = a * b",
        "d = (-3) - c",
        "e = d ** 2",
        "f = e / a",
        "g = f.tanh()",
        "g.backward()",
    ]
)


def passed(check: str, points: float = 1.0) -> CheckResult:
    """Return a check that is passed."""
    return CheckResult(check, Outcome.PASSED, points, points)


def missed(
    check: str,
    outcome: Outcome,
    reason: str,
    shown: Counterexample | None = None,
    form: str = "",
    *,
    hidden_only: bool = False,
) -> CheckResult:
    """Return a check that is not passed."""
    points = None if outcome is Outcome.UNGRADED else 0.0
    return CheckResult(check, outcome, points, 1.0, reason, shown, form, hidden_only)


def make_task(
    outcome: Outcome,
    *checks: CheckResult,
    title: str = "exp of a Value",
    task_id: str = "exp",
) -> TaskResult:
    """Return a task with these checks."""
    points = [check.points for check in checks]
    return TaskResult(
        id=task_id,
        title=title,
        outcome=outcome,
        attempted=checks[0].reason != "not-attempted",
        points=None if None in points else sum(p for p in points if p is not None),
        max_points=sum(check.max_points for check in checks),
        checks=checks,
    )


def make_result(
    name: str,
    tasks: Sequence[TaskResult],
    warnings: Sequence[Notice] = (),
    evidence: dict[str, Evidence] | None = None,
) -> SubmissionResult:
    """Return the result of a hand-in."""
    points = [task.points for task in tasks]
    return SubmissionResult(
        submission=name,
        file=f"{name}.py",
        exercise="ex04_operators",
        score=None if None in points else sum(p for p in points if p is not None),
        max_score=sum(task.max_points for task in tasks),
        isolation=Isolation.PARTIAL,
        tasks=tuple(tasks),
        warnings=tuple(warnings),
        bank="0123456789ab",
        public_bank="ba9876543210",
        evidence=evidence or {},
        cpu_seconds=0.125,
        micrograde="0.0.0",
    )


ALL_RIGHT = make_task(Outcome.PASSED, passed("value"), passed("gradient"))

TABLE = [
    make_result("all-right", [ALL_RIGHT]),
    make_result(
        "value-mismatch",
        [
            make_task(
                Outcome.FAILED,
                missed(
                    "value",
                    Outcome.FAILED,
                    "value-mismatch",
                    Counterexample(SHORT, "b.data", 2.117000016612675),
                    "on its own",
                ),
                passed("gradient"),
            )
        ],
        evidence={"exp/value": Evidence(observed=0.75)},
    ),
    make_result(
        "gradient-mismatch",
        [
            make_task(
                Outcome.FAILED,
                passed("value"),
                missed(
                    "engine",
                    Outcome.FAILED,
                    "gradient-mismatch",
                    Counterexample(LONG, "a.grad", -1.2345678901234567e-05),
                    "a longer expression",
                ),
                title="The whole engine together",
                task_id="engine",
            )
        ],
        evidence={"engine/engine": Evidence(observed=-9.876543210987654e-123)},
    ),
    make_result(
        "no-finite-number",
        [
            make_task(
                Outcome.FAILED,
                missed(
                    "gradient",
                    Outcome.FAILED,
                    "gradient-mismatch",
                    Counterexample(SHORT, "a.grad", 2.117000016612675),
                    "on its own",
                ),
            )
        ],
        evidence={"exp/gradient": Evidence(observed=float("nan"))},
    ),
    make_result(
        "not-a-value",
        [
            make_task(
                Outcome.FAILED,
                missed(
                    "result-type",
                    Outcome.FAILED,
                    "not-a-value",
                    Counterexample(SHORT, "type(b)", 1.0),
                    "on its own",
                ),
            )
        ],
        evidence={"exp/result-type": Evidence(observed=0.0)},
    ),
    make_result(
        "data-changed",
        [
            make_task(
                Outcome.FAILED,
                missed(
                    "purity",
                    Outcome.FAILED,
                    "data-changed",
                    Counterexample(SHORT, "a.data", 0.75),
                    "on its own",
                ),
            )
        ],
        evidence={"exp/purity": Evidence(observed=2.117000016612675)},
    ),
    make_result(
        "raised",
        [
            make_task(
                Outcome.RAISED,
                *(
                    missed(
                        check,
                        Outcome.RAISED,
                        "raised",
                        Counterexample(SHORT, "", None),
                        "on its own",
                    )
                    for check in ("value", "gradient", "result-type", "reachability", "numbers")
                ),
                missed("accumulation", Outcome.NOT_RUN, "needs-check"),
                missed("purity", Outcome.NOT_RUN, "needs-check"),
            )
        ],
        evidence={
            "exp/value": Evidence(
                None,
                "AttributeError",
                "'float' object has no attribute 'data', and this message is long: "
                "\x1b[31mred\x1b[0m\nand on a second line",
                cell=3,
                line=14,
            )
        },
    ),
    make_result(
        "raised-without-a-hint",
        [
            make_task(
                Outcome.RAISED,
                missed(
                    "value", Outcome.RAISED, "raised", Counterexample(SHORT, "", None), "on its own"
                ),
            )
        ],
        evidence={"exp/value": Evidence(None, "OverflowError", "", line=7)},
    ),
    *(
        make_result(
            reason,
            [
                make_task(
                    outcome,
                    missed("value", outcome, reason, Counterexample(SHORT, "", None), "on its own"),
                    missed("gradient", Outcome.NOT_RUN, "not-run"),
                    missed("purity", Outcome.NOT_RUN, "not-run", hidden_only=True),
                )
            ],
            evidence={"exp/value": Evidence(message="used its CPU time")},
        )
        for outcome, reason in ((Outcome.TIMED_OUT, "timed-out"), (Outcome.CRASHED, "crashed"))
    ),
    *(
        make_result(
            reason,
            [
                make_task(
                    Outcome.NOT_RUN,
                    missed("value", Outcome.NOT_RUN, reason),
                    missed("gradient", Outcome.NOT_RUN, reason),
                ),
                ALL_RIGHT,
            ],
        )
        for reason in ("not-attempted", "needs-every-method")
    ),
    make_result(
        "no-class",
        [make_task(Outcome.NOT_RUN, missed("value", Outcome.NOT_RUN, "no-class"))],
        [Notice("no-class", "Vector, Node")],
    ),
    make_result(
        "no-class-at-all",
        [make_task(Outcome.NOT_RUN, missed("value", Outcome.NOT_RUN, "no-class"))],
        [Notice("no-class")],
    ),
    make_result(
        "hidden-only",
        [
            make_task(
                Outcome.FAILED,
                missed(
                    "value",
                    Outcome.FAILED,
                    "value-mismatch",
                    form="on its own",
                    hidden_only=True,
                ),
                missed("gradient", Outcome.FAILED, "gradient-mismatch", hidden_only=True),
            )
        ],
    ),
    make_result(
        "statements",
        [ALL_RIGHT],
        [
            Notice("syntax-error", "'(' was never closed", line=12, exception="SyntaxError"),
            Notice("syntax-error", "invalid syntax", cell=2, line=3, exception="SyntaxError"),
            Notice("statement-stopped", "name 'np' is not defined", 4, 1, exception="NameError"),
            Notice("statement-stopped", "", 5, 2, exception="NotImplementedError"),
            Notice("statement-stopped", "used its CPU time", line=40, exception="timed_out"),
            Notice("statement-stopped", "exited with 3", cell=1, exception="crashed"),
        ],
    ),
    make_result(
        "the-hand-in-as-a-whole",
        [ALL_RIGHT],
        [
            Notice("judged-as-it-stands"),
            Notice("judged-together"),
            Notice("public-cases-only"),
            Notice("several-files", "ex04_operators.ipynb, ex04_operators.py"),
        ],
    ),
    make_result(
        "grader-error",
        [make_task(Outcome.UNGRADED, missed("value", Outcome.UNGRADED, "ungraded"))],
        [Notice("grader-error", "division by zero", exception="ZeroDivisionError")],
    ),
    make_result(
        "no-cases",
        [make_task(Outcome.UNGRADED, missed("value", Outcome.UNGRADED, "no-cases"))],
    ),
    *(
        make_result(
            code,
            [make_task(Outcome.UNGRADED, missed("value", Outcome.UNGRADED, "ungraded"))],
            [Notice(code, message)],
        )
        for code, message in (
            ("unreadable", "a symbolic link, which is not followed"),
            ("missing-package", "it uses numpy, which is not installed beside micrograde"),
            ("worker-start", "no worker process can be started: Out of memory"),
            ("course-source-error", "the grafts are not Python: invalid syntax"),
            ("stopped", ""),
        )
    ),
]

RESULTS = {result.submission: result for result in TABLE} | {
    "long-name": make_result("a-name-that-is-" + "very-" * 12 + "long", [ALL_RIGHT]),
    "formula-name": make_result("=cmd|' /C calc'!A0, \"quoted\"", [ALL_RIGHT]),
}
