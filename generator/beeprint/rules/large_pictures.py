"""Find pictures that hold far more pixels than any print of them shows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from beeprint.base.problems import Fix, Hint, Place, Problem
from beeprint.drawing.picture_formats import ENDINGS, SUFFIXES
from beeprint.face.layout import Face, Ink
from beeprint.sources.workspace import Workspace, shown

#: What the finest print needs, in dots per inch, and from how many a picture has far more.
ENOUGH_DPI, FAR_MORE_DPI = 600, 1200
#: Files of fewer bytes are no burden, however fine they are.
_LEAST_BYTES = 2_000_000


def large_pictures(workspace: Workspace, faces: Iterable[Face]) -> Iterator[Problem]:
    """Yield a warning for each file of pixels that is far finer than print, even where it is placed largest."""
    coarsest: dict[str, Ink] = {}
    for face in faces:
        for mark in face.painted:
            if isinstance(mark, Ink) and mark.art and (mark.art not in coarsest or mark.dpi < coarsest[mark.art].dpi):
                coarsest[mark.art] = mark
    for name, ink in coarsest.items():
        path = workspace.find("art", name, SUFFIXES) if ink.dpi > FAR_MORE_DPI else None
        size = path.stat().st_size if path is not None and path.suffix.lower() in ENDINGS else 0
        if path is None or size < _LEAST_BYTES:
            continue
        factor = math.ceil(1e4 * ENOUGH_DPI / ink.dpi) / 1e4
        place, percent = Place(shown(path)), max(1, round(100 * factor))
        does = f"Resamples the file to {percent} % of its width and height, in its own format and colour profile."
        fix = Fix(f"Reduce {path.name} to {ENOUGH_DPI} dpi", "reduce", {"factor": factor}, does, place=place)
        message = (
            f"the picture has {ink.dpi:,.0f} dpi where it is largest, in slot {ink.slot}; print shows at most "
            f"{ENOUGH_DPI}, and its {size / 1e6:.1f} MB slow every build down"
        )
        yield Problem(place, message, Hint(f"save it at {percent} % of its width and height", [fix]), "warning")
