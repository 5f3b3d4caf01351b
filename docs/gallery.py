"""Make the small pictures of docs/gallery: each game's decks, and a sheet as it is printed. Run: make gallery.

The game that `beeprint new --from inkscape` writes is among them, by the name of inkscape.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from beeprint import build, starter
from beeprint.workspace import built_in_games

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
            options = build.Options(("contact-sheet", "home-a4"), Path(temporary, "made"))
            folder = built_in_games().get(name, Path(temporary) / "new")
            if name == "inkscape":
                starter.write(folder, "inkscape")
            checked = build.check(folder, options)
            target = build.build(checked, options).target
            for path in sorted((target / "contact-sheet").glob("*.png")):
                with Image.open(path) as image:
                    small(image, f"{name}-{path.stem}")
            first = next(deck.spec.stock for deck in checked.game.decks.values())
            with pypdfium2.PdfDocument(target / "home-a4" / f"{first}.pdf") as document:
                small(document[0].render(scale=2).to_pil(), f"{name}-sheet")


if __name__ == "__main__":
    main(sys.argv[1:])
