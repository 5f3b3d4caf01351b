"""Take the glyphs that have colours of their own out of a run of text, and draw them as symbols."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from beeprint.base.geometry import scale, translate
from beeprint.drawing.drawing import Glyph, Run, Use, use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text.markup import Fault


def in_colours(fonts: Fonts, run: Run, chain: Sequence[str], faults: dict[Fault, None]) -> tuple[Run, list[Use]]:
    """Return a run without the ink of its coloured glyphs, and these as symbols in their places.

    In the run, a space stands for each of them, so that a PDF still says what is there. Those that cannot be drawn are
    added to `faults`.
    """
    from beeprint.drawing import colour_glyphs  # only where a font has colours

    font = fonts[run.font]
    unit = run.size / font.upem
    ends = _ends(run)
    plain, coloured, shown = list[Glyph](), list[Glyph](), list[Use]()
    for glyph in run.glyphs:
        try:
            symbol = colour_glyphs.picture(font, glyph.number, run.paint.colour)
        except colour_glyphs.UndrawableError as error:
            text = run.text[glyph.cluster : ends[glyph.cluster]]
            code = " ".join(f"U+{ord(char):04X}" for char in text)
            message = f"{text!r} ({code}) of the font {font.key.partition('/')[0]} cannot be printed: {error}"
            faults[Fault(message, "use another font, or an icon")] = None
            continue
        if symbol is None:
            plain.append(glyph)
            continue
        place = run.place @ translate(glyph.x * unit, -glyph.y * unit) @ scale(run.size / colour_glyphs.EM)
        shown.append(use(symbol, place))
        coloured.append(glyph)
    return _spaced(fonts, run, chain, plain, coloured), shown


def _ends(run: Run) -> dict[int, int]:
    """Return where the characters of each cluster end."""
    starts = sorted({glyph.cluster for glyph in run.glyphs})
    return dict(zip(starts, [*starts[1:], len(run.text)], strict=True))


def _spaced(fonts: Fonts, run: Run, chain: Sequence[str], plain: Sequence[Glyph], coloured: Sequence[Glyph]) -> Run:
    """Return a run with its plain glyphs, and spaces for the coloured ones.

    Where its font has no space, or no outlines and so no place in a PDF, the spaces are those of another font of the
    chain, unless plain letters are among them.
    """
    font = fonts[run.font]
    if not font.has_outlines or (not font.glyph(" ") and not any(font.outline(glyph.number) for glyph in plain)):
        others = (fonts[key] for key in chain)
        other = next((neighbour for neighbour in others if neighbour.has_outlines and neighbour.glyph(" ")), None)
        if other is None:
            return replace(run, glyphs=())
        by, blank = other.upem / font.upem, other.glyph(" ")
        moved = (glyph._replace(number=blank, x=round(glyph.x * by), y=round(glyph.y * by)) for glyph in coloured)
        return replace(run, font=other.key, glyphs=tuple(moved))
    kept = [*plain, *(glyph._replace(number=font.glyph(" ")) for glyph in coloured if font.glyph(" "))]
    order = {(glyph.x, glyph.cluster): at for at, glyph in enumerate(run.glyphs)}
    return replace(run, glyphs=tuple(sorted(kept, key=lambda glyph: order[glyph.x, glyph.cluster])))
