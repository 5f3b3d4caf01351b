"""What the bees of the honey deck wear, hold and run into; drawn in mm about the grip or foot unless said otherwise."""

from __future__ import annotations

import bees
import scenery
from art.pen import Drawn
from scenery import placed
from style import Pencil, at, number

# ---------------------------------------------------------------------------------------------- worn on the head
# These are drawn in units of the head, as a bee in side view facing right wears them.


def halo(pencil: Pencil) -> list[Drawn]:
    """Draw a halo floating over the feelers."""
    ring = "M-4.4 -11.4A5 1.7 0 1 1 5.4 -11.4A5 1.7 0 1 1 -4.4 -11.4"
    return [scenery.ribbon(pencil, ring, 0.95, "honey-light")]


def goggles(pencil: Pencil) -> list[Drawn]:
    """Draw flying goggles round the eyes."""
    rims = "M-3.15 0A2.7 3.05 0 1 1 2.25 0A2.7 3.05 0 1 1 -3.15 0M1.9 0A2.05 2.85 0 1 1 6 0A2.05 2.85 0 1 1 1.9 0"
    return [
        pencil.shape("M-6.35 -.8Q-5 -1.3 -3.2 -.9V.9Q-5 .6 -6.3 1.1Z", "bark"),
        scenery.ribbon(pencil, rims, 0.6, "bark-light"),
    ]


def thief_mask(pencil: Pencil) -> list[Drawn]:
    """Draw a burglar's mask with its knot; the holes run against the band and so stay open."""
    band = (
        "M-6.3 -.6Q-4 -3.4 -.3 -3.35T4.6 -3.1Q6 -2.6 6.3 -.4Q6.3 2.4 4.6 3.1Q2.8 3.3 1.9 1.9Q.8 3.4 -.8 3.35"
        "Q-4.4 3 -6.2 1.2Z"
    )
    holes = "M-2.5 0A2.05 2.5 0 1 0 1.6 0A2.05 2.5 0 1 0 -2.5 0ZM2.45 0A1.5 2.3 0 1 0 5.45 0A1.5 2.3 0 1 0 2.45 0Z"
    return [
        pencil.shape("M-6.2 .2L-9.6 -1.8L-8.9 .2L-10 2.2L-6.2 .9Z", "night"),
        pencil.flat(band + holes, "night"),
        pencil.stroke("M-6.3 -.6Q-4 -3.4 -.3 -3.35M-6.2 1.2Q-4.4 3 -.8 3.35", pencil.line),
    ]


def robin_hat(pencil: Pencil) -> list[Drawn]:
    """Draw a pointed archer's hat with a feather."""
    return [
        pencil.shape("M-2.6 -5.6C-6.2 -8.4 -9.6 -9.6 -13 -9.2C-10.6 -7.4 -8 -4.8 -4.8 -4.2Z", "red"),
        pencil.stroke("M-4 -5.2Q-7.6 -7.6 -11.4 -8.7"),
        pencil.shape("M-6.4 -2.8C-6 -7.4 -3.4 -10 1 -10.4C3.8 -9 6.2 -6.6 7 -3.6Q0 -5.6 -6.4 -2.8Z", "leaf"),
        pencil.flat("M1 -10.4C3.8 -9 6.2 -6.6 7 -3.6L4.2 -4.3C4.6 -6.6 3.4 -9 1 -10.4Z", "leaf-dark", 0.7),
        pencil.shape(
            "M-7.6 -1.6C-7.4 -4 -5.4 -5.2 -1 -5.2C3.6 -5.2 7.4 -4.6 9.4 -2.6C4.4 -3.6 -3 -4 -7.6 -1.6Z", "leaf-dark"
        ),
    ]


