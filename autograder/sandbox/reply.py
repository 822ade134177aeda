"""Read a worker's reply on the trusted side, byte by byte as it comes.

Used by the supervisor. Whatever the bytes are, the only exception is `ReplyError`: all sizes are
known beforehand, nothing is unpickled, and every field is checked before it is believed.
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.records import Observation, Outcome, Stop
from autograder.sandbox.wire import (
    EXCEPTION_NAMES,
    FINISHED,
    GREETING,
    HEADER,
    LAYERS,
    MAGIC,
    PLACE,
    RECORD,
    STOPPED,
    SURVEY,
)

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class ReplyError(Exception):
    """The bytes are not what the worker's own code sends next."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """The worker runs, with these layers on."""

    layers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """What the parsed source says. `places` has cell and line of each statement."""

    untouched_stubs: frozenset[str]
    classes: tuple[str, ...]
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class StatementRecord:
    """A statement ended; `stop` says how if not well."""

    index: int
    stop: Stop | None


@dataclass(frozen=True, slots=True)
class SurveyRecord:
    """All statements ended; what the submission defines."""

    class_found: bool
    missing_names: frozenset[str]


@dataclass(frozen=True, slots=True)
class ProgramRecord:
    """A program ended."""

    index: int
    observation: Observation


Record = Greeting | Header | StatementRecord | SurveyRecord | ProgramRecord


@dataclass(frozen=True, slots=True)
class Unit:
    """What a worker is busy with: one of the stages below, and which statement or program."""

    stage: str
    index: int = 0


START, PARSE, STATEMENT, SURVEYING, PROGRAM, END = (
    "start",
    "parse",
    "statement",
    "survey",
    "program",
    "end",
)


