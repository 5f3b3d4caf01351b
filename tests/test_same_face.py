"""A PDF shows what the SVG shows: a face of every third layout; tests/verify compares them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from beeprint import pipeline
from beeprint.base.geometry import translate
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Group, Mark, Run, Symbol, Use, use
from beeprint.face.layout import Face
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import built_in_games
from engines import FACE_SHARE, by_pdfium, by_resvg, named, size, whole, write_pdf
from pixels import off

GAMES = built_in_games()


def one_of_each_layout(checked: Checked) -> Iterator[Face]:
    """Yield the first face of every layout of a game."""
    seen = set()
    for deck in checked.game.decks.values():
        layouts = {"front": deck.spec.front} | ({"back": deck.spec.back.layout} if deck.spec.back else {})
        for side, layout in layouts.items():
            row = deck.rows.rows[0]
            face = checked.faces[deck.name, row.id, "front"] if side == "front" else checked.back(deck, row)
            if face is not None and layout not in seen:
                seen.add(layout)
                yield face


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.slow
def test_pdfium_shows_of_the_pdf_what_resvg_shows_of_the_svg(
    name: str, checked: Checked, tmp_path: Path, store: Store
) -> None:
    if name != checked.game.spec.id:
        checked = pipeline.check(GAMES[name], Options(), store)
    faces = list(one_of_each_layout(checked))[::3]
    assert len(faces) >= 2
    drawings = [whole(face) for face in faces]
    write_pdf(tmp_path / "faces.pdf", drawings, checked.fonts)
    shares = {}
    for face, drawing, pdfium in zip(faces, drawings, by_pdfium(tmp_path / "faces.pdf"), strict=True):
        # pdfium sets glyphs on whole pixels, so it needs many; resvg does not, and takes its time for each.
        resvg = by_resvg(svg.write(drawing, checked.fonts), 3)
        assert pdfium.size == resvg.size == size(drawing)
        shares[named(face)] = off(pdfium, resvg)
    assert {face: f"{share:.3%}" for face, share in shares.items() if share > FACE_SHARE} == {}


def each_spoilt(marks: tuple[Mark, ...], spoil: Callable[[Mark], Iterable[Mark] | None]) -> Iterator[tuple[Mark, ...]]:
    """Yield the marks once for every one that can be spoilt, in groups too, with that one spoilt."""
    for at, mark in enumerate(marks):
        bad = spoil(mark)
        if bad is not None:
            yield (*marks[:at], *bad, *marks[at + 1 :])
        elif isinstance(mark, Group):
            for inner in each_spoilt(mark.marks, spoil):
                yield (*marks[:at], replace(mark, marks=inner), *marks[at + 1 :])


def without_its_last_word(mark: Mark) -> Iterable[Mark] | None:
    if not isinstance(mark, Run):
        return None
    end = mark.text.rstrip().rfind(" ")
    return [replace(mark, glyphs=tuple(glyph for glyph in mark.glyphs if glyph.cluster < end))] if end > 0 else []


def half_a_millimetre_aside(mark: Mark) -> Iterable[Mark] | None:
    return [use(mark.symbol, translate(0.5, 0) @ mark.transform)] if isinstance(mark, Use) else None


@pytest.mark.slow
def test_the_comparison_notices_a_lost_word_and_a_shifted_icon(checked: Checked, tmp_path: Path) -> None:
    face = checked.faces["honey", "H01", "front"]
    spoilt = {
        spoil.__name__: list(each_spoilt(face.drawing.marks, spoil))[:6]
        for spoil in (without_its_last_word, half_a_millimetre_aside)
    }
    assert all(len(differences) >= 5 for differences in spoilt.values())
    sound = whole(face)
    drawings = [
        Drawing(sound.box, (use(Symbol.of(marks)),)) for differences in spoilt.values() for marks in differences
    ]
    write_pdf(tmp_path / "faces.pdf", [sound, *drawings], checked.fonts)
    resvg = by_resvg(svg.write(sound, checked.fonts), 3)
    shares = [off(resvg, pdfium) for pdfium in by_pdfium(tmp_path / "faces.pdf")]
    assert shares[0] <= FACE_SHARE
    assert min(shares[1:]) > FACE_SHARE
