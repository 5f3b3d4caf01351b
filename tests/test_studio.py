"""The studio: who may ask, what is answered, and that the page hears of every change."""

from __future__ import annotations

import contextlib
import errno
import http
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from beeprint import api, pipeline
from beeprint.base import interrupts, regular
from beeprint.base.options import Options, ViewOptions
from beeprint.base.store import Store
from beeprint.sources.workspace import SHIPPED
from beeprint.studio import Server, Studio, exports, studio
from beeprint.studio.session import Session
from beeprint.studio.watch import is_part
from cases import spread
from small_game import ruleless

#: How long to wait for something that must happen, in seconds.
PATIENCE = 1000.0
#: The root of a drawing, with the width and height of what it shows.
_HEAD = re.compile(r'(<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>)')


def copied(to: Path) -> Path:
    """Copy a game with its layouts to a folder of its own, and make it small: most tests wait for it to be read.

    Its packs have four cards, of which BRW and BRY are two, its rules of play two lines, and nothing is asked of its
    decks. Its larger drawings become one area each, in the middle of tiles and blossoms; the skies still differ.
    """
    folder = to / "butine"
    shutil.copytree(SHIPPED / "data" / "butine", folder, ignore=shutil.ignore_patterns("src"))
    shutil.copytree(SHIPPED / "layouts" / "butine", folder / "layouts" / "butine")
    for path in (folder / "art").rglob("*.svg"):
        if path.stat().st_size > 4_000 and path.parent.name != "skies":
            head, *sizes = _HEAD.findall(path.read_text("utf-8"))[0]
            width, height = map(float, sizes)
            area = f"M0,0 H{width} V{height} H0 Z"
            if path.parent.name in ("tiles", "blossoms", "tokens"):
                area = f"M{0.4 * width:g},{0.5 * height:g} h{0.2 * width:g} v{0.1 * height:g} Z"
            path.write_text(f'{head}<path d="{area}" fill="#B86E05"/></svg>', "utf-8")
    for name in ("hive.csv", "family.csv"):
        rows = (folder / name).read_text("utf-8").splitlines(keepends=True)
        (folder / name).write_text("".join(rows[:5]), "utf-8", newline="")
    (folder / "set-up.yaml").unlink()  # it names more cards
    for name in ("rules.md", "lang/fr/rules.md"):
        (folder / name).write_text("# Butine!\n\nFly.\n", "utf-8")
    text = (folder / "game.yaml").read_text("utf-8")
    assert text.count("for: [quick, hive, family, reference]") == 1  # a box for few cards is too thin for its words
    text = text.replace("for: [quick, hive, family, reference]", "for: [quick, hive, family, reference], clearance: 12")
    (folder / "game.yaml").write_text(ruleless(text), "utf-8")
    return folder


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game to change."""
    monkeypatch.chdir(tmp_path)
    return copied(tmp_path)


class Client:
    """A page without a browser."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> tuple[int, bytes, Any]:
        """Ask for an address below the token; return status, body and headers. Bytes are sent as those of a file."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        known = {"Host": f"127.0.0.1:{self.server.port}", "X-Beeprint": "1"}
        if isinstance(body, bytes):
            known["Content-Type"] = "application/octet-stream"
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        own = {name.replace("_", "-"): value for name, value in headers.items()}
        address = path if path.startswith("/") else f"/{self.server.token}/{path}"
        connection.request(method, address, sent, {**known, **own})
        answer = connection.getresponse()
        reply = answer.status, answer.read(), answer.headers
        connection.close()
        return reply

    def json(self, path: str, method: str = "GET", body: Any = None) -> Any:
        """Ask for a value."""
        status, data, _ = self.ask(path, method, body)
        assert status == 200, (path, status)
        return json.loads(data)


class Events:
    """What a page is told, read in the order it comes."""

    def __init__(self, server: Server, query: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self._connection.request("GET", f"/{server.token}/events{query}")
        self._lines = self._connection.getresponse()

    def close(self) -> None:
        """Leave the page."""
        self._lines.close()
        self._connection.close()

    def next(self) -> tuple[str, Any]:
        """Wait for the next event; signs of life in between are none."""
        name, end = "", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            line = self._lines.readline().decode().rstrip("\n")
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                return name, json.loads(line.removeprefix("data: "))
        raise TimeoutError(f"no event in {PATIENCE:g} s")

    def until(self, name: str, **wanted: Any) -> Any:
        """Wait for an event with these values."""
        while True:
            event, value = self.next()
            if event == name and all(value.get(key.replace("_", "-")) == wish for key, wish in wanted.items()):
                return value

    def changed(self) -> Any:
        """Wait until pieces look otherwise or are gone: a reading that finds nothing new is told as well."""
        while True:
            change = self.until("change")
            if change.get("pieces") or change.get("gone"):
                return change


@pytest.fixture
def server(game: Path) -> Iterator[Server]:
    """Serve the game."""
    yield from served(game)


def served(game: Path, read_only: bool = False) -> Iterator[Server]:
    """Serve a game until the test is over; its first reading is done."""
    made = Server(Studio(game, ViewOptions(), Store.open(), read_only=read_only))
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    yield made
    made.studio.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game that no test changes."""
    return copied(tmp_path_factory.mktemp("still"))


