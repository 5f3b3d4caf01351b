"""Read cases of the W3C's SVG 1.1 suite as a game's art would be and compare what is drawn with resvg's own picture.

The folder of cases is given; nothing of it is kept here. A case is drawn right, refused by name, wrong, or a crash.
`python tests/verify/w3c.py FOLDER` prints what is not drawn right; with `--table` it writes the table in docs/svg.md.
"""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

    from beeprint.drawing.fonts import Fonts

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "svg.md"
sys.path.append(str(ROOT / "tests"))  # pytest knows it; as a program and in its workers this file has to say so

import room  # noqa: E402

SECONDS, MEGABYTES, WORKERS = 10.0 * room.TIME, 300 * room.MEMORY, 2
#: Every case is compared at the suite's own width of 480 pixels; where that shows a difference again with each pixel
#: the average of 4 x 4, which tells a wrong picture from edges that fall between pixels.
WIDTH, FIRST, SECOND = 480, 1, 4
#: A ground that no case paints, so that white on nothing shows.
GROUND = "#9664c8"
FONT = "Source Sans Pro"

#: Cases that resvg itself does not draw as the specification says, so that its picture is no measure, and why.
DEVIATIONS: dict[str, str] = {
    "fail/text/text-align-08-b.svg": "letters of different sizes are kerned with each other",
    "fail/text/text-fonts-02-t.svg": "`lighter` than bold is 600, not 400",
    "fail/text/text-fonts-202-t.svg": "`lighter` than bold is 600, not 400",
    "svg/pservers-grad-06-b.svg": "the skewed pattern is drawn from pixels, and its edges are off",
    "svg/text-tspan-01-b.svg": "the space before `not`, at the start of a tspan, is lost; it reads `You arenot`",
}


@dataclass(frozen=True)
class Verdict:
    """What became of a case: right, refused, wrong or crash; features refused, or what is wrong."""

    case: str
    kind: str
    reasons: tuple[str, ...] = ()


def cases(folder: Path) -> list[Path]:
    """Return the cases, sorted by name."""
    return sorted(path for kind in ("svg", "fail") for path in (folder / kind).rglob("*.svg"))


def run(folder: Path) -> list[Verdict]:
    """Return what became of each case; each is read and drawn under limits of time and memory of its own."""
    return judged(folder, cases(folder), [sys.executable, __file__, "--worker"], SECONDS)


def judged(folder: Path, paths: Sequence[Path], command: Sequence[str], seconds: float) -> list[Verdict]:
    """Return the verdicts of worker processes on these files, sorted by their names in the folder."""
    waiting: SimpleQueue[Path] = SimpleQueue()
    for path in paths:
        waiting.put(path)
    with ThreadPoolExecutor(WORKERS) as pool:
        parts = list(pool.map(lambda _: list(_work(waiting, folder, command, seconds)), range(WORKERS)))
    verdicts = sorted((verdict for part in parts for verdict in part), key=lambda verdict: verdict.case)
    assert len(verdicts) == len(paths)
    return verdicts


def _work(waiting: SimpleQueue[Path], folder: Path, command: Sequence[str], seconds: float) -> Iterator[Verdict]:
    """Yield verdicts of cases as long as there are any, one worker process after the other where one ends early."""
    worker: subprocess.Popen[bytes] | None = None
    while True:
        try:
            path = waiting.get_nowait()
        except Empty:
            break
        worker = worker or subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment())
        assert worker.stdin and worker.stdout
        worker.stdin.write(f"{path}\n".encode())
        worker.stdin.flush()
        ready, _, _ = select.select([worker.stdout], [], [], seconds)
        line = worker.stdout.readline() if ready else b""
        name = path.relative_to(folder).as_posix()
        if line:
            kind, *reasons = json.loads(line)
            yield Verdict(name, kind, tuple(reasons))
            continue
        worker.kill()
        yield Verdict(name, "crash", ("the process ended" if ready else f"more than {seconds:.0f} seconds",))
        worker.communicate()
        worker = None
    if worker:
        worker.communicate()


def _environment() -> dict[str, str]:
    return {**os.environ, "MALLOC_ARENA_MAX": "1", "RAYON_NUM_THREADS": "1"}