def sleuth_hat(pencil: Pencil) -> list[Drawn]:
    """Draw a detective's cap with a brim fore and aft."""
    return [
        pencil.shape("M-5.2 -2.8C-8 -3.4 -9.4 -2 -9.6 -.4C-7.6 -1.4 -6.2 -1.6 -4.6 -1.6Z", "bark"),
        pencil.shape("M5 -3.6C8 -4.4 9.8 -3 10 -1.4C8 -2.2 6.4 -2.4 4.6 -2.2Z", "bark"),
        pencil.shape("M-6.2 -2C-6.4 -6.6 -3.8 -8.6 0 -8.6C3.8 -8.6 6.4 -6.8 6.2 -2.4Q0 -4.6 -6.2 -2Z", "bark-light"),
        pencil.stroke("M-.2 -8.5Q-2.8 -6.2 -3 -3.1M.3 -8.5Q3 -6.4 3.4 -3.3M-5.9 -4.9Q0 -7 6 -5"),
        pencil.shape(
            "M0 -8.2C-1 -10.2 -3 -10.2 -3.2 -9C-3.2 -8 -1.6 -7.8 0 -8.2C1.6 -7.8 3.2 -8 3.2 -9C3 -10.2 1 -10.2 0 -8.2Z",
            "bark",
        ),
    ]


def binoculars(pencil: Pencil) -> list[Drawn]:
    """Draw binoculars held before the eyes and pointing ahead."""
    glass = "M0 -1.7L7.4 -2.5V2.5L0 1.7Z"
    lens = [pencil.oval(7.4, 0, 1.15, 2.5, "sky-deep"), pencil.oval(7.1, -0.9, 0.3, 0.8, "white", lined=False)]
    far = pencil.group(pencil.shape(glass, "rock-deep"), *lens, transform="translate(2.2 -1.6)")
    near = pencil.group(
        pencil.shape(glass, "rock"),
        pencil.shape("M-1.3 -2.2H.4V2.2H-1.3Q-1.9 0 -1.3 -2.2Z", "rock-deep"),
        pencil.flat("M.6 -1.1L6 -1.7V-.9L.6 -.5Z", "white", 0.55),
        *lens,
        transform="translate(.4 .6)",
    )
    return [far, near]


def leaf_camouflage(pencil: Pencil) -> list[Drawn]:
    """Draw a tuft of leaves tied to the head of a scout."""
    leaf = "M0 0C-2.2 -1.6 -2.4 -4.6 0 -6.8C2.4 -4.6 2.2 -1.6 0 0Z"
    sprigs = [
        pencil.group(
            pencil.shape(leaf, fill), pencil.stroke("M0 -.6V-5"), transform=f"translate({at(x, y)})rotate({turn})"
        )
        for x, y, turn, fill in (
            (-2.6, -4.2, -52, "leaf-dark"),
            (2.8, -4.4, 46, "leaf-dark"),
            (-1.2, -4.6, -14, "leaf"),
            (1.4, -4.6, 20, "leaf"),
        )
    ]
    band = "M-6.4 -1.8C-4.4 -4.2 -2.2 -4.9 0 -4.9S4.6 -4.2 6.4 -1.9L6.2 -2.9C4.4 -5 2.4 -5.8 0 -5.8S-4.6 -5 -6.3 -2.8Z"
    return [*sprigs, pencil.shape(band, "bark")]


# ---------------------------------------------------------------------------------------------- signs and cards


def no_raid_sign(pencil: Pencil) -> Drawn:
    """Draw what a striking soldier's placard says: a spear struck out (in units of the bee)."""
    spear = "M-.45 4V-.7H-1.9L0 -4.1L1.9 -.7H.45V4Z"
    ring = "M-4.3 0A4.3 4.3 0 1 1 4.3 0A4.3 4.3 0 1 1 -4.3 0M-3.04 -3.04L3.04 3.04"
    return pencil.group(
        pencil.group(pencil.shape(spear, "rock-light"), transform="rotate(45)"), pencil.stroke(ring, 1.1, "red")
    )


