"""Results by hand, one for each thing that feedback can say. Used by the tests beside it."""

from collections.abc import Sequence
from dataclasses import replace

from autograder.records import (
    CheckResult,
    Counterexample,
    Diagnosis,
    Evidence,
    Isolation,
    Misconception,
    Notice,
    Outcome,
    Pattern,
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


def make_call(
    name: str,
    check: str,
    reason: str,
    shown: Counterexample,
    form: str,
    evidence: Evidence,
    outcome: Outcome = Outcome.FAILED,
) -> SubmissionResult:
    """Return a hand-in of which one check of one task, judged by calls, is not passed."""
    missing = missed(check, outcome, reason, shown, form)
    task = make_task(outcome, missing, title="one of the calls", task_id="call")
    return make_result(name, [task], evidence={f"call/{check}": evidence})


NEURON = "a = Neuron(2)\nb = a.parameters()"
MODEL = (
    "a = MLP(2, [2, 1])\nb = a.parameters()\n"
    "for item, number in zip(b, [0.5, -0.75, 0.25, -1.0, 0.05, 0.4, 0.3, -0.2, 0.1]): "
    "item.data = number\n"
    "c = train(a, [[1.5, -2.0], [0.25, 0.75], [-1.0, 2.5]], [1, -1, 1], 2, 0.05)"
)

OVERWRITES = Misconception(
    id="exp-overwrites-grad",
    title="exp replaces the gradient",
    believed="A backward rule sets the gradient of its operand.",
    wrong=(
        "An operand that is used elsewhere too loses the share that the other use had left in its "
        "gradient."
    ),
    hint="What is in the operand's gradient when the rule of `exp` runs second?",
    lecture="1:31:00",
)
INPUT = Misconception(
    id="exp-derivative-of-the-input",
    title="exp takes its input for its derivative",
    believed="The derivative of `exp` is found from the operand's data.",
    wrong="Every gradient that passes through `exp` has a wrong factor.",
    hint="Which function is its own derivative, and where is its value kept?",
)
UPSTREAM = Misconception(
    id="exp-upstream-missing",
    title="exp forgets the upstream gradient",
    believed="An operand's gradient is the local derivative.",
    wrong="It is right only where the result of `exp` is the output itself.",
    hint="What has the consumer of the result left in the result's gradient?",
    lecture="0:45:10",
)


def make_diagnosis(name: str, diagnosis: Diagnosis) -> SubmissionResult:
    """Return the result of a hand-in with one failed task, and what stands behind it."""
    shown = Counterexample("a = Value(1.0)\nb = a.exp()\nb.backward()", "a.grad", 2.718281828459045)
    failing = missed("gradient", Outcome.FAILED, "gradient-mismatch", shown, "on its own")
    task = replace(make_task(Outcome.FAILED, passed("value"), failing), diagnosis=diagnosis)
    return make_result(name, [task], evidence={"exp/gradient": Evidence(observed=1.0)})


# One for each way in which a mistake is named, or is said to have no name.
DIAGNOSES = [
    make_diagnosis("misconception", Diagnosis(((OVERWRITES,),))),
    make_diagnosis("misconception-one-of-two", Diagnosis(((INPUT,), (UPSTREAM,)))),
    make_diagnosis("misconceptions-together", Diagnosis(((OVERWRITES, INPUT),))),
    make_diagnosis("misconceptions-together-or-one", Diagnosis(((UPSTREAM,), (OVERWRITES, INPUT)))),
    make_diagnosis("misconception-unknown", Diagnosis()),
    make_diagnosis("misconception-elsewhere", Diagnosis(((INPUT,),), follows_from="pow")),
    make_diagnosis("misconception-perhaps-elsewhere", Diagnosis(follows_from="pow, exp")),
    make_diagnosis(
        "misconception-unknown-with-a-pattern",
        Diagnosis(patterns=(Pattern("only-reused"), Pattern("factor-missing", "exponent"))),
    ),
]

# One for each check, and each reason, that calls of an exercise's own names came with.
CALLS = [
    make_call(
        "kind",
        "kind",
        "kind-mismatch",
        Counterexample("a = neuron_gradients([1.5], [-2.0], 0.5)", "isinstance(a[0], float)", 1.0),
        "one input",
        Evidence(observed=0.0),
    ),
    make_call(
        "record",
        "record",
        "record-mismatch",
        Counterexample("a = Value(1.5)\nb = Value(-2.0)\nc = a + b", "c.operator", 4.7e13, "'+'"),
        "of two nodes",
        Evidence(observed=0.0, observed_text="'\x1b[31madd\x1b[0m'"),
    ),
    make_call(
        "record-place",
        "record",
        "count-mismatch",
        Counterexample(
            "a = Value(1.5)\nb = Value(-2.0)\nc = a + b", "place of a in c.operands", 0.0
        ),
        "of two nodes",
        Evidence(observed=-1.0),
    ),
    make_call(
        "order",
        "order",
        "order-mismatch",
        Counterexample(
            "a = Value(1.5)\nb = a + a\nc = b * a\nd = topological_order(c)",
            "place of b in d",
            None,
        ),
        "a node used near the output and far from it",
        Evidence(observed=0.0),
    ),
    make_call(
        "count",
        "count",
        "count-mismatch",
        Counterexample(NEURON, "len(b)", 3.0),
        "2 inputs",
        Evidence(observed=2.0),
    ),
    make_call(
        "change",
        "change",
        "value-mismatch",
        Counterexample("a = Value(2.0)\na.grad = 6.0\nnudge_inputs([a], 0.5)", "a.data", 5.0),
        "1 inputs",
        Evidence(observed=-1.0),
    ),
    make_call(
        "unchanged",
        "unchanged",
        "value-mismatch",
        Counterexample(
            "a = lambda x: 2.0 * x[0] * x[1] + x[1] * x[1]\nb = [1.5, -0.25]\n"
            "c = numerical_gradient(a, b, 0.5)",
            "b[0]",
            1.5,
        ),
        "the point afterwards",
        Evidence(observed=2.0),
    ),
    make_call(
        "stability",
        "stability",
        "raised",
        Counterexample(
            "a = Value(1000.0)\nb = Value(1001.0)\nc = stable_softmax([a, b])", "", None
        ),
        "logits near 1000",
        Evidence(None, "OverflowError", "math range error", line=42),
        Outcome.RAISED,
    ),
    make_call(
        "stability-mismatch",
        "stability",
        "value-mismatch",
        Counterexample(
            "a = Value(1000.0)\nb = Value(1001.0)\nc = stable_softmax([a, b])",
            "c[0].data",
            0.2689414213699951,
        ),
        "logits near 1000",
        Evidence(observed=0.5),
    ),
    make_call(
        "refusal",
        "refusal",
        "not-refused",
        Counterexample("a = Neuron(2)\nb = a([0.5])", "", None),
        "one input too few",
        Evidence(),
    ),
    make_call(
        "trajectory",
        "trajectory",
        "value-mismatch",
        Counterexample(MODEL, "b[0].data", 0.4375),
        "after 2 steps",
        Evidence(observed=0.46875),
    ),
    make_call(
        "dirty-start",
        "dirty-start",
        "value-mismatch",
        Counterexample(MODEL, "b[8].data", 0.125),
        "from gradients that are not zero",
        Evidence(observed=0.25),
    ),
    make_call(
        "nearly-right",
        "value",
        "value-mismatch",
        Counterexample("a = torch_gradients([0.5, -1.75], 0)", "a[0]", -0.0953494648991095),
        "two logits",
        Evidence(observed=-0.09534949064254761),
    ),
    make_call(
        "start",
        "start",
        "start-mismatch",
        Counterexample("a = Neuron(3)", "[item.data for item in a.weights]", 1.0),
        "two of them",
        Evidence(observed=0.0),
    ),
    make_call(
        "losses",
        "losses",
        "value-mismatch",
        Counterexample(MODEL, "c[1]", 2.5),
        "the losses",
        Evidence(observed=2.25),
    ),
]

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
                source_line="out = Value(math.exp(other.data))  # \x1b[31mred",
                cause=Pattern("number-for-node", "data"),
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
        "no-names",
        [make_task(Outcome.NOT_RUN, missed("value", Outcome.NOT_RUN, "not-attempted"))],
        [Notice("no-names", "Value, Neuron, train")],
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
            Notice("parts-build-on-parts"),
            Notice("package-not-here", "torch"),
            Notice("public-cases-only"),
            Notice("points-left-out", "1.5"),
            Notice("several-files", "ex04_operators.ipynb, ex04_operators.py"),
        ],
    ),
    make_result(
        "grader-error",
        [make_task(Outcome.UNGRADED, missed("value", Outcome.UNGRADED, "ungraded"))],
        [Notice("grader-error", "division by zero", exception="ZeroDivisionError")],
    ),
    make_result(
        "remark",
        [make_task(Outcome.PASSED, replace(passed("repeated"), remark="accumulates"))],
    ),
    make_result(
        "other-remark",
        [make_task(Outcome.PASSED, replace(passed("repeated"), remark="resets"))],
    ),
    replace(
        make_result(
            "varying",
            [make_task(Outcome.FAILED, missed("value", Outcome.FAILED, "value-mismatch"))],
        ),
        varying_tasks=("exp",),
    ),
    make_result(
        "needs-secret",
        [make_task(Outcome.UNGRADED, missed("value", Outcome.UNGRADED, "needs-secret"))],
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
    *CALLS,
    *DIAGNOSES,
]

RESULTS = {result.submission: result for result in TABLE} | {
    "long-name": make_result("a-name-that-is-" + "very-" * 12 + "long", [ALL_RIGHT]),
    "formula-name": make_result("=cmd|' /C calc'!A0, \"quoted\"", [ALL_RIGHT]),
}
