"""The poses on the catwalk: where chest, head, tail, wings and limbs are, in mm in the box that all parts share."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from art.pen import Point
from style import STUDIO, Pen, number

WIDTH, HEIGHT = 46, 66  # mm, the box of every part
HEAD = (23.0, 22.5)  # where a head is drawn before it is moved
CHEST = (23.0, 34.5)
Leg = tuple[Point, Point, Point, float]  # hip, knee, foot, and how far the shoe is turned, in degrees


@dataclass(frozen=True)
class Pose:
    """A bee's joints; mirrored as a whole where `flip` says so. What she carries is in the hand on the left."""

    name: str
    chest: Point
    head: Point
    turn: float  # degrees, the head
    spine: tuple[Point, Point, Point]  # waist, bend and tail of the abdomen
    wings: tuple[float, float]  # degrees by which the left and the right ones are lifted
    legs: tuple[Leg, Leg]
    arm: tuple[Point, ...]  # the free one, on the right
    carrying: tuple[Point, ...]  # the other one with a jar
    jar: Point
    waving: tuple[Point, ...]  # the other one without
    heaps: tuple[Point, Point]  # of pollen, on the legs
    flip: bool = False

    def about_head(self, pen: Pen) -> AbstractContextManager[None]:
        """Draw what follows where the head is; it was made for HEAD."""
        (x, y), (x0, y0) = self.head, HEAD
        return pen.group(f"{_to(x, y)} rotate({number(self.turn)}) {_to(-x0, -y0)}")

    def about_neck(self, pen: Pen) -> AbstractContextManager[None]:
        """Draw what follows between head and chest, turned half as far as the head."""
        x, y = (self.head[0] + self.chest[0]) / 2, (self.head[1] + self.chest[1]) / 2
        return pen.group(f"{_to(x, y)} rotate({number(self.turn / 2)}) {_to(-HEAD[0], -(HEAD[1] + CHEST[1]) / 2)}")

    def about_wing(self, pen: Pen, side: int) -> AbstractContextManager[None]:
        """Draw what follows, a wing to the left of CHEST, on a side: -1 is left, 1 right."""
        mirrored = " scale(-1 1)" if side > 0 else ""
        lifted = number(self.wings[side > 0])
        return pen.group(f"{_to(*self.chest)}{mirrored} rotate({lifted}) {_to(-CHEST[0], -CHEST[1])}")


