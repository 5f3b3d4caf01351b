"""Every press profile of every game: made for those decks that its printer cuts, and sound for programs of print shops.

Two pieces of each deck stand for all of it, unless `WHOLE` is set. `pytest -s` prints who makes what.
`PDFBOX_PREFLIGHT` names a folder with a copy of github.com/Padam87/pdfbox-preflight, for those who have it and Debian's
libpdfbox2-java, libfontbox2-java and libcommons-logging-java; `JARS` names another folder of these than
/usr/share/java. `MPC_AUTOFILL` names a copy of github.com/chilli-axe/mpc-autofill.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pdf_oxide
import pikepdf
import pytest

import mpc_order
from beeprint import outputs, pipeline
from beeprint.base.colour import parse
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.base.store import Store
from beeprint.drawing.drawing import PathMark, Solid, walk
from beeprint.press import condition
from beeprint.press.inks import Inks, limited
from beeprint.sources.workspace import SHIPPED, Workspace
from command import call, made
from perception import difference
from verify.test_press_tools import GAMES, PROCESS, ghostscript, mupdf, said

SHELF = Workspace(SHIPPED)
PROFILES = {
    name: press_profile
    for name in outputs.names(SHELF)
    if (press_profile := outputs.load(SHELF, name, Place(name))).profile.output in ("press", "die-cut")
}


def expected(profile: str):  # type: ignore[no-untyped-def]
    asks = PROFILES[profile].asks(SHELF)
    assert asks is not None
    return asks


@cache
def first_rows(game: str) -> dict[str, str]:
    """Return two ids of each deck of a game."""
    checked = pipeline.check(SHIPPED / "data" / game, Options(), Store.open())
    return {name: ",".join(row.id for row in deck.rows.rows[:2]) for name, deck in checked.game.decks.items()}


def built(game: str, profile: str, folder: Path) -> tuple[list[Path], list[str], bool]:
    """Build what a printer makes of a game.

    Return its files, what it says of the decks that it does not cut, and whether it warned of anything.
    """
    flat = expected(profile).standard.startswith("x1a") or "WHOLE" not in os.environ
    rows = first_rows(game)
    only = [f"{deck}:{ids}" for deck, ids in rows.items()] if flat else []
    arguments = ["build", game, "--profile", profile, "--output", str(folder)]
    result = call(*arguments, *(word for deck in only for word in ("--only", deck)))
    refused: list[str] = []
    if result.exit_code:
        refused = [line for line in result.output.splitlines() if " cuts no " in line or "no tiles, tokens" in line]
        assert refused, result.output
        others = set(re.findall(r"--only (\S+)", result.output))
        if not others:
            return [], refused, False
        kept = [f"{deck}:{rows[deck]}" if flat else deck for deck in sorted(others)]
        result = call(*arguments, *(word for name in kept for word in ("--only", name)))
        assert not result.exit_code, result.output
    return sorted((folder / game / profile).glob("*.pdf")), refused, ": warning: " in result.output


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("game", GAMES)
def test_a_printer_gets_what_it_asks_for(game: str, profile: str, tmp_path: Path) -> None:
    asked = expected(profile)
    files, refused, warned = built(game, profile, tmp_path)
    for path in files:
        said("qpdf", "--check", path)
        rows = said("pdffonts", path).splitlines()[2:]
        assert all(row[-22:].split()[0] == "yes" for row in rows), rows
        boxes = said("pdfinfo", "-box", "-f", "1", "-l", "1", path)
        assert {"x4": "PDF/X-4", "x1a": "PDF/X-1a:2003", "pdf": ""}[asked.standard] in boxes
        _boxes(boxes, asked.bleed)
        report = json.loads(call("preflight", str(path), "--profile", profile, "--format", "json").output)
        faults = [fault for fault in report["faults"] if not warned or fault["severity"] == "error"]
        assert faults == [], (path, "the build was silent" if not warned else "")
        _inks(path, asked.limit, asked.needs)
        if asked.standard == "x4":
            verdict = pdf_oxide.PdfDocument(str(path)).validate_pdf_x("4")
            assert verdict["valid"] and not verdict["errors"], (path, verdict)
    twins = [_twin(path) for path in files if asked.standard == "x1a"]
    for path in twins:
        verdict = pdf_oxide.PdfDocument(str(path)).validate_pdf_x("1a_2001")
        assert verdict["valid"] and not verdict["errors"], (path, verdict)
    assert _pdfbox(twins) == []
    pages = sum(len(pikepdf.open(path).pages) for path in files)
    print(f"\n| {game} | {profile} | {len(files)} files, {pages} pages | {'; '.join(refused)} |")
    assert files or refused


@pytest.mark.parametrize("profile", ["press-x4", pytest.param("press-x1a", marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_a_press_gets_boxes_with_the_lines_of_their_dies_on_plates_of_their_own(
    game: str, profile: str, tmp_path: Path
) -> None:
    boxes = pipeline.check(SHIPPED / "data" / game, Options(), Store.open()).game.boxes
    result = call(
        "build", game, "--profile", profile, "--output", str(tmp_path), *(w for b in boxes for w in ("--only", b))
    )
    assert not result.exit_code and ": warning: " not in result.output, result.output
    files = sorted((tmp_path / game / profile / "boxes").glob("*.pdf"))
    assert [path.stem for path in files] == sorted(boxes)
    for path in files:
        said("qpdf", "--check", path)
        _boxes(said("pdfinfo", "-box", "-f", "1", "-l", "1", path), 3)
        report = json.loads(call("preflight", str(path), "--profile", profile, "--format", "json").output)
        assert report["faults"] == []
        [plates] = ghostscript(path, 200)
        lines = plates["CutContour"] > 50
        shape = boxes[path.stem].shape
        ys, xs = np.nonzero(lines)
        for dots, side in ((xs, shape.width), (ys, shape.height)):
            assert (dots.max() - dots.min()) / 200 * 25.4 == pytest.approx(side, abs=0.3), "cut lines at true size"
        assert (plates["Crease"] > 50).any() and lines.mean() < 0.02
        under = plates["Cyan"] + plates["Magenta"] + plates["Yellow"] + plates["Black"]
        assert (under[lines] > 5).mean() > 0.8, "lines overprint the art"


def _boxes(words: str, bleed: float) -> None:
    """Check that the trim lies in the bleed, which is the page."""
    boxes = {name: [float(n) for n in row.split()] for name, row in re.findall(r"(\w+Box): +(.*)", words)}
    (x0, y0, x1, y1), outer = boxes["TrimBox"], boxes["BleedBox"]
    assert outer == pytest.approx(boxes["MediaBox"], abs=0.02)
    margins = (x0 - outer[0], y0 - outer[1], outer[2] - x1, outer[3] - y1)
    assert min(margins) >= (bleed - 0.02) * 72 / 25.4


def _inks(path: Path, limit: float, needs: tuple[str, ...]) -> None:
    """Check that two engines stay under the limit on the first page, agree on the ink, and have all plates."""
    with pikepdf.open(path) as pdf:
        width = float(pdf.pages[0].mediabox[2]) / 72
    # tiffsep widens thin lines to a dot, so that dots have to be small; a whole board has too many of them then, and of
    # the lines of a small token it still makes 4 % more ink.
    dots = 500 if width < 6 else 250
    [plates] = ghostscript(path, dots, "-dLastPage=1")
    [pixels] = mupdf(path, dots)
    # At edges Ghostscript rounds clips and fills to dots in its own way each: dots by themselves don't count.
    over = sum(plates[name] for name in PROCESS) > limit + 1
    assert not (over[1:, 1:] & over[:-1, 1:] & over[1:, :-1] & over[:-1, :-1]).any()
    # MuPDF prints a spot ink as its alternate, on top of the process inks.
    assert needs or pixels.sum(axis=2).max() <= limit + 1
    for index, name in enumerate(PROCESS):
        assert pixels[:, :, index].mean() == pytest.approx(plates[name].mean(), abs=5), (path, name)
    for name in needs:
        assert plates[name].max() == 100, (path, name)


def _twin(path: Path) -> Path:
    """Return a file keyed as PDF/X-1a:2001, which validators know, of one of 2003."""
    twin = path.with_suffix(".twin.pdf")
    with pikepdf.open(path) as pdf:
        pdf.docinfo["/GTS_PDFXVersion"], pdf.docinfo["/GTS_PDFXConformance"] = "PDF/X-1:2001", "PDF/X-1a:2001"
        pdf.save(twin, force_version="1.3", object_stream_mode=pikepdf.ObjectStreamMode.disable, deterministic_id=True)
    return twin


@cache
def _classes() -> tuple[str, str] | None:
    """Compile pdfbox-preflight; return the class path, or None where it is not there."""
    folder = os.environ.get("PDFBOX_PREFLIGHT")
    if not folder or shutil.which("javac") is None:
        return None
    jars = Path(os.environ.get("JARS", "/usr/share/java"))
    path = ":".join(
        map(str, [*jars.glob("pdfbox2*.jar"), *jars.glob("fontbox2*.jar"), *jars.glob("commons-logging*.jar")])
    )
    target = Path(folder) / "classes"
    sources = [*(Path(folder) / "preflight" / "src" / "main").rglob("*.java"), Path(__file__).with_name("PdfX1a.java")]
    said("javac", "-nowarn", "-encoding", "UTF-8", "-cp", path, "-d", target, *sources)
    return f"{target}:{path}", "PdfX1a"


def _pdfbox(files: list[Path]) -> list[str]:
    classes = _classes()
    if classes is None or not files:
        return []
    done = subprocess.run(["java", "-cp", *classes, *map(str, files)], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_gradients_of_the_games_follow_the_profile(game: str) -> None:
    """No place of any gradient differs from the ICC transform by more than dE00 2."""
    checked = pipeline.check(SHIPPED / "data" / game, Options(), Store.open())
    pages = [*(face.drawing for face in checked.faces.values()), *(checked.leaflet.pages if checked.leaflet else ())]
    stops = set()
    for page in pages:
        for mark, _ in walk(page.marks):
            for paint in (mark.fill, mark.stroke and mark.stroke.paint) if isinstance(mark, PathMark) else ():
                if paint is not None and not isinstance(paint, Solid):
                    stops |= {pair for pair in pairwise(paint.stops) if pair[0].colour != pair[1].colour}
    shares = np.linspace(0, 1, 513)
    for name, limit in (("coated-300", 300.0), ("coated-300", 280.0), ("coated-240", 240.0)):
        inks = Inks(condition.load(SHELF, name, Place("tests")).profile, limit)
        for stop, other in stops:
            parts = inks.parts(stop, other)
            offsets = np.array([offset for offset, _ in parts])
            along = stop.offset + shares * (other.offset - stop.offset)
            drawn = np.column_stack([np.interp(along, offsets, [cmyk[at] for _, cmyk in parts]) for at in range(4)])
            ends = np.array([stop.colour, other.colour], float)
            colours = np.rint(ends[0] + shares[:, None] * (ends[1] - ends[0])).astype(np.uint8)
            wanted = inks.profile.lab_of(inks.profile.inks_of(colours))
            if limit == name_limit(name):
                assert difference(inks.profile.lab_of(drawn), wanted).max() <= 2, (game, stop, other)
            assert drawn.sum(axis=1).max() <= limit + 0.1


def name_limit(name: str) -> float:
    """Return the most ink that a profile itself gives, where nothing has to be held."""
    return float(name.rpartition("-")[2])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("limit", [240.0, 280.0])
def test_colours_of_the_games_look_the_same_under_a_limit(game: str, limit: float) -> None:
    profile = condition.load(SHELF, "coated-300", Place("tests")).profile
    palette = (SHIPPED / "data" / game / "palette.yaml").read_text("utf-8")
    colours = np.array([parse(text) for text in re.findall(r"#[0-9a-fA-F]{6}", palette)], np.uint8)
    free = profile.inks_of(colours)
    held = limited(free, limit, profile.lab_of)
    assert held.sum(axis=1).max() <= limit
    assert difference(profile.lab_of(held), profile.lab_of(free)).mean() < 1


def test_the_program_that_orders_reads_its_orders(tmp_path: Path) -> None:
    """mpc-autofill's own reader finds each slot's picture; without it, the reader written after it does."""
    made(
        "build",
        "belle-of-the-ball",
        "--profile",
        "mpc-autofill",
        "--only",
        "guests:G01,G02,G03",
        "--output",
        str(tmp_path),
    )
    order = tmp_path / "belle-of-the-ball" / "mpc-autofill" / "order.xml"
    assert mpc_order.problems(order) == []
    tool = os.environ.get("MPC_AUTOFILL")
    if not tool:
        pytest.skip("MPC_AUTOFILL names no copy of mpc-autofill")
    reader = Path(__file__).with_name("mpc_reader.py")
    data = json.loads(said(sys.executable, reader, Path(tool) / "desktop-tool", order).splitlines()[-1])
    slots = [0, 1, 2]
    assert data == {
        "quantity": 3, "stock": "(S30) Standard Smooth", "fronts": slots, "backs": slots, "missing": [],
    }  # fmt: skip
