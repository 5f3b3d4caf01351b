"""Set SVG text elements in the project's fonts: shape and place their letters as runs of text.

A run stays text in a PDF. Stroked letters and gradients become outlines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import NamedTuple
from unicodedata import category

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.colour import BLACK
from beeprint.base.geometry import Affine, Path, Rect, Segment, rectangle, rotate, scale, transformed, translate
from beeprint.drawing.drawing import Glyph, Layer, Mark, Paint, Run, Solid, Stroke, path_mark, rounded_matrix
from beeprint.drawing.fonts import Font
from beeprint.drawing.svg.reader.limits import Budget
from beeprint.drawing.svg.reader.text.along import Along
from beeprint.drawing.svg.reader.text.letters import Letter, LetterReader, Span, TextContext, measured
from beeprint.drawing.svg.reader.xml import Element

# How far rounding may move a run, in mm, where a picture is enlarged.
_LOSS = 0.02
# Budget: steps for a segment of an outline.
_SEGMENT = 10


class _Cluster(Struct, frozen=True):
    """Letters drawn as a unit: their glyphs from x = 0 in font units, their width and their place.

    `stretch` is the factor by which they are wider than the font has them; the width includes it.
    """

    letters: tuple[Letter, ...]
    glyphs: tuple[Glyph, ...]
    width: float
    x: float = 0.0
    y: float = 0.0
    stretch: float = 1.0
    turn: float | None = None  # the direction of the path that they follow, in degrees


def read_text(element: Element, inherited: Mapping[str, str], context: TextContext) -> Iterator[Mark]:
    """Yield the marks of a text element; BuildError names everything that is not supported."""
    yield from set_letters(LetterReader(context).letters_of(element, inherited), context)


def set_letters(letters: list[Letter], context: TextContext) -> Iterator[Mark]:
    """Yield the marks of letters; ValueError where they cannot be placed exactly."""
    if letters and context.growth * 0.0005 > _LOSS:
        raise ValueError(f"is enlarged {context.growth:.3g} times and would shift; draw it in millimetres")
    placed = list(_placed(letters))
    box = _box(placed)
    for line in _lines(placed):
        yield from _marks(line, box, context, context.layer)


# places ------------------------------------------------------------------------------------------------------------


def _placed(letters: list[Letter]) -> Iterator[_Cluster]:
    """Yield the clusters of all letters, each at its place on the line's baseline."""
    x = y = 0.0
    starts = [at for at, letter in enumerate(letters) if not at or _starts(letter, letters[at - 1])]
    for start, end in pairwise([*starts, len(letters)]):
        first = letters[start]
        along = first.span.along
        if along is not None:
            if start and letters[start - 1].span.along is along:
                raise ValueError("x or y inside a textPath is not supported; use startOffset, dx and dy")
            # An x of the text counts along the path, a y not at all (SVG 2, 11.8.2.2).
            x, y = along.start + (first.x or 0.0), 0.0
        elif start and letters[start - 1].span.along is not None and first.x is None:
            raise ValueError("text after a textPath is not supported without an x of its own")
        else:
            x, y = first.x if first.x is not None else x, first.y if first.y is not None else y
        chunk = list(_fitted(list(_clusters(letters[start:end]))))
        # The width of a chunk to align includes all moves but that of its first letter.
        at, down, moved = 0.0, 0.0, []
        for index, cluster in enumerate(chunk):
            letter = cluster.letters[0]
            at += letter.dx if index else 0.0
            down += letter.dy
            moved.append((at, down))
            at += cluster.width + _spacing(cluster, index == len(chunk) - 1)
        anchor = first.anchor or first.span.style["text-anchor"]
        if anchor not in ("start", "middle", "end"):
            raise ValueError(f"text-anchor is {anchor!r}; use start, middle or end")
        x += first.dx - at * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        for cluster, (right, below) in zip(chunk, moved, strict=True):
            if along is None:
                yield replace(cluster, x=x + right, y=y + below)
            else:
                yield from _on_path(cluster, along, x + right, below)
        x, y = x + at, y + down


