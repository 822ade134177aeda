"""The picture that `draw` returns: a notebook shows it, and it can be read or saved as text."""

import os
from functools import cached_property
from pathlib import Path

from autograder.errors import MissingExtraError, PictureError
from autograder.pictures.dot import to_dot
from autograder.pictures.graph import Graph
from autograder.pictures.layout import load_library
from autograder.pictures.svg import to_svg

SUFFIXES = ("svg", "dot")


class Picture:
    """One graph as it was when it was drawn; later changes of its nodes do not show.

    A notebook shows it when it is the last line of a cell.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def __repr__(self) -> str:
        """Say how large the graph is, and what is missing where it cannot be shown."""
        try:
            load_library()
        except MissingExtraError as error:
            return f"<{self._graph.title}; no picture: {error.message}. {error.hint}>"
        return f"<{self._graph.title}>"

    @cached_property
    def svg(self) -> str:
        """The picture as SVG text; a summary where the graph has more than 300 nodes.

        Raises: `MissingExtraError` where the library that lays out is not installed.
        """
        return to_svg(self._graph)

    @cached_property
    def dot(self) -> str:
        """The whole graph as DOT text, however large it is."""
        return to_dot(self._graph)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file whose name ends in .svg or .dot.

        Raises: `PictureError` for another ending, or where the file cannot be written;
        `MissingExtraError` as `svg` does.
        """
        file = Path(path)
        kind = file.suffix.lower().removeprefix(".")
        if kind not in SUFFIXES:
            raise PictureError(
                f"cannot save as {file.name!r}", hint="The name has to end in .svg or .dot."
            )
        text = self.svg if kind == "svg" else self.dot
        try:
            file.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise PictureError(f"cannot write {str(file)!r}: {error.strerror}") from error

    def _repr_svg_(self) -> str | None:
        """Return what a notebook shows; None where there is no picture, and it shows the repr."""
        try:
            return self.svg
        except MissingExtraError:
            return None
