"""Find the instructor's material: solutions, rubrics, grafts, secrets and banks.

Used by the commands that an instructor runs. Students have the package alone, without any of it.
"""

import ast
import hashlib
import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from autograder.assessment import Assessment, Grafts
from autograder.diagnosis.catalogue import (
    Catalogue,
    load_catalogue,
    parse_signatures,
    signatures_text,
)
from autograder.diagnosis.signatures import SignatureData, parse_signature, signature_data
from autograder.errors import BankError, CourseSourceError, UsageError, unknown_name
from autograder.exercises import Exercise, load_exercise
from autograder.exercises.exercise import catalogue_path, public_bank_path, release_command
from autograder.mutation import MUTANTS_NAME, Material, plant_all, read_material, sign_all
from autograder.oracles.bank import Bank, load_bank, save_bank, secret_id, write_private
from autograder.records import Misconception
from autograder.rubric import read_rubric, rubric_hash

Entries = Mapping[Misconception, tuple[str, ...]]

# The checkout that this package was installed from, if it was.
CHECKOUT = Path(__file__).resolve().parents[1]
SOLUTIONS = CHECKOUT / "solutions"

# 32 bytes cannot be guessed; shorter secrets could be tried out against a known bank.
SECRET_BYTES = 32
FEWEST_SECRET_CHARACTERS = 32


def source_folder(exercise_id: str) -> Path:
    """Return the folder of an exercise's source. Raises UsageError when there is none."""
    folder = SOLUTIONS / exercise_id
    if not folder.is_dir():
        known = sorted(path.parent.name for path in SOLUTIONS.glob("ex*/solution.py"))
        if not known:
            raise UsageError(
                "the course material (solutions/) is not here",
                hint="Run this in a checkout of the course, with micrograde installed from it.",
            )
        message, hint = unknown_name("exercise", exercise_id, known)
        raise UsageError(message, hint=hint)
    return folder


def load_grafts(exercise_id: str) -> Grafts | None:
    """Return an exercise's replacement functions and methods, or None when it has none."""
    path = SOLUTIONS / exercise_id / "grafts.py"
    if not path.is_file():
        return None
    source = path.read_text(encoding="utf-8")
    module = ast.parse(source)
    covers, together = (find_constant(module, name) for name in ("COVERS", "TOGETHER"))
    # What the replacements share is theirs: a hand-in may have a function of that name.
    stubs = load_exercise(exercise_id).stubs
    names = [name for name in find_functions(module) if "." in name or name in stubs]
    return Grafts(source, tuple(names), covers, together)


def load_material(exercise_id: str) -> Material:
    """Return an exercise's solution with its mutants, right work and misconceptions.

    Raises CourseSourceError for a table or an entry that cannot be read.
    """
    return read_material(source_folder(exercise_id))


def find_constant(module: ast.Module, name: str) -> dict[str, tuple[str, ...]]:
    """Return the names that a constant of the grafts maps to others, {} where there is none."""
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            names: dict[str, tuple[str, ...]] = ast.literal_eval(node.value)
            return names
    return {}


