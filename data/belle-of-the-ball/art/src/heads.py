"""Draw the eight heads, and the wings behind the shoulders; eyes and mouth come with the mood."""

from __future__ import annotations

from collections.abc import Callable

from art.pen import DETAIL, LINE
from style import AXIS, Pen, bust, scallops

FEELER = LINE * 2  # a feeler is one stroke, so it is drawn bolder than an outline


def feelers(pen: Pen, d: str, tip: tuple[float, float] | None = None, fill: str = "soot", size: float = 1.1) -> None:
    """Draw a pair of feelers, with knobs at their tips where there is a tip."""

    def one() -> None:
        pen.path(d, line=FEELER)
        if tip:
            pen.disc(*tip, size, fill=fill)

    pen.both(one)


def honeybee(pen: Pen) -> None:
    """Draw a round amber head with a fluffy fringe."""
    feelers(pen, "M15.5,16.5 C13.5,12 11,10 7.6,9.4", (7.2, 9.4))
    pen.path(scallops(AXIS, 22.4, 9.2, 18), "honey")
    pen.disc(AXIS, 23.4, 8.1, 8.3, "honey-light", 0)
    pen.wash("M13.2,26 C15,31.4 27,31.4 28.8,26 C29.4,33 12.6,33 13.2,26 Z", "honey", 0.7)


def bumblebee(pen: Pen) -> None:
    """Draw a broad dark head with a cream face."""
    feelers(pen, "M14.5,16.5 C12.5,13 10.5,11.8 7.8,12", (7.4, 12.1))
    pen.path(scallops(AXIS, 22.6, 10, 20, 0.94), "soot")
    pen.path(
        "M21,15.4 C24.4,14 29.4,17 29.2,23 C29,28.6 25.4,31.4 21,31.4 C16.6,31.4 13,28.6 12.8,23 "
        "C12.6,17 17.6,14 21,15.4 Z",
        "honey-light",
        DETAIL,
    )
    pen.wash("M14.2,27 C17,31 25,31 27.8,27 C27,31.6 24,32 21,32 C18,32 15,31.6 14.2,27 Z", "honey", 0.7)


def moth(pen: Pen) -> None:
    """Draw a soft grey head with feathered feelers."""

    def feather() -> None:
        pen.path("M15.4,16.4 C10.6,14.6 6.6,11 4.6,5.6 C8.6,6.6 13,10 15.4,16.4 Z", "dust-deep")
        pen.detail("M14.6,15.4 L6.4,7.4 M12.6,12.2 L13,10.4 M10.4,10 L10.6,8.2 M11.6,13.2 L9.4,13.2 M9,10.8 L6.8,10.6")

    pen.both(feather)
    pen.path(scallops(AXIS, 22.6, 9.2, 15, 1.02, turn=6), "dust")
    pen.path(
        "M21,15.6 C23.6,13.8 29,16.4 28.6,22.6 C28.2,28 25,31.2 21,31.2 C17,31.2 13.8,28 13.4,22.6 "
        "C13,16.4 18.4,13.8 21,15.6 Z",
        "cream",
        0,
    )
    pen.wash("M14.4,26.4 C17,31 25,31 27.6,26.4 C27,31.8 24,32.2 21,32.2 C18,32.2 15,31.8 14.4,26.4 Z", "dust", 0.8)


def stag(pen: Pen) -> None:
    """Draw a chestnut head between two antlers."""

    def antler() -> None:
        pen.path(
            "M13.6,17.4 C9.4,16.4 6,12.6 7.2,6.4 C8,7.8 8.6,8.8 9.6,9.4 C10,8.6 10.6,8 11.6,7.8 "
            "C11.2,10.8 12.6,13 16,14.2 Z",
            "chestnut",
        )
        pen.wash("M13.6,17.4 C9.4,16.4 6,12.6 7.2,6.4 C7.4,11.4 9.6,15 14.4,16.2 Z", "ink", 0.25)

    pen.both(antler)
    pen.path(
        "M21,13.4 C26.6,13.4 30.8,17 30.4,22.6 C30,28.6 26,32 21,32 C16,32 12,28.6 11.6,22.6 "
        "C11.2,17 15.4,13.4 21,13.4 Z",
        "chestnut",
    )
    pen.disc(AXIS, 23.4, 7.9, 7.7, "chestnut-light", 0)
    pen.wash("M13.8,26 C16,31.4 26,31.4 28.2,26 C28.4,32.4 13.6,32.4 13.8,26 Z", "chestnut", 0.5)
    pen.path("M14,18.2 C14.6,16.4 16,15.2 17.8,14.8", line=DETAIL * 1.6, colour="chestnut-light")


