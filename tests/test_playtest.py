"""Playtest decks: little ink that can be read, no bleed, each face stamped, the right pieces and no others."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import ImageStat

import sheets
from beeprint import pipeline, starter
from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, Affine, Rect, ellipse, rectangle, scale, translate
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.drawing.drawing import Group, PathMark, Run, Solid, Stroke, Symbol, group, path_mark, use, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape, circle
from beeprint.drawing.shape import rectangle as card
from beeprint.drawing.text import Style, line_run, run_box
from beeprint.outputs.shared import Checked
from beeprint.sheet.playtest import LowInk, Stamp, Taken, Takers, placed, stamped, straight
from beeprint.sources.workspace import built_in_games
from command import call, without_leaflet
from conftest import unruled
from stamps import unstamped

PT = 72 / 25.4
RED, WHITE, NIGHT = Colour(0xD5, 0x5E, 0), Colour(255, 255, 255), Colour(0x10, 0x10, 0x40)


#: Of decks of each kind, some pieces or all: backs that all cards share, more than fill a page, and backs of their own
#: on cards, tiles and hexagons.
SOME = {"honey": ("H01", "H02", "H06", "H11"), "reference": (), "field": ("F01",), "fungus": (), "pollen": ()}


@pytest.fixture(scope="module", params=[SOME, pytest.param({}, marks=pytest.mark.slow)], ids=["some", "whole"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Checked, Path]:
    """Return Pollen Wars and the folder of its build for home and for a playtest, of some decks and of all."""
    profiles, folder = ("home-a4", "playtest-a4"), tmp_path_factory.mktemp("made")
    options = Options(profiles=profiles, output=folder / "out", only=request.param)
    checked = pipeline.check(unruled(folder), options, Store.open())
    return checked, pipeline.build(checked, options).target


def inks(path: Path) -> float:
    """Return the ink of a PDF's pages, in pages that one ink covers: CMYK with as much black as there is grey."""
    total = 0.0
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            image = page.render(scale=0.2).to_pil().convert("RGB")
            means = [255 - value for value in ImageStat.Stat(image).mean]
            black = 255 - ImageStat.Stat(image.convert("HSV")).mean[2]
            total += (sum(means) - 2 * black) / 255
    return total


def test_every_piece_is_on_the_sheets_once(made: tuple[Checked, Path]) -> None:
    checked, target = made
    decks = {deck for deck, _, _ in checked.faces}
    assert len(decks - {*checked.game.boxes}) in (len(SOME), len(checked.game.decks))
    seen = Counter(piece.id for piece in sheets.pieces(target / "playtest-a4/one-side.pdf"))
    seen.update(piece.id for piece in sheets.pieces(target / "playtest-a4/both-sides.pdf") if piece.page % 2 == 0)
    assert seen == {
        f"{deck.name}/{row.id}#{number}": 1
        for deck in checked.game.decks.values()
        if deck.name in decks
        for row in deck.rows.rows
        if (deck.name, row.id, "front") in checked.faces
        for number in range(1, row.copies + 1)
    }
    turned = {"reference", "field", "flower", "fungus", "forager", "soldier", "pollen", "varroa"}
    behind = {
        piece.id.split("/")[0] for piece in sheets.pieces(target / "playtest-a4/both-sides.pdf") if piece.page % 2
    }
    plain = {piece.id.split("/")[0] for piece in sheets.pieces(target / "playtest-a4/one-side.pdf")}
    assert behind == turned & decks and not plain & turned


@pytest.mark.slow
def test_every_face_says_its_version_and_piece_inside_its_safe_zone(made: tuple[Checked, Path]) -> None:
    checked, target = made
    assert unstamped(checked, target / "playtest-a4") == []


