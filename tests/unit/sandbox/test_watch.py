"""CPU time and waiting end a unit; a machine that is slow or busy does not."""

from autograder.sandbox.limits import Limits
from autograder.sandbox.process import Usage
from autograder.sandbox.reply import PROGRAM, STATEMENT, Unit
from autograder.sandbox.watch import Watch

LIMITS = Limits(
    program_cpu_seconds=1.0, statement_cpu_seconds=5.0, idle_factor=3.0, wall_factor=60.0
)
PROGRAM_UNIT = Unit(PROGRAM, 3)


def last_word(unit: Unit, usages: list[Usage | None]) -> str:
    """Return what a watch says that looks once a second."""
    watch = Watch(LIMITS)
    said = [watch.look(unit, usage, float(second)) for second, usage in enumerate(usages)]
    assert not any(said[:-1])
    return said[-1]


def test_cpu_time_ends_a_program() -> None:
    usages: list[Usage | None] = [Usage(7.0, True), Usage(7.9, True), Usage(8.1, True)]
    assert last_word(PROGRAM_UNIT, usages) == "used more than 1 s of computing time"


def test_statement_has_a_larger_budget() -> None:
    usages: list[Usage | None] = [Usage(second * 1.5, True) for second in range(5)]
    assert last_word(Unit(STATEMENT), usages) == "used more than 5 s of computing time"


def test_sleep_ends_a_program() -> None:
    assert last_word(PROGRAM_UNIT, [Usage(0.1, False)] * 5) == "waited for more than 3 s"


def test_busy_machine_does_not_end_a_program() -> None:
    assert last_word(PROGRAM_UNIT, [Usage(0.1, True)] * 50) == ""


def test_worker_that_never_gets_to_run_ends_at_last() -> None:
    assert last_word(PROGRAM_UNIT, [Usage(0.1, True)] * 62) == "took more than 60 s"


def test_without_usage_all_time_is_waiting() -> None:
    assert last_word(PROGRAM_UNIT, [None] * 5) == "waited for more than 3 s"


def test_each_unit_has_its_own_budget() -> None:
    watch = Watch(LIMITS)
    said = [watch.look(Unit(PROGRAM, n), Usage(0.9 * n, True), float(n)) for n in range(20)]
    assert not any(said)
    # The whole submission's waiting is counted on.
    for n in range(20, 40):
        watch.look(Unit(PROGRAM, n // 2), Usage(18.0, False), float(n))
    assert watch.all_idle_seconds == 10.0