def prepared(data: bytes, letters: Container[int]) -> str:
    """Return a case's text in the one family of fonts that both sides have, its weights and letters; none from outside.

    A letter that the font lacks is an x on both sides: what is measured is how SVG is read, not which fonts there are.
    """
    text = data.decode("utf-8-sig", "replace")
    text = re.sub(r"&#(?:x([0-9a-fA-F]+)|([0-9]+));", partial(_letter, letters=letters), text)
    text = "".join(char if char.isascii() or ord(char) in letters else "x" for char in text)
    text = re.sub(r"""(font-weight\s*[:=]\s*["']?)(100|200|300|500|800)\b""", _weight, text)
    text = re.sub(r"<font-face\b(?:(?!</font-face>).)*<font-face-uri.*?</font-face>", _blank, text, flags=re.DOTALL)
    text = re.sub(r"@font-face\s*\{[^}]*\}", _blank, text)
    text = re.sub(r"""(\sfont-family\s*=\s*)("[^"]*"|'[^']*')""", rf'\1"{FONT}"', text)
    text = re.sub(r"""(font-family\s*:\s*)(?:'[^']*'|"[^";]*"|[^;"'}])+""", rf"\1{FONT}", text)
    root = re.search(r"<(?:\w+:)?svg\b", text)
    if root and "font-family" not in text[root.end() : text.index(">", root.end())]:
        text = f'{text[: root.end()]} font-family="{FONT}"{text[root.end() :]}'
    return text


def _letter(match: re.Match[str], letters: Container[int]) -> str:
    """Return a letter written as a number, as it is where the font has it."""
    code = int(match[1], 16) if match[1] else int(match[2])
    return match[0] if code < 128 or code in letters else "x"


def _weight(match: re.Match[str]) -> str:
    """Return the nearest weight that the font has."""
    return match[1] + {"800": "700"}.get(match[2], "400")


def _blank(match: re.Match[str]) -> str:
    """Return as many lines with nothing on them."""
    return "\n" * match[0].count("\n")


# in the worker -----------------------------------------------------------------------------------------------------


def work() -> None:
    """Answer each path on a line of the standard input with a verdict, under a limit of memory."""
    import resource

    from beeprint.drawing.fonts import Fonts
    from beeprint.sources.workspace import SHIPPED, Workspace

    place = Workspace(SHIPPED)

    def locate(key: str) -> Path:
        font_file = place.font_file(key)
        assert font_file is not None, key
        return font_file

    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    styles = ("regular", "italic", "semibold", "bold", "bold-italic", "black")
    files = [str(locate(f"source-sans/{style}")) for style in styles]
    fonts = Fonts(locate, place.font_styles)
    for line in sys.stdin:
        print(json.dumps(judge(Path(line.rstrip("\n")), fonts, files)), flush=True)


def draw(text: str, by: int, files: list[str]) -> Image.Image:
    """Return how resvg draws a document, averaged."""
    import resvg_py

    from pixels import averaged

    png = resvg_py.svg_to_bytes(
        svg_string=text,
        width=WIDTH * by,
        dpi=96,
        skip_system_fonts=True,
        font_files=files,
        font_family=FONT,
        sans_serif_family=FONT,
        serif_family="Source Serif Pro",
        languages=["en"],
    )
    return averaged(bytes(png), by, GROUND)


def judge(path: Path, fonts: Fonts, files: list[str]) -> list[str]:
    """Return the kind of a case's verdict and its reasons."""
    from beeprint.base.problems import BuildError
    from beeprint.drawing import svg
    from pixels import SHARE, off

    try:
        text = prepared(path.read_bytes(), fonts["source-sans/regular"].characters)
        drawing = svg.read(text, path.name, fonts=fonts)
        ours = svg.write(drawing, fonts)
    except BuildError as error:
        unplaced = [str(problem) for problem in error.problems if problem.place[:2] < (path.name, 1)]
        named = sorted({feature(problem.message) for problem in error.problems})
        return ["wrong", f"no place: {unplaced[0]}"] if unplaced else ["refused", *named]
    except BaseException as error:
        return ["crash", repr(error)]
    try:
        page = draw(text, 1, files).size
    except BaseException as error:
        return ["wrong", f"resvg refuses the case: {error!r}"[:200]]
    height = WIDTH * drawing.box.height / drawing.box.width
    if abs(height - page[1]) > 1:
        return ["wrong", f"the page is {drawing.box.width} x {drawing.box.height}, not as {page}"]
    share = 0.0
    for by in (FIRST, SECOND):
        wanted = draw(sized(text, WIDTH * by, round(height * by)), by, files)
        try:
            shown = draw(sized(ours, WIDTH * by, round(height * by)), by, files)
        except BaseException as error:
            return ["crash", repr(error)]
        share = off(wanted, shown)
        if share <= SHARE:
            return ["right"]
    return ["wrong", f"{share:.2%} of the pixels"]


