"""Files for a press as a print shop's programs see them: Ghostscript's and MuPDF's plates, qpdf, poppler, pdf_oxide."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pdf_oxide
import pytest
from numpy.typing import NDArray
from PIL import Image
from tools import seen_by

from beeprint import starter
from beeprint.sources.workspace import SHIPPED
from command import made

GAMES = ("belle-of-the-ball", "butine", "eye-of-the-bee-holder", "a-nest-for-the-queen", "pollen-wars")
PAGE = (Path(__file__).parents[2] / "docs" / "press.md").read_text("utf-8")
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
#: Pieces of each deck that are flattened; all of them would take an hour.
SOME = {
    "belle-of-the-ball": "guests:G01,G20",
    "butine": "quick:BRW,BRY",
    "eye-of-the-bee-holder": None,
    "a-nest-for-the-queen": None,
    "pollen-wars": "honey:H01,H08",
}
Plate = NDArray[np.float64]


def said(*command: str | Path) -> str:
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def ghostscript(path: Path, dots: int, *options: str) -> list[Mapping[str, Plate]]:
    """Return the plates of each page, in percent."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        device = ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=tiffsep", f"-r{dots}", *options]
        said("gs", *device, f"-sOutputFile={folder}/page-%04d.tif", path)
        pages: list[dict[str, Plate]] = []
        for whole in sorted(folder.glob("page-????.tif")):
            plates = {path.name[len(whole.stem) + 1 : -5]: path for path in folder.glob(f"{whole.stem}(*")}
            pages.append(
                {plate: (255 - np.asarray(Image.open(path)).astype(float)) / 2.55 for plate, path in plates.items()}
            )
    return pages


def _percent(path: Path) -> Plate:
    return (255 - np.asarray(Image.open(path)).astype(float)) / 2.55


def mupdf(path: Path, dots: int, page: int = 1) -> list[Plate]:
    """Return the CMYK pixels of a page, in percent."""
    with tempfile.TemporaryDirectory() as name:
        target = f"{name}/page-%04d.pam"
        said("mutool", "draw", "-q", "-c", "cmyk", "-F", "pam", "-r", str(dots), "-o", target, path, str(page))
        return [_pam(path) for path in sorted(Path(name).glob("*.pam"))]


def _pam(path: Path) -> Plate:
    head, _, body = path.read_bytes().partition(b"ENDHDR\n")
    keys = dict(line.split(None, 1) for line in head.decode().splitlines()[1:])
    shape = (int(keys["HEIGHT"]), int(keys["WIDTH"]), int(keys["DEPTH"]))
    return np.frombuffer(body, np.uint8).reshape(shape)[:, :, :4].astype(float) / 2.55


@pytest.mark.parametrize("game", GAMES)
def test_every_press_profile_of_a_game_is_whole_and_under_its_limit(game: str, tmp_path: Path) -> None:
    only = ["--only", SOME[game]] if SOME[game] else []
    made("build", game, "--profile", "press-x4", "--output", str(tmp_path))
    if only:
        made("build", game, "--profile", "press-x1a", "--output", str(tmp_path), *only)
    files = sorted(tmp_path.rglob("*.pdf"))
    assert len(files) > 2
    for path in files:
        said("qpdf", "--check", path)
        rows = said("pdffonts", path).splitlines()[2:]
        assert all(row[-22:].split()[0] == "yes" for row in rows), rows
        boxes = said("pdfinfo", "-box", "-f", "1", "-l", "1", path)
        assert ("PDF/X-4" if "press-x4" in str(path) else "PDF/X-1a:2003") in boxes
        for page in ghostscript(path, 50):
            # Where a clip ends, tiffsep leaves single dots of the colour that is thinned beneath black.
            total = np.sum([page[name] for name in PROCESS], axis=0)
            assert np.mean(total > 301) < 1e-4 and total.max() < 320, path


@pytest.mark.parametrize("game", seen_by("mutool", ["butine", "a-nest-for-the-queen"], "butine"))
def test_two_engines_see_the_same_inks(game: str, tmp_path: Path) -> None:
    """tiffsep does not smooth edges and widens thin lines to a dot, so that dots have to be small."""
    made("build", game, "--profile", "press-x4", "--output", str(tmp_path))
    compared = 0
    for path in sorted(tmp_path.rglob("*-fronts.pdf")):
        pages = zip(ghostscript(path, 500, "-dLastPage=1"), mupdf(path, 500), strict=True)
        for plates, pixels in pages:
            compared += 1
            for index, name in enumerate(PROCESS):
                assert pixels[:, :, index].mean() == pytest.approx(plates[name].mean(), abs=2), (path, name)
            total = pixels.sum(axis=2).max()
            assert total <= 301
    assert compared > 2


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """Return a game of one deck whose cards hold nothing but text, on a light ground."""
    folder = tmp_path / "mine"
    starter.write(folder)
    palette = (folder / "palette.yaml").read_text("utf-8")
    (folder / "palette.yaml").write_text(
        palette.replace('ink: "#22313A"', 'ink: {srgb: "#22313A", cmyk: [0, 0, 0, 100]}'), "utf-8"
    )
    text = "{kind: text, font: source-sans, size: 9, colour: ink, text: '{text}', box: [8, 20, 47, 40]}"
    (folder / "layouts" / "card.yaml").write_text(f"slots:\n  text: {text}\n", "utf-8")
    (folder / "layouts" / "tile.yaml").write_text("slots: {}\n", "utf-8")
    return folder


