"""A loss must repeat before it counts, and costs its own task only."""

from autograder.records import Isolation, Observation, Outcome, Stop
from autograder.sandbox.ledger import Ledger
from autograder.sandbox.limits import Limits
from autograder.sandbox.reply import (
    PARSE,
    PROGRAM,
    STATEMENT,
    SURVEYING,
    Greeting,
    Header,
    ProgramRecord,
    StatementRecord,
    SurveyRecord,
    Unit,
)

HEADER = Header(frozenset({"exp"}), ("Value",), ((1, 4), (2, 1)))
VALUES = Observation((1.0,))


def make_ledger() -> Ledger:
    ledger = Ledger(("neg", "exp", "exp", "neg"), Limits(max_restarts=3))
    ledger.workers = 1
    ledger.note(Greeting(("rlimits",)))
    ledger.note(HEADER)
    return ledger


def test_first_loss_changes_nothing() -> None:
    ledger = make_ledger()
    ledger.lose(Unit(PROGRAM, 1), Outcome.TIMED_OUT, "waited")
    assert ledger.pending == [0, 1, 2, 3]
    assert not ledger.is_settled


def test_second_loss_closes_the_task() -> None:
    ledger = make_ledger()
    for _ in range(2):
        ledger.lose(Unit(PROGRAM, 1), Outcome.TIMED_OUT, "waited")
    assert ledger.pending == [0, 3]
    ledger.note(ProgramRecord(0, VALUES))
    ledger.note(ProgramRecord(3, VALUES))
    ledger.note(SurveyRecord(True, frozenset()))
    assert ledger.is_settled
    outcomes = [o.stop.outcome if o.stop else None for o in ledger.to_run().observations]
    assert outcomes == [None, Outcome.TIMED_OUT, Outcome.NOT_RUN, None]


def test_losses_of_different_units_do_not_add_up() -> None:
    ledger = make_ledger()
    ledger.lose(Unit(PROGRAM, 1), Outcome.CRASHED, "died")
    ledger.note(ProgramRecord(1, VALUES))
    ledger.lose(Unit(PROGRAM, 2), Outcome.CRASHED, "died")
    assert ledger.pending == [0, 2, 3]


def test_lost_statement_is_skipped_and_told_with_its_place() -> None:
    ledger = make_ledger()
    for _ in range(2):
        ledger.lose(Unit(STATEMENT, 0), Outcome.CRASHED, "died")
    assert ledger.skipped_statements == {0}
    assert ledger.to_run().stopped_statements == (Stop(Outcome.CRASHED, "", "died", 1, 4),)


def test_first_report_on_a_statement_stands() -> None:
    ledger = make_ledger()
    ledger.note(StatementRecord(0, None))
    ledger.note(StatementRecord(0, Stop(Outcome.RAISED)))
    assert ledger.to_run().stopped_statements == ()


def test_missing_names_are_those_of_the_first_worker_that_told_them() -> None:
    ledger = make_ledger()
    assert ledger.to_run().missing_names == set()
    ledger.note(SurveyRecord(True, frozenset({"softmax"})))
    ledger.note(SurveyRecord(True, frozenset()))
    assert ledger.to_run().missing_names == {"softmax"}


def test_source_that_ends_the_parser_is_not_run() -> None:
    ledger = Ledger(("neg",), Limits())
    for _ in range(2):
        ledger.lose(Unit(PARSE), Outcome.CRASHED, "died")
    assert ledger.is_settled
    run = ledger.to_run()
    assert run.stopped_statements == (Stop(Outcome.CRASHED, message="died"),)
    assert run.observations == (Observation((), Stop(Outcome.NOT_RUN)),)


def test_a_lost_survey_is_left_out() -> None:
    ledger = make_ledger()
    for _ in range(2):
        ledger.lose(Unit(SURVEYING), Outcome.TIMED_OUT, "waited")
    assert ledger.skips_survey


def test_workers_and_time_are_bounded() -> None:
    ledger = make_ledger()
    ledger.workers = 4
    assert ledger.is_settled
    ledger = make_ledger()
    ledger.cpu_seconds = 121.0
    assert ledger.is_settled
    ledger = make_ledger()
    ledger.idle_seconds = 361.0
    assert ledger.is_settled


def test_layer_counts_only_if_every_worker_had_it() -> None:
    ledger = make_ledger()
    assert ledger.to_run().isolation == Isolation.PARTIAL
    ledger.note(Greeting(()))
    assert (ledger.to_run().isolation, ledger.to_run().layers) == (Isolation.NONE, ())
