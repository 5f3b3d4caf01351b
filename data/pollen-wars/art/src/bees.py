"""The bees of the game, put together from parts: one head, one body, many moods, gestures and roles.

A bee is drawn in units of its own (`TALL` of them from antenna to foot, the origin at its chest) and set into the
picture at a place and height in mm; its outlines come out at the house weight whatever its height:

    import bees
    from style import canvas, save

    picture = canvas(53, 35)
    picture.add(bees.bee(picture, 15, 20, 24, role="forager", mood="happy", near="hold", near_prop=bees.bucket()))
    picture.add(bees.bee(picture, 40, 20, 20, role="soldier", mood="angry", facing="left", far="point"))
    save(picture, "cards/example")

view    "side" (three-quarter, `facing` right or left), "front", "bust" (front, head and shoulders), "top" (for tokens)
role    "plain", "forager" (headscarf), "soldier" (crested helmet), "queen" (crown and ruff)
mood    happy laughing smug sly angry surprised scared sad crying asleep dead dizzy
near    gesture of the arm on our side (front views: the left one in the picture); `far` is the other arm:
        down wave up point hold carry forward hip salute chin belly hug; or ((elbow x, y), (hand x, y)) in bee units
pose    side view only: "stand", "fly" (abdomen level, legs trailing), "sit", "run"
wings   "up", "level", "down", or "none"
tint    palette name (or currentColor) of the scarf, plume and jewels
look    where the pupils go, each of x and y from -1 to 1 (x is forward in a side view)
turn    degrees clockwise;  `faded` drains the colours;  `hurt` adds a bandage
wings   may be smaller or larger by `wing_size`;  `line` is the outline in mm;
zoom    print size / nominal size of the whole picture

A prop is a function from a `Pencil` to a drawing whose origin is the hand, in bee units, upright; it is drawn behind
the fist. `held` makes one out of any drawing. Ready made: `bucket`, `spear`, `broken_spear`, `placard`, `honey_pot`,
`flower`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from art.pen import LINE, Drawn, Picture, Point, ring
from style import Pencil, at, ink, number, outline, scallops

TALL = 28.0  # bee units from the tips of the antennae to the feet

FADED = {  # the inks of a bee that is out of the game
    "bee": "shade",
    "honey": "faded",
    "bee-light": "paper",
    "honey-light": "paper",
    "honey-deep": "faded",
    "honey-dark": "rock-deep",
    "wing": "white",
    "wing-line": "rock",
    "blush": "faded",
}

Arm = tuple[Point, Point]

Prop = Callable[[Pencil], Drawn]


# ---------------------------------------------------------------------------------------------- outlines


def scallop(x: float, y: float, rx: float, ry: float, bumps: int, swell: float = 0.62) -> str:
    """Return the path of an oval edged with round tufts (fur, ruffs, clouds)."""
    turns = [math.tau * i / bumps for i in range(bumps)]
    edge = [(x + rx * math.cos(turn), y + ry * math.sin(turn)) for turn in turns]
    return scallops(edge, lambda chord: (chord * swell, chord * swell))


def piece(curve: Sequence[Point], start: float, end: float) -> list[Point]:
    """Cut the part from `start` to `end` (0 to 1) out of a cubic curve."""

    def blossom(a: float, b: float, c: float) -> Point:
        points = list(curve)
        for t in (a, b, c):
            points = [(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in itertools.pairwise(points)]
        return points[0]

    return [
        blossom(start, start, start),
        blossom(start, start, end),
        blossom(start, end, end),
        blossom(end, end, end),
    ]


def band(upper: Sequence[Point], lower: Sequence[Point], start: float, end: float, bulge: float) -> str:
    """Return a stripe across a body given by two profiles; its edges bulge towards the tail."""
    top, bottom = piece(upper, start, end), piece(lower, start, end)[::-1]
    swell = [
        ((a[0] + b[0]) / 2 + bulge * (1 - t), (a[1] + b[1]) / 2)
        for a, b, t in ((top[3], bottom[0], end), (bottom[3], top[0], start))
    ]
    return (
        f"M{at(*top[0])}C{at(*top[1], *top[2], *top[3])}Q{at(*swell[0], *bottom[0])}"
        f"C{at(*bottom[1], *bottom[2], *bottom[3])}Q{at(*swell[1], *top[0])}Z"
    )


# ---------------------------------------------------------------------------------------------- moods


@dataclass(frozen=True)
class Mood:
    """How a face is set: lids and brows as heights (-1 top of the eye, 1 bottom) at its outer and inner end."""

    mouth: str
    eyes: str = "open"
    lid: Point | None = None
    under: Point | None = None
    brow: Point | None = None
    pupil: float = 1.0
    droop: float = 0.0


MOODS: dict[str, Mood] = {
    "happy": Mood("smile", brow=(-1.36, -1.34)),
    "laughing": Mood("laugh", eyes="glad", brow=(-1.22, -1.24)),
    "smug": Mood("smirk", lid=(-0.42, -0.34), brow=(-1.05, -1.4)),
    "sly": Mood("sly", lid=(-0.55, 0.05), under=(0.62, 0.8), brow=(-1.4, -0.62), pupil=0.9),
    "angry": Mood("teeth", lid=(-0.75, 0.0), brow=(-1.4, -0.5), pupil=0.85),
    "surprised": Mood("round", brow=(-1.25, -1.5), pupil=0.62, droop=-1.0),
    "scared": Mood("wobble", brow=(-0.95, -1.55), pupil=0.55, droop=0.7),
    "sad": Mood("frown", lid=(0.0, -0.65), brow=(-0.85, -1.5), droop=0.8),
    "crying": Mood("wail", eyes="shut", brow=(-0.6, -1.2), droop=0.9),
    "asleep": Mood("snore", eyes="shut", droop=0.6),
    "dead": Mood("tongue", eyes="cross", droop=1.3),
    "dizzy": Mood("wobble", eyes="spiral", brow=(-1.0, -1.45), droop=0.5),
}


def eye_lid(rx: float, ry: float, left: float, right: float, *, below: bool = False) -> str:
    """Return the part of an eye above (or below) a straight lid edge given by two heights."""
    ends = [(side * rx * math.sqrt(1 - h * h), ry * h) for side, h in ((-1, left), (1, right))]
    large = int((left + right > 0) != below)
    return f"M{at(*ends[0])}A{at(rx, ry)} 0 {large} {int(not below)} {at(*ends[1])}Z"


def pupil(pencil: Pencil, rx: float, ry: float, mood: Mood, look: Point) -> list[Drawn]:
    """Draw a pupil with its two highlights, kept inside the eye."""
    w, h = rx * 0.66 * mood.pupil, ry * 0.68 * mood.pupil
    x, y = look[0] * (rx - w) * 0.72, look[1] * (ry - h) * 0.72
    return [
        pencil.oval(x, y, w, h, "ink", lined=False),
        pencil.oval(x - w * 0.28, y - h * 0.36, w * 0.42, h * 0.36, "white", lined=False),
        pencil.dot(x + w * 0.36, y + h * 0.42, w * 0.22, "white"),
    ]


def spiral(radius: float) -> str:
    """Return the curl of a dizzy eye."""
    path = "M0 0"
    for i in range(1, 7):
        r = radius * i / 6
        end = (r, 0) if i % 2 else (-r, 0)
        bow = (radius * (i - 1) / 6 + r) / 2
        path += f"A{at(bow, bow)} 0 0 1 {at(*end)}"
    return path


def eye(pencil: Pencil, x: float, y: float, rx: float, ry: float, mood: Mood, look: Point, inner: int) -> Drawn:
    """Draw one eye with lids and brow; `inner` is 1 where the nose lies to its right, -1 to its left."""
    thick = max(pencil.line * 1.15, 0.62)
    parts: list[Drawn] = []

    def span(pair: Point) -> Point:
        return pair if inner > 0 else (pair[1], pair[0])

    if mood.eyes == "glad":
        parts.append(pencil.stroke(f"M{at(-rx * 0.95, ry * 0.35)}Q{at(0, -ry * 1.15, rx * 0.95, ry * 0.35)}", thick))
    elif mood.eyes == "shut":
        parts.append(pencil.stroke(f"M{at(-rx * 0.82, 0)}Q{at(0, ry * 0.85, rx * 0.82, 0)}", thick))
        parts.append(pencil.stroke(f"M{at(-inner * rx * 0.82, 0)}l{at(-inner * 0.7, -0.35)}", thick))
    else:
        parts.append(pencil.oval(0, 0, rx, ry, "white"))
        if mood.eyes == "cross":
            a, b = rx * 0.5, ry * 0.46
            parts.append(pencil.stroke(f"M{at(-a, -b)}L{at(a, b)}M{at(a, -b)}L{at(-a, b)}", thick * 1.2))
        elif mood.eyes == "spiral":
            parts.append(pencil.stroke(spiral(rx * 0.72), max(pencil.detail, 0.4)))
        else:
            parts += pupil(pencil, rx, ry, mood, look)
        if mood.lid:
            parts.append(pencil.shape(eye_lid(rx, ry, *span(mood.lid)), "honey"))
        if mood.under:
            parts.append(pencil.shape(eye_lid(rx, ry, *span(mood.under), below=True), "honey"))
    if mood.brow:
        left, right = span(mood.brow)
        lift = (left + right) / 2 - (0.32 if abs(left - right) < 0.5 else 0.12)
        reach = rx * 0.62
        parts.append(
            pencil.stroke(f"M{at(-reach, ry * left)}Q{at(0, ry * lift, reach, ry * right)}", max(pencil.line, 0.74))
        )
    return pencil.group(*parts, transform=f"translate({at(x, y)})")


def open_mouth(pencil: Pencil, w: float, top: float, bottom: float) -> list[Drawn]:
    """Draw a laughing mouth of half width `w` with its tongue."""
    return [
        pencil.shape(
            f"M{at(-w, top)}Q{at(0, top + 0.75, w, top)}C{at(w, bottom * 0.75, w * 0.5, bottom, 0, bottom)}"
            f"C{at(-w * 0.5, bottom, -w, bottom * 0.75, -w, top)}Z",
            "honey-dark",
        ),
        pencil.flat(
            f"M{at(-w * 0.52, bottom * 0.72)}Q{at(0, bottom * 0.2, w * 0.52, bottom * 0.72)}"
            f"Q{at(0, bottom * 1.08, -w * 0.52, bottom * 0.72)}Z",
            "blush",
        ),
    ]


def mouth(pencil: Pencil, kind: str, x: float, y: float) -> Drawn:
    """Draw a mouth of the given kind."""
    line = max(pencil.line, 0.5)
    parts: list[Drawn]
    if kind == "smile":
        parts = open_mouth(pencil, 2.0, -0.95, 1.35)
    elif kind == "laugh":
        parts = open_mouth(pencil, 2.6, -1.7, 1.4)
    elif kind == "smirk":
        parts = [pencil.stroke("M-1.5 .1Q.3 1.3 1.7 -.3M1.3 -.6Q1.8 -.6 2.1 -.1", line)]
    elif kind == "sly":
        parts = [
            pencil.shape("M-1.5 .1Q.7 .5 2.2 -.9Q2 1 .5 1.15Q-.9 1.1 -1.5 .1Z", "white"),
            pencil.stroke("M.3 .4L.35 1.1M1.3 .1L1.35 .8"),
        ]
    elif kind == "teeth":
        parts = [
            pencil.shape("M-1.9 .9Q-1.9 -.9 0 -.9Q1.9 -.9 1.9 .9Q0 .3 -1.9 .9Z", "white"),
            pencil.stroke("M-.75 -.8V.55M.75 -.8V.55"),
        ]
    elif kind == "round":
        parts = [pencil.oval(0, 0.15, 1.0, 1.3, "honey-dark"), pencil.oval(0, 0.85, 0.55, 0.38, "blush", lined=False)]
    elif kind == "wobble":
        parts = [pencil.stroke("M-2.1 .3Q-1.55 -.75 -1 0T.05 .05T1.1 .1T2.1 .1", line)]
    elif kind == "frown":
        parts = [pencil.stroke("M-1.4 .7Q0 -.8 1.4 .7", line)]
    elif kind == "wail":
        parts = [
            pencil.shape("M-1.9 1.3Q-2.1 -1.1 0 -1.2Q2.1 -1.1 1.9 1.3Q0 .5 -1.9 1.3Z", "honey-dark"),
            pencil.flat("M-1.2 .75Q0 -.4 1.2 .75Q0 .4 -1.2 .75Z", "blush"),
        ]
    elif kind == "snore":
        parts = [pencil.oval(0.1, 0.1, 0.75, 0.6, "honey-dark")]
    else:
        parts = [
            pencil.shape("M-.2 .1V1.2Q-.1 2 .7 2T1.5 1.2V.1Z", "blush"),
            pencil.stroke("M-1.8 .3Q0 -.3 1.9 .1", line),
            pencil.stroke("M.65 .6V1.2"),
        ]
    return pencil.group(*parts, transform=f"translate({at(x, y)})")


def tears(pencil: Pencil, eyes: Sequence[tuple[float, float, float, float]]) -> list[Drawn]:
    """Draw a stream of tears below each eye."""
    parts = []
    for x, y, rx, _ in eyes:
        side = -0.4 if x < 1 else 0.4
        left, right = x + side - rx * 0.42, x + side + rx * 0.42
        parts.append(
            pencil.shape(
                f"M{at(left, y + 0.9)}Q{at(left - 0.5, y + 3, left - 0.2, y + 4.5)}"
                f"A{at(rx * 0.55, rx * 0.5)} 0 0 0 {at(right + 0.2, y + 4.5)}"
                f"Q{at(right + 0.1, y + 3, right, y + 0.9)}Z",
                "sky-deep",
            )
        )
    return parts


# ---------------------------------------------------------------------------------------------- heads

SKULL = "M-6.3 .5C-6.5-3.8-3.6-5.7 0-5.7C3.6-5.7 6.5-3.8 6.3 .5C6.1 4.2 3.3 5.7 0 5.7C-3.3 5.7-6.1 4.2-6.3 .5Z"


def antenna(pencil: Pencil, side: int, droop: float, root: Point) -> Drawn:
    """Draw one feeler with its bobble; it sinks as `droop` grows."""
    x, y = root
    tip = (x + side * (2.7 + 1.3 * max(droop, 0)), y - 3.7 + 2.6 * droop)
    bend = (x + side * 0.2, y - 3.6 + 0.8 * droop)
    return pencil.group(
        pencil.stroke(f"M{at(x, y)}Q{at(*bend, *tip)}", max(pencil.line, 0.6)),
        pencil.oval(*tip, 0.85, 0.85, "honey-deep"),
    )


def headscarf(pencil: Pencil, tint: str, side: bool) -> tuple[list[Drawn], list[Drawn]]:
    """Draw a knotted headscarf: what lies behind the head, and what lies on it."""
    tails = [
        pencil.shape(
            "M-5.6 -1.6C-7.6 -2.4 -9.4 -1.6 -10.2 .2C-8.6 .1 -8.3 .6 -7.4 1.4C-6.6 .6 -5.8 -.4 -5.6 -1.6Z", tint
        ),
        pencil.shape("M-5.8 -1.8C-8 -4.4 -9.6 -4 -10.6 -3C-9.5 -2.5 -9.4 -2 -9.3 -1.2C-8 -1 -6.6 -1 -5.8 -1.8Z", tint),
    ]
    cloth = (
        "M-6.55 -.6C-6.7 -4.4 -3.7 -6.25 0 -6.25C3.7 -6.25 6.6 -4.4 6.5 -.9"
        "C4.9 -3.3 2.5 -3.95 0 -3.9C-2.6 -3.85 -5 -2.9 -6.55 -.6Z"
    )
    dots = [
        pencil.dot(x, y, 0.45, "white") for x, y in ((-4.7, -3.3), (-2.3, -4.8), (0.3, -5.1), (2.8, -4.65), (4.9, -3.1))
    ]
    fold = pencil.flat(
        "M-6.55 -.6C-5 -2.9 -2.6 -3.85 0 -3.9C2.5 -3.95 4.9 -3.3 6.5 -.9L6.45 -1.7"
        "C4.8 -4 2.5 -4.55 0 -4.5C-2.6 -4.45 -5.1 -3.5 -6.55 -1.4Z",
        "ink",
        0.22,
    )
    knot = [pencil.oval(-6.3, -1.6, 1.05, 1.2, tint, turn=-20)] if side else []
    if not side:
        tails = []
        knot = [
            pencil.shape("M2.6 -5.6C3.2 -8.2 5 -8.6 6 -7.8C5.9 -6.3 4.8 -5.2 2.9 -4.9Z", tint),
            pencil.shape("M2.6 -5.4C5.4 -5.9 6.9 -5.2 7.3 -3.9C6.1 -3 4.4 -3.4 2.7 -4.7Z", tint),
            pencil.oval(2.7, -5.1, 0.95, 0.95, tint),
        ]
    return tails, [pencil.shape(cloth, tint), *dots, fold, *knot]


def helmet(pencil: Pencil, tint: str, side: bool) -> tuple[list[Drawn], list[Drawn]]:
    """Draw a helmet with a crest in the tint: what lies behind the head, and what lies on it."""
    if side:
        crest = pencil.shape(
            "M3.4 -6.2C4.6 -9.6 1.2 -11.4 -2.4 -10.9C-7.6 -10.3 -10.4 -6.4 -10 -1.2C-9.2 -2.2 -8.6 -2.6 -7.6 -2.6"
            "C-6 -2.6 -5 -6 3.4 -6.2Z",
            tint,
        )
        ribs = pencil.stroke("M1.2 -7.6L1.6 -9.4M-2 -7.6L-2.6 -9.7M-5 -6.3L-6.7 -8M-6.8 -4.2L-8.7 -4.9")
    else:
        crest = pencil.shape("M-1.9 -6.2C-3.4 -8.6 -3 -11.4 0 -11.6C3 -11.4 3.4 -8.6 1.9 -6.2Z", tint)
        ribs = pencil.stroke("M-1.1 -8V-9.8M0 -8.2V-10.3M1.1 -8V-9.8")
    dome = (
        "M-6.8 -1.4C-7.1 -5.2 -4.1 -7.3 0 -7.3C4.1 -7.3 7.1 -5.2 6.8 -1.4"
        "C4.6 -3 2.4 -3.5 0 -3.5C-2.4 -3.5 -4.6 -3 -6.8 -1.4Z"
    )
    rim = (
        "M-7.2 -1C-7.2 -2 -7.1 -2.4 -6.7 -2.7C-2.8 -5.4 2.8 -5.4 6.7 -2.7"
        "C7.1 -2.4 7.2 -2 7.2 -1C3 -3.9 -3 -3.9 -7.2 -1Z"
    )
    worn = [
        pencil.shape(dome, "rock-light"),
        pencil.flat("M-5.6 -3.8C-5 -5.6 -3 -6.5 -1 -6.6C-2.6 -5.9 -3.6 -5.2 -4.1 -4.5Z", "white", 0.85),
        pencil.shape(rim, "honey"),
        *(pencil.dot(x, y, 0.36, "ink") for x, y in ((-4.4, -3.45), (0, -4.1), (4.4, -3.45))),
    ]
    lift = "translate(0 -.7)"
    return [pencil.group(crest, ribs, transform=lift)], [pencil.group(*worn, transform=lift)]


def crown(pencil: Pencil, tint: str) -> list[Drawn]:
    """Draw a jewelled crown on top of the head."""
    parts: list[Drawn] = [
        pencil.shape("M-3.8 -4.5L-5 -9.3L-2.2 -7.4L0 -10.4L2.2 -7.4L5 -9.3L3.8 -4.5Q0 -5.7 -3.8 -4.5Z", "honey"),
        pencil.flat("M-3.8 -4.6L-4 -5.6Q0 -6.9 4 -5.6L3.8 -4.6Q0 -5.8 -3.8 -4.6Z", "honey-deep"),
        pencil.stroke("M-4 -5.7Q0 -6.9 4 -5.7"),
    ]
    parts += [pencil.oval(x, y, 0.75, 0.75, "jelly-light") for x, y in ((-5, -9.4), (0, -10.5), (5, -9.4))]
    parts.append(pencil.shape("M0 -8.5L.85 -7.4L0 -6.3L-.85 -7.4Z", tint))
    return parts


def bandage(pencil: Pencil, x: float, y: float, rx: float, ry: float) -> Drawn:
    """Draw a pad over the eye at (x, y), and its strap round the head."""
    strap = f"M-5.6 -2.9L-4.5 -4.1Q{at(-1, -3.5, x + 0.6, y - 1.6)}L{at(x - 1.4, y + 0.2)}Q-2.6 -2 -5.6 -2.9Z"
    cheek = f"M{at(x + 0.8, y + 0.6)}L6.1 1.2L5.7 2.9L{at(x, y + 2.2)}Z"
    return pencil.group(
        pencil.shape(strap, "white"),
        pencil.shape(cheek, "white"),
        pencil.oval(x, y + 0.1, rx * 1.1, ry * 1.02, "white"),
        pencil.stroke(
            f"M{at(x - 1.1, y - 0.7)}l2.2 1.8M{at(x + 1.1, y - 0.7)}l-2.2 1.8", max(pencil.detail, 0.4), "red"
        ),
    )


def head(pencil: Pencil, role: str, mood_name: str, tint: str, *, side: bool, look: Point, hurt: bool = False) -> Drawn:
    """Draw a whole head about its own middle, in three-quarter view or from the front."""
    mood = MOODS[mood_name]
    eyes = [(-0.45, 0.0, 2.25, 2.7), (3.95, 0.0, 1.7, 2.5)] if side else [(-2.6, 0.0, 2.2, 2.65), (2.6, 0.0, 2.2, 2.65)]
    nose = 2.2 if side else 0.0
    behind: list[Drawn] = []
    gear: list[Drawn] = []
    if role == "forager":
        behind, gear = headscarf(pencil, tint, side)
    elif role == "soldier":
        behind, gear = helmet(pencil, tint, side)
    elif role == "queen":
        gear = [pencil.group(*crown(pencil, tint), transform="rotate(-8)" if side else "")]
    roots = [(-1.0, -5.0), (3.2, -4.8)] if side else [(-2.6, -4.8), (2.6, -4.8)]
    if role in ("soldier", "queen"):
        roots = [(-4.6, -3.6), (4.6, -3.6)]
    feelers = [antenna(pencil, direction, mood.droop, root) for direction, root in zip((-1, 1), roots, strict=True)]
    parts: list[Drawn] = [*behind, *feelers, pencil.flat(SKULL, "bee")]
    parts.append(
        pencil.flat(
            "M-6.2 1.6C-5.6 4.6 -3 5.7 0 5.7C3.3 5.7 5.9 4.3 6.3 1C5.4 3.4 3 4.6 -.2 4.6C-2.9 4.6 -5 3.6 -6.2 1.6Z",
            "honey",
        )
    )
    parts.append(pencil.oval(-3.4, -3.2, 1.7, 0.9, "bee-light", lined=False, turn=-38))
    parts += [pencil.oval(x, 3.05, 1.15, 0.72, "blush", lined=False) for x in ((-3.3, 5.2) if side else (-4.7, 4.7))]
    parts.append(pencil.shape(SKULL, "none"))
    parts += gear
    if mood_name == "crying":
        parts += tears(pencil, eyes)
    parts += [
        eye(pencil, x, y, rx, ry, mood, look, inner)
        for (x, y, rx, ry), inner in zip(reversed(eyes), (-1, 1), strict=True)
    ]
    if hurt:
        parts.append(bandage(pencil, *eyes[1]))
    if role == "queen":
        outer = eyes[0][0] - eyes[0][2]
        lashes = f"M{at(outer + 0.1, -0.9)}l-1.1 -.6M{at(outer + 0.5, -1.7)}l-.9 -.95"
        if not side:
            lashes += f"M{at(-outer - 0.1, -0.9)}l1.1 -.6M{at(-outer - 0.5, -1.7)}l.9 -.95"
        parts.append(pencil.stroke(lashes, max(pencil.detail, 0.42)))
    parts.append(mouth(pencil, mood.mouth, nose, 3.75))
    return pencil.group(*parts)


# ---------------------------------------------------------------------------------------------- bodies

ABDOMEN_BACK: list[Point] = [(0, 2.9), (2.2, 6.6), (8.8, 5.6), (11.4, 0.3)]
ABDOMEN_BELLY: list[Point] = [(0, -2.9), (2.2, -6.6), (8.8, -5.0), (11.4, 0.3)]


def abdomen(pencil: Pencil) -> Drawn:
    """Draw the striped abdomen along the x axis, its root at the origin and its sting at the far end."""
    back, belly = ABDOMEN_BACK, ABDOMEN_BELLY
    hull = f"M{at(*back[0])}C{at(*back[1], *back[2], *back[3])}C{at(*belly[2], *belly[1], *belly[0])}Z"
    return pencil.group(
        pencil.shape("M10.2 -.9L13.6 .4L10.2 1.5Z", "ink"),
        pencil.flat(hull, "bee"),
        pencil.flat(
            f"M{at(*belly[0])}C{at(*belly[1], *belly[2], *belly[3])}C9 -2.4 4.4 -3.4 {at(*belly[0])}Z", "honey"
        ),
        pencil.oval(3.4, 3.2, 1.9, 0.75, "bee-light", lined=False, turn=6),
        *(pencil.flat(band(back, belly, a, b, 2.2), "ink") for a, b in ((0.27, 0.43), (0.58, 0.74), (0.88, 1))),
        pencil.shape(hull, "none"),
    )


def round_belly(pencil: Pencil) -> Drawn:
    """Draw the abdomen seen from the front or from above, hanging down from the origin."""
    left: list[Point] = [(2.9, 0), (7.6, 3.2), (6.2, 10.4), (0, 11.6)]
    right: list[Point] = [(-x, y) for x, y in left]

    def across(start: float, end: float) -> str:
        a, b = piece(left, start, end), piece(right, start, end)[::-1]
        sag = 1.3
        return (
            f"M{at(*a[0])}C{at(*a[1], *a[2], *a[3])}Q{at(0, a[3][1] + sag * (1 - end), *b[0])}"
            f"C{at(*b[1], *b[2], *b[3])}Q{at(0, b[3][1] + sag, *a[0])}Z"
        )

    hull = f"M{at(*left[0])}C{at(*left[1], *left[2], *left[3])}C{at(*right[2], *right[1], *right[0])}Z"
    return pencil.group(
        pencil.shape("M-.9 10.9L0 13.6L.9 10.9Z", "ink"),
        pencil.flat(hull, "bee"),
        pencil.flat(f"M{at(*left[0])}C{at(*left[1], *left[2], *left[3])}C4.6 9.6 4.6 3.6 {at(*left[0])}Z", "honey"),
        pencil.oval(-3.0, 3.0, 0.7, 1.5, "bee-light", lined=False, turn=24),
        *(pencil.flat(across(a, b), "ink") for a, b in ((0.3, 0.45), (0.59, 0.75), (0.9, 1))),
        pencil.shape(hull, "none"),
    )


def wing(pencil: Pencil, turn: float, size: float, root: Point, *, flip: bool = False) -> Drawn:
    """Draw a veined wing growing from `root`; at turn 0 it points to the right."""
    blade = "M0 0C.6 -3.4 4.6 -6 9 -5.6C13.4 -5.2 14.6 -1.6 11.6 .6C8.6 2.7 3 2.2 0 0Z"
    move = f"translate({at(*root)})rotate({at(turn)})scale({at(size, -size if flip else size)})"
    inner = Pencil(pencil.picture, 1, inks=pencil.inks)
    inner.line, inner.detail = pencil.line / size, pencil.detail / size
    return inner.group(
        inner.flat(blade, "wing", 0.93),
        inner.flat("M3 -2.6C5 -4.6 8 -5 10.4 -4.2C8 -4 5.6 -3.4 3 -2.6Z", "white"),
        inner.stroke("M1 -.2C4.4 -2.6 7.4 -3 11 -2.4M3.6 -1.7C6 -1.2 8.4 -.8 10 -.2", None, "wing-line"),
        inner.shape(blade, "none"),
        transform=move,
    )


def fuzz(pencil: Pencil, x: float, y: float, rx: float, ry: float) -> Drawn:
    """Draw the furry chest."""
    return pencil.group(
        pencil.shape(scallop(x, y, rx, ry, 11), "honey-light"),
        pencil.stroke(f"M{at(x - rx * 0.2, y + ry * 0.66)}q.5 .7 1 0M{at(x + rx * 0.36, y + ry * 0.4)}q.5 .7 1 0"),
    )


def ruff(pencil: Pencil, x: float, y: float, rx: float, ry: float, tint: str) -> Drawn:
    """Draw the queen's lace ruff, fastened with a jewel."""
    return pencil.group(
        pencil.shape(scallop(x, y, rx, ry, 14, 0.56), "white"),
        pencil.shape(scallop(x, y - 0.1, rx * 0.68, ry * 0.62, 12, 0.56), "jelly-light"),
        pencil.oval(x, y + ry * 0.62, 0.95, 0.95, tint),
    )


