"""Play random actions on a game through the studio's own requests, as the page sends them."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from beeprint.base.options import ViewOptions
from beeprint.base.store import Store
from beeprint.drawing.shape import SIZES
from beeprint.edit.draft import problems_of
from beeprint.sources.workspace import Workspace
from beeprint.studio import Server, Studio
from test_studio import PATIENCE, Client
from tiny_fonts import letters

#: Texts that YAML, CSV, JSON or markup could take for something else.
TEXTS = (
    "Queen Bee", "", "a: b", "# no comment", "- dash", "[honey]", "{name}", "{nothing}", "yes", "null", "~", "0", "007",
    "1e3", "“quoted” text", 'say "hi"', "it's", "two\nlines", "one\r\ntwo\n\nthree", "Ünïcödé ✓", "👑", "trailing ",
    "\ttab", "&anchor", "*alias", "!tag", "%", "@x", "`", "| pipe", "> fold", "=1+1", "a,b;c", "back\\slash", "{", "}}",
    "  wide   gaps  ", "\u2028", "\x00", "\ud800", "\ufeff", "word " * 60, "x" * 300, "../x", "CON", "é" * 40,
)  # fmt: skip
NAMES = ("title", "queen", "New slot", "a.b", "é", "1", "bee-2", "", " ", "x" * 80, "-", "each", "no", "Title")
COLOURS = ("#E69F00", "#fff", "none", "red", "nothing", "#12345", "{suit}", "")
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="{}" fill="#b86e05"/></svg>'
_TURBULENT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f"><feTurbulence baseFrequency=".5"/>'
    '</filter><rect width="9" height="9" filter="url(#f)"/></svg>'
)


class Wish(NamedTuple):
    """A request: its address below the token with its query, and a body of JSON or bytes; files are uploaded before."""

    path: str
    body: Any
    files: tuple[tuple[str, bytes], ...] = ()

    def __str__(self) -> str:
        body = f"{len(self.body)} bytes" if isinstance(self.body, bytes) else json.dumps(self.body)
        return f"{self.path} {body}"


class Player:
    """Chooses actions on the game of a server by a seed, sends them, and checks what the studio promises after each.

    An action is done as its answer says, or no file changes; errors that it brings are in its answer; and no request
    fails in the server. `steps` holds the game's files after each edit that can be undone, first those before all.
    """

    def __init__(self, server: Server, folder: Path, seed: int) -> None:
        self.folder, self.studio = folder, server.studio
        self.page = Client(server)
        self.chance = random.Random(seed)
        self.steps = [files_in(folder)]
        self.errors = errors_of(folder)
        self.undone: list[Mapping[str, bytes]] = []
        self.counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        self.log: list[str] = []
        self.studio.main.refresh()

    # what is there ----------------------------------------------------------------------------------------------------

    def ask(self, *parts: str) -> Any:
        """Ask a question; None where there is no answer."""
        status, data, _ = self.page.ask("/".join(quote(part, safe="") for part in parts))
        assert status in (200, 404), (parts, status)
        answer = json.loads(data) if status == 200 else None
        return None if isinstance(answer, dict) and answer.get("done") is False else answer

    def pick(self, values: Any, other: Any = None) -> Any:
        """Return one of some values, `other` where there is none."""
        values = list(values)
        return self.chance.choice(values) if values else other

    def often(self, part: float) -> bool:
        """Return whether something that happens in a part of all cases does so now."""
        return self.chance.random() < part

    def text(self) -> str:
        return self.pick(TEXTS)

    def deck(self) -> str:
        """Return the name of a deck, seldom of none."""
        decks = [deck["name"] for deck in self.ask("state")["decks"]]
        return "nothing" if self.often(0.02) or not decks else self.pick(decks)

    def table(self) -> tuple[str, Any]:
        """Return the name of a deck and its table as the page has it."""
        name = self.deck()
        return name, self.ask("table", name)

    def side(self) -> dict[str, str]:
        """Return a side of a piece as the page names it."""
        pieces = self.ask("state")["pieces"]
        if not pieces:
            return {"deck": "nothing", "id": "x", "side": "front"}
        piece = self.pick(pieces)
        side = "back" if piece.get("back") and self.often(0.25) else "front"
        return {
            "deck": piece["deck"],
            "id": "" if side == "back" and piece["shared-back"] else piece["id"],
            "side": side,
        }

    def slots(self, side: Mapping[str, str], most: int = 1) -> list[list[str]]:
        """Return the paths of some slots of a side; of none where it has none."""
        anatomy = self.ask("anatomy", side["deck"], side["id"], side["side"])
        paths = [slot["path"] for slot in anatomy["slots"]] if anatomy else []
        if not paths or self.often(0.02):
            return [["nothing"]]
        return self.chance.sample(paths, min(len(paths), self.chance.randint(1, most)))

    def slot(self, side: Mapping[str, str], path: list[str]) -> Any:
        return self.ask("slot", side["deck"], side["id"], side["side"], *path)

    def number(self, least: float = -5, most: float = 90) -> float:
        return round(self.chance.uniform(least, most), self.chance.choice((0, 1, 2, 5)))

    # one action after the other ---------------------------------------------------------------------------------------

    def play(self, count: int) -> None:
        """Carry out so many random actions, some of them without a reading of the game in between."""
        for _ in range(count):
            name = self.pick(("undo", "redo")) if self.often(0.05) else self.pick(_OFTEN)
            wish = ACTIONS[name](self) if name in ACTIONS else Wish(name, {})
            if wish is not None:
                self.act(name, wish)
            if not self.often(0.1):
                self.studio.main.refresh()
                assert not self.studio.main.now.broken, self.message(self.studio.main.now.broken)

    def act(self, name: str, wish: Wish, is_playing: bool = True) -> None:
        """Send an action, and check what has come of it; of the last undos and redos only that the files are right."""
        before = self.files
        self.log.append(str(wish))
        status, answer = self.send(wish)
        after = files_in(self.folder)
        is_done = status == 200 and answer.get("done") is True
        self.counts[name][0 if is_done and after != before else 1 if is_done else 2] += 1
        assert status in (200, 404), self.message(status)
        if not is_done:
            assert after == before, self.message("refused, and yet a file changed", answer)
            assert status == 404 or answer["problems"] or name == "fix", self.message("no reason", answer)
            return
        if name in ("undo", "redo"):
            self.moved(name, after, is_playing)
            return
        if after != before:
            past = self.studio.history.past.done
            assert past and answer["can-undo"].casefold() == past[-1].title.casefold(), self.message(answer)
            del self.steps[len(past) :]
            self.steps.append(after)
            assert len(self.steps) == len(past) + 1, self.message(len(past), len(self.steps))
            self.undone.clear()
        known, self.errors = self.errors, errors_of(self.folder) if after != before else self.errors
        warned = {_plain(problem["message"]) for problem in answer.get("warnings", ())}
        assert self.errors <= known | warned, self.message(self.errors - known - warned, answer)

    @property
    def files(self) -> Mapping[str, bytes]:
        return self.steps[-1]

    def moved(self, name: str, after: Mapping[str, bytes], is_playing: bool) -> None:
        """Check the files after undo or redo."""
        if name == "undo":
            self.undone.append(self.steps.pop())
        else:
            self.steps.append(self.undone.pop())
        assert after == self.steps[-1], self.message(name, differing(after, self.steps[-1]))
        self.errors = errors_of(self.folder) if is_playing else set()

    def undo_all(self) -> None:
        """Undo everything, then redo all, and undo it again; each step leaves the files of before."""
        for name, often in (("undo", len(self.steps) - 1 + len(self.undone)), ("redo", 0), ("undo", 0)):
            while self.page.json("state")[f"can-{name}"]:
                self.act(name, Wish(name, {}), is_playing=False)
            assert not often or len(self.steps) + len(self.undone) == often + 1

    def send(self, wish: Wish) -> tuple[int, Any]:
        """Send a request; the status and the answer, empty where it is not JSON."""
        body = wish.body
        if wish.files:
            body = {**body, "tray": self.page.json("drop-begin", "POST", {})["tray"]}
            for name, content in wish.files:
                self.page.json(f"drop-file/{body['tray']}/{quote(name)}", "POST", content)
        status, data, head = self.page.ask(wish.path, "POST", body)
        return status, json.loads(data) if head["Content-Type"].startswith("application/json") else {}

    def message(self, *words: Any) -> str:
        """Return the last actions with what is wrong, for a message."""
        return "\n".join([*self.log[-3:], *map(str, words)])


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files in a folder by their names."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def differing(files: Mapping[str, bytes], others: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name in {*files, *others} if files.get(name) != others.get(name))


def errors_of(folder: Path) -> set[str]:
    """Return what is wrong with a game's data and layouts."""
    return {_plain(problem.message) for problem in problems_of(Workspace(folder)) if problem.severity == "error"}


