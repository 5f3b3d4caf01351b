"""Time the studio in a real browser: from saving a file to the painted frame. Run: python tests/bench/studio.py.

Each change is written in one call, and the clock stops in the page, in the frame after the new picture was painted. It
needs playwright and a Chromium; CHROMIUM names one that is not in the usual places.
"""

from __future__ import annotations

import csv
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import growth
import report
from measure import spent

ROOT = Path(__file__).parents[2]
CHANGES, PALETTES = 25, 20
#: How long the last checks may take, and the tidying up after them, in seconds.
_CALM = 10
#: Watch for a picture with another address than before; then wait for the frame in which it is painted.
_WATCH = """() => {
  const now = () => [...document.querySelectorAll(".picture img")].map((image) => image.src);
  window.painted = window.pressed = 0;
  const hear = (event) => { window.pressed = performance.timeOrigin + event.timeStamp; };
  addEventListener("keydown", hear, { capture: true, once: true });
  window.before = new Set(now());
  window.pending = 0;
  if (window.watcher) window.watcher.disconnect();
  window.watcher = new MutationObserver(() => {
    const fresh = now().filter((address) => !window.before.has(address));
    if (fresh.length < window.wanted) return;
    window.watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = Date.now(); }));
  });
  window.watcher.observe(document.body, { childList: true, subtree: true });
}"""

#: Count the pictures in sight; those beside it are drawn too, for whoever scrolls.
_VISIBLE = """() => [...document.querySelectorAll(".picture img")].filter((image) => {
  const { top, bottom } = image.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}).length"""

#: Note when the first picture is painted.
_FIRST = """() => {
  const look = () => {
    if (!document.querySelector(".picture img")) return requestAnimationFrame(look);
    requestAnimationFrame(() => { window.painted = Date.now(); });
  };
  look();
}"""

#: Open another game, as a click on its name does.
_OPEN = """path => import("./page/server.js").then((server) => server.post("open-game", { path })).then(() => {
  window.painted = 0;
  location.assign("./");
})"""

#: Watch for a cell of the grid that shows a text; then wait for the frame in which it is painted.
_WRITTEN = """text => {
  window.painted = 0;
  const look = () => {
    const shown = [...document.querySelectorAll("[role=gridcell]")].some((cell) => cell.textContent === text);
    if (shown) requestAnimationFrame(() => { window.painted = Date.now(); });
    else requestAnimationFrame(look);
  };
  look();
}"""


class Times(NamedTuple):
    """How long changes took to reach the screen, in ms, and the server's processor time for each, checks included."""

    name: str
    runs: int
    least: float
    median: float
    late: float
    processor: float

    @classmethod
    def of(cls, name: str, samples: list[tuple[float, float]]) -> Times:
        """Return the figures of some runs; `late` is the 95th percentile."""
        ordered = sorted(seconds for seconds, _ in samples)
        late = ordered[math.ceil(0.95 * len(ordered)) - 1]
        return cls(
            name,
            len(samples),
            ordered[0],
            statistics.median(ordered),
            late,
            statistics.median(cpu for _, cpu in samples),
        )


class Written(NamedTuple):
    """What is changed by hand: a layout by its path, a text and its slot in it, a card, and words of a cell."""

    layout: str
    text: str
    slot: str
    card: str
    cell: str


class Measured(NamedTuple):
    """What was measured of one game: its changes, the server's memory in MB and its share of a processor when idle."""

    game: str
    times: list[Times]
    memory: float
    idle: float


def chromium() -> str | None:
    """Find a browser."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


@contextmanager
def opened(game: Path, browser: str) -> Iterator[tuple[Any, int]]:
    """Open a game's studio in a browser; the cards are on the screen."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "beeprint", "studio", str(game), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        try:
            with sync_playwright() as play:
                tab = play.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
                tab.set_viewport_size({"width": 1440, "height": 900})
                tab.goto(address)
                tab.wait_for_selector(".picture img")
                time.sleep(5)
                yield tab, server.pid
        finally:
            server.terminate()


def timed(tab: Any, server: int, save: Callable[[], object], wanted: int = 1) -> tuple[float, float]:
    """Save something; return the ms until so many new pictures are painted, and the server's processor time in ms.

    The clock starts when the file is written, or when the browser hears the key that changes it.
    """
    tab.evaluate(f"() => {{ window.wanted = {wanted}; }}")
    tab.evaluate(_WATCH)
    time.sleep(0.4)
    before, begun = spent(server), time.time()
    save()
    while not (painted := tab.evaluate("() => window.painted")):
        if time.time() - begun > 30:
            raise TimeoutError("nothing was painted")
        time.sleep(0.02)
    time.sleep(1.2)  # the checks follow what is seen
    return painted - (tab.evaluate("() => window.pressed") or begun * 1000), (spent(server) - before) * 1000


