"""Hand-ins are found under safe names and read as bytes, whatever they are."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from autograder.errors import UnreadableError, UsageError
from autograder.records import SourceChunk
from autograder.sandbox.intake import (
    MOST_FILES,
    find_hand_ins,
    find_left_out,
    read_chunks,
    safe_name,
    split_file,
)
from autograder.sandbox.limits import Limits

EXERCISE = "ex04_operators"


def make(folder: Path, *names: str) -> Path:
    """Create empty files; names may contain folders."""
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return folder


def names_in(*paths: Path) -> list[str]:
    return [hand_in.name for hand_in in find_hand_ins(paths, EXERCISE)]


def test_file_is_one_hand_in(tmp_path: Path) -> None:
    make(tmp_path, "alice.py", "bob.py")
    assert names_in(tmp_path / "alice.py") == ["alice"]


def test_folder_holds_files_and_student_folders(tmp_path: Path) -> None:
    make(
        tmp_path,
        "zoe.ipynb",
        "bob/work.ipynb",
        f"carol/{EXERCISE}.py",
        "carol/notes.py",
        f"dan/{EXERCISE}/{EXERCISE}.ipynb",
        "readme.txt",
        ".hidden.py",
        ".ipynb_checkpoints/zoe.ipynb",
        "__pycache__/zoe.py",
    )
    hand_ins = find_hand_ins([tmp_path], EXERCISE)
    found = [(h.name, *(f.relative_to(tmp_path).as_posix() for f in h.files)) for h in hand_ins]
    assert found == [
        ("bob", "bob/work.ipynb"),
        ("carol", f"carol/{EXERCISE}.py", "carol/notes.py"),
        ("dan", f"dan/{EXERCISE}/{EXERCISE}.ipynb"),
        ("zoe", "zoe.ipynb"),
    ]
    assert not any(h.problem for h in hand_ins)
    assert find_left_out([tmp_path]) == ["readme.txt"]


def test_unclear_folder_is_noted_and_the_others_go_on(tmp_path: Path) -> None:
    project = [f"alice/{number}.py" for number in range(MOST_FILES + 1)]
    make(tmp_path, *project, "bob.py", "carol/report.pdf")
    hand_ins = find_hand_ins([tmp_path], EXERCISE)
    assert [(h.name, h.problem) for h in hand_ins] == [
        ("alice", "7 files could be the hand-in"),
        ("bob", ""),
        ("carol", "no .py or .ipynb file"),
    ]


def test_notebook_and_script_of_one_student_are_both_files_of_one_hand_in(tmp_path: Path) -> None:
    make(tmp_path, f"ada/{EXERCISE}.py", f"ada/{EXERCISE}.ipynb", "ada/notes.py")
    [hand_in] = find_hand_ins([tmp_path], EXERCISE)
    assert [f.name for f in hand_in.files] == [f"{EXERCISE}.ipynb", f"{EXERCISE}.py", "notes.py"]


def test_given_code_is_no_hand_in_and_not_named_as_left_out(tmp_path: Path) -> None:
    make(tmp_path, "alice.py", "given.py", "notes.txt", "bob/given.py", f"bob/{EXERCISE}.ipynb")
    hand_ins = find_hand_ins([tmp_path], EXERCISE)
    found = [(h.name, [f.name for f in h.files], h.problem) for h in hand_ins]
    assert found == [("alice", ["alice.py"], ""), ("bob", [f"{EXERCISE}.ipynb"], "")]
    assert find_left_out([tmp_path]) == ["notes.txt"]


def test_a_folder_of_given_code_and_a_notebook_is_one_hand_in(tmp_path: Path) -> None:
    folder = make(tmp_path / "ann", "given.py", f"{EXERCISE}.ipynb")
    assert names_in(folder) == [EXERCISE]
    [hand_in] = find_hand_ins([tmp_path], EXERCISE)
    assert (hand_in.name, [f.name for f in hand_in.files]) == ("ann", [f"{EXERCISE}.ipynb"])


def test_given_code_beside_the_files_of_a_student_does_not_count_among_them(tmp_path: Path) -> None:
    make(tmp_path, "ann/given.py", *[f"ann/{number}.py" for number in range(MOST_FILES)])
    [hand_in] = find_hand_ins([tmp_path], EXERCISE)
    assert (hand_in.problem, len(hand_in.files)) == ("", MOST_FILES)


def test_given_code_alone_is_nothing_that_was_handed_in(tmp_path: Path) -> None:
    make(tmp_path, "ann/given.py", "bob.py")
    hand_ins = find_hand_ins([tmp_path], EXERCISE)
    assert [(h.name, h.problem) for h in hand_ins] == [
        ("ann", "no .py or .ipynb file"),
        ("bob", ""),
    ]
    with pytest.raises(UsageError, match=r"is no \.py or \.ipynb file"):
        find_hand_ins([tmp_path / "ann" / "given.py"], EXERCISE)
    with pytest.raises(UsageError, match="no hand-in"):
        find_hand_ins([make(tmp_path / "empty", "given.py")], EXERCISE)


def test_given_code_does_not_hide_the_work_in_a_folder_below(tmp_path: Path) -> None:
    make(tmp_path, "ann/given.py", f"ann/work/{EXERCISE}.py")
    [hand_in] = find_hand_ins([tmp_path], EXERCISE)
    assert [f.name for f in hand_in.files] == [f"{EXERCISE}.py"]


@pytest.mark.parametrize("name", ["my_given.py", "given.ipynb", "given2.py"])
def test_a_file_with_another_name_is_a_hand_in(tmp_path: Path, name: str) -> None:
    make(tmp_path, f"ann/{name}")
    [hand_in] = find_hand_ins([tmp_path], EXERCISE)
    assert [f.name for f in hand_in.files] == [name]


def test_a_file_may_lie_in_a_folder_of_its_own(tmp_path: Path) -> None:
    make(tmp_path, "kim/hw/final/work.py")
    [hand_in] = find_hand_ins([tmp_path], EXERCISE)
    assert (hand_in.name, [f.name for f in hand_in.files]) == ("kim", ["work.py"])


def test_a_suffix_may_be_written_in_capitals(tmp_path: Path) -> None:
    make(tmp_path, "dora.PY", "eve/work.IPYNB")
    assert [(h.name, len(h.files)) for h in find_hand_ins([tmp_path], EXERCISE)] == [
        ("dora", 1),
        ("eve", 1),
    ]


def test_a_folder_without_a_hand_in_shares_no_name_with_a_file(tmp_path: Path) -> None:
    make(tmp_path, "ada/report.pdf", "ada.py")
    hand_ins = find_hand_ins([tmp_path], EXERCISE)
    assert [(h.name, bool(h.problem)) for h in hand_ins] == [("ada", True), ("ada.py", False)]


def test_equal_names_are_told_apart(tmp_path: Path) -> None:
    make(tmp_path, "alice.py", "alice.ipynb", "bob.py", "other/ALICE.py", "third/alice.py")
    paths = [tmp_path, tmp_path / "third" / "alice.py", tmp_path / "other" / "ALICE.py"]
    hand_ins = find_hand_ins([tmp_path / "alice.py", *paths], EXERCISE)
    assert [h.name for h in hand_ins if "lice" in h.name.lower()] == [
        "ALICE.py",
        "alice.ipynb",
        "alice.py-2",
        "alice.py-3",
    ]


def test_file_named_twice_is_one_hand_in(tmp_path: Path) -> None:
    make(tmp_path, "alice.py")
    assert names_in(tmp_path, tmp_path / "alice.py") == ["alice"]


def test_missing_path_names_what_is_beside_it(tmp_path: Path) -> None:
    make(tmp_path, "submissions/alice.py")
    with pytest.raises(UsageError, match="Beside it: submissions"):
        find_hand_ins([tmp_path / "submission"], EXERCISE)
    with pytest.raises(UsageError, match="no folder"):
        find_hand_ins([tmp_path / "a" / "b"], EXERCISE)


def test_empty_folder_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no hand-in"):
        find_hand_ins([make(tmp_path, "notes.txt")], EXERCISE)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Zoë Q. O'Neil", "Zoë Q. O'Neil"),
        ("../../etc/passwd", "_.._etc_passwd"),
        ("..", "submission"),
        ("a\x1b[31m\N{RIGHT-TO-LEFT OVERRIDE}b\n", "a__31m_b_"),
        ("é" * 90, "é" * 50),
        ("", "submission"),
        ("C:\\x", "C__x"),
    ],
)
def test_name_is_one_safe_path_component(text: str, name: str) -> None:
    assert safe_name(text) == name


def write(folder: Path, data: bytes | str, name: str = "work.py") -> Path:
    file = folder / name
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    return file


def sources(file: Path) -> list[str]:
    return [chunk.source for chunk in read_chunks(file)]


@pytest.mark.parametrize(
    "data",
    [
        "x = 'é'\n".encode(),
        b"\xef\xbb\xbf" + "x = 'é'\n".encode(),
        "x = 'é'\n".encode("utf-16"),
        "x = 'é'\r\n".encode(),
        "x = 'é'\r".encode(),
    ],
    ids=["utf-8", "bom", "utf-16", "crlf", "cr"],
)
def test_python_text_is_decoded(tmp_path: Path, data: bytes) -> None:
    assert sources(write(tmp_path, data)) == ["x = 'é'\n"]


def test_coding_line_is_obeyed(tmp_path: Path) -> None:
    text = "#!/usr/bin/python\n# -*- coding: latin-1 -*-\nx = 'é'\n"
    assert sources(write(tmp_path, text.encode("latin-1"))) == [text]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("x = 'é'".encode("latin-1"), "not UTF-8 text"),
        (b"# coding: rot13\nk = 1", "its coding line names 'rot13'"),
        (b"# coding: utf-7\nk = 1", "its coding line names 'utf-7'"),
        (b"PK\x03\x04\0\0", "not a text file"),
        (b"\xff\xfe\0", "not UTF-16 text"),
        (b"#" * (32 * 1024 * 1024 + 1), "larger than 32768 KB"),
        (b"#" * (256 * 1024 + 1), "more than 256 KB of source"),
    ],
)
def test_what_is_not_python_text_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    file = write(tmp_path, data)
    with pytest.raises(UnreadableError, match=message) as caught:
        read_chunks(file)
    assert caught.value.where == str(file)


def test_empty_file_has_no_chunks(tmp_path: Path) -> None:
    assert read_chunks(write(tmp_path, "")) == ()
    assert read_chunks(write(tmp_path, "", "work.ipynb")) == ()


def test_file_is_split_at_markers(tmp_path: Path) -> None:
    text = (
        "# head\nx = 1\n# %%\ny = 2\n\n# %% [markdown]\n# Text\n"
        "#%% Title [md] tags=[]\n# Text\n# %% A [1]\nz = 3\n# %%time\nw = 4\n  # %%\nv = 5\n"
    )
    assert read_chunks(write(tmp_path, text)) == (
        SourceChunk(0, 1, "# head\nx = 1"),
        SourceChunk(0, 3, "# %%\ny = 2\n"),
        SourceChunk(0, 10, "# %% A [1]\nz = 3\n# %%time\nw = 4\n  # %%\nv = 5\n"),
    )


def notebook(*cells: dict[str, Any], **more: Any) -> str:
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": list(cells), **more})


CODE = {"cell_type": "code", "source": ["x = 1\n", "y = 2"], "outputs": [{"data": "<b>"}]}
PROSE = {"cell_type": "markdown", "source": "# Title"}
MAGIC = {"cell_type": "code", "source": "%matplotlib inline\r\nz = 3"}
EMPTY = {"cell_type": "code", "source": []}


@pytest.mark.parametrize("name", ["work.ipynb", "work.py"])
def test_code_cells_of_a_notebook_are_counted_from_one(tmp_path: Path, name: str) -> None:
    file = write(tmp_path, notebook(PROSE, CODE, EMPTY, PROSE, MAGIC), name)
    # The worker leaves magics out; only it can tell them from Python.
    assert read_chunks(file) == (
        SourceChunk(1, 1, "x = 1\ny = 2"),
        SourceChunk(3, 1, "%matplotlib inline\nz = 3"),
    )


def test_old_notebook_is_read(tmp_path: Path) -> None:
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}]}
    assert sources(write(tmp_path, json.dumps(old), "work.ipynb")) == ["x = 1"]


def test_python_under_a_notebooks_name_is_python(tmp_path: Path) -> None:
    assert sources(write(tmp_path, "x = 1", "work.ipynb")) == ["x = 1"]


def test_python_that_begins_with_a_brace_is_python(tmp_path: Path) -> None:
    assert sources(write(tmp_path, "{1, 2}")) == ["{1, 2}"]
    assert sources(write(tmp_path, '{"cells": 1}')) == ['{"cells": 1}']


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (notebook(CODE)[:-2], "its JSON is damaged"),
        ('{"nbformat": 4}', "it has no cells"),
        ('{"cells": ' + "[" * 100_000, "its JSON is damaged"),
        ('{"cells": ' + "9" * 100_000 + "}", "its JSON is damaged"),
        (b'{"cells": ["\xff"]}', "its JSON is damaged"),
        (notebook({"cell_type": "code", "source": "#" * 300_000}), "more than 256 KB of source"),
    ],
    ids=["cut", "no cells", "deep", "digits", "not UTF-8", "source"],
)
def test_damaged_notebook_is_refused(tmp_path: Path, data: bytes | str, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        read_chunks(write(tmp_path, data, "work.ipynb"))


def test_large_outputs_do_not_count_as_source(tmp_path: Path) -> None:
    cell = {**CODE, "outputs": [{"data": "x" * 1_000_000}]}
    assert len(read_chunks(write(tmp_path, notebook(cell), "work.ipynb"))) == 1


def test_odd_cells_are_passed_over(tmp_path: Path) -> None:
    odd: Any = ["text", 1, {"cell_type": "code", "source": 5}, {"source": "x"}, {}]
    file = write(tmp_path, notebook(*odd, CODE), "work.ipynb")
    assert read_chunks(file) == (SourceChunk(2, 1, "x = 1\ny = 2"),)


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    write(tmp_path, "x = 1", "real.py")
    (tmp_path / "link.py").symlink_to(tmp_path / "real.py")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    for name, message in [
        ("link.py", "a symbolic link"),
        ("pipe.py", "not a regular file"),
        ("folder.py", "directory"),
        ("gone.py", "No such file"),
        ("nul\0.py", "not a file name"),
    ]:
        with pytest.raises(UnreadableError, match=message):
            read_chunks(tmp_path / name)


def test_endless_file_is_cut_short(tmp_path: Path) -> None:
    file = write(tmp_path, "")
    os.truncate(file, 1 << 40)
    with pytest.raises(UnreadableError, match="larger than"):
        read_chunks(file)


def test_file_without_permission_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)  # root is refused nothing
    with pytest.raises(UnreadableError, match="cannot be read: Permission denied"):
        read_chunks(tmp_path / "work.py")


def test_limits_can_be_smaller(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="more than 1 KB"):
        read_chunks(write(tmp_path, "#" * 2000), Limits(source_bytes=1024))


def test_code_below_prose_is_code_and_an_answer_is_not() -> None:
    text = "a = 1\n# %% [markdown]\n# Text\n\ndef half(x):\n    return x / 2\n"
    assert [2, 1] == sorted((chunk.first_line for chunk in split_file(text)), reverse=True)
    answer = "a = 1\n# %% [markdown]\nBecause a float forgets where it comes from.\n"
    assert [1] == [chunk.first_line for chunk in split_file(answer)]