def _plain(message: str) -> str:
    """Return a message without the number of its cell, the id of its card and the words of a list, which edits change.

    The page calls a column by its head, and a table by its deck.
    """
    message = re.sub(r"\([^()]*, column", "(column", message)
    message = re.sub(r"(cell [A-Z]+|lines? |rows? )\d+", "", message)
    message = re.sub(r"^(the table of .*?|\S+\.\w+) has no column", "no column", message)
    message = re.sub(r"^the design uses the column ([\w.-]+), which .*", r"no column \1", message)
    message = re.sub(r"not one of [^()]*", "not one of ", message)
    message = re.sub(r" in (the table of .*|\S+\.\w+)$", " in its table", message)
    message = re.sub(r"which is not an id in [^()]*", "which is not an id ", message)
    return re.sub(r"\W+", "-", message)


class StillStudio(Studio):
    """A studio that reads its game when it is asked to, so that each run is like the last."""

    def follow(self) -> None:
        """Wait for the end."""
        self._stop.wait()


def serve(folder: Path) -> Iterator[Server]:
    """Serve a game until the test is over."""
    server = Server(StillStudio(folder, ViewOptions(), Store.open()))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server
    server.studio.close()
    thread.join(PATIENCE)


# The actions ----------------------------------------------------------------------------------------------------------


