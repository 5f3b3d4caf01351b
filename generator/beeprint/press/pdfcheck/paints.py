"""What is wrong with a mark by itself: its colours, its line, its transparency, its pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beeprint.press.pdfcheck import objects
from beeprint.press.pdfcheck.colours import PLATES, Inks, Space
from beeprint.press.pdfcheck.marks import Edges, Findings
from beeprint.press.pdfcheck.state import Font, Paint, State
from beeprint.press.standard import Expected

_CALIBRATED = ("ICCBased", "CalGray", "CalRGB", "Lab")
_FULL = 0.9999
_MM_PER_POINT = 25.4 / 72


# Amounts up to this are traces, which a press out of register doesn't blur visibly (assumed). Pale colours have them:
# by FOGRA39, the cream #F8E8C2 is 29 % yellow, 9 % magenta and 4 % cyan.
_FAINT = 0.1


class Judge:
    """Checks marks against what is expected, and remembers which inks the file has."""

    def __init__(self, expected: Expected) -> None:
        self.expected, self.allows = expected, expected.allows
        self.spots: dict[str, str] = {}
        self.process: set[str] = set()
        self.unknown: dict[str, None] = {}
        self._cuts = {name.lower(): name for name in expected.cuts}

    def is_cut(self, space: Space) -> bool:
        """Return whether a colour is that of a line which a machine follows."""
        return any(name in self.expected.cuts for name in space.names)

    def colour(self, space: Space, what: str, findings: Findings, source: str, box: Edges) -> None:
        """Check the colour space of something that is painted, and all that it is made from."""
        words = what
        for part in space.chain():
            kind = part.kind
            if kind == "DeviceRGB" and not self.allows.rgb:
                findings.add(
                    "colour-rgb", f"{words} in DeviceRGB", "DeviceCMYK, DeviceGray or a spot colour", source, box
                )
            elif kind in _CALIBRATED and not self.allows.calibrated:
                wanted = "DeviceCMYK, DeviceGray or a spot colour"
                findings.add("colour-calibrated", f"{words} in {kind}", wanted, source, box)
            elif kind == "Unknown":
                findings.add("syntax", f"{words} in a colour space that is missing or damaged", "one", source, box)
            if part.names:
                self._names(part, findings, source, box)
                words = f"{what} in {_named(part.names)}, whose alternate is"
            elif kind == "Indexed":
                words = f"{what} with a table of colours"
        self.process |= {name for part in space.chain() if not space.spots for name in _plates(part)}

    def _names(self, space: Space, findings: Findings, source: str, box: Edges) -> None:
        for name in space.spots:
            meant = self._cuts.get(name.lower(), name)
            if meant != name:
                findings.add("spot-name", f"the spot colour {name}", f"{meant}, letter by letter", source, box)
            elif self.expected.spots is not None and name not in (*self.expected.spots, *self.expected.cuts):
                wanted = ", ".join(self.expected.spots) or "none"
                findings.add("spot-name", f"the spot colour {name}", f"spot colours: {wanted}", source, box)
            look = space.look if space.kind == "Separation" else self.spots.get(name, "")
            if self.spots.setdefault(name, look) not in (look, ""):
                findings.add("spot-alternate", f"the spot colour {name} with two looks", "one alternate", source, box)
            elif look:
                self.spots[name] = look

    def inks(self, paint: Paint, what: str) -> Inks | None:
        """Return the inks of a paint, and note where only a conversion knows them."""
        amounts = paint.space.inks(paint.values)
        if amounts is None and paint.space.kind != "Pattern":
            self.unmeasured(what, paint.space)
        return amounts

    def unmeasured(self, what: str, space: Space) -> None:
        """Note that the inks of a space are known only once it is converted."""
        kinds = " of ".join(part.kind for part in space.chain())
        self.unknown.setdefault(f"{what} in {kinds}: their inks depend on how the press converts them")

    def blending(self, state: State, key: str, findings: Findings, source: str, box: Edges) -> bool:
        """Check the transparency with which something is painted; return whether its inks mix with those below."""
        modes = []
        if state.opacity[key] < _FULL:
            modes.append("an opacity of {} %")
        if state.blend not in ("Normal", "Compatible"):
            modes.append(f"the blend mode {state.blend}")
            self.unknown.setdefault(f"inks under the blend mode {state.blend}")
        if state.masked:
            modes.append("a soft mask")
        if not self.allows.transparency:
            for words in modes:
                value = state.opacity[key] * 100 if "{}" in words else None
                findings.add("transparency", words, "none", source, box, value=value)
        return bool(modes)

    def overprint(self, state: State, stroke: bool, space: Space, inks: Inks | None, picture: bool = False) -> str:
        """Return what a paint leaves of the inks below: see `Mark.keeps`."""
        if not state.overprint["OP" if stroke else "op"] or inks is None:
            return ""
        if space.kind in ("Separation", "DeviceN") and "All" not in space.names:
            return "others"
        return "others" if space.kind == "DeviceCMYK" and state.overprint_mode == 1 and not picture else "spots"

    def white(
        self, what: str, space: Space, inks: Inks | None, keeps: str, findings: Findings, source: str, box: Edges
    ) -> None:
        """Check that white does not overprint."""
        gone = keeps == "others" or (keeps == "spots" and space.kind == "DeviceGray")
        if gone and inks is not None and not any(inks.values()):
            findings.add("white-overprint", f"{what} in white that overprints", "white that knocks out", source, box)

    def line(self, state: State, space: Space, keeps: str, findings: Findings, source: str, box: Edges) -> None:
        """Check a stroke: its width, or that it overprints if it is a cut line."""
        if self.is_cut(space):
            if not keeps:
                name = _named(space.names)
                findings.add("cut-line", f"a stroke in {name} that knocks out", "a stroke that overprints", source, box)
            return
        width = state.width * state.scale
        if width < self.expected.hairline - 1e-4:
            wanted = f"{self.expected.hairline:g} mm or more"
            findings.add("hairline", "a line of {} mm", wanted, source, box, value=width)

    def fill(self, what: str, space: Space, findings: Findings, source: str, box: Edges) -> None:
        """Check that a cut line is no area."""
        if self.is_cut(space):
            findings.add("cut-line", f"{what} in {_named(space.names)}", "strokes only", source, box)

    def text(
        self, font: Font | None, size: float, inks: Inks | None, findings: Findings, source: str, box: Edges
    ) -> None:
        """Check visible text of a size in points."""
        if size < self.expected.least_text - 0.01:
            findings.add(
                "text-size", "text of {} pt", f"{self.expected.least_text:g} pt or more", source, box, value=size
            )
        used = [name for name, amount in (inks or {}).items() if amount > _FAINT]
        if len(used) > 1 and size < self.expected.small_text - 0.01:
            wanted = f"one ink below {self.expected.small_text:g} pt"
            findings.add("black-text", f"small text in {', '.join(used)}", wanted, source, box)

    def font(self, font: Font, shown: bool, findings: Findings, source: str, box: Edges | None) -> None:
        """Check that a font is embedded; `shown` says whether text is set in it."""
        if not font.embedded:
            used = "" if shown else ", in which no text is set"
            findings.add(
                "font-embedded",
                f"the font {font.name} ({font.kind}) is not embedded{used}",
                "an embedded font",
                font.label or source,
                box,
            )

    def resolution(
        self,
        pixels: tuple[int, int],
        sides: tuple[float, float],
        one_bit: bool,
        findings: Findings,
        source: str,
        box: Edges,
    ) -> float:
        """Check the effective resolution of a picture whose sides are given in mm; return it in dpi, 0 for none."""
        if pixels[0] * pixels[1] <= 16 or min(sides) <= 0:
            return 0.0
        dpi = min(pixel * 25.4 / side for pixel, side in zip(pixels, sides, strict=True))
        least = self.expected.resolution * (2 if one_bit else 1)
        if dpi < least - 0.5:
            kind = "a picture with one bit a pixel at {} dpi" if one_bit else "a picture at {} dpi"
            findings.add("resolution", kind, f"{least:g} dpi or more", source, box, value=dpi)
        elif dpi < self.expected.dpi - 0.5:
            findings.add("resolution-low", "a picture at {} dpi", f"{self.expected.dpi:g} dpi", source, box, value=dpi)
        return dpi


def _plates(space: Space) -> Sequence[str]:
    if space.kind == "DeviceCMYK":
        return PLATES
    return ("Black",) if space.kind == "DeviceGray" else [name for name in space.names if name in PLATES]


def _named(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"DeviceN ({', '.join(names[:8])})"


def halftone(value: Any) -> bool:
    """Return whether a halftone is of a kind that PDF/X takes."""
    if value is None or objects.name(value) == "Default":
        return True
    return objects.number(objects.get(value, "HalftoneType")) in (1, 5) and objects.get(value, "HalftoneName") is None
