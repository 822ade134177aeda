"""Draw the pictures of the documentation from a real run. Run after `make grade`."""

import subprocess
import sys
from html import escape
from pathlib import Path

from autograder.notebook import draw
from engine_reference import Value

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "examples/submissions/ex04_operators"
SHOWN = ("ada_*", "chen_*", "emil_*", "gus_*", "lena_*", "mona_*", "quinn_*", "vik_*", "xenia_*")
PROMPT = "$ micrograde grade ex04_operators submissions/ --secret-file course.secret"

# Sizes in SVG units; a letter of most monospaced fonts is 0.6 times as wide as it is high.
FONT_SIZE, LINE_HEIGHT, MARGIN, COLUMNS = 14, 19, 16, 80
FONT = 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace'


def main() -> None:
    """Grade some samples and keep the terminal's text as an SVG; draw a graph."""
    paths = [str(path) for pattern in SHOWN for path in sorted(SAMPLES.glob(pattern))]
    command = [str(Path(sys.executable).with_name("micrograde")), "grade", "ex04_operators", *paths]
    command += ["--secret-file", str(ROOT / "examples/demo.secret"), "--output", "grades"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    picture = draw_text([PROMPT, "", *run.stdout.rstrip().splitlines()])
    Path(__file__).with_name("grade.svg").write_text(picture, encoding="utf-8")
    draw(lecture_graph()).save(Path(__file__).with_name("graph.svg"))


def lecture_graph() -> Value:
    """Return the graph of L = (a * b + c) * f at the lecture's numbers, with its gradients."""
    a, b, c, f = (
        Value(number, label) for number, label in ((2, "a"), (-3, "b"), (10, "c"), (-2, "f"))
    )
    output = (a * b + c) * f
    output.label = "L"
    output.backward()
    return output


def draw_text(lines: list[str]) -> str:
    """Return an SVG of the lines, dark on white, so that it reads on any page."""
    width = round(COLUMNS * FONT_SIZE * 0.6) + 2 * MARGIN
    height = len(lines) * LINE_HEIGHT + 2 * MARGIN
    rows = [
        f'<text xml:space="preserve" x="{MARGIN}" y="{MARGIN + FONT_SIZE + i * LINE_HEIGHT}">'
        f"{escape(line.rstrip())}</text>"
        for i, line in enumerate(lines)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
            f'<rect width="{width}" height="{height}" rx="8" fill="#fff" stroke="#d0d7de"/>',
            f'<g font-family=\'{FONT}\' font-size="{FONT_SIZE}" fill="#1f2328">',
            *rows,
            "</g>\n</svg>\n",
        ]
    )


if __name__ == "__main__":
    main()