def test_all_of_it_is_grey_in_little_ink(made: tuple[Checked, Path]) -> None:
    _, target = made
    files = sorted((target / "playtest-a4").glob("*.pdf"))
    for path in files:
        with pikepdf.open(path) as pdf:
            streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/Length1" not in thing]
            words = {
                word
                for stream in streams
                for word in re.findall(rb"(?<![\w/])(rg|RG|k|K|g|G)(?!\w)", stream.read_bytes())
            }
            assert words <= {b"g", b"G"}
            spaces = {str(thing.get("/ColorSpace")) for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)}
            assert not any("RGB" in space or "CMYK" in space for space in spaces)
    # tests/verify holds all games to 20 % by Ghostscript's measure, which makes several inks of a colour's grey.
    assert sum(map(inks, files)) < 0.3 * sum(map(inks, (target / "home-a4").glob("*.pdf")))


def test_no_piece_prints_beyond_its_trim_and_cut_lines_are_drawn(made: tuple[Checked, Path]) -> None:
    checked, target = made
    with pikepdf.open(target / "playtest-a4/one-side.pdf") as pdf:
        for page in pdf.pages:
            assert list(page.trimbox) == list(page.bleedbox)
    pages = Counter(piece.page for piece in sheets.pieces(target / "playtest-a4/one-side.pdf"))
    whole = any(deck == "jelly" for deck, _, _ in checked.faces)
    assert sorted(pages.values())[-1] == 9 and len(pages) == (13 if whole else 2)
    full = 4 if whole else 0
    pieces = [piece for piece in sheets.pieces(target / "playtest-a4/one-side.pdf") if piece.page == full]
    corner = min(piece.point(0, 0) for piece in pieces)
    with pypdfium2.PdfDocument(target / "playtest-a4/one-side.pdf") as document:
        image = document[full].render(scale=300 / 72, grayscale=True).to_pil()
    for column in range(4):
        x = round((corner[0] + 63 * column) * 300 / 25.4)
        line = [min(image.getpixel((x + dx, y)) for dx in (-2, -1, 0, 1, 2)) for y in range(400, 3000, 7)]  # type: ignore[type-var]
        assert sum(value < 150 for value in line) > 0.95 * len(line)


def test_a_light_icon_on_a_dark_ground_stays_visible() -> None:
    ground = path_mark(rectangle(Rect(0, 0, 40, 40)), Solid(NIGHT))
    icon = path_mark(ellipse(20, 20, 3, 3), Solid(WHITE))
    dark = path_mark(ellipse(20, 20, 0.9, 0.9), Solid(RED))
    *_, shape, kept = (m for m, _ in walk(LowInk().symbol(Symbol.of([ground, icon, dark])).marks))
    assert isinstance(shape, PathMark) and shape.path == icon.path and shape.fill == Solid(WHITE)
    assert shape.stroke is not None and shape.stroke.width > 0
    assert isinstance(kept, PathMark) and isinstance(kept.fill, Solid)
    assert kept.fill.colour.red == kept.fill.colour.green == kept.fill.colour.blue < 200


def test_how_large_a_fill_is_on_the_face_decides_not_how_it_was_drawn() -> None:
    blob = Symbol.of([path_mark(ellipse(50, 50, 50, 50), Solid(RED))])
    for factor, paper in ((0.01, False), (0.3, True)):
        drawn = LowInk().symbol(Symbol.of([group([use(blob)], scale(factor))]))
        (mark,) = [m for m, _ in walk(drawn.marks) if isinstance(m, PathMark) and m.fill]
        assert isinstance(mark.fill, Solid) and (mark.fill.colour == WHITE) == paper


def test_a_path_of_no_points_stays_as_it_is() -> None:
    empty = path_mark((), None, Stroke(Solid(RED), 0.2))
    (mark,) = LowInk().symbol(Symbol.of([empty])).marks
    assert isinstance(mark, PathMark) and mark.path == () and mark.stroke is not None


def test_white_letters_turn_dark(fonts: Fonts) -> None:
    run = line_run(fonts, "Title", Style("source-sans", "bold", 12, 12, paint=Solid(WHITE)), 0, 5)
    (mark,) = LowInk().symbol(Symbol.of([run])).marks
    assert isinstance(mark, Run) and mark.paint.colour.red < 60 and mark.text == "Title"


def with_stamp(shape: Shape, safe: float, words: Sequence[str], taken: Taken, fonts: Fonts) -> Symbol:
    """Return an empty face with its stamp."""
    return stamped(Symbol.of([]), placed(words, shape, safe, taken, fonts), fonts)