def _to(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


def sheet(pose: Pose) -> tuple[Pen, AbstractContextManager[None]]:
    """Return an empty part, and how to draw it facing the way of the pose."""
    pen = Pen(WIDTH, HEIGHT)
    return pen, pen.group(f"matrix(-1 0 0 1 {WIDTH} 0)" if pose.flip else "")


POSES = {
    pose.name: pose
    for pose in (
        Pose(
            "hip",
            (23, 34.5), (23, 22.5), -3,
            ((22.6, 36.5), (21.4, 48), (27, 58)),
            (0, 0),
            (((19, 48), (10.5, 53.6), (13.5, 61.6), 0), ((28.5, 48.5), (38, 53.6), (35, 61.6), 0)),
            ((29, 33.6), (37, 35.2), (37.4, 40.6), (32, 43.6)),
            ((17, 34), (10.8, 35.4), (9.6, 41)), (10.2, 47.4),
            ((17, 34), (10.4, 37), (6.4, 31)),
            ((11.4, 52.8), (36.4, 52.8)),
        ),
        Pose(
            "wave",
            (22.6, 35), (22.4, 23.2), -5,
            ((22.6, 37), (26.4, 46.6), (23, 58)),
            (8, -4),
            (((19.5, 48.5), (10.8, 54), (14.5, 61.6), 0), ((28.5, 47), (38.4, 51.6), (35.5, 61.6), 0)),
            ((27, 33.8), (35.6, 33.4), (39.8, 26), (39.4, 17.4)),
            ((15.6, 34.6), (9.8, 37.2), (9.6, 42.4)), (10.4, 48.6),
            ((15.6, 34.6), (8, 37), (8, 42.6), (12.8, 44.6)),
            ((11.6, 53), (35.6, 49)),
            flip=True,
        ),
        Pose(
            "stride",
            (23.4, 34.5), (23.8, 22.6), 4,
            ((23.4, 36.6), (26, 46.6), (17, 56.8)),
            (4, 8),
            (((21.6, 50), (28.1, 54), (26.6, 61.8), 0), ((27.6, 45), (37, 50), (37.4, 60.6), -20)),
            ((30, 34), (37, 36.6), (39.4, 44)),
            ((18, 34), (11, 32.6), (9.4, 36)), (9.9, 42.4),
            ((18, 34), (11.6, 38.6), (6.8, 39.6)),
            ((27.2, 53.4), (35.6, 49)),
        ),
        Pose(
            "curtsy",
            (23, 37), (23, 25.6), 3,
            ((22.8, 39), (23, 49), (23, 57.2)),
            (-1, 1),
            (((18, 51), (6.4, 51.8), (10.4, 61.8), 0), ((28, 51), (39.6, 51.8), (35.6, 61.8), 0)),
            ((29.4, 36.2), (36.8, 38), (39.8, 45.2)),
            ((16.6, 36.2), (9.4, 43), (8.4, 38.4)), (9.9, 32),
            ((16.6, 36.2), (7.4, 38.4), (6.2, 46.6)),
            ((9.5, 50.5), (36.5, 50.5)),
        ),
        Pose(
            "kick",
            (23.6, 35), (24, 23.2), 5,
            ((23.4, 37), (20.2, 47), (23.6, 58)),
            (-6, 10),
            (((19.6, 49), (12.4, 54.6), (16, 61.6), 0), ((25, 47.5), (36, 52.4), (38.4, 44.4), -112)),
            ((29.6, 34), (37.4, 32.4), (39.2, 23.6)),
            ((17.6, 34.6), (10.6, 36), (9.6, 41.4)), (10.2, 47.6),
            ((17.6, 34.6), (11.2, 33.4), (6.5, 36.6)),
            ((13.6, 53.2), (32, 50.8)),
            flip=True,
        ),
        Pose(
            "hover",
            (23, 33), (22.2, 21.6), -5,
            ((22.6, 35), (20.6, 46.5), (28.6, 55.6)),
            (14, 14),
            (((17, 46), (10.8, 50.8), (13, 57.6), 22), ((22, 50), (20.6, 55.4), (23.4, 61), 26)),
            ((29, 32.4), (35.4, 36.4), (39.8, 32)),
            ((17, 33), (10.4, 33.4), (9.2, 38.2)), (9.9, 44.6),
            ((17, 33), (10, 36), (6.2, 30.2)),
            ((12.2, 49.2), (21.2, 53.8)),
        ),
        Pose(
            "glance",
            (22, 35), (23, 23.2), 6,
            ((21.4, 37), (16.8, 46.5), (22, 57.6)),
            (4, 2),
            (((15.4, 49), (11.3, 54.8), (12.2, 61.6), 0), ((21.9, 46.5), (33, 53), (37.6, 61.6), 0)),
            ((26.4, 34), (35.6, 34.6), (38.8, 29.4), (34.4, 25.6)),
            ((15.4, 34.4), (10.2, 36.6), (9.2, 41)), (9.9, 47.2),
            ((15.4, 34.4), (9.6, 36.6), (6.8, 30.4)),
            ((11.3, 56), (30.4, 51.6)),
        ),
        Pose(
            "lunge",
            (23.8, 35), (24.8, 23.2), -6,
            ((23.6, 37), (20.2, 45.6), (13.8, 56)),
            (-2, 8),
            (((22.2, 49), (25.6, 55.6), (22.8, 61.8), 0), ((27.2, 44), (38.4, 49.4), (36.2, 61.8), 0)),
            ((31.6, 34.2), (38.8, 36), (39, 41.6), (33.8, 44)),
            ((19.2, 34.8), (10.8, 41), (8.6, 35.4)), (9.9, 29),
            ((19.2, 34.8), (10.6, 38.6), (7.2, 45.4)),
            ((25.2, 53.4), (35, 48.2)),
        ),
    )
}  # fmt: skip

#: In the order of the game's table, which has to name each of them.
ALL = [POSES[row["id"]] for row in STUDIO.rows("poses")]