@pytest.fixture(scope="module")
def page(still: Path) -> Iterator[Client]:
    """Return a page of the game that no test changes."""
    for server in served(still):
        ready(Events(server))
        yield Client(server)


def ready(events: Events) -> Any:
    """Wait until the game is read and checked."""
    value: dict[str, Any] = {}
    while not value.get("version") or value.get("checking"):
        _, value = events.next()
    return value


def edit(path: Path, old: str, new: str) -> None:
    """Exchange some words of a file."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8", newline="")


# Who may ask


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {}),
        ("/wrong-token/state", {}),
        ("state", {"Host": "evil.example"}),
        ("state", {"Origin": "http://["}),
        ("state", {"Origin": ""}),
        ("state", {"Host": "127.0.0.1:1"}),
        ("state", {"Origin": "https://evil.example"}),
        ("state", {"Sec_Fetch_Site": "cross-site"}),
        ("state", {"Sec_Fetch_Site": "same-site"}),
    ],
)
def test_nobody_else_may_ask(page: Client, path: str, headers: dict[str, str]) -> None:
    status, body, _ = page.ask(path, **headers)
    assert (status, body) == (403, b"Forbidden")


def test_the_page_may_load_nothing_from_elsewhere_and_run_nothing_of_the_game(page: Client) -> None:
    _, _, headers = page.ask("")
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["img-src"] == "'self' blob:"  # what a person drops is shown before it is sent
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    "path", ["page/../server.py", "page/%2e%2e/server.py", "page//etc/passwd", "game.yaml", "page/game.yaml", "nothing"]
)
def test_no_file_but_those_of_the_page_is_sent(page: Client, path: str) -> None:
    status, body, _ = page.ask(path)
    assert (status, body) == (404, b"Not Found")


@pytest.mark.parametrize("file", ["/etc/passwd", "../outside.txt", "butine/../../outside.txt"])
def test_no_file_outside_the_game_is_opened(page: Client, still: Path, file: str) -> None:
    (still.parent.parent / "outside.txt").write_text("x")
    status, _, _ = page.ask("open", "POST", {"file": file, "line": 1})
    assert status == 403


def test_what_changes_something_takes_the_header_that_no_other_page_can_send(page: Client) -> None:
    status, _, _ = page.ask("undo", "POST", {}, X_Beeprint="")
    assert status == 403


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("box", b"[" * 100_000),
        ("cell", b'{"deck": "hive", "id": "BRW", "column": "ends", "text": "x", "seen": 0}'),
        ("box", b'{"box": [1%s, 2, 3, 4], "path": [], "deck": "hive", "side": "front", "seen": {}}' % (b"0" * 400)),
        ("show", b'{"job": 1e999}'),
    ],
)
def test_what_no_page_sends_is_refused(page: Client, path: str, body: bytes) -> None:
    heads = {"Host": f"127.0.0.1:{page.server.port}", "X-Beeprint": "1"}
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", page.server.port, timeout=PATIENCE)) as asking:
        asking.request("POST", f"/{page.server.token}/{path}", body, heads)
        with asking.getresponse() as answer:
            assert answer.status == 404


# What strangers send


def sent(page: Client, data: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send bytes as they are; return the status, headers and body of the answer, after which the connection ends."""
    with socket.create_connection(("127.0.0.1", page.server.port), PATIENCE) as connection:
        connection.sendall(data)
        answer = b"".join(iter(partial(connection.recv, 1 << 16), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    return int(first.split(" ")[1]), dict(line.split(": ", 1) for line in lines), body


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"POST /\r\n\r\n", 400),
        (b"GET / HTTP/9\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\n\r\n", 505),
        (b"GET /\r\n\r\n", 403),
        (b"GET /%s HTTP/1.1\r\n" % (b"a" * 65_536), 414),
        (b"GET / HTTP/1.1\r\n" + b"".join(b"A%d: 1\r\n" % number for number in range(101)), 431),
        (b"GET / HTTP/1.1\r\nA: %s\r\n" % (b"a" * 65_536), 431),
        (b"PUT / HTTP/1.1\r\n\r\n", 501),
        (b"<script> / HTTP/1.1\r\n\r\n", 501),
        (b"HEAD / HTTP/1.1\r\n\r\n", 501),
    ],
)
def test_every_refusal_has_the_headers_of_all_answers_and_ends_the_connection(
    page: Client, data: bytes, status: int
) -> None:
    _, _, usual = page.ask("")
    answer, headers, body = sent(page, data)
    assert answer == status
    names = {name for name in usual if name not in ("Date", "Content-Length", "Content-Type")}
    assert {name: headers.get(name) for name in names} == {name: usual[name] for name in names}
    assert headers["Connection"] == "close" and headers["Content-Type"] == "text/plain; charset=utf-8"
    assert body == (b"" if data.startswith(b"HEAD") else http.HTTPStatus(status).phrase.encode())


