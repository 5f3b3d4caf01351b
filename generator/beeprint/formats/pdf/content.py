"""Content streams: marks become PDF operators, in mm with y down; the stream's own matrix leads to points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol

from msgspec.structs import replace

from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, path_box, scale, transformed, translate
from beeprint.drawing.drawing import (
    Group,
    ImageMark,
    LinearGradient,
    Mark,
    Paint,
    PathMark,
    RadialGradient,
    Run,
    Solid,
    Stroke,
    Symbol,
    Use,
)
from beeprint.drawing.fonts import Fonts
from beeprint.formats.pdf.objects import text_string
from beeprint.formats.pdf.operators import line_of, matrix, number, path_words, text_words
from beeprint.formats.pdf.paints import Written, precise
from beeprint.formats.pdf.shading import settled
from beeprint.press.fine import is_fine_line, is_fine_text

_CAP = {"butt": 0, "round": 1, "square": 2}
_JOIN = {"miter": 0, "round": 1, "bevel": 2}
# A line with a gradient extends this far from its middle, in units of its own: pdfium loses what is beyond 32,767.
_REACH = 16_000


Gradient = LinearGradient | RadialGradient
#: A graphics state: the operators that set each part of it. It is replaced, never changed: marks share it.
State = dict[str, str]
#: A mark's operators, the resources they use by kind and name, the graphics state they leave behind, and the number of
#: where the next mark is then drawn.
Words = tuple[str, tuple[tuple[str, str], ...], State, int]


class File(Protocol):
    """What a stream asks of the file that it is part of: the names of things that streams share, made once."""

    fonts: Fonts

    @property
    def known(self) -> Mapping[tuple[object, ...], Words | tuple[()]]:
        """Return the words of marks drawn before; of those met once, nothing yet."""

    def remember(self, key: tuple[object, ...], words: Words | tuple[()]) -> None:
        """Keep the words of a mark, or that it has been met."""

    def numbered(self, where: tuple[object, ...]) -> int:
        """Return the number of where and in which state a mark is drawn; no other has it."""

    def symbol(self, symbol: Symbol, scale: float) -> str:
        """Return the form of a symbol, drawn at a scale."""

    def inline(self, symbol: Symbol, scale: float) -> Content | None:
        """Return what draws a symbol in the stream that places it; None where it is to be a form."""

    def line_width(self, width: float, scale: float) -> float:
        """Return how wide a line is drawn, where a unit is `scale` mm."""

    def form(self, marks: Iterable[Mark], isolated: bool = False, scale: float = 1) -> str:
        """Return a new form of marks; isolated, it fades as a whole."""

    def opacity(self, fill: float, stroke: float) -> str:
        """Return the graphics state of two opacities."""

    def shading(self, paint: Gradient, grey: bool = False) -> str:
        """Return the shading of a gradient's colours, or of its stops' opacities as greys."""

    def pattern(self, paint: Gradient, transform: Affine) -> str:
        """Return the pattern that strokes with a gradient."""

    def stop_mask(self, paint: Gradient) -> str:
        """Return the graphics state that masks by a gradient's opacities; nothing if all are full."""

    def font(self, run: Run) -> tuple[str, bool]:
        """Return the font of a run, and whether ToUnicode tells the run's text rightly."""

    def image(self, mark: ImageMark) -> str:
        """Return the image of a mark."""

    def ink(self, paint: Solid, fine: bool) -> Written:
        """Return a paint as the file writes it; `fine` for small text and thin lines."""

    def spot(self, name: str) -> str:
        """Return the colour space of a spot ink."""

    def overprint(self, fill: bool, stroke: bool) -> str:
        """Return the graphics state in which fills or lines do not knock out what lies below."""


