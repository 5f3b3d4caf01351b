"""A page of pictures: a web page that shows previews and leads to larger ones, or all there is; without scripts."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape

from msgspec import Struct

#: 17 px text and pictures at most 200 px wide; colours by the reader's own choice of light or dark.
_STYLE = """
:root { color-scheme: light dark; --ground: #f2efe9; --ink: #26221c; --soft: #5d564b; --line: #d8d2c6; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1f1d1a; --ink: #f1ede5; --soft: #b9b1a3; --line: #423d36; }
}
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem; background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.35rem; }
p, figcaption { color: var(--soft); }
ul { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: 0; padding: 0; list-style: none; }
figure { margin: 0; }
img { display: block; max-width: 100%; height: auto; filter: drop-shadow(0 2px 4px rgb(0 0 0 / 35%)); }
figcaption { margin-top: .5rem; font-size: .875rem; overflow-wrap: anywhere; }
a { color: inherit; }
a:focus-visible { outline: 3px solid #2a6fdb; outline-offset: 4px; }
""".strip()


class Preview(Struct, frozen=True):
    """A WebP picture, its size on the page in pixels, what it shows in words, a line below it, and where it leads to.

    `file` is "" for a picture that leads nowhere, since it is all that there is.
    """

    data: bytes
    size: tuple[int, int]
    shows: str
    line: str
    file: str


def page(title: str, language: str, about: str, generator: str, parts: Sequence[tuple[str, Sequence[Preview]]]) -> str:
    """Return the page: its parts by their titles, in order, each with its previews."""
    lines = [
        "<!doctype html>",
        f'<html lang="{escape(language or "und")}">',
        '<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f'<meta name="generator" content="{escape(generator)}">',
        f"<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<main>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(about)}</p>",
    ]
    for heading, previews in parts:
        lines += [f"<section>\n<h2>{escape(heading)}</h2>\n<ul>", *map(_item, previews), "</ul>\n</section>"]
    return "\n".join([*lines, "</main>\n</body>\n</html>\n"])


def _item(shown: Preview) -> str:
    width, height = shown.size
    source = base64.b64encode(shown.data).decode("ascii")
    image = f'<img src="data:image/webp;base64,{source}" width="{width}" height="{height}" alt="{escape(shown.shows)}">'
    caption = f'<figcaption style="max-width: max({width}px, 20ch)">{escape(shown.line)}</figcaption>'
    picture = f'<a href="{escape(shown.file)}">{image}</a>' if shown.file else image
    return f"<li><figure>{picture}{caption}</figure></li>"
