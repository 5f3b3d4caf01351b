"""Drive the studio's page in Chromium: start a studio, open its page, wait for what it shows, ask axe-core."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tools import AXE

#: What people who write files know: columns in braces, files and folders of the game, keys with their colons.
_FILE_WORDS = re.compile(r"\{[\w.-]+\}|\.ya?ml\b|\b(?:art|layouts|fonts|lang)/|\bslots?\b|\blayouts?\b|\\[\[:]|`")
#: All words that are seen, with labels, hints and what fields hold; not where places in files are folded away, and
#: not what the cells of a table and the rules of play hold.
_SEEN = """() => {
  const top = document.querySelector("dialog[open]") ?? document.body;
  const words = [];
  for (const each of top.querySelectorAll("*")) {
    if (!each.checkVisibility({ checkVisibilityCSS: true }) || each.closest(".in-file, .place, noscript")) continue;
    if (each.closest("[role=gridcell], .cells td, .leaflet-body")) continue;
    words.push(...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent));
    words.push(...["aria-label", "placeholder", "value"].map((name) => each.getAttribute(name) ?? ""));
    if (each.matches(".slot-field")) words.push(each.title);
    if (each.matches("textarea, input:not([type=color], [type=checkbox], [type=radio])")) words.push(each.value);
  }
  return [...new Set(words.map((each) => each.trim()).filter(Boolean))];
}"""
#: How long to wait for what a page must show, in seconds.
_PATIENCE = 1000


@contextlib.contextmanager
def browser(*arguments: str) -> Iterator[Browser]:
    """Run the system's Chromium, with more arguments of its command line."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *arguments])
        try:
            yield opened
        finally:
            opened.close()


@contextlib.contextmanager
def studio(folder: Path, *options: str) -> Iterator[str]:
    """Run `beeprint studio` on a game; the value is the page's address."""
    command = [sys.executable, "-m", "beeprint", "studio", str(folder), "--no-browser", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


class Tab:
    """A page of the studio; `said` collects errors and messages of its console, `asked` the addresses it asks for."""

    def __init__(self, chromium: Browser, address: str, view: str = "", width: int = 1440, **context: Any) -> None:
        height = 844 if width < 600 else 900
        self.context = chromium.new_context(viewport={"width": width, "height": height}, **context)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(1000 * _PATIENCE)
        self.said: list[str] = []
        self.asked: list[str] = []
        self.address = address
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("dialog", lambda dialog: self.said.append(f"dialog: {dialog.message}") or dialog.dismiss())
        self.go(view)

    def go(self, view: str) -> None:
        """Load the page anew with a view."""
        self.page.goto("about:blank")
        self.page.goto(self.address + view)

    def until(self, expression: str, argument: Any = None) -> Any:
        """Wait until an expression of JavaScript holds, and return its value."""
        end = time.monotonic() + _PATIENCE
        while True:
            value = self.page.evaluate(expression, argument)
            if value or time.monotonic() > end:
                assert value, f"never true: {expression}\n{self.said}\n{self.page.inner_text('body')[:1500]}"
                return value
            self.page.wait_for_timeout(50)

    def count(self, selector: str) -> int:
        """Return how many visible elements there are."""
        return self.page.locator(f"{selector}:visible").count()

    def text(self, selector: str) -> str:
        """Return the words of an element."""
        return self.page.locator(selector).first.inner_text()

    def views(self) -> None:
        """Wait until the page of a game has fetched all its views, so that each opens at once."""
        self.until("() => document.documentElement.dataset.views || !document.getElementById('views')")

    def pictures(self) -> None:
        """Wait until every picture that is seen is there, and all views are."""
        self.views()
        self.until(
            "() => { const seen = [...document.querySelectorAll('main .picture')].filter(one => one.offsetParent);"
            "return seen.length && seen.some(one => one.firstChild) && !seen.some(one => 'loading' in one.dataset); }"
        )

    def file_words(self) -> list[str]:
        """Return what is seen, or read by a screen reader, that only people who write files know."""
        return [text for text in self.page.evaluate(_SEEN) if _FILE_WORDS.search(text)]

    def violations(self) -> list[str]:
        """Return what axe-core finds wrong."""
        self.page.evaluate(AXE.read_text("utf-8"))
        report = self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        assert len(report["passes"]) > 15
        return [
            f"{violation['id']}: {node['html'][:200]}"
            for violation in report["violations"]
            for node in violation["nodes"]
        ]