def _value(player: Player, key: Mapping[str, Any], side: Mapping[str, str]) -> Any:
    """Return a value for a key of a slot, now and then one that it cannot have."""
    if player.often(0.12):
        return None
    if player.often(0.08):
        return player.pick((player.text(), 3, -1, True, [], {}, [1, 2], {"a": {"b": "c"}}, ["x", "y"]))
    columns = [column["name"] for column in player.ask("columns", side["deck"]) or ()]
    control = key["control"]
    if control == "number":
        return player.number(key["least"] if key["least"] is not None else -3, key["most"] or 30)
    if control == "choice":
        return player.pick(key["words"])
    if control == "flag":
        return player.often(0.5)
    if control == "ink":
        return (
            player.pick([ink["name"] for ink in player.ask("inks") or ()])
            if player.often(0.6)
            else player.pick(COLOURS)
        )
    if control == "font":
        return player.pick([font["family"] for font in player.ask("fonts") or ()])
    if control == "box":
        return [player.number(), player.number(), player.number(1), player.number(1)]
    if control == "conditions":
        column = player.pick(columns, "x")
        return player.pick(({column: player.text()}, {column: [player.text(), "b"]}, {column: {"not": "x"}}, {}))
    if control in ("words", "numbers"):
        return [player.text() if control == "words" else player.number() for _ in range(player.chance.randint(1, 3))]
    if control == "repeat":
        return player.pick(
            ({"times": 3, "step": [5, 0]}, {"times": f"{{{player.pick(columns, 'x')}}}", "step": "5, 0"})
        )
    return f"{{{player.pick(columns)}}}" if columns and player.often(0.3) else player.text()


def _set_keys(player: Player) -> Wish | None:
    side = player.side()
    paths = player.slots(side, 2)
    slot = player.slot(side, paths[0])
    keys = (player.ask("kinds") or {}).get(slot["kind"]) if slot else None
    if not keys:
        return None
    key = player.pick([key for key in keys if key["usual"]] if player.often(0.6) else keys)
    body = {**side, "paths": paths, "changes": {key["name"]: _value(player, key, side)}}
    if key["control"] == "ink" and player.often(0.3):
        body["ink"] = {"name": f"new-{player.chance.randint(1, 9)}", "colour": player.pick(("#E69F00", *COLOURS))}
        body["changes"] = {key["name"]: body["ink"]["name"]}
    body["where"] = player.pick(("here", "here", "source"))
    body["joins"] = player.pick(("", "", f"a {key['name']}"))
    if player.often(0.3):
        column = player.pick(player.ask("columns", side["deck"]) or ({"name": "x"},))["name"]
        piece = next((piece for piece in player.ask("state")["pieces"] if piece["id"] == side["id"]), {"fields": {}})
        body["only"] = {"column": column, "value": piece["fields"].get(column, "")}
    return Wish("slot-keys", body)


