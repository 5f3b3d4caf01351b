"""Each act of the action `deck` through HTTP: what is written, and what is refused in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from beeprint import starter
from random_actions import Player, Wish, files_in, serve


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    folder = tmp_path_factory.mktemp("decks") / "bees"
    starter.write(folder, "plain", "Bees", "Cards")
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(text.replace("#rules:", "rules:").replace("#  - {rule", "  - {rule"), "utf-8")
    for server in serve(folder):
        yield Player(server, folder, seed=1)


CARD = {"kind": "card", "size": "tarot"}


@pytest.mark.parametrize(
    ("body", "file", "line"),
    [
        ({"do": "set", "deck": "tiles", "values": {"title": "Meadows"}}, "game.yaml", "    title: Meadows"),
        ({"do": "set", "deck": "tiles", "values": {"bleed": 2, "noun": None}}, "game.yaml", "    bleed: 2"),
        ({"do": "rename", "deck": "tiles", "to": "fields"}, "game.yaml", "  - {rule: count, deck: fields, is: 3}"),
        ({"do": "shape", "deck": "cards", "shape": CARD, "fit": False}, "game.yaml",
         "    shape: {kind: card, size: tarot}"),
        ({"do": "back", "deck": "tiles", "back": "deck"}, "game.yaml", "    back: {layout: tiles-back}"),
        ({"do": "back", "deck": "cards", "back": "piece"}, "game.yaml",
         "    back: {layout: back, each: piece}     # one back for the whole deck: layouts/back.yaml"),
        ({"do": "copies", "deck": "tiles", "copies": 5}, "tiles.csv", "meadow,Meadow,5"),
    ],
)  # fmt: skip
def test_each_act_writes_its_line(player: Player, body: dict[str, Any], file: str, line: str) -> None:
    before = files_in(player.folder)
    status, answer = player.send(Wish("deck", body))
    assert (status, answer["done"]) == (200, True), answer
    assert line in (player.folder / file).read_text("utf-8").splitlines()
    player.send(Wish("undo", {}))
    assert files_in(player.folder) == before


def test_a_deck_without_a_back_has_no_such_line(player: Player) -> None:
    player.send(Wish("deck", {"do": "back", "deck": "cards", "back": "none"}))
    assert "back:" not in (player.folder / "game.yaml").read_text("utf-8")
    player.send(Wish("undo", {}))


def test_a_deck_is_deleted_on_demand_and_comes_back(player: Player) -> None:
    before = files_in(player.folder)
    body = {"do": "delete", "deck": "tiles"}
    status, answer = player.send(Wish("deck", body))
    assert (status, answer["done"]) == (200, False)
    assert answer["problems"][0]["message"] == "check 3 (count) names the deck tiles"
    status, answer = player.send(Wish("deck", {**body, "force": True}))
    assert (status, answer["done"]) == (200, True)
    assert {"tiles.csv", "layouts/tile.yaml"} == before.keys() - files_in(player.folder).keys()
    player.send(Wish("undo", {}))
    assert files_in(player.folder) == before


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"do": "set", "deck": "tile", "values": {}}, "there is no deck tile"),
        ({"do": "set", "deck": "tiles", "values": {"data": "x.csv"}}, "data is not set here"),
        ({"do": "set", "deck": "tiles", "values": {"bleed": "wide"}}, "bleed"),
        ({"do": "rename", "deck": "tiles", "to": "cards"}, "there is a deck or table cards already"),
        ({"do": "rename", "deck": "tiles", "to": "A b"}, "A b cannot be the name of a deck"),
        ({"do": "shape", "deck": "tiles", "shape": {"kind": "x"}}, "x"),
        ({"do": "shape", "deck": "tiles", "shape": {"kind": "card", "size": "5 x 5 x 5"}, "fit": True}, "5 x 5 x 5"),
        ({"do": "back", "deck": "tiles", "back": "x"}, "x is not a kind of back"),
        ({"do": "copies", "deck": "tiles", "copies": -1}, "copies"),
        ({"do": "delete", "deck": "nothing", "force": True}, "there is no deck nothing"),
    ],
)
def test_what_cannot_be_is_refused_in_words(player: Player, body: dict[str, Any], words: str) -> None:
    before = files_in(player.folder)
    status, answer = player.send(Wish("deck", body))
    assert (status, answer["done"]) == (200, False), answer
    assert words in answer["problems"][0]["message"], answer
    assert files_in(player.folder) == before


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "x", "deck": "tiles"},
        {"do": "shape", "deck": "tiles"},
        {"do": "copies", "deck": "tiles", "copies": "x"},
    ],
)
def test_what_no_page_sends_is_not_found(player: Player, body: dict[str, Any]) -> None:
    assert player.send(Wish("deck", body))[0] == 404