def sleepy_face(pencil: Pencil, width: float) -> Drawn:
    """Draw the face of something that sleeps, `width` mm from cheek to cheek."""
    u = width / 6
    lid = f"q{at(0.75 * u, 0.85 * u, 1.5 * u, 0)}"
    return pencil.group(
        pencil.oval(-2.5 * u, 1.2 * u, 0.6 * u, 0.4 * u, "blush", lined=False),
        pencil.oval(2.5 * u, 1.2 * u, 0.6 * u, 0.4 * u, "blush", lined=False),
        pencil.stroke(f"M{at(-2.1 * u, 0)}{lid}M{at(0.6 * u, 0)}{lid}", 0.4),
        pencil.oval(0, 1.55 * u, 0.42 * u, 0.36 * u, "honey-dark"),
    )


# ---------------------------------------------------------------------------------------------- furniture


def bed(pencil: Pencil) -> Drawn:
    """Draw a bed seen from its foot, a pattern card asleep in it; its feet stand at the origin, 21 mm apart."""
    honey = "".join(scenery.cell(x, y, 1.9) for x, y in ((-3.3, -7), (3.3, -7), (-5, -4.1), (5, -4.1)))
    pale = "".join(scenery.cell(x, y, 1.9) for x, y in ((-6.6, -7), (0, -7), (6.6, -7), (-1.65, -4.1), (1.65, -4.1)))
    hem = "M-9.2 -7.6Q-9 -9.8 -7 -9.8Q0 -11.2 7 -9.8Q9 -9.8 9.2 -7.6Q0 -9.6 -9.2 -7.6Z"
    cap = pencil.group(
        pencil.shape(
            "M-5.2 .2C-4.6 -4 -1 -6.4 3.6 -5.4C7.6 -4.6 8.6 -1.6 8.2 1.6C6.6 -.6 5.4 -1.4 3.8 -1.6L5.2 .2Z", "red"
        ),
        pencil.stroke("M-2.6 -3.6Q0 -1.8 3 -2.2M.6 -5.4Q2.6 -3.6 6.2 -3.2"),
        pencil.shape("M-5.6 -.6H5.6A.9 .9 0 0 1 5.6 1.2H-5.6A.9 .9 0 0 1 -5.6 -.6Z", "white"),
        pencil.oval(8.2, 2.4, 1.3, 1.3, "white"),
        transform="translate(0 -21.2)",
    )
    return pencil.group(
        pencil.shape("M-10.4 0V-14.5Q-10.4 -21.6 0 -21.6Q10.4 -21.6 10.4 -14.5V0Z", "bark-light"),
        pencil.flat("M-8.8 -3V-14.3Q-8.8 -20 0 -20Q8.8 -20 8.8 -14.3V-3Z", "bark", 0.7),
        pencil.shape("M-7.8 -8C-9 -10 -8.8 -15 -7.4 -16Q0 -17.4 7.4 -16C8.8 -15 9 -10 7.8 -8Z", "white"),
        placed(pencil, 0, -13.4, 0, sleeping_card(pencil, 11)),
        cap,
        pencil.shape("M-9.2 -2V-8Q-9 -9.8 -7 -9.8Q0 -11.2 7 -9.8Q9 -9.8 9.2 -8V-2Z", "jelly"),
        pencil.flat(honey, "honey"),
        pencil.flat(pale, "jelly-light"),
        pencil.shape(hem, "white"),
        pencil.shape(
            "M-10.8 0V-3.4Q-10.8 -4.6 -9.4 -4.2Q0 -1.8 9.4 -4.2Q10.8 -4.6 10.8 -3.4V0H9V-1.2H-9V0Z", "bark-light"
        ),
        pencil.stroke("M-9 -1.2V-2.4M9 -1.2V-2.4"),
    )