def stamp_of(symbol: Symbol) -> list[str]:
    return [mark.text for mark, _ in walk(symbol.marks) if isinstance(mark, Run)]


def test_a_stamp_keeps_away_from_what_has_to_be_read(fonts: Fonts) -> None:
    shape = card(63, 88)
    for taken in ((), (Rect(0, 70, 63, 18),), (Rect(0, 70, 63, 18), Rect(0, 0, 10, 88), Rect(53, 0, 10, 88))):
        symbol = with_stamp(shape, 3, ("1.0", "H07"), Taken(taken), fonts)
        assert stamp_of(symbol) == ["1.0 H07"]
        (box,) = [m.transform.rect(m.marks[0].reach) for m in symbol.marks]  # type: ignore[union-attr, arg-type]
        assert shape.encloses(box, 3, 0.05) and not any(overlap(box, other) for other in taken)


@pytest.mark.parametrize("inset", [3.5, 4, 5, 6])
@pytest.mark.parametrize("words", [("0.1", "C24"), ("0.1", "the-long-causeway-2")])
def test_a_stamp_crosses_no_line_of_a_panel(inset: float, words: tuple[str, str], fonts: Fonts) -> None:
    shape, panel = card(63, 88), Rect(inset, inset, 63 - 2 * inset, 88 - 2 * inset)
    lines = list(straight(rectangle(panel, 2.5), IDENTITY))
    assert len(lines) == 4
    foot = Rect(8, 70, 47, 88 - inset - 3 - 70)  # a text that ends 3 mm above the foot of the panel
    symbol = with_stamp(shape, 3, words, Taken([foot], lines), fonts)
    (box,) = [m.transform.rect(m.marks[0].reach) for m in symbol.marks]  # type: ignore[union-attr, arg-type]
    assert not overlap(box, foot) and box.y > 70
    assert panel.contains(box) or (box.y > panel.bottom and inset == 6)  # where there is room below it


def test_a_stamp_leaves_counted_and_bound_pictures_whole_but_not_their_grounds(fonts: Fonts) -> None:
    whole = 63 * 88
    ground = use(Symbol.of([path_mark(rectangle(Rect(0, 0, 63, 88)), Solid(NIGHT))]))
    pip = Symbol.of([path_mark(ellipse(4, 4, 4, 4), Solid(RED))])
    pips = [use(pip, translate(x, y)) for x in range(4, 58, 9) for y in range(4, 80, 9) if (x, y) != (31, 40)]
    for tells in (True, False):
        taken = Takers(fonts).taken([((ground, *pips), tells)], (), (), whole)
        assert len(taken.boxes) == (len(pips) if tells else 0)
        stamp = placed(("1.0", "H07"), card(63, 88), 3, taken, fonts)
        assert stamp.is_clear and not any(overlap(box_of(stamp, fonts), other) for other in taken.boxes)
    small = [use(pip, Affine(0.25, 0, 0, 0.25, x, y)) for x in range(0, 63, 2) for y in range(0, 88, 2)]
    full = Takers(fonts).taken([(small, True)], (), (), whole)
    assert not placed(("1.0", "H07"), card(63, 88), 3, full, fonts).is_clear


def box_of(stamp: Stamp, fonts: Fonts) -> Rect:
    """Return the box of a stamp on its face, a hair smaller."""
    (drawn,) = stamped(Symbol.of([]), stamp, fonts).marks
    assert isinstance(drawn, Group) and isinstance(drawn.marks[0], PathMark)
    return drawn.transform.rect(drawn.marks[0].box).grow(-0.02)


#: Small pieces that are pictures from rim to rim.
FULL = {"soldier", "pollen", "triangle"}


