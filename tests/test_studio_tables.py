"""The table of cards in the studio: what a page asks and does, through HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from openpyxl import Workbook

from beeprint import starter
from beeprint.edit import pull
from beeprint.edit.pull.fetch import Fetched
from beeprint.studio.server import Server
from test_studio import Client, Events, game, ready, served, server

__all__ = ["game", "server"]


def test_a_page_reads_a_table_and_changes_it(server: Server, game: Path) -> None:
    page = Client(server)
    ready(Events(server))
    before = (game / "hive.csv").read_bytes()
    table = page.json("table/hive")
    assert (table["format"], table["editable"], table["reason"], table["auto-id"]) == ("CSV", True, "", "")
    columns = [column["name"] for column in table["columns"]]
    assert columns == ["id", "ends", "middle", "sky"]
    row = table["rows"][0]
    assert row["key"] == f"hive/{row['id']}" and len(row["cells"]) == len(columns) and row["faulty"] == {}
    common = {"deck": "hive", "seen": table["seen"]}
    sky = columns.index("sky")
    cells = [{"row": 0, "column": "sky", "text": "evening"}, {"row": 1, "column": "sky", "text": "evening"}]
    assert page.json("check-cells", "POST", {**common, "cells": cells}) == {"done": False, "problems": []}
    assert (game / "hive.csv").read_bytes() == before
    answer = page.json("cells", "POST", {**common, "cells": cells})
    assert (answer["done"], answer["title"], answer["can-undo"]) == (
        True,
        "2 cells of Hive cards without the hourglass changed",
        "2 cells of Hive cards without the hourglass changed",
    )
    again = page.json("rows", "POST", {**common, "do": "delete", "rows": [0]})
    assert again["done"] is False and "changed meanwhile" in again["problems"][0]["message"]
    table = page.json("table/hive")
    assert [row["cells"][sky] for row in table["rows"][:2]] == ["evening"] * 2
    common["seen"] = table["seen"]
    assert page.json("rows", "POST", {**common, "do": "duplicate", "rows": [1]})["done"] is True
    assert len(page.json("table/hive")["rows"]) == len(table["rows"]) + 1
    for _ in range(2):
        page.json("undo", "POST", {})
    assert (game / "hive.csv").read_bytes() == before


def test_a_wrong_word_of_a_table_is_not_found(server: Server, game: Path) -> None:
    page = Client(server)
    seen = page.json("table/hive")["seen"]
    body = {"deck": "hive", "seen": seen, "do": "shuffle", "rows": [0]}
    assert page.ask("rows", "POST", body)[0] == 404
    assert page.ask("rows", "POST", {**body, "do": "delete", "rows": [-1]})[0] == 404
    assert page.json("rows", "POST", {**body, "do": "delete", "rows": [5000]})["done"] is False


def newer(game: Path) -> bytes:
    """Return the table of the hive with another word in its first row, and without its last row."""
    head, first, *rows, _ = (game / "hive.csv").read_text("utf-8").splitlines()
    changed = ",".join([*first.split(",")[:-1], "midnight"])
    return "\n".join([head, changed, *rows]).encode()


def test_a_newer_table_is_compared_and_taken_card_by_card(server: Server, game: Path) -> None:
    page = Client(server)
    ready(Events(server))
    before = (game / "hive.csv").read_bytes()
    header = {"Content_Type": "application/octet-stream"}
    status, data, _ = page.ask("compare-table?deck=hive&name=hive%20(2).csv", "POST", newer(game), **header)
    difference = json.loads(data)
    assert (status, difference["name"], difference["by"], difference["new-columns"]) == (200, "hive (2).csv", "id", [])
    assert [card["kind"] for card in difference["cards"]] == ["changed", "gone"]
    assert difference["cards"][0]["cells"][0]["after"] == "midnight"
    assert {path.name: path.read_bytes() for path in game.glob("hive*")} == {"hive.csv": before}
    wish = {"deck": "hive", "digest": difference["digest"], "seen": difference["seen"], "columns": []}
    gone = difference["cards"][1]["key"]
    answer = page.json("replace-table", "POST", {**wish, "cards": {gone: []}})
    assert (
        answer["done"] is True
        and answer["can-undo"] == "Newer table taken into Hive cards without the hourglass: 1 card"
    )
    assert (game / "hive.csv").read_bytes() == before[: before.rstrip().rfind(b"\n") + 1]
    again = page.json("replace-table", "POST", {**wish, "cards": {gone: []}})
    assert "has changed meanwhile" in again["problems"][0]["message"]
    page.json("undo", "POST", {})
    assert (game / "hive.csv").read_bytes() == before
    relisted = page.json("compare-again", "POST", {**wish, "listing": ["sky"]})
    assert (relisted["cards"], relisted["listing"]) == (difference["cards"], ["sky"])
    unknown = page.json("replace-table", "POST", {**wish, "digest": "0", "cards": {}})
    assert "no longer at hand" in unknown["problems"][0]["message"]


def test_a_table_is_pulled_from_a_link_that_game_yaml_keeps(
    server: Server, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Client(server)
    ready(Events(server))
    requests: list[str] = []

    def fetch(url: str, *_: object) -> Fetched:
        requests.append(url)
        return Fetched(newer(game), "text/csv", url)

    monkeypatch.setattr(pull, "fetch", fetch)
    nothing = page.json("pull-table", "POST", {"deck": "hive"})
    assert "has no address" in nothing["problems"][0]["message"]
    wrong = page.json("pull-table", "POST", {"deck": "hive", "link": "my sheet"})
    assert "cannot be pulled" in wrong["problems"][0]["message"] and requests == []
    link = "https://docs.google.com/spreadsheets/d/abcdefghijklmnopqrstuvwxyz01234/edit#gid=7"
    difference = page.json("pull-table", "POST", {"deck": "hive", "link": link})
    assert requests == [
        "https://docs.google.com/spreadsheets/d/abcdefghijklmnopqrstuvwxyz01234/export?format=csv&gid=7"
    ]
    assert difference["source"] == link and len(difference["cards"]) == 2
    wish = {name: difference[name] for name in ("deck", "digest", "seen")}
    assert page.json("replace-table", "POST", {**wish, "cards": {}, "columns": []})["done"] is True
    assert page.json("table/hive")["source"] == link
    assert page.json("pull-table", "POST", {"deck": "hive"})["source"] == "" and len(requests) == 2


def test_a_column_is_added_and_placed_as_one_edit(server: Server, game: Path) -> None:
    page = Client(server)
    ready(Events(server))
    files = [game / "hive.csv", game / "game.yaml", *(game / "layouts").rglob("*.yaml")]
    before = {path: path.read_bytes() for path in files}
    seen = page.json("table/quick")["seen"]
    wish = {"seen": seen, "do": "add", "name": "power", "type": "whole number", "first": "3", "place": True}
    refused = page.json("column", "POST", {**wish, "deck": "hive"})
    # The family pack has the same layout.
    message = "the design uses the column power, which the table of Hive cards, family pack does not have"
    assert refused["problems"][0]["message"] == message
    assert {path: path.read_bytes() for path in files} == before
    answer = page.json("column", "POST", {**wish, "deck": "quick"})
    assert (answer["done"], answer["title"]) == (True, "Column power added and placed")
    changed = {path.name: path.read_text("utf-8") for path, data in before.items() if path.read_bytes() != data}
    layout = next(text for name, text in changed.items() if name not in ("hive.csv", "game.yaml"))
    assert len(changed) == 3 and 'text: "{power}"' in layout
    assert changed["game.yaml"].count("power: int?") == 2  # two decks read the file
    page.json("undo", "POST", {})
    assert {path: path.read_bytes() for path in files} == before


def test_a_page_gets_the_rows_that_changed_since_its_last_answer(server: Server, game: Path) -> None:
    page = Client(server)
    ready(Events(server))
    whole = page.json("table/hive")
    assert (whole["start"], whole["end"]) == (0, 0)
    rows = whole["rows"]

    def merged(since: str) -> tuple[list[int], list[object]]:
        answer = page.json(f"table/hive?since={since}")
        kept = rows[: answer["start"]], rows[len(rows) - answer["end"] :]
        return [answer["start"], len(answer["rows"]), answer["end"]], [*kept[0], *answer["rows"], *kept[1]]

    assert merged(whole["number"]) == ([len(rows), 0, 0], rows)
    sky = next(row["cells"][3] for row in rows if row["cells"][3] != rows[2]["cells"][3])
    cells = [{"row": 2, "column": "sky", "text": sky}]
    page.json("cells", "POST", {"deck": "hive", "seen": whole["seen"], "cells": cells})
    now = page.json("table/hive")
    assert merged(whole["number"]) == ([2, 1, len(rows) - 3], now["rows"])
    page.json("rows", "POST", {"deck": "hive", "seen": now["seen"], "do": "delete", "rows": [0]})
    assert merged(whole["number"])[1] == page.json("table/hive")["rows"]
    assert merged("unknown")[0] == [0, len(rows) - 1, 0]


def test_a_column_without_a_name_is_called_by_its_letter(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    for row in (("Name", None, "Cost"), ("Ant", None, 1), ("Bee", "old", 2), ("Fly", None, 3)):
        sheet.append(row)
    book.save(tmp_path / "Bugs.xlsx")
    starter.write_from(tmp_path / "game", tmp_path / "Bugs.xlsx")
    for made in served(tmp_path / "game"):
        ready(Events(made))
        deck = next(iter(Client(made).json("state")["decks"]))["name"]
        columns = Client(made).json(f"table/{deck}")["columns"]
        assert [each["head"] for each in columns if each["nameless"]] == ["Column B"]
