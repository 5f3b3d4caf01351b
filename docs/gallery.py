"""Make the small pictures of docs/gallery: decks, boxes, hands, tables, sheets, rules and the like. Run: make gallery.

The game that `beeprint new --from inkscape` writes is among them, by the name of inkscape; the sheet that measures a
printer is called calibrate.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageOps

import posters
import standees
from beeprint import pipeline, starter
from beeprint.base.options import LaserOptions, Options
from beeprint.cli import cli
from beeprint.sources.workspace import built_in_games

GALLERY = Path(__file__).parent / "gallery"
WIDTH, COLOURS = 640, 96


def small(image: Image.Image, name: str) -> None:
    """Save a picture of at most WIDTH pixels across with few colours, so that the repository stays small."""
    if image.width > WIDTH:
        image = image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)
    GALLERY.mkdir(exist_ok=True)
    image.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        GALLERY / f"{name}.png", optimize=True
    )
    print(f"docs/gallery/{name}.png")


def main(names: list[str]) -> None:
    """Make the pictures of the named games, or of all.

    `posters` names those of docs/posters.md, `standees` those of docs/standees.md, of counters and of some boxes.
    """
    if not names or "posters" in names:
        posters.pictures(small)
    if not names or "standees" in names:
        standees.pictures(small)
    for name in (*built_in_games(), "inkscape", "calibrate"):
        if names and name not in names:
            continue
        if name == "calibrate":
            calibrated()
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = built_in_games().get(name, Path(temporary) / "new")
            if name == "inkscape":
                starter.write(folder, "inkscape")
            printed(name, folder, Path(temporary))
            if name != "inkscape":
                seen(name, folder, Path(temporary))
            if name == "butine":
                cut(name, folder, Path(temporary))


def printed(name: str, folder: Path, temporary: Path) -> None:
    """Make the pictures of a game's decks, of a sheet, of the rules and of a playtest."""
    # Turned on the short edge, the backs of landscape sheets stand upright.
    profiles = ("contact-sheet", "home-a4", "playtest-a4")
    if name in built_in_games():
        profiles = (*profiles, "folded")
    options = Options(profiles=profiles, output=temporary / "made", flip="short")
    checked = pipeline.check(folder, options)
    target = pipeline.build(checked, options).target
    boxes = checked.game.boxes
    for path in sorted((target / "contact-sheet").glob("*.png")):
        with Image.open(path) as image:
            small(image, f"{name}-{path.stem}-flat" if path.stem in boxes else f"{name}-{path.stem}")
    for path in sorted((target / "folded").glob("*.png")):
        with Image.open(path) as image:
            small(image, f"{name}-{path.stem}")
    first = next(deck.spec.stock for deck in checked.game.decks.values())
    page(target / "home-a4" / f"{first}.pdf", 0, f"{name}-sheet")
    if checked.leaflet is not None:
        page(target / "home-a4" / "rules.pdf", 1, f"{name}-rules")
    if name == "pollen-wars":
        page(target / "home-a4" / "cutting-guide.pdf", 0, f"{name}-cutting-guide")
        page(target / "playtest-a4" / "one-side.pdf", 3, f"{name}-playtest")


def seen(name: str, folder: Path, temporary: Path) -> None:
    """Make the pictures of a game's hand and table; of some games, those of a pair and of a whole deck too."""
    more = {"belle-of-the-ball": ("showcase",), "eye-of-the-bee-holder": ("poster",)}.get(name, ())
    profiles = ("fan", "table", *more)
    options = Options(profiles=profiles, output=temporary / "seen", dpi=100)
    checked = pipeline.check(folder, options)
    target = pipeline.build(checked, options).target
    cards = [deck for deck in checked.game.decks.values() if deck.role == "card"]
    deck = max(cards, key=lambda deck: len(deck.rows.rows)).name
    files = {"fan": f"fan/{deck}.png", "table": "table/set-up.png", "poster": f"poster/{deck}.png"}
    for profile in profiles:
        path = target / files[profile] if profile in files else next((target / profile / deck).glob("*.png"))
        with Image.open(path) as image:
            white = Image.new("RGBA", image.size, "white")
            white.alpha_composite(image.convert("RGBA"))
            small(white, f"{name}-{profile}")


def cut(name: str, folder: Path, temporary: Path) -> None:
    """Make the picture of a laser's first bed."""
    options = LaserOptions(output=temporary / "cut", bed=(300, 220))
    target = pipeline.build(pipeline.check(folder, options), options).target
    page(min((target / "generic").glob("*.pdf")), 0, f"{name}-laser")


def calibrated() -> None:
    """Make the pictures of what measures a laser, and of the sheet that measures a printer, also in the light."""
    dots = 300 / 25.4
    with tempfile.TemporaryDirectory() as temporary:
        laser = ["calibrate", "--laser", "--profile", "lightburn", "--material", "plywood-3"]
        cli.main([*laser, "--output", temporary], standalone_mode=False)
        with pypdfium2.PdfDocument(Path(temporary) / "calibrate-lightburn-plywood-3.pdf") as document:
            bed = document[0].render(scale=300 / 72).to_pil()
            small(bed.crop((0, 0, bed.width, round(185 * dots))), "calibrate-laser")
        cli.main(["calibrate", "--output", temporary], standalone_mode=False)
        path = Path(temporary) / "calibrate-a4-long.pdf"
        page(path, 0, "calibrate")
        with pypdfium2.PdfDocument(path) as document:
            front, back = (document[side].render(scale=300 / 72).to_pil().convert("L") for side in (0, 1))
    # A printer whose backs lie 0.6 mm to the right and 0.3 mm too high, seen through the paper.
    back = ImageChops.offset(back, round(0.6 * dots), round(-0.3 * dots))
    through = ImageOps.mirror(back).point(lambda tone: 150 + tone * 105 // 255)
    corner = ImageChops.multiply(front, through).crop(tuple(round(side * dots) for side in (12, 10, 62, 109)))
    small(corner, "calibrate-light")


def page(path: Path, number: int, name: str) -> None:
    """Make the picture of a page."""
    with pypdfium2.PdfDocument(path) as document:
        small(document[number].render(scale=2).to_pil(), name)


if __name__ == "__main__":
    main(sys.argv[1:])
