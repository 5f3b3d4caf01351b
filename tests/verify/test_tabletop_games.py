"""Whole games on a virtual table: each card's id leads to that card's face, and pieces are as many as in the box."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from beeprint import build
from beeprint.store import Store
from beeprint.workspace import built_in_games
from tables import BASE, drawn, face_of, local, manifest, objects, off


# Between them these have every kind of piece.
@pytest.mark.parametrize("game", ["a-nest-for-the-queen", "butine", "pollen-wars"])
def test_a_game_is_whole_on_the_table(game: str, tmp_path: Path) -> None:
    options = build.Options(("tabletop-simulator", "playingcards-io"), tmp_path / "out", base_url=BASE)
    checked = build.check(built_in_games()[game], options, Store(tmp_path / "store"))
    target = build.build(checked, options).target
    copies = {key: piece["copies"] for key, piece in manifest(target).items()}
    text = (target / "tabletop-simulator" / f"{game}.json").read_text("utf-8")
    pieces = list(objects(json.loads(text)["ObjectStates"]))
    assert Counter(state["GMNotes"] for state in pieces) == copies
    for state in {state["GMNotes"]: state for state in pieces}.values():
        deck, piece = state["GMNotes"].split("/")
        back = next((key for key in ((deck, piece, "back"), (deck, "", "back")) if key in checked.faces), None)
        if state["Name"] == "Card":
            shown = [(face_of(target, state), (deck, piece, "front"))]
            shown += [(face_of(target, state, "BackURL"), back)] if back else []
        elif state["Name"] == "Custom_Tile":
            image = state["CustomImage"]
            shown = [(Image.open(local(target, image["ImageURL"])), (deck, piece, "front"))]
            shown += [(Image.open(local(target, image["ImageSecondaryURL"])), back)] if back else []
        else:
            continue
        for picture, key in shown:
            assert off(picture, drawn(checked, key, picture.size)) < 0.5, key
    with zipfile.ZipFile(target / "playingcards-io" / f"{game}.pcio") as archive:
        widgets = json.loads(archive.read("widgets.json"))
        by_id = {widget["id"]: widget for widget in widgets}
        titles = {deck.spec.title: deck.name for deck in checked.game.decks.values()}
        found = Counter(
            f"{titles[by_id[widget['parent']]['label']]}/{widget['cardType']}"
            for widget in widgets
            if widget["type"] == "card"
        )
        dice = {deck.name for deck in checked.game.decks.values() if deck.spec.shape.kind == "die-net"}
        assert found == {key: count for key, count in copies.items() if key.split("/")[0] not in dice}
        for widget in widgets:
            for kind, row in widget.get("cardTypes", {}).items():
                deck = titles[by_id[widget["parent"]]["label"]]
                picture = Image.open(io.BytesIO(archive.read(row["face"].removeprefix("package://"))))
                if picture.mode == "RGB":
                    assert off(picture, drawn(checked, (deck, kind, "front"), picture.size)) < 0.5, (deck, kind)