def sized(text: str, width: int, height: int) -> str:
    """Return a text whose page has a size in whole pixels: of any other resvg cuts off the rest before it enlarges."""
    root = re.search(r"<(?:\w+:)?svg\b[^>]*", text)
    if not root or "viewBox" not in root[0]:
        return text
    plain = re.sub(r"""\s(?:width|height)\s*=\s*("[^"]*"|'[^']*')""", "", root[0])
    return f'{text[: root.start()]}{plain} width="{width}" height="{height}"{text[root.end() :]}'


_FEATURES = [
    (r"the element (\S+) cannot be drawn exactly", r"`<\1>`"),
    (r"(\S+) on \S+ cannot be drawn exactly", r"`\1`"),
    (r"(?:image |use )?refers to .* outside the file", "a picture or part outside the file"),
    (r"the font \S+ lacks", "a letter that the font lacks"),
    (r"(\S+) \S+ on \S+ is not supported", r"`\1`"),
    (r"(\S+) has an unknown (attribute|property) (\S+)", r"unknown \2 `\3`"),
]


def feature(message: str) -> str:
    """Return what a message refuses, without the names and numbers of the one file."""
    for pattern, name in _FEATURES:
        match = re.match(pattern, message)
        if match:
            return match.expand(name)
    text = re.sub(r"^\w+: ", "", message).partition("; ")[0]
    text = re.sub(r"'[^']*'|\"[^\"]*\"|url\(\S*\)", "…", text)
    return re.sub(r"#\S+|-?\d[\d.,]*", "…", text)[:100].rstrip()


# the table ---------------------------------------------------------------------------------------------------------

START, END = "<!-- table -->", "<!-- end of table -->"


def table(verdicts: list[Verdict]) -> str:
    """Return the table in Markdown: how many cases are drawn right, and why the others are refused."""
    kinds = Counter(verdict.kind for verdict in verdicts)
    rows = Counter(reason for verdict in verdicts if verdict.kind == "refused" for reason in verdict.reasons)
    few = sum(1 for count in rows.values() if count == 1)
    excused = [verdict.case for verdict in verdicts if verdict.kind == "wrong" and verdict.case in DEVIATIONS]
    wrong = kinds["wrong"] - len(excused)
    lines = [
        f"Of {len(verdicts)} cases, {kinds['right']} are drawn right and {kinds['refused']} are refused by name; "
        f"{wrong or 'none'} is wrong, and {kinds['crash'] or 'none'} ends without a picture or a message.",
        f"In {len(excused)} more, resvg's own picture differs from the specification, so it cannot be the measure:",
        "",
        *(f"- `{case}`: {DEVIATIONS[case]}." for case in excused),
        "",
        "| refused for | cases |",
        "|---|---|",
        *(f"| {name.replace('|', '/')} | {count} |" for name, count in sorted(rows.items(), key=_rank) if count > 1),
        *([f"| {few} other reasons, once each | {few} |"] if few else []),
    ]
    return "\n".join(lines)


def _rank(row: tuple[str, int]) -> tuple[int, str]:
    return -row[1], row[0]


def written() -> str:
    """Return the table that stands in the document."""
    text = DOCUMENT.read_text("utf-8")
    return text[text.index(START) + len(START) : text.index(END)].strip("\n")


def write(verdicts: list[Verdict]) -> None:
    """Put the table into the document."""
    text = DOCUMENT.read_text("utf-8")
    head, tail = text[: text.index(START)], text[text.index(END) :]
    DOCUMENT.write_text(f"{head}{START}\n{table(verdicts)}\n{tail}", "utf-8")


def main() -> None:
    """Say what is not drawn right; write the table where asked to."""
    start = time.perf_counter()
    verdicts = run(Path(sys.argv[1]))
    for verdict in verdicts:
        if verdict.kind != "right":
            print(verdict.kind, verdict.case, "; ".join(verdict.reasons))
    print(Counter(verdict.kind for verdict in verdicts), f"{time.perf_counter() - start:.0f} s")
    if "--table" in sys.argv:
        write(verdicts)


if __name__ == "__main__":
    work() if "--worker" in sys.argv else main()