def neckerchief(pencil: Pencil, x: float, y: float, tint: str) -> Drawn:
    """Draw a soldier's neckerchief, knotted in front."""
    return pencil.group(
        pencil.shape(
            f"M{at(x - 4.2, y - 1.4)}Q{at(x, y + 1.6, x + 4.2, y - 1.4)}L{at(x + 3.6, y + 0.8)}"
            f"Q{at(x, y + 3, x - 3.6, y + 0.8)}Z",
            tint,
        ),
        pencil.shape(f"M{at(x, y + 1.4)}l-1.5 3l1.6 -.5l1.5 .8l-.3 -3.2Z", tint),
        pencil.oval(x + 0.2, y + 1.3, 0.9, 0.8, tint),
    )


# ---------------------------------------------------------------------------------------------- limbs

SIDE_NEAR: dict[str, Arm] = {
    "down": ((-1.6, 3.6), (0.4, 6.0)),
    "wave": ((-5.6, 1.6), (-7.6, -4.6)),
    "up": ((-5.0, 0.4), (-6.6, -7.2)),
    "point": ((5.4, 4.4), (10.2, 1.2)),
    "hold": ((3.6, 6.0), (10.4, 3.6)),
    "carry": ((1.0, 4.4), (4.6, 5.4)),
    "forward": ((4.2, 4.6), (9.4, 2.2)),
    "hip": ((-5.2, 2.6), (-1.0, 4.6)),
    "salute": ((-8.6, -0.4), (-3.9, -7.6)),
    "chin": ((3.4, 4.6), (3.4, 0.6)),
    "belly": ((-1.6, 5.6), (3.4, 3.6)),
    "hug": ((3.0, 6.2), (8.2, 3.0)),
}
SIDE_FAR: dict[str, Arm] = {
    "down": ((5.6, 3.0), (5.2, 5.6)),
    "wave": ((8.4, 2.4), (10.9, -4.0)),
    "up": ((8.8, 1.0), (10.6, -7.6)),
    "point": ((7.0, 2.4), (11.4, -0.6)),
    "hold": ((7.4, 3.8), (12.0, 1.4)),
    "carry": ((5.0, 4.2), (7.6, 4.6)),
    "forward": ((6.4, 3.4), (11.0, 1.0)),
    "hip": ((8.2, 2.2), (4.4, 4.4)),
    "salute": ((11.6, 0.0), (8.2, -6.6)),
    "chin": ((7.4, 3.8), (5.4, 0.6)),
    "belly": ((6.4, 4.4), (3.6, 4.6)),
    "hug": ((8.0, 3.4), (9.4, -0.2)),
}
FRONT: dict[str, Arm] = {
    "down": ((-5.8, 2.6), (-6.2, 5.8)),
    "wave": ((-7.8, 3.0), (-9.4, -3.6)),
    "up": ((-8.0, 1.6), (-8.8, -6.6)),
    "point": ((-6.6, 3.6), (-10.8, 0.2)),
    "hold": ((-6.4, 5.0), (-8.6, 2.2)),
    "carry": ((-6.4, 3.0), (-7.4, 6.8)),
    "forward": ((-5.6, 5.4), (-2.2, 4.6)),
    "hip": ((-8.4, 2.8), (-4.4, 5.2)),
    "salute": ((-10.6, 0.4), (-6.0, -7.2)),
    "chin": ((-6.0, 4.8), (-1.8, 0.6)),
    "belly": ((-6.4, 4.6), (-2.0, 5.6)),
    "hug": ((-6.8, 3.6), (-1.0, 3.4)),
}
LEGS: dict[str, tuple[Arm, Arm]] = {  # near and far leg of a side view: knee and foot
    "stand": (((1.0, 8.2), (1.2, 11.2)), ((4.6, 7.4), (4.8, 10.8))),
    "fly": (((0.6, 7.6), (-2.6, 8.8)), ((4.0, 6.6), (2.0, 9.0))),
    "sit": (((4.6, 5.2), (7.2, 8.8)), ((7.0, 4.8), (9.6, 7.8))),
    "run": (((-0.4, 8.4), (-4.4, 9.6)), ((7.2, 6.2), (8.2, 10.2))),
}
TAIL = {"stand": 128.0, "fly": 162.0, "sit": 142.0, "run": 146.0}  # degrees the abdomen points to, 90 is down


