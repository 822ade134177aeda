"""A bank: the programs that judge an exercise, each with its expected numbers and tolerances.

Used by grading, which only reads banks; `drawing.py` makes them. A bank is a JSON file that names
its own content hash and is refused when that does not fit. Loading imports no oracle.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.errors import BankError, MicrogradeError
from autograder.programs.program import Program
from autograder.programs.titles import TITLES

BANK_FORMAT = "micrograde/bank/v1"

# More programs cost every submission time. In an exercise of many tasks one of each form may need
# more.
MOST_HIDDEN_CASES = 300

PUBLIC = "public"
HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Case:
    """One program of a bank: whose task it is, its form, and what a right engine gives.

    `expected` and `tolerance` have one number per read of the program, in order. `hidden` tells
    that students must not see it. `reductions` are the smaller programs inside a drawn one, which
    judge nobody: when it fails, the smallest of them that fails is shown.
    """

    id: str
    task: str
    form: str
    program: Program
    expected: tuple[float, ...]
    tolerance: tuple[float, ...]
    hidden: bool = False
    reductions: tuple["Case", ...] = ()


@dataclass(frozen=True)  # without slots, for the cached property
class Bank:
    """The cases of an exercise. `content_hash` names them; `design` names what they were made for.

    `secret_id` is empty for public cases.
    """

    exercise: str
    kind: str
    secret_id: str
    design: str
    made_with: Mapping[str, str]
    cases: tuple[Case, ...]

    @cached_property
    def content_hash(self) -> str:
        """The SHA-256 of the bank's content, in hexadecimal."""
        return hash_content(bank_content(self))

    @property
    def name(self) -> str:
        """What results call this bank."""
        return self.content_hash[:12]


def secret_id(secret: bytes) -> str:
    """Return a short public name for a secret, which does not tell it."""
    return hashlib.sha256(b"micrograde secret name" + secret).hexdigest()[:8]


def bank_content(bank: Bank) -> dict[str, Any]:
    """Return everything that the content hash covers, as plain data."""
    return {
        "format": BANK_FORMAT,
        "exercise": bank.exercise,
        "kind": bank.kind,
        "secret_id": bank.secret_id,
        "design": bank.design,
        "made_with": dict(bank.made_with),
        "cases": [case_data(case) for case in bank.cases],
    }


def case_data(case: Case) -> dict[str, Any]:
    """Return one case, with its reductions where it has any, as plain data."""
    data: dict[str, Any] = {
        "id": case.id,
        "task": case.task,
        "form": case.form,
        "program": case.program.to_data(),
        "expected": list(case.expected),
        "tolerance": list(case.tolerance),
    }
    if case.reductions:
        data["reductions"] = [case_data(reduction) for reduction in case.reductions]
    return data


def hash_content(content: dict[str, Any]) -> str:
    """Return the SHA-256 of plain data, written in one canonical way."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def bank_text(bank: Bank) -> str:
    """Return the bank as JSON text, one case a line so that a difference can be read."""
    content = bank_content(bank)
    cases = content.pop("cases")
    head = json.dumps({"sha256": bank.content_hash} | content, indent=1)[:-2]
    lines = ",\n".join("  " + json.dumps(case) for case in cases)
    return f'{head},\n "cases": [\n{lines}\n ]\n}}\n'


def parse_bank(text: str, where: str, remedy: str) -> Bank:
    """Return the bank that the text holds. Raises BankError (bank-refused) with the remedy.

    `where` names the file in the message, `remedy` says how to get a good one.
    """

    def refuse(problem: str) -> BankError:
        return BankError(problem, where=where, hint=remedy)

    try:
        content = json.loads(text)
    except ValueError as error:
        raise refuse(f"the case bank is cut short or altered ({error})") from error
    if not isinstance(content, dict) or "cases" not in content:
        raise refuse("this file is no case bank")
    if content.get("format") != BANK_FORMAT:
        found = content.get("format")
        raise refuse(f"the case bank has version {found!r}; this micrograde reads {BANK_FORMAT!r}")
    named = content.pop("sha256", None)
    if named != hash_content(content):
        raise refuse("the case bank is cut short or altered: its content hash does not fit")
    try:
        return Bank(
            exercise=content["exercise"],
            kind=content["kind"],
            secret_id=content["secret_id"],
            design=content["design"],
            made_with=content["made_with"],
            cases=tuple(parse_case(case, content["kind"]) for case in content["cases"]),
        )
    except (KeyError, TypeError, MicrogradeError) as error:
        raise refuse(f"the case bank holds a case that cannot be read ({error})") from error


def parse_case(case: dict[str, Any], kind: str) -> Case:
    """Return one case of a public or hidden bank from plain data."""
    if case["form"] not in TITLES:
        raise BankError(f"unknown form {case['form']!r}: it was made by another version")
    return Case(
        id=case["id"],
        task=case["task"],
        form=case["form"],
        program=Program.from_data(case["program"]),
        expected=tuple(case["expected"]),
        tolerance=tuple(case["tolerance"]),
        hidden=kind == HIDDEN,
        reductions=tuple(parse_case(item, kind) for item in case.get("reductions", ())),
    )


def load_bank(path: Path, remedy: str) -> Bank:
    """Read a bank file. Raises BankError (bank-refused)."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BankError(
            f"the case bank cannot be read: {reason}",
            where=str(path),
            hint=remedy,
        ) from error
    return parse_bank(text, str(path), remedy)


def save_bank(bank: Bank, folder: Path) -> Path:
    """Write a bank under its own name; a killed run leaves no half of one."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{bank.exercise}-{bank.secret_id}-{bank.name}.json"
    write_private(path, bank_text(bank))
    return path


def write_private(path: Path, text: str) -> None:
    """Write what tells hidden cases, as the secret does, so that its owner alone can read it."""
    partial = path.with_suffix(".partial")
    partial.write_text(text, encoding="utf-8")
    partial.chmod(0o600)
    os.replace(partial, path)