def find_functions(module: ast.Module) -> Iterator[str]:
    """Yield the dotted names of a module's functions and of its classes' methods."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    yield f"{node.name}.{member.name}"


def require_released(exercise: Exercise) -> None:
    """Raise CourseSourceError when the rubric has changed since the exercise was released."""
    path = SOLUTIONS / exercise.id / "rubric.toml"
    if not path.is_file() or rubric_hash(path.read_bytes()) == exercise.rubric_hash:
        return
    read_rubric(path, exercise.stubs)  # a bad rubric names its own line first
    raise CourseSourceError(
        "the rubric has changed since the exercise was released",
        where=str(path),
        hint=f"Run: {release_command(exercise.id)}",
    )


def make_secret(path: Path) -> None:
    """Write a new course secret, readable by its owner only. Never overwrites one."""
    try:
        with path.open("x", encoding="ascii") as file:
            path.chmod(0o600)
            file.write(secrets.token_hex(SECRET_BYTES) + "\n")
    except FileExistsError:
        raise UsageError(
            f"{path} exists already",
            hint="A new secret would make other hidden cases; delete the file if you mean it.",
        ) from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error


def read_secret(path: Path) -> bytes:
    """Return a course secret. Raises UsageError when there is none, or one that can be guessed."""
    try:
        text = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        raise UsageError(
            f"there is no secret at {path}",
            hint=f"Check the path. If this course has none yet, make one: micrograde secret {path}",
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no plain text"
        raise UsageError(
            f"the secret {path} cannot be read: {reason}", hint="Check the path."
        ) from error
    if len(text) < FEWEST_SECRET_CHARACTERS:
        raise UsageError(
            f"the secret in {path} is too short: {len(text)} characters, "
            f"at least {FEWEST_SECRET_CHARACTERS}",
            hint=f"Delete it, and make another: micrograde secret {path}",
        )
    return text.encode()


def bank_command(exercise_id: str, secret_file: Path) -> str:
    """Return the command that makes a hidden bank anew."""
    return f"micrograde bank {exercise_id} --secret-file {secret_file} --replace"


def bank_folder(secret_file: Path) -> Path:
    """Return where the banks of a secret are kept: the folder `banks` beside it."""
    return secret_file.parent / "banks"


def find_banks(exercise_id: str, secret_file: Path) -> list[Path]:
    """Return the bank files of an exercise and a secret."""
    name = secret_id(read_secret(secret_file))
    return sorted(bank_folder(secret_file).glob(f"{exercise_id}-{name}-*.json"))


def draw_hidden_bank(
    exercise: Exercise, secret_file: Path, progress: Callable[[int], None], *, replace: bool
) -> Path:
    """Draw an exercise's hidden bank and keep it; return its file.

    A bank decides marks, so one that is there stays unless `replace` is given.
    """
    old = find_banks(exercise.id, secret_file)
    if old and not replace:
        raise UsageError(
            f"there is a bank already: {old[0]}",
            hint="With --replace it is drawn anew; marks given with the old one may change.",
        )
    from autograder.oracles.drawing import draw_bank  # torch, mpmath and Hypothesis

    bank = draw_bank(exercise, read_secret(secret_file), progress)
    path = save_bank(bank, bank_folder(secret_file))
    for other in old:
        if other != path:
            other.unlink()
    return path


def load_hidden_bank(
    exercise: Exercise, secret_file: Path, progress: Callable[[int], None]
) -> Bank:
    """Return the hidden bank of an exercise and a secret; draw it the first time.

    Raises BankError for a bank that is cut short, altered, of another version, or made for other
    tasks, and when there are several.
    """
    found = find_banks(exercise.id, secret_file)
    command = bank_command(exercise.id, secret_file)
    # A bank decides marks: one that is drawn anew may give others.
    remedy = f"Take it from a backup, or draw it anew (marks may change): {command}"
    if len(found) > 1:
        raise BankError(
            f"there are {len(found)} banks: {', '.join(path.name for path in found)}",
            where=str(bank_folder(secret_file)),
            hint=f"Keep one of them, or draw it anew: {command}",
        )
    path = found[0] if found else draw_hidden_bank(exercise, secret_file, progress, replace=False)
    return check_design(load_bank(path, remedy), exercise, path, remedy)


def load_hidden_signatures(
    exercise: Exercise,
    bank: Bank,
    secret_file: Path,
    entries: Entries,
    progress: Callable[[int, int], None],
) -> Sequence[SignatureData]:
    """Return what each mutant gives on hidden cases; those run of which that is not known yet.

    The numbers are kept beside the bank. `entries` are the released misconceptions.
    """
    path = signatures_path(bank, secret_file)
    made_from = hash_material(exercise, bank, entries)
    kept: Sequence[SignatureData] = ()
    if path.is_file():
        kept, kept_from = parse_signatures(path.read_text(encoding="utf-8"))
        if kept_from == made_from:
            return kept
    planted = plant_all(exercise, read_material(source_folder(exercise.id)))
    stored = [parse_signature(data) for data in kept]
    made = [signature_data(s) for s in sign_all(planted, exercise, bank, stored, progress)]
    write_private(path, signatures_text(made, made_from))
    return made


def signatures_path(bank: Bank, secret_file: Path) -> Path:
    """Return where the numbers of mutants on the cases of a hidden bank are kept."""
    return bank_folder(secret_file) / f"signatures-{bank.exercise}-{bank.secret_id}.json"


def hash_material(exercise: Exercise, bank: Bank, entries: Entries) -> str:
    """Return a hash of all that decides an exercise's signatures, without planting a mutant."""
    pairs = [[entry.id, *mutants] for entry, mutants in entries.items()]
    content = hashlib.sha256(json.dumps([bank.content_hash, exercise.rubric_hash, pairs]).encode())
    folder = source_folder(exercise.id)
    for path in (folder / "solution.py", folder / MUTANTS_NAME):
        content.update(path.read_bytes() if path.is_file() else b"")
    return content.hexdigest()


def load_public_bank(exercise: Exercise) -> Bank:
    """Return the public cases of an exercise."""
    path = public_bank_path(exercise.id)
    remedy = f"Release the exercise again: {release_command(exercise.id)}"
    return check_design(load_bank(path, remedy), exercise, path, remedy)


def load_public_catalogue(exercise: Exercise) -> Catalogue:
    """Return the misconceptions of an exercise, known by public cases."""
    remedy = f"Release the exercise again: {release_command(exercise.id)}"
    return load_catalogue(catalogue_path(exercise.id), remedy)


def check_design(bank: Bank, exercise: Exercise, path: Path, remedy: str) -> Bank:
    """Return the bank if it was made for this exercise as it is. Raises BankError otherwise."""
    if (bank.exercise, bank.design) != (exercise.id, exercise.design):
        raise BankError(
            f"the case bank was made for other tasks (of {bank.exercise})",
            where=str(path),
            hint=remedy,
        )
    return bank


def public_assessment(exercise: Exercise) -> Assessment:
    """Return what a student's own check judges by: the public cases, nothing replaced."""
    public = load_public_bank(exercise)
    part = exercise.public_part
    left_out = exercise.max_points - part.max_points
    return Assessment(
        exercise=part,
        public=public,
        hidden=None,
        grafts=None,
        is_self_check=True,
        points_left_out=left_out,
        catalogue=load_public_catalogue(exercise),
    )


def full_assessment(
    exercise: Exercise,
    secret_file: Path | None,
    progress: Callable[[int], None],
    mutants_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Assessment:
    """Return what a class is graded by: hidden cases too, and each failed task by itself.

    `progress` is told how many hidden cases are drawn, `mutants_progress` how many mutants have run
    through them; both happen once.

    Raises UsageError when hidden cases are asked for where the course material is not.
    """
    if secret_file:
        source_folder(exercise.id)
    require_released(exercise)
    hidden = load_hidden_bank(exercise, secret_file, progress) if secret_file else None
    catalogue = load_public_catalogue(exercise)
    if hidden and secret_file and catalogue.entries:
        known = load_hidden_signatures(
            exercise, hidden, secret_file, catalogue.entries, mutants_progress
        )
        catalogue = replace(catalogue, hidden=known)
    return Assessment(
        exercise=exercise,
        public=load_public_bank(exercise),
        hidden=hidden,
        grafts=load_grafts(exercise.id),
        catalogue=catalogue,
    )
