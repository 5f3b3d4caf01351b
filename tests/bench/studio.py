"""Time the studio in a real browser: from saving a file to the painted frame. Run: python tests/bench/studio.py.

Each change is written in one call, and the clock stops in the page, in the frame after the new picture was painted. It
needs playwright and a Chromium; CHROMIUM names one that is not in the usual places.
"""

from __future__ import annotations

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
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
CHANGES, PALETTES = 4, 2
#: Watch for a picture with another address than before; then wait for the frame in which it is painted.
_WATCH = """() => {
  const now = () => [...document.querySelectorAll(".picture img")].map((image) => image.src);
  window.painted = 0;
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


class Times(NamedTuple):
    """How long changes took to reach the screen, in ms."""

    name: str
    runs: int
    median: float
    late: float
    most: float

    @classmethod
    def of(cls, name: str, found: list[float]) -> Times:
        """Return the figures of some runs; `late` is the 95th percentile."""
        ordered = sorted(found)
        return cls(name, len(found), statistics.median(found), ordered[int(0.95 * (len(found) - 1))], ordered[-1])


def chromium() -> str | None:
    """Find a browser."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


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


def timed(tab: Any, save: Callable[[], object], wanted: int = 1) -> float:
    """Save something; return the ms until so many new pictures are painted."""
    tab.evaluate(f"() => {{ window.wanted = {wanted}; }}")
    tab.evaluate(_WATCH)
    time.sleep(0.4)
    begun = time.time()
    save()
    while not (painted := tab.evaluate("() => window.painted")):
        if time.time() - begun > 30:
            raise TimeoutError("nothing was painted")
        time.sleep(0.02)
    time.sleep(0.8)
    return painted - begun * 1000


def measure(game: str = "pollen-wars") -> list[Times]:
    """Time changes of a cell, of a layout, of a picture and of the palette."""
    browser = chromium()
    if browser is None:
        return []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / game
        shutil.copytree(ROOT / "data" / game, copy)
        shutil.copytree(ROOT / "layouts", copy / "layouts")
        with opened(copy, browser) as (tab, server):
            table, layout, palette = copy / "honey.csv", copy / "layouts" / game / "card.yaml", copy / "palette.yaml"
            found = [
                Times.of("a cell", [timed(tab, lambda n=n: _cell(table, n)) for n in range(CHANGES)]),
                Times.of("a layout", [timed(tab, lambda n=n: _number(layout, n)) for n in range(CHANGES)]),
                Times.of("the palette", [timed(tab, lambda n=n: _colour(palette, n), 8) for n in range(PALETTES)]),
            ]
            print(f"memory of the server: {_memory(server):.0f} MB; CPU while idle: {_idle(server):.1%}")
    return found


def _cell(table: Path, number: int) -> None:
    """Change the title of the first card."""
    text = table.read_text("utf-8")
    table.write_text(re.sub(r"(?m)^(H01,[^,!\d]*)\d*!", rf"\g<1>{number}!", text, count=1), "utf-8", newline="")


def _number(layout: Path, number: int) -> None:
    """Move the title of all cards by a tenth of a millimetre."""
    text = layout.read_text("utf-8")
    layout.write_text(re.sub(r"(pun: .*box: \[)[\d.]+", rf"\g<1>{14 + number / 10:.1f}", text, count=1), "utf-8")


def _colour(palette: Path, number: int) -> None:
    """Change a colour of the palette."""
    text = palette.read_text("utf-8")
    palette.write_text(re.sub(r"#[0-9A-Fa-f]{6}", f"#{number * 7 + 40:02X}1F20", text, count=1), "utf-8")


def _memory(process: int) -> float:
    """Return the memory of a process in MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _idle(process: int, seconds: float = 5) -> float:
    """Return the share of a processor that a process uses while nothing changes."""

    def spent() -> int:
        return sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]))

    before = spent()
    time.sleep(seconds)
    return (spent() - before) / os.sysconf("SC_CLK_TCK") / seconds


if __name__ == "__main__":
    for times in measure():
        print(f"{times.name}: median {times.median:.0f} ms, 95th percentile {times.late:.0f}, most {times.most:.0f}")
