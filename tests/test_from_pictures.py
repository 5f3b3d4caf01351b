"""`beeprint new --from` a table beside pictures: which column names them, and how large they are on the cards."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import only_errors
from beeprint.outputs.shared import Checked
from pixels import plain

TEXT = "When this comes into play, each other player discards a card unless they pay 1 coin. "


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(rows: Sequence[Sequence[Any]], pictures: dict[str, tuple[int, int]]) -> tuple[list[str], Checked]:
    """Make a game of rows, the first with the names of the columns, beside pictures of some sizes in pixels."""
    Path("deck").mkdir()
    for name, size in pictures.items():
        Path("deck", name).write_bytes(plain(size, (90, 140, 60)))
    with Path("deck", "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    notes = starter.write_from(Path("game"), Path("deck", "cards.csv"))
    checked = pipeline.check(Path("game"), Options())
    assert not only_errors(checked.problems), checked.problems
    return notes, checked


def slots(checked: Checked, row: str) -> dict[str, Any]:
    return {ink.slot: ink.box for ink in checked.faces["cards", row, "front"].inks}


def line(notes: list[str], head: str) -> str:
    return next(note for note in notes if note.startswith(f"  {head}: "))


def numbered(count: int) -> dict[str, tuple[int, int]]:
    return {f"{number}.png": (600, 600) for number in range(1, count + 1)}


@pytest.mark.parametrize("least", [0, 1])
def test_costs_stay_numbers_though_files_are_called_like_them(least: int) -> None:
    rows = [["Name", "Cost", "Text"], *([f"Card {at}", least + at % 6, TEXT] for at in range(12))]
    notes, checked = make(rows, numbered(6))
    assert line(notes, "Cost") == "  Cost: a whole number; printed in the badge at the top"
    assert "picture" not in slots(checked, "card-1")


def test_files_of_pictures_that_are_not_there_are_not_printed_as_words() -> None:
    rows = [["Name", "Picture", "Text"], *([f"Card {at}", ("sun.png", "moon.png")[at % 2], TEXT] for at in range(12))]
    notes, checked = make(rows, {})
    assert line(notes, "Picture") == "  Picture: files of pictures, to bring into the game; on no card"
    assert checked.game.decks["cards"].rows.columns["picture"].type == "text"


def test_numbers_of_cards_name_a_picture_of_each() -> None:
    rows = [["No.", "Name", "Cost"], *([at, f"Card {at}", at % 3] for at in range(1, 7))]
    notes, checked = make(rows, numbered(6))
    assert line(notes, "No.") == "  No.: picture, 6 of 6 files found; printed in the middle"
    assert "picture" in slots(checked, "card-1")


def test_numbers_of_cards_are_numbers_where_a_picture_is_missing() -> None:
    rows = [["No.", "Name", "Cost"], *([at, f"Card {at}", at % 3] for at in range(1, 8))]
    notes, _ = make(rows, numbered(6))
    assert "  left out: No. (a running number)" in notes


def test_titles_that_name_pictures_are_printed_too() -> None:
    rows = [["Name", "Type", "Text"], *([name, "Beast", TEXT] for name in ("Wolf", "Brown Bear", "Fox"))]
    notes, checked = make(rows, {"wolf.png": (600, 600), "Brown Bear.png": (600, 600), "fox.png": (600, 600)})
    assert line(notes, "Name") == ("  Name: title, and picture, 3 of 3 files found; printed in the middle")
    assert line(notes, "Text") == "  Text: text; printed at the foot"
    assert {"title", "picture", "text"} <= slots(checked, "brown-bear").keys()


def test_kinds_that_name_pictures_still_colour_the_cards() -> None:
    rows = [["Name", "Kind", "Text"], *([f"Card {at}", ("Fire", "Water")[at % 2], TEXT] for at in range(8))]
    notes, _ = make(rows, {"fire.png": (600, 600), "water.png": (600, 600)})
    assert line(notes, "Kind") == (
        "  Kind: one of Fire, Water, and picture, 2 of 2 files found; printed in the middle and at the foot, "
        "colours the cards"
    )


def test_upright_pictures_get_an_upright_place_with_the_numbers_beside_it() -> None:
    heads = ["Name", "Cost", "Power", "Life", "Rarity", "Text", "Image"]
    facts = [[at % 7, at % 5, at + 3, ("Rare", "Common")[at % 2], TEXT, f"p{at}.png"] for at in range(12)]
    rows = [heads, *([f"Card {at}", *facts[at]] for at in range(12))]
    _, checked = make(rows, {f"p{at}.png": (800, 1100) for at in range(12)})
    boxes = slots(checked, "card-2")
    picture, text, numbers = (boxes[slot] for slot in ("picture", "text", "numbers"))
    assert picture.height > picture.width and picture.width * picture.height > 0.25 * 63 * 88
    assert numbers.x > picture.right and text.y > picture.bottom


def test_flat_pictures_fill_a_place_of_two_fifths_of_the_card_or_more() -> None:
    rows = [["Name", "Text", "Image"], *([f"Card {at}", 2 * TEXT, f"p{at}.png"] for at in range(4))]
    _, checked = make(rows, {f"p{at}.png": (1500, 500) for at in range(4)})
    boxes = slots(checked, "card-1")
    assert boxes["picture"].width == 69  # over the edges on both sides
    assert 0.4 * 88 < boxes["picture"].bottom < 0.55 * 88 and boxes["text"].y > boxes["picture"].bottom