def measure() -> list[Measured]:
    """Time the changes of both games; nothing where there is no browser."""
    browser = chromium()
    if browser is None:
        return []
    with tempfile.TemporaryDirectory() as folder:
        return [
            _of_200_cards(Path(folder) / "one", browser, "one of 200 cards, large", "#card?at=bees/B00000"),
            _of_200_cards(Path(folder) / "all", browser, "200 cards on the table", "#overview"),
            *_by_hands(Path(folder), browser),
            _pollen_wars(Path(folder), browser),
        ]


def _of_200_cards(folder: Path, browser: str, name: str, view: str) -> Measured:
    """Time changes of a game of 200 cards, each with a picture of its own, in a view of the page."""
    folder.mkdir()
    game = folder / "many-bees"
    growth.make(ROOT / "data" / "eye-of-the-bee-holder", game, 200)
    table, layout, art = game / "bees.csv", game / "layouts" / "many-bees" / "bee.yaml", game / "art/cards/wall.svg"
    palette = game / "palette.yaml"
    drawn, style = art.read_text("utf-8"), layout.read_text("utf-8")
    cases: dict[str, Callable[[int], object]] = {
        "one cell": lambda n: _replaced(table, r', no\. 0\b[^"\n]*', f", no. 0 and {n}"),
        "the layout": lambda n: layout.write_text(style.replace("{title}", f"{{title}} {n}"), "utf-8"),
        "a picture that all cards show": lambda n: art.write_text(drawn.replace("</svg>", _dot(n) + "</svg>"), "utf-8"),
        "the palette": lambda n: _colour(palette, n),
    }
    with opened(game, browser) as (tab, server):
        tab.evaluate(f"() => {{ location.hash = {view!r}; }}")
        time.sleep(2)
        times = [
            Times.of(what, [timed(tab, server, partial(save, n)) for n in range(1, CHANGES + 1)])
            for what, save in cases.items()
        ]
        return Measured(name, times, _memory(server), _idle(server))


def _by_hands(folder: Path, browser: str) -> list[Measured]:
    """Time what a person does with a deck of elaborate pictures, and with a deck that a table became."""
    bees = Written("layouts/many-bees/bee.yaml", "{title}", "name", "bees/B00000", "no. 0")
    captains = Written("layouts/captains.yaml", "{name}", "title", "captains/captain-0", "Captain 0")
    return [
        _by_hand(_many_bees(folder), browser, "200 cards, by hand", bees),
        _by_hand(_captains(folder), browser, "200 cards of a table, by hand", captains),
    ]


def _many_bees(folder: Path) -> Path:
    """Make 200 cards whose pictures have many curves: 145 kB of SVG for a card."""
    growth.make(ROOT / "data" / "eye-of-the-bee-holder", folder / "many-bees", 200)
    return folder / "many-bees"


