"""Read real drawings as a game's art would be, and compare what is drawn with resvg's own picture.

`python tests/verify/survey.py FOLDER` takes a random sample of the SVG files of each source: each folder in FOLDER. A
drawing is accepted, refused or wrong, in SVG (drawn by resvg) or in PDF (drawn by pdfium). `--each N` sets the size of
a sample, `--seed N` chooses another one, `--fonts` maps every missing family of fonts to Source Sans, as `fonts:` in
game.yaml would, and `--json FILE` writes the verdicts. Nothing of the folder is kept here.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from w3c import FIRST, FONT, GROUND, SECOND, WIDTH, Verdict, draw, feature, judged, sized

if TYPE_CHECKING:
    from PIL import Image

    from beeprint.drawing.drawing import Drawing
    from beeprint.drawing.fonts import Fonts
    from beeprint.sources.workspace import Workspace

#: Limits of one drawing, which is read, written twice and drawn up to six times.
SECONDS, MEGABYTES = 180.0, 1500
#: Engines smooth edges each in its own way, so that drawings of many thin lines need a third look.
THIRD = 8
#: The width in mm of the page on which a drawing is printed.
PAPER = 100.0
_FAMILY = re.compile(
    r"""(\bfont-family\s*=\s*)("[^"]*"|'[^']*')"""
    r"""|(\bfont-family\s*:\s*)((?:&(?:quot|apos|\#3[49]);|"[^"<>=;]*"|'[^'<>=;]*'|[^;"'}<>=&])+)"""
)
# draw.io's note for programs without HTML, which beeprint does not print.
_NOTE = re.compile(
    r"""<switch>\s*<g requiredFeatures="[^"]*#Extensibility"\s*(?:/>|></g>)\s*<a .*?</switch>""", re.DOTALL
)
_GROUND = re.compile(r"(?<![-\w])background(-color)?\s*:[^;\"'<}]*")
_SCHEME = re.compile(r"light-dark\(((?:[^(),]|\([^()]*\))*),(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")


def sample(folder: Path, each: int, seed: int) -> list[Path]:
    """Return `each` files of every source, drawn at random; the same ones for the same seed."""
    sample: list[Path] = []
    for source in sorted(path for path in folder.iterdir() if path.is_dir()):
        files = sorted(path for path in source.rglob("*.svg") if path.is_file())
        sample += sorted(random.Random(f"{seed} {source.name}").sample(files, min(each, len(files))))
    return sample


# in the worker -----------------------------------------------------------------------------------------------------


def work(mapped: bool) -> None:
    """Answer each path on a line of the standard input with a verdict, under a limit of memory."""
    from beeprint.sources.workspace import SHIPPED, Workspace

    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    place = Workspace(SHIPPED)
    files = [str(path) for path in place.font_files()]
    for line in sys.stdin:
        print(json.dumps(judge(Path(line.rstrip("\n")), place, files, mapped)), flush=True)


def judge(path: Path, place: Workspace, files: list[str], mapped: bool) -> list[str]:
    """Return the kind of a drawing's verdict and its reasons."""
    from beeprint.base.problems import BuildError
    from beeprint.drawing import svg

    data = path.read_bytes()
    try:
        text = svg.decoded(data, path.name)
        fonts = _fonts(place, _families(text) if mapped else ())
        drawing = svg.read(text, path.name, fonts=fonts)
        ours = svg.write(drawing, fonts)
    except BuildError as error:
        silent = [str(problem) for problem in error.problems if not problem.hint and "; " not in problem.message]
        named = sorted({feature(problem.message) for problem in error.problems})
        return ["refused", *named, *([f"no hint: {silent[0]}"] if silent else [])]
    except BaseException as error:
        return ["crash", repr(error)]
    # What resvg does not know, colour schemes and draw.io's switches, and what is for screens, the page's background.
    wanted_text = _GROUND.sub("", _SCHEME.sub(r"\1", _NOTE.sub("", text)))
    wanted_text = _FAMILY.sub(_replaced, wanted_text) if mapped else wanted_text
    try:
        page = draw(wanted_text, 1, files).size
    except BaseException as error:
        return ["no measure", f"resvg refuses the drawing: {error!r}"[:200]]
    try:
        return _compared(drawing, fonts, ours, wanted_text, page, files)
    except Exception as error:
        return ["no measure", repr(error)[:200]]