def _starts(letter: Letter, before: Letter) -> bool:
    """Return whether a letter starts a chunk: at a place of its own, or on another path."""
    return letter.x is not None or letter.y is not None or letter.span.along is not before.span.along


def _on_path(cluster: _Cluster, along: Along, right: float, below: float) -> Iterator[_Cluster]:
    """Yield a cluster with its middle on a path, nothing where that lies beyond its ends (SVG 1.1, 10.13.3)."""
    spot = along.spot(right + cluster.width / 2)
    if spot is not None:
        x, y, turn = spot
        place = (translate(x, y) @ rotate(turn)).point(-cluster.width / 2, below)
        yield replace(cluster, x=place.x, y=place.y, turn=turn)


def _fitted(chunk: list[_Cluster]) -> Iterator[_Cluster]:
    """Yield the clusters of a chunk, those of an element with a textLength spread or stretched to fill it.

    Where they are spread, what follows in the chunk is a space further on (SVG 2, 11.5, "resolve text length").
    """
    done = 0
    for fit, group in groupby(chunk, lambda cluster: cluster.letters[0].span.fit):
        clusters = list(group)
        done += len(clusters)
        if fit is None:
            yield from clusters
            continue
        ends = [*[False] * (len(clusters) - 1), True]
        natural = sum(
            cluster.width + _spacing(cluster, end) + (cluster.letters[0].dx if at else 0.0)
            for at, (cluster, end) in enumerate(zip(clusters, ends, strict=True))
        )
        if not fit.stretched:
            more = (fit.length - natural) / (len(clusters) - 1) if len(clusters) > 1 else 0.0
            yield from (replace(letter, width=letter.width + more) for letter in clusters[:-1])
            yield replace(clusters[-1], width=clusters[-1].width + (more if done < len(chunk) else 0.0))
        elif natural > 0:
            factor = fit.length / natural
            yield from (replace(letter, width=letter.width * factor, stretch=factor) for letter in clusters)


class Advance(NamedTuple):
    """How far a letter moves the pen; the spacing after it is included, and not drawn at a line's end.

    `begins` is whether a line may begin with it: all but the first letter of a cluster are parts of that one.
    """

    width: float
    spacing: float
    begins: bool


def advances(letters: list[Letter]) -> Iterator[Advance]:
    """Yield how far each of the letters moves the pen, on a line that holds them all."""
    for cluster in _clusters(letters):
        spacing = _spacing(cluster, last=False)
        yield Advance(cluster.width + spacing, spacing, begins=True)
        yield from (Advance(0.0, 0.0, begins=False) for _ in cluster.letters[1:])


def _spacing(cluster: _Cluster, last: bool) -> float:
    """Return what letter-spacing and word-spacing add after a cluster."""
    span = cluster.letters[0].span
    gap = 0.0
    for name, counts in (("letter-spacing", not last), ("word-spacing", cluster.letters[0].char in " \u00a0")):
        if counts and span.style[name] not in ("normal", "0"):
            gap += measured(span.style[name], span.size, name)
    return gap


def _clusters(letters: list[Letter]) -> Iterator[_Cluster]:
    """Yield the clusters of a chunk, shaped in stretches of one font and size."""
    start = 0
    for end in range(1, len(letters) + 1):
        span = letters[start].span
        if end < len(letters) and (letters[end].span.font, letters[end].span.size) == (span.font, span.size):
            continue
        yield from _shaped(letters[start:end])
        start = end


