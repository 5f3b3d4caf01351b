"""Rectangles moved in the drawings of frames: four numbers of one element, and not a byte besides."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from beeprint import edit, pipeline, starter
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.drawing import svg
from beeprint.edit import frames
from beeprint.edit.text import SourceText
from beeprint.game.model import Game
from beeprint.sources.workspace import SHIPPED
from edits import difference, loaded, put, tiny

LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = ("x", "y", "width", "height")
Box = tuple[float, float, float, float]


# the starter ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine", "inkscape")
    return loaded(tmp_path / "mine")


def rectangles(data: bytes) -> dict[str, dict[str, str]]:
    """Return the attributes of the rectangles in a drawing's hidden layer, as any program would read them."""
    [layer] = [g for g in ET.fromstring(data).iter(f"{SVG}g") if g.get(LABEL) == "slots"]
    return {str(element.get(LABEL)): dict(element.attrib) for element in layer}


def test_each_rectangle_of_each_frame_is_moved_and_nothing_else(game: Game) -> None:
    rows = {row.texts["suit"]: row.id for row in game.decks["cards"].rows.rows}
    count = 0
    for suit, row in rows.items():
        path = game.workspace.game / "art" / "frames" / f"{suit}.svg"
        before = path.read_bytes()
        for slot, drawn in rectangles(before).items():
            box = edit.find_box(game, "cards", "front", [slot], row)
            assert (box.kind, box.word) == ("frame", "frame")
            assert box.values == pytest.approx([float(drawn[key]) for key in NUMBERS])
            assert box.values is not None
            for index, key in enumerate(NUMBERS):
                x, y, width, height = (value + 1.23 * (at == index) for at, value in enumerate(box.values))
                [change] = edit.set_box(box, (x, y, width, height), "source", box.seen).changes
                assert change.path == path and change.before == before
                wanted = {**drawn, key: f"{float(drawn[key]) + 1.23:.2f}".rstrip("0").rstrip(".")}
                assert rectangles(change.after) == {**rectangles(before), slot: wanted}
                old, new = difference(before, change.after)
                assert re.fullmatch(rb"[\d.]*", old + new)
                count += 1
    assert count == 2 * 5 * 4


def test_the_word_on_the_card_moves_with_its_rectangle(game: Game) -> None:
    folder = game.workspace.game

    def title() -> Rect:
        checked = pipeline.check(folder, Options(only={"cards": ("D1",)}))
        assert checked.problems == ()
        return next(ink.box for ink in checked.faces["cards", "D1", "front"].inks if ink.slot == "title")

    before = title()
    box = edit.find_box(game, "cards", "front", ["title"], "D1")
    assert box.values is not None
    x, y, width, height = box.values
    edit.write(edit.set_box(box, (x, y - 2.5, width, height), "source", box.seen))
    assert title() == pytest.approx((before.x, before.y - 2.5, before.width, before.height), abs=0.01)


def test_a_slot_of_a_frame_gets_no_second_box(game: Game) -> None:
    box = edit.find_box(game, "cards", "front", ["title"], "D1")
    with pytest.raises(BuildError, match="the frame says where slot title is, and a slot has one box only"):
        edit.set_box(box, (5, 5, 20, 20), "here", box.seen)


DRAWINGS = sorted(path for path in (SHIPPED / "data").rglob("*.svg") if b"<rect " in path.read_bytes())


def test_a_rectangle_of_any_drawing_of_the_games_is_moved_alone() -> None:
    """Their rectangles have no names, so that the first one of each gets one here."""
    moved = 0
    for path in DRAWINGS:
        data = path.read_bytes().replace(b"<rect ", b'<rect data-name="spot" ', 1)
        size = svg.take_slot_boxes(svg.parse(data, path.name), ()).page
        page = frames.Page(Rect(0, 0, size.width, size.height), size, "trim")
        try:
            drawn = frames.find_drawn(path, data, "spot", ("spot",), page)
            x, y, width, height = drawn.box
            after = frames.move(drawn, (x + 1, y, width, height + 0.5))
        except BuildError as error:
            assert re.search("is turned, mirrored or skewed|the frame has no shape of that name", str(error)), path
            continue
        tag = re.compile(rb'<rect data-name="spot"[^>]*>')
        [old], [new] = tag.findall(data), tag.findall(after)
        assert tag.split(data) == tag.split(after)
        assert re.sub(rb' (x|height)="[^"]*"', b"", old) == re.sub(rb' (x|height)="[^"]*"', b"", new)
        moved += 1
    assert moved > len(DRAWINGS) / 2


# drawings of all kinds ------------------------------------------------------------------------------------------------

PAGE = 'width="63mm" height="88mm" viewBox="0 0 63 88"'
FRAMED = 'frame: ground\nslots:\n  title: {kind: text, font: fredoka, size: 12, text: "{title}"}\n'