def limb(pencil: Pencil, root: Point, bend: Point) -> Callable[[Point], Drawn]:
    """Return a function that draws a rubber limb from `root` over `bend` to a given end."""
    return lambda end: pencil.stroke(f"M{at(*root)}Q{at(*bend, *end)}", max(1.25, pencil.line * 1.6))


def hand(pencil: Pencil, spot: Point, gesture: str, ahead: int) -> Drawn:
    """Draw a mitten; `ahead` is 1 where the bee points to the right."""
    x, y = spot
    if gesture == "point":
        finger = f"M{at(x, y - 0.75)}h{at(ahead * 2.4)}a.6 .6 0 0 {int(ahead > 0)} 0 1.2h{at(-ahead * 1.6)}Z"
        return pencil.group(pencil.shape(finger, "bee-light"), pencil.oval(x, y, 1.2, 1.15, "bee-light"))
    raised = gesture in ("wave", "up")
    thumb = (x + ahead * 0.95, y + 0.1, 0.62, 0.8) if raised else (x + ahead * 0.3, y - 1.0, 0.6, 0.65)
    return pencil.group(pencil.oval(*thumb, "bee-light"), pencil.oval(x, y, 1.25, 1.3 if raised else 1.15, "bee-light"))


def arm(
    pencil: Pencil, shoulder: Point, table: dict[str, Arm], gesture: str | Arm, prop: Prop | None, ahead: int
) -> Drawn:
    """Draw an arm with what it holds and its hand."""
    bend, spot = table[gesture] if isinstance(gesture, str) else gesture
    name = gesture if isinstance(gesture, str) else "free"
    held_thing = pencil.group(prop(pencil), transform=f"translate({at(*spot)})") if prop else None
    return pencil.group(limb(pencil, shoulder, bend)(spot), held_thing, hand(pencil, spot, name, ahead))