def _fill(player: Player) -> Wish:
    side = player.side()
    return Wish("slot-fill", {**side, "path": player.slots(side)[0]})


def _as_picture(player: Player) -> Wish:
    side = player.side()
    return Wish("slot-as-picture", {**side, "path": player.slots(side)[0]})


def _add(player: Player) -> Wish:
    side = player.side()
    column = player.pick([column["name"] for column in player.ask("columns", side["deck"]) or ()], "")
    kind = player.pick(("", "text", "picture", "icon", "shape", "grid", "edge"))
    body: dict[str, Any] = {**side, "kind": kind, "shape": player.pick(("rectangle", "ellipse", "line", "x"))}
    body["column"] = column if player.often(0.5) or not kind else ""
    if player.often(0.5):
        body["box"] = [player.number(), player.number(), player.number(1), player.number(1)]
    if player.often(0.3):
        body["at"] = [player.number(), player.number()]
    return Wish("slot-add", body)


def _paste(player: Player) -> Wish | None:
    side = player.side()
    slot = player.slot(side, player.slots(side)[0])
    other = player.side() if player.often(0.5) else side
    return (
        Wish("slot-paste", {**other, "slots": {slot["name"]: {"kind": slot["kind"], **slot["plain"]}}})
        if slot
        else None
    )


def _slots(name: str) -> Callable[[Player], Wish]:
    def wish(player: Player) -> Wish:
        side = player.side()
        body: dict[str, Any] = {**side, "paths": player.slots(side, 3)}
        if name == "slot-align":
            body["how"] = player.pick(
                ("left", "centre", "right", "top", "middle", "bottom", "same-width", "same-height", "distribute-x",
                 "distribute-y", "x")
            )  # fmt: skip
        return Wish(name, body)

    return wish


def _split(player: Player) -> Wish:
    side = player.side()
    return Wish("slot-split", {**side, "path": player.slots(side)[0]})


def _rename(player: Player) -> Wish:
    side = player.side()
    return Wish("slot-rename", {**side, "path": player.slots(side)[0], "name": player.pick(NAMES)})


def _move(player: Player) -> Wish:
    side = player.side()
    to = player.pick(("forward", "backward", "front", "back", None))
    before = player.pick((None, player.slots(side)[0][-1]))
    paths = player.slots(side)
    return Wish("slot-move", {**side, "path": paths[0], "paths": paths, "to": to, "before": before})


def _box(player: Player) -> Wish | None:
    side = player.side()
    path = player.slots(side)[0]
    box = player.ask("box", side["deck"], side["id"], side["side"], *path)
    if box is None:
        return None
    numbers = [
        number + player.pick((0, 0, 1, -2.5, player.number(-30, 30))) for number in box.get("box") or (5, 5, 20, 10)
    ]
    more = {
        "where": player.pick(("here", "source")),
        "seen": _seen(player, box["seen"]),
        "replace-word": player.often(0.5),
    }
    return Wish("box", {**side, "path": path, "box": numbers, **more})


def _boxes(player: Player) -> Wish | None:
    side = player.side()
    paths = player.slots(side, 3)
    sources = [player.ask("box", side["deck"], side["id"], side["side"], *path) for path in paths]
    moving = [(path, source) for path, source in zip(paths, sources, strict=True) if source]
    across, down = player.pick((0, 1, -2.5)), player.number(-30, 30)
    boxes = []
    for path, source in moving:
        x, y, width, height = source.get("box") or (5, 5, 20, 10)
        boxes.append([path, [x + across, y + down, width, height]])
    seen = {file: digest for _, source in moving for file, digest in source["seen"].items()}
    more = {"where": player.pick(("here", "source")), "seen": _seen(player, seen)}
    return Wish("boxes", {**side, "boxes": boxes, **more}) if boxes else None


def _seen(player: Player, seen: Mapping[str, str]) -> Mapping[str, str]:
    """Return digests, now and then those of other files."""
    return dict.fromkeys(seen, "0") if player.often(0.05) else seen


