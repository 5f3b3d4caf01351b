"""Boxes of card: tuck boxes, sleeves, trays and the lids of trays, each as a net.

Every function takes the width, height and depth, in mm, of what the box holds, its play added, and the thickness of the
card. Panels that come to lie inside others are smaller by the card's thickness, so that nothing is crushed: `inside` of
a net is what remains.
"""

from __future__ import annotations

from collections.abc import Iterable

from beeprint.base.geometry import Point, Ring
from beeprint.game.folding.net import QUARTER, Fold, Glue, Net, Panel, flap, rectangle

# Standees folded from paper.


def paper_standee(width: float, height: float, foot: float) -> Net:
    """Return a standee folded over at its head: front, back upside down above it, and a foot at either end.

    The feet fold outwards, so that it stands like a T upside down. The paper's thickness is not counted: front and back
    are glued to each other.
    """
    w, h = width, height
    head, sole = Point(0, 0), Point(w, 0)
    panels = (
        Panel("front", rectangle(0, 0, w, h)),
        Panel("back", rectangle(0, -h, w, 0), Fold("front", head, sole, 180), 180),
        Panel("foot-front", rectangle(0, h, w, h + foot), Fold("front", Point(w, h), Point(0, h), -90)),
        Panel("foot-back", rectangle(0, -h - foot, w, -h), Fold("back", Point(0, -h), Point(w, -h), -90), 180),
    )
    return Net(panels).at_origin


#: mm. The lid's tab: 15 deep, corners of 7 (florianfesti/boxes, generators/paperbox.py); the thumb's notch: a radius of
#: 7.5 (timur-tabi/svg-tuckbox); dust flaps: 0.6 of the depth (sumpfork/tuckboxes).
TAB, TAB_RADIUS, NOTCH, DUST = 15.0, 7.0, 7.5, 0.6
#: mm: the width of a glue flap and of the flaps in the corners of a tray, and the least depth of a dust flap.
GLUE, CORNER, DUST_LEAST = 12.0, 12.0, 10.0
#: mm: what parts that pass each other keep free, and how far flaps narrow towards their edges.
PLAY, TAPER = 0.25, 2.0
#: mm: the corners of a divider's tab.
DIVIDER_RADIUS = 2.0

Size = tuple[float, float, float]


def tuck_box(size: Size, card: float, tab: float = TAB, notch: float = NOTCH, glued: bool = False) -> Net:
    """Return a box with a lid that tucks in behind the front, and a bottom that does so too or is glued.

    The wall goes round as back, left, front, right and a glue flap that lies inside the back. Lid and bottom hang on
    the back. `tab` is how deep they tuck in, `notch` the radius of the thumb's notch in the front.
    """
    w, h, d = size[0] + 2 * card, size[1] + 4 * card, size[2] + 4 * card
    left, front, right, end = w, w + d, 2 * w + d, 2 * w + 2 * d - card
    ends = (
        *_end(w, d, card, 0, 1, ("top", "tuck", "dust-left", "dust-right"), tab),
        *_end(w, d, card, h, -1, ("bottom", "bottom-tuck", "bottom-dust-left", "bottom-dust-right"), tab),
    )
    inner = (card, h - card)
    side = (inner[0] + TAPER, inner[1] - TAPER)
    seam = (Point(end, side[0]), Point(end, side[1]))
    panels = (
        Panel("front", _notched(front, right, h, notch)),
        Panel("left", rectangle(left, inner[0], front, inner[1]), _upright("front", front, *inner, -1)),
        Panel("back", rectangle(0, 0, w, h), _upright("left", left, *inner, -1)),
        Panel("right", rectangle(right, inner[0], end, inner[1]), _upright("front", right, *inner, 1)),
        Panel("glue", flap(seam, min(GLUE, w / 3), (TAPER, TAPER)), _upright("right", end, *side, 1), flap=True),
        *ends,
    )
    glue = [Glue("glue", "back")]
    if glued:
        glue += [Glue("bottom-tuck", "front"), Glue("bottom-dust-left", "bottom"), Glue("bottom-dust-right", "bottom")]
    return Net(panels, tuple(glue), card, (w - 2 * card, h - 4 * card, d - 4 * card)).at_origin


def _end(
    w: float, d: float, card: float, edge: float, up: int, names: tuple[str, str, str, str], tab: float
) -> Iterable[Panel]:
    """Yield one end of a tuck box at an edge of its wall: the lid, its tab and two dust flaps.

    `up` is 1 for the top, -1 for the bottom, which is the top upside down.
    """
    lid, tuck, *dust = names
    far = edge - up * (d - card)
    fold = _level("back", 0, w, edge, up)
    yield Panel(lid, _ring(0, far, w, edge), fold, turn=180 if up > 0 else 0)
    inset = card + PLAY
    tab_fold = _level(lid, inset, w - inset, far, up)
    yield Panel(tuck, flap((tab_fold.start, tab_fold.end), tab, radius=TAB_RADIUS), tab_fold, _turn(up), True)
    depth = min(max(DUST * d, DUST_LEAST), w / 2 - card - PLAY)
    # From front to back: behind the front and the lid's tab, before the glue flap and the back.
    ahead, behind = 2 * card + PLAY, 2 * card + PLAY
    for name, parent, start, stop in (
        (dust[0], "left", w + behind, w + d - ahead),
        (dust[1], "right", 2 * w + d + ahead, 2 * w + 2 * d - behind),
    ):
        at = _level(parent, start, stop, edge + up * card, up)
        narrow = min(TAPER, (stop - start) / 4)
        yield Panel(name, flap((at.start, at.end), depth, (narrow, narrow)), at, _turn(up), True)