@pytest.mark.parametrize("name", sorted(built_in_games()))
@pytest.mark.slow
def test_no_stamp_lies_on_letters_icons_or_pictures_of_the_row(name: str, store: Store) -> None:
    checked = pipeline.check(built_in_games()[name], Options(backs="all"), store)
    takers, full = Takers(checked.fonts), set()
    for (deck_name, row, side), face in checked.faces.items():
        deck = checked.game.decks.get(deck_name)
        if deck is None:
            continue
        whole = deck.shape.width * deck.shape.height
        icons = [ink.box for ink in face.inks if ink.mark is not None and ink.box.width * ink.box.height < whole / 2]
        taken = takers.taken(((slot.marks, slot.bound) for slot in face.slots), icons, (), whole)
        stamp = placed(("1.0", row or deck_name), deck.outline(side), deck.spec.safe, taken, checked.fonts)
        box = box_of(stamp, checked.fonts)
        where = (deck_name, row, side)
        for mark, at in walk(face.drawing.marks):
            if isinstance(mark, Run) and mark.text.strip():
                assert not overlap(box, at.rect(run_box(mark, checked.fonts))), where
        assert not any(overlap(box, icon) for icon in icons), where
        if stamp.is_clear:
            assert not any(overlap(box, other) for other in taken.boxes), where
        else:
            full.add(deck_name)
    assert full <= FULL


def overlap(rect: Rect, other: Rect) -> bool:
    return rect.x < other.right and other.x < rect.right and rect.y < other.bottom and other.y < rect.bottom


@pytest.mark.parametrize("diameter", [6, 8, 10, 14, 22])
def test_small_tokens_are_stamped_too(diameter: float, fonts: Fonts) -> None:
    said = stamp_of(with_stamp(circle(diameter), 0.8, ("12.0", "forager-orange"), Taken(), fonts))
    assert said[0].startswith("12.0") and len(said) in (1, 2)


def test_an_id_that_the_font_lacks_is_written_as_its_file_is(fonts: Fonts) -> None:
    assert stamp_of(with_stamp(card(63, 88), 3, ("1.0", "蜂-7"), Taken(), fonts)) == ["1.0 u8702-7"]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    return without_leaflet(tmp_path / "mine")


def ids(path: str) -> Counter[str]:
    return Counter(piece.id.split("#")[0] for piece in sheets.pieces(Path(path)))


def test_since_prints_new_and_changed_pieces_and_extra_copies_only(mine: Path) -> None:
    assert call("build", "mine", "--profile", "faces").exit_code == 0
    text = (mine / "cards.csv").read_text("utf-8")
    text = (
        text.replace("Thunder", "Lightning")
        .replace("Draw a card.,2", "Draw a card.,3", 1)
        .replace("blossoms,", "buds,")
    )
    (mine / "cards.csv").write_text(text + "R7,Fog,rain,6,,2\n", "utf-8")
    rules = (mine / "game.yaml").read_text("utf-8")
    (mine / "game.yaml").write_text(re.sub(r"\n  - \{rule: count, deck: cards.*", "", rules), "utf-8")
    result = call("playtest", "mine", "--since", "output")
    assert result.exit_code == 0 and "since output/mine/manifest.json: take 2 out of the box, put 5 in" in result.stderr
    assert result.stdout.splitlines() == [
        f"output/mine/playtest-a4/{name}" for name in ("0-print-guide.pdf", "one-side.pdf", "changes.md", "changes.pdf")
    ]
    assert ids("output/mine/playtest-a4/one-side.pdf") == {"cards/R5": 1, "cards/S1": 1, "cards/S3": 1, "cards/R7": 2}
    with pypdfium2.PdfDocument("output/mine/playtest-a4/changes.pdf") as document:
        page = document[0].get_textpage().get_text_range()
    assert "R5 (Lightning), cards: take out 1, put in 1" in page and "title: “Thunder” → “Lightning”" in page
    again = call("playtest", "mine", "--since", "output")
    assert "no printed piece has changed" in again.stderr and Path("output/mine/playtest-a4/changes.md").exists()
    assert call("playtest", "mine").exit_code == 0
    assert not Path("output/mine/playtest-a4/changes.md").exists()
    assert ids("output/mine/playtest-a4/one-side.pdf").total() == 24


