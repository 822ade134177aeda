"""The catalogue of an exercise: its misconceptions, and the signatures by which they are known.

Written by `micrograde release` beside the public cases, since students' own checks name mistakes
too. It holds texts and wrong numbers, no solution. For a hidden bank the signatures stand in a file
of their own beside it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.diagnosis.signatures import Signature, parse_signature, signature_data
from autograder.errors import CourseSourceError
from autograder.records import Misconception

CATALOGUE_FORMAT = "micrograde/catalogue/v1"


@dataclass(frozen=True)  # without slots, for the cached properties
class Catalogue:
    """What diagnosis knows of an exercise.

    `entries` maps each misconception to its mutants. A mutant without one is a fault that has no
    name. `knows_hidden` tells that the signatures hold hidden cases beside the public ones.
    """

    entries: Mapping[Misconception, tuple[str, ...]]
    signatures: tuple[Signature, ...]
    knows_hidden: bool = False

    @cached_property
    def owners(self) -> dict[str, Misconception]:
        """The misconception of each mutant that has one."""
        return {mutant: entry for entry, mutants in self.entries.items() for mutant in mutants}

    @cached_property
    def by_task(self) -> dict[str, list[Signature]]:
        """For each task the signatures that fail it."""
        found: dict[str, list[Signature]] = {}
        for signature in self.signatures:
            for task in signature.failing:
                found.setdefault(task, []).append(signature)
        return found

    def with_hidden(self, hidden: Iterable[Signature]) -> "Catalogue":
        """Return the catalogue with signatures on hidden cases added to its own."""
        further = {signature.mutants: signature.failing for signature in hidden}
        joined = []
        for signature in self.signatures:
            own, others = signature.failing, further.get(signature.mutants, {})
            tasks = [*own, *(task for task in others if task not in own)]
            failing = {task: {**own.get(task, {}), **others.get(task, {})} for task in tasks}
            joined.append(replace(signature, failing=failing))
        return Catalogue(self.entries, tuple(joined), knows_hidden=True)


EMPTY = Catalogue({}, ())


def catalogue_text(catalogue: Catalogue) -> str:
    """Return the catalogue as JSON text, one entry and one signature a line."""
    entries = [asdict(entry) | {"mutants": list(m)} for entry, m in catalogue.entries.items()]
    signatures = [signature_data(signature) for signature in catalogue.signatures]
    return (
        f'{{\n "format": {json.dumps(CATALOGUE_FORMAT)},\n'
        f' "entries": [\n{json_lines(entries)}\n ],\n'
        f' "signatures": [\n{json_lines(signatures)}\n ]\n}}\n'
    )


def json_lines(items: Sequence[dict[str, Any]]) -> str:
    """Return items of a JSON list, one a line."""
    return ",\n".join("  " + json.dumps(item, separators=(",", ":")) for item in items)


def parse_catalogue(text: str, where: str, remedy: str) -> Catalogue:
    """Return the catalogue that a text holds. Raises CourseSourceError with the remedy."""
    try:
        data = json.loads(text)
        if data["format"] != CATALOGUE_FORMAT:
            raise ValueError(f"format {data['format']!r}, not {CATALOGUE_FORMAT!r}")
        entries = {}
        for entry in data["entries"]:
            mutants = tuple(entry.pop("mutants"))
            entries[Misconception(**entry)] = mutants
        return Catalogue(entries, tuple(parse_signature(item) for item in data["signatures"]))
    except (ValueError, KeyError, TypeError) as error:
        raise CourseSourceError(
            f"the catalogue of misconceptions cannot be read: {error}", where=where, hint=remedy
        ) from error


def load_catalogue(path: Path, remedy: str) -> Catalogue:
    """Read a catalogue; an exercise without one has no misconceptions."""
    if not path.is_file():
        return EMPTY
    return parse_catalogue(path.read_text(encoding="utf-8"), str(path), remedy)
