"""The files that machines read of a bed, by the formats that its laser profile names, and its proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from beeprint.base.geometry import Rect, translate
from beeprint.draw.drawing import Drawing, group
from beeprint.draw.fonts import Fonts
from beeprint.formats import cutsvg, dxf, gpgl, hpgl, lbrn, pdf
from beeprint.laser.layers import LaserProfile
from beeprint.laser.plan import Bed, Pass, Polyline
from beeprint.laser.proof import proof

#: Writes a file from a bed with its artwork, and from its title.
Write = Callable[[Path, Bed, str], None]


def writers(
    bed: Bed, profile: LaserProfile, r12: bool = False, marks: gpgl.Marks | None = None
) -> Iterator[tuple[str, Write]]:
    """Yield the end of the name of each file of a bed, and what writes it; `bed` needs no artwork here.

    Plotters have one knife: what it cuts through and what it only creases, the folds, are files of their own. They do
    not engrave, so their files hold no artwork.
    """
    size = (bed.width, bed.height)
    for kind in profile.files:
        if kind == "svg":
            yield ".svg", lambda path, whole, title: cutsvg.write(path, whole, profile, title)
        elif kind == "dxf":
            yield ".dxf", lambda path, whole, _title: dxf.write(path, whole, profile, r12)
        elif kind == "lbrn2":
            yield ".lbrn2", lambda path, whole, title: lbrn.write(path, whole, profile, title)
        else:
            for end, lines in _knife(bed):
                yield f"{end}.{'plt' if kind == 'hpgl' else kind}", partial(_plot, kind, lines, size, marks)


def write_proof(path: Path, bed: Bed, profile: LaserProfile, fonts: Fonts, info: pdf.Info) -> None:
    """Write the proof of a bed, as PDF at true size."""
    seen = proof(bed, profile, fonts, info.title)
    paper = Rect(0, 0, seen.box.width, seen.box.height)
    picture = Drawing(paper, (group(seen.marks, translate(-seen.box.x, -seen.box.y)),))
    pdf.write(path, [pdf.Page(picture, paper, paper)], fonts, info)


def _knife(bed: Bed) -> Iterator[tuple[str, tuple[Polyline, ...]]]:
    """Yield the lines to cut and those to crease, each with what is added to the file's name."""
    cuts = (*bed.lines.get(Pass.CUT_INNER, ()), *bed.lines.get(Pass.CUT_OUTER, ()))
    for end, lines in (("", cuts), ("-score", bed.lines.get(Pass.SCORE, ()))):
        if lines:
            yield end, tuple(lines)


def _plot(
    kind: str,
    lines: tuple[Polyline, ...],
    size: tuple[float, float],
    marks: gpgl.Marks | None,
    path: Path,
    _bed: Bed,
    _title: str,
) -> None:
    if kind == "hpgl":
        hpgl.write(path, lines, size[1])
    else:
        gpgl.write(path, lines, size, marks)
