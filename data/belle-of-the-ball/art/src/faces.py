"""Draw what a mood makes of a face: eyes and mouth, the same on every head; and the face of a Belle."""

from __future__ import annotations

from art.pen import DETAIL, LINE
from style import AXIS, Pen, at, bust, number

EYE = 16.9  # mm, the middle of the left eye
LEVEL = 22.6  # mm, how far down the eyes lie


def eye(pen: Pen, x: float = EYE, look: float = 0, lid: float = 0.25) -> None:
    """Draw an eye that looks `look` mm aside, covered by its lid to a share of its height."""
    rx, ry = 2.45, 3.1
    pen.disc(x, LEVEL, rx, ry, "white")
    pen.disc(x + look, LEVEL + 0.55, 1.5, 1.95, "ink", 0)
    pen.disc(x + look + 0.5, LEVEL - 0.2, 0.55, fill="white", line=0)
    pen.disc(x + look - 0.45, LEVEL + 1.4, 0.28, fill="white", line=0)
    y = LEVEL - ry + 2 * ry * lid
    half = rx * (1 - ((y - LEVEL) / ry) ** 2) ** 0.5
    left, right, level = number(x - half), number(x + half), number(y)
    brim = f"Q{at(x, y - 0.7)} {left},{level}"
    pen.path(f"M{left},{level} A{rx},{ry} 0 0 1 {right},{level} {brim} Z", "plum-light")


def lashes(pen: Pen, x: float, y: float) -> None:
    """Draw three lashes at the outer corner of the left eye."""
    pen.path(f"M{x:g},{y:g} l-1.5,-0.5 M{x + 0.3:g},{y - 0.8:g} l-1.3,-1 M{x + 0.9:g},{y - 1.5:g} l-0.8,-1.3")


def cheeks(pen: Pen) -> None:
    """Draw rosy cheeks."""
    pen.both(lambda: pen.disc(15.4, 27.2, 1.7, 1.05, "blush", 0, opacity=0.85))


def calm() -> None:
    """Draw a face that takes its time: open eyes, a small smile."""
    pen = bust()
    cheeks(pen)
    for x in (EYE, 2 * AXIS - EYE):
        eye(pen, x, 0.2)
    pen.both(lambda: pen.path("M14.8,18 C15.8,17.1 17.2,16.9 18.4,17.3"))
    pen.path("M18.9,28 C20.2,29.1 21.8,29.1 23.1,28")
    pen.save("faces/none")


def flirt() -> None:
    """Draw a wink over a bright smile."""
    pen = bust()
    cheeks(pen)
    eye(pen, EYE, -0.5, 0.3)
    lashes(pen, 14.7, 21.3)
    pen.path("M22.9,22.6 C23.8,24.4 26.4,24.4 27.4,22.2", line=LINE * 1.4)
    pen.path("M27.4,22.2 l1.2,-0.7 M26.9,23.2 l1.3,0.2 M25.9,24 l0.8,1")
    pen.path("M14.6,18.3 C15.4,16.9 17,16.4 18.6,16.8 M23.6,18.6 C24.8,17.8 26.2,17.8 27.4,18.4")
    pen.path(
        "M18.2,27.4 C20,28.3 22,28.3 23.9,27.2 C23.6,29.9 22.4,30.8 21,30.8 C19.6,30.8 18.5,29.8 18.2,27.4 Z", "punch"
    )
    pen.wash("M19.6,30 C20.2,29.2 21.8,29.2 22.5,30 C21.8,30.9 20.4,30.9 19.6,30 Z", "rose-light", 1)
    pen.save("faces/flirt")


def snub(name: str, mouth: str) -> None:
    """Draw a mask before half-shut eyes that look away, and a mouth that has nothing to say."""
    pen = bust()
    pen.path("M31.2,19 C32.6,14.4 35.6,12 39.2,11.8 C39,15.4 36.8,18.6 32.4,20.6 Z", "gold-light")
    pen.detail("M32.2,19.6 C33.8,16.4 36,14 38.4,12.6")
    pen.path(
        "M9.6,19.4 C12.4,16.8 17.8,17.4 21,19.6 C24.2,17.4 29.6,16.8 32.4,19.4 C33,24.4 30.2,28.2 26.4,27.4 "
        "C23.6,26.8 22.6,24.6 21,24.4 C19.4,24.6 18.4,26.8 15.6,27.4 C11.8,28.2 9,24.4 9.6,19.4 Z",
        "plum-mid",
    )
    pen.wash(
        "M9.6,19.4 C9,24.4 11.8,28.2 15.6,27.4 C18.4,26.8 19.4,24.6 21,24.4 C22.6,24.6 23.6,26.8 26.4,27.4 "
        "C30.2,28.2 33,24.4 32.4,19.4 C31.8,23.8 29.2,26 26.4,25.6 C23.8,25.2 22.8,22.8 21,22.6 "
        "C19.2,22.8 18.2,25.2 15.6,25.6 C12.8,26 10.2,23.8 9.6,19.4 Z",
        "plum-deep",
        0.6,
    )
    pen.both(lambda: pen.detail("M10.8,19.8 C13.4,18 17.4,18.4 20.4,20.4", "gold-light", LINE))
    for x in (EYE - 0.2, 2 * AXIS - EYE + 0.2):
        with pen.group(f"translate(0 {number(0.22 * LEVEL)}) scale(1 0.78)"):
            eye(pen, x, 0.8, 0.5)
    pen.path(mouth, line=LINE * 1.3)
    pen.save(f"faces/snub-{name}")


def belle() -> None:
    """Draw a Belle's face: long lashes, full lips, a beauty spot."""
    pen = bust()
    cheeks(pen)
    for x in (EYE, 2 * AXIS - EYE):
        eye(pen, x, 0, 0.34)
    pen.both(lambda: lashes(pen, 14.6, 21.4))
    pen.both(lambda: pen.path("M14.2,18 C15.4,16.5 17.2,16.3 18.6,17"))
    pen.path(
        "M18.8,28.2 C19.6,27.3 20.5,27.2 21,27.7 C21.5,27.2 22.4,27.3 23.2,28.2 C22.6,29.8 21.8,30.3 21,30.3 "
        "C20.2,30.3 19.4,29.8 18.8,28.2 Z",
        "punch",
    )
    pen.detail("M19,28.3 C20.2,28.8 21.8,28.8 23,28.3")
    pen.disc(25.2, 29, DETAIL * 1.8, fill="ink", line=0)
    pen.save("faces/belle")


def main() -> None:
    """Draw them all."""
    calm()
    flirt()
    snub("sulk", "M19.2,29.7 C20.2,28.9 21.8,28.8 22.9,29.4")
    snub("smirk", "M18.8,29 C20.4,30 22.4,29.8 23.8,28 M23.3,27.5 L24.4,28.2")
    belle()