def _cell(player: Player) -> Wish | None:
    side = player.side()
    column = player.pick(player.ask("columns", side["deck"]) or ({"name": "x"},))["name"]
    cell = player.ask("cell", side["deck"], side["id"], column)
    text = player.text()
    wish = {"deck": side["deck"], "id": side["id"], "column": column, "text": text}
    return Wish("cell", {**wish, "seen": _seen(player, cell["seen"])}) if cell else None


def _cells(player: Player) -> Wish | None:
    name, table = player.table()
    if table is None or not table["columns"]:
        return None
    texts = [text for row in table["rows"] for text in row["cells"]]
    cells = [
        {
            "row": player.chance.randint(0, len(table["rows"])),
            "column": player.pick(table["columns"])["name"],
            "text": player.text() if player.often(0.5) else player.pick(texts, ""),
        }
        for _ in range(player.chance.randint(1, 4))
    ]
    return Wish("cells", {"deck": name, "seen": _seen(player, table["seen"]), "cells": cells})


def _rows(player: Player) -> Wish | None:
    name, table = player.table()
    if table is None:
        return None
    count = len(table["rows"])
    rows = player.chance.sample(range(count), min(count, player.chance.randint(1, 3)))
    at = player.chance.randint(0, count + 1)
    do = player.pick(("add", "add", "move", "duplicate", "delete"))
    return Wish("rows", {"deck": name, "seen": _seen(player, table["seen"]), "do": do, "rows": rows, "at": at})


def _column(player: Player) -> Wish | None:
    deck, table = player.table()
    if table is None:
        return None
    do = player.pick(("add", "rename", "delete"))
    known = player.pick([column["name"] for column in table["columns"]], "x")
    new = player.pick(("Strength", "cost", "a b", "é", "id", "x:y", "", "type", "front"))
    body = {
        "deck": deck,
        "seen": _seen(player, table["seen"]),
        "do": do,
        "name": new if do == "add" else known,
        "to": new,
    }
    body |= {"type": player.pick(("text", "whole number", "yes/no", "choice", "picture", "x")), "first": player.text()}
    body |= {"words": player.pick(([], ["a", "b"], ["yes", "no", "a: b"])), "force": player.often(0.5)}
    return Wish("column", body | {"at": player.chance.randint(0, len(table["columns"]))})


def _column_type(player: Player) -> Wish | None:
    deck, table = player.table()
    if table is None or not table["columns"]:
        return None
    name = player.pick([column["name"] for column in table["columns"]])
    kinds: tuple[dict[str, Any], ...] = (
        {"type": "int", "min": player.chance.randint(-2, 3), "optional": player.often(0.5)},
        {"type": "choice", "of": player.pick((["a", "b"], ["yes", "no", "a: b"], []))},
        {"type": "list", "items": "int", "min": 0},
        {"type": "ref", "table": player.pick((deck, "x"))},
        *({"type": kind} for kind in ("text", "bool", "colour", "length", "cells", "x")),
    )
    body = {"deck": deck, "seen": _seen(player, table["seen"]), "name": name, "values": player.pick(kinds)}
    return Wish("column-type", {**body, "unique": player.often(0.2)})


def _replace_table(player: Player) -> Wish | None:
    """Compare a table with a newer one, in which texts differ, rows are new or gone; take over some of it."""
    deck, table = player.table()
    if table is None or not table["columns"]:
        return None
    heads = [column["name"] for column in table["columns"] if not (column["name"] == "id" and table["auto-id"])]
    rows = [
        dict(zip([column["name"] for column in table["columns"]], row["cells"], strict=True)) for row in table["rows"]
    ]
    for row in rows[1:]:
        row[heads[min(1, len(heads) - 1)]] = player.pick(("Newer", "1", "2"))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [*heads, "newly"], extrasaction="ignore", restval="3")
    writer.writeheader()
    writer.writerows(rows[1:] if player.often(0.5) else rows)
    address = f"compare-table?{_query({'deck': deck, 'name': 'newer.csv'})}"
    status, newer = player.send(Wish(address, stream.getvalue().encode("utf-8", "replace")))
    if status != 200 or "cards" not in newer:
        return None
    cards = {card["key"]: [cell["column"] for cell in card["cells"] if player.often(0.8)] for card in newer["cards"]}
    body = {"deck": deck, "digest": newer["digest"], "seen": _seen(player, newer["seen"]), "name": "newer.csv"}
    return Wish("replace-table", {**body, "cards": cards, "columns": newer["new-columns"] if player.often(0.5) else []})


