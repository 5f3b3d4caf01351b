"""Choose a font for each grapheme cluster of a text that its first font cannot set alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text.breaks import clusters


def stretches(fonts: Fonts, text: str, chain: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the stretches of a text that are set in one font, each with its key.

    A letter is never parted from its accents and joiners: the first font of the chain that has all of a cluster sets
    it, or a spare font, and the first one of all what none has. A space is set in the font of what is before it.
    """
    if not text or not fonts[chain[0]].missing(text):
        if text:
            yield text, chain[0]
        return
    start, key = 0, ""
    for at, cluster in clusters(text):
        if key and cluster.isspace() and not fonts[key].missing(cluster):
            continue
        wanted = next((font for font in chain if not fonts[font].missing(cluster)), "")
        wanted = wanted or fonts.spare(cluster, chain[0].partition("/")[2]) or chain[0]
        if key and wanted != key:
            yield text[start:at], key
            start = at
        key = wanted
    yield text[start:], key