def leg(pencil: Pencil, hip: Point, knee: Point, foot: Point, ahead: float) -> Drawn:
    """Draw a leg with its boot."""
    return pencil.group(
        limb(pencil, hip, knee)(foot),
        pencil.oval(foot[0] + ahead * 0.75, foot[1], 1.5 if ahead else 1.2, 0.85, "honey-dark"),
    )


# ---------------------------------------------------------------------------------------------- whole bees


@dataclass(frozen=True)
class Cast:
    """Everything that makes one bee differ from another."""

    role: str
    mood: str
    near: str | Arm
    far: str | Arm
    near_prop: Prop | None
    far_prop: Prop | None
    tint: str
    wings: str
    pose: str
    look: Point
    wing_size: float
    hurt: bool = False


def chest(pencil: Pencil, cast: Cast, x: float, y: float, rx: float, ry: float) -> list[Drawn]:
    """Draw the chest with what the role wears round the neck."""
    aside = 0.4 if x else 0.0  # in a side view the collar is turned to the front a little
    parts = [fuzz(pencil, x, y, rx, ry)]
    if cast.role == "soldier":
        parts.append(neckerchief(pencil, x + aside, y - 0.6, cast.tint))
    if cast.role == "queen":
        parts.append(ruff(pencil, x + aside, y - 1.0, rx * 1.5, ry * 0.95, cast.tint))
    return parts