def test_a_build_of_what_has_changed_leaves_the_whole_deck_in_its_place(mine: Path) -> None:
    assert call("build", "mine").exit_code == 0
    whole = {path: path.read_bytes() for path in Path("output/mine").rglob("*") if path.is_file()}
    replaced(mine / "cards.csv", "Thunder", "Lightning")
    result = call("build", "mine", "--since", "output/mine")
    assert result.exit_code == 0 and "take 1 out of the box, put 1 in" in result.stderr
    assert ids("output/changed/mine/home-a4/cards.pdf") == {"cards/R5": 2}  # its front and its back
    assert whole == {path: path.read_bytes() for path in Path("output/mine").rglob("*") if path.is_file()}
    replaced(mine / "layouts" / "back.yaml", "fill: ", "opacity: 0.9, fill: ")
    call("build", "mine", "--since", "output/mine")
    cards = {f"cards/{line.split(',')[0]}" for line in (mine / "cards.csv").read_text("utf-8").splitlines()[1:]}
    assert set(ids("output/changed/mine/home-a4/cards.pdf")) == cards  # all have another back
    refused = call("build", "mine", "--since", "output/mine", "--only", "cards")
    assert refused.exit_code == 2 and "cannot be combined with --since" in refused.stderr


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_a_new_shared_back_prints_no_front_again(mine: Path) -> None:
    assert call("playtest", "mine").exit_code == 0
    made = Path("output/mine/playtest-a4")
    # A new back, and a new icon that only the back shows.
    replaced(mine / "layouts" / "back.yaml", "fill: leaf", "fill: ink")
    replaced(mine / "layouts" / "back.yaml", "art: icons/rain", "art: icons/moon")
    (mine / "art" / "icons" / "moon.svg").write_bytes((mine / "art" / "icons" / "sun.svg").read_bytes())
    said = call("playtest", "mine", "--since", str(made))
    assert said.exit_code == 0 and said.stderr.startswith("no printed piece has changed")
    told = call("diff", str(made / "manifest.json"), "mine").stdout
    assert "nothing to take out, nothing to put in" in told
    assert told.count("  - the shared back is drawn in another way") == 12
    # Who prints shared backs has to print them again; who prints no backs has not to, not even own ones.
    assert call("playtest", "mine", "--since", str(made), "--backs", "all").exit_code == 0
    assert ids(f"{made}/both-sides.pdf").total() == 2 * 18 and not (made / "one-side.pdf").exists()
    assert call("playtest", "mine").exit_code == 0
    replaced(mine / "game.yaml", "back: {layout: back}", "back: {layout: back, each: piece}")
    assert "no printed piece" in call("playtest", "mine", "--since", str(made), "--backs", "none").stderr
    replaced(mine / "layouts" / "back.yaml", "fill: ink", "fill: leaf")
    assert "no printed piece" in call("playtest", "mine", "--since", str(made), "--backs", "none").stderr
    assert call("playtest", "mine", "--since", str(made)).exit_code == 0
    assert ids(f"{made}/both-sides.pdf").total() == 2 * 18


def test_a_manifest_of_others_may_hold_what_no_file_can(mine: Path) -> None:
    assert call("build", "mine", "--profile", "faces").exit_code == 0
    path = Path("output/mine/manifest.json")
    said = json.loads(path.read_text("utf-8"))
    for piece in said["pieces"]:
        piece["front"] = "\ud800"
    path.write_text(json.dumps(said), "utf-8")
    result = call("playtest", "mine", "--since", "output")
    assert result.exit_code == 0, result.output
    assert "output/mine/playtest-a4/changes.md" in result.stdout
    assert "no printed piece has changed" in call("playtest", "mine", "--since", "output").stderr


