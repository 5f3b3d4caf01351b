"""How cards look that are made from a table: what stands where, how large it is, and that nothing leaves a hole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from openpyxl import Workbook

from beeprint import pipeline, starter
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.base.problems import only_errors
from beeprint.drawing.drawing import Run, walk
from beeprint.outputs.shared import Checked
from cases import spread
from pixels import plain
from workbooks import saved

HEADS = ("Name", "Type", "Cost", "Price", "Power", "Hit Points", "Rarity", "Effect", "Picture", "Flavour")
LONG = "When this comes into play, each other player discards a card unless they pay 1 coin. You may then look at the "
LONG += "top three cards of the deck and put them back in any order, or shuffle the deck; if you do, draw a card."


def cards() -> list[list[Any]]:
    """Return twelve cards: every second one with a picture, every third one without power, one with a long text."""
    rows: list[list[Any]] = []
    for at in range(12):
        text = LONG if at == 5 else f"Draw {at} cards, then discard one of them."
        facts = [at % 4, f"${at / 2:.2f}", None if at % 3 == 0 else at + 20, at + 40, ("Common", "Rare")[at % 2]]
        rows.append([f"Card {at}", ("Creature", "Place")[at % 2], *facts, text, f"p{at}" if at % 2 else None, None])
    rows[1][-1] = "The water remembers."
    return rows


class Word(NamedTuple):
    text: str
    x: float
    y: float
    size: float


def words(checked: Checked, row: str) -> dict[str, Word]:
    """Return the runs of a front by their texts: where they begin, in mm, and how large they are, in points."""
    words = {}
    for mark, matrix in walk(checked.faces["cards", row, "front"].drawing.marks):
        if isinstance(mark, Run):
            place = matrix @ mark.place
            text = mark.text.strip()
            words[text] = Word(text, round(place.e, 1), round(place.f, 1), round(mark.size * 72 / 25.4, 2))
    return words


def boxes(checked: Checked, row: str) -> dict[str, Rect]:
    return {ink.slot: ink.box for ink in checked.faces["cards", row, "front"].inks}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)

    def new(rows: Sequence[Sequence[Any]], heads: Sequence[str] = HEADS, size: str = "") -> Checked:
        book = Workbook()
        sheet = book.active
        assert sheet is not None
        sheet.title = "Cards"
        for line in (heads, *rows):
            sheet.append(line)
        for at in range(len(rows)):
            (tmp_path / f"p{at}.png").write_bytes(plain((1500, 1000), (90, 140, 60)))
        (tmp_path / "cards.xlsx").write_bytes(saved(book))
        starter.write_from(Path("game"), Path("cards.xlsx"), size=size)
        checked = pipeline.check(Path("game"), Options())
        # What is too small to read with ease is a warning, on cards that are too small for it.
        assert not only_errors(checked.problems) and (size or checked.problems == ())
        return checked

    return new


def test_every_number_says_what_it_is(made: Any) -> None:
    texts = words(made(cards()), "card-1")
    for number, name in (("1", "Cost"), ("$0.50", "Price"), ("21", "Power"), ("41", "Hit Points")):
        assert texts[number].y < texts[name].y < texts[number].y + 6, name
    assert abs(texts["$0.50"].x - texts["Price"].x) < 4 and texts["Rarity"].x < texts["Power"].x


def test_what_a_card_lacks_leaves_no_hole(made: Any) -> None:
    checked = made(cards())
    with_power, without = words(checked, "card-1"), words(checked, "card-3")
    assert "Power" not in without and abs(without["Hit Points"].x - with_power["Power"].x) < 4
    assert with_power["Power"].x + 8 < with_power["Hit Points"].x
    few = made_again(made, [[*row[:2], None if at % 2 else 3, *row[3:]] for at, row in enumerate(cards())])
    assert "Cost" in words(few, "card-2") and "Cost" not in words(few, "card-1")
    lines = made_again(
        made,
        [[f"Card {at}", "Draw one." * 9, *((None, "x" * 30) if at % 2 else ("y" * 30, "z" * 30))] for at in range(12)],
        ("Name", "Effect", "Needs", "Gives"),
    )
    assert words(lines, "card-1")["Gives"].y == words(lines, "card-2")["Needs"].y


def made_again(made: Any, *given: Any) -> Checked:
    """Make another game in the same folder."""
    Path("game").rename(f"game-{len(list(Path().iterdir()))}")
    checked: Checked = made(*given)
    return checked


def test_the_texts_of_a_deck_have_one_size_but_for_the_longest(made: Any) -> None:
    checked = made(cards())
    sizes = {
        row: next(ink.size for ink in checked.faces["cards", row, "front"].inks if ink.slot == "text")
        for row in (f"card-{at}" for at in range(12))
    }
    usual = {size for row, size in sizes.items() if row != "card-5"}
    assert len(usual) == 1 and 9 <= usual.pop() <= 11.5
    assert 7.5 <= sizes["card-5"] <= 9


@pytest.mark.parametrize(
    "size",
    spread(
        ["standard-card", "tarot", "44x68", "60x60", "88x63", "70x120"],
        lambda size: size in ("44x68", "88x63"),
    ),
)
def test_nothing_lies_on_anything_else_whatever_the_size(made: Any, size: str) -> None:
    checked = made(cards(), size=size)
    width, height = (checked.game.decks["cards"].shape.width, checked.game.decks["cards"].shape.height)
    for at in range(12):
        on_picture = ("numbers", "number-names", "seal-mark")  # on shapes that hide what is below
        slots = [(slot, box) for slot, box in boxes(checked, f"card-{at}").items() if box.width and box.height]
        for number, (slot, box) in enumerate(slots):
            assert slot == "picture" or Rect(3, 3, width - 6, height - 6).contains(box, 0.01), slot
            for other, earlier in slots[:number]:
                if "picture" in (slot, other) and {slot, other} & {*on_picture}:
                    continue
                apart = box.x >= earlier.right - 0.05 or earlier.x >= box.right - 0.05
                assert apart or box.y >= earlier.bottom - 0.05 or earlier.y >= box.bottom - 0.05, (slot, other)


def test_a_picture_has_much_of_the_card_however_many_columns_there_are(made: Any) -> None:
    picture = boxes(made(cards()), "card-1")["picture"]
    assert picture.width * picture.height > 0.25 * 63 * 88


def test_a_line_parts_flavour_from_what_stands_below_it(made: Any) -> None:
    checked = made(cards())
    flavour, number = words(checked, "card-1")["The water remembers."], words(checked, "card-1")["$0.50"]
    cap = 11 * 0.66 * 25.4 / 72
    assert number.y - cap - flavour.y > 2.5
