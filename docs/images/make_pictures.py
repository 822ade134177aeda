"""Draw the pictures of the documentation from a real run. Run after `make grade`."""

import io
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "examples/submissions/ex04_operators"
SHOWN = ("ada_*", "chen_*", "emil_*", "fay_*", "gus_*", "hana_*", "lena_*", "mona_*", "quinn_*")

# Without rich's own template, which loads a font from elsewhere.
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {terminal_width} {terminal_height}">
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; white-space: pre;
}}
{styles}
</style>
<rect width="100%" height="100%" rx="8" fill="#ffffff" stroke="#d0d7de"/>
<g transform="translate(9, 9)" class="{unique_id}-matrix">{matrix}</g>
</svg>
"""


def main() -> None:
    """Grade some samples and keep the table as an SVG."""
    paths = [str(path) for pattern in SHOWN for path in sorted(SAMPLES.glob(pattern))]
    command = [sys.executable, "-m", "autograder.cli", "grade", "ex04_operators", *paths]
    command += ["--secret-file", str(ROOT / "examples/demo.secret"), "--output", "grades"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    console = Console(record=True, width=80, file=io.StringIO())
    console.print("$ micrograde grade ex04_operators submissions/ --secret-file course.secret\n")
    console.print(Text(run.stdout.rstrip()))
    target = Path(__file__).with_name("grade.svg")
    target.write_text(console.export_svg(code_format=TEMPLATE, title=""), encoding="utf-8")


if __name__ == "__main__":
    main()