def side_bee(pencil: Pencil, cast: Cast) -> Drawn:
    """Draw a bee in three-quarter view, facing right."""
    angles = {"up": (-128.0, -158.0, -104.0), "level": (-160.0, 174.0, -138.0), "down": (150.0, 134.0, 166.0)}
    (near_knee, near_foot), (far_knee, far_foot) = LEGS[cast.pose]
    parts: list[Drawn] = []
    if cast.wings != "none":
        fore, hind, beyond = angles[cast.wings]
        parts.append(wing(pencil, beyond, 0.86 * cast.wing_size, (0.4, -1.4)))
        if cast.wings != "down":
            parts += [
                wing(pencil, hind, 0.72 * cast.wing_size, (-1.8, 0.2), flip=True),
                wing(pencil, fore, cast.wing_size, (-1.4, -0.8), flip=cast.wings == "level"),
            ]
    parts.append(arm(pencil, (4.0, 0.8), SIDE_FAR, cast.far, cast.far_prop, 1))
    parts.append(leg(pencil, (3.0, 3.0), far_knee, far_foot, 1))
    parts.append(pencil.group(abdomen(pencil), transform=f"translate(-.2 1.6)rotate({at(TAIL[cast.pose])})"))
    parts.append(leg(pencil, (1.2, 3.4), near_knee, near_foot, 1))
    if cast.wings == "down":
        parts.append(wing(pencil, angles["down"][0], 0.95 * cast.wing_size, (-1.6, 0.0), flip=True))
    parts += chest(pencil, cast, 0.6, 1.2, 3.5, 3.1)
    tilt = 6 if cast.pose in ("fly", "run") else 0
    face = head(pencil, cast.role, cast.mood, cast.tint, side=True, look=cast.look, hurt=cast.hurt)
    parts.append(pencil.group(face, transform=f"translate(2 -5.6)rotate({at(tilt)})"))
    parts.append(arm(pencil, (-0.4, 1.8), SIDE_NEAR, cast.near, cast.near_prop, 1))
    return pencil.group(*parts)