def framed(folder: Path, body: str, page: str = PAGE, layout: str = FRAMED) -> edit.BoxSource:
    """Find the box of the title in a game whose frame has this body."""
    game = tiny(folder, card=layout)
    text = f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{body}</svg>'
    put(folder, {"art/ground.svg": text})
    return edit.find_box(game, "cards", "front", ["title"], "A")


@pytest.mark.parametrize(
    ("body", "page", "box", "wanted", "after"),
    [
        (
            '<rect id="title" x="5" y="6" width="53" height="9"/>',
            PAGE,
            (5, 6, 53, 9),
            (5.5, 6, 52, 9),
            '<rect id="title" x="5.5" y="6" width="52" height="9"/>',
        ),
        (
            "<rect\r\n  y = '6.00'\r\n  width='53'\r\n  height='9' id='title'/>",
            PAGE,
            (0, 6, 53, 9),
            (4, 7, 53, 9),
            "<rect x=\"4\"\r\n  y = '7'\r\n  width='53'\r\n  height='9' id='title'/>",
        ),
        (
            '<g transform="translate(-3,-4)"><rect id="title" x="5" y="6" width="53" height="9"/></g>',
            PAGE,
            (2, 2, 53, 9),
            (3, 2.25, 53, 9),
            '<g transform="translate(-3,-4)"><rect id="title" x="6" y="6.25" width="53" height="9"/></g>',
        ),
        (
            '<g transform="scale(0.1)"><rect id="title" transform="matrix(1 0 0 1 10 0)" x="50" y="60" width="530"'
            ' height="90"/></g>',
            PAGE,
            (6, 6, 53, 9),
            (6, 6.12, 53.01, 9),
            '<g transform="scale(0.1)"><rect id="title" transform="matrix(1 0 0 1 10 0)" x="50" y="61.2" width="530.1"'
            ' height="90"/></g>',
        ),
        (
            '<rect id="title" x="10" y="20" width="100" height="50"/>',
            'width="63mm" height="88mm" viewBox="0 0 126 176"',
            (5, 10, 50, 25),
            (5, 10, 50, 25.01),
            '<rect id="title" x="10" y="20" width="100" height="50.02"/>',
        ),
        (
            '<rect id="title" x="1in" y="10mm" width="2cm" height="9"/>',
            'width="63mm" height="88mm" viewBox="0 0 238.11024 332.5984"',
            (25.4, 10, 20, 2.38125),
            (26.4, 10, 21, 2.38125),
            '<rect id="title" x="1.0394in" y="10mm" width="2.1cm" height="9"/>',
        ),
        (
            '<g id="title"><rect x="5" y="6" width="53" height="9" fill="#eee"/></g>',
            PAGE,
            (5, 6, 53, 9),
            (5, 6, 53, 8),
            '<g id="title"><rect x="5" y="6" width="53" height="8" fill="#eee"/></g>',
        ),
        (
            '<!-- <rect id="title" x="1"/> 🐝 --><rect id="title" data-x="5" x="5" y="6" width="53" height="9">'
            '<title>x="9"</title></rect>',
            PAGE,
            (5, 6, 53, 9),
            (4, 6, 53, 9),
            '<!-- <rect id="title" x="1"/> 🐝 --><rect id="title" data-x="5" x="4" y="6" width="53" height="9">'
            '<title>x="9"</title></rect>',
        ),
        (
            '<!--\r\n🐝\r-->\n <g/>ü🐝<rect id="title" x="5" y="6" width="53" height="9"/>',
            PAGE,
            (5, 6, 53, 9),
            (5, 6, 53, 10),
            '<!--\r\n🐝\r-->\n <g/>ü🐝<rect id="title" x="5" y="6" width="53" height="10"/>',
        ),
        (
            '<rect id="title" x="8" y="9" width="53" height="9"/>',
            'width="69mm" height="94mm" viewBox="0 0 69 94"',
            (5, 6, 53, 9),
            (5, 5, 53, 9),
            '<rect id="title" x="8" y="8" width="53" height="9"/>',
        ),
    ],
)
def test_the_numbers_are_written_in_the_drawings_own_units(
    tmp_path: Path, body: str, page: str, box: Box, wanted: Box, after: str
) -> None:
    title_box = framed(tmp_path, body, page)
    assert title_box.values == pytest.approx(box, abs=1e-4)
    edit.write(edit.set_box(title_box, wanted, "source", title_box.seen))
    text = (tmp_path / "art/ground.svg").read_bytes().decode()
    assert text == f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{after}</svg>'
    again = edit.find_box(loaded(tmp_path), "cards", "front", ["title"], "A")
    assert again.values == pytest.approx(wanted, abs=0.01)


