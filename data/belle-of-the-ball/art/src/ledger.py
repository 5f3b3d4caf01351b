"""Draw the ground of the score sheet: a plum cover round cream paper, a banner on top, the signs beside it."""

from __future__ import annotations

from art.pen import DETAIL, LINE
from frames import BLEED, comb
from style import Pen
from symbols import DOINGS, MARKS, MOODS

WIDE, HIGH = 190, 126


def banner(pen: Pen) -> None:
    """Draw the banner that bears the title."""
    for side in (0, 1):
        with pen.group("matrix(-1 0 0 1 190 0)" if side else ""):
            pen.path("M38,8 H56 V20 H38 L43,14 Z", "plum-deep")
    pen.path("M52,5 Q95,1.4 138,5 V17.6 Q95,21.4 52,17.6 Z", "punch")
    pen.detail("M54,6.6 Q95,3.2 136,6.6 M54,16.2 Q95,19.6 136,16.2", "gold-pale", LINE)


def main() -> None:
    """Draw the ground."""
    pen = Pen(WIDE + 2 * BLEED, HIGH + 2 * BLEED)
    with pen.at(BLEED, BLEED):
        pen.box(-BLEED, -BLEED, WIDE + 2 * BLEED, HIGH + 2 * BLEED, "plum", 0)
        comb(pen, (-BLEED, -BLEED, WIDE + BLEED, HIGH + BLEED), "dusk-light", 10, 0.35)
        for colour, width in (("ink", 1.9), ("gold-light", 1.3), ("gold", DETAIL)):
            pen.box(5, 10, 180, 112, "paper" if colour == "ink" else "none", width, colour, 4)
        banner(pen)
        for index, motif in enumerate([*MOODS.values(), *DOINGS.values(), MARKS["crown"]]):
            x = 12.5 + 8.2 * index if index < 3 else 161.1 + 8.2 * (index - 3)
            with pen.at(x, 16.8, 0.62):
                motif(pen)
    pen.save("score/ground")