def front_arms(pencil: Pencil, cast: Cast) -> list[Drawn]:
    """Draw both arms of a bee that looks at us."""
    mirrored = {name: ((-b[0], b[1]), (-h[0], h[1])) for name, (b, h) in FRONT.items()}
    return [
        arm(pencil, (-2.9, 1.2), FRONT, cast.near, cast.near_prop, -1),
        arm(pencil, (2.9, 1.2), mirrored, cast.far, cast.far_prop, 1),
    ]


def front_wings(pencil: Pencil, cast: Cast) -> list[Drawn]:
    """Draw the two pairs of wings of a bee seen from the front or from above."""
    if cast.wings == "none":
        return []
    fore, hind = {"up": (-34.0, -4.0), "level": (-14.0, 16.0), "down": (34.0, 56.0)}[cast.wings]
    parts: list[Drawn] = []
    for turn, size, y in ((hind, 0.78 * cast.wing_size, 1.4), (fore, 1.02 * cast.wing_size, 0.0)):
        parts.append(wing(pencil, turn, size, (2.0, y)))
        parts.append(wing(pencil, 180 - turn, size, (-2.0, y), flip=True))
    return parts


def front_bee(pencil: Pencil, cast: Cast, *, bust: bool = False) -> Drawn:
    """Draw a bee that looks at us, whole or head and shoulders."""
    parts = front_wings(pencil, cast)
    if not bust:
        parts += [leg(pencil, (s * 1.6, 7.0), (s * 2.2, 10.0), (s * 2.4, 12.4), s * 0.6) for s in (-1, 1)]
        parts.append(pencil.group(round_belly(pencil), transform="translate(0 .8)scale(.9)"))
    parts += chest(pencil, cast, 0.0, 1.4, 4.0, 3.0)
    face = head(pencil, cast.role, cast.mood, cast.tint, side=False, look=cast.look, hurt=cast.hurt)
    behind = cast.near_prop is None and cast.near in ("up", "wave")
    limbs = [] if bust and cast.near == "down" and cast.far == "down" else front_arms(pencil, cast)
    parts += limbs if behind else []
    parts.append(pencil.group(face, transform="translate(0 -5.6)"))
    parts += [] if behind else limbs
    return pencil.group(*parts)


