"""The reader of replies takes what the worker's code sends, and nothing else."""

import math
import random
import struct

import pytest

from autograder.records import Observation, Outcome, Stop
from autograder.sandbox.reply import (
    END,
    PARSE,
    PROGRAM,
    START,
    STATEMENT,
    SURVEYING,
    Greeting,
    Header,
    ProgramRecord,
    Record,
    ReplyError,
    ReplyReader,
    StatementRecord,
    SurveyRecord,
    Unit,
    clean_text,
    read_class_names,
)
from autograder.sandbox.wire import (
    CLASSES_BYTES,
    EXCEPTION_NAMES,
    GREETING,
    HEADER,
    LAYERS,
    MAGIC,
    PLACE,
    RECORD,
    SURVEY,
)

TYPE_ERROR = EXCEPTION_NAMES.index("TypeError")

# Two statements, the second stopped; of the names asked for, the second is missing; program 0
# finished, program 2 stopped after one of two values.
PARTS = (
    GREETING.pack(MAGIC, 1),
    HEADER.pack(2, 0b10, b"Value\0Neuron\0") + PLACE.pack(1, 1) + PLACE.pack(2, 7),
    RECORD.pack(0, 0, 0, 0, 0, -1, 0, b""),
    RECORD.pack(1, 1, TYPE_ERROR, 2, 8, -1, 0, b"no"),
    SURVEY.pack(2, 1, 0b10),
    RECORD.pack(3, 0, 0, 0, 0, -1, 1, b"") + struct.pack("<d", math.inf),
    RECORD.pack(5, 1, 0, 2, 9, 4, 1, b"x") + struct.pack("<2d", 0.5, math.nan),
)
RECORDS: list[Record] = [
    Greeting(LAYERS[:1]),
    Header(frozenset({"exp"}), ("Value", "Neuron"), ((1, 1), (2, 7))),
    StatementRecord(0, None),
    StatementRecord(1, Stop(Outcome.RAISED, "TypeError", "no", 2, 8)),
    SurveyRecord(True, frozenset({"softmax"})),
    ProgramRecord(0, Observation((math.inf,))),
    ProgramRecord(2, Observation((0.5,), Stop(Outcome.RAISED, "other", "x", 2, 9), 4)),
]
UNITS = [
    Unit(PARSE),
    Unit(STATEMENT, 0),
    Unit(STATEMENT, 1),
    Unit(SURVEYING),
    Unit(PROGRAM, 0),
    Unit(PROGRAM, 2),
    Unit(END),
]


def make_reader(skipped: frozenset[int] = frozenset()) -> ReplyReader:
    names = ("Value.log", "softmax")
    return ReplyReader(("neg", "exp"), names, skipped, {0: 1, 2: 2}, max_statements=10)


def test_records_come_out_as_they_went_in() -> None:
    assert make_reader().feed(b"".join(PARTS)) == RECORDS


@pytest.mark.parametrize("size", [1, 7, 250])
def test_bytes_may_come_in_any_portions(size: int) -> None:
    reader, data = make_reader(), b"".join(PARTS)
    portions = [data[start : start + size] for start in range(0, len(data), size)]
    assert [record for portion in portions for record in reader.feed(portion)] == RECORDS


def test_unit_is_the_one_that_runs_after_the_last_record() -> None:
    reader = make_reader()
    assert reader.unit == Unit(START)
    seen = []
    for part in PARTS:
        reader.feed(part)
        seen.append(reader.unit)
    assert seen == UNITS


@pytest.mark.parametrize(
    ("bits", "missing"),
    [
        (0b00, set()),
        (0b01, {"Value.log"}),
        (0b10, {"softmax"}),
        (0b11, {"Value.log", "softmax"}),
    ],
)
def test_each_bit_is_a_missing_name(bits: int, missing: set[str]) -> None:
    reader = make_reader()
    reader.feed(b"".join(PARTS[:4]))
    assert [SurveyRecord(True, frozenset(missing))] == reader.feed(SURVEY.pack(2, 1, bits))


def test_skipped_statements_send_nothing() -> None:
    reader = make_reader(skipped=frozenset({0, 1}))
    reader.feed(b"".join(PARTS[:2]))
    assert reader.unit == Unit(SURVEYING)


def test_records_before_the_first_wrong_byte_are_kept() -> None:
    reader = make_reader()
    records, problem = reader.feed_until_problem(b"".join(PARTS[:6]) + PARTS[5] + bytes(8))
    assert records == RECORDS[:6]
    assert isinstance(problem, ReplyError)
    assert reader.unit == Unit(PROGRAM, 2)


@pytest.mark.parametrize(
    ("before", "record"),
    [
        (0, b"HTTP/1"),
        (0, GREETING.pack(MAGIC, 1 << len(LAYERS))),
        (1, HEADER.pack(11, 0, b"")),
        (1, HEADER.pack(2, 0b100, b"")),
        (2, RECORD.pack(1, 0, 0, 0, 0, -1, 0, b"")),
        (2, RECORD.pack(0, 2, 0, 0, 0, -1, 0, b"")),
        (2, RECORD.pack(0, 1, len(EXCEPTION_NAMES), 0, 0, -1, 0, b"")),
        (2, RECORD.pack(0, 0, 0, 0, 0, -1, 1, b"")),
        (4, SURVEY.pack(1, 1, 0)),
        (4, SURVEY.pack(2, 2, 0)),
        (4, SURVEY.pack(2, 1, 0b100)),
        (4, SURVEY.pack(2, 1, 1 << 63)),
        (5, RECORD.pack(3, 0, 0, 0, 0, -1, 0, b"") + bytes(8)),
        (5, RECORD.pack(3, 0, 0, 0, 0, 0, 1, b"") + bytes(8)),
        (5, RECORD.pack(3, 1, 0, 0, 0, 0, 2, b"") + bytes(8)),
        (5, RECORD.pack(3, 1, 0, 0, 0, -2, 0, b"") + bytes(8)),
        (7, b"\0"),
    ],
)
def test_impossible_record_is_refused(before: int, record: bytes) -> None:
    reader = make_reader()
    reader.feed(b"".join(PARTS[:before]))
    with pytest.raises(ReplyError):
        reader.feed(record)


def test_altered_replies_raise_nothing_else() -> None:
    draw = random.Random(0)  # noqa: S311 - no secret
    data = b"".join(PARTS)
    for _ in range(3000):
        altered = bytearray(data)
        for _ in range(draw.randint(1, 4)):
            altered[draw.randrange(len(altered))] = draw.randrange(256)
        cut = draw.randrange(len(altered) + 1)
        records, _ = make_reader().feed_until_problem(bytes(altered[:cut] + altered[cut // 2 :]))
        assert len(records) <= len(RECORDS)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"plain" + bytes(5), "plain"),
        ("π = ".encode() + "é".encode()[:1], "π = "),
        (b"two\nlines\tand \x1b[31mred", "two lines and \N{REPLACEMENT CHARACTER}[31mred"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}abc".encode(), "\N{REPLACEMENT CHARACTER}abc"),
        (b"\xff\xfe", ""),
    ],
)
def test_text_of_a_submission_is_cleaned(raw: bytes, text: str) -> None:
    assert clean_text(raw) == text


def test_class_name_that_was_cut_is_left_out() -> None:
    raw = (b"A\0" + b"x" * CLASSES_BYTES)[:CLASSES_BYTES]
    assert read_class_names(raw) == ("A",)
    assert read_class_names(b"A\0not a name\0B\0" + bytes(10)) == ("A", "B")
