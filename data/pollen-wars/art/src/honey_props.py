"""What the bees of the honey deck wear, hold and run into; drawn in mm about the grip or foot unless said otherwise."""

from __future__ import annotations

import scenery
from bees import Drawn, Pencil, at, number
from scenery import placed

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
        pencil.shape("M-7.6 -1.6C-7.4 -4 -5.4 -5.2 -1 -5.2C3.6 -5.2 7.4 -4.6 9.4 -2.6C4.4 -3.6 -3 -4 -7.6 -1.6Z", "leaf-dark"),
    ]


def sleuth_hat(pencil: Pencil) -> list[Drawn]:
    """Draw a detective's cap with a brim fore and aft."""
    return [
        pencil.shape("M-5.2 -2.8C-8 -3.4 -9.4 -2 -9.6 -.4C-7.6 -1.4 -6.2 -1.6 -4.6 -1.6Z", "bark"),
        pencil.shape("M5 -3.6C8 -4.4 9.8 -3 10 -1.4C8 -2.2 6.4 -2.4 4.6 -2.2Z", "bark"),
        pencil.shape("M-6.2 -2C-6.4 -6.6 -3.8 -8.6 0 -8.6C3.8 -8.6 6.4 -6.8 6.2 -2.4Q0 -4.6 -6.2 -2Z", "bark-light"),
        pencil.stroke("M-.2 -8.5Q-2.8 -6.2 -3 -3.1M.3 -8.5Q3 -6.4 3.4 -3.3M-5.9 -4.9Q0 -7 6 -5"),
        pencil.shape("M-.2 -8.2C-1 -10.2 -3 -10.2 -3.4 -9C-3.4 -8 -1.8 -7.8 -.2 -8.2C1.4 -7.8 3 -8 3 -9C2.6 -10.2 .8 -10.2 -.2 -8.2Z", "bark"),
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
        pencil.group(pencil.shape(leaf, fill), pencil.stroke("M0 -.6V-5"), transform=f"translate({at(x, y)})rotate({turn})")
        for x, y, turn, fill in (
            (-2.6, -4.2, -52, "leaf-dark"), (2.8, -4.4, 46, "leaf-dark"), (-1.2, -4.6, -14, "leaf"), (1.4, -4.6, 20, "leaf"),
        )
    ]
    band = "M-6.4 -1.8C-4.4 -4.2 -2.2 -4.9 0 -4.9S4.6 -4.2 6.4 -1.9L6.2 -2.9C4.4 -5 2.4 -5.8 0 -5.8S-4.6 -5 -6.3 -2.8Z"
    return [*sprigs, pencil.shape(band, "bark")]


# ---------------------------------------------------------------------------------------------- signs and cards


def no_raid_sign(pencil: Pencil) -> Drawn:
    """Draw what a striking soldier's placard says: crossed spears struck out (in units of the bee)."""
    spear = "M-.35 3.1V-1.4H-1.1L0 -3.3L1.1 -1.4H.35V3.1Z"
    crossed = [pencil.group(pencil.shape(spear, "rock-light"), transform=f"rotate({turn})") for turn in (-45, 45)]
    ring = "M-3.3 0A3.3 3.3 0 1 1 3.3 0A3.3 3.3 0 1 1 -3.3 0M-2.3 -2.3L2.3 2.3"
    return pencil.group(*crossed, pencil.stroke(ring, 0.95, "red"))


def sleepy_face(pencil: Pencil, width: float) -> Drawn:
    """Draw the face of something that sleeps, `width` mm from cheek to cheek."""
    u = width / 6
    eyes = f"M{at(-2.1 * u, 0)}q{at(0.75 * u, 0.85 * u, 1.5 * u, 0)}M{at(0.6 * u, 0)}q{at(0.75 * u, 0.85 * u, 1.5 * u, 0)}"
    return pencil.group(
        pencil.oval(-2.5 * u, 1.2 * u, 0.6 * u, 0.4 * u, "blush", lined=False),
        pencil.oval(2.5 * u, 1.2 * u, 0.6 * u, 0.4 * u, "blush", lined=False),
        pencil.stroke(eyes, 0.4),
        pencil.oval(0, 1.55 * u, 0.42 * u, 0.36 * u, "honey-dark"),
    )