def top_bee(pencil: Pencil, cast: Cast) -> Drawn:
    """Draw a bee seen from above, head up, that peeks at us."""
    parts: list[Drawn] = []
    for s in (-1, 1):
        for root, knee, foot in (
            ((2, 1), (6, -0.6), (7.4, -2.4)),
            ((2.4, 2.6), (6, 3), (7.6, 5.4)),
            ((2, 4), (5, 6.6), (6, 9.6)),
        ):
            parts.append(limb(pencil, (s * root[0], root[1]), (s * knee[0], knee[1]))((s * foot[0], foot[1])))
    parts.append(pencil.group(round_belly(pencil), transform="translate(0 2.2)"))
    parts += front_wings(pencil, cast)
    parts += chest(pencil, cast, 0.0, 1.2, 3.9, 3.3)
    face = head(pencil, cast.role, cast.mood, cast.tint, side=False, look=cast.look, hurt=cast.hurt)
    parts.append(pencil.group(face, transform="translate(0 -5.4)scale(.92)"))
    return pencil.group(*parts)


def bee(
    picture: Picture,
    x: float,
    y: float,
    size: float,
    *,
    role: str = "plain",
    view: str = "side",
    mood: str = "happy",
    near: str | Arm = "down",
    far: str | Arm = "down",
    near_prop: Prop | None = None,
    far_prop: Prop | None = None,
    tint: str = "red",
    wings: str = "up",
    pose: str = "stand",
    facing: str = "right",
    look: Point | None = None,
    turn: float = 0.0,
    wing_size: float = 1.0,
    faded: bool = False,
    hurt: bool = False,
    line: float = LINE,
    zoom: float = 1.0,
) -> Drawn:
    """Return a bee `size` mm tall whose chest lies at (x, y); see the top of this module for the choices.

    From the chest a standing bee reaches 0.56 of its size up and 0.44 down, about 0.45 back and 0.4 forward.
    """
    scale = size / TALL
    pencil = Pencil(picture, scale * zoom, line, FADED if faded else None)
    if look is None:
        look = (0.45, 0.1) if view == "side" else (0.0, 0.1)
    cast = Cast(role, mood, near, far, near_prop, far_prop, tint, wings, pose, look, wing_size, hurt)
    if view == "side":
        drawn = side_bee(pencil, cast)
    elif view == "top":
        drawn = top_bee(pencil, cast)
    else:
        drawn = front_bee(pencil, cast, bust=view == "bust")
    flip = -scale if facing == "left" else scale
    turned = f"rotate({at(turn)})" if turn else ""
    drawn.attribs["transform"] = f"translate({at(x, y)}){turned}scale({at(flip, scale)})"
    return drawn