def _ink(player: Player) -> Wish:
    inks = [ink["name"] for ink in player.ask("inks") or ()]
    do = player.pick(("add", "set", "rename", "delete"))
    new = player.pick(("dark-red", "leaf", "honey", f"ink-{player.chance.randint(1, 9)}", "Ink", "none", "é", ""))
    name = new if do == "add" else player.pick(inks, "x")
    return Wish("ink", {"do": do, "name": name, "to": new, "colour": player.pick(("#E69F00", *COLOURS))})


def _remove_font(player: Player) -> Wish:
    families = [font["family"] for font in player.ask("fonts") or () if font["own"]]
    return Wish("remove-font", {"family": player.pick(families, "fredoka")})


def _picture(player: Player) -> tuple[str, bytes]:
    """Return the name and the bytes of a file to drop."""
    number = player.chance.randint(1, 4)
    name = player.pick((f"Bee {number}.svg", "coin.SVG", "noise.svg", "bee.png", "notes.txt", "../up.svg", "ünï.svg"))
    if player.often(0.2):
        return name, player.pick((b"", b"<svg", b"\x89PNG\r\n"))
    return name, (_TURBULENT if name == "noise.svg" else _SVG.format(number)).encode()


def _place(player: Player) -> Wish:
    """Drop files on a slot, a face, a cell, a deck or the game."""
    files = tuple(_picture(player) for _ in range(player.chance.randint(1, 2)))
    if player.often(0.2):
        files = ((player.pick(("more.csv", "Tiny.ttf")), player.pick((b"name,text\nSun,Shine\n", _font()))),)
    side, deck = player.side(), player.deck()
    columns = player.ask("columns", side["deck"]) or ({"name": "x"},)
    to = player.pick(
        (
            {"kind": "slot", **side, "path": player.slots(side)[0]},
            {"kind": "face", **side, "at": [player.number(), player.number()]},
            {"kind": "cell", **side, "column": player.pick(columns)["name"]},
            {"kind": "deck", "deck": deck},
            {"kind": "game"},
        )
    )
    choices = {"existing": player.pick(("", "use", "replace", "both")), "raster": player.often(0.5)}
    return Wish("drop-place", {"to": to, **choices}, files)


def _icon_word(player: Player) -> Wish:
    known = player.ask("icon-words") or {"words": [], "icons": []}
    word = player.pick([entry["word"] for entry in known["words"]], player.text())
    if player.often(0.5):
        name, data = _picture(player)
        query = {"word": word, "name": name, "existing": player.pick(("", "replace", "both"))}
        return Wish(f"icon-word?{_query(query)}", data)
    if player.often(0.3):
        body = {
            "word": word,
            "set": player.pick(("beeprint", "beeprint", "x")),
            "icon": player.pick(("coin", "star", "x")),
        }
        return Wish("icon-word", {**body, "existing": player.pick(("", "use", "both"))})
    return Wish("icon-word", {"word": word, "icon": player.pick(known["icons"], "nothing")})


def _drop(player: Player) -> Wish:
    name, data = _picture(player)
    to = player.pick(("art", "art", "art/icons", "icons", "fonts", "x"))
    if to == "fonts" and player.often(0.8):
        name, data = "Tiny.ttf", _font()
    query = {
        "name": name,
        "to": to,
        "existing": player.pick(("", "replace", "both")),
        "raster": player.pick(("", "yes")),
    }
    return Wish(f"drop?{_query(query)}", data)


@cache
def _font() -> bytes:
    """Return a font of a few letters."""
    with TemporaryDirectory() as folder:
        return letters(Path(folder) / "tiny.ttf", "Tiny").read_bytes()


def _query(values: Mapping[str, str]) -> str:
    return urlencode({name: value.encode("utf-8", "replace") for name, value in values.items()})