@pytest.mark.parametrize("profile", ["press-x4", "press-x1a"])
def test_text_is_on_the_black_plate_alone(words: Path, profile: str, tmp_path: Path) -> None:
    made("build", str(words), "--profile", profile, "--only", "cards:S1,S2", "--output", str(tmp_path / "out"))
    for page in ghostscript(tmp_path / "out" / "mine" / profile / "cards-fronts.pdf", 100):
        assert [page[name].max() for name in PROCESS[:3]] == [0, 0, 0]
        assert page["Black"].max() == 100 or not page["Black"].any()
    assert any(
        page["Black"].any() for page in ghostscript(tmp_path / "out" / "mine" / profile / "cards-fronts.pdf", 50)
    )


@pytest.mark.tool("gs")
def test_black_overprints_what_is_below_it(words: Path, tmp_path: Path) -> None:
    layout = words / "layouts" / "card.yaml"
    text = layout.read_text("utf-8").replace(
        "slots:\n", "slots:\n  ground: {kind: shape, shape: rectangle, box: bleed, fill: sun}\n"
    )
    layout.write_text(text, "utf-8")
    made("build", str(words), "--profile", "press-x4", "--only", "cards:S1", "--output", str(tmp_path / "out"))
    path = tmp_path / "out" / "mine" / "press-x4" / "cards-fronts.pdf"
    [over] = ghostscript(path, 150, "-dLastPage=1")
    [out] = ghostscript(path, 150, "-dLastPage=1", "-dOverprint=/disable")
    letters = over["Black"] > 50
    assert letters.any() and (over["Yellow"][letters] > 50).all(), "yellow is knocked out below black"
    assert (out["Yellow"][letters] == 0).any(), "nothing differs where overprint is off"


def test_foil_varnish_and_white_have_plates_of_their_own(words: Path, tmp_path: Path) -> None:
    """The game of docs/press.md: foil knocks out what is below it, varnish and white are printed over and under it."""
    palette = (words / "palette.yaml").read_text("utf-8")
    [block] = re.findall(r"```yaml\n(# palette.yaml.*?)```", PAGE, re.DOTALL)
    (words / "palette.yaml").write_text(palette + block.partition("\n")[2], "utf-8")
    [block] = re.findall(r"```yaml\n(# layouts/card.yaml.*?)```", PAGE, re.DOTALL)
    (words / "layouts" / "card.yaml").write_text(block.partition("\n")[2], "utf-8")
    for profile in ("press-x4", "press-x1a", "home-a4"):
        made("build", str(words), "--profile", profile, "--only", "cards:S1", "--output", str(tmp_path / "out"))
    for profile in ("press-x4", "press-x1a"):
        [page, *_] = ghostscript(tmp_path / "out" / "mine" / profile / "cards-fronts.pdf", 100)
        assert {"Gold Foil", "Spot UV", "White"} <= set(page)
        foil, gloss, white = (page[name] > 50 for name in ("Gold Foil", "Spot UV", "White"))
        assert foil.any() and gloss.any() and white.any() and max(map(np.mean, (foil, gloss, white))) < 0.6
        # What is below the foil is left out, what is below varnish and above white is printed.
        assert page["Yellow"][foil].max() == 0 and page["Yellow"][gloss & ~foil].max() > 50
        assert page["Yellow"][white & ~foil & ~gloss].max() > 50
    sheets = next((tmp_path / "out" / "mine" / "home-a4").glob("*.pdf"))
    assert b"Spot UV" not in sheets.read_bytes() and b"White" not in sheets.read_bytes()


@pytest.mark.parametrize("game", seen_by("pdf_oxide", GAMES, "butine"))
def test_a_validator_that_is_not_ours_finds_x4_valid(game: str, tmp_path: Path) -> None:
    made("build", game, "--profile", "press-x4", "--output", str(tmp_path))
    for path in tmp_path.rglob("*.pdf"):
        verdict = pdf_oxide.PdfDocument(str(path)).validate_pdf_x("4")
        assert verdict["valid"] and not verdict["errors"], (path, verdict)


def test_a_twin_of_x1a_keyed_2001_is_valid(tmp_path: Path) -> None:
    folder = tmp_path / "butine"
    shutil.copytree(SHIPPED / "data" / "butine", folder, ignore=shutil.ignore_patterns("src"))
    shutil.copytree(SHIPPED / "layouts" / "butine", folder / "layouts" / "butine")
    (folder / "layouts" / "profiles").mkdir()
    (folder / "layouts" / "profiles" / "twin.yaml").write_text(
        "title: twin\noutput: press\nvendor: press-x1a\ncondition: coated-300\nstandard: x1a-2001\n", "utf-8"
    )
    out = tmp_path / "out"
    made("build", str(folder), "--profile", "twin", "--only", "quick:BRW,BRY", "--output", str(out))
    files = list(out.rglob("*.pdf"))
    assert files
    for path in files:
        verdict = pdf_oxide.PdfDocument(str(path)).validate_pdf_x("1a_2001")
        assert verdict["valid"] and not verdict["errors"], (path, verdict)