@pytest.mark.parametrize("expect", [b"", b"Expect: 100-continue\r\n"])
@pytest.mark.parametrize("head", [b"X-Beeprint: 1\r\n", b""])
def test_a_body_without_the_token_is_not_read(page: Client, head: bytes, expect: bytes) -> None:
    """The answer comes although the body that is announced never does."""
    host = b"Host: 127.0.0.1:%d\r\n" % page.server.port
    address = b"/wrong/undo" if head else b"/%s/undo" % page.server.token.encode()
    if expect and not head:
        return  # whoever has the token may send
    data = b"POST %s HTTP/1.1\r\n%s%s%sContent-Length: 900000\r\n\r\n" % (address, host, head, expect)
    assert sent(page, data)[0] == 403


def test_whoever_has_the_token_is_asked_for_the_body(page: Client) -> None:
    head = f"POST /{page.server.token}/look HTTP/1.1\r\nHost: 127.0.0.1:{page.server.port}\r\nX-Beeprint: 1\r\n"
    with socket.create_connection(("127.0.0.1", page.server.port), PATIENCE) as connection:
        connection.sendall(f"{head}Content-Length: 13\r\nExpect: 100-continue\r\n\r\n".encode())
        lines = connection.makefile("rb")
        assert lines.readline().startswith(b"HTTP/1.1 100 ")
        connection.sendall(b'{"faces": []}')
        assert lines.readline() == b"\r\n" and lines.readline().startswith(b"HTTP/1.1 200 ")