def ladybird(pen: Pen) -> None:
    """Draw a dark hood with two pale spots round a light face."""
    feelers(pen, "M15.5,15.8 C14,12.6 12,11.2 9.6,10.8", (9.2, 10.8), "ladybird")
    pen.path(
        "M21,13.2 C27.2,13.2 31.2,17.2 31,22.6 C30.8,28.6 26.6,32 21,32 C15.4,32 11.2,28.6 11,22.6 "
        "C10.8,17.2 14.8,13.2 21,13.2 Z",
        "ink",
    )
    pen.disc(AXIS, 24, 7.8, 7.4, "cream", 0)
    pen.both(lambda: pen.disc(14.2, 17.6, 1.7, 1.4, "paper", 0))
    pen.wash("M14.2,27 C17,31 25,31 27.8,27 C27,31.4 24,31.6 21,31.6 C18,31.6 15,31.4 14.2,27 Z", "dust", 0.7)


def butterfly(pen: Pen) -> None:
    """Draw a slender lavender head with long clubbed feelers."""
    feelers(pen, "M17,15.6 C15,10 12,7.4 6.4,5.4", (6, 5.2), "gold-light")
    pen.path(
        "M21,13.2 C26.4,13.2 29.8,16.8 29.6,21.8 C29.4,27.2 25.8,32.2 21,32.2 C16.2,32.2 12.6,27.2 12.4,21.8 "
        "C12.2,16.8 15.6,13.2 21,13.2 Z",
        "lavender",
    )
    pen.wash(
        "M13.4,25.4 C16,31 26,31 28.6,25.4 C27.4,29.6 24.6,32.2 21,32.2 C17.4,32.2 14.6,29.6 13.4,25.4 Z",
        "lavender-deep",
        0.45,
    )
    pen.wash("M15,18 C16,15.6 18,14.4 20,14.2 C18.4,15.4 17.2,16.6 16.6,18.4 Z", "white", 0.55)


def cricket(pen: Pen) -> None:
    """Draw a long green head with feelers that sweep far back."""
    feelers(pen, "M17,15.4 C15,8.4 10,5.6 3.6,8.8")
    pen.path(
        "M21,13 C26.6,13 30,16.2 29.8,20.6 C29.6,24.2 27.4,25.6 27,28.4 C26.6,31.2 24.2,32.8 21,32.8 "
        "C17.8,32.8 15.4,31.2 15,28.4 C14.6,25.6 12.4,24.2 12.2,20.6 C12,16.2 15.4,13 21,13 Z",
        "fern",
    )
    pen.wash(
        "M15.2,28.2 C17,30.4 25,30.4 26.8,28.2 C26.6,31.2 24.2,32.8 21,32.8 C17.8,32.8 15.4,31.2 15.2,28.2 Z",
        "fern-deep",
        0.6,
    )
    pen.wash("M14.6,18 C15.4,15.6 17.6,14.2 19.8,14 C18.2,15 17,16.4 16.4,18.2 Z", "white", 0.5)
    pen.detail("M21,14.4 V17.2", "fern-deep", LINE)


def dragonfly(pen: Pen) -> None:
    """Draw a lagoon-blue head whose great eyes bulge to both sides."""
    feelers(pen, "M17.4,15 C16.6,13 15.4,11.8 13.6,11.2")

    def great_eye() -> None:
        pen.path("M17,14.6 C12,13 8.6,17 9,22 C9.4,26.4 13,28.4 16,26.6 Z", "lagoon")
        pen.wash("M10.6,20.4 C10.4,17.6 12,15.6 14.4,15.4 C12.8,16.8 12,18.4 12.2,20.6 Z", "white", 0.6)

    pen.both(great_eye)
    pen.path(
        "M21,13.6 C26,13.6 28.4,16.8 28.4,22 C28.4,28 25.4,32 21,32 C16.6,32 13.6,28 13.6,22 "
        "C13.6,16.8 16,13.6 21,13.6 Z",
        "lagoon-light",
    )
    pen.wash(
        "M14.2,25.8 C17,30.6 25,30.6 27.8,25.8 C26.8,29.8 24.4,32 21,32 C17.6,32 15.2,29.8 14.2,25.8 Z", "lagoon", 0.5
    )


HEADS: dict[str, Callable[[Pen], None]] = {
    "honeybee": honeybee,
    "bumblebee": bumblebee,
    "moth": moth,
    "stag": stag,
    "ladybird": ladybird,
    "butterfly": butterfly,
    "cricket": cricket,
    "dragonfly": dragonfly,
}