# ---------------------------------------------------------------------------------------------- furniture


def bed(pencil: Pencil) -> Drawn:
    """Draw a bed seen from its foot, a pattern card asleep in it; its feet stand at the origin, 20 mm apart."""
    patches = [
        pencil.flat(scenery.hexagon(x, y, 1.9), fill)
        for x, y, fill in (
            (-6.6, -8.4, "jelly-light"), (-3.3, -8.4, "honey"), (0, -8.4, "jelly-light"), (3.3, -8.4, "honey"), (6.6, -8.4, "jelly-light"),
            (-5, -5.5, "honey"), (-1.65, -5.5, "jelly-light"), (1.65, -5.5, "honey"), (5, -5.5, "jelly-light"),
        )
    ]
    quilt = "M-9.2 -3V-9.6Q-9 -11.4 -7 -11.4Q0 -12.8 7 -11.4Q9 -11.4 9.2 -9.6V-3Z"
    card = scenery.card(pencil, 0, -14.6, "dormant", 9.6)
    cap = pencil.group(
        pencil.shape("M-5.2 .2C-4.6 -4 -1 -6.4 3.6 -5.4C7.6 -4.6 8.6 -1.6 8.2 1.6C6.6 -.6 5.4 -1.4 3.8 -1.6L5.2 .2Z", "red"),
        pencil.stroke("M-2.6 -3.6Q0 -1.8 3 -2.2M.6 -5.4Q2.6 -3.6 6.2 -3.2"),
        pencil.shape("M-5.3 -.6H5.3A.9 .9 0 0 1 5.3 1.2H-5.3A.9 .9 0 0 1 -5.3 -.6Z", "white"),
        pencil.oval(8.2, 2.4, 1.3, 1.3, "white"),
        transform="translate(0 -20.9)scale(.92)",
    )
    return pencil.group(
        pencil.shape("M-10.4 0V-15.5Q-10.4 -22.6 0 -22.6Q10.4 -22.6 10.4 -15.5V0Z", "bark-light"),
        pencil.flat("M-8.8 -3V-15.3Q-8.8 -21 0 -21Q8.8 -21 8.8 -15.3V-3Z", "bark", 0.7),
        pencil.shape("M-7.6 -10C-8.8 -12 -8.6 -15.6 -7.2 -16.6Q0 -18 7.2 -16.6C8.6 -15.6 8.8 -12 7.6 -10Z", "white"),
        card,
        placed(pencil, 0, -17, 0, sleepy_face_on_card(pencil)),
        cap,
        pencil.shape(quilt, "jelly"),
        *patches,
        pencil.flat("M-9.2 -9.2Q-9 -11.4 -7 -11.4Q0 -12.8 7 -11.4Q9 -11.4 9.2 -9.2Q0 -11.2 -9.2 -9.2Z", "white"),
        pencil.shape("M-9.2 -9.2Q-9 -11.4 -7 -11.4Q0 -12.8 7 -11.4Q9 -11.4 9.2 -9.2Q0 -11.2 -9.2 -9.2Z", "none"),
        pencil.shape("M-10.8 0V-4.4Q-10.8 -5.6 -9.4 -5.2Q0 -2.8 9.4 -5.2Q10.8 -5.6 10.8 -4.4V0H9V-1.2H-9V0Z", "bark-light"),
        pencil.stroke("M-9 -1.2V-3M9 -1.2V-3"),
    )


def sleepy_face_on_card(pencil: Pencil) -> Drawn:
    """Draw the pale face a dormant card shows where its pattern would be."""
    return pencil.group(
        pencil.shape("M-3.7 -1.6Q-3.7 -2.8 -2.5 -2.8H2.5Q3.7 -2.8 3.7 -1.6V2Q3.7 3.2 2.5 3.2H-2.5Q-3.7 3.2 -3.7 2Z", "sky"),
        sleepy_face(pencil, 6),
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
        pencil.flat(scenery.sparkle(-w * 0.5, h * 0.1, 0.8) + scenery.sparkle(w * 0.45, h * 0.45, 0.6), "white"),
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
    folds = "M3.4 0H5Q5 9 3.8 15.4Q4.6 24 4.4 35H2.6Q3 24 2.6 15.4Q3.4 8 3.4 0ZM8.4 0H10Q9 9 5.4 15.4L4.6 15.2Q8 9 8.4 0Z"
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
        scenery.ribbon(pencil, up, 0.6, "rock-light"), scenery.ribbon(pencil, down, 0.6, "rock-light"), *joints, *jaws, *grips
    )