def _add_deck(player: Player) -> Wish | None:
    choices, title = (
        player.ask("deck-choices"),
        player.pick(("Tokens", "Événements", "Cards", "!", "2 players", "Bees: two")),
    )
    if choices is None or len(choices["decks"]) > 3:
        return None
    size = player.pick([*SIZES, "", "50 x 70", "x"])
    way = player.pick(("plain", "template", "copy", "bytes", "file"))
    if way == "bytes":
        name = player.pick(("tokens.csv", "tokens.json", "x.txt", "../y.csv"))
        data = player.pick((b"name,text\nSun,Shine\nRain,Fall\n", b"", b"\xff\xfe", b'[{"name": "Sun"}]'))
        return Wish(f"add-deck?{_query({'title': title, 'name': name, 'size': size})}", data)
    if way == "template":
        wish = player.pick(choices["templates"])
        return Wish("add-deck", {"title": title, "template": wish["template"], "deck": wish["deck"]})
    more = {
        "plain": {"shape": player.pick((*(each["shape"] for each in choices["shapes"]), None, {"kind": "x"}))},
        "copy": {"copy": player.deck()},
        "file": {"file": player.pick(("cards.csv", "x.csv"))},
    }[way]
    return Wish("add-deck", {"title": title, "size": size, **more})


def _deck(player: Player) -> Wish:
    do = player.pick(("delete", "rename", "shape", "shape", "back", "back", "copies", "set", "set"))
    shape = player.pick(
        (
            {"kind": "card", "size": player.pick(SIZES)},
            {"kind": "card", "width": "50", "height": "70"},
            {"kind": "hexagon", "across-flats": 40},
            {"kind": "x"},
            {},
        )
    )
    key = player.pick(
        ("title", "noun", "stock", "bleed", "safe", "print", "boxed", "legible-text", "for-players", "ignore", "x")
    )
    value = player.pick((player.text(), 3, 2.5, True, None, "cards", {"2-3": 1, "4": 2}, ["rest"]))
    body = {
        "deck": player.deck(),
        "do": do,
        "force": player.often(0.5),
        "to": player.pick((*NAMES, "tokens", "bees")),
        "shape": shape,
    }
    body |= {"fit": player.often(0.7), "back": player.pick(("none", "deck", "piece", "x")), "ink": player.pick(COLOURS)}
    body |= {"pattern": player.pick(("frame", "stripes", "x", "")), "of": player.deck() if player.often(0.3) else ""}
    return Wish("deck", body | {"copies": player.pick((None, -1, 0, 1, 3)), "values": {key: value}})


def _deck_design(player: Player) -> Wish:
    deck = player.deck()
    styles = player.ask(f"deck-designs/{deck}") or {"templates": [], "looks": []}
    body = {"deck": deck, "design": player.pick(("template", "template", "fit", "keep", "x"))}
    body |= {key: player.pick((*(each["name"] for each in styles[f"{key}s"]), ""), "x") for key in ("template", "look")}
    shape = player.pick(
        (None, {"kind": "card", "size": player.pick(SIZES)}, {"kind": "hexagon", "across-flats": 40}, {"kind": "x"})
    )
    return Wish("deck-design", body | {"shape": shape})


def _settings(player: Player) -> Wish:
    if player.often(0.2):
        return Wish("game-settings", {"language": player.pick(("fr", "de", "xx", "é", ""))})
    keys = player.ask("game-settings")["keys"]
    key = player.pick([key["name"] for key in keys], "x")
    value = player.pick((player.text(), player.text(), "2-4", 3, None, ["a", player.text()], ["en", "fr"], {}))
    return Wish("game-settings", {"values": {key: value}})


def _leaflet(player: Player) -> Wish | None:
    leaflet = player.ask("leaflet-text")
    if leaflet is None:
        return None
    do = player.pick(("text", "text", "make", "remove", "set", "translate"))
    body = {"do": do, "text": leaflet["text"] + player.text(), "seen": _seen(player, leaflet["seen"])}
    values = {player.pick(("layout", "stock")): player.pick(("plain", "play", None, player.text()))}
    return Wish("leaflet-text", {**body, "values": values, "in": player.pick(("fr", "")) if do == "translate" else ""})


def _translation(player: Player) -> Wish | None:
    language = player.pick(player.ask("state")["game"]["languages"][1:], "xx")
    known = player.ask("language-texts", language)
    if not known or not known["texts"]:
        return Wish("translation", {"in": language}) if player.often(0.1) else None
    pair = player.pick(known["texts"])
    text = player.pick((f"{pair['original']} é", f"{pair['original']} é", player.text(), ""))
    before = "something else" if player.often(0.05) else pair["text"]
    return Wish(
        "translation", {"in": language, "table": pair["table"], "keys": pair["keys"], "text": text, "before": before}
    )


