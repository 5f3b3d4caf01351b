"""Frames: cards designed as one drawing, whose rectangles are the boxes of the layout's slots."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image

import sheets
from beeprint import pipeline, starter
from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Rect
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.cli import cli
from beeprint.drawing import raster, svg
from beeprint.drawing.drawing import Run, walk
from beeprint.drawing.fonts import Fonts
from beeprint.face.layout import Face
from conftest import font_file
from test_raster import drawn_here

MM = 25.4 / 72
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("value", "suit", "picture", "title", "text")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(raster, "draw_apart", drawn_here)
    starter.write(tmp_path / "mine", "inkscape")
    return tmp_path / "mine"


def face(game: Path, piece: str = "D1") -> Face:
    checked = pipeline.check(game, Options(only={"cards": (piece,)}), Store.open())
    assert checked.problems == ()
    return checked.faces["cards", piece, "front"]


def words(face: Face) -> dict[str, Rect]:
    """Return the boxes of the texts on a face, by slot, as the checks before printing see them."""
    return {ink.slot: ink.box for ink in face.inks}


def boxes(file: Path) -> dict[str, Rect]:
    """Return the rectangles of a drawing's hidden layer, as any program would read them."""
    [layer] = [g for g in ET.parse(file).iter(f"{SVG}g") if g.get(LABEL) == "slots"]
    return {str(r.get(LABEL)): Rect(*(float(r.get(k, "")) for k in ("x", "y", "width", "height"))) for r in layer}


def pixels(face: Face, dots: int = 10) -> Image.Image:
    """Return a face as pixels, `dots` to the mm, from the top left of its bleed."""
    text = svg.write(face.drawing, Fonts(font_file))
    return Image.open(io.BytesIO(raster.draw(text, dots * 25.4))).convert("RGB")


def test_the_game_builds_at_once_and_its_words_lie_in_the_rectangles(game: Path) -> None:
    result = CliRunner().invoke(cli, ["build", "mine"])
    assert (result.exit_code, result.stdout.split()) == (
        0,
        [
            "output/mine/faces",
            "output/mine/home-a4/0-print-guide.pdf",
            "output/mine/home-a4/cards.pdf",
            "output/mine/home-a4/cutting-guide.pdf",
        ],
    )
    assert "Mine: 16 pieces" in result.stderr
    path = Path("output/mine/home-a4/cards.pdf")
    [first, *_] = [piece for piece in sheets.pieces(path) if piece.id == "cards/N4#1"]
    places = boxes(game / "art" / "frames" / "night.svg")
    with pypdfium2.PdfDocument(path) as document:
        page = document[first.page]
        for name, said in (("title", "Hedgehog"), ("value", "4"), ("text", "Only a 1 or a 2 may follow.")):
            (x0, y0), (x1, y1) = (first.point(*corner) for corner in (places[name].corners[0], places[name].corners[2]))
            area = page.get_height() - y1 / MM, page.get_height() - y0 / MM
            words = page.get_textpage().get_text_bounded(x0 / MM, area[0], x1 / MM, area[1])
            assert " ".join(words.split()) == said


def test_a_box_moved_in_the_drawing_moves_the_slot_by_as_much(game: Path) -> None:
    before, night = words(face(game)), words(face(game, "N2"))
    drawing = game / "art" / "frames" / "day.svg"
    text = drawing.read_text("utf-8")
    place = text.index('inkscape:label="title"')
    drawing.write_text(text[:place] + re.sub(r' y="50.2"', ' y="46.2"', text[place:], count=1), "utf-8")
    after = words(face(game))
    assert after["title"] == pytest.approx(before["title"].move(0, -4))
    assert after["text"] == before["text"]
    assert words(face(game, "N2"))["title"] == night["title"]  # the night has its own drawing


@pytest.mark.parametrize("shown", [False, True])
def test_the_rectangles_are_never_printed(game: Path, shown: bool) -> None:
    drawing = game / "art" / "frames" / "day.svg"
    text = drawing.read_text("utf-8")
    assert text.count("fill:#ff00ff") == len(NAMES)
    if shown:
        text = text.replace("display:none", "display:inline")
        drawing.write_text(text, "utf-8")
    assert "ff00ff" not in svg.write(face(game).drawing, Fonts(font_file)).lower()


def test_the_drawing_fills_the_bleed_though_its_page_is_the_trim(game: Path) -> None:
    image = pixels(face(game), 5)
    assert image.size == (345, 470)
    for x, y in ((1, 1), (343, 1), (1, 468), (343, 468)):
        assert image.getpixel((x, y)) != (255, 255, 255)
    # The rim of the value's disc, 7.1 mm round 11.5, 12.5, lies there and nowhere else.
    assert image.getpixel((72, 77 - 33)) == (0xF4, 0xB9, 0x42)


