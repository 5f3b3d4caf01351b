"""Draw the ground of the score sheet: a plum cover round cream paper, the banner above it between two crowns."""

from __future__ import annotations

from art.pen import DETAIL, LINE
from frames import BLEED, comb
from style import Pen
from symbols import crown

WIDE, HIGH = 190, 126


def banner(pen: Pen) -> None:
    """Draw the banner that bears the title."""
    for side in (0, 1):
        with pen.group("matrix(-1 0 0 1 190 0)" if side else ""):
            pen.path("M41,6.4 H56 V17.8 H41 L45,12.1 Z", "plum-mid")
            pen.detail("M43.3,7.5 L46.6,12.1 L43.3,16.7", "gold-pale", LINE)
    pen.path("M52,5 Q95,2.4 138,5 V16.4 Q95,19 52,16.4 Z", "punch")
    pen.detail("M54,6.4 Q95,3.9 136,6.4 M54,15 Q95,17.5 136,15", "gold-pale", LINE)


def main() -> None:
    """Draw the ground."""
    pen = Pen(WIDE + 2 * BLEED, HIGH + 2 * BLEED)
    with pen.at(BLEED, BLEED):
        pen.box(-BLEED, -BLEED, WIDE + 2 * BLEED, HIGH + 2 * BLEED, "plum", 0)
        comb(pen, (-BLEED, -BLEED, WIDE + BLEED, HIGH + BLEED), "dusk-light", 10, 0.35)
        for colour, width in (("ink", 1.9), ("gold-light", 1.3), ("gold", DETAIL)):
            pen.box(5, 21.4, 180, 99.6, "paper" if colour == "ink" else "none", width, colour, 4)
        banner(pen)
        for x in (24, WIDE - 24):
            with pen.at(x, 11.4, 0.9):
                crown(pen)
    pen.save("score/ground")