def sleeping_card(pencil: Pencil, width: float, low: float = 0.12) -> Drawn:
    """Draw a pattern card that sleeps: a face above, its pattern below at a height of `low` widths."""
    w, h = width / 2, width * 0.7
    cells = "".join(scenery.cell(width * a, width * b, width * 0.15) for a, b in ((-0.27, low), (0, low), (0.27, low)))
    return pencil.group(
        pencil.shape(scenery.rounded_box(2 * w, 2 * h, 1.3), "paper"),
        pencil.shape(cells, "sky-deep"),
        placed(pencil, 0, -h * 0.54, 0, sleepy_face(pencil, width * 0.66)),
    )


def window(pencil: Pencil, x: float, y: float, width: float, height: float) -> Drawn:
    """Draw a quiet window with the night and its moon outside; (x, y) is its middle."""
    w, h = width / 2, height / 2
    frame = f"M{at(-w, h)}V{at(-h + w)}A{at(w, w)} 0 0 1 {at(w, -h + w)}V{number(h)}Z"
    return placed(
        pencil,
        x,
        y,
        0,
        pencil.flat(frame, "sky-deep"),
        pencil.dot(w * 0.25, -h * 0.35, w * 0.42, "honey-light"),
        pencil.dot(w * 0.48, -h * 0.43, w * 0.36, "sky-deep"),
        pencil.flat(scenery.twinkle(-w * 0.5, h * 0.1, 0.8) + scenery.twinkle(w * 0.45, h * 0.45, 0.6), "white"),
        pencil.stroke(f"M0 {at(-h)}V{number(h)}M{at(-w, 0)}H{number(w)}", 0.5, "jelly-light"),
        pencil.stroke(frame, 0.9, "jelly-light"),
        pencil.stroke(f"M{at(-w - 0.9, h + 0.3)}H{number(w + 0.9)}", 1.2, "jelly-light"),
    )


def crate(pencil: Pencil, width: float, height: float) -> Drawn:
    """Draw a wooden crate to stand on; its top middle is the origin."""
    w, h = width / 2, height
    return pencil.group(
        pencil.shape(f"M{at(-w, 0)}H{number(w)}V{number(h)}H{at(-w)}Z", "bark-light"),
        pencil.flat(f"M{at(w * 0.55, 0)}H{number(w)}V{number(h)}H{number(w * 0.55)}Z", "bark", 0.6),
        pencil.stroke(f"M{at(-w, h * 0.4)}H{number(w)}M{at(-w, h * 0.8)}H{number(w)}"),
        pencil.shape(f"M{at(-w - 0.7, -0.6)}H{number(w + 0.7)}V.9H{at(-w - 0.7)}Z", "bark-light"),
    )


def curtain(pencil: Pencil, *, right: bool = False) -> Drawn:
    """Draw a stage curtain gathered at one side of the picture, in quiet tones."""
    cloth = "M0 0H13Q11.5 9 6.6 15.5Q8 24 8.6 35H0Z"
    folds = (
        "M3.4 0H5Q5 9 3.8 15.4Q4.6 24 4.4 35H2.6Q3 24 2.6 15.4Q3.4 8 3.4 0ZM8.4 0H10Q9 9 5.4 15.4L4.6 15.2Q8 9 8.4 0Z"
    )
    parts = [
        pencil.flat(cloth, "red"),
        pencil.flat(folds, "honey-dark", 0.45),
        pencil.flat("M0 14.4Q3.6 15.8 7 14.4L6.9 16.6Q3.6 17.8 0 16.4Z", "honey"),
    ]
    return pencil.group(*parts, transform="translate(53 0)scale(-1 1)" if right else "")


# ---------------------------------------------------------------------------------------------- gear


def bow(pencil: Pencil) -> Drawn:
    """Draw an archer's bow gripped in the middle, its belly to the left."""
    return pencil.group(
        pencil.stroke("M2.6 -7.4L2.6 7.4", pencil.detail),
        scenery.ribbon(pencil, "M2.6 -7.6C-.2 -6.6 -.9 -2.6 -.2 0C-.9 2.6 -.2 6.6 2.6 7.6", 0.75, "bark-light"),
        scenery.ribbon(pencil, "M-.35 -1.2V1.2", 1.1, "red"),
    )


