"""Every kind of web page that beeprint writes, and the faults of its layout as Chromium computes it."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from browsing import Tab, studio
from playwright.sync_api import Browser

from beeprint import pipeline, starter
from beeprint.base.options import ExportOptions, Options
from beeprint.sources.workspace import built_in_games

#: The widths of windows in which pages are looked at, in CSS pixels: a telephone, a tablet, a desk.
WIDTHS = (390, 900, 1400)
#: The least number of characters in a line of an item that has several lines.
LEAST_CHARACTERS = 20
VIEWS = ("table", "game", "problems", "sheets?profile=home-a4", "rules", "numbers", "export", "card?at=hive/BRW")


@contextlib.contextmanager
def every_page(folder: Path) -> Iterator[dict[str, str]]:
    """Write one page of each kind into a folder and serve the studio; the value is the address of each by its name."""
    pages = dict(_leaflets(folder)) | {"gallery": _gallery(folder), "shelf": _shelf(folder)}
    with studio(built_in_games()["butine"], "--read-only") as address:
        yield {name: page.as_uri() for name, page in pages.items()} | {
            f"studio-{view.partition('?')[0]}": f"{address}#{view}" for view in VIEWS
        }


def _leaflets(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the leaflet of each game in each of its languages; nothing else of the game is printed."""
    for game in built_in_games().values():
        languages = pipeline.check(game, Options()).game.spec.languages
        for language in ("", *languages[1:]):
            checked = pipeline.check(game, Options(language=language))
            none = dict.fromkeys(checked.game.decks, 0)
            options = Options(output=folder, profiles=("home-a4",), language=language, copies=none)
            built = pipeline.build(checked, options)
            yield f"rules-{built.target.name}", built.target / "home-a4" / "rules.html"


def _gallery(folder: Path) -> Path:
    options = ExportOptions(output=folder / "pictures", dpi=36)
    return pipeline.build(pipeline.check(built_in_games()["butine"], options), options).target / "images" / "index.html"


def _shelf(folder: Path) -> Path:
    """Build a shelf of three games, one of which fails."""
    games = folder / "games"
    for name in ("meadow", "a-garden-with-a-very-long-name-that-no-telephone-has-room-for", "thicket"):
        starter.write(games / name)
    table = games / "thicket" / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("Draw a card.", ":no-icon-of-this-name:" * 8), "utf-8")
    shelf = folder / "SHELF.yaml"
    shelf.write_text("title: Hive Games\ngames: [games/*]\nprofiles: [faces, home-a4]\n", "utf-8")
    command = [sys.executable, "-m", "beeprint", "shelf", str(shelf), "--output", str(folder / "shelf")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr  # one game has failed
    return folder / "shelf" / "report.html"


def at_widths(chromium: Browser, address: str) -> Iterator[tuple[int, Tab]]:
    """Yield a tab that shows a page with all its pictures, in a window of each width."""
    tab = Tab(chromium, address, reduced_motion="reduce")
    if address.startswith("http"):
        tab.until("() => document.getElementById('link').textContent === ''")
        if not re.search("#(problems|numbers|export)", address):
            tab.pictures()
    tab.until("() => document.fonts.status === 'loaded' && [...document.images].every(one => one.complete)")
    for width in WIDTHS:
        tab.page.set_viewport_size({"width": width, "height": 900})
        yield width, tab
    tab.context.close()


def faults(tab: Tab) -> list[str]:
    """Return what is wrong with the layout of a page: each fault in words, with the text that it is about."""
    lines: list[str] = tab.page.evaluate(_FAULTS, LEAST_CHARACTERS)
    return lines


_FAULTS = """(least) => {
  const faults = [], shown = [];
  const said = (text) => JSON.stringify(text.trim().replace(/\\s+/g, " ").slice(0, 60));
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) faults.push(`the page is ${page.scrollWidth} px wide in ${innerWidth} px`);

  const box = (node) => {
    let one = node.parentElement;
    while (getComputedStyle(one).display.startsWith("inline") && one.parentElement) one = one.parentElement;
    return one;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const canvas = document.createElement("canvas").getContext("2d");
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("svg, script, style, [hidden]")) continue;
    if (!parent.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    if (getComputedStyle(box(node)).clipPath !== "none") continue;  // only for screen readers
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((one) => one.width > 1 && one.height > 1);
    if (!rects.length) continue;
    for (const rect of rects) shown.push({rect, node});

    const item = parent.closest("li");
    if (!item || new Set(rects.map((one) => Math.round(one.top))).size < 2) continue;
    const around = box(node), style = getComputedStyle(parent), outer = getComputedStyle(around);
    // Text directly in a grid or a row of flexible boxes is a box of its own.
    const loose = /grid|flex/.test(outer.display);
    const width = loose ? range.getBoundingClientRect().width
      : around.clientWidth - parseFloat(outer.paddingLeft) - parseFloat(outer.paddingRight);
    canvas.font = style.font;
    const count = width / canvas.measureText(node.data).width * node.data.length;
    if (count < least) faults.push(`an item has ${Math.round(count)} characters to a line: ${said(node.data)}`);
  }

  // Lines are compared by the middle half of their height: what is above and below may be the room of accents.
  const lines = shown.map(({rect, node}) => ({
    left: rect.left, right: rect.right, node,
    top: rect.top + rect.height / 4, bottom: rect.bottom - rect.height / 4,
  })).sort((one, other) => one.top - other.top);
  lines.forEach((one, at) => {
    for (let next = at + 1; next < lines.length && lines[next].top < one.bottom - 1; next++) {
      const other = lines[next], wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (other.node !== one.node && wide > 2) faults.push(`${said(one.node.data)} is over ${said(other.node.data)}`);
    }
  });
  return faults;
}"""
