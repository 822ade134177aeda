"""Read the entries of a catalogue: each is a file of `solutions/exNN_name/misconceptions/`.

The file's name is the entry's id. It is TOML with texts, and names that stand in `mutants.txt` and
`right_work.txt` beside the folder:

    title    = "exp replaces the gradient"
    believed = "…"                    what its author took for true
    wrong    = "…"                    what comes of it
    hint     = "…"                    leads to the right way, and does not give it
    lecture  = "1:39:31"              where the lecture treats it; left out where it does not
    mutants  = ["exp-overwrites"]     faults that are this mistake; the first is the plainest
    right    = ["exp-by-hand"]        right work that looks alike and must not be taken for it
    alike    = ["exp-upstream-once"]  other entries that cannot be told from it, from outside
    like     = "ex04_operators/exp-overwrites-grad"    in the place of all texts: where they stand

Used when an exercise is released, audited or demonstrated. A bad entry is a CourseSourceError with
the file, the valid choices and the nearest one.
"""

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.errors import CourseSourceError, unknown_name
from autograder.records import Misconception

FOLDER_NAME = "misconceptions"
TEXTS = ("title", "believed", "wrong", "hint")
LISTS = ("mutants", "right", "alike")
KEYS = (*TEXTS, "lecture", *LISTS, "like")
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LECTURE = re.compile(r"\d:[0-5]\d:[0-5]\d")


@dataclass(frozen=True, slots=True)
class Entry:
    """One misconception with the mutants that have it; names of mutants are their ids."""

    misconception: Misconception
    mutants: tuple[str, ...]
    right: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The entry's id."""
        return self.misconception.id


def read_entries(
    exercise: Path, mutants: Collection[str], right: Collection[str]
) -> tuple[Entry, ...]:
    """Return the entries of an exercise's folder, by id; none where it has no catalogue.

    Raises CourseSourceError for what is unknown or missing, for a mutant in two entries, and for an
    entry that another one calls alike without being called so itself.
    """
    paths = sorted((exercise / FOLDER_NAME).glob("*.toml"))
    entries = tuple(read_entry(path, mutants, right) for path in paths)
    homes: dict[str, str] = {}
    by_id = {entry.id: entry for entry in entries}
    for path, entry in zip(paths, entries, strict=True):
        for mutant in entry.mutants:
            if homes.setdefault(mutant, entry.id) != entry.id:
                raise CourseSourceError(
                    f"the mutant {mutant!r} is in {homes[mutant]!r} already",
                    where=str(path),
                    hint="A fault is one misconception. Leave it out of one of the two.",
                )
        for other in entry.alike:
            expect("entry", other, by_id, path)
            if entry.id not in by_id[other].alike:
                raise CourseSourceError(
                    f"{entry.id!r} calls {other!r} alike, and not the other way round",
                    where=str(path),
                    hint=f'Add "{entry.id}" to alike of {other}.toml.',
                )
    return entries


def read_entry(path: Path, mutants: Collection[str], right: Collection[str]) -> Entry:
    """Return one entry. Raises CourseSourceError."""
    data = read_toml(path)
    for key in data:
        expect("key", key, KEYS, path)
    if not ID.fullmatch(path.stem):
        raise CourseSourceError(
            "an entry's name is small letters, digits and hyphens", where=str(path)
        )
    names = {key: read_names(data, key, path) for key in LISTS}
    if not names["mutants"]:
        raise CourseSourceError(
            "an entry needs a mutant", where=str(path), hint='Write mutants = ["…"].'
        )
    for name in names["mutants"]:
        expect("mutant", name, mutants, path)
    for name in names["right"]:
        expect("right work", name, right, path)
    texts, source = data, path
    if "like" in data:
        for key in (*TEXTS, "lecture"):
            if key in data:
                raise CourseSourceError(
                    f"{key!r} stands beside 'like'",
                    where=str(path),
                    hint="With like, all texts are those of the other entry.",
                )
        texts, source = read_like(data["like"], path)
    return Entry(read_texts(path.stem, texts, source), **names)


def read_like(name: Any, path: Path) -> tuple[dict[str, Any], Path]:
    """Return the texts of the entry that another one refers to, and its file."""
    exercise, _, entry = str(name).partition("/")
    source = path.parents[2] / exercise / FOLDER_NAME / f"{entry}.toml"
    if not source.is_file():
        course = path.parents[2]
        known = [f"{p.parents[1].name}/{p.stem}" for p in course.glob(f"*/{FOLDER_NAME}/*.toml")]
        expect("entry", name, sorted(known), path)
    texts = read_toml(source)
    if "like" in texts:
        raise CourseSourceError(
            f"{name} has no texts of its own", where=str(path), hint=f"Write {texts['like']!r}."
        )
    return texts, source


def read_texts(entry_id: str, texts: Mapping[str, Any], path: Path) -> Misconception:
    """Return an entry's texts. Raises CourseSourceError for one that is missing."""
    for key in TEXTS:
        if not isinstance(texts.get(key), str) or not texts[key].strip():
            raise CourseSourceError(
                f"{key!r} must be a text", where=str(path), hint=f'Write {key} = "…".'
            )
    lecture = texts.get("lecture", "")
    if lecture and not LECTURE.fullmatch(str(lecture)):
        raise CourseSourceError(
            f"'lecture' is {lecture!r}, which is no time",
            where=str(path),
            hint='Write lecture = "1:39:31", or leave it out.',
        )
    found = {key: " ".join(texts[key].split()) for key in TEXTS}
    return Misconception(id=entry_id, lecture=lecture, **found)


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a file holds. Raises CourseSourceError with its line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CourseSourceError(f"not valid TOML: {error}", where=str(path)) from error


def read_names(data: Mapping[str, Any], key: str, path: Path) -> tuple[str, ...]:
    """Return a list of names. Raises CourseSourceError for anything else."""
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise CourseSourceError(
            f"{key!r} must be a list of names", where=str(path), hint=f'Write {key} = ["…"].'
        )
    return tuple(value)


def expect(kind: str, name: Any, choices: Collection[str], path: Path) -> None:
    """Raise CourseSourceError when a name is none of the choices."""
    if name not in choices:
        message, hint = unknown_name(kind, str(name), choices)
        raise CourseSourceError(message, where=str(path), hint=hint)


def owners(entries: Sequence[Entry]) -> dict[str, Entry]:
    """Return the entry of each mutant that has one."""
    return {mutant: entry for entry in entries for mutant in entry.mutants}
