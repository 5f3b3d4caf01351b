"""What reading one picture may cost: an account that all parts of the reader draw on, so that none takes too long."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from beeprint.base.problems import Place, Problem

#: Steps for one picture. A step is about a microsecond, or about a hundred bytes of what is kept: a few seconds in all,
#: and less than 200 MB. Detailed art takes a tenth of them.
STEPS = 4_000_000

_HINT = "simplify the picture, or set raster: 600dpi where the layout places it"
#: What a budget is spent on, and what to do where that is too much.
_HINTS = {
    "markers": "use simpler markers, or turn them into paths (Inkscape: Path > Stroke to Path)",
    "clip paths": "release clips that show nothing (Inkscape: Object > Clip > Release), or combine their shapes",
    "gradients": "use fewer stops and fewer repetitions",
    "stylesheets": "use fewer rules, or let the editor write style attributes",
    "edges that cross": "make one outline of what crosses itself (Inkscape: Path > Union)",
    "text": "use a text slot",
    "embedded pictures": "embed fewer or smaller pictures, or use a picture slot",
    "mistakes": "mend the mistakes that are named first",
}


class SpentError(Exception):
    """The budget is spent, and reading ends; `place` is set to that of the first element which this passes."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint
        self.place: Place | None = None

    def problem(self, otherwise: Place) -> Problem:
        """Return the problem, at a place given where none is known."""
        return Problem(self.place or otherwise, self.message, self.hint)


@dataclass
class Budget:
    """What may still be spent on one picture, and on what the rest has gone."""

    left: float = STEPS
    spent: Counter[str] = field(default_factory=Counter)

    def spend(self, steps: float, on: str) -> None:
        """Take steps for work of a kind; SpentError where there are not as many left."""
        self.left -= steps
        self.spent[on] += int(steps)
        if self.left < 0:
            raise self.error()

    def error(self) -> SpentError:
        """Return what is wrong where the budget is spent: most of it will have gone on one thing."""
        kind, steps = self.spent.most_common(1)[0]
        share = 100 * steps // max(1, self.spent.total())
        message = f"reading the picture takes more than {STEPS:,} steps, {share} % of them for {kind}"
        return SpentError(message, _HINTS.get(kind, _HINT))