class ReplyReader:
    """Turns bytes into records; `unit` is what the worker is busy with after the last of them.

    `names` are those that were asked for. `reads` gives the number of values of each program that
    was sent, by its index, in order.
    """

    def __init__(
        self,
        stubs: Sequence[str],
        names: Sequence[str],
        skipped_statements: frozenset[int],
        reads: Mapping[int, int],
        max_statements: int,
    ) -> None:
        self.stubs = stubs
        self.names = names
        self.skipped_statements = skipped_statements
        self.reads = reads
        self.max_statements = max_statements
        self.buffer = bytearray()
        self.offset = 0
        self.statements = 0
        self.header: Header | None = None
        self.unit = Unit(START)
        self.programs = iter(reads)

    def feed(self, data: bytes) -> list[Record]:
        """Return the records that are complete now, in order. Raises ReplyError."""
        records, problem = self.feed_until_problem(data)
        if problem is not None:
            raise problem
        return records

    def feed_until_problem(self, data: bytes) -> tuple[list[Record], ReplyError | None]:
        """Return the records before the first wrong byte, and what is wrong there."""
        self.buffer += data
        records: list[Record] = []
        problem = None
        try:
            while (record := self.next_record()) is not None:
                records.append(record)
        except ReplyError as error:
            problem = error
        del self.buffer[: self.offset]
        self.offset = 0
        return records, problem

    def next_record(self) -> Record | None:
        """Return the next record, or None when it is not complete."""
        match self.unit.stage:
            case "start":
                return self.read_greeting()
            case "parse":
                return self.read_header()
            case "statement":
                return self.read_statement()
            case "survey":
                return self.read_survey()
            case "program":
                return self.read_program()
        if self.available:
            raise ReplyError("bytes after the last record")
        return None

    @property
    def available(self) -> int:
        """The number of bytes not yet read."""
        return len(self.buffer) - self.offset

    def take(self, layout: struct.Struct) -> tuple[int, ...]:
        """Return a layout's fields, of which the caller knows that they are there."""
        fields = layout.unpack_from(self.buffer, self.offset)
        self.offset += layout.size
        return fields

    def read_greeting(self) -> Greeting | None:
        """Read the first record."""
        if self.available < GREETING.size:
            return None
        magic, layers = self.take(GREETING)
        if magic != MAGIC or layers >> len(LAYERS):
            raise ReplyError("not a greeting")
        self.unit = Unit(PARSE)
        return Greeting(tuple(name for bit, name in enumerate(LAYERS) if layers >> bit & 1))

    def read_header(self) -> Header | None:
        """Read the header and the places after it."""
        if self.available < HEADER.size:
            return None
        count, untouched, names = HEADER.unpack_from(self.buffer, self.offset)
        if count > self.max_statements or untouched >> len(self.stubs):
            raise ReplyError("an impossible header")
        if self.available < HEADER.size + count * PLACE.size:
            return None
        self.offset += HEADER.size
        end = self.offset + count * PLACE.size
        places = tuple(PLACE.iter_unpack(self.buffer[self.offset : end]))
        self.offset = end
        self.statements = count
        stubs = frozenset(name for bit, name in enumerate(self.stubs) if untouched >> bit & 1)
        self.header = Header(stubs, read_class_names(names), places)
        self.unit = self.statement_from(0)
        return self.header

    def statement_from(self, index: int) -> Unit:
        """Return the next statement that is not skipped, or what follows the last one."""
        while index in self.skipped_statements:
            index += 1
        return Unit(STATEMENT, index) if index < self.statements else Unit(SURVEYING)

    def read_statement(self) -> StatementRecord | None:
        """Read how a statement ended."""
        if self.available < RECORD.size:
            return None
        index = self.unit.index
        stop, position, read = self.read_fields(index)
        if position != -1 or read:
            raise ReplyError("a statement reads nothing")
        self.unit = self.statement_from(index + 1)
        return StatementRecord(index, stop)

    def read_survey(self) -> SurveyRecord | None:
        """Read what the submission defines."""
        if self.available < SURVEY.size:
            return None
        unit, found, missing = self.take(SURVEY)
        if unit != self.statements or found > 1 or missing >> len(self.names):
            raise ReplyError("not a survey record")
        self.unit = self.next_program()
        names = frozenset(name for bit, name in enumerate(self.names) if missing >> bit & 1)
        return SurveyRecord(bool(found), names)

    def next_program(self) -> Unit:
        """Return the next program that was sent, or the end."""
        index = next(self.programs, None)
        return Unit(END) if index is None else Unit(PROGRAM, index)

    def read_program(self) -> ProgramRecord | None:
        """Read how a program ended and its values."""
        index = self.unit.index
        count = self.reads[index]
        if self.available < RECORD.size + 8 * count:
            return None
        stop, position, read = self.read_fields(self.statements + 1 + index)
        if read > count or (stop is None and (read != count or position != -1)) or position < -1:
            raise ReplyError("an impossible program record")
        values = struct.unpack_from(f"<{count}d", self.buffer, self.offset)
        self.offset += 8 * count
        self.unit = self.next_program()
        return ProgramRecord(index, Observation(values[:read], stop, position))

    def read_fields(self, expected_unit: int) -> tuple[Stop | None, int, int]:
        """Read a record's fixed part: how it stopped, at which instruction, how many values."""
        unit, status, kind, cell, line, position, read, message = RECORD.unpack_from(
            self.buffer, self.offset
        )
        self.offset += RECORD.size
        if unit != expected_unit or status not in (FINISHED, STOPPED):
            raise ReplyError("a record of another unit")
        if status == FINISHED:
            return None, position, read
        if kind >= len(EXCEPTION_NAMES):
            raise ReplyError("an unknown exception")
        text = clean_text(message)
        return Stop(Outcome.RAISED, EXCEPTION_NAMES[kind], text, cell, line), position, read


def clean_text(raw: bytes) -> str:
    """Return a submission's text with everything that could steer a terminal made visible.

    >>> clean_text(bytes([27]) + b"[31mred" + bytes(3))
    '\N{REPLACEMENT CHARACTER}[31mred'
    """
    # The cut may have left half a character at the end.
    text = raw.rstrip(b"\0").decode("utf-8", "ignore")
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else REPLACEMENT for c in text)


def read_class_names(raw: bytes) -> tuple[str, ...]:
    """Return the class names; one that was cut off has no end marker and is left out."""
    whole = raw[: raw.rfind(b"\0") + 1]
    names = whole.decode("utf-8", "ignore").split("\0")
    return tuple(name for name in names if name.isidentifier())