def _captains(folder: Path) -> Path:
    """Make 200 cards from a table, as a designer does."""
    ways = "draw a card then move a ship to any harbour and pay two coins or lose the next turn while storms are near"
    words, kinds = ways.split(), ("Action", "Event", "Item", "Place")
    with (folder / "captains.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["Name", "Type", "Cost", "Strength", "Text"])
        for number in range(200):
            text = " ".join(words[(number + word * 7) % len(words)] for word in range(8 + number % 14))
            table.writerow([f"Captain {number}", kinds[number % 4], number % 7, number % 5, text.capitalize() + "."])
    command = [sys.executable, "-m", "beeprint", "new", "captains", "--from", "captains.csv"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "captains"


def _by_hand(game: Path, browser: str, name: str, written: Written) -> Measured:
    """Time what a person does in the page with a game of 200 cards: keys in Properties and in the grid, opening it."""
    layout = game / written.layout
    style = layout.read_text("utf-8")
    with opened(game, browser) as (tab, server):
        visible = tab.evaluate(_VISIBLE)
        restyle = [
            partial(layout.write_text, style.replace(written.text, f"{written.text} {n}"), "utf-8")
            for n in range(1, 11)
        ]
        times = [
            Times.of(
                "the layout, until all visible cards show it", [timed(tab, server, save, visible) for save in restyle]
            )
        ]
        tab.evaluate(f"() => {{ location.hash = '#card?at={written.card}'; }}")
        tab.click(f".slot-name[data-slot={written.slot}]")
        size = tab.get_by_role("region", name="Properties").get_by_label("Size", exact=True)
        size.focus()
        times.append(
            Times.of(
                "a key in Properties", [timed(tab, server, partial(size.press, _up_or_down(n))) for n in range(CHANGES)]
            )
        )
        tab.evaluate("() => { location.hash = '#cards'; }")
        cell = tab.get_by_role("gridcell").filter(has_text=written.cell).first
        cell.click()
        times.append(Times.of("a cell in the grid", [_typed(tab, server, n) for n in range(CHANGES)]))
        memory, idle = _memory(server), _idle(server)
    times.append(Times.of("opening the game, from the command", [_opening(game, browser) for _ in range(5)]))
    times.append(Times.of("opening the game, while the studio runs", _reopening(game, browser, 5)))
    return Measured(name, times, memory, idle)


def _up_or_down(number: int) -> str:
    return "ArrowUp" if number % 2 else "ArrowDown"


def _typed(tab: Any, server: int, number: int) -> tuple[float, float]:
    """Type a text into the cell of the grid that has the focus; return the ms until it is painted there, written."""
    text = f"Bee {number}"
    before = spent(server)
    tab.keyboard.type(text)
    tab.evaluate(_WRITTEN, text)
    begun = time.time()
    tab.keyboard.press("Enter")
    while not (painted := tab.evaluate("() => window.painted")):
        if time.time() - begun > 30:
            raise TimeoutError("no cell was written")
        time.sleep(0.02)
    tab.keyboard.press("ArrowUp")
    time.sleep(1.2)
    return painted - begun * 1000, (spent(server) - before) * 1000


def _opening(game: Path, browser: str) -> tuple[float, float]:
    """Return the ms from the command until the first cards are painted in an open browser, and the processor's."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        tab = play.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
        begun = time.time()
        command = [sys.executable, "-m", "beeprint", "studio", str(game), "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None
            tab.goto(server.stdout.readline().strip(), wait_until="commit")
            tab.evaluate(_FIRST)
            painted = tab.wait_for_function("() => window.painted").json_value()
            processor = spent(server.pid) * 1000
            server.terminate()
    return painted - begun * 1000, processor


def _reopening(game: Path, browser: str, runs: int) -> list[tuple[float, float]]:
    """Return the ms from choosing a game beside another until its first cards are painted, and the processor's."""
    other = shutil.copytree(game, game.with_name("other-bees"))
    samples = []
    with opened(game, browser):
        pass  # from now on it is among the recent games
    with opened(other, browser) as (tab, server):
        tab.add_init_script(f"({_FIRST})()")
        for number in range(2 * runs):
            path, before, begun = (game, other)[number % 2], spent(server), time.time()
            tab.evaluate(_OPEN, str(path))
            tab.wait_for_url("**/*")
            painted = tab.wait_for_function("() => window.painted").json_value()
            samples.append((painted - begun * 1000, (spent(server) - before) * 1000))
            time.sleep(3)
    return samples[1::2]


def _pollen_wars(folder: Path, browser: str) -> Measured:
    """Time changes of Pollen Wars: 127 faces of 14 decks, and a leaflet."""
    game = folder / "pollen-wars"
    shutil.copytree(ROOT / "data" / "pollen-wars", game)
    shutil.copytree(ROOT / "layouts", game / "layouts")
    table, palette = game / "honey.csv", game / "palette.yaml"
    with opened(game, browser) as (tab, server):
        times = [
            Times.of("one cell", [timed(tab, server, lambda n=n: _cell(table, n)) for n in range(CHANGES)]),
            Times.of(
                "the palette",
                [timed(tab, server, lambda n=n: _colour(palette, n), 8) for n in range(PALETTES)],
            ),
        ]
        return Measured("Pollen Wars", times, _memory(server), _idle(server))


def _dot(number: int) -> str:
    return f'<path d="M0 0H{number % 9 + 1}V{number}Z" fill="#{number:02X}1F20"/>'


def _replaced(file: Path, pattern: str, text: str) -> None:
    """Exchange the first text of a file that matches a pattern."""
    file.write_text(re.sub(pattern, text, file.read_text("utf-8"), count=1), "utf-8", newline="")


def _cell(table: Path, number: int) -> None:
    """Change the title of the first card."""
    text = table.read_text("utf-8")
    table.write_text(re.sub(r"(?m)^(H01,[^,!\d]*)\d*!", rf"\g<1>{number}!", text, count=1), "utf-8", newline="")


def _colour(palette: Path, number: int) -> None:
    """Change a colour of the palette."""
    text = palette.read_text("utf-8")
    palette.write_text(re.sub(r"#[0-9A-Fa-f]{6}", f"#{number * 6 + 10:02X}1F20", text, count=1), "utf-8")


def _memory(process: int) -> float:
    """Return the memory of a process in MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _idle(process: int, seconds: float = 20) -> float:
    """Return the share of a processor that a process uses while nothing changes."""
    time.sleep(_CALM)
    before = spent(process)
    time.sleep(seconds)
    return (spent(process) - before) / seconds


if __name__ == "__main__":
    print(report.studio(measure()))
