"""The six ladybirds of the ladybird cards, seen from above, each with exactly as many spots as its name says."""

from __future__ import annotations

import math
from dataclasses import dataclass

from art.pen import Drawn, Point
from comb import clipped
from style import Pencil, at, canvas, ink, number, save

SIDE = 47.0

# A ladybird is drawn about the middle of its wing cases, in mm, head up.
WING_CASES = (
    "M0 -13.4C9.2 -13.4 14.6 -6.6 14.6 1C14.6 9.6 8.4 15.8 0 15.8"
    "C-8.4 15.8 -14.6 9.6 -14.6 1C-14.6 -6.6 -9.2 -13.4 0 -13.4Z"
)
COLLAR = (
    "M-9.2 -10.6C-9.2 -15.4 -6 -17.4 0 -17.4C6 -17.4 9.2 -15.4 9.2 -10.6"
    "C6.2 -12.8 3 -13.5 0 -13.5C-3 -13.5 -6.2 -12.8 -9.2 -10.6Z"
)
HEAD = "M-6.4 -16C-6.4 -20.4 -3.8 -22 0 -22C3.8 -22 6.4 -20.4 6.4 -16Z"

Spot = tuple[float, float, float, float]  # x, y and both radii on the right-hand wing case


@dataclass(frozen=True)
class Kind:
    """One species: its colours, its spots, the leaf it sits on and where it looks."""

    count: int
    case: str
    lit: str
    spots: tuple[Spot, ...]  # of the right wing case; the left one mirrors them
    seam: Spot | None = None  # the spot that both wing cases share
    square: bool = False
    collar: str = "ink"
    cheek: str = "white"
    look: Point = (0.0, 0.0)
    lids: str = "open"
    leaf: str = "oval"
    turn: float = 0.0


KINDS = (
    Kind(2, "red", "attack", ((6.6, 0.8, 3.3, 3.7),), leaf="heart", turn=24, look=(0.5, -0.3)),
    Kind(
        5, "red", "attack", ((6.9, -2.4, 2.5, 2.8), (5.4, 7.6, 2.7, 2.7)), (0, -9.6, 3, 2.5),
        leaf="oval", turn=-38, look=(-0.5, -0.4), lids="sly",
    ),
    Kind(
        7, "red", "attack", ((9.6, -4.4, 1.9, 2.4), (5.4, 1, 2.5, 2.6), (6.2, 9, 2.3, 2.1)), (0, -9.8, 2.9, 2.4),
        leaf="lobed", turn=30, look=(0, -0.5),
    ),
    Kind(
        10, "hive-orange", "petal-yellow",
        ((4, -8.6, 1.6, 1.7), (9.6, -4, 1.6, 2), (4.1, -0.6, 1.9, 2), (9.7, 3.8, 1.6, 2.1), (4.8, 9.6, 1.9, 1.7)),
        leaf="oval", turn=40, look=(0.4, 0.2), lids="glad",
    ),
    Kind(
        14, "petal-yellow", "bee-light",
        (
            (4, -9.2, 1.5, 1.4), (9.4, -6, 1.4, 1.5), (3.7, -3.6, 1.6, 1.5), (10.2, 0.4, 1.4, 1.6),
            (4.4, 2.2, 1.7, 1.6),
            (8.6, 6.6, 1.5, 1.5), (3.9, 9.4, 1.6, 1.5),
        ),
        square=True, collar="ink", cheek="petal-yellow", leaf="lobed", turn=-28, look=(0.2, -0.5), lids="sly",
    ),
    Kind(
        22, "bee-light", "paper",
        (
            (3, -9.9, 1.1, 1.1), (6.9, -8, 1.1, 1.1), (10.4, -4.6, 1, 1.15), (2.7, -4.6, 1.15, 1.15),
            (6.6, -2.9, 1.15, 1.15),
            (11.3, 0.2, 0.95, 1.2), (3, 0.9, 1.2, 1.2), (7.2, 2.7, 1.2, 1.2), (10.2, 5.4, 1, 1.15),
            (3.7, 6.4, 1.2, 1.2),
            (6.6, 9.4, 1.1, 1.05),
        ),
        collar="bee-light", cheek="white", leaf="heart", turn=-24, look=(0, -0.2),
    ),
)  # fmt: skip


# ---------------------------------------------------------------------------------------------- the leaf below

