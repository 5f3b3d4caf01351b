"""Take the pictures of docs/studio.md and docs/design.md in Chromium. Run: make screens.

Also take every web page that beeprint writes in windows of three widths, into build/screens/, to look at.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from beeprint import starter
from beeprint.sources.workspace import built_in_games

HOME = Path(__file__).parents[1]
sys.path.insert(0, str(HOME / "tests" / "verify"))
from browsing import Tab, browser, studio  # noqa: E402
from design_screens import design  # noqa: E402
from web_pages import at_widths, every_page  # noqa: E402

SCREENS, DESIGN, PAGES = HOME / "docs" / "studio", HOME / "docs" / "design", HOME / "build" / "screens"
LOOK = {"color_scheme": "light", "reduced_motion": "reduce"}


def main() -> None:
    """Take all pictures."""
    SCREENS.mkdir(exist_ok=True)
    DESIGN.mkdir(exist_ok=True)
    with browser() as chromium:
        games = built_in_games()
        with studio(games["pollen-wars"], "--read-only") as address:
            table(chromium, address)
            inks(chromium, address)
        with studio(games["butine"], "--read-only") as address:
            sheets(chromium, address)
        with mine() as game, studio(game) as address:
            dragging(chromium, address)
            telephone(chromium, address)
            before_and_after(chromium, address, game)
            problem(chromium, address, game)
        design(chromium, lambda tab, name: save(tab, name, folder=DESIGN))
        pages(chromium)


def pages(chromium: Browser) -> None:
    """Take every page as long as it is."""
    PAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, every_page(Path(folder)) as addresses:
        for name, address in addresses.items():
            for width, tab in at_widths(chromium, address):
                picture = PAGES / f"{name}-{width}.png"
                tab.page.screenshot(path=picture, full_page=True, animations="disabled")
                print(picture.relative_to(HOME))


def table(chromium: Browser, address: str) -> None:
    """Show all pieces of a game."""
    tab = opened(chromium, address, "#overview?size=2.2")
    save(tab, "table")


def inks(chromium: Browser, address: str) -> None:
    """Show a card in the inks of a press."""
    tab = opened(chromium, address, "#card?at=honey/H03&press=drivethrucards")
    tab.until("() => document.querySelector('.framed img').src.includes('inks=')")
    save(tab, "inks")


def sheets(chromium: Browser, address: str) -> None:
    """Look through the paper of sheets."""
    tab = opened(chromium, address, "#sheets?profile=home-a4")
    tab.page.keyboard.down("x")
    save(tab, "sheets")


def dragging(chromium: Browser, address: str) -> None:
    """Drag a box until it meets the centre of the piece, and put it back."""
    tab = opened(chromium, address, "#card?at=cards/S1&lines=so")
    tab.page.click(".slot-name[data-slot=picture]")
    tab.until("() => document.querySelectorAll('.grip').length === 8")
    box = tab.page.locator("[data-slot=picture] .line").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(x + 3, y + 22, steps=3)
    save(tab, "box")
    tab.page.keyboard.press("Escape")


def before_and_after(chromium: Browser, address: str, game: Path) -> None:
    """Change a card, and lay it beside what it was."""
    tab = opened(chromium, address, "#card?at=cards/S6&compare=beside")
    written(game / "cards.csv", "Golden hour", "The golden hour")
    tab.until("() => [...document.querySelectorAll('.framed')].every((one) => one.offsetParent)")
    save(tab, "compare")


def problem(chromium: Browser, address: str, game: Path) -> None:
    """Write too much on a card."""
    written(game / "cards.csv", "Draw a card.", "Draw a card for each cloud that you see. " * 9)
    tab = opened(chromium, address, "#card?at=cards/S1")
    tab.until("() => document.querySelector('.details .problem')")
    tab.page.click(".card-problems > summary")
    save(tab, "problem")


def telephone(chromium: Browser, address: str) -> None:
    """Show a card at its true size on a telephone."""
    tab = opened(chromium, address, "#card?at=cards/R2&full=1", width=390, height=720)
    save(tab, "telephone", 300)


def opened(chromium: Browser, address: str, view: str, width: int = 1200, height: int = 760) -> Tab:
    """Return a page that shows a view with all its pictures."""
    tab = Tab(chromium, address, view, width=width, **LOOK)
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.pictures()
    return tab


def save(tab: Tab, name: str, width: int = 900, folder: Path = SCREENS) -> None:
    """Save what a page shows once all checks are made, with few colours, so that the repository stays small."""
    tab.until("() => !document.getElementById('link')?.textContent")
    if tab.count("main .picture"):
        tab.pictures()
    with Image.open(io.BytesIO(tab.page.screenshot(animations="disabled"))) as image:
        small = image.convert("RGB").resize(
            (width, round(image.height * width / image.width)), Image.Resampling.LANCZOS
        )
    # Median cut alone would give a thin guide the colour of what lies beside it.
    palette = small.quantize(256, Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE)
    palette.save(folder / f"{name}.png", optimize=True)
    print((folder / f"{name}.png").relative_to(HOME))


def written(path: Path, old: str, new: str) -> None:
    """Replace a text in a file."""
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")


@contextmanager
def mine() -> Iterator[Path]:
    """Write a new game into the working folder, which is another one until the game goes."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        starter.write(Path("my-game"))
        yield Path("my-game")


if __name__ == "__main__":
    main()
