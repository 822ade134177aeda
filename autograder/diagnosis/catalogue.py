"""The catalogue of an exercise: its misconceptions, and the signatures by which they are known.

Written by `micrograde release` beside the public cases, since students' own checks name mistakes
too. It holds texts and wrong numbers, no solution. For a hidden bank the signatures stand in a file
of their own beside it.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.diagnosis.signatures import (
    Echo,
    Failing,
    Signature,
    SignatureData,
    parse_echo,
    parse_observation,
    parse_signature,
)
from autograder.errors import CourseSourceError
from autograder.records import Misconception

CATALOGUE_FORMAT = "micrograde/catalogue/v1"
SIGNATURES_FORMAT = "micrograde/signatures/v1"


@dataclass(frozen=True)  # without slots, for the cached properties
class Catalogue:
    """What diagnosis knows of an exercise.

    `entries` maps each misconception to its mutants. A mutant without one is a fault that has no
    name. `public` and `hidden` are the signatures on public and on hidden cases, as plain data:
    they are many, and few are ever looked at. `hidden` is None where hidden cases are not known.
    """

    entries: Mapping[Misconception, tuple[str, ...]]
    public: Sequence[SignatureData]
    hidden: Sequence[SignatureData] | None = None

    @cached_property
    def owners(self) -> dict[str, Misconception]:
        """The misconception of each mutant that has one."""
        return {mutant: entry for entry, mutants in self.entries.items() for mutant in mutants}

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The signatures on public cases."""
        return tuple(parse_signature(data) for data in self.public)

    @cached_property
    def joined(self) -> dict[str, list[tuple[tuple[str, ...], dict[str, Any]]]]:
        """For each task the mutants that fail it, with all that they give, as plain data."""
        further = {tuple(data["mutants"]): data["failing"] for data in self.hidden or ()}
        found: dict[str, list[tuple[tuple[str, ...], dict[str, Any]]]] = {}
        for data in self.public:
            mutants = tuple(data["mutants"])
            own, others = data["failing"], further.get(mutants, {})
            for task in dict.fromkeys((*own, *others)):
                failing = {**own.get(task, {}), **others.get(task, {})}
                found.setdefault(task, []).append((mutants, failing))
        return found

    @cached_property
    def echoes(self) -> dict[str, dict[str, Any]]:
        """For each mutant what it does to the tasks of others, on public and on hidden cases."""
        found: dict[str, dict[str, Any]] = {}
        for place, signatures in (("public", self.public), ("hidden", self.hidden or ())):
            for data in signatures:
                if len(data["mutants"]) == 1:
                    found.setdefault(data["mutants"][0], {})[place] = data["echoes"]
        return found

    def find_echo(self, mutant: str, task: str, *, hidden: bool) -> Echo | None:
        """Return what a mutant does to a task that is not its own, None where that is nothing."""
        data = self.echoes.get(mutant, {}).get("hidden" if hidden else "public", {}).get(task)
        return None if data is None else parse_echo(data)

    def candidates(
        self, task: str, keys: Collection[str], among: Collection[str]
    ) -> Iterator[tuple[tuple[str, ...], Failing]]:
        """Yield the mutants that fail just these cases among some, and what they give there."""
        seen = frozenset(among)
        for mutants, failing in self.joined.get(task, ()):
            if failing.keys() & seen == keys:
                yield mutants, {key: parse_observation(failing[key]) for key in keys}


NO_CATALOGUE = Catalogue({}, ())


def catalogue_text(catalogue: Catalogue) -> str:
    """Return the catalogue as JSON text, one entry and one signature a line."""
    entries = [asdict(entry) | {"mutants": list(m)} for entry, m in catalogue.entries.items()]
    return (
        f'{{\n "format": {json.dumps(CATALOGUE_FORMAT)},\n'
        f' "entries": [\n{json_lines(entries)}\n ],\n'
        f' "signatures": [\n{json_lines(catalogue.public)}\n ]\n}}\n'
    )


def signatures_text(signatures: Sequence[SignatureData], made_from: str) -> str:
    """Return the signatures on hidden cases as JSON text. `made_from` names what decides them."""
    head = f' "format": {json.dumps(SIGNATURES_FORMAT)},\n "made_from": {json.dumps(made_from)},\n'
    return f'{{\n{head} "signatures": [\n{json_lines(signatures)}\n ]\n}}\n'


def parse_signatures(text: str) -> tuple[Sequence[SignatureData], str]:
    """Return signatures on hidden cases, and what they were made from; none where unreadable.

    They can always be made anew, so nothing is lost.
    """
    try:
        data = json.loads(text)
        is_known = data["format"] == SIGNATURES_FORMAT
        return (data["signatures"], data["made_from"]) if is_known else NONE
    except (ValueError, KeyError, TypeError):
        return NONE


NONE: tuple[Sequence[SignatureData], str] = ((), "")


def json_lines(items: Sequence[Mapping[str, Any]]) -> str:
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
        return Catalogue(entries, data["signatures"])
    except (ValueError, KeyError, TypeError) as error:
        raise CourseSourceError(
            f"the catalogue of misconceptions cannot be read: {error}", where=where, hint=remedy
        ) from error


def load_catalogue(path: Path, remedy: str) -> Catalogue:
    """Read a catalogue; an exercise without one has no misconceptions."""
    if not path.is_file():
        return NO_CATALOGUE
    return parse_catalogue(path.read_text(encoding="utf-8"), str(path), remedy)