LEAVES = {  # outline and veins; the leaf points up and is 46 long, its middle at the origin
    "oval": (
        "M0 -23C9 -17 14.5 -9 14.5 1C14.5 11 8 17.5 0 20C-8 17.5 -14.5 11 -14.5 1C-14.5 -9 -9 -17 0 -23Z",
        "M0 -18V20M0 12Q5 9 11.5 9M0 12Q-5 9 -11.5 9M0 3Q6 -1 13 -2M0 3Q-6 -1 -13 -2"
        "M0 -6Q5 -10 9 -11M0 -6Q-5 -10 -9 -11",
    ),
    "heart": (
        "M0 -22C6 -17 18 -11 19 2C19.6 11 12 19 5.5 18.5C2.5 18.2 .6 16.5 0 14.6C-.6 16.5 -2.5 18.2 -5.5 18.5"
        "C-12 19 -19.6 11 -19 2C-18 -11 -6 -17 0 -22Z",
        "M0 -18V16M0 11Q8 6 15.5 9M0 11Q-8 6 -15.5 9M0 2Q8 -4 17 -4M0 2Q-8 -4 -17 -4"
        "M0 -7Q5 -11 9 -12M0 -7Q-5 -11 -9 -12",
    ),
    "lobed": (
        "M0 -22.5C3.5 -20.5 5.4 -17.4 4.8 -14.4C8.4 -17 13.4 -16.4 15.8 -12.6"
        "C16.6 -8.6 15 -5.4 12.2 -3.6C16.2 -3.6 19.4 -.6 19.6 3.4"
        "C18.6 7.2 15.4 9 11.8 8.6C13.6 11.4 13.4 15 10.8 17.6C6.8 19.4 2.4 18.6 0 15C-2.4 18.6 -6.8 19.4 -10.8 17.6"
        "C-13.4 15 -13.6 11.4 -11.8 8.6C-15.4 9 -18.6 7.2 -19.6 3.4"
        "C-19.4 -.6 -16.2 -3.6 -12.2 -3.6C-15 -5.4 -16.6 -8.6 -15.8 -12.6"
        "C-13.4 -16.4 -8.4 -17 -4.8 -14.4C-5.4 -17.4 -3.5 -20.5 0 -22.5Z",
        "M0 -18V17M0 9Q6 10 9.5 15M0 9Q-6 10 -9.5 15M0 4Q9 1 16.5 3.4M0 4Q-9 1 -16.5 3.4"
        "M0 -4Q7 -6 12.6 -11.6M0 -4Q-7 -6 -12.6 -11.6",
    ),
}  # fmt: skip


def leaf(pencil: Pencil, shape: str, turn: float) -> Drawn:
    """Draw a leaf, its left half lit, about the origin."""
    edge, veins = LEAVES[shape]
    lit = clipped(
        pencil.picture, "leaf", pencil.picture.path(d=edge), pencil.flat("M-24 -26H0V26H-24Z", "meadow-deep", 0.55)
    )
    return pencil.group(
        pencil.stroke("M0 14Q.4 19 -1.4 22.4", 0.9),
        pencil.flat(edge, "leaf"),
        lit,
        pencil.stroke(veins, 0.3, "leaf-dark"),
        pencil.shape(edge, "none"),
        transform=f"rotate({number(turn)})",
    )


# ---------------------------------------------------------------------------------------------- the beetle


def legs(pencil: Pencil) -> list[Drawn]:
    """Draw six bent legs, each ending in a small foot."""
    drawn = []
    for side in (-1, 1):
        for (rx, ry), (kx, ky), (fx, fy) in (
            ((9, -9.6), (14.4, -13.2), (16.2, -18)),
            ((12, -1), (18.2, -2.6), (20.8, 1.4)),
            ((11, 8.4), (16.8, 10.4), (18, 16)),
        ):
            path = f"M{at(side * rx, ry)}L{at(side * kx, ky)}Q{at(side * (kx + fx) / 2, (ky + fy) / 2, side * fx, fy)}"
            drawn += [pencil.stroke(path, 1.7), pencil.dot(side * fx, fy, 1.1, "ink")]
    return drawn


def antennae(pencil: Pencil) -> list[Drawn]:
    """Draw two feelers with clubbed tips."""
    drawn = []
    for side in (-1, 1):
        tip = side * 6.4, -24.2
        path = f"M{at(side * 3, -20.8)}Q{at(side * 3.6, -23.6)} {at(*tip)}"
        drawn += [pencil.stroke(path, 0.8), pencil.oval(*tip, 1.1, 1.1, "honey-deep")]
    return drawn


def face(pencil: Pencil, kind: Kind) -> list[Drawn]:
    """Draw the head from above: two big eyes and a small smile at the front."""
    drawn = [pencil.shape(HEAD, "ink")]
    for side in (-1, 1):
        x, y = side * 2.9, -18.5
        if kind.lids == "glad":
            drawn += [
                pencil.oval(x, y, 2.3, 2.3, "white"),
                pencil.stroke(f"M{at(x - 1.4, y + 0.5)}Q{at(x, y - 1.7, x + 1.4, y + 0.5)}", 0.7),
            ]
            continue
        px, py = x + kind.look[0] * 0.75, y + kind.look[1] * 0.75
        drawn += [
            pencil.oval(x, y, 2.3, 2.3, "white"),
            pencil.oval(px, py, 1.35, 1.45, "ink", lined=False),
            pencil.dot(px - 0.45, py - 0.55, 0.5, "white"),
            pencil.dot(px + 0.5, py + 0.55, 0.24, "white"),
        ]
        if kind.lids == "sly":
            slope = side * 0.5
            drawn.append(
                pencil.shape(
                    f"M{at(x - 2.3, y - 0.5 - slope)}A2.3 2.3 0 0 1 {at(x + 2.3, y - 0.5 + slope)}Z", "rock-deep"
                )
            )
    return drawn