@pytest.mark.slow
def test_each_week_prints_what_changed_since_the_last_playtest_whatever_was_built_between(mine: Path) -> None:
    cards, made = mine / "cards.csv", Path("output/mine/playtest-a4")
    assert call("playtest", "mine").exit_code == 0
    for old, new, piece in (("Thunder", "Lightning", "R5"), ("First light", "Dawn", "S1"), ("Dawn", "Sunrise", "S1")):
        replaced(cards, old, new)
        assert call("build", "mine", "--profile", "faces").exit_code == 0
        assert call("playtest", "mine", "--since", "output").stderr.startswith("no printed piece has changed")
        assert call("playtest", "mine", "--since", str(made)).exit_code == 0
        assert set(ids(f"{made}/one-side.pdf")) == {f"cards/{piece}"}
    # The manifests tell the whole game as it is now, not only what was printed.
    for file in ("output/mine/manifest.json", made / "manifest.json"):
        whole = json.loads(Path(file).read_text("utf-8"))["pieces"]
        assert sum(piece["copies"] for piece in whole) == 21
        assert {"Lightning", "Sunrise"} < {piece["fields"].get("title") for piece in whole}


def test_a_list_is_made_anew_after_another_edit_before_the_evening(mine: Path) -> None:
    cards, made = mine / "cards.csv", Path("output/mine/playtest-a4")
    assert call("playtest", "mine").exit_code == 0
    for old, new in (("Thunder", "Lightnig"), ("First light", "Dawn"), ("Lightnig", "Lightning")):
        replaced(cards, old, new)
        since = "before.json" if (made / "before.json").exists() else "manifest.json"
        assert call("playtest", "mine", "--since", str(made / since)).exit_code == 0
    assert ids(f"{made}/one-side.pdf") == {"cards/R5": 1, "cards/S1": 2}
    assert "title: `Thunder` -> `Lightning`" in (made / "changes.md").read_text("utf-8")
    call("playtest", "mine")
    assert not (made / "before.json").exists()


def test_a_part_leaves_the_record_of_the_last_whole_playtest(mine: Path) -> None:
    made = Path("output/mine/playtest-a4")
    assert call("playtest", "mine").exit_code == 0
    before = (made / "manifest.json").read_bytes()
    replaced(mine / "cards.csv", "Thunder", "Lightning")
    assert call("playtest", "mine", "--only", "tiles").exit_code == 0
    assert (made / "manifest.json").read_bytes() == before


def test_backs_are_a_matter_of_choice(mine: Path) -> None:
    assert call("playtest", "mine", "--paper", "letter").exit_code == 0
    assert {path.name for path in Path("output/mine/playtest-letter").iterdir()} == {
        *("0-print-guide.pdf", "one-side.pdf", "manifest.json"),
    }
    assert call("playtest", "mine", "--backs", "all").exit_code == 0
    assert ids("output/mine/playtest-a4/both-sides.pdf")["cards/S1"] == 4
    words = pypdfium2.PdfDocument("output/mine/playtest-a4/both-sides.pdf")[1].get_textpage().get_text_range()
    assert words.count("0.1 cards") == 9 and "0.1 S1" not in words
    assert call("playtest", "mine", "--backs", "none").exit_code == 0
    assert not Path("output/mine/playtest-a4/both-sides.pdf").exists()


def test_the_same_playtest_is_the_same_bytes(mine: Path) -> None:
    files = {}
    for output in ("a", "b"):
        assert call("playtest", "mine", "--output", output).exit_code == 0
        files[output] = {path.name: path.read_bytes() for path in Path(output).rglob("*") if path.is_file()}
    assert files["a"] == files["b"]


def test_little_ink_is_drawn_only_for_a_file_that_is_made(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = LowInk.symbol

    def noted(ink: LowInk, symbol: Symbol, *at: Affine) -> Symbol:
        drawn.append(symbol.key)
        return draw(ink, symbol, *at)

    monkeypatch.setattr(LowInk, "symbol", noted)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    options, store = Options(profiles=("playtest-a4",), output=Path("made")), Store(mine.parent / "cache")
    builds = []
    for _ in range(2):
        target = pipeline.build(pipeline.check(mine, options, store), options).target
        builds.append({path.name: path.read_bytes() for path in target.rglob("*.pdf")})
        assert bool(drawn) is (len(builds) == 1)
        drawn.clear()
    assert builds[0] == builds[1] and "one-side.pdf" in builds[0]


def test_only_and_since_do_not_go_together(mine: Path) -> None:
    result = call("playtest", "mine", "--since", "output", "--only", "cards")
    assert result.exit_code == 2 and "--only cannot be combined with --since" in result.stderr