def _compared(
    drawing: Drawing, fonts: Fonts, ours: str, wanted_text: str, page: tuple[int, int], files: list[str]
) -> list[str]:
    """Return the verdict on a drawing that beeprint reads, and what is wrong in SVG or PDF."""
    from pixels import SHARE, off

    height = WIDTH * drawing.box.height / drawing.box.width
    pixel = 25.4 / 96
    # resvg rounds a page to whole pixels before it enlarges it.
    if abs(height - page[1]) > 2 + WIDTH * pixel / drawing.box.width * (1 + height / WIDTH):
        return ["wrong", f"the page is {drawing.box.width} x {drawing.box.height}, not as {page}"]
    if not re.search(r"<(?:\w+:)?svg\b[^>]*\bviewBox", wanted_text):
        size = f'viewBox="0 0 {drawing.box.width / pixel:.9g} {drawing.box.height / pixel:.9g}"'
        wanted_text = re.sub(r"<((?:\w+:)?svg)\b", rf"<\1 {size}", wanted_text, count=1)
    results = []
    for kind in ("SVG", "PDF"):
        share = 1.0
        for by in (FIRST, SECOND, THIRD):
            wanted = draw(sized(wanted_text, WIDTH * by, round(height * by)), by, files)
            if kind == "SVG":
                shown = draw(sized(ours, WIDTH * by, round(height * by)), by, files)
            else:
                shown = _printed(drawing, fonts, by, round(height * by))
            share = off(*_cut(wanted, shown))
            if share <= SHARE or (kind == "PDF" and by == THIRD and _beyond(*_cut(wanted, shown)) <= SHARE):
                break
        else:
            results.append(f"{kind}: {share:.2%} of the pixels")
    return ["wrong", *results] if results else ["right"]


def _fonts(place: Workspace, families: Sequence[str]) -> Fonts:
    """Return beeprint's fonts, with these families mapped to the one that stands in for those it lacks."""
    from beeprint.drawing.fonts import Fonts

    def locate(key: str) -> Path:
        font_file = place.font_file(key)
        assert font_file is not None, key
        return font_file

    return Fonts(locate, place.font_styles, stand_ins=dict.fromkeys(families, "source-sans"))


def _families(text: str) -> list[str]:
    """Return the families of fonts that a drawing names."""
    lists = (re.sub("&[^;]*;", "", match[2] or match[4]) for match in _FAMILY.finditer(text))
    return [name for stack in lists for part in stack.split(",") if (name := part.strip().strip("\"'").strip())]


def _replaced(match: re.Match[str]) -> str:
    return f'{match[1]}"{FONT}"' if match[1] else f"{match[3]}{FONT}"


def _printed(drawing: Drawing, fonts: Fonts, by: int, tall: int) -> Image.Image:
    """Return how pdfium draws the PDF of a drawing on the ground, averaged; it is `tall` pixels high before."""
    import pypdfium2
    from PIL import Image

    from beeprint.base.colour import parse
    from beeprint.base.geometry import Rect, rectangle, scale, translate
    from beeprint.drawing.drawing import Drawing, Solid, group, path_mark
    from beeprint.formats import pdf

    colour = parse(GROUND)
    assert colour is not None
    # As large as on a card: pdfium draws curves on a page of a few millimetres with few lines.
    # The page has whole pixels, in which the drawing is fitted and centred as resvg does.
    box = Rect(0, 0, PAPER, PAPER * tall / (WIDTH * by))
    inner = drawing.box
    factor = min(box.width / inner.width, box.height / inner.height)
    matrix = translate(*box.centre) @ scale(factor) @ translate(-inner.centre.x, -inner.centre.y)
    ground = path_mark(rectangle(box.grow(1)), Solid(colour))
    whole = Drawing(box, (ground, group(drawing.marks, matrix)))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.pdf"
        pdf.write(file, [pdf.Page(whole, whole.box, whole.box)], fonts, pdf.Info("survey"))
        with pypdfium2.PdfDocument(file) as document:
            page = document[0]
            picture = page.render(scale=(WIDTH * by - 0.01) / page.get_width()).to_pil().convert("RGB")
    fitted = Image.new("RGB", (WIDTH * by, tall), GROUND)
    fitted.paste(picture)
    return fitted.reduce(by)