def bowl(pencil: Pencil) -> Drawn:
    """Draw a beggar's bowl with a ball of pollen in it, held at its rim."""
    return pencil.group(
        scenery.pollen(pencil, 0.2, -1.6, 2.1),
        pencil.shape("M-3.6 -.8H3.8Q3.6 2.8 .1 2.8Q-3.4 2.8 -3.6 -.8Z", "bark-light"),
        pencil.flat("M1.4 -.6H3.6Q3.4 2.4 .4 2.6Q1.7 1.4 1.4 -.6Z", "bark", 0.6),
    )


def grabber(pencil: Pencil, length: float) -> Drawn:
    """Draw a lazy-tongs grabber reaching to the right: the grip at the origin, the jaws closed at `length`."""
    links, high = 4, 1.5
    reach = length - 4.6
    step = reach / links
    up, down = f"M2 {number(high)}", f"M2 {at(-high)}"
    for i in range(1, links + 1):
        side = high if i % 2 else -high
        up += f"L{at(2 + step * i, -side)}"
        down += f"L{at(2 + step * i, side)}"
    end = 2 + reach
    jaws = [
        scenery.ribbon(pencil, f"M{at(end, side * high)}Q{at(end + 1.5, side * 1.9, length, side * 0.5)}", 0.6, "red")
        for side in (-1, 1)
    ]
    grips = [scenery.ribbon(pencil, f"M2 {at(side * high)}L-.6 {at(side * 0.9)}", 0.6, "red") for side in (-1, 1)]
    joints = [pencil.dot(2 + step * (i + 0.5), 0, 0.32, "ink") for i in range(links)]
    return pencil.group(
        scenery.ribbon(pencil, up, 0.6, "rock-light"),
        scenery.ribbon(pencil, down, 0.6, "rock-light"),
        *joints,
        *jaws,
        *grips,
    )


def bellows(pencil: Pencil) -> Drawn:
    """Draw a pair of bellows blowing to the right, gripped at its lower handle."""
    leather = "M2.4 -6L10.4 -3.4V-2.6L2.4 0L3.4 -1.5L1.8 -3L3.4 -4.5Z"
    boards = (
        "M-1.4 .3L9.8 -3L10.4 -2.2L.6 1.4Q-1.2 1.6 -1.4 .3ZM-1.4 -6.3L9.8 -3L10.4 -3.8L.6 -7.4Q-1.2 -7.6 -1.4 -6.3Z"
    )
    return pencil.group(
        pencil.shape(leather, "honey-deep"),
        pencil.stroke("M3.4 -1.5L7 -2.6M1.8 -3H7M3.4 -4.5L7 -3.4"),
        pencil.shape(boards, "bark-light"),
        pencil.shape("M9.6 -4.1L14.4 -3.5V-2.5L9.6 -1.9Z", "honey"),
    )


def leaf_boat_stern(pencil: Pencil) -> Drawn:
    """Draw the far half of a leaf curled up like a boat, 21 mm long, its middle the origin."""
    return pencil.group(
        scenery.ribbon(pencil, "M9 -1.4Q11 -1.6 12.2 -2.6", 0.7, "leaf-dark"),
        pencil.shape("M-11 -4.4C-8 -4.6 4 -4.8 10.4 -2.2C6 2.6 -7 3.4 -11 -4.4Z", "leaf-dark"),
    )


def leaf_boat_bow(pencil: Pencil) -> Drawn:
    """Draw the near half of the leaf boat, which hides the feet of whoever lies in it."""
    return pencil.group(
        pencil.shape("M-11 -4.4C-9.4 -1 2 1.6 10.4 -2.2C8 4.4 -7.4 6.2 -11 -4.4Z", "leaf"),
        pencil.flat("M-9 -.4C-4 3.6 4.6 2.4 9.4 -.6C6 4.2 -5.8 4.8 -9 -.4Z", "leaf-dark", 0.6),
        pencil.stroke("M-6.4 -1L-7.2 1M-2.6 .1L-3.4 2.8M1.6 .3L1.4 3M5.6 -.3L6 1.8"),
    )