def _shaped(letters: list[Letter]) -> Iterator[_Cluster]:
    """Yield the clusters of letters in one font; ligatures are split where a letter is moved, rotated or coloured."""
    span = letters[0].span
    glyphs, advance = span.font.shape("".join(letter.char for letter in letters))
    starts = sorted({glyph.cluster for glyph in glyphs} | {0})
    cuts = [
        at
        for start, end in pairwise([*starts, len(letters)])
        for at in range(start + 1, end)
        if not category(letters[at].char).startswith("M") and _stands_alone(letters[at], letters[start])
    ]
    if cuts:
        for start, end in pairwise([0, *cuts, len(letters)]):
            yield from _shaped(letters[start:end])
        return
    parts: dict[int, list[Glyph]] = {start: [] for start in starts}
    for glyph in glyphs:
        parts[glyph.cluster].append(glyph)
    pens = {start: part[0].x if part else 0 for start, part in parts.items()}
    for start, end in pairwise([*starts, len(letters)]):
        pen = pens[start] if start else 0
        own = tuple(glyph._replace(x=glyph.x - pen) for glyph in parts[start])
        width = (pens.get(end, advance) - pen) / span.font.upem * span.size
        yield _Cluster(tuple(letters[start:end]), own, width)


def _stands_alone(letter: Letter, first: Letter) -> bool:
    """Return whether a letter cannot be a part of a ligature."""
    moved = letter.dx or letter.dy or letter.rotate or first.rotate
    return bool(moved) or letter.span is not first.span or letter.span.style["letter-spacing"] not in ("normal", "0")


# marks -------------------------------------------------------------------------------------------------------------

# Kinds of rules: the font's measure of its height above the baseline and of its thickness.
_RULES = {
    "underline": ("UNDERLINE_OFFSET", "UNDERLINE_SIZE"),
    "overline": ("HORIZONTAL_ASCENDER", "UNDERLINE_SIZE"),
    "line-through": ("STRIKEOUT_OFFSET", "STRIKEOUT_SIZE"),
}


def _lines(placed: list[_Cluster]) -> Iterator[list[_Cluster]]:
    """Yield the clusters of each run: one span, one rotation, no new position inside."""
    line: list[_Cluster] = []
    for cluster in placed:
        letter = cluster.letters[0]
        turned = cluster.turn is not None or bool(letter.rotate or (line and line[-1].letters[0].rotate))
        anew = letter.x is not None or letter.y is not None
        other = bool(line) and (letter.span is not line[-1].letters[0].span or cluster.stretch != line[-1].stretch)
        if line and (other or turned or anew):
            yield line
            line = []
        line.append(cluster)
    if line:
        yield line


def _box(placed: list[_Cluster]) -> Rect:
    """Return the box round the cells of all letters, which a gradient spans."""
    box: Rect | None = None
    for cluster in placed:
        span = cluster.letters[0].span
        up, low = (value / span.font.upem * span.size for value in (span.font.ascent, span.font.descent))
        cell = _matrix(cluster).rect(Rect(0, -up, cluster.width / cluster.stretch, up - low))
        box = cell if box is None else box.union(cell)
    return box or Rect(0, 0, 0, 0)


def _matrix(cluster: _Cluster) -> Affine:
    """Return the matrix from a cluster's own baseline to the text's space."""
    letter = cluster.letters[0]
    if letter.rotate and letter.span.rise:
        raise ValueError("letters that are both raised and rotated are drawn differently by programs; use dy")
    at, turn = translate(cluster.x, cluster.y), letter.rotate + (cluster.turn or 0.0)
    turned = at @ rotate(turn) if turn else at
    stretched = turned @ scale(cluster.stretch, 1) if cluster.stretch != 1 else turned
    return stretched @ translate(0, -letter.span.rise)