def sleeve(size: Size, card: float) -> Net:
    """Return a band round a pile, open at both ends: back, left, front, right and a glue flap inside the back."""
    w, h, d = size[0] + 2 * card, size[1], size[2] + 3 * card
    left, front, right, end = w, w + d, 2 * w + d, 2 * w + 2 * d - card
    inset = min(TAPER, h / 4)
    panels = (
        Panel("front", rectangle(front, 0, right, h)),
        Panel("left", rectangle(left, 0, front, h), _upright("front", front, 0, h, -1)),
        Panel("back", rectangle(0, 0, w, h), _upright("left", left, 0, h, -1)),
        Panel("right", rectangle(right, 0, end, h), _upright("front", right, 0, h, 1)),
        Panel(
            "glue",
            flap((Point(end, 0), Point(end, h)), min(GLUE, w / 3), (inset, inset)),
            _upright("right", end, 0, h, 1),
            flap=True,
        ),
    )
    return Net(panels, (Glue("glue", "back"),), card, (w - 2 * card, h, d - 3 * card)).at_origin


def tray(size: Size, card: float, floor: str = "bottom") -> Net:
    """Return an open box: a floor and four walls, the left and right ones with flaps glued inside the others.

    Seen from outside; `size` is the floor's width and height inside, and how deep the tray is.
    """
    w, h, d = size[0] + 2 * card, size[1] + 4 * card, size[2] + card
    # Upright is towards the rim of a tray, and away from that of its lid. A tray is seen from below, a lid from above:
    # its front is above the floor, or below it.
    above, below, left = ("front", "back", 270) if floor == "bottom" else ("back", "front", 90)
    turns = {"front": 0, "back": 180}
    reach = min(CORNER, w / 2 - card - PLAY)
    panels = [
        Panel(floor, rectangle(0, 0, w, h)),
        Panel(below, rectangle(0, h, w, h + d), _level(floor, 0, w, h, -1), turns[below]),
        Panel(above, rectangle(0, -d, w, 0), _level(floor, 0, w, 0, 1), turns[above]),
        Panel("left", rectangle(-d, card, 0, h - card), _upright(floor, 0, card, h - card, -1), left),
        Panel("right", rectangle(w, card, w + d, h - card), _upright(floor, w, card, h - card, 1), 360 - left),
    ]
    glue = []
    # The flaps keep clear of the floor, on which they would else stand, and narrow towards the rim.
    foot, rim = card + PLAY, min(TAPER, d / 4)
    for side, near, far in (("left", -foot, -d), ("right", w + foot, w + d)):
        for wall, edge, up in ((above, card, 1), (below, h - card, -1)):
            name = f"{side}-{wall}"
            fold = _level(side, min(near, far), max(near, far), edge, up)
            narrow = (rim, 0.0) if (side == "left") == (up > 0) else (0.0, rim)
            panels.append(Panel(name, flap((fold.start, fold.end), reach, narrow), fold, _turn(up), True))
            glue.append(Glue(name, wall))
    return Net(tuple(panels), tuple(glue), card, (w - 2 * card, h - 4 * card, d - card)).at_origin


def lid(size: Size, card: float) -> Net:
    """Return the lid of a tray: the same, seen from above, its floor being the top."""
    return tray(size, card, "top")


def divider(size: Size, card: float, tab: tuple[float, float, float]) -> Net:
    """Return a card to stand between others, with a tab above it: where it starts, how wide and how high it is."""
    w, h, _ = size
    start, width, height = tab
    top = _level("card", start, start + width, 0, 1)._replace(angle=0)
    panels = (
        Panel("card", rectangle(0, 0, w, h)),
        Panel("tab", flap((top.start, top.end), height, radius=DIVIDER_RADIUS), top),
    )
    return Net(panels, (), card, size).at_origin


def _level(parent: str, x: float, right: float, y: float, up: int) -> Fold:
    """Return a level fold for a panel above it (`up` 1) or below it (-1)."""
    a, b = Point(x, y), Point(right, y)
    return Fold(parent, *((a, b) if up > 0 else (b, a)), 90)


def _upright(parent: str, x: float, y: float, bottom: float, right: int) -> Fold:
    """Return an upright fold for a panel on its right (`right` 1) or on its left (-1)."""
    a, b = Point(x, y), Point(x, bottom)
    return Fold(parent, *((a, b) if right > 0 else (b, a)), 90)


def _turn(up: int) -> int:
    return 180 if up > 0 else 0


def _ring(x: float, y: float, right: float, bottom: float) -> Ring:
    return rectangle(x, min(y, bottom), right, max(y, bottom))


def _notched(x: float, right: float, h: float, radius: float) -> Ring:
    """Return the front with a half-round notch in the middle of its upper edge."""
    radius = min(radius, (right - x) / 4, h / 4)
    if radius <= 0:
        return rectangle(x, 0, right, h)
    middle = (x + right) / 2
    first = [Point(middle - radius * c, radius * s) for c, s in QUARTER]
    last = [Point(middle + radius * s, radius * c) for c, s in QUARTER[1:]]
    return (Point(x, 0), *first, *last, Point(right, 0), Point(right, h), Point(x, h))