def frame(body: str, size: str = 'width="63mm" height="88mm" viewBox="0 0 63 88"') -> str:
    spaces = "".join(
        f' xmlns:{prefix}="{uri}"'
        for prefix, uri in (
            ("inkscape", "http://www.inkscape.org/namespaces/inkscape"),
            ("serif", "http://www.serif.com/"),
        )
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg"{spaces} {size}>{body}</svg>'


def spot(text: str, name: str = "title") -> svg.SlotBox:
    return svg.take_slot_boxes(svg.parse(text, "frame.svg"), [name]).boxes[name]


RECT = '<rect id="title" x="10" y="20" width="30" height="8"'
PLAIN = RECT.replace(' id="title"', "")
WHERE = [
    (f"{RECT}/>", Rect(10, 20, 30, 8), 0),
    (f'{RECT} stroke="red" stroke-width="4" rx="2"/>', Rect(10, 20, 30, 8), 0),
    (f'<g transform="translate(5,6)"><g transform="scale(.5)">{RECT}/></g></g>', Rect(10, 16, 15, 4), 0),
    (f'<g style="display:none">{RECT} visibility="hidden"/></g>', Rect(10, 20, 30, 8), 0),
    (f'{RECT} transform="rotate(90 25 24)"/>', Rect(21, 9, 8, 30), 0),
    (f'{RECT} transform="rotate(180 25 24)"/>', Rect(10, 20, 30, 8), 0),
    (f'{RECT} transform="rotate(10 25 24)"/>', Rect(10, 20, 30, 8), 10),
    (f'{RECT} transform="rotate(-80 25 24)"/>', Rect(21, 9, 8, 30), 10),
    (f'{RECT} transform="matrix(-1 0 0 1 50 0)"/>', Rect(10, 20, 30, 8), 0),
    ('<rect id="title" x="1cm" y="20mm" width="100" height="40px"/>', Rect(37.795, 75.591, 100, 40), 0),
    ('<ellipse id="title" cx="30" cy="20" rx="9" ry="4"/>', Rect(21, 16, 18, 8), 0),
    ('<path id="title" d="M10 20 h30 v8 h-30 z"/>', Rect(10, 20, 30, 8), 0),
    ('<polygon id="title" points="10,20 40,20 40,28 10,28"/>', Rect(10, 20, 30, 8), 0),
    ('<rect id="r1" inkscape:label="title" x="10" y="20" width="30" height="8"/>', Rect(10, 20, 30, 8), 0),
    ('<rect id="title1" serif:id="title" x="10" y="20" width="30" height="8"/>', Rect(10, 20, 30, 8), 0),
    ('<rect id="title-2" data-name="title" x="10" y="20" width="30" height="8"/>', Rect(10, 20, 30, 8), 0),
    (
        f'<g id="title" transform="translate(1,2)"><g>{PLAIN}/></g></g>',
        Rect(11, 22, 30, 8),
        0,
    ),
    (f'<g inkscape:label="title"><path id="panel" d="M0 0H9V9Z"/></g>{RECT}/>', Rect(10, 20, 30, 8), 0),
    (f'<defs><rect id="title" width="3" height="3"/></defs><g id="title">{RECT}/></g>', Rect(10, 20, 30, 8), 0),
]


@pytest.mark.parametrize(("body", "box", "turn"), WHERE, ids=[str(number) for number in range(len(WHERE))])
def test_a_shape_gives_the_box_that_is_seen(body: str, box: Rect, turn: float) -> None:
    place = spot(frame(body))
    assert place.box == pytest.approx(box, abs=1e-3)
    assert place.turn == pytest.approx(turn)


def test_boxes_that_cannot_be_read_are_refused_all_at_once() -> None:
    bodies = (
        f'<svg width="9" height="9">{RECT}/></svg>',
        '<rect id="text" width="50%" height="3"/>',
        '<rect id="value" width="5" height="3" transform="turn(3)"/>',
        '<g id="suit" transform="turn(3)"><rect width="5" height="3"/></g>',
        '<line id="rule" x2="20"/>',
    )
    names = ("title", "text", "value", "suit", "rule")
    with pytest.raises(BuildError) as caught:
        svg.take_slot_boxes(svg.parse(frame("\n".join(bodies)), "frame.svg"), names)
    assert [(problem.place.line, problem.message.split(":")[0]) for problem in caught.value.problems] == [
        (1, "rect title"),
        (2, "rect text"),
        (3, "rect value"),
        (4, "g suit"),
        (5, "line rule"),
    ]


def test_a_name_as_illustrator_writes_it_is_understood() -> None:
    text = frame('<rect id="flavour_x5F_text" x="10" y="20" width="30" height="8"/>')
    assert spot(text, "flavour_text").box == Rect(10, 20, 30, 8)


TRIM, BLEED = Rect(0, 0, 63, 88), Rect(-3, -3, 69, 94)
PAGES = [
    ('width="63mm" height="88mm" viewBox="0 0 63 88"', "", Rect(10, 20, 30, 8)),
    ('width="69mm" height="94mm" viewBox="0 0 69 94"', "", Rect(7, 17, 30, 8)),
    ('width="69mm" height="94mm" viewBox="-3 -3 69 94"', "", Rect(10, 20, 30, 8)),
    ('width="63.15mm" height="87.9mm" viewBox="0 0 63.15 87.9"', "", Rect(10, 20, 30, 8)),
    ('width="630" height="880" viewBox="0 0 630 880"', "trim", Rect(1, 2, 3, 0.8)),
    ('width="690" height="940" viewBox="0 0 690 940"', "bleed", Rect(-2, -1, 3, 0.8)),
]


@pytest.mark.parametrize(("size", "meant", "box"), PAGES)
def test_the_page_is_the_trim_or_the_bleed(size: str, meant: str, box: Rect) -> None:
    spots = svg.take_slot_boxes(svg.parse(frame(f"{RECT}/>", size), "frame.svg"), ["title"])
    matrix = svg.page_to_face(spots, "frame.svg", TRIM, BLEED, meant)
    assert matrix.rect(spots.boxes["title"].box) == pytest.approx(box, abs=1e-3)


def test_a_page_that_is_neither_is_refused_with_both_sizes() -> None:
    spots = svg.take_slot_boxes(
        svg.parse(frame("", 'width="63.5mm" height="88.9mm" viewBox="0 0 5 7"'), "frame.svg"), []
    )
    with pytest.raises(BuildError) as caught:
        svg.page_to_face(spots, "frame.svg", TRIM, BLEED)
    assert str(caught.value).startswith(
        "frame.svg:1:1: error: the frame's page is 63.5 x 88.9 mm, which is neither the trim nor the bleed: "
        "the trim is 63 x 88 mm, the bleed 69 x 94 mm\n"
    )


def test_a_turned_rectangle_turns_the_slot(game: Path) -> None:
    drawing = game / "art" / "frames" / "day.svg"
    text = drawing.read_text("utf-8")
    upright = walked(face(game), "Bee")
    drawing.write_text(text.replace('inkscape:label="title"', 'inkscape:label="title" transform="rotate(7 31.5 54.2)"'))
    turned = walked(face(game), "Bee")
    assert (turned.a, turned.b) == pytest.approx((0.992546 * upright.a, 0.121869 * upright.a), abs=1e-5)


def walked(face: Face, said: str) -> Affine:
    [matrix] = [
        outer @ mark.place
        for mark, outer in walk(face.drawing.marks)
        if isinstance(mark, Run) and mark.text.strip() == said
    ]
    return matrix


def test_cards_that_say_the_same_lie_each_in_its_own_drawing(game: Path) -> None:
    cards = (game / "cards.csv").read_text("utf-8")
    (game / "cards.csv").write_text(cards.replace("Moth,", "Snail,"), "utf-8")
    drawing = game / "art" / "frames" / "night.svg"
    drawing.write_text(drawing.read_text("utf-8").replace('y="50.2"', 'y="51.2"'), "utf-8")
    checked = pipeline.check(game, Options(), Store.open())
    day, night = (words(checked.faces["cards", piece, "front"])["title"] for piece in ("D2", "N2"))
    assert night == pytest.approx(day.move(0, 1))


def test_a_child_takes_the_frames_box_where_its_parent_has_one(game: Path) -> None:
    parent = 'slots:\n  title: {kind: text, text: "{name}", font: fredoka, size: 12, box: [20, 70, 30, 8]}\n'
    (game / "layouts" / "base.yaml").write_text(parent, "utf-8")
    child = "extends: base\nframe: frames/day\n"
    (game / "layouts" / "card.yaml").write_text(child, "utf-8")
    [problem, *_] = pipeline.check(game, Options()).problems
    assert problem.message.startswith("slot title has a box here and another in the frame, mine/art/frames/day.svg:")
    assert problem.place.file == "mine/layouts/base.yaml"
    (game / "layouts" / "card.yaml").write_text(child + "slots: {title: {box: frame}}\n", "utf-8")
    title = boxes(game / "art" / "frames" / "day.svg")["title"]
    assert title.contains(words(face(game))["title"], 0.01)


def test_a_child_overrides_its_parents_frame(game: Path) -> None:
    (game / "layouts" / "other.yaml").write_text("extends: card\nframe: frames/night\n", "utf-8")
    settings = (game / "game.yaml").read_text("utf-8").replace("front: card ", "front: other ")
    (game / "game.yaml").write_text(settings, "utf-8")
    assert pixels(face(game, "D1"), 5).getpixel((72, 44)) == (0xF4, 0xD5, 0x8D)  # the ring of the night


def test_the_frames_ink_is_what_currentcolor_means(game: Path) -> None:
    text = frame('<rect x="-3" y="-3" width="69" height="94" fill="currentColor"/>')
    (game / "art" / "plain.svg").write_text(text, "utf-8")
    (game / "layouts" / "card.yaml").write_text("frame: {art: plain, colour: ink}\nslots: {}\n", "utf-8")
    ink = pipeline.check(game, Options()).game.palette["ink"]
    assert Colour(*pixels(face(game)).getpixel((300, 300))) == ink  # type: ignore[misc]


def test_a_frame_is_read_once_however_many_cards_lie_on_it(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    take = svg.take_slot_boxes
    monkeypatch.setattr(svg, "take_slot_boxes", lambda root, names: read.append(root) or take(root, names))
    assert pipeline.check(game, Options(), Store.open()).problems == ()
    assert len(read) == 3  # day, night, back
