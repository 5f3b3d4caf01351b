"""Files that a page uploads and places, through HTTP: what is written, what is asked, and what is refused."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from beeprint.base.colour import Colour, contrast, parse
from beeprint.studio.server import Server
from edits import loaded
from test_edit_dropped import SVG, png
from test_studio import PATIENCE, Client, Events, game, ready, server

__all__ = ["game", "server"]


def upload(server: Server, *files: tuple[str, bytes]) -> int:
    """Upload files and return the number of their tray."""
    number: int = Client(server).json("drop-begin", "POST", {})["tray"]
    for name, data in files:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/octet-stream", "X-Beeprint": "1"}
        connection.request("POST", f"/{server.token}/drop-file/{number}/{quote(name)}", data, headers)
        assert connection.getresponse().status == 200
        connection.close()
    return number


def placed(server: Server, files: list[tuple[str, bytes]], to: dict[str, Any], **choices: Any) -> Any:
    return Client(server).json("drop-place", "POST", {"tray": upload(server, *files), "to": to, **choices})


def test_pictures_are_uploaded_and_placed_as_one_edit(server: Server, game: Path) -> None:
    ready(Events(server))
    answer = placed(server, [("Bees/One.png", png()), ("Bees/Two.svg", SVG)], {"kind": "game"})
    assert (answer["done"], answer["title"], answer["can-undo"]) == (True, "2 pictures added", "2 pictures added")
    assert (game / "art" / "bees" / "one.png").read_bytes() == png()
    again = placed(server, [("Bees/One.png", png())], {"kind": "game"})
    assert (again["title"], again["lines"]) == ("The game has one.png already, so nothing changed", [])
    again = placed(server, [("Bees/One.png", png("blue"))], {"kind": "game"})
    assert (again["done"], again["exists"]) == (False, ["use", "replace", "both"])
    assert "the game has another art/bees/one.png" in again["problems"][0]["message"]
    answer = placed(server, [("Bees/One.png", png("blue"))], {"kind": "game"}, existing="both")
    assert (game / "art" / "bees" / "one-2.png").is_file()
    for _ in range(2):
        Client(server).json("undo", "POST", {})
    assert not (game / "art" / "bees" / "one.png").exists()


def test_a_picture_is_placed_on_a_card(server: Server, game: Path) -> None:
    ready(Events(server))
    page = Client(server)
    piece = page.json("table/hive")["rows"][0]["id"]
    to = {"kind": "face", "deck": "hive", "id": piece, "side": "front", "at": [30, 40]}
    answer = placed(server, [("bee.png", png())], to)
    assert (answer["slot"], answer["title"]) == ("picture", "bee.png put on the card")
    to = {"kind": "slot", "deck": "hive", "id": piece, "side": "front", "path": [answer["slot"]]}
    assert placed(server, [("moth.svg", SVG)], to)["title"] == "moth.svg put into Picture"


def test_wrong_targets_and_hostile_names_are_refused(server: Server, game: Path) -> None:
    ready(Events(server))
    page = Client(server)
    number = upload(server, ("bee.png", png()))
    assert page.ask("drop-place", "POST", {"tray": number, "to": {"kind": "disk"}})[0] == 404
    gone = page.json("drop-place", "POST", {"tray": number + 7, "to": {"kind": "game"}})
    assert gone["done"] is False and gone["problems"][0]["hint"] == "drop them again"
    nowhere = {"kind": "cell", "deck": "no", "id": "A", "column": "art"}
    assert page.json("drop-place", "POST", {"tray": number, "to": nowhere})["done"] is False
    for name in ("../bee.png", ".hidden/bee.png"):
        status, data, _ = page.ask(f"drop-file/{number}/{quote(name)}", "POST", {})
        assert status == 200 and json.loads(data)["done"] is False


def test_what_is_added_is_in_an_ink_that_is_seen_on_the_face_as_it_is_drawn(server: Server, game: Path) -> None:
    events = Events(server)
    ready(events)
    page = Client(server)
    piece = page.json("table/hive")["rows"][0]["id"]
    here = {"deck": "hive", "id": piece, "side": "front"}
    inks = []
    for ground in ("#101018", "#FFFFFF"):
        layer = {"kind": "shape", "shape": "rectangle", "box": "bleed", "fill": ground}
        name = page.json("slot-paste", "POST", {**here, "slots": {"cover": layer}})["slot"]
        while name not in [slot["name"] for slot in page.json(f"anatomy/hive/{piece}/front")["slots"]]:
            ready(events)
        slot = page.json("slot-add", "POST", {**here, "kind": "icon"})["slot"]
        inks.append(page.json(f"slot/hive/{piece}/front/{slot}")["plain"].get("colour", "#000000"))
    palette = loaded(game).palette
    colours = [palette.get(ink) or parse(ink) for ink in inks]
    assert colours[0] and colours[1]
    assert contrast(colours[0], Colour(16, 16, 24)) >= 3 and contrast(colours[1], Colour(255, 255, 255)) >= 3
