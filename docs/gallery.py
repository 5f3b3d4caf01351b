"""Make the small pictures of docs/gallery: each game's decks, a sheet, the rules, a playtest, a bed. Run: make gallery.

The game that `beeprint new --from inkscape` writes is among them, by the name of inkscape.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from beeprint import pipeline, starter
from beeprint.base.options import LaserOptions, Options
from beeprint.files.workspace import built_in_games

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
    """Make the pictures of the named games, or of all."""
    for name in (*built_in_games(), "inkscape"):
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = built_in_games().get(name, Path(temporary) / "new")
            if name == "inkscape":
                starter.write(folder, "inkscape")
            printed(name, folder, Path(temporary))
            if name == "butine":
                cut(name, folder, Path(temporary))


def printed(name: str, folder: Path, temporary: Path) -> None:
    """Make the pictures of a game's decks, of a sheet, of the rules and of a playtest."""
    # Turned on the short edge, the backs of landscape sheets stand upright.
    profiles = ("contact-sheet", "home-a4", "playtest-a4")
    options = Options(profiles=profiles, output=temporary / "made", flip="short")
    checked = pipeline.check(folder, options)
    target = pipeline.build(checked, options).target
    for path in sorted((target / "contact-sheet").glob("*.png")):
        with Image.open(path) as image:
            small(image, f"{name}-{path.stem}")
    first = next(deck.spec.stock for deck in checked.game.decks.values())
    page(target / "home-a4" / f"{first}.pdf", 0, f"{name}-sheet")
    if checked.leaflet is not None:
        page(target / "home-a4" / "rules.pdf", 1, f"{name}-rules")
    if name == "pollen-wars":
        page(target / "playtest-a4" / "one-side.pdf", 3, f"{name}-playtest")


def cut(name: str, folder: Path, temporary: Path) -> None:
    """Make the picture of a laser's first bed."""
    options = LaserOptions(output=temporary / "cut", bed=(300, 220))
    target = pipeline.build(pipeline.check(folder, options), options).target
    page(min((target / "generic").glob("*.pdf")), 0, f"{name}-laser")


def page(path: Path, number: int, name: str) -> None:
    """Make the picture of a page."""
    with pypdfium2.PdfDocument(path) as document:
        small(document[number].render(scale=2).to_pil(), name)


if __name__ == "__main__":
    main(sys.argv[1:])
