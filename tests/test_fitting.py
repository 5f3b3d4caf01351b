"""A text may have a box as high as it needs, which moves and stretches other slots; it may be cut, or divided."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from beeprint import pipeline
from beeprint.base.geometry import Rect, path_box, transformed
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.drawing.drawing import Group, PathMark, Run, Solid, walk
from beeprint.face.layout.face import Face
from beeprint.outputs.shared import Checked

GAME = """
id: tale
version: "1"
title: Tale
decks:
  tale:
    title: Tale
    data: tale.csv
    columns: {text: "text?", more: "text?", kind: "text?", size: "text?"}
    shape: {kind: card, width: 60, height: 120}
    front: tale
    stock: cards
    legible-text: 1
"""
#: Shapes by the ink that shows where they are: `box` is where the text's box is, `after` what comes 2 mm below it.
INKS = {"box": "#aa0001", "after": "#aa0002", "more-box": "#aa0003", "last": "#aa0004", "still": "#aa0005"}
TEXT = 'text: {kind: text, font: source-sans, size: 10, text: "{text}", box: [10, 10, 40, 20], height: [5, 40]%s}'
BOX = "box: {kind: shape, shape: rectangle, box: [10, 10, 40, 20], fill: box, opacity: 0.5, stretches-with: text}"
AFTER = "after: {kind: shape, shape: rectangle, box: [10, 32, 40, 5], fill: after, opacity: 0.5, moves-with: text}"
LINE = 10 / 72 * 25.4 * 1.2
CHAIN = (
    TEXT % "",
    BOX,
    AFTER,
    'more: {kind: text, font: source-sans, size: 10, min: 6, text: "{more}", box: [10, 39, 40, 6], height: [0, 30],'
    " moves-with: text}",
    "more-box: {kind: shape, shape: rectangle, box: [10, 39, 40, 6], fill: more-box, opacity: 0.5, moves-with: text,"
    " stretches-with: more}",
    "last: {kind: shape, shape: rectangle, box: [10, 46, 40, 5], fill: last, moves-with: more}",
    "still: {kind: shape, shape: rectangle, box: [0, 110, 5, 5], fill: still}",
)
Make = Callable[..., Checked]


@pytest.fixture
def tale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "tale"
    (folder / "layouts").mkdir(parents=True)

    def make(
        *slots: str, rows: tuple[str, ...] = ("word",), only: tuple[str, ...] = (), draft: bool = False, head: str = ""
    ) -> Checked:
        (folder / "game.yaml").write_text(GAME, "utf-8")
        (folder / "palette.yaml").write_text("".join(f'{name}: "{ink}"\n' for name, ink in INKS.items()), "utf-8")
        lines = [f"C{number},{row}{',' * (3 - row.count('|'))},1" for number, row in enumerate(rows, start=1)]
        table = "\n".join(["id,text,more,kind,size,copies", *lines, ""]).replace("|", ",")
        (folder / "tale.csv").write_text(table, "utf-8")
        (folder / "layouts" / "tale.yaml").write_text(
            head + "slots:\n" + "".join(f"  {slot}\n" for slot in slots), "utf-8"
        )
        return pipeline.check(Path("tale"), Options(only={"tale": only} if only else {}, draft=draft))

    return make


def face(checked: Checked, row: str = "C1") -> Face:
    assert checked.problems == ()
    return checked.faces["tale", row, "front"]


def boxes(face: Face) -> dict[str, Rect]:
    """Return the boxes of the shapes by the names of their inks."""
    names = {ink: name for name, ink in INKS.items()}
    return {
        names[mark.fill.colour.hex]: path_box(transformed(mark.path, matrix))
        for mark, matrix in walk(face.drawing.marks)
        if isinstance(mark, PathMark) and isinstance(mark.fill, Solid) and mark.fill.colour.hex in names
    }


def ink(face: Face, slot: str = "text") -> Rect:
    return next(ink.box for ink in face.inks if ink.slot == slot)


def runs(face: Face) -> list[str]:
    return [mark.text.strip() for mark, _ in walk(face.drawing.marks) if isinstance(mark, Run)]


def messages(make: Callable[[], Checked]) -> str:
    try:
        return "\n".join(map(str, make().problems))
    except BuildError as error:
        return "\n".join(map(str, error.problems))


# boxes as high as their texts -----------------------------------------------------------------------------------------


def test_what_moves_with_a_text_keeps_its_distance_from_it(tale: Make) -> None:
    words = " ".join(["honey"] * 24)  # four words a line
    rows = ("", "word", words, f"{words} {words}")
    checked = tale(TEXT % ", min: 6", BOX, AFTER, rows=rows)
    cards = [boxes(face(checked, f"C{number}")) for number in (1, 2, 3, 4)]
    assert [round(card["after"].y - card["box"].bottom, 2) for card in cards] == [2, 2, 2, 2]
    # A text of no words, or of few, takes the least height.
    assert [card["box"].height for card in cards[:2]] == [5, 5]
    assert [card["after"].y for card in cards[:2]] == [17, 17]
    # One that does not fit at its full size in the greatest height shrinks until it does.
    assert cards[2]["box"].height < cards[3]["box"].height <= 40
    sizes = [ink.size for number in (3, 4) for ink in face(checked, f"C{number}").inks if ink.slot == "text"]
    assert sizes[0] == 10 and sizes[1] < 10


def test_a_box_is_as_high_as_its_lines_whichever_letters_are_in_them(tale: Make) -> None:
    checked = tale(TEXT.replace("[5, 40]", "[0, 40]") % "", BOX, AFTER, rows=("xxx", "gjp", "Hx"))
    heights = [boxes(face(checked, f"C{number}"))["box"].height for number in (1, 2, 3)]
    assert heights[0] == heights[1] == heights[2] and 3 < heights[0] < 4
    words = ["honey " * 4 * count for count in (1, 2, 3, 6)]
    many = tale(TEXT.replace("[5, 40]", "[0, 40]") % "", BOX, AFTER, rows=tuple(map(str.strip, words)))
    tops = [boxes(face(many, f"C{number}"))["after"].y for number in (1, 2, 3, 4)]
    counts = [len(runs(face(many, f"C{number}"))) for number in (1, 2, 3, 4)]
    assert counts[0] == 1 and counts == sorted(set(counts))
    for top, count in zip(tops[1:], counts[1:], strict=True):
        assert top - tops[0] == pytest.approx((count - 1) * LINE, abs=0.01)


def test_two_texts_grow_one_below_the_other(tale: Make) -> None:
    words = " ".join(["honey"] * 21)
    checked = tale(*CHAIN, rows=("word|word", f"{words}|word", f"word|{words}", f"{words}|{words}", "|"))
    cards = {number: boxes(face(checked, f"C{number}")) for number in range(1, 6)}
    for card in cards.values():
        assert card["after"].y == pytest.approx(card["box"].bottom + 2)
        assert card["more-box"].y == pytest.approx(card["after"].bottom + 2)
        assert card["last"].y == pytest.approx(card["more-box"].bottom + 1)
        assert card["still"] == Rect(0, 110, 5, 5)
    longer = cards[2]["box"].height - cards[1]["box"].height
    assert longer > LINE
    assert cards[2]["last"].y - cards[1]["last"].y == pytest.approx(longer)
    grown = cards[3]["more-box"].height - cards[1]["more-box"].height
    assert cards[4]["last"].y - cards[1]["last"].y == pytest.approx(longer + grown)
    assert cards[5]["more-box"].height == 0


def test_what_moves_with_several_texts_keeps_below_the_lowest(tale: Make) -> None:
    left = TEXT.replace("40, 20", "18, 20") % ""
    right = left.replace("text:", "right:", 1).replace("{text}", "{more}").replace("[10, 10", "[32, 10")
    after = AFTER.replace("moves-with: text", "moves-with: [text, right]")
    words = " ".join(["honey"] * 9)
    checked = tale(left, right, after, rows=(f"{words}|one", f"one|{words}", "one|one"))
    tops = [boxes(face(checked, f"C{number}"))["after"].y for number in (1, 2, 3)]
    assert tops[0] == tops[1] > tops[2] == 17


def test_a_text_that_is_not_drawn_takes_the_least_height(tale: Make) -> None:
    words = " ".join(["honey"] * 30)
    for text in (TEXT % ", when: {kind: tall}", TEXT % ', choose: {by: "{kind}", tall: {}, else: {text: ""}}'):
        checked = tale(text, BOX, AFTER, rows=(f"{words}||tall", f"{words}||short"))
        tops = [boxes(face(checked, f"C{number}"))["after"].y for number in (1, 2)]
        assert tops[0] > tops[1] == 17


def test_a_whole_grid_moves_and_its_cells_with_it(tale: Make) -> None:
    grid = (
        "cells: {kind: grid, pitch: 6, cells: 2x1, box: [10, 40, 20, 6], moves-with: text,"
        " each: {dot: {kind: shape, shape: rectangle, box: [-2, -2, 4, 4], fill: last}}}"
    )
    checked = tale(TEXT % "", grid, rows=("one", " ".join(["honey"] * 30)))
    tops = [boxes(face(checked, f"C{number}"))["last"].y for number in (1, 2)]
    rise = ink(face(checked, "C2")).bottom - 30
    assert tops[0] == pytest.approx(41 - 15) and tops[1] == pytest.approx(41 + rise, abs=1)


def test_slots_in_a_frame_move_from_where_its_shapes_are(tale: Make, tmp_path: Path) -> None:
    rows = ("one", " ".join(["honey"] * 30))
    plain = tale(TEXT % "", AFTER, rows=rows)
    (tmp_path / "tale" / "art").mkdir()

    def framed(turn: str = "") -> Checked:
        shapes = f'<rect id="text" x="10" y="10" width="40" height="20"{turn}/>'
        shapes += '<rect id="after" x="10" y="32" width="40" height="5"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="120mm" viewBox="0 0 60 120">{shapes}</svg>'
        (tmp_path / "tale" / "art" / "frame.svg").write_text(svg, "utf-8")
        slots = (TEXT % "").replace("box: [10, 10, 40, 20], ", ""), AFTER.replace("box: [10, 32, 40, 5], ", "")
        return tale(*slots, rows=rows, head="frame: frame\n")

    for row in ("C1", "C2"):
        assert boxes(face(framed(), row)) == boxes(face(plain, row)) != {}
    said = messages(lambda: framed(' transform="rotate(20 30 20)"'))
    assert "slot text is turned in the frame, tale/art/frame.svg:1, so that its height is fixed" in said


def test_what_is_pushed_out_of_the_safe_zone_is_an_error(tale: Make) -> None:
    more = 'more: {kind: text, font: source-sans, size: 10, text: "{more}", box: [10, 101, 40, 6], moves-with: text}'
    rows = ("one|fits", " ".join(["honey"] * 36) + "|too low")
    faults = messages(lambda: tale(TEXT.replace("[5, 40]", "[5, 60]") % "", more, rows=rows))
    assert faults.startswith("tale/tale.csv:3:") and "(C2, column more, cell C3)" in faults and "safe zone" in faults
    assert faults.count("error") == 1


def test_each_variant_may_move_with_another_text(tale: Make) -> None:
    other = 'other: {kind: text, font: source-sans, size: 10, text: "{more}", box: [30, 10, 25, 20], height: [8, 40]}'
    after = (
        "after: {kind: shape, shape: rectangle, box: [10, 32, 40, 5], fill: after,"
        ' choose: {by: "{kind}", one: {moves-with: text}, two: {moves-with: other}, else: {}}}'
    )
    checked = tale(TEXT % "", other, after, rows=("a|b|one", "a|b|two", "a|b|three"))
    assert [boxes(face(checked, f"C{number}"))["after"].y for number in (1, 2, 3)] == [17, 20, 32]


def test_texts_that_share_a_size_have_boxes_for_that_size(tale: Make) -> None:
    text = TEXT.replace("[5, 40]", "[5, 31]") % ", min: 8"
    words = " ".join(["honey"] * 24)
    alone = tale(text, BOX, rows=(words,))
    both = tale(text, BOX, rows=(words, " ".join(["honey"] * 30)))
    sizes = [ink.size for number in (1, 2) for ink in face(both, f"C{number}").inks if ink.slot == "text"]
    assert 9 <= sizes[0] == sizes[1] < 10
    assert boxes(face(both))["box"].height < boxes(face(alone))["box"].height
    assert boxes(face(both))["box"].bottom - ink(face(both)).bottom < 0.3


@pytest.mark.parametrize("seed", range(3))
def test_nothing_that_is_pushed_ever_overlaps_and_only_changes_no_face(tale: Make, seed: int) -> None:
    dice = random.Random(seed)
    words = ["bee", "honey", "Ågåp", "jug", "pollen-gatherer", "a", "**QUEEN**"]
    texts = [" ".join(dice.choice(words) for _ in range(dice.choice([0, 1, 3, 9, 25, 40]))) for _ in range(20)]
    rows = tuple(f"{text}|{two}" for text, two in zip(texts[:10], texts[10:], strict=True))
    slots = [slot.replace("size: 10, text", "size: 10, min: 6, uniform: yes, text") for slot in CHAIN]
    every = tale(*slots, rows=rows)
    for number in range(1, 11):
        piece = face(every, f"C{number}")
        shown = boxes(piece)
        stack = [shown[name] for name in ("box", "after", "more-box", "last")]
        assert all(above.bottom <= under.y for above, under in pairwise(stack))
        inks = {ink.slot: ink.box for ink in piece.inks}
        for slot, box in inks.items():
            assert shown["box" if slot == "text" else "more-box"].contains(box, 0.01)
    alone = tale(*slots, rows=rows, only=("C7",))
    assert list(alone.faces) == [("tale", "C7", "front")]
    assert face(alone, "C7") == face(every, "C7")


# texts that do not fit ------------------------------------------------------------------------------------------------

FIXED = 'text: {kind: text, font: source-sans, size: 10, min: 8, text: "{text}", box: [10, 10, 40, 10]%s}'
LONG = " ".join(f"word{number}" for number in range(60))


def test_a_cut_text_shows_whole_lines_and_is_a_warning_at_its_cell(tale: Make) -> None:
    checked = tale(FIXED % ", overflow: clip", rows=(LONG, "short"))
    (said,) = map(str, checked.problems)
    assert said.startswith("tale/tale.csv:2:4: warning: text does not fit at 8 pt: it needs")
    assert "; it is cut" in said and "overflow: hide" in said
    cut = checked.faces["tale", "C1", "front"]
    shown = runs(cut)
    assert 2 <= len(shown) < 5 and shown[0].startswith("word0 ")
    assert Rect(10, 10, 40, 10).contains(ink(cut))
    assert any(isinstance(mark, Group) and mark.clip for mark in cut.drawing.marks)
    assert runs(checked.faces["tale", "C2", "front"]) == ["short"]


def test_a_text_can_be_cut_without_a_word(tale: Make) -> None:
    hidden = tale(FIXED % ", overflow: hide", rows=(LONG,))
    assert hidden.problems == ()
    drafted = tale(FIXED % ", overflow: hide", rows=(LONG,), draft=True)
    assert runs(face(drafted)) == runs(face(hidden)) != []
    assert face(drafted).holes == ()


def test_without_a_word_about_it_a_text_that_does_not_fit_is_an_error(tale: Make) -> None:
    for more in ("", ", overflow: shrink"):
        assert "error: text does not fit at 8 pt" in messages(lambda: tale(FIXED % more, rows=(LONG,)))  # noqa: B023
    said = messages(lambda: tale(TEXT.replace("[5, 40]", "[5, 12]") % "", rows=(LONG,)))
    assert "shorten the text, or raise the second number of height: of slot text in tale/layouts/tale.yaml" in said


def test_only_words_that_fit_at_no_size_break_anywhere(tale: Make) -> None:
    digits = "12345678901234567890123456789012345678901234567890"
    high = FIXED.replace("40, 10]", "40, 40]")
    assert "mm wide, the box 40.0 mm" in messages(lambda: tale(high % "", rows=(digits,)))
    piece = face(tale(high % ", break: anywhere", rows=(f"see {digits} there",)))
    shown = runs(piece)
    assert len(shown) >= 2 and "".join(shown).replace("see", "").replace("there", "").replace(" ", "") == digits
    assert Rect(10, 10, 40, 40).contains(ink(piece))
    # Ordinary words stay whole.
    both = [runs(face(tale(high % more, rows=(LONG[:200],)))) for more in ("", ", break: anywhere")]
    assert both[0] == both[1] and len(both[0]) > 2


def test_a_letter_keeps_its_accents_where_a_word_breaks_anywhere(tale: Make) -> None:
    word = "e\u0301" * 60
    shown = runs(face(tale(FIXED.replace("40, 10]", "40, 40]") % ", break: anywhere", rows=(word,))))
    assert len(shown) > 1 and not any(line.startswith("\u0301") for line in shown)


# sizes that cells ask for ---------------------------------------------------------------------------------------------


def test_a_cell_asks_for_a_larger_or_smaller_size(tale: Make) -> None:
    slot = FIXED % ', resize: "{size}"'
    checked = tale(slot, rows=("word", "word|||+4", "word|||-2.5", "word|||0", "word|||2"))
    sizes = {key[1]: next(ink.size for ink in made.inks) for key, made in checked.faces.items()}
    assert sizes == {"C1": 10, "C2": 14, "C3": 7.5, "C4": 10, "C5": 12}


def test_a_larger_text_still_shrinks_and_a_smaller_one_makes_no_other_smaller(tale: Make) -> None:
    words = " ".join(["honey"] * 6)
    checked = tale(FIXED % ', resize: "{size}"', rows=(f"{words}|||+8", words, f"{words}|||-1"))
    sizes = [next(ink.size for ink in face(checked, f"C{number}").inks) for number in (1, 2, 3)]
    assert sizes[1:] == [10, 9] and 8 <= sizes[0] < 18


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("big", "resize is 'big', not a number of points (C1, column size, cell E2)"),
        ("-10", "resize is -10, which makes 10 pt 0 pt, not 1 to 500 pt (C1, column size, cell E2)"),
        ("+999", "resize is +999, which makes 10 pt 1009 pt, not 1 to 500 pt (C1, column size, cell E2)"),
    ],
)
def test_a_size_that_makes_no_sense_is_blamed_on_its_cell(tale: Make, asked: str, said: str) -> None:
    for slot in (FIXED, TEXT):
        slots = [slot % ', resize: "{size}"', *([AFTER] if slot == TEXT else [])]
        faults = messages(lambda: tale(*slots, rows=(f"word|||{asked}",)))  # noqa: B023
        assert faults.startswith("tale/tale.csv:2:") and f"error: {said}" in faults and faults.count("error") == 1
