"""What can be searched for and copied out of a PDF: each face's words, whole, in the order they are read."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

import fontpkg_amiri
import pypdfium2
import pytest

from beeprint import pipeline
from beeprint.base.geometry import Rect, translate
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.drawing.drawing import Drawing, Mark, Run, group, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Block, Style, compose
from beeprint.face.layout import Face
from beeprint.formats.pdf.write import Info, Page, write
from beeprint.sources.workspace import built_in_games

AMIRI = Path(str(fontpkg_amiri.__file__)).parent / "files" / "Amiri-Regular.ttf"
#: The track round a board comes back from right to left, and a reader takes the lines of a page from left to right.
ROUND = {"board"}


def copied(path: Path, drawings: Iterable[Drawing], fonts: Fonts) -> list[str]:
    """Return what PDFium copies out of a page for each drawing."""
    pages = []
    for drawing in drawings:
        box = drawing.box
        page = Drawing(Rect(0, 0, box.width, box.height), (group(drawing.marks, translate(-box.x, -box.y)),))
        pages.append(Page(page, page.box, page.box))
    write(path, pages, fonts, Info("reading"))
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def words(face: Face, fonts: Fonts) -> list[str]:
    """Return a face's words in the order of its slots; runs that touch hold parts of one word."""
    text, at = "", (-1e9, 0.0)
    for mark, transform in walk(face.drawing.marks):
        if not isinstance(mark, Run):
            continue
        font, place = fonts[mark.font], transform @ mark.place
        last = mark.glyphs[-1]
        text += mark.text if math.dist(at, (place.e, place.f)) < 0.02 else f" {mark.text}"
        end = place @ translate((last.x + font.advance(last.number)) / font.upem * mark.size, 0)
        at = (end.e, end.f)
    return text.split()


@pytest.mark.parametrize("name", sorted(built_in_games()))
@pytest.mark.slow
def test_every_face_of_every_game_reads_in_the_order_of_its_slots(
    name: str, tmp_path: Path, fonts: Fonts, store: Store
) -> None:
    faces = tuple(pipeline.check(built_in_games()[name], Options(), store).faces.values())
    texts = copied(tmp_path / "faces.pdf", [face.drawing for face in faces], fonts)
    assert len(texts) == len(faces) and any(texts)
    for face, text in zip(faces, texts, strict=True):
        # PDFium has U+FFFE for a hyphen at the end of a line, and joins what it parts.
        expected, read_words = words(face, fonts), text.replace("\ufffe", "- ").split()
        if face.deck in ROUND:
            expected, read_words = sorted(expected), sorted(read_words)
        assert read_words == expected, (face.deck, face.id, face.side)

        titled(face)


def titled(face: Face) -> None:
    """Assert that a face's title is read before what stands below it."""
    boxes = [(ink.slot, ink.box) for ink in face.inks if ink.size]
    titles = [index for index, (slot, _) in enumerate(boxes) if slot in ("title", "name")]
    for slot, box in boxes[: titles[0]] if titles else ():
        title = boxes[titles[0]][1]
        below = box.y > title.bottom and min(box.right, title.right) > max(box.x, title.x)
        assert not below, f"{face.deck} {face.id}: {slot} is read before the title above it"


def page(tmp_path: Path, fonts: Fonts, *blocks: Block) -> str:
    marks: list[Mark] = [run for block in blocks for run in block.runs]
    (text,) = copied(tmp_path / "page.pdf", [Drawing(Rect(0, 0, 100, 100), tuple(marks))], fonts)
    return text


def test_words_of_neighbouring_slots_stay_apart(tmp_path: Path, fonts: Fonts) -> None:
    style = Style("source-sans", size=9, smallest=9, align="centre")
    cells = [compose(fonts, str(number), style, Rect(10 + 2.2 * number, 10, 2.2, 5)) for number in range(1, 10)]
    assert page(tmp_path, fonts, *cells).split() == list("123456789")


def test_looks_inside_a_word_leave_it_whole(tmp_path: Path, fonts: Fonts) -> None:
    block = compose(fonts, "**B**ee-*hold*er office", Style("source-sans", size=9, smallest=9), Rect(5, 5, 90, 10))
    assert page(tmp_path, fonts, block).split() == ["Bee-holder", "office"]


def test_a_word_parted_at_the_end_of_a_line_is_copied_whole(tmp_path: Path, fonts: Fonts) -> None:
    style = Style("source-sans", size=10, smallest=10, hyphenate="en-US")
    block = compose(fonts, "A development of international honeycombs", style, Rect(5, 5, 20, 60))
    assert sum(run.text.endswith("\u00ad") for run in block.runs) == 2
    # PDFium gives U+FFFE for a hyphen that only parts a line, which readers leave out with the line's end.
    text = page(tmp_path, fonts, block).replace("\ufffe", "")
    assert text.split() == ["A", "development", "of", "international", "honeycombs"]


@pytest.mark.parametrize(
    "text",
    [
        "\u05d3\u05d1\u05d5\u05e8\u05d4 \u05d0\u05d7\u05ea \u05e2\u05e4\u05d4 12 \u05e4\u05e8\u05d7\u05d9\u05dd",
        "(\u05d3\u05d1\u05d5\u05e8\u05d4) \u05e2\u05e4\u05d4",
        "Bee \u05d3\u05d1\u05d5\u05e8\u05d4 bee",
    ],
)
def test_hebrew_is_copied_in_reading_order(text: str, tmp_path: Path, fonts: Fonts) -> None:
    style = Style("amatic", size=14, smallest=14, align="start")
    block = compose(fonts, text, style, Rect(5, 5, 90, 10))
    assert block.missing == "" and page(tmp_path, fonts, block).split() == text.split()


def test_joined_arabic_is_copied_in_reading_order(tmp_path: Path) -> None:
    fonts = Fonts(lambda key: AMIRI)
    text = "\u0627\u0644\u0646\u062d\u0644\u0629 \u062a\u0637\u064a\u0631 12 \u0645\u0631\u0629\u060c \u0633\u0644"
    block = compose(fonts, text, Style("amiri", size=14, smallest=14, align="start"), Rect(5, 5, 90, 10))
    assert block.missing == "" and page(tmp_path, fonts, block).split() == text.split()