def _rule(player: Player) -> Wish | None:
    listed = player.ask("rules")
    if listed is None:
        return None
    entries = [entry["entry"] for entry in listed["uncounted"]]
    rule = player.pick(listed["rules"])
    if rule is None or player.often(0.3):
        return Wish("rule", {"do": "add", "entry": player.pick([*entries, {"rule": "count", "is": 3}, {"rule": "x"}])})
    number = player.pick(rule["numbers"], {"at": ["is"]})
    body = {"do": player.pick(("delete", "number", "follow")), "keys": rule["keys"], "seen": rule["seen"]}
    return Wish("rule", {**body, "words": rule["words"], "at": number["at"], "number": player.chance.randint(-1, 30)})


def _entry(player: Player) -> Wish | None:
    """Add, change or remove a box, an edition or another entry of game.yaml."""
    name = player.pick(("boxes", "editions", "stocks", "tables", "fonts", "icon-names", "raster"))
    known = player.ask("entries", name)
    if known is None:
        return None
    (group,) = known["groups"]
    entry = player.pick(group["entries"])
    deck, stock = player.deck(), player.pick(("cards", "tiles", "x"))
    if entry is None or player.often(0.4):
        values = [[["title"], "X: one"], [["shape", "kind"], "tuck-box"], [["shape", "for"], [deck]]]
        some = {"boxes": values, "editions": values[:1], "stocks": [[["thickness"], 0.4]]}.get(name, [[[], "600dpi"]])
        return Wish("entry", {"do": "add", "group": name, "name": stock, "values": some})
    key = player.pick(group["keys"])
    at = [deck if part == "*" else part for part in key["path"]]
    value = player.pick((None, 1, 12.5, True, "X: y", [deck], player.pick(key["words"], "x")))
    body = {"group": name, "name": entry["name"], "at": at, "value": value}
    return Wish("entry", {**body, "do": player.pick(("set", "set", "set", "remove"))})


def _fix(player: Player) -> Wish | None:
    ids = [fix["id"] for problem in player.ask("state")["problems"] for fix in problem["fixes"]]
    if not ids and not player.often(0.1):
        return None
    return Wish("fix", {"ids": [player.pick(ids, "0" * 16) for _ in range(player.chance.randint(1, 2))]})


#: Every action that changes files of a game, and how the page sends it.
ACTIONS: Mapping[str, Callable[[Player], Wish | None]] = {
    "slot-keys": _set_keys,
    "slot-fill": _fill,
    "slot-as-picture": _as_picture,
    "slot-add": _add,
    "slot-paste": _paste,
    "slot-delete": _slots("slot-delete"),
    "slot-duplicate": _slots("slot-duplicate"),
    "slot-split": _split,
    "slot-rename": _rename,
    "slot-move": _move,
    "slot-align": _slots("slot-align"),
    "box": _box,
    "boxes": _boxes,
    "cell": _cell,
    "cells": _cells,
    "rows": _rows,
    "column": _column,
    "column-type": _column_type,
    "replace-table": _replace_table,
    "ink": _ink,
    "remove-font": _remove_font,
    "icon-word": _icon_word,
    "drop": _drop,
    "drop-place": _place,
    "add-deck": _add_deck,
    "deck": _deck,
    "deck-design": _deck_design,
    "fix": _fix,
    "game-settings": _settings,
    "leaflet-text": _leaflet,
    "translation": _translation,
    "rule": _rule,
    "entry": _entry,
}
#: What is played: keys of slots most, since these have the most values.
_OFTEN = (*ACTIONS, *["slot-keys"] * 6, "box", "cell", "cells", "rows", "column", "deck")
#: Actions that change no file of a game, and those by which an edit is taken back.
OTHERS = frozenset(
    {
        "check-cell",
        "check-cells",
        "check-column-type",
        "drop-begin",
        "drop-file",
        "compare-table",
        "decks-of-table",
        "compare-again",
        "show-table",
        "pull-table",
        "export",
        "show",
        "open",
        "look",
        "undo",
        "redo",
    }
)
