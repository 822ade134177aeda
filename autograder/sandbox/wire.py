"""The layout of what a worker sends back. Used by both sides.

A reply is a sequence of records whose sizes are known beforehand, never JSON or pickle:

    greeting    magic, layers that are on          before the submission is parsed
    header      number of statements, untouched    before any code of the submission runs
                stubs (bit per stub), class names
    places      cell and line of each statement
    statement   one record each                    after it ended
    survey      class found, missing names         after the last statement
                (bit per name)
    program     one record each, then its values   after it ended

Each record from the statements on begins with the number of its unit, so that a forged, doubled
or half record is noticed. Imports almost nothing, because its compiled code is sent into the
worker.
"""

from __future__ import annotations

from struct import Struct

# The name of each layer of isolation, by its bit in the greeting.
LAYERS = ("rlimits",)

# What a name of a package says that the worker has not, when it is used.
NOT_AVAILABLE = "is not available when your work is graded"

# What an exception is called in a record: the first of its ancestors that stands here.
EXCEPTION_NAMES = (
    "other",
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "EOFError",
    "FloatingPointError",
    "GeneratorExit",
    "ImportError",
    "IndexError",
    "KeyError",
    "KeyboardInterrupt",
    "LookupError",
    "MemoryError",
    "ModuleNotFoundError",
    "NameError",
    "NotImplementedError",
    "OSError",
    "OverflowError",
    "RecursionError",
    "RuntimeError",
    "StopIteration",
    "SyntaxError",
    "SystemError",
    "SystemExit",
    "TypeError",
    "UnboundLocalError",
    "UnicodeError",
    "ValueError",
    "Warning",
    "ZeroDivisionError",
)

MAGIC = 0x3357474D  # "MGW3"; another number for another layout
MESSAGE_BYTES = 200  # two lines of a terminal; a longer message helps nobody
CLASSES_BYTES = 400  # about 30 class names, joined by NUL
MAX_CELL = 0xFFFF  # what a record's u16 holds

FINISHED, STOPPED = 0, 1

GREETING = Struct("<IH")  # magic, layers
HEADER = Struct(f"<IQ{CLASSES_BYTES}s")  # statements, untouched stubs, class names
PLACE = Struct("<HI")  # cell, line
# unit, status, exception kind, cell, line, stopped at instruction, values read, message
RECORD = Struct(f"<IBBHIiI{MESSAGE_BYTES}s")
SURVEY = Struct("<IBQ")  # unit, class found, missing names

MAX_STUBS = 64  # bits of the header's u64, and of the survey record's
