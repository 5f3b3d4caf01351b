"""What a PDF for a press is checked against: a standard, and what a press asks for on top of it.

The parts of ISO 15930 are not free; what is here follows public accounts of them, so that a file that passes has had
its structure checked and is not certified.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Standard(Struct, frozen=True):
    """What a part of PDF/X allows; `versions` are the words by which a file may say that it follows it.

    `said_in` is where it says so: Info or XMP, or nothing. Without `strict`, only what ruins a print is a fault.
    """

    title: str
    versions: tuple[str, ...] = ()
    conformance: str = ""
    said_in: str = ""
    newest: tuple[int, int] = (2, 0)
    strict: bool = True
    rgb: bool = False
    calibrated: bool = False
    transparency: bool = False
    layers: bool = False
    jpx: bool = False
    compressed_objects: bool = False
    embedded_profile: bool = False


STANDARDS: Mapping[str, Standard] = {
    "x1a": Standard("PDF/X-1a:2003", ("PDF/X-1a:2003",), said_in="Info", newest=(1, 4)),
    "x1a-2001": Standard("PDF/X-1a:2001", ("PDF/X-1:2001",), "PDF/X-1a:2001", "Info", (1, 3)),
    "x3": Standard("PDF/X-3", ("PDF/X-3:2002", "PDF/X-3:2003"), said_in="Info", newest=(1, 4), calibrated=True),
    "x4": Standard(
        "PDF/X-4",
        ("PDF/X-4",),
        said_in="XMP",
        newest=(1, 7),
        calibrated=True,
        transparency=True,
        layers=True,
        jpx=True,
        compressed_objects=True,
        embedded_profile=True,
    ),
    "pdf": Standard(
        "PDF",
        strict=False,
        rgb=True,
        calibrated=True,
        transparency=True,
        layers=True,
        jpx=True,
        compressed_objects=True,
    ),
}

#: Spot colours that machines follow, letter by letter.
CUTS = ("CutContour", "PerfCutContour", "die-cut")


class Expected(Struct, frozen=True):
    """What a press asks of a file; lengths in mm, inks in per cent, text in points. Empty values are not checked.

    `profile` and `title` say who asks, and are empty where only a standard is asked for. `limit` is the most ink at a
    point; `resolution` the least of a picture in dpi, of one with a bit a pixel twice as much; `dpi` what pictures had
    better have. `conditions` are the printing conditions that the output intent may name. `sizes` are those that the
    trim may have; without `marks` the page ends with the bleed. `spots` are the spot colours that are known, `needs`
    those that a file must have; `cuts` are those that a machine follows and nobody prints. `pages` is their number,
    `even` says that fronts and backs take turns. Text below `least_text` is too small; below `small_text` it may have
    one ink only, and if that is black it overprints.
    """

    standard: str
    profile: str = ""
    title: str = ""
    limit: float = 300
    resolution: float = 200
    dpi: float = 0
    conditions: tuple[str, ...] = ()
    bleed: float = 0
    safe: float = 0
    sizes: tuple[tuple[float, float], ...] = ()
    marks: bool = True
    spots: tuple[str, ...] | None = None
    needs: tuple[str, ...] = ()
    cuts: tuple[str, ...] = CUTS
    pages: int = 0
    even: bool = False
    least_text: float = 0
    small_text: float = 9
    hairline: float = 0.08

    @property
    def allows(self) -> Standard:
        """Return what the standard allows."""
        return STANDARDS[self.standard]


def claimed(words: str) -> str:
    """Return the standard that a file says it follows, `pdf` where it is none of those known."""
    known = (name for name, standard in STANDARDS.items() if words and words in standard.versions)
    return next(known, "pdf")