# ---------------------------------------------------------------------------------------------- props


def held(draw: Callable[[Pencil], Sequence[Drawn]], transform: str = "") -> Prop:
    """Make a prop out of a function that returns its parts, drawn about the hand."""
    return lambda pencil: pencil.group(*draw(pencil), transform=transform)


def bucket(fill: str = "rock-light", load: str = "petal-yellow") -> Prop:
    """Return a bucket of pollen that hangs from the hand."""

    def draw(pencil: Pencil) -> list[Drawn]:
        return [
            pencil.stroke("M-3 3.2C-2.6 -1.2 2.6 -1.2 3 3.2", pencil.line),
            pencil.shape(scallop(0, 3.0, 2.5, 1.5, 9), load),
            pencil.shape("M-3.1 3H3.1L2.4 7.6Q0 8.5 -2.4 7.6Z", fill),
            pencil.flat("M1 3.1H3L2.35 7.5Q1.8 7.9 .9 8Z", "rock"),
            pencil.shape("M-3.1 3H3.1L2.4 7.6Q0 8.5 -2.4 7.6Z", "none"),
            pencil.stroke("M-2.85 4.5Q0 5.3 2.85 4.5"),
        ]

    return held(draw)


def spear(length: float = 17.0, turn: float = 0.0) -> Prop:
    """Return an upright spear gripped below its middle."""
    up, down = -length * 0.62, length * 0.38

    def draw(pencil: Pencil) -> list[Drawn]:
        return [
            pencil.shape(f"M-.45 {number(up)}H.45V{number(down)}H-.45Z", "bark-light"),
            pencil.shape(
                f"M0 {number(up - 4.2)}L1.7 {number(up - 0.6)}L0 {number(up + 0.7)}L-1.7 {number(up - 0.6)}Z",
                "rock-light",
            ),
            pencil.stroke(f"M0 {number(up - 2.8)}V{number(up)}"),
        ]

    return held(draw, f"rotate({at(turn)})" if turn else "")


def broken_spear() -> Prop:
    """Return a spear snapped above the hand, its point hanging by a splinter."""

    def draw(pencil: Pencil) -> list[Drawn]:
        point = [
            pencil.shape("M-.45 0L0 .5L.45 -.2V4.2H-.45Z", "bark-light"),
            pencil.shape("M0 7.4L1.6 4.4L0 3.3L-1.6 4.4Z", "rock-light"),
        ]
        return [
            pencil.shape("M-.45 -3.4L-.1 -2.7L.45 -3.8V5.6H-.45Z", "bark-light"),
            pencil.group(*point, transform="translate(-.5 -3.5)rotate(28)"),
        ]

    return held(draw)


def placard(width: float = 11.0, height: float = 9.0, stick: float = 6.0, sign: Prop | None = None) -> Prop:
    """Return a placard on a stick; `sign` draws on the board, about its middle."""

    def draw(pencil: Pencil) -> list[Drawn]:
        middle = -stick - height / 2
        board = pencil.picture.rect(
            (-width / 2, -stick - height), (width, height), rx=0.9, fill=ink("white"), **outline(pencil.line)
        )
        on_it = pencil.group(sign(pencil), transform=f"translate({at(0, middle)})") if sign else None
        return [pencil.shape(f"M-.5 {number(-stick)}H.5V4H-.5Z", "bark-light"), board, on_it]

    return held(draw)


def honey_pot() -> Prop:
    """Return a pot of honey, carried by its side."""

    def draw(pencil: Pencil) -> list[Drawn]:
        return [
            pencil.shape("M-.6 -2C-2 .2 -1.6 4 .6 4.6H4.4C6.6 4 7 .2 5.6 -2Z", "bark-light"),
            pencil.shape(
                "M-1 -2.6H6V-1.4Q5.4 -.6 4.9 -.9L4.4 1Q3.9 1.7 3.4 1L3 -.6Q1.6 .6 .4 -.9Q-.7 -.4 -1 -1.4Z", "honey"
            ),
        ]

    return held(draw)


def flower(petal: str = "petal-pink") -> Prop:
    """Return a long-stemmed flower."""

    def draw(pencil: Pencil) -> list[Drawn]:
        petals = [pencil.oval(*place, 1.35, 1.35, petal) for place in ring(0, -6.5, 2.1, 5)]
        stem = pencil.stroke("M0 3Q-.6 -1.5 0 -5", max(pencil.line * 1.6, 0.8), "leaf")
        return [stem, *petals, pencil.oval(0, -6.5, 1.3, 1.3, "flower-eye")]

    return held(draw)