def collar(pencil: Pencil, kind: Kind) -> list[Drawn]:
    """Draw the shield behind the head with its two pale cheeks."""
    patches = [
        f"M{at(s * 9.1, -11)}C{at(s * 9.3, -14, s * 8, -15.8, s * 6, -16.4)}"
        f"C{at(s * 5, -14.6, s * 6.4, -12.8, s * 9.1, -11)}Z"
        for s in (-1, 1)
    ]
    marks = []
    if kind.collar != "ink":  # a pale shield carries a dark crown instead
        marks = [
            pencil.flat(
                "M-4.6 -13.2C-5.4 -15.4 -3 -16.4 -1.6 -15C-.9 -16.6 .9 -16.6 1.6 -15"
                "C3 -16.4 5.4 -15.4 4.6 -13.2C1.6 -13.9 -1.6 -13.9 -4.6 -13.2Z",
                "ink",
            )
        ]
    return [
        pencil.shape(COLLAR, kind.collar),
        *(pencil.flat(patch, kind.cheek) for patch in patches),
        *marks,
        pencil.shape(COLLAR, "none"),
    ]


def spot(pencil: Pencil, x: float, y: float, rx: float, ry: float, square: bool) -> Drawn:
    """Draw one spot; it leans with the curve of the wing case."""
    lean = math.degrees(math.atan2(x, 26 - y)) if x else 0.0
    if square:
        return pencil.picture.rect(
            (number(x - rx), number(y - ry)), (number(2 * rx), number(2 * ry)), number(0.5),
            fill=ink("ink"), transform=f"rotate({at(lean, x, y)})",
        )  # fmt: skip
    return pencil.oval(x, y, rx, ry, "ink", lined=False, turn=round(lean, 1))


def wing_cases(pencil: Pencil, kind: Kind) -> list[Drawn]:
    """Draw the shell: lit from the upper left, the seam, and the spots."""
    light = pencil.oval(-2.4, -2.2, 13.4, 13.6, kind.case, lined=False)
    glow = pencil.oval(-4.6, -4.4, 8.6, 8.2, kind.lit, lined=False)
    glow.attribs["fill-opacity"] = 0.3
    cut = clipped(pencil.picture, "shell", pencil.picture.path(d=WING_CASES), light, glow)
    spots = [spot(pencil, side * x, y, rx, ry, kind.square) for x, y, rx, ry in kind.spots for side in (-1, 1)]
    if kind.seam:
        spots.append(spot(pencil, *kind.seam, kind.square))
    assert len(spots) == kind.count, f"{len(spots)} spots on ladybird {kind.count}"
    return [
        pencil.flat(WING_CASES, kind.case),
        pencil.flat(WING_CASES, "mite" if kind.case == "red" else "honey-deep", 0.6),
        cut,
        pencil.stroke("M0 -13.4V15.8", 0.5),
        pencil.stroke("M-12.5 -3.8C-11.8 -6.6 -10.2 -9 -7.8 -10.7M-13.1 -.9V-.5", 0.8, "white"),
        *spots,
        pencil.shape(WING_CASES, "none"),
    ]


def beetle(pencil: Pencil, kind: Kind) -> Drawn:
    """Put a ladybird together about the middle of its wing cases."""
    return pencil.group(
        *legs(pencil), *antennae(pencil), *face(pencil, kind), *collar(pencil, kind), *wing_cases(pencil, kind)
    )


def ladybird(kind: Kind) -> None:
    """Save one ladybird on its leaf."""
    picture = canvas(SIDE, SIDE)
    pencil = Pencil(picture, 1.0)
    placed = f"translate({at(SIDE / 2, SIDE / 2)})"
    picture.add(pencil.group(leaf(pencil, kind.leaf, kind.turn), transform=placed))
    shadow = pencil.oval(24.7, 29, 14.6, 14.8, "leaf-dark", lined=False)
    shadow.attribs["fill-opacity"] = 0.35
    edge = picture.path(d=LEAVES[kind.leaf][0], transform=f"{placed}rotate({number(kind.turn)})")
    picture.add(clipped(picture, "shade", edge, shadow))
    scale = 0.9
    drawn = beetle(Pencil(picture, scale), kind)
    drawn.attribs["transform"] = f"translate({at(SIDE / 2, 27)})scale({scale})"
    picture.add(drawn)
    save(picture, f"ladybirds/{kind.count}")


def main() -> None:
    """Draw all ladybirds."""
    for kind in KINDS:
        ladybird(kind)
