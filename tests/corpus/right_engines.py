"""The right engines of `unusual_but_correct/`, and which exercises each of them fits."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "unusual_but_correct"
FITS = re.compile(r"^# fits: (?P<exercises>[\w ]+?)(?: \(parts: (?P<parts>[\w -]+)\))?\s*$", re.M)


def fitting_engines(exercise: str) -> list[Path]:
    """Return the engines that fit an exercise with all its parts."""
    found = []
    for path in sorted(FOLDER.glob("*.py")):
        match = FITS.search(path.read_text(encoding="utf-8"))
        if match and not match["parts"] and exercise in match["exercises"].split():
            found.append(path)
    return found