def _marks(line: list[_Cluster], box: Rect, context: TextContext, layer: Layer) -> Iterator[Mark]:
    """Yield the marks of a run: underlines and overlines first, strike-through last."""
    span = line[0].letters[0].span
    if span.style["visibility"] != "visible" or not span.size:
        return
    place = rounded_matrix(_matrix(line[0]))
    for kind, owner in span.rules:
        if kind != "line-through":
            yield from _rule(kind, owner, line, box, context, layer)
    text = "".join(letter.char for cluster in line for letter in cluster.letters)
    if not text.isspace():
        run = Run(text, span.font.key, round(span.size, 4), place, Solid(BLACK), _glyphs(line), layer)
        yield from _painted(run, span, box, context)
    for kind, owner in span.rules:
        if kind == "line-through":
            yield from _rule(kind, owner, line, box, context, layer)


def _glyphs(line: list[_Cluster]) -> tuple[Glyph, ...]:
    """Return the glyphs of a run in font units, relative to its first letter."""
    span = line[0].letters[0].span
    unit = span.font.upem / span.size
    placed: list[Glyph] = []
    at = 0
    for cluster in line:
        x, y = round((cluster.x - line[0].x) / cluster.stretch * unit), round((line[0].y - cluster.y) * unit)
        placed += [Glyph(glyph.number, glyph.x + x, glyph.y + y, at) for glyph in cluster.glyphs]
        at += len(cluster.letters)
    return tuple(placed)


def _painted(run: Run, span: Span, box: Rect, context: TextContext) -> Iterator[Mark]:
    """Yield a run filled and stroked: as text where the fill is one colour, else as outlines."""
    fill, stroke = _paints(span, box, context)
    outline = (
        _outline(run, span.font, context.budget) if stroke is not None or not isinstance(fill, Solid | None) else ()
    )
    filled: list[Mark] = []
    if isinstance(fill, Solid):
        filled = [replace(run, paint=fill)]
    elif fill is not None:
        filled = [path_mark(outline, fill, None, run.layer)]
    stroked = [path_mark(outline, None, stroke, run.layer)] if stroke is not None else []
    order = span.style.get("paint-order", "normal").split()
    yield from [*stroked, *filled] if order[:1] == ["stroke"] else [*filled, *stroked]


def _paints(span: Span, box: Rect, context: TextContext) -> tuple[Paint | None, Stroke | None]:
    fill = context.paint(span.element, "fill", span.style, box)
    line = context.paint(span.element, "stroke", span.style, box)
    return fill, None if line is None else context.stroke(line, span.style)


def _outline(run: Run, font: Font, budget: Budget) -> Path:
    """Return the outlines of a run's glyphs."""
    matrix = run.place @ scale(run.size / font.upem)
    segments: list[Segment] = []
    for glyph in run.glyphs:
        outline = font.outline(glyph.number)
        budget.spend(_SEGMENT * len(outline), "text")
        segments += transformed(outline, matrix @ translate(glyph.x, -glyph.y))
    return tuple(segments)


def _rule(
    kind: str, owner: Span, line: list[_Cluster], box: Rect, context: TextContext, layer: Layer
) -> Iterator[Mark]:
    """Yield a rule along a run, with the paint and font of the element that sets it."""
    if line[0].letters[0].rotate or line[0].turn is not None:
        raise ValueError(f"text-decoration {kind} on rotated letters is not supported")
    span = line[0].letters[0].span
    if (span.rise, span.size) != (owner.rise, owner.size):
        # Programs draw it at the height and as thick as either element would have it.
        raise ValueError(f"text-decoration {kind} across letters that are raised or of another size is not supported")
    height, thickness = (owner.font.measure(tag) / owner.font.upem * owner.size for tag in _RULES[kind])
    last = line[-1]
    ends = [cluster.y for cluster in line]
    if max(ends) != min(ends):
        raise ValueError(f"text-decoration {kind} on letters at different heights is not supported")
    y = line[0].y - owner.rise - height - thickness / 2
    path = rectangle(Rect(line[0].x, y, last.x + last.width - line[0].x, thickness))
    fill, stroke = _paints(owner, box, context)
    if fill is not None or stroke is not None:
        yield path_mark(path, fill, stroke, layer)
