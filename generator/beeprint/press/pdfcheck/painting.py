"""Paint as a content stream says: its state, paths, colours, patterns and gradients, each mark checked and kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pikepdf

from beeprint.press.pdfcheck import colours, objects, tokens
from beeprint.press.pdfcheck.colours import PATTERN, Space
from beeprint.press.pdfcheck.marks import EVERYWHERE, Edges, Mark, Outcome, Ring, around, meeting
from beeprint.press.pdfcheck.objects import get
from beeprint.press.pdfcheck.paints import halftone
from beeprint.press.pdfcheck.shared import MAX_MARKS, MAX_RING, Shared
from beeprint.press.pdfcheck.state import IDENTITY, Matrix, Paint, State, apply, corners, times

# How many states are saved, and the chords of a curve.
_MAX_SAVED, _CHORDS = 512, 4
# How far sides may lean and still be upright, in mm.
_EVEN = 0.01


class Painting:
    """What one content stream paints; each operator has its method."""

    def __init__(
        self, whole: Shared, resources: Any, state: State, source: str, outcome: Outcome, colourless: bool
    ) -> None:
        self.whole, self.judge, self.resources, self.source = whole, whole.judge, resources, source
        self.state, self.outcome, self.findings = state, outcome, outcome.findings
        self.base = state.ctm
        self.saved: list[State] = []
        self.rings: list[list[tuple[float, float]]] = []
        self.at = (0.0, 0.0)
        self.clips = False
        self.colourless, self.fixed = colourless, False
        self._spaces: dict[str, Space] = {}

    # graphics state ---------------------------------------------------------------------------------------------

    def save(self, _: Sequence[Any]) -> None:
        """q: save the state."""
        if len(self.saved) < _MAX_SAVED:
            self.saved.append(self.state.copy())

    def restore(self, _: Sequence[Any]) -> None:
        """Q: go back to the state that was saved last."""
        if self.saved:
            self.state = self.saved.pop()

    def concat(self, operands: Sequence[float]) -> None:
        """cm: move, turn or scale what follows."""
        a, b, c, d, e, f = operands
        made = times((a, b, c, d, e, f), self.state.ctm)
        if all(abs(part) < 1e9 for part in made):
            self.state.ctm = made

    def set_state(self, operands: Sequence[Any]) -> None:
        """gs: take over a named state; what a press does not take in it is a fault."""
        entries = get(get(self.resources, "ExtGState"), str(operands[0]))
        if entries is None:
            raise ValueError("there is no such state")
        state = self.state
        for key in objects.keys(entries):
            value = get(entries, key)
            if key in state.opacity:
                state.opacity = {**state.opacity, key: objects.number(value, 1.0)}
            elif key == "OP":
                fill = get(entries, "op")
                state.overprint = {"op": bool(value if fill is None else fill), "OP": bool(value)}
            elif key == "op":
                state.overprint = {**state.overprint, "op": bool(value)}
            elif key == "OPM":
                state.overprint_mode = int(objects.number(value))
            elif key == "LW":
                state.width = objects.number(value)
            elif key == "BM":
                state.blend = objects.name(next(iter(objects.one_or_more(value, 1)), None)) or "Normal"
            elif key == "SMask":
                self._mask(value)
            elif key == "Font":
                font, size = list(objects.items(value, 2))
                state.font, state.size = self.whole.font(font), objects.number(size)
        self._curves(entries)

    def _curves(self, entries: Any) -> None:
        place = objects.label(entries) or self.source
        tr, tr2 = get(entries, "TR"), get(entries, "TR2")
        if (tr is not None and tr2 is None) or (tr2 is not None and objects.name(tr2) != "Default"):
            self.findings.add("transfer-curve", "a transfer curve", "none", place)
        if not halftone(get(entries, "HT")) or get(entries, "HTP") is not None:
            self.findings.add("halftone", "a halftone of another type or by name", "type 1 or 5, or none", place)

    def _mask(self, value: Any) -> None:
        self.state.masked = objects.is_dictionary(value)
        form = get(value, "G")
        if self.state.masked and isinstance(form, pikepdf.Stream):
            # Its fonts have to be embedded like any others; its colours are not printed.
            inner = State(times(matrix_of(form), self.state.ctm))
            stream = self.whole.stream(form, self.resources, inner, "soft mask", True)
            if stream is not None:
                self.findings.take(stream.findings)

    # paths ------------------------------------------------------------------------------------------------------

    def move(self, operands: Sequence[float]) -> None:
        """m: begin a line."""
        x, y = operands
        self.at = (x, y)
        self.rings.append([apply(self.state.ctm, x, y)])

    def line(self, operands: Sequence[float]) -> None:
        """l: go on straight."""
        x, y = operands
        self.at = (x, y)
        self.rings[-1].append(apply(self.state.ctm, x, y))

    def curve(self, operands: Sequence[float]) -> None:
        """c: go on in a curve."""
        x1, y1, x2, y2, x3, y3 = operands
        self._bend(x1, y1, x2, y2, x3, y3)

    def curve_from(self, operands: Sequence[float]) -> None:
        """v: go on in a curve that leaves straight."""
        x2, y2, x3, y3 = operands
        self._bend(*self.at, x2, y2, x3, y3)

    def curve_to(self, operands: Sequence[float]) -> None:
        """y: go on in a curve that arrives straight."""
        x1, y1, x3, y3 = operands
        self._bend(x1, y1, x3, y3, x3, y3)

    def _bend(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        (x0, y0), ctm, ring = self.at, self.state.ctm, self.rings[-1]
        self.at = (x3, y3)
        if len(ring) > MAX_RING:
            ring.append(apply(ctm, x3, y3))
            return
        for step in range(1, _CHORDS + 1):
            t = step / _CHORDS
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            ring.append(apply(ctm, a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))

    def rectangle(self, operands: Sequence[float]) -> None:
        """re: add a rectangle."""
        x, y, width, height = operands
        self.at = (x, y)
        ring = corners(self.state.ctm, x, y, x + width, y + height)
        self.rings.append([*ring, ring[0]])

    def close(self, _: Sequence[Any]) -> None:
        """h: go back to where the line began."""
        if self.rings and self.rings[-1]:
            self.rings[-1].append(self.rings[-1][0])

    def clip(self, _: Sequence[Any]) -> None:
        """W: clip what follows to the path."""
        self.clips = True

    def end(self, _: Sequence[Any]) -> None:
        """n: end the path."""
        if self.clips and self.rings:
            box = around(point for ring in self.rings for point in ring)
            self.state.clip = meeting(self.state.clip, box) or (0.0, 0.0, -1.0, -1.0)
            outline = () if _upright(self.rings) else self.whole.kept([ring for ring in self.rings if ring])
            if outline:
                self.state.clips = (*self.state.clips, (outline, (0.0, 0.0)))
        self.clips, self.rings = False, []

    def paint(self, fill: bool, stroke: bool, closed: bool) -> None:
        """Paint the path."""
        if closed:
            self.close(())
        rings = [ring for ring in self.rings if ring]
        if rings:
            box = around(point for ring in rings for point in ring)
            outline = self.whole.kept(rings)
            if fill:
                self.mark("a fill", False, box, outline)
            if stroke:
                half = self.state.width * self.state.scale / 2
                wide = (box[0] - half, box[1] - half, box[2] + half, box[3] + half)
                self.mark("a stroke", True, wide, outline, line=2 * half)
        self.end(())

    # marks ------------------------------------------------------------------------------------------------------

    def mark(
        self, what: str, stroke: bool, box: Edges, rings: tuple[Ring, ...], size: float = 0, line: float = 0
    ) -> None:
        """Check and keep a mark that is filled or stroked with the current paint; text has a size, a line its width."""
        state = self.state
        here = meeting(box, state.clip)
        if here is None or self.colourless:
            return
        paint = state.stroke if stroke else state.fill
        judge, findings = self.judge, self.findings
        if paint.space.kind == "Pattern":
            self._pattern(what, paint, here, rings, "CA" if stroke else "ca")
            return
        judge.colour(paint.space, what, findings, self.source, here)
        inks = judge.inks(paint, "colours")
        keeps = judge.overprint(state, stroke, paint.space, inks)
        judge.white(what, paint.space, inks, keeps, findings, self.source, here)
        if stroke and not size:
            judge.line(state, paint.space, keeps, findings, self.source, here)
        else:
            judge.fill(what, paint.space, findings, self.source, here)
        if size:
            judge.text(state.font, size, inks, findings, self.source, here)
        blended = judge.blending(state, "CA" if stroke else "ca", findings, self.source, here)
        self.keep(
            Mark(here, inks, self.source, rings, keeps, blended, size, line, clips=self.state.clips, vague=not rings)
        )

    def keep(self, mark: Mark) -> None:
        """Keep a mark, as long as there are not too many."""
        if len(self.outcome.marks) < MAX_MARKS:
            self.outcome.marks.append(mark)

    def _pattern(self, what: str, paint: Paint, box: Edges, rings: tuple[Ring, ...], opacity: str) -> None:
        value = paint.pattern
        kind = objects.number(get(value, "PatternType"))
        self.judge.blending(self.state, opacity, self.findings, self.source, box)
        if kind == 2:
            self._shading(get(value, "Shading"), what, box, rings)
            return
        if not isinstance(value, pikepdf.Stream):
            raise ValueError("there is no such pattern")
        inner = State(times(matrix_of(value), self.base))
        colourless = objects.number(get(value, "PaintType")) == 2
        if colourless and paint.space.base is not None:
            # It is painted in this colour throughout, whatever its stream says.
            under = Paint(paint.space.base, paint.values)
            self.judge.colour(under.space, f"{what} with a pattern", self.findings, self.source, box)
            self.keep(Mark(box, self.judge.inks(under, "patterns"), self.source, rings, clips=self.state.clips))
        stream = self.whole.stream(value, self.resources, inner, "pattern", colourless)
        if stream is None:
            return
        self.findings.take(stream.findings, box=box)
        inks = {tuple(mark.inks.items()) if mark.inks is not None else None: mark for mark in stream.marks}
        for mark in list(inks.values())[:50]:
            self.keep(Mark(box, mark.inks, mark.source, rings, clips=self.state.clips))

    def shade(self, operands: Sequence[Any]) -> None:
        """sh: fill what is not clipped away with a gradient."""
        shading = get(get(self.resources, "Shading"), str(operands[0]))
        box = meeting(self.state.clip, EVERYWHERE)
        if shading is None or box is None or self.colourless:
            return
        self.judge.blending(self.state, "ca", self.findings, self.source, box)
        self._shading(shading, "a gradient", box, ())

    def _shading(self, value: Any, what: str, box: Edges, rings: tuple[Ring, ...]) -> None:
        space = self.whole.spaces.read(get(value, "ColorSpace"), self.resources)
        place = objects.label(value) or self.source
        words = what if what == "a gradient" else f"{what} with a gradient"
        self.judge.colour(space, words, self.findings, place, box)
        shades = _shades(get(value, "Function"))
        amounts = [space.inks(shade) for shade in shades or ()]
        known = [inks for inks in amounts if inks is not None]
        if not known or len(known) < len(amounts):
            if space.inks(space.first) is None:
                self.judge.unmeasured("gradients", space)
            else:
                self.judge.unknown.setdefault("gradients whose function is not worked out")
            self.keep(Mark(box, None, place, rings, clips=self.state.clips))
            return
        most = max(known, key=lambda inks: sum(inks.values()))
        self.keep(Mark(box, most, place, rings, clips=self.state.clips))

    # colours ----------------------------------------------------------------------------------------------------

    def device(self, space: Space, stroke: bool, operands: Sequence[float]) -> None:
        """Take a colour of a device, or of what stands for it here."""
        if len(operands) != space.count:
            raise ValueError("a colour has another number of components")
        self._set(stroke, Paint(self.space(space.kind), tuple(map(float, operands))))

    def space(self, name: str) -> Space:
        """Return a colour space by its name here."""
        if name not in self._spaces:
            self._spaces[name] = self.whole.spaces.read(name, self.resources)
        return self._spaces[name]

    def _set(self, stroke: bool, paint: Paint) -> None:
        if self.fixed:
            return
        if stroke:
            self.state.stroke = paint
        else:
            self.state.fill = paint

    def space_fill(self, operands: Sequence[Any], stroke: bool = False) -> None:
        """cs: take a colour space."""
        space = self.space(str(operands[0]))
        self._set(stroke, Paint(space, space.first))

    def space_stroke(self, operands: Sequence[Any]) -> None:
        """CS: take a colour space for strokes."""
        self.space_fill(operands, True)

    def colour_fill(self, operands: Sequence[Any], stroke: bool = False) -> None:
        """sc, scn: take a colour or a pattern."""
        space = (self.state.stroke if stroke else self.state.fill).space
        pattern, values = None, list(operands)
        if values and isinstance(values[-1], tokens.Name):
            pattern = get(get(self.resources, "Pattern"), values.pop())
            if pattern is not None:
                self.whole.alive.append(pattern)
            space = space if space.kind == "Pattern" else PATTERN
        self._set(stroke, Paint(space, tuple(map(float, values)), pattern))

    def colour_stroke(self, operands: Sequence[Any]) -> None:
        """SC, SCN: take a colour or a pattern for strokes."""
        self.colour_fill(operands, True)


def matrix_of(value: Any) -> Matrix:
    """Return the matrix of a form or a pattern."""
    return objects.numbers(get(value, "Matrix"), 6) or IDENTITY  # type: ignore[return-value]


def _shades(value: Any) -> list[tuple[float, ...]] | None:
    """Return the colours between which a gradient runs; None where its function is not worked out."""
    if not isinstance(value, pikepdf.Array):
        return colours.ends(value)
    parts = [colours.ends(part) for part in objects.items(value, 32)]
    known = [part for part in parts if part]
    if len(known) < len(parts) or not known:
        return None
    # Each channel has its own pieces: together they are no higher than each at its highest.
    return [tuple(max(shade[0] for shade in part) for part in known)]


def _upright(rings: Sequence[Sequence[tuple[float, float]]]) -> bool:
    """Return whether a path is one upright rectangle, which is as large as the box around it."""
    if len(rings) != 1 or not 4 <= len(rings[0]) <= 5:
        return False
    x0, y0, x1, y1 = around(rings[0])
    return all(min(x - x0, x1 - x) < _EVEN and min(y - y0, y1 - y) < _EVEN for x, y in rings[0])
