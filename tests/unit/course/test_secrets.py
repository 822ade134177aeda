"""A course secret is made once, kept to its owner, and never guessed at."""

from pathlib import Path

import pytest

from autograder.course import FEWEST_SECRET_CHARACTERS, make_secret, read_secret
from autograder.errors import ExitCode, UsageError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a secret may be."""
    return tmp_path / "course.secret"


def test_a_new_secret_can_be_read(path: Path) -> None:
    make_secret(path)
    secret = read_secret(path)
    assert 64 == len(secret)
    assert secret == path.read_bytes().strip()


def test_two_secrets_are_different(tmp_path: Path) -> None:
    for name in ("one", "two"):
        make_secret(tmp_path / name)
    assert read_secret(tmp_path / "one") != read_secret(tmp_path / "two")


def test_a_secret_is_for_its_owner_alone(path: Path) -> None:
    make_secret(path)
    assert 0o600 == path.stat().st_mode & 0o777


def test_a_secret_is_never_overwritten(path: Path) -> None:
    make_secret(path)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="exists already") as caught:
        make_secret(path)
    assert before == path.read_bytes()
    assert "delete the file if you mean it" in caught.value.hint


def test_a_secret_that_cannot_be_written_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written") as caught:
        make_secret(tmp_path / "no" / "such" / "folder")
    assert ExitCode.USAGE is caught.value.exit_code


def test_a_missing_secret_is_told_with_how_to_make_one(path: Path) -> None:
    with pytest.raises(UsageError, match="there is no secret") as caught:
        read_secret(path)
    assert caught.value.hint.startswith("Check the path.")
    assert caught.value.hint.endswith(f"make one: micrograde secret {path}")


def test_a_secret_that_could_be_guessed_is_refused(path: Path) -> None:
    path.write_text("x" * (FEWEST_SECRET_CHARACTERS - 1) + "  \n", encoding="ascii")
    with pytest.raises(UsageError, match="too short: 31 characters, at least 32") as caught:
        read_secret(path)
    assert f"Delete it, and make another: micrograde secret {path}" == caught.value.hint


def test_blanks_around_a_secret_do_not_count(path: Path) -> None:
    path.write_text("  " + "x" * FEWEST_SECRET_CHARACTERS + "\r\n", encoding="ascii")
    assert b"x" * FEWEST_SECRET_CHARACTERS == read_secret(path)


@pytest.mark.parametrize("data", [b"\xff\xfe" * 40, "é".encode() * 40])
def test_a_secret_that_is_no_plain_text_is_refused(data: bytes, path: Path) -> None:
    path.write_bytes(data)
    with pytest.raises(UsageError, match="it is no plain text"):
        read_secret(path)


def test_a_folder_in_place_of_a_secret_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_secret(tmp_path)


@pytest.mark.parametrize("text", ["x" * 31, "\xff" * 40])
def test_no_message_shows_what_the_secret_holds(text: str, path: Path) -> None:
    path.write_text(text, encoding="latin-1")
    with pytest.raises(UsageError) as caught:
        read_secret(path)
    assert text not in str(caught.value)