def glassy(pen: Pen, round_: float = 0) -> None:
    """Draw two clear wings with veins, pointed or the rounder the larger `round_`."""

    def wing() -> None:
        pen.path(f"M14,36 C{4 - round_},33 {0.6 - round_ / 2},24 2.4,{15.6 + round_} C7.4,18 13,27 16,35 Z", "wing")
        pen.detail(
            "M14.4,34.6 C9.6,30 5.6,24.4 3.4,17.6 M10.4,30.4 C7.6,30 5,28.4 3.4,26.4 M8,26.6 C7.6,24.4 7.6,22.6 8,21",
            "wing-line",
        )
        pen.path("M12,37.6 C6.4,37.8 2.6,40.6 1.2,45 C6,46 11,43 13.4,39.6 Z", "wing")

    pen.both(wing)


def slim(pen: Pen) -> None:
    """Draw the four narrow wings of a dragonfly."""

    def wing() -> None:
        pen.path("M15,35 C9,31 3.4,24.6 1.2,15.4 C4,14.8 6,15.8 7.4,18.4 C9.6,23.4 13,29.4 16.4,33.6 Z", "wing")
        pen.path("M14,37.4 C8.4,36.4 3.4,33.6 0.6,28.6 C2.6,27.2 4.8,27.6 6.8,29.6 C9.2,32 12,34.4 15.4,35.6 Z", "wing")
        pen.path("M2.2,16.6 L4.8,15.6 L6,17.4 L3.2,18.6 Z M1.4,29.2 L3.2,28 L4.8,29.2 L2.6,30.8 Z", "lagoon", DETAIL)
        pen.detail("M14.6,33.4 L5.4,20.4 M13.6,36 L5.4,31.2", "wing-line")

    pen.both(wing)


def patterned(pen: Pen, outer: str, inner: str, spot: str) -> None:
    """Draw broad wings with a border and eye spots."""

    def wing() -> None:
        pen.path("M14,38 C5,37 0.4,28 1.4,14.6 C8.4,14 15,23 17,34 Z", outer)
        pen.wash("M14.4,35.4 C7.6,33.4 4,27 4.2,18.2 C9,19.4 13.4,26 15.4,33.4 Z", inner, 1)
        pen.disc(6.6, 23.6, 1.9, 2.3, spot, DETAIL)
        pen.disc(6.6, 23.6, 0.8, 1, "ink", 0)
        pen.path("M12,38.4 C5.4,37 1,40 0.8,46 C6,49 11,45 13.4,40 Z", outer)
        pen.wash("M11.4,40.2 C6.4,39.4 3.4,41.6 3,45 C6.8,46.2 10,43.6 11.6,40.6 Z", inner, 1)

    pen.both(wing)


def shards(pen: Pen, fill: str, dark: str, spotted: bool = False) -> None:
    """Draw two hard wing cases, raised, with the clear wings under them."""

    def case() -> None:
        pen.path("M12,40 C6,39 2.4,35 1.6,29 C6,29 11,32 14,37 Z", "wing")
        pen.path("M14.6,38 C6,36 1.4,28 3.4,17 C10,17.4 16,25 17,35 Z", fill)
        pen.wash("M14.6,38 C6,36 1.4,28 3.4,17 C3.6,26.6 7.4,33.4 15.6,36.6 Z", dark, 0.4)
        if spotted:
            for x, y, r in ((6.6, 22, 1.3), (8.6, 28.4, 1.5), (11.6, 24.4, 1.1)):
                pen.disc(x, y, r, fill="ink", line=0)

    pen.both(case)


WINGS: dict[str, Callable[[Pen], None]] = {
    "honeybee": lambda pen: glassy(pen),
    "bumblebee": lambda pen: glassy(pen, 2.4),
    "moth": lambda pen: patterned(pen, "dust-deep", "dust", "gold-pale"),
    "stag": lambda pen: shards(pen, "chestnut", "ink"),
    "ladybird": lambda pen: shards(pen, "ladybird", "ink", spotted=True),
    "butterfly": lambda pen: patterned(pen, "lavender-deep", "lavender", "gold-light"),
    "cricket": lambda pen: shards(pen, "fern-deep", "ink"),
    "dragonfly": slim,
}


def main() -> None:
    """Draw them all."""
    for folder, parts in (("heads", HEADS), ("wings", WINGS)):
        for name, draw in parts.items():
            pen = bust()
            draw(pen)
            pen.save(f"{folder}/{name}")