def bush(pencil: Pencil) -> Drawn:
    """Draw the bush in the lower left corner that a scout hides in."""
    return pencil.group(
        pencil.shape(bees.scallop(9, 36, 13, 9.4, 15), "leaf"),
        pencil.flat(bees.scallop(11.4, 37.4, 10, 8, 13), "leaf-dark", 0.45),
        pencil.stroke(
            "M5 29.6q1 1.4 2.4 .2M12.4 28.8q1 1.4 2.4 .2M3.4 33q1 1.4 2.4 .2M9.6 32.6q1 1.4 2.4 .2M17 32.8q.8 1.2 2 .2"
        ),
    )


def frightened_eyes(pencil: Pencil, x: float, y: float) -> Drawn:
    """Draw two eyes in the dark of a door, looking left."""
    return placed(
        pencil,
        x,
        y,
        0,
        *(pencil.oval(dx, 0, 1.25, 1.5, "white") for dx in (-1.5, 1.5)),
        *(pencil.dot(dx - 0.5, 0.1, 0.55, "ink") for dx in (-1.5, 1.5)),
    )


def magnifier(pencil: Pencil, radius: float) -> Drawn:
    """Draw the rim and handle of a magnifying glass whose lens lies about the origin, the handle to the lower left."""
    r = radius
    return pencil.group(
        placed(
            pencil,
            0,
            0,
            132,
            pencil.shape(f"M{at(r, -0.55)}H{number(r + 2)}V.55H{number(r)}Z", "rock-light"),
            pencil.shape(
                f"M{at(r + 1.6, -0.95)}H{number(r + 6.8)}A.95 .95 0 0 1 {at(r + 6.8, 0.95)}H{number(r + 1.6)}Z",
                "red",
            ),
        ),
        scenery.ribbon(pencil, f"M{at(-r, 0)}A{at(r, r)} 0 1 1 {at(r, 0)}A{at(r, r)} 0 1 1 {at(-r, 0)}", 0.95, "honey"),
        pencil.stroke(
            f"M{at(-0.72 * r, -0.2 * r)}A{at(0.75 * r, 0.75 * r)} 0 0 1 {at(-0.2 * r, -0.72 * r)}", 0.6, "white"
        ),
    )


def ram(pencil: Pencil, length: float) -> Drawn:
    """Draw a battering ram: a log with an iron head at its right end, `length` mm long, its middle the origin."""
    w = length / 2
    return pencil.group(
        pencil.shape(f"M{at(-w, -2.2)}H{number(w - 3)}V2.2H{at(-w)}Z", "bark-light"),
        pencil.flat(f"M{at(-w, 0.7)}H{number(w - 3)}V2.2H{at(-w)}Z", "bark", 0.75),
        pencil.stroke(f"M{at(-w + 3, -1)}h5M{at(-w + 10, -0.2)}h6M{at(-w + 4.5, 1.2)}h4"),
        pencil.oval(-w, 0, 1.1, 2.2, "honey-light"),
        pencil.oval(-w, 0, 0.45, 1.0, "bark-light", lined=False),
        pencil.shape(
            f"M{at(w - 3.6, -2.6)}H{number(w - 1.6)}Q{at(w + 1.4, -1.6, w + 1.4, 0)}"
            f"T{at(w - 1.6, 2.6)}H{number(w - 3.6)}Z",
            "rock",
        ),
        pencil.flat(
            f"M{at(w - 2.8, -1.8)}H{number(w - 1.2)}Q{at(w, -1.3, w + 0.3, -0.4)}H{number(w - 2.8)}Z", "white", 0.5
        ),
    )