def test_a_page_in_other_units_is_the_trim(tmp_path: Path) -> None:
    layout = FRAMED.replace("frame: ground", "frame: {art: ground, page: trim}")
    body = '<rect id="title" x="50" y="60" width="530" height="90"/>'
    box = framed(tmp_path, body, 'width="630" height="880" viewBox="0 0 630 880"', layout)
    assert box.values == pytest.approx((5, 6, 53, 9), abs=1e-3)
    [change] = edit.set_box(box, (5, 6.5, 53, 9), "source", box.seen).changes
    assert body.replace('y="60"', 'y="65"') in change.after.decode()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            '<rect id="title" x="5" y="6" width="40" height="9" transform="rotate(10)"/>',
            "is turned, mirrored or skewed",
        ),
        ('<rect id="title" x="5" y="6" width="40" height="9" transform="rotate(90 20 20)"/>', "is turned, mirrored"),
        (
            '<rect id="title" x="5" y="6" width="40" height="9" transform="matrix(-1 0 0 1 63 0)"/>',
            "is turned, mirrored",
        ),
        ('<circle id="title" cx="30" cy="30" r="9"/>', "the box of title is a circle, not a rectangle"),
        ('<path id="title" d="M5 6h53v9h-53z"/>', "the box of title is a path, not a rectangle"),
    ],
)
def test_what_only_a_person_can_move_is_refused_in_words(tmp_path: Path, body: str, message: str) -> None:
    box = framed(tmp_path, body)
    assert box.values is not None
    x, y, width, height = box.values
    before = (tmp_path / "art/ground.svg").read_bytes()
    with pytest.raises(BuildError, match=message):
        edit.set_box(box, (x + 1, y, width, height), "source", box.seen)
    assert (tmp_path / "art/ground.svg").read_bytes() == before


def test_a_rectangle_without_a_size_is_refused(tmp_path: Path) -> None:
    box = framed(tmp_path, '<rect id="title" x="5" y="6" width="40" height="9"/>')
    with pytest.raises(BuildError, match="a box cannot be 5, 6, 0, 9"):
        edit.set_box(box, (5, 6, 0, 9), "source", box.seen)


def test_a_frame_that_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    body = '<rect id="title" x="5" y="6" width="40" height="9"/>'
    seen = framed(tmp_path, body).seen
    box = framed(tmp_path, body + "<!-- mine -->")
    with pytest.raises(BuildError, match=r"art/ground.svg: error: the file has changed meanwhile"):
        edit.set_box(box, (5, 7, 40, 9), "source", seen)


def test_layouts_with_the_same_frame_share_its_rectangles(tmp_path: Path) -> None:
    put(
        tmp_path,
        {"layouts/other.yaml": "extends: card\n", "layouts/own.yaml": FRAMED.replace("size", "box: trim, size")},
    )
    box = framed(tmp_path, '<rect id="title" x="5" y="6" width="40" height="9"/>')
    assert box.shared == (edit.Use("other", ("title",)),)


def test_a_child_that_takes_the_frames_box_is_moved_in_the_frame(tmp_path: Path) -> None:
    put(tmp_path, {"layouts/parent.yaml": FRAMED.partition("\n")[2].replace("size", "box: [1, 2, 3, 4], size")})
    layout = "extends: parent\nframe: ground\nslots: {title: {box: frame}}\n"
    box = framed(tmp_path, '<rect id="title" x="5" y="6" width="40" height="9"/>', layout=layout)
    assert (box.kind, box.values) == ("frame", (5, 6, 40, 9))
    [change] = edit.set_box(box, (5, 6, 40, 8), "source", box.seen).changes
    assert change.path.name == "ground.svg"


def test_a_drawing_in_another_encoding_is_refused_with_what_to_do(tmp_path: Path) -> None:
    body = '<rect id="title" x="5" y="6" width="40" height="9"/>'
    framed(tmp_path, body)
    head = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    text = f'{head}<svg xmlns="http://www.w3.org/2000/svg" {PAGE}><!--\xe9-->{body}</svg>'
    put(tmp_path, {"art/ground.svg": text.encode("latin-1")})
    box = edit.find_box(loaded(tmp_path), "cards", "front", ["title"], "A")
    with pytest.raises(BuildError, match="save it as UTF-8"):
        edit.set_box(box, (5, 7, 40, 9), "source", box.seen)


@pytest.mark.parametrize(
    ("old", "new"),
    [('r="3"', 'r="4"'), ('x="1" ', 'x="2" '), ("<title>", "<desc/><title>")],
)
def test_the_rule_of_what_differs_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """An edit that would change anything but the numbers of one rectangle is refused, whatever made it."""
    body = '<circle r="3"/><rect id="title" x="5" y="6" width="40" height="9"/><rect x="1" width="2" height="3"/>'
    box = framed(tmp_path, f"<title>a</title>{body}")
    real = SourceText.splice
    monkeypatch.setattr(
        SourceText, "splice", lambda self, splices: real(self, splices).replace(old.encode(), new.encode())
    )
    with pytest.raises(BuildError, match=r"cannot be moved without changing something else"):
        edit.set_box(box, (5, 7, 40, 9), "source", box.seen)


@pytest.mark.timeout(60)
def test_a_length_of_many_spaces_is_read_in_time() -> None:
    assert frames._NUMBER.fullmatch(f"11{' ' * 900_000}!") is None
