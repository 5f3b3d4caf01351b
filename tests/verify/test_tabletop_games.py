"""Whole games on virtual tables: pieces are as many as in the box, and each shows its own sides."""

from __future__ import annotations

import csv
import json
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import built_in_games
from tables import BASE, behind, cut_off, dealt, drawn, local, manifest, objects, off, shown

TABLES = ("tabletop-simulator", "playingcards-io", "images")
#: What each edition holds of some decks, counted by hand; a deck that is not named is as in the whole box.
EDITIONS: list[tuple[str, dict[str, Any], dict[str, int]]] = [
    ("pollen-wars", {"edition": "kid"}, {"honey": 39, "jelly": 17, "varroa": 0, "fungus": 0}),
    ("pollen-wars", {"edition": "kid-raids"}, {"honey": 50, "jelly": 22, "varroa": 0, "fungus": 0}),
    ("pollen-wars", {"edition": "first-play"}, {}),
    ("pollen-wars", {"edition": "expert"}, {}),
    (
        "pollen-wars",
        {"edition": "3-4-queens"},
        {"reference": 4, "forager": 36, "soldier": 20, "pollen": 4, "varroa": 4, "fungus": 3, "board": 4},
    ),
    ("pollen-wars", {"edition": "5-6-queens"}, {}),
    (
        "pollen-wars",
        {"players": 3},
        {"reference": 3, "forager": 27, "soldier": 15, "pollen": 3, "varroa": 3, "fungus": 3, "board": 3},
    ),
    ("butine", {"edition": "quick"}, {"hive": 0, "family": 0}),
    ("butine", {"edition": "family"}, {"hive": 0, "quick": 0}),
    ("butine", {"language": "fr"}, {}),
    ("a-nest-for-the-queen", {"players": 2}, {"marker": 4, "reference": 2, "sheet": 2}),
    ("belle-of-the-ball", {"players": 3}, {"reference": 3}),
    ("eye-of-the-bee-holder", {"players": 2}, {"reference": 2}),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Return a cache that the builds here share: editions of a game have most faces in common."""
    return Store(tmp_path_factory.mktemp("store"))


def made(game: str, store: Store, folder: Path, **more: Any) -> tuple[Path, Checked]:
    options = Options(profiles=TABLES, output=folder, base_url=BASE, **more)
    checked = pipeline.check(built_in_games()[game], options, store)
    return pipeline.build(checked, options).target, checked


def saved(target: Path, game: str) -> list[dict[str, Any]]:
    text = (target / "tabletop-simulator" / f"{game}.json").read_text("utf-8")
    return list(objects(json.loads(text)["ObjectStates"]))


def listed(target: Path) -> dict[str, dict[str, str]]:
    with (target / "images" / "pieces.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def pieces_of(target: Path, game: str) -> dict[str, int]:
    """Return how many there are of each piece, which is the same on all three tables."""
    states = saved(target, game)
    pieces = Counter(state["GMNotes"] for state in states)
    cards, widgets = dealt(target / "playingcards-io" / f"{game}.pcio")
    dice = {state["GMNotes"]: pieces[state["GMNotes"]] for state in states if state["Name"] == "Custom_Dice"}
    assert Counter(card.id for card in cards) + Counter(dice) == pieces
    assert sum(widget["type"] == "spinner" for widget in widgets) == sum(dice.values())
    assert {key: int(row["copies"]) for key, row in listed(target).items()} == pieces
    assert {key: piece["copies"] for key, piece in manifest(target).items()} == pieces
    return dict(pieces)


@pytest.mark.parametrize("game", sorted(built_in_games()))
def test_a_game_is_whole_on_every_table(game: str, tmp_path: Path, store: Store) -> None:
    target, checked = made(game, store, tmp_path)
    with_copies = {(deck.name, row.id): row.copies for deck in checked.game.decks.values() for row in deck.rows.rows}
    assert pieces_of(target, game) == {"/".join(key): copies for key, copies in with_copies.items()}
    first = {state["GMNotes"]: state for state in saved(target, game)}
    for state in first.values():
        if state["Name"] == "Custom_Dice":
            check_die(target, checked, state)
        else:
            check_sides(target, checked, state)
    for card in {card.id: card for card in dealt(target / "playingcards-io" / f"{game}.pcio")[0]}.values():
        for side, key in sides_of(checked, card.id).items():
            assert cut_off(card.sides[side], drawn(checked, key, card.sides[side].size)) < 0.5, key
    for piece, row in listed(target).items():
        # An apostrophe keeps a spreadsheet from taking "+1 for each gift" for a formula.
        told = (row["name"].removeprefix("'"), row["description"].removeprefix("'"))
        assert told == (first[piece]["Nickname"], first[piece]["Description"])
    for piece, row in {row["deck"]: (piece, row) for piece, row in listed(target).items()}.values():
        for side, key in sides_of(checked, piece).items():
            picture = Image.open(target / "images" / row[side])
            assert cut_off(picture, drawn(checked, key, picture.size)) < 0.5, key


@pytest.mark.parametrize(("game", "more", "counts"), EDITIONS)
def test_a_part_of_the_box_is_that_part_on_every_table(
    game: str, more: dict[str, Any], counts: dict[str, int], tmp_path: Path, store: Store
) -> None:
    target, checked = made(game, store, tmp_path, **more)
    pieces = pieces_of(target, game)
    decks = Counter[str]()
    for piece, copies in pieces.items():
        decks[piece.split("/")[0]] += copies
    whole = pipeline.check(built_in_games()[game], Options(), store).game.decks.values()
    box = {deck.name: sum(row.copies for row in deck.rows.rows) for deck in whole}
    assert decks == {deck: copies for deck, copies in {**box, **counts}.items() if copies}
    # One piece of each deck shows the faces of this part, which may have another layout or no back.
    for state in {state["GMNotes"].split("/")[0]: state for state in saved(target, game)}.values():
        if state["Name"] != "Custom_Dice":
            check_sides(target, checked, state)


def sides_of(checked: Checked, piece: str) -> dict[str, tuple[str, str, str]]:
    deck, row = piece.split("/")
    back = behind(checked, piece)
    return {"front": (deck, row, "front")} | ({"back": back} if back else {})


def check_sides(target: Path, checked: Checked, state: dict[str, Any]) -> None:
    """Hold both sides of a card, tile or model against its faces, drawn from their own files."""
    keys = sides_of(checked, state["GMNotes"])
    for side, picture in zip(("front", "back"), shown(target, state), strict=True):
        if side in keys:
            assert picture, keys[side]
            # A model's trim begins between two pixels of its picture.
            near = 1.0 if state["Name"] == "Custom_Model" else 0.5
            assert off(picture, drawn(checked, keys[side], picture.size)) < near, keys[side]
        elif state["Name"] == "Card":
            assert picture and picture.convert("RGB").getextrema() == ((255, 255),) * 3


def check_die(target: Path, checked: Checked, state: dict[str, Any]) -> None:
    """Find each face of the net on the die, where the program's template has it."""
    deck, piece = state["GMNotes"].split("/")
    picture = Image.open(local(target, state["CustomImage"]["ImageURL"])).convert("RGB")
    side = picture.width // 3
    cut = partial(_square, side=side)
    shape = checked.game.decks[deck].shape
    net = drawn(checked, (deck, piece, "front"), (3 * side, round(3 * side * shape.height / shape.width)))
    # Folded up, the face above 2 lies behind it and the one on its right on its right, as 1 and 4 do on the template.
    places = {2: (1, 1), 1: (1, 0), 4: (2, 1), 3: (0, 1), 6: (1, 2), 5: (1, 3)}
    for number, (x, y) in {2: (0, 1), 4: (1, 1), 5: (2, 1), 1: (0, 2), 3: (1, 2), 6: (2, 2)}.items():
        face = cut(picture, x, y).rotate(180) if number == 1 else cut(picture, x, y)
        # The net's height is not whole pixels, so that its faces are drawn a fraction of one apart.
        assert off(face, cut(net, *places[number])) < 3, number


def _square(picture: Image.Image, x: int, y: int, side: int) -> Image.Image:
    return picture.crop((x * side, y * side, (x + 1) * side, (y + 1) * side))