class Content:
    """One stream in progress: its operators, the resources it uses, the graphics state it is in."""

    def __init__(self, file: File, space: Affine = IDENTITY, unit: float = 1, placed: float = 1) -> None:
        self.file = file
        self.unit = unit  # how many units of the stream's own default space are a millimetre
        self.placed = placed  # the scale at which the stream, if it is a form, lies on the page
        self.parts: list[str] = []
        self.used: dict[str, dict[str, None]] = {}
        self.space = space  # from where marks are drawn to the stream's own default space
        self._state: State = {}
        self._stack: list[tuple[State, Affine]] = []
        self._where: int | None = None  # the number of where and in which state the next mark is drawn, once asked for

    @property
    def scale(self) -> float:
        """Return how many mm of the page a unit of the current space is."""
        return self.space.scale / self.unit * self.placed

    def data(self) -> bytes:
        """Return the stream."""
        return ("\n".join(self.parts) + "\n").encode("latin-1")

    def resource(self, kind: str, name: str) -> str:
        """Note that the stream uses a resource, and return its name."""
        self.used.setdefault(kind, {})[name] = None
        return f"/{name}"

    def save(self, transform: Affine = IDENTITY) -> None:
        """Push the graphics state and go into a transformed space."""
        self._stack.append((self._state, self.space))
        if transform == IDENTITY:
            self.parts.append("q")
            return
        self.parts.append(f"q {matrix(transform)} cm")
        self.space, self._where = self.space @ transform, None

    def restore(self) -> None:
        """Pop the graphics state."""
        self._state, self.space = self._stack.pop()
        self._where = None
        self.parts.append("Q")

    def _set(self, key: str, operators: str) -> None:
        """Write operators that set a part of the state, unless it is so already."""
        if self._state.get(key) != operators:
            self._state, self._where = {**self._state, key: operators}, None
            self.parts.append(operators)

    # marks ------------------------------------------------------------------------------------------------------

    def draw(self, marks: Iterable[Mark]) -> None:
        """Draw marks in order."""
        for mark in marks:
            if isinstance(mark, Group) and mark.piece:
                self.group(mark)
            else:
                self._shared(mark)

    def tagged(self, mark: Mark, tag: tuple[str, int] | None) -> None:
        """Draw a mark as a part of an element, by its kind and a number; without a tag it says nothing."""
        self.parts.append("/Artifact BMC" if tag is None else f"/{tag[0]} <</MCID {tag[1]}>> BDC")
        self.draw([mark])
        self.parts.append("EMC")

    def _shared(self, mark: Mark) -> None:
        """Draw a mark; its words are kept from the second time on: what is met twice in a state is met often."""
        name = mark.known_key
        if name is None:
            self._mark(mark)
            return
        if self._where is None:
            self._where = self._numbered()
        key = (name, self._where)
        known = self.file.known.get(key)
        if known:
            words, used, self._state, self._where = known
            if words:
                self.parts.append(words)
            for kind, resource in used:
                self.resource(kind, resource)
            return
        if known is None:
            self.file.remember(key, ())
            self._mark(mark)
            return
        outer, self.used, start = self.used, {}, len(self.parts)
        self._mark(mark)
        used = tuple((kind, resource) for kind, names in self.used.items() for resource in names)
        words = "\n".join(self.parts[start:])
        self._where = self._numbered()
        self.file.remember(key, (words, used, self._state, self._where))
        self.used = outer
        for kind, resource in used:
            self.resource(kind, resource)

    def _numbered(self) -> int:
        """Return the number of where the next mark is drawn, and in which state."""
        return self.file.numbered((self.space, self.placed, *self._state.items()))

    def _mark(self, mark: Mark) -> None:
        if isinstance(mark, PathMark):
            self._path(mark)
        elif isinstance(mark, Use):
            self._use(mark)
        elif isinstance(mark, Run):
            self._run(mark)
        elif isinstance(mark, Group):
            self.group(mark)
        else:
            self._image(mark)

    def group(self, mark: Group, outer: Affine = IDENTITY) -> None:
        """Draw a group below an outer transform; a placed piece is marked content that holds its id."""
        if mark.clip == ():
            return  # an empty path clips everything away in SVG, and is no path to clip with in PDF
        if mark.piece:
            self.parts.append(f"/Piece <</Id {text_string(mark.piece)}>> BDC")
        transform = outer @ mark.transform
        plain = transform == IDENTITY and mark.clip is None and mark.opacity >= 1
        if not plain:
            self.save(transform)
        if mark.clip is not None:
            self.parts.append(f"{_clip_words(mark.clip)} W{'*' if mark.even_odd else ''} n")
        if mark.opacity < 1:
            self._overprint(False, False)
            self._opacity(mark.opacity, mark.opacity)
            form = self.file.form(mark.marks, isolated=True, scale=self.scale)
            self.parts.append(f"{self.resource('XObject', form)} Do")
        else:
            self.draw(mark.marks)
        if not plain:
            self.restore()
        if mark.piece:
            self.parts.append("EMC")

    def _use(self, mark: Use) -> None:
        scale = self.scale * mark.transform.scale
        inline = self.file.inline(mark.symbol, scale)
        if inline is not None:
            self._opacity(1, 1)
            self._overprint(False, False)
            self._insert(inline, mark.transform)
            return
        name = self.resource("XObject", self.file.symbol(mark.symbol, scale))
        if mark.transform != IDENTITY:
            self.save(mark.transform)
        # A form starts in the state it is placed in; its own marks set all but these, so they are put right here.
        self._opacity(1, 1)
        self._overprint(False, False)
        self.parts.append(f"{name} Do")
        if mark.transform != IDENTITY:
            self.restore()

    def _insert(self, other: Content, transform: Affine) -> None:
        """Insert another stream, which leaves no state behind."""
        self.save(transform)
        self.parts += other.parts
        self.restore()
        for kind, names in other.used.items():
            self.used.setdefault(kind, {}).update(names)

    def _opacity(self, fill: float, stroke: float) -> None:
        """Set both opacities; full ones are not written where nothing else has been set before."""
        if (fill, stroke) != (1, 1) or "gs" in self._state:
            self._set("gs", f"{self.resource('ExtGState', self.file.opacity(fill, stroke))} gs")

    def _overprint(self, fill: bool, stroke: bool) -> None:
        """Set whether fills and lines are printed over what lies below; where nothing is, nothing is written."""
        if (fill, stroke) != (False, False) or "op" in self._state:
            self._set("op", f"{self.resource('ExtGState', self.file.overprint(fill, stroke))} gs")

    def _ink(self, key: str, paint: Solid, fine: bool) -> bool:
        ink = self.file.ink(paint, fine)
        space = self.resource("ColorSpace", self.file.spot(ink.spot)) if ink.spot else ""
        self._set(key, ink.operators(space, key == "stroke"))
        return ink.overprint

    def _path(self, mark: PathMark) -> None:
        path = path_words(mark.path)
        if not path:
            return
        if mark.stroke is not None:
            width = self.file.line_width(mark.stroke.width, self.scale)
            mark = mark if width == mark.stroke.width else replace(mark, stroke=replace(mark.stroke, width=width))
        fill, (stroke, lined) = settled(mark.fill), _stroked(mark)
        along = path if lined is mark.path else path_words(lined, precise)
        rule = "*" if mark.even_odd else ""
        # B paints a line that is translucent or overprints instead of the fill below it, not over it (11.7.4.4).
        line = None if stroke is None else stroke.paint
        if stroke and isinstance(fill, Solid) and isinstance(line, Solid) and self._hides(line, stroke.width):
            over = self._ink("fill", fill, False)
            self._solid_line(stroke, line, fill.opacity, over)
            self.parts.append(f"{along} B{rule}")
            return
        if fill is not None:
            self._fill(path, rule, fill)
        if stroke is None or line is None:
            return
        if isinstance(line, Solid):
            self._solid_line(stroke, line, line.opacity, False)
            self.parts.append(f"{along} S")
        else:
            self._gradient_stroke(lined, stroke, line)

    def _hides(self, line: Solid, width: float) -> bool:
        """Return whether nothing is seen below a line."""
        return line.opacity >= 1 and not self.file.ink(line, is_fine_line(width * self.scale)).overprint

    def _fill(self, path: str, rule: str, fill: Paint) -> None:
        if isinstance(fill, Solid):
            self._overprint(self._ink("fill", fill, False), False)
            self._opacity(fill.opacity, fill.opacity)
            self.parts.append(f"{path} f{rule}")
        else:
            self._gradient_fill(f"{path} W{rule} n", fill)

    def _solid_line(self, stroke: Stroke, line: Solid, fill_opacity: float, fill_over: bool) -> None:
        """Set all that a line needs that has one colour, beside a fill that may be transparent or overprint."""
        self._opacity(fill_opacity, line.opacity)
        fine = is_fine_line(stroke.width * self.scale)
        self._overprint(fill_over, self._ink("stroke", line, fine))
        self._line(stroke)

    def _line(self, stroke: Stroke) -> None:
        """Set how a line is drawn, its paint aside."""
        self._set("width", f"{precise(stroke.width)} w")
        self._set("cap", f"{_CAP[stroke.cap]} J")
        self._set("join", f"{_JOIN[stroke.join]} j")
        if stroke.join == "miter":
            self._set("miter", f"{number(max(1.0, stroke.miter_limit))} M")
        period = sum(stroke.dashes) * (1 + len(stroke.dashes) % 2)
        if period > 0:
            self._set("dash", f"[{' '.join(map(number, stroke.dashes))}] {number(stroke.dash_offset % period)} d")
        else:
            self._set("dash", "[] 0 d")

    def _translucent(self, paint: LinearGradient | RadialGradient) -> None:
        """Set the opacities of a gradient: a soft mask where its stops have their own."""
        mask = self.file.stop_mask(paint)
        if mask:
            self.parts.append(f"{self.resource('ExtGState', mask)} gs")
        else:
            self._opacity(paint.opacity, paint.opacity)

    def _gradient_fill(self, clip: str, paint: LinearGradient | RadialGradient) -> None:
        """Clip to a path and paint the shading over it: no pattern matrix that depends on where a form lies."""
        self.save()
        self.parts.append(clip)
        self._overprint(False, False)
        self._translucent(paint)
        if paint.transform != IDENTITY:
            self.parts.append(f"{matrix(paint.transform)} cm")
        self.parts.append(f"{self.resource('Shading', self.file.shading(paint))} sh")
        self.restore()

    def _gradient_stroke(self, path: Path, stroke: Stroke, paint: LinearGradient | RadialGradient) -> None:
        """Draw a line with a pattern, whose matrix leads to the stream's default space, not to the current one.

        pdfium turns the line into a clip path before it enlarges it: with large units, curves become corners and thin
        lines are lost, and what is far from the origin is cut off. So the space of the line has the smallest units
        that pdfium can count, with their origin in the middle of the line.
        """
        box = path_box(path)
        factor = _REACH / max(box.width / 2 + stroke.width, box.height / 2 + stroke.width)
        fine = translate(*box.centre) @ scale(1 / factor)
        name = self.resource("Pattern", self.file.pattern(paint, self.space @ paint.transform))
        self.save()
        self._overprint(False, False)
        self._translucent(paint)
        self.parts.append(f"{' '.join(f'{value:.12f}'.rstrip('0').rstrip('.') for value in fine)} cm")
        self._set("stroke", f"/Pattern CS {name} SCN")
        dashes = tuple(dash * factor for dash in stroke.dashes)
        self._line(replace(stroke, width=stroke.width * factor, dashes=dashes, dash_offset=stroke.dash_offset * factor))
        self.parts.append(f"{path_words(transformed(path, fine.inverse()))} S")
        self.restore()

    def _run(self, mark: Run) -> None:
        if not mark.glyphs:
            return
        font, told = self.file.font(mark)
        self._opacity(mark.paint.opacity, mark.paint.opacity)
        fine = is_fine_text(mark.size * mark.place.scale * self.scale)
        self._overprint(self._ink("fill", mark.paint, fine), False)
        shown = text_words(mark, self.file.fonts[mark.font])
        place = matrix(mark.place @ scale(1, -1))
        text = f"BT {self.resource('Font', font)} {precise(mark.size)} Tf {place} Tm {shown} ET"
        # Where a glyph stands for other characters than the font's ToUnicode says, the run says its text itself.
        self.parts.append(text if told else f"/Span <</ActualText {text_string(mark.text)}>> BDC {text} EMC")

    def _image(self, mark: ImageMark) -> None:
        self.picture(self.file.image(mark), mark.box)

    def picture(self, name: str, box: Rect, outer: Affine = IDENTITY) -> None:
        """Draw an image over a box below an outer transform."""
        self.save(outer @ Affine(box.width, 0, 0, -box.height, box.x, box.bottom))
        self._opacity(1, 1)
        self._overprint(False, False)
        self.parts.append(f"{self.resource('XObject', name)} Do")
        self.restore()


@lru_cache(maxsize=256)
def _clip_words(path: Path) -> str:
    """Return the operators that construct a path to clip with: pieces have few outlines."""
    return path_words(path)


def _stroked(mark: PathMark) -> tuple[Stroke | None, Path]:
    """Return how a mark is stroked and the path that the line follows; None where nothing is stroked."""
    paint = settled(mark.stroke.paint) if mark.stroke is not None and mark.stroke.width > 0 else None
    if mark.stroke is None or paint is None:
        return None, ()
    lined, stroke = line_of(mark.path, mark.stroke)
    if not lined:
        return None, ()
    return stroke if paint is stroke.paint else replace(stroke, paint=paint), lined