def _beyond(image: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that are off from all nine around them in the other picture, either way.

    Another engine may put an edge up to a pixel aside; a line that is missing, or in another colour, is off
    all the same.
    """
    from PIL import Image, ImageChops, ImageFilter

    from pixels import FAR

    loud = Image.new("L", image.size)
    for this, that in ((image, other), (other, image)):
        low, high = that.filter(ImageFilter.MinFilter(3)), that.filter(ImageFilter.MaxFilter(3))
        for far in (ImageChops.subtract(this, high), ImageChops.subtract(low, this)):
            for band in far.split():
                loud = ImageChops.lighter(loud, band.point(lambda value: 255 if value > FAR else 0))
    return sum(loud.histogram()[1:]) / (image.width * image.height)


def _cut(image: Image.Image, other: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Cut two pictures to one size, where rounding a page without a viewBox made one of them a pixel larger."""
    size = min(image.width, other.width), min(image.height, other.height)
    if max(abs(image.width - other.width), abs(image.height - other.height)) > 2:
        raise ValueError(f"pages of {image.size} and {other.size} pixels")
    return image.crop((0, 0, *size)), other.crop((0, 0, *size))


# the report ---------------------------------------------------------------------------------------------------------


def report(verdicts: Sequence[Verdict]) -> str:
    """Return a table of the sources in Markdown, and the reasons for refusals."""
    sources: dict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        sources[verdict.case.partition("/")[0]][verdict.kind] += 1
    kinds = ("right", "refused", "wrong", "crash", "no measure")
    lines = [f"| source | drawings | {' | '.join(kinds)} |", "|---|" + "---|" * (len(kinds) + 1)]
    for name, counts in sources.items():
        lines.append(f"| {name} | {counts.total()} | {' | '.join(str(counts[kind]) for kind in kinds)} |")
    whole = Counter(verdict.kind for verdict in verdicts)
    lines.append(f"| all | {whole.total()} | {' | '.join(str(whole[kind]) for kind in kinds)} |")
    reasons = Counter(reason for verdict in verdicts if verdict.kind == "refused" for reason in verdict.reasons)
    lines += ["", *(f"{count:5} {reason}" for reason, count in reasons.most_common())]
    return "\n".join(lines)


def main() -> None:
    """Print what is not drawn right, then the report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fonts", action="store_true")
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    files = sample(asked.folder, asked.each, asked.seed)
    files = [path for path in files if not asked.only or path.relative_to(asked.folder).parts[0] in asked.only]
    command = [sys.executable, __file__, "--worker", *(["--fonts"] if asked.fonts else [])]
    verdicts = judged(asked.folder, files, command, SECONDS)
    for verdict in verdicts:
        if verdict.kind != "right":
            print(verdict.kind, verdict.case, "; ".join(verdict.reasons))
    print(report(verdicts))
    if asked.json:
        asked.json.write_text(
            json.dumps([[verdict.case, verdict.kind, *verdict.reasons] for verdict in verdicts], indent=0), "utf-8"
        )


if __name__ == "__main__":
    work("--fonts" in sys.argv) if "--worker" in sys.argv else main()