def bellows(pencil: Pencil) -> Drawn:
    """Draw a pair of bellows blowing to the right, gripped at the end of its handle."""
    folds = "M1.4 -1.2C3.4 -4.4 8.6 -4.8 11.4 -.6V.6C8.6 4.8 3.4 4.4 1.4 1.2Z"
    return pencil.group(
        pencil.shape("M10.6 -.9L15.8 -.5V.5L10.6 .9Z", "honey"),
        pencil.shape(folds, "honey-deep"),
        pencil.stroke("M3 -2.6L5.2 0L3 2.6M5.4 -3.7L7.4 0L5.4 3.7M8 -3.2L9.4 0L8 3.2"),
        pencil.shape("M-2 -2.6L1.2 -2.2C3.6 -4.6 8.6 -5.2 11.8 -1.2L11.2 -.5C8.4 -3.7 4.4 -3.6 1.6 -1.2L-1.8 -1.5Z", "bark-light"),
        pencil.shape("M-2 2.6L1.2 2.2C3.6 4.6 8.6 5.2 11.8 1.2L11.2 .5C8.4 3.7 4.4 3.6 1.6 1.2L-1.8 1.5Z", "bark-light"),
    )


def leaf_raft(pencil: Pencil) -> Drawn:
    """Draw a leaf afloat, 20 mm long, the stalk that it is towed by pointing right; its middle is the origin."""
    blade = "M-10.4 -1.8C-8 -4.2 4 -4.6 9.6 -.4C6 3.6 -5.6 4.4 -9.4 .8Q-10.8 -.2 -10.4 -1.8Z"
    return pencil.group(
        scenery.ribbon(pencil, "M9 -.4Q11 -1 12 -2.2", 0.7, "leaf-dark"),
        pencil.shape(blade, "leaf"),
        pencil.flat("M-9.4 .8Q-10.6 0 -10.5 -1C-7 1.6 3.4 2.4 9.6 -.4C6 3.6 -5.6 4.4 -9.4 .8Z", "leaf-dark", 0.6),
        pencil.stroke("M9 -.5Q0 -2.2 -8.6 -1.2M4 -1.4L1.4 -3.2M4.4 -1.2L1.6 1M-1.4 -1.7L-3.8 -3M-1 -1.5L-3.6 .6"),
    )


def magnifier(pencil: Pencil, radius: float) -> Drawn:
    """Draw the rim and handle of a magnifying glass whose lens lies about the origin, the handle to the lower left."""
    r = radius
    return pencil.group(
        placed(
            pencil, 0, 0, 132,
            pencil.shape(f"M{at(r, -0.55)}H{number(r + 2)}V.55H{number(r)}Z", "rock-light"),
            pencil.shape(f"M{at(r + 1.6, -0.95)}H{number(r + 6.8)}A.95 .95 0 0 1 {at(r + 6.8, 0.95)}H{number(r + 1.6)}Z", "honey-dark"),
        ),
        scenery.ribbon(pencil, f"M{at(-r, 0)}A{at(r, r)} 0 1 1 {at(r, 0)}A{at(r, r)} 0 1 1 {at(-r, 0)}", 0.95, "honey"),
        pencil.stroke(f"M{at(-0.72 * r, -0.2 * r)}A{at(0.75 * r, 0.75 * r)} 0 0 1 {at(-0.2 * r, -0.72 * r)}", 0.6, "white"),
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
        pencil.shape(f"M{at(w - 3.6, -2.6)}H{number(w - 1.6)}Q{at(w + 1.4, -1.6, w + 1.4, 0)}T{at(w - 1.6, 2.6)}H{number(w - 3.6)}Z", "rock"),
        pencil.flat(f"M{at(w - 2.8, -1.8)}H{number(w - 1.2)}Q{at(w, -1.3, w + 0.3, -0.4)}H{number(w - 2.8)}Z", "white", 0.5),
    )
