"""`beeprint docs`: read the pages of the documentation, which come with beeprint."""

from __future__ import annotations

import click

from beeprint.base.problems import did_you_mean
from beeprint.cli.console import Wrong, say, write
from beeprint.cli.help import command
from beeprint.sources.workspace import SHIPPED, shown


@command(
    "docs",
    ("beeprint docs", "List the pages, and where they are"),
    ("beeprint docs text", "Read the page about texts"),
)
@click.argument("page", required=False, default="", metavar="[PAGE]")
def docs(page: str) -> None:
    """Read a page of the documentation, such as game, layouts or text; without PAGE, list all of them."""
    folder = SHIPPED / "docs"
    pages = {path.stem: path for path in sorted(folder.glob("*.md"))}
    name = page.removeprefix("docs/").removesuffix(".md")
    if name:
        if name not in pages:
            raise Wrong(f"there is no page {page}: {did_you_mean(name, pages)}")
        write(pages[name].read_text("utf-8").removesuffix("\n"))
        return
    width = max(map(len, pages))
    for stem, path in pages.items():
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        say(f"{stem:{width}}  {title}", out=True)
    say(f"the pages are in {shown(folder)}; beeprint docs PAGE prints one")
