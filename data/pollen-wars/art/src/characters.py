"""Draw the two characters that stand alone: the queen for boards and reference cards, and the drifting bee."""

from __future__ import annotations

import bees
from art.pen import Drawn, Picture, around
from style import Pencil, at, canvas, save, spot


def mantle(pencil: Pencil) -> Drawn:
    """Draw the queen's royal mantle with its ermine edge, from the neck down to the foot of the picture."""
    cloth = "M-4.4 1.6C-9.4 2.2 -11.6 5.4 -12.2 10.2Q0 12.4 12.2 10.2C11.6 5.4 9.4 2.2 4.4 1.6Z"
    fur = "M-4.6 1.4L-1.2 11.3H1.2L4.6 1.4L2.6 .8H-2.6Z"
    return pencil.group(
        pencil.flat(cloth, "jelly"),
        pencil.flat("M8.4 3.2C10.8 5.2 11.8 7.6 12.2 10.2Q9.6 10.7 6.8 11C8.6 9 9 6 8.4 3.2Z", "jelly-deep"),
        pencil.flat("M-8.8 4.2C-10.2 5.8 -10.8 7.8 -11 9.8C-9.6 8.2 -8.8 6.4 -8.8 4.2Z", "jelly-light", 0.7),
        pencil.stroke("M-7 5.6C-7.8 7.4 -8 9.2 -7.9 10.7M7 5.6C7.8 7.4 8 9.2 7.9 10.7", None, "jelly-dark"),
        pencil.shape(cloth, "none"),
        pencil.shape("M-4.4 1.6L-6.4 2L-2.8 11.25Q0 11.4 2.8 11.25L6.4 2L4.4 1.6Z", "white"),
        pencil.shape(fur, "bee"),
        pencil.flat(
            "M-3.6 4.4Q0 5.8 3.6 4.4L2.9 6.4Q0 7.6 -2.9 6.4ZM-2.2 8.6Q0 9.5 2.2 8.6L1.5 10.7Q0 11.2 -1.5 10.7Z", "ink"
        ),
        *(
            pencil.flat(f"M{at(s * x, y)}l.4 1.2l-.8 0Z", "ink")
            for s in (-1, 1)
            for x, y in ((4.5, 4), (3.5, 7), (2.9, 9.4))
        ),
        pencil.shape(fur, "none"),
    )


def lace(pencil: Pencil) -> Drawn:
    """Draw the great lace collar that stands up behind the queen's head."""
    ribs = "".join(
        f"M{spot(around(0, -2.6, 6, turn))}L{spot(around(0, -2.6, 9.4, turn))}" for turn in range(-200, 30, 20)
    )
    return pencil.group(
        pencil.shape(bees.scallop(0, -2.6, 9.8, 8.6, 18, 0.56), "white"),
        pencil.flat(bees.scallop(0, -2.6, 8.2, 7.2, 18, 0.56), "jelly-light"),
        pencil.stroke(ribs, None, "jelly"),
    )


def queen() -> None:
    """Draw the queen: a grand bust under a crown."""
    picture = canvas(40, 40)
    x, y, size = 20, 25.2, 35
    scale = size / bees.TALL
    pencil = Pencil(picture, scale)
    place = f"translate({at(x, y)})scale({at(scale)})"
    wings = bees.front_wings(
        pencil, bees.Cast("queen", "smug", "down", "down", None, None, "jelly", "up", "stand", (0, 0), 0.92)
    )
    picture.add(pencil.group(*wings, lace(pencil), mantle(pencil), transform=place))
    picture.add(bees.bee(picture, x, y, size, role="queen", view="bust", mood="smug", tint="jelly", wings="none"))
    save(picture, "characters/queen")


def seed(picture: Picture, x: float, y: float) -> Drawn:
    """Return a dandelion seed whose stalk is held at (x, y)."""
    pencil = Pencil(picture, 1)
    hub = (x + 0.6, y - 8.6)
    tips = [around(hub[0], hub[1] + 1.2, 8, turn, 7.4 / 8) for turn in range(-170, 0, 20)]
    rays = "".join(f"M{at(*hub)}Q{at((hub[0] + tx) / 2, ty + 0.8, tx, ty)}" for tx, ty in tips)
    left, right = tips[0], tips[-1]
    down = f"M{at(*left)}A8 7.2 0 0 1 {at(*right)}Q{at(x + 4, hub[1] - 0.6, *hub)}"
    return pencil.group(
        pencil.flat(down + f"Q{at(x - 3, hub[1] - 0.6, *left)}Z", "white", 0.75),
        pencil.stroke(f"M{at(x, y + 3)}Q{at(x - 0.4, y - 3, *hub)}", 0.7),
        pencil.stroke(rays, 0.3),
        *(pencil.shape(bees.scallop(tx, ty, 0.9, 0.8, 5), "white") for tx, ty in tips),
        pencil.oval(*hub, 0.8, 0.6, "bark-light"),
        pencil.shape(f"M{at(x, y + 2.4)}q1.1 1.6 0 4.4q-1.1 -2.8 0 -4.4Z", "bark"),
    )


def drifting_bee() -> None:
    """Draw a bee without a care that lets a dandelion seed carry it."""
    picture = canvas(40, 40)
    pencil = Pencil(picture, 1)
    picture.add(
        pencil.stroke(
            "M2.5 34.6C5.5 32.5 8 36.1 11 34.1M29 36.4C31.2 34.6 33.6 37.4 36 35.6M3.6 12.6C5.4 11.2 7 13.4 9 12",
            None,
            "sky-deep",
        )
    )
    picture.add(seed(picture, 26.7, 18.0))
    picture.add(
        bees.bee(
            picture, 17.4, 25.0, 25, role="plain", mood="laughing", pose="sit", wings="level", turn=-8,
            near=((-8.8, 1.6), (-4.6, -4.2)), far=((9.6, 3.4), (11.4, -6.4)),
        )
    )  # fmt: skip
    save(picture, "characters/drifting-bee")


def main() -> None:
    """Draw both."""
    queen()
    drifting_bee()
