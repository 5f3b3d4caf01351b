"""Content streams: marks become PDF operators, in mm with y down; the stream's own matrix leads to points."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from beeprint.drawing import (
    Group,
    ImageMark,
    LinearGradient,
    Mark,
    PathMark,
    RadialGradient,
    Run,
    Solid,
    Stroke,
    Use,
)
from beeprint.geometry import IDENTITY, Affine, Path, scale

if TYPE_CHECKING:
    from beeprint.outputs.pdf.write import Book

_OPERATOR = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_CAP = {"butt": 0, "round": 1, "square": 2}
_JOIN = {"miter": 0, "round": 1, "bevel": 2}


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """Return a coordinate to 0.001, as short as it can be written."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def precise(value: float) -> str:
    """Return a matrix's factor to 1e-7."""
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def matrix(m: Affine) -> str:
    """Return a matrix as operands."""
    a, b, c, d, e, f = m
    return f"{precise(a)} {precise(b)} {precise(c)} {precise(d)} {number(e)} {number(f)}"


def escaped(text: str) -> str:
    """Return a string's characters between parentheses."""
    safe = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"({safe.encode('ascii', 'backslashreplace').decode()})"


class Content:
    """One stream in progress: its operators, the resources it uses, the graphics state it is in."""

    def __init__(self, book: Book, space: Affine = IDENTITY) -> None:
        self.book = book
        self.parts: list[str] = []
        self.used: dict[str, dict[str, None]] = {}
        self.space = space  # from where marks are drawn to the stream's own default space
        self._state: dict[str, str] = {}
        self._stack: list[tuple[dict[str, str], Affine]] = []

    def data(self) -> bytes:
        """Return the stream."""
        return ("\n".join(self.parts) + "\n").encode("latin-1")

    def resource(self, kind: str, name: str) -> str:
        """Note that the stream uses a resource, and return its name."""
        self.used.setdefault(kind, {})[name] = None
        return f"/{name}"

    def save(self, transform: Affine = IDENTITY) -> None:
        """Push the graphics state and go into a transformed space."""
        self._stack.append((dict(self._state), self.space))
        self.parts.append("q" if transform == IDENTITY else f"q {matrix(transform)} cm")
        self.space = self.space @ transform

    def restore(self) -> None:
        """Pop the graphics state."""
        self._state, self.space = self._stack.pop()
        self.parts.append("Q")

    def _set(self, key: str, operators: str) -> None:
        """Write operators that set a part of the state, unless it is so already."""
        if self._state.get(key) != operators:
            self._state[key] = operators
            self.parts.append(operators)

    # marks ------------------------------------------------------------------------------------------------------

    def draw(self, marks: Iterable[Mark]) -> None:
        """Draw marks in order."""
        for mark in marks:
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
        if mark.piece:
            self.parts.append(f"/Piece <</Id {escaped(mark.piece)}>> BDC")
        transform = outer @ mark.transform
        plain = transform == IDENTITY and mark.clip is None and mark.opacity >= 1
        if not plain:
            self.save(transform)
        if mark.clip is not None:
            self.parts.append(f"{_operators(mark.clip)} W n")
        if mark.opacity < 1:
            self._opacity(mark.opacity, mark.opacity)
            self.parts.append(f"{self.resource('XObject', self.book.form(mark.marks, isolated=True))} Do")
        else:
            self.draw(mark.marks)
        if not plain:
            self.restore()
        if mark.piece:
            self.parts.append("EMC")

    def _use(self, mark: Use) -> None:
        name = self.resource("XObject", self.book.symbol(mark.symbol))
        if mark.transform != IDENTITY:
            self.save(mark.transform)
        # A form starts in the state it is placed in; its own marks set all but the opacity, so that is put right here.
        self._opacity(1, 1)
        self.parts.append(f"{name} Do")
        if mark.transform != IDENTITY:
            self.restore()

    def _opacity(self, fill: float, stroke: float) -> None:
        """Set both opacities; full ones are not written where nothing else has been set before."""
        if (fill, stroke) != (1, 1) or "gs" in self._state:
            self._set("gs", f"{self.resource('ExtGState', self.book.opacity(fill, stroke))} gs")

    def _path(self, mark: PathMark) -> None:
        path = _operators(mark.path)
        if not path:
            return
        fill, stroke = mark.fill, mark.stroke
        gradient = fill if isinstance(fill, LinearGradient | RadialGradient) else None
        if gradient is not None:
            self._gradient_fill(path, gradient)
            fill = None
        if fill is None and stroke is None:
            return
        line = stroke.paint if stroke is not None else None
        fill_opacity = fill.opacity if isinstance(fill, Solid) else 1.0
        self._opacity(fill_opacity, line.opacity if line is not None else fill_opacity)
        if isinstance(fill, Solid):
            self._set("fill", f"{_colour(fill)} rg")
        if stroke is not None:
            self._stroke(stroke)
        self.parts.append(
            f"{path} {'B' if fill is not None and stroke is not None else 'f' if stroke is None else 'S'}"
        )

    def _stroke(self, stroke: Stroke) -> None:
        if isinstance(stroke.paint, Solid):
            self._set("stroke", f"{_colour(stroke.paint)} RG")
        else:
            name = self.resource("Pattern", self.book.pattern(stroke.paint, self.space @ stroke.paint.transform))
            self._set("stroke", f"/Pattern CS {name} SCN")
        self._set("width", f"{number(stroke.width)} w")
        self._set("cap", f"{_CAP[stroke.cap]} J")
        self._set("join", f"{_JOIN[stroke.join]} j")
        if stroke.join == "miter":
            self._set("miter", f"{number(stroke.miter_limit)} M")
        dashes = " ".join(map(number, stroke.dashes))
        self._set("dash", f"[{dashes}] {number(stroke.dash_offset)} d")

    def _gradient_fill(self, path: str, paint: LinearGradient | RadialGradient) -> None:
        """Clip to the path and paint the shading over it: no pattern matrix depends on where a form is placed."""
        if not paint.stops:
            return
        self.save()
        self.parts.append(f"{path} W n")
        mask = self.book.stop_mask(paint)
        if mask:
            self.parts.append(f"{self.resource('ExtGState', mask)} gs")
        elif paint.opacity < 1 or "gs" in self._state:
            self._opacity(paint.opacity, paint.opacity)
        if paint.transform != IDENTITY:
            self.parts.append(f"{matrix(paint.transform)} cm")
        self.parts.append(f"{self.resource('Shading', self.book.shading(paint))} sh")
        self.restore()

    def _run(self, mark: Run) -> None:
        if not mark.glyphs:
            return
        font = self.book.fonts[mark.font]
        name = self.resource("Font", self.book.font(mark))
        self._opacity(mark.paint.opacity, mark.paint.opacity)
        self._set("fill", f"{_colour(mark.paint)} rg")
        upem = font.upem
        shows: list[str] = []
        row: list[str] = []
        hexes: list[str] = []
        pen, rise = 0.0, 0

        def flush() -> None:
            if hexes:
                row.append(f"<{''.join(hexes)}>")
                hexes.clear()

        for glyph in mark.glyphs:
            if glyph.y != rise:
                flush()
                if row:
                    shows.append(f"[{''.join(row)}] TJ")
                    row.clear()
                rise = glyph.y
                shows.append(f"{number(rise * mark.size / upem)} Ts")
            gap = (glyph.x - pen) * 1000 / upem
            if abs(gap) > 0.05:
                flush()
                row.append(number(-gap))
            hexes.append(f"{glyph.number:04x}")
            pen = glyph.x + font.advance(glyph.number)
        flush()
        shows.append(f"[{''.join(row)}] TJ")
        if rise:
            shows.append("0 Ts")
        place = mark.place @ scale(1, -1)
        self.parts.append(f"BT {name} {number(mark.size)} Tf {matrix(place)} Tm {' '.join(shows)} ET")

    def _image(self, mark: ImageMark) -> None:
        box = mark.box
        self.save(Affine(box.width, 0, 0, -box.height, box.x, box.bottom))
        self._opacity(1, 1)
        self.parts.append(f"{self.resource('XObject', self.book.image(mark))} Do")
        self.restore()


def _colour(paint: Solid) -> str:
    return " ".join(precise(round(channel / 255, 4)) for channel in paint.colour)


def _operators(path: Path) -> str:
    return " ".join(
        f"{' '.join(map(number, segment[1:]))} {_OPERATOR[segment[0]]}" if len(segment) > 1 else "h" for segment in path
    )