def test_silent_connections_give_way_to_pages(still: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beeprint.studio.server.MOST", 8)
    for server in served(still):
        events, page = Events(server), Client(server)
        ready(events)
        silent = [socket.create_connection(("127.0.0.1", server.port), PATIENCE) for _ in range(30)]
        for connection in silent[:22]:
            assert connection.recv(1) == b""  # the last eight at most are still there
        assert page.json("state")["version"]
        for connection in silent:
            connection.close()


def test_where_all_connections_are_those_of_pages_another_one_is_asked_to_come_again(
    still: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("beeprint.studio.server.MOST", 3)
    for server in served(still):
        open_pages = [Events(server) for _ in range(3)]
        for events in open_pages:
            ready(events)
        status, headers, _ = sent(Client(server), b"")
        assert (status, headers["Retry-After"]) == (503, "1")
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_a_request_whose_head_does_not_come_to_an_end_is_given_up(still: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beeprint.studio.server.HEAD", 0.0)
    for server in served(still):
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
            assert slow.recv(1) == b""


def test_a_system_that_can_open_no_more_files_is_asked_again(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    accept, refusals = socket.socket.accept, [errno.EMFILE] * 3

    def refuse(self: socket.socket) -> Any:
        if refusals:
            raise OSError(refusals.pop(), "Too many open files")
        return accept(self)

    monkeypatch.setattr(socket.socket, "accept", refuse)
    assert page.json("state")["version"] and not refusals


@pytest.mark.parametrize("name", ["hive.csv", "art/skies/morning.svg"])
def test_a_game_that_the_system_had_no_room_for_is_read_again_without_a_change(
    game: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(studio, "_AGAIN", 0.01)
    read = regular.read
    saved, short = threading.Event(), threading.Event()

    def notices(folder: Path, stop: threading.Event) -> Iterator[frozenset[Path]]:
        saved.wait(PATIENCE)
        yield frozenset({folder})
        stop.wait()

    monkeypatch.setattr(studio, "changes", notices)

    def refuse(path: Any, *more: Any) -> bytes:
        if short.is_set() and Path(path).name == Path(name).name:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return read(path, *more)

    monkeypatch.setattr(regular, "read", refuse)
    for server in served(game):
        events = Events(server)
        ready(events)
        short.set()
        file = game / name
        file.write_bytes(file.read_bytes().replace(b"BWR,blue red", b"BWR,red blue").replace(b"</svg>", b"<g/></svg>"))
        saved.set()
        while not any("Too many open files" in problem["message"] for problem in events.until("change")["problems"]):
            pass
        short.clear()
        while events.until("change", broken=False, checking=False)["problems"]:
            pass
        events.close()


def test_more_players_than_any_game_has_are_no_version(page: Client) -> None:
    assert page.ask(f"events?players={'9' * 5000}")[0] == 404


def test_a_calm_studio_tidies_up(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tidied = threading.Event()
    monkeypatch.setattr(studio, "_CALM", 0.01)
    monkeypatch.setattr(Store, "tidy", lambda self: tidied.set())
    for _ in served(game):
        assert tidied.wait(PATIENCE)


def test_read_only_changes_no_file(game: Path) -> None:
    for server in served(game, read_only=True):
        ready(Events(server))
        page = Client(server)
        assert page.json("state")["read-only"] is True
        cell = page.json("cell/hive/BRW/sky")
        body = {"deck": "hive", "id": "BRW", "column": "sky", "text": "noon", "seen": cell["seen"]}
        before = (game / "hive.csv").read_bytes()
        asked = {"export": {"profile": "home-a4"}, "open": {"file": str(game / "hive.csv")}, "show": {"job": 1}}
        for name in ("cell", "check-cell", "box", "undo", "redo", *asked):
            assert page.ask(name, "POST", asked.get(name, body))[0] == 403
        assert page.json("look", "POST", {"faces": [["hive", "BRW", "front"]]}) == {}
        assert (game / "hive.csv").read_bytes() == before
        assert not any((folder / "output").exists() for folder in (game, game.parent))
        assert not server.studio.exports.latest(ViewOptions())


# What is answered


def test_the_state_holds_every_piece_with_its_fields_and_place(page: Client, still: Path) -> None:
    state = page.json("state")
    loaded = api.load(still)
    *pieces, box = state["pieces"]
    assert box["key"] == "card-box/card-box"
    assert [piece["key"] for piece in pieces] == [
        f"{name}/{row.id}" for name, deck in loaded.decks.items() for row in deck.rows.rows
    ]
    assert sum(piece["copies"] for piece in pieces) == sum(
        row.copies for deck in loaded.decks.values() for row in deck.rows.rows
    )
    first = next(piece for piece in state["pieces"] if piece["key"] == "hive/BRW")
    assert first["fields"]["ends"] == "blue white"
    assert first["place"]["text"].endswith("butine/hive.csv:2:1")
    assert state["problems"] == []


def test_a_face_is_the_svg_that_the_library_draws(page: Client, still: Path) -> None:
    drawn = {(face.deck, face.id, face.side): face.svg for face in api.faces(api.check(still))}
    piece = next(piece for piece in page.json("state")["pieces"] if piece["key"] == "hive/BRW")
    for side in ("front", "back"):
        status, body, headers = page.ask(f"face/hive/BRW/{side}?key={piece[side]}")
        expected = drawn.get(("hive", "BRW", side)) or drawn["hive", "", side]
        assert (status, body.decode()) == (200, expected)
        assert headers["Content-Type"] == "image/svg+xml"
        assert "immutable" in headers["Cache-Control"]
    assert "no-store" in page.ask("face/hive/BRW/front?key=old")[2]["Cache-Control"]


def test_a_deck_tells_which_box_the_drawings_of_its_faces_show(page: Client) -> None:
    # The bleed of a hexagon or a triangle reaches farther at its corners than along its edges.
    state = page.json("state")
    fronts = {piece["deck"]: piece["id"] for piece in state["pieces"]}
    boxes = {deck["name"]: deck["bleed-box"] for deck in state["decks"]}
    assert boxes["triangle"][:2] == [pytest.approx(-3 * 3**0.5, abs=1e-3), -6]
    for deck, box in boxes.items():
        drawn = page.ask(f"face/{deck}/{fronts[deck]}/front")[1].decode()
        shown = re.search('viewBox="([^"]*)"', drawn)
        assert shown and [float(number) for number in shown[1].split()] == pytest.approx(box, abs=1e-3)


def test_a_face_in_little_ink_is_paler(page: Client) -> None:
    plain, pale = (page.ask(f"face/hive/BRW/front{query}")[1] for query in ("", "?view=playtest"))
    assert plain != pale
    assert pale.startswith(b"<svg")


def test_sheets_are_those_that_a_build_prints(page: Client, still: Path, tmp_path: Path) -> None:
    made = api.build(still, Options(profiles=("home-a4",), output=tmp_path / "out"))
    printed = [(file, side) for file, sheets in made.sheets.items() for sheet in sheets for side in sides(sheet)]
    pages = page.json("sheets/home-a4")["pages"]
    assert [(page["file"], page["side"]) for page in pages if page["what"] == "sheet"] == printed
    assert {page["file"] for page in pages if page["what"] != "sheet"} == {
        *("home-a4/0-print-guide.pdf", "home-a4/cutting-guide.pdf"),
    }
    for sheet_page in pages:
        status, body, _ = page.ask(f"sheet/home-a4/{sheet_page['index']}/{sheet_page['side']}?key={sheet_page['key']}")
        assert status == 200
        assert f'width="{sheet_page["width"]:g}mm"'.encode() in body[:300]


def sides(sheet: Any) -> list[str]:
    """Return the sides of a sheet that are printed."""
    return ["front", "back"] if sheet.two_sided else ["front"]


def test_the_same_seed_deals_the_same_hands_without_dealing_a_card_twice(page: Client) -> None:
    asked = "hand?deck=hexagon&seed=7"
    first, two = page.json(f"{asked}&size=3&hands=2"), page.json(f"{asked}&size=3&hands=2")
    other = page.json(asked.replace("seed=7", "seed=8") + "&size=3&hands=2")
    dealt = [key for hand in first["hands"] for key in hand]
    assert first == two
    assert first["hands"] != other["hands"]
    assert len(dealt) == 6
    copies = {piece["key"]: piece["copies"] for piece in page.json("state")["pieces"]}
    assert all(dealt.count(key) <= copies[key] for key in dealt)


def test_another_language_and_edition_is_another_view(page: Client) -> None:
    french = page.json("state?language=fr&edition=quick")
    assert (french["game"]["language"], french["game"]["edition"]) == ("fr", "quick")
    assert page.json("state")["game"]["language"] == "en"
    assert page.ask("state?language=xx")[0] == 404


def test_a_version_that_nobody_looks_at_gives_way_to_later_ones(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "refresh", lambda self: None)
    home = Studio(game, ViewOptions(), Store.open())
    first = home.view({"players": "2"})
    seen = home.view({"players": "3"})
    home.listen(seen)
    for asked in ({"players": "4"}, {"edition": "quick"}, {"edition": "quick", "players": "2"}):
        home.view(asked)
    assert home.view({"players": "3"}) is seen
    assert home.view({"players": "2"}) is not first
    assert home.view({}) is home.main


def test_the_anatomy_says_where_each_slot_lies_and_is_written(page: Client) -> None:
    anatomy = page.json("anatomy/hive/BRW/front")
    slots = {slot["name"]: slot for slot in anatomy["slots"]}
    assert slots
    for slot in slots.values():
        assert len(slot["box"]) == 4
        assert slot["place"]["line"] > 0
    cells = {column["name"]: column["text"] for column in anatomy["row"]}
    assert cells["ends"] == "blue white"
    assert all(isinstance(column["absent"], bool) for column in anatomy["row"] if column["name"] != "copies")


def test_a_question_that_cannot_be_answered_says_which_and_why(page: Client) -> None:
    status, body, _ = page.ask("anatomy/hive/nothing/front/more")
    assert status == 404 and body.startswith(b"anatomy: ValueError ")


# Changes


def test_the_page_hears_of_a_changed_cell_and_only_of_the_piece_it_concerns(server: Server, game: Path) -> None:
    events = Events(server)
    ready(events)
    edit(game / "hive.csv", "BRW,blue white,red,morning", "BRW,blue white,red,noon")
    change = events.changed()
    assert {piece["key"] for piece in change["pieces"]} == {"hive/BRW", "quick/BRW"}
    assert change["gone"] == []
    assert all(piece["fields"]["sky"] == "noon" for piece in change["pieces"])


def test_a_face_can_be_seen_as_it_looked_before(server: Server, game: Path) -> None:
    events, page = Events(server), Client(server)
    ready(events)
    old = next(piece for piece in page.json("state")["pieces"] if piece["key"] == "hive/BRW")["front"]
    before = page.ask(f"face/hive/BRW/front?key={old}")[1]
    edit(game / "hive.csv", "BRW,blue white,red,morning", "BRW,blue white,red,noon")
    events.changed()
    assert page.ask("face/hive/BRW/front")[1] != before
    status, body, headers = page.ask(f"face/hive/BRW/front?key={old}")
    assert (status, body) == (200, before)
    assert "immutable" in headers["Cache-Control"]


def test_a_broken_file_keeps_the_last_good_picture_and_says_what_is_wrong(server: Server, game: Path) -> None:
    events, page = Events(server), Client(server)
    ready(events)
    before = page.ask("face/hive/BRW/front")[1]
    whole = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(whole.replace("decks:", "decks: [", 1), "utf-8")
    change = events.until("change", broken=True)
    assert change["problems"][0]["place"]["file"] == "butine/game.yaml"
    assert page.ask("face/hive/BRW/front")[1] == before
    (game / "game.yaml").write_text(whole, "utf-8")
    assert events.until("change", broken=False, checking=False)["problems"] == []


@pytest.mark.parametrize(
    ("old", "new"), spread([("slots:", "slots: ["), ("kind: grid", "knd: grid")], lambda case: case[0] == "kind: grid")
)
def test_a_broken_layout_keeps_the_last_good_pictures_of_its_deck(
    server: Server, game: Path, old: str, new: str
) -> None:
    events, page = Events(server), Client(server)
    ready(events)
    before = page.ask("face/hive/BRW/front")[1]
    layout = game / "layouts" / "butine" / "hive.yaml"
    whole = layout.read_text("utf-8")
    edit(layout, old, new)
    change = events.until("change", checking=False)
    assert change["broken"]
    assert any("hive.yaml" in problem["place"]["file"] for problem in change["problems"])
    assert page.ask("face/hive/BRW/front")[1] == before
    layout.write_text(whole, "utf-8")
    assert events.until("change", checking=False)["broken"] is False


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal that is Ctrl-C for one process")
@pytest.mark.slow
def test_two_studios_show_one_game_and_ctrl_c_ends_each_without_a_trace(still: Path) -> None:
    command = [sys.executable, "-m", "beeprint", "studio", str(still), "--no-browser"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    both: list[subprocess.Popen[str]] = [subprocess.Popen(command, **pipes) for _ in range(2)]  # type: ignore[call-overload]
    addresses = [process.stdout.readline().strip() for process in both if process.stdout]
    ports = {int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/[\w-]{20,}/", address)[1]) for address in addresses}  # type: ignore[index]
    assert len(ports) == 2
    for address in addresses:
        with urllib.request.urlopen(f"{address}state", timeout=PATIENCE) as answer:
            assert "version" in json.load(answer)
    for process in both:
        process.send_signal(signal.SIGINT)
    ends = [(*process.communicate(timeout=PATIENCE), process.returncode) for process in both]
    assert ends == [("", "Ctrl-C ends it\n", 0)] * 2


def test_an_interrupt_that_a_library_takes_for_its_own_error_ends_the_studio(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*what: object) -> None:
        monkeypatch.setattr(interrupts, "_last", signal.SIGINT)
        raise ValueError("KeyboardInterrupt")

    monkeypatch.setattr(pipeline, "check", interrupted)
    studio = Studio(game, ViewOptions(), Store.open())
    following = threading.Thread(target=studio.follow, daemon=True)
    following.start()
    following.join(PATIENCE)
    ended = not following.is_alive()
    studio.close()
    assert ended


def test_rows_that_go_and_come_are_told(server: Server, game: Path) -> None:
    events = Events(server)
    ready(events)
    lines = (game / "hive.csv").read_text("utf-8").splitlines(keepends=True)
    (game / "hive.csv").write_text("".join([*lines[:1], *lines[2:]]), "utf-8", newline="")
    change = events.changed()
    assert {"hive/BRW", "quick/BRW"} == set(change["gone"])
    assert "hive/BRW" not in change["order"]


@pytest.mark.slow
def test_a_game_whose_folder_is_gone_and_comes_back_is_read_again(server: Server, game: Path) -> None:
    events = Events(server)
    ready(events)
    away = game.with_name("away")
    game.rename(away)
    [gone] = events.until("change", broken=True)["problems"]
    assert gone["message"] == "there is no file game.yaml in butine"
    assert gone["hint"] == "put the folder back, or open it where it is now"
    away.rename(game)
    assert events.until("change", broken=False, checking=False)["problems"] == []


def test_a_cell_is_written_into_its_file_and_undone(server: Server, game: Path) -> None:
    events, page = Events(server), Client(server)
    ready(events)
    before = (game / "hive.csv").read_bytes()
    cell = page.json("cell/hive/BRW/sky")
    assert cell["text"] == "morning"
    body = {"deck": "hive", "id": "BRW", "column": "sky", "text": "evening", "seen": cell["seen"]}
    assert page.json("check-cell", "POST", body)["problems"] == []
    assert page.json("cell", "POST", body)["done"] is True
    assert (game / "hive.csv").read_bytes() == before.replace(
        b"BRW,blue white,red,morning", b"BRW,blue white,red,evening"
    )
    events.until("change", checking=False)
    assert page.json("state")["can-undo"] == "Sky of BRW changed"
    undone = page.json("undo", "POST", {})
    assert (undone["can-undo"], undone["can-redo"]) == ("", "Sky of BRW changed")
    assert (game / "hive.csv").read_bytes() == before


@pytest.mark.parametrize("size", [[-3, 9], [20, -0.1]])
def test_a_box_without_a_size_is_refused_and_nothing_is_written(page: Client, still: Path, size: list[float]) -> None:
    layout = still / "layouts" / "butine" / "hive.yaml"
    before = layout.read_bytes()
    path = page.json("anatomy/hive/BRW/front")["slots"][1]["path"]
    seen = page.json("/".join(["box/hive/BRW/front", *path]))["seen"]
    body = {"deck": "hive", "id": "BRW", "side": "front", "path": path, "box": [5, 6, *size], "seen": seen}
    answer = page.json("box", "POST", body)
    assert answer["done"] is False
    assert answer["problems"][0]["message"].startswith("a box cannot be ")
    assert layout.read_bytes() == before


def test_a_piece_whose_id_is_edited_is_told_as_renamed(server: Server, game: Path) -> None:
    events = Events(server)
    ready(events)
    edit(game / "hive.csv", "BRW,blue white", "NEW,blue white")
    change = events.changed()
    assert change["renamed"] == {"hive/BRW": "hive/NEW", "quick/BRW": "quick/NEW"}


def test_an_edit_of_a_file_that_changed_meanwhile_is_refused(server: Server, game: Path) -> None:
    page = Client(server)
    ready(Events(server))
    cell = page.json("cell/hive/BRW/sky")
    edit(game / "hive.csv", "BRY,blue yellow", "BRY,yellow blue")
    now = (game / "hive.csv").read_bytes()
    body = {"deck": "hive", "id": "BRW", "column": "sky", "text": "noon", "seen": cell["seen"]}
    answer = page.json("cell", "POST", body)
    assert answer["done"] is False
    assert "changed" in answer["problems"][0]["message"]
    assert (game / "hive.csv").read_bytes() == now


@pytest.mark.slow
def test_an_export_is_what_the_command_line_makes(server: Server, game: Path, tmp_path: Path) -> None:
    events, page = Events(server), Client(server)
    ready(events)
    job = page.json("export", "POST", {"profile": "home-a4"})["job"]
    done = events.until("export", job=job, state="done")
    api.build(game, Options(profiles=("home-a4",), output=tmp_path / "out"))
    folder = game / "output" / "butine"  # in the game, wherever the studio was started
    made = {path.name: path.read_bytes() for path in (folder / "home-a4").iterdir()}
    assert done["folder"] == str((folder / "home-a4").resolve())
    listed = {file["name"]: (file["size"], page.ask(file["address"])) for file in done["files"]}
    assert {name: (size, body) for name, (size, (_, body, _)) in listed.items()} == {
        name: (len(body), body) for name, body in made.items()
    }
    assert listed["cards.pdf"][1][2]["Content-Type"] == "application/pdf"
    assert "sandbox" in listed["rules.html"][1][2]["Content-Security-Policy"]
    assert page.ask(f"made/{job}/99/cards.pdf")[0] == page.ask("made/99/0/cards.pdf")[0] == 404
    assert made == {path.name: path.read_bytes() for path in (tmp_path / "out" / "butine" / "home-a4").iterdir()}


def test_the_last_export_is_the_one_that_was_asked_for_last_whichever_thread_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[Callable[[], None]] = []

    class Later:
        def __init__(self, target: Callable[..., None], args: tuple[Any, ...], **_: Any) -> None:
            self.start = lambda: waiting.append(partial(target, *args))

    monkeypatch.setattr(exports.threading, "Thread", Later)
    made = exports.Exports(tmp_path, Store.open(), lambda export: None)
    jobs = [made.start("home-a4", False, ViewOptions()).job for _ in range(2)]
    for run in reversed(waiting):
        run()
    assert [export.job for export in made.latest(ViewOptions())] == jobs[1:]


def test_an_export_of_a_game_with_errors_says_why_nothing_was_written(server: Server, game: Path) -> None:
    events, page = Events(server), Client(server)
    ready(events)
    edit(game / "hive.csv", "BRW,blue white,red,morning", "BRW,blue white,red,night")
    events.until("change", checking=False)
    page.json("export", "POST", {"profile": "home-a4"})
    failed = events.until("export", state="failed")
    assert any("hive.csv:2" in problem["place"]["text"] for problem in failed["problems"])


@pytest.mark.parametrize("name", ["~$cards.xlsx", ".cards.csv.swp", "cards.csv~", "4913.tmp"])
def test_what_editors_write_beside_a_file_is_no_part_of_the_game(tmp_path: Path, name: str) -> None:
    assert not is_part(tmp_path / name, tmp_path)
    assert not is_part(tmp_path / "output" / "a.pdf", tmp_path)
    assert is_part(tmp_path / "cards.csv", tmp_path)


def test_ids_of_any_letters_have_addresses(game: Path) -> None:
    edit(game / "hive.csv", "BRW,blue white", "B/R ü?,blue white")
    for server in served(game):
        ready(Events(server))
        page = Client(server)
        key = quote("B/R ü?", safe="")
        assert page.ask(f"face/hive/{key}/front")[0] == 200
        assert page.json(f"anatomy/hive/{key}/front")["slots"]


def test_what_a_page_shows_comes_ahead_of_the_rest_and_with_it_once_more(server: Server, game: Path) -> None:
    events, page = Events(server), Client(server)
    ready(events)
    before = {piece["key"]: piece["front"] for piece in page.json("state")["pieces"]}
    assert page.json("look", "POST", {"faces": [["quick", "BRW", "front"]]}) == {}
    assert page.ask("look", "POST", {"faces": ["hive"]})[0] == 404
    palette = game / "palette.yaml"
    palette.write_text(re.sub("#[0-9A-Fa-f]{6}", "#123456", palette.read_text("utf-8")), "utf-8")
    [piece] = events.until("change", ahead=True)["pieces"]
    assert piece["key"] == "quick/BRW"
    assert piece["front"] != before["quick/BRW"]
    assert len(events.changed()["pieces"]) > 1
    assert events.until("change", checking=False)["ahead"] is False
