"""What `draw` returns can be shown, read and saved, and says what is missing."""

import sys
from pathlib import Path

import pytest

from autograder.errors import MissingExtraError, PictureError
from autograder.pictures import Picture, collect
from tests.unit.pictures.engines import Plain, chain, graph_of_l

INSTALL = 'pip install "micrograde[student]"'


@pytest.fixture
def without_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the import of the library that lays out fail."""
    monkeypatch.setitem(sys.modules, "pygraphviz", None)


def test_its_repr_is_one_line_with_the_size() -> None:
    assert "<graph of 7 nodes>" == repr(Picture(graph_of_l()))
    assert "<graph of 1 node>" == repr(Picture(collect(Plain(1.0))))
    assert "<graph of 1,234 nodes>" == repr(Picture(collect(chain(1_234))))


def test_a_notebook_shows_the_svg() -> None:
    picture = Picture(graph_of_l())
    assert picture.svg == picture._repr_svg_()
    assert picture.svg.startswith("<svg ")


@pytest.mark.parametrize("name", ["l.svg", "l.SVG"])
def test_it_is_saved_as_svg(name: str, tmp_path: Path) -> None:
    picture = Picture(graph_of_l())
    picture.save(tmp_path / name)
    assert picture.svg == (tmp_path / name).read_text(encoding="utf-8")


def test_it_is_saved_as_dot_by_a_name_that_is_text(tmp_path: Path) -> None:
    picture = Picture(collect(Plain(1.0, label="größe")))
    picture.save(str(tmp_path / "l.dot"))
    assert picture.dot == (tmp_path / "l.dot").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["l.png", "l", ".svg", "l.svg.gz"])
def test_another_ending_is_refused_and_nothing_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(PictureError) as caught:
        Picture(graph_of_l()).save(tmp_path / name)
    assert f"cannot save as {name!r}" == caught.value.message
    assert "The name has to end in .svg or .dot." == caught.value.hint
    assert [] == list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "l.svg"
    with pytest.raises(PictureError) as caught:
        Picture(graph_of_l()).save(path)
    assert f"cannot write {str(path)!r}: No such file or directory" == caught.value.message


@pytest.mark.usefixtures("without_library")
def test_without_the_library_there_is_dot_text_alone(tmp_path: Path) -> None:
    picture = Picture(graph_of_l())
    assert picture.dot.startswith("digraph {")
    picture.save(tmp_path / "l.dot")
    with pytest.raises(MissingExtraError) as caught:
        picture.save(tmp_path / "l.svg")
    assert INSTALL in caught.value.hint
    assert ["l.dot"] == [path.name for path in tmp_path.iterdir()]


@pytest.mark.usefixtures("without_library")
def test_without_the_library_a_notebook_shows_how_to_install_it() -> None:
    picture = Picture(graph_of_l())
    assert picture._repr_svg_() is None
    expected = (
        "<graph of 7 nodes; no picture: this needs the package pygraphviz, which is not installed."
        f" Install it: {INSTALL}>"
    )
    assert expected == repr(picture)
