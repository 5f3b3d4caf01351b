"""Which ink is seen best on what lies beneath it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from beeprint.base.colour import BLACK, WHITE, Colour, contrast, parse
from beeprint.base.geometry import Rect
from beeprint.game.model import Game

#: Returns the colours of a face within a box in mm, each as often as it is seen; none where the face is not known.
Beneath = Callable[[Rect], Sequence[Colour]]

#: The least contrast of what one has to see with its ground (WCAG 2.2, 1.4.11), and the share of the ground that may
#: have less: letters are read over a thin line or a speckle.
LEAST, _SPECKLES = 3.0, 0.1


def seen_ink(game: Game, usual: str, beneath: Sequence[Colour]) -> str:
    """Return an ink that is seen on some colours: the usual one if it is, else the best of the palette.

    Black or white stand in where no ink of the palette reaches the least contrast.
    """
    colours = Counter(beneath)
    if not colours or _seen(_colour(game.palette, usual), colours) >= LEAST:
        return usual
    hidden = {ink.name for ink in game.inks if not ink.shown}
    inks = {name: colour for name, colour in game.palette.items() if name not in hidden}
    best = max(inks, key=lambda name: _seen(inks[name], colours), default="")
    if best and _seen(inks[best], colours) >= LEAST:
        return best
    plain = max((BLACK, WHITE), key=lambda colour: _seen(colour, colours))
    return best if best and _seen(inks[best], colours) >= _seen(plain, colours) else plain.hex


def _colour(palette: Mapping[str, Colour], ink: str) -> Colour:
    return palette.get(ink) or parse(ink) or BLACK


def _seen(ink: Colour, ground: Counter[Colour]) -> float:
    """Return the contrast that an ink has with all of a ground but its speckles."""
    left = _SPECKLES * ground.total()
    for ratio, count in sorted((contrast(ink, colour), count) for colour, count in ground.items()):
        left -= count
        if left < 0:
            return ratio
    return 1.0
