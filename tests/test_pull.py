"""`beeprint pull`: what a server may do, what arrives, what stays; and that no other command uses a network."""

from __future__ import annotations

import contextlib
import gzip
import itertools
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from openpyxl import Workbook

from beeprint.base.problems import BuildError
from beeprint.cli import cli
from beeprint.edit import pull
from beeprint.edit.pull.fetch import AddressError, Limits, fetch, is_public, resolve, split
from workbooks import saved

CARDS = "id,title,cost\nA,Drone,1\nB,Queen,2\n"
NEW = "id,title,cost\nA,Drone,3\nC,Scout,2\n"
HTML = "<!DOCTYPE html><html><body>Sign in</body></html>"
#: More seconds than any answer takes, so that one limit is met alone.
LONG = 1_000
SMALL = Limits(silence=LONG, whole=LONG, size=100_000)
SILENT = Limits(silence=0.5, whole=LONG)
SHORT = Limits(silence=LONG, whole=0.5)
Answer = Callable[[BaseHTTPRequestHandler], None]


def sends(data: bytes | str, status: int = 200, length: int | None = None, **headers: str) -> Answer:
    body = data.encode() if isinstance(data, str) else data

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body) if length is None else length))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def leads(to: str) -> Answer:
    return sends("", 302, Location=to)


def drips(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    while True:  # until the other side has had enough
        handler.wfile.write(b"a")
        time.sleep(0.01)


def stalls(handler: BaseHTTPRequestHandler) -> None:
    """Send nothing until the other side ends the connection."""
    handler.rfile.read(1)


def large_unsaid(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(b"0" * 200_000)


def trickles(handler: BaseHTTPRequestHandler) -> None:
    """Send a header that never ends."""
    for letter in itertools.chain("HTTP/1.0 200 OK\r\nX: ", itertools.repeat("y")):
        handler.wfile.write(letter.encode())
        time.sleep(0.01)


def half_a_chunk(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"100\r\nid,title\r\n")


def packed_and_more(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Encoding", "gzip")
    handler.end_headers()
    handler.wfile.write(gzip.compress(NEW.encode()) + b"0" * 200_000)


def less_than_nothing(handler: BaseHTTPRequestHandler) -> None:
    """Send a chunk of negative length, which never ends."""
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"-1\r\n")
    for _ in range(500):
        handler.wfile.write(b"0" * 10_000)
        time.sleep(0.01)


ANSWERS: dict[str, Answer] = {
    "/cards.csv": sends(NEW, Content_Type="text/csv"),
    "/packed": sends(gzip.compress(NEW.encode()), Content_Encoding="gzip"),
    "/there": leads("/cards.csv"),
    "/a-space?q=1 2": sends(NEW),
    "/html": sends(HTML, Content_Type="text/html; charset=utf-8"),
    "/html-as-csv": sends(f"\n {HTML}", Content_Type="text/csv"),
    "/half": sends(NEW[:20], length=len(NEW)),
    "/half-chunk": half_a_chunk,
    "/half-packed": sends(gzip.compress(NEW.encode())[:-12], Content_Encoding="gzip"),
    "/damaged": sends(b"nonsense", Content_Encoding="gzip"),
    "/bomb": sends(gzip.compress(b"0" * 5_000_000), Content_Encoding="gzip"),
    "/packed-and-more": packed_and_more,
    "/less-than-nothing": less_than_nothing,
    "/brotli": sends("x", Content_Encoding="br"),
    "/large": sends("0" * 200_000),
    "/large-unsaid": large_unsaid,
    "/claims": sends("", length=10**12),
    "/empty": sends(""),
    "/stalls": stalls,
    "/drips": drips,
    "/trickles": trickles,
    "/404": sends("no", 404),
    "/403": sends("no", 403),
    "/500": sends("no", 500),
    "/204": sends("", 204),
    "/loop": leads("/loop-2"),
    "/loop-2": leads("/loop"),
    "/far": leads("/far-1"),
    **{f"/far-{number}": leads(f"/far-{number + 1}") for number in range(1, 9)},
    "/to-google": leads("https://accounts.google.com/ServiceLogin?continue=x"),
    "/to-file": leads("file:///etc/passwd"),
    "/to-no-address": leads("http://[1"),
    "/to-metadata": leads("https://169.254.169.254/latest"),
    "/two-places": leads("http://localhost:1/cards.csv"),
    "/faulty": sends("id,title,cost\nA,Drone,many\n"),
    "/other": sends("id,name\nA,Drone\n"),
    "/no-rows": sends("id,title,cost\n"),
    "/nothing-new": sends(CARDS.replace("\n", "\r\n")),
    "/fewer": sends("id,title,cost\nA,Drone,1\n"),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["Host"], self.headers["Accept-Encoding"]))  # type: ignore[attr-defined]
        with contextlib.suppress(OSError):  # where the other side has had enough
            ANSWERS[self.path.replace("%20", " ")](self)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadingHTTPServer]:
    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.asked = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def address(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a small game whose table has a source to fill in."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "game"
    (folder / "layouts").mkdir(parents=True)
    (folder / "cards.csv").write_text(CARDS, "utf-8")
    (folder / "layouts" / "card.yaml").write_text(
        'slots:\n  title: {kind: text, font: source-sans, size: 12, text: "{title} {cost}", box: [5, 5, 50, 20]}\n',
        "utf-8",
    )
    (folder / "game.yaml").write_text(
        """id: game
version: "1"
title: Game
decks:
  cards:
    title: Cards
    data: {file: cards.csv, source: "SOURCE"}
    columns: {title: text, cost: int}
    shape: {kind: card, size: us-poker}
    front: card
    stock: cards
rules:
  - {rule: count, deck: cards, is: 2}
""",
        "utf-8",
    )
    return folder


def named(game: Path, source: str) -> Path:
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.replace("SOURCE", source), "utf-8")
    return game


def pulled(game: Path, source: str, *options: str) -> Result:
    named(game, source)
    return CliRunner().invoke(cli, ["pull", str(game), "--allow-private", *options])


# what arrives --------------------------------------------------------------------------------------------------------


def test_a_new_table_takes_the_place_of_the_old_one_and_its_changes_are_listed(game: Path, address: str) -> None:
    (game / "cards.csv").chmod(0o640)
    done = pulled(game, f"{address}/cards.csv")
    assert done.exit_code == 0
    assert done.stderr == "game/cards.csv has 2 rows now, 2 before\n"
    assert (
        done.stdout
        == """# Game: what has changed

From version 1 (game before) to version 1 (game now).

2 pieces to take out, 2 pieces to put in.

Old and new pieces bear the same version: raise it in game.yaml to tell them apart by their stamps.

## Removed: take these out

- [ ] **B (Queen)**, cards: take out 1

## Changed: take the old ones out, put the new ones in

- [ ] **A (Drone)**, cards: take out 1, put in 1
  - cost: `1` -> `3`

## Added: put these in

- [ ] **C (Scout)**, cards: put in 1
"""
    )
    assert (game / "cards.csv").read_text("utf-8") == NEW
    assert os.name == "nt" or (game / "cards.csv").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in game.iterdir()) == ["cards.csv", "game.yaml", "layouts"]


@pytest.mark.skipif(sys.platform == "win32", reason="a process that is killed keeps its files there for a while")
def test_what_a_killed_pull_left_is_cleared_up_though_its_file_had_arrived(game: Path, address: str) -> None:
    left = game / ".beeprint-1a2b3c4d"
    left.mkdir()
    (left / "build.lock").write_text("process 1 on a machine\n")
    assert pulled(game, f"{address}/nothing-new").exit_code == 0
    assert not left.exists()


def test_a_table_with_the_same_cells_leaves_the_file_as_it_is(game: Path, address: str) -> None:
    done = pulled(game, f"{address}/nothing-new")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "game/cards.csv is as it was: 2 rows\n")
    assert (game / "cards.csv").read_bytes() == CARDS.encode()


def test_the_first_pull_needs_no_file(game: Path, address: str) -> None:
    (game / "cards.csv").unlink()
    done = pulled(game, f"{address}/cards.csv")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "game/cards.csv is new: 2 rows\n")
    assert (game / "cards.csv").read_text("utf-8") == NEW


@pytest.mark.parametrize("path", ["packed", "there", "a-space?q=1%202"])
def test_packed_and_redirected_files_arrive(path: str, address: str) -> None:
    assert fetch(f"{address}/{path}", allow_private=True).data == NEW.encode()


def test_rules_that_no_longer_hold_keep_no_table_away_but_are_told(game: Path, address: str) -> None:
    done = pulled(game, f"{address}/fewer")
    assert done.exit_code == 0 and "## Removed" in done.stdout
    assert "game/game.yaml:13:36: warning: cards.csv holds 1 card, not 2" in done.stderr


def test_sheets_of_one_workbook_are_pulled_once(game: Path, server: ThreadingHTTPServer, address: str) -> None:
    book = Workbook()
    for title, rows in (("One", [["id", "title", "cost"], ["A", "Drone", 1]]), ("Two", [["id"], ["X"]])):
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    ANSWERS["/book.xlsx"] = sends(saved(book))
    text = (game / "game.yaml").read_text("utf-8").replace("SOURCE", f"{address}/book.xlsx")
    text = text.replace("{file: cards.csv,", "{file: data/book.xlsx, sheet: One,")
    more = (
        f'tables:\n  two: {{title: Two, data: {{file: data/book.xlsx, sheet: Two, source: "{address}/book.xlsx"}}}}\n'
    )
    (game / "game.yaml").write_text(text + more, "utf-8")
    server.asked.clear()  # type: ignore[attr-defined]
    done = CliRunner().invoke(cli, ["pull", str(game), "--allow-private"])
    assert done.exit_code == 0 and done.stderr.startswith("game/data/book.xlsx is new: 2 rows\n")
    assert len(server.asked) == 1 and (game / "data" / "book.xlsx").is_file()  # type: ignore[attr-defined]


# what does not -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("html", "the address answers with a web page, not with a file\n    hint: give the address from which"),
        ("html-as-csv", "the address answers with a web page, not with a file"),
        ("empty", "the file is empty"),
        ("404", "there is no such file (status 404)\n    hint: open the address in a browser"),
        ("403", "the file is not public (status 403)\n    hint: share it with everyone who has the link"),
        ("500", "the server answers Internal Server Error (status 500)\n    hint: try again later"),
        ("204", "the server answers No Content (status 204)"),
        ("to-google", "the file is not public: the address leads to accounts.google.com, to sign in"),
        ("loop", "the address redirects in a circle, by way of http://127.0.0.1:"),
        ("far", "the address redirects more than 5 times"),
        ("to-file", "the address begins with file:, not https: (file:///etc/passwd, to which the address redirects)"),
        ("to-no-address", "the address redirects to http://[1, which is no address: Invalid IPv6 URL\n    hint: "),
    ],
)
def test_what_is_no_table_is_named_and_the_old_file_stays(path: str, message: str, game: Path, address: str) -> None:
    done = pulled(game, f"{address}/{path}")
    assert done.exit_code == 1
    assert done.stderr.startswith("game/game.yaml:7:37: error: cards.csv cannot be pulled: " + message)
    assert done.stderr.endswith("1 error; nothing was written\n")
    assert (game / "cards.csv").read_text("utf-8") == CARDS and len(list(game.iterdir())) == 3


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("half", "the connection ended before the whole file had arrived"),
        ("half-chunk", "the connection ended before the whole file had arrived"),
        ("half-packed", "the connection ended before the whole file had arrived"),
        ("damaged", "the file arrives damaged: it cannot be unpacked"),
        ("brotli", "the server packs the file by br, for which it was not asked"),
        ("bomb", "the file has more than 100,000 bytes"),
        ("large", "the file has more than 100,000 bytes"),
        ("large-unsaid", "the file has more than 100,000 bytes"),
        ("less-than-nothing", "the file has more than 100,000 bytes"),
        ("packed-and-more", "the file has more than 100,000 bytes"),
        ("claims", "the file has more than 100,000 bytes"),
    ],
)
def test_a_file_that_does_not_arrive_whole_and_small_is_refused(path: str, message: str, address: str) -> None:
    with pytest.raises(AddressError) as caught:
        fetch(f"{address}/{path}", allow_private=True, limits=SMALL)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("path", "limits", "message"),
    [
        ("stalls", SILENT, "127.0.0.1 sends nothing for 0.5 seconds"),
        ("drips", SHORT, "127.0.0.1 takes more than 0.5 seconds to send the file"),
        ("trickles", SHORT, "127.0.0.1 takes more than 0.5 seconds to send the file"),
    ],
)
def test_a_server_that_does_not_come_to_an_end_is_left(path: str, limits: Limits, message: str, address: str) -> None:
    with pytest.raises(AddressError) as caught:
        fetch(f"{address}/{path}", allow_private=True, limits=limits)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("faulty", "game/cards.csv:2:9: error: cost is 'many', not a whole number"),
        ("other", "game/cards.csv:1:1: error: the column cost is missing"),
        ("no-rows", "game/cards.csv:1:1: error: the table has no rows\n    hint: if that is meant, pull with --draft"),
    ],
)
def test_a_table_that_the_game_cannot_use_is_refused(path: str, message: str, game: Path, address: str) -> None:
    done = pulled(game, f"{address}/{path}")
    assert done.exit_code == 1 and message in done.stderr
    assert "nothing was written; places in data are those of the files that were fetched" in done.stderr
    assert (game / "cards.csv").read_text("utf-8") == CARDS


def test_a_draft_is_taken_with_its_faults(game: Path, address: str) -> None:
    done = pulled(game, f"{address}/faulty", "--draft")
    assert done.exit_code == 0 and "warning: cost is 'many'" in done.stderr
    assert "many" in (game / "cards.csv").read_text("utf-8")


def test_all_faults_are_told_at_once_and_one_keeps_all_files(game: Path, address: str) -> None:
    text = (game / "game.yaml").read_text("utf-8").replace("SOURCE", f"{address}/cards.csv")
    more = "".join(
        f'  {name}: {{data: {{file: {name}.csv, source: "{address}/{path}"}}}}\n'
        for name, path in (("a", "404"), ("b", "html"))
    )
    (game / "game.yaml").write_text(f"{text}tables:\n{more}", "utf-8")
    with pytest.raises(BuildError) as caught:
        pull.pull(game, pull.sources(game), allow_private=True)
    assert [problem.message.split(":")[0] for problem in caught.value.problems] == [
        "a.csv cannot be pulled",
        "b.csv cannot be pulled",
    ]
    assert (game / "cards.csv").read_text("utf-8") == CARDS


def test_a_file_that_cannot_be_written_leaves_the_old_one(
    game: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("beeprint.edit.pull.os.fsync", full)
    done = pulled(game, f"{address}/cards.csv")
    assert done.exit_code == 1 and "cannot write the file: No space left on device" in done.stderr
    assert (game / "cards.csv").read_text("utf-8") == CARDS and len(list(game.iterdir())) == 3


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
def test_a_link_out_of_the_game_is_not_written_through(game: Path, address: str, tmp_path: Path) -> None:
    shutil.move(game / "cards.csv", tmp_path / "outside.csv")
    (game / "cards.csv").symlink_to(tmp_path / "outside.csv")
    done = pulled(game, f"{address}/cards.csv")
    assert done.exit_code == 1 and "cards.csv is a link to a file outside the game's folder" in done.stderr
    assert (tmp_path / "outside.csv").read_text("utf-8") == CARDS


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
@pytest.mark.parametrize("name", ["cards.csv", "sub/cards.csv"])
def test_no_link_leads_a_new_file_out_of_the_game(game: Path, address: str, tmp_path: Path, name: str) -> None:
    (tmp_path / "outside").mkdir()
    (game / "cards.csv").unlink()
    if name == "cards.csv":
        (game / name).symlink_to(tmp_path / "outside" / "new.csv")
    else:
        (game / "sub").symlink_to(tmp_path / "outside")
    text = (game / "game.yaml").read_text("utf-8").replace("file: cards.csv", f"file: {name}")
    (game / "game.yaml").write_text(text, "utf-8")
    done = pulled(game, f"{address}/cards.csv")
    assert done.exit_code == 1 and f"a link leads from {name} out of the game's folder" in done.stderr
    assert list((tmp_path / "outside").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="such files are made otherwise there")
def test_what_is_no_file_that_may_be_written_is_left_as_it_is(game: Path, address: str) -> None:
    path = game / "cards.csv"
    path.chmod(0o444)
    done = pulled(game, f"{address}/cards.csv")
    assert done.exit_code == 1 and "error: cards.csv is read-only" in done.stderr
    assert path.read_text("utf-8") == CARDS
    path.unlink()
    for make in (path.mkdir, lambda: os.mkfifo(path), lambda: path.symlink_to(path.name)):
        make()
        done = pulled(game, f"{address}/cards.csv")
        assert done.exit_code == 1 and re.search("game.yaml:.*: error: cards.csv cannot be replaced: ", done.stderr)
        path.rmdir() if path.is_dir() else path.unlink()
    assert len(list(game.iterdir())) == 2


def two_tables(game: Path, address: str) -> list[pull.Pulled]:
    text = (game / "game.yaml").read_text("utf-8").replace("SOURCE", f"{address}/cards.csv")
    text += f'tables:\n  more:\n    data: {{file: more.csv, source: "{address}/cards.csv"}}\n'
    text += "    columns: {title: text, cost: int}\n"
    (game / "game.yaml").write_text(text, "utf-8")
    return pull.pull(game, pull.sources(game), allow_private=True)


def test_of_two_files_both_are_replaced_or_none(game: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (game / "more.csv").write_text(CARDS, "utf-8")
    fetched = two_tables(game, address)
    real, calls = os.replace, list[object]()

    def second_fails(old: Path, new: Path) -> None:
        calls.append(new)
        if len(calls) == 2:
            raise OSError(16, "Device or resource busy")
        real(old, new)

    monkeypatch.setattr("beeprint.edit.pull.os.replace", second_fails)
    monkeypatch.setattr("beeprint.delivery.exchange.swap", lambda new, target: False)
    with pytest.raises(BuildError, match="error: cannot write the file: Device or resource busy"):
        pull.put(game, fetched)
    assert len(calls) == 3  # the third puts the first file back
    for name in ("cards.csv", "more.csv"):
        assert (game / name).read_text("utf-8") == CARDS
    assert sorted(path.name for path in game.iterdir()) == ["cards.csv", "game.yaml", "layouts", "more.csv"]


def test_a_file_that_is_saved_while_a_pull_runs_is_not_replaced(game: Path, address: str) -> None:
    fetched = two_tables(game, address)
    (game / "cards.csv").write_text("id,title,cost\nA,Mine,1\n", "utf-8")
    with pytest.raises(BuildError, match=r"cards\.csv: error: the file has changed meanwhile"):
        pull.put(game, fetched)
    assert (game / "cards.csv").read_text("utf-8") == "id,title,cost\nA,Mine,1\n"
    assert not (game / "more.csv").exists()


def test_what_a_killed_pull_left_goes_with_the_next(game: Path, address: str) -> None:
    (game / ".beeprint-dead_one").mkdir()
    for name in ("build.lock", "cards.csv"):
        (game / ".beeprint-dead_one" / name).touch()
    assert pulled(game, f"{address}/cards.csv").exit_code == 0
    assert sorted(path.name for path in game.iterdir()) == ["cards.csv", "game.yaml", "layouts"]


# which addresses are asked -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fc00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::5db8:d822", True),
        ("fec0::1", False),
        ("64:ff9b:1::1", False),
        ("::127.0.0.1", False),
        ("::ffff:0:127.0.0.1", False),
        ("192.0.0.8", False),
        ("192.88.99.1", False),
        ("3fff::1", False),
        ("5f00::1", False),
        ("2001:db8::1", False),
        ("2002:808:808::", False),
    ],
)
def test_only_addresses_of_the_internet_are_public(text: str, expected: bool) -> None:
    assert is_public(text) is expected


def test_http_and_private_addresses_are_asked_only_with_leave(server: ThreadingHTTPServer, address: str) -> None:
    server.asked.clear()  # type: ignore[attr-defined]
    port = server.server_address[1]
    for url, message in (
        (f"{address}/cards.csv", "the address begins with http:, not https:"),
        (f"https://127.0.0.1:{port}/", "127.0.0.1 is 127.0.0.1, an address of your own network or machine"),
        (f"https://2130706433:{port}/", "2130706433 is 127.0.0.1, an address of your own network"),
        (f"https://[::1]:{port}/", "::1 is ::1, an address of your own network"),
    ):
        with pytest.raises(AddressError) as caught:
            fetch(url)
        assert caught.value.message.startswith(message)
    assert not server.asked  # type: ignore[attr-defined]


def known_as(monkeypatch: pytest.MonkeyPatch, names: dict[str, list[str]]) -> list[str]:
    """Let names of hosts be these IP addresses; return the names as they are looked up."""
    asked: list[str] = []

    def look_up(host: str, port: int, *_: object, **__: object) -> list[object]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in names.get(host, [])]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def test_a_name_is_checked_by_what_it_is_known_as_and_the_connection_goes_there(
    server: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = known_as(monkeypatch, {"cards.example": ["127.0.0.1"], "both.example": ["93.184.216.34", "10.0.0.1"]})
    for name in ("cards.example", "both.example"):
        with pytest.raises(AddressError, match="an address of your own network or machine"):
            fetch(f"https://{name}/cards.csv")
    with pytest.raises(AddressError, match=r"no address is known for none\.example"):
        fetch("https://none.example/cards.csv")
    asked.clear()
    server.asked.clear()  # type: ignore[attr-defined]
    port = server.server_address[1]
    assert fetch(f"http://cards.example:{port}/cards.csv", allow_private=True).data == NEW.encode()
    # Looked up once: a second answer, which nobody has checked, cannot lead elsewhere.
    assert asked == ["cards.example"] and server.asked == [("/cards.csv", f"cards.example:{port}", "identity")]  # type: ignore[attr-defined]


def test_each_address_to_which_a_server_redirects_is_checked_again(
    monkeypatch: pytest.MonkeyPatch, server: ThreadingHTTPServer, address: str
) -> None:
    # Only the first address, of the test's server, counts as public and may be http.
    port = server.server_address[1]
    known_as(monkeypatch, {"start.example": ["127.0.0.1"], "169.254.169.254": ["169.254.169.254"]})
    module = sys.modules[fetch.__module__]
    monkeypatch.setattr(module, "is_public", lambda ip: ip == "127.0.0.1")
    monkeypatch.setattr(module, "split", lambda url, leave=True: split(url, leave or "start.example" in url))
    for path, message in (
        ("to-metadata", "169.254.169.254 is 169.254.169.254, an address of your own network or machine"),
        ("two-places", "the address begins with http:, not https: (http://localhost:1/cards.csv, to which"),
    ):
        with pytest.raises(AddressError) as caught:
            fetch(f"http://start.example:{port}/{path}")
        assert caught.value.message.startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards.csv", "this is not an address"),
        ("ftp://example.org/cards.csv", "the address begins with ftp:, not https:"),
        ("https://", "the address begins with https:, not https:"),
        ("https://me:secret@example.org/", "the address holds a user name or a password"),
        ("https://example.org:99999/", "this is not an address: Port out of range"),
        ("https://example.org/a b.csv", "the address holds a space or an invisible character"),
        ("https://example.org/a\u200bb", "the address holds a space or an invisible character"),
        (f"https://example.org/{'a' * 2000}", "the address has 2,020 letters, more than 2,000"),
    ],
)
def test_what_is_no_address_is_refused(text: str, message: str) -> None:
    with pytest.raises(AddressError) as caught:
        split(text)
    assert caught.value.message.startswith(message)


KEY = "1AbC_dEf-0123456789"
SHEET = f"https://docs.google.com/spreadsheets/d/{KEY}"
PUBLISHED = f"https://docs.google.com/spreadsheets/d/e/2PACX-{KEY}"


@pytest.mark.parametrize(
    ("source", "file", "asked"),
    [
        (f"{SHEET}/edit#gid=42", "cards.csv", f"{SHEET}/export?format=csv&gid=42"),
        (f"{SHEET}/edit?gid=42#gid=42", "cards.tsv", f"{SHEET}/export?format=tsv&gid=42"),
        (f"{SHEET}/edit?usp=sharing", "cards.csv", f"{SHEET}/export?format=csv"),
        (f"{SHEET}/edit#gid=42", "game.xlsx", f"{SHEET}/export?format=xlsx"),
        (f"{SHEET}/", "game.ods", f"{SHEET}/export?format=ods"),
        (SHEET.replace("/d/", "/u/1/d/") + "/view", "cards.csv", f"{SHEET}/export?format=csv"),
        (f"{SHEET}/export?format=csv&gid=7", "cards.csv", f"{SHEET}/export?format=csv&gid=7"),
        (f"{PUBLISHED}/pubhtml?gid=3&single=true", "cards.csv", f"{PUBLISHED}/pub?gid=3&single=true&output=csv"),
        (f"{PUBLISHED}/pub?gid=3&single=true&output=csv", "cards.csv", f"{PUBLISHED}/pub?gid=3&single=true&output=csv"),
        (f"{PUBLISHED}/pub", "game.xlsx", f"{PUBLISHED}/pub?output=xlsx"),
        ("https://example.org/cards.csv?x=1", "cards.csv", "https://example.org/cards.csv?x=1"),
    ],
)
def test_a_link_to_a_google_sheet_means_its_export(source: str, file: str, asked: str) -> None:
    assert resolve(source, file) == asked


@pytest.mark.parametrize(
    ("source", "file", "message"),
    [
        (f"{SHEET}/edit", "cards.json", "a Google sheet cannot be had as .json"),
        (f"{SHEET}/export?format=xlsx", "cards.csv", "the address asks for xlsx, but the file is called cards.csv"),
        (f"{PUBLISHED}/pub?output=csv", "cards.xlsx", "the address asks for csv, but the file is called cards.xlsx"),
    ],
)
def test_a_google_sheet_in_a_format_that_cannot_be_had_is_named(source: str, file: str, message: str) -> None:
    with pytest.raises(AddressError) as caught:
        resolve(source, file)
    assert caught.value.message == message


def test_sources_are_checked_together_and_must_be_there(game: Path) -> None:
    named(game, "cards.csv")
    more = 'tables:\n  a: {data: {file: ../a.csv, source: "https://example.org/a"}}\n'
    more += '  b: {data: {file: b.csv, source: "https://example.org/1"}}\n'
    more += '  c: {data: {file: b.csv, source: "https://example.org/2"}}\n'
    more += '  d: {data: {file: game.yaml, source: "https://example.org/2"}}\n'
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(more)
    done = CliRunner().invoke(cli, ["pull", str(game)])
    assert done.exit_code == 1
    assert [line for line in done.stderr.splitlines() if "error:" in line] == [
        "game/game.yaml:7:37: error: this is not an address",
        "game/game.yaml:15:38: error: ../a.csv is not a data file that can be pulled",
        "game/game.yaml:17:35: error: b.csv comes from another address in line 16",
        "game/game.yaml:18:39: error: game.yaml is not a data file that can be pulled",
    ]
    text = (game / "game.yaml").read_text("utf-8").partition("tables:")[0]
    (game / "game.yaml").write_text(text.replace('{file: cards.csv, source: "cards.csv"}', "cards.csv"), "utf-8")
    done = CliRunner().invoke(cli, ["pull", str(game)])
    assert done.exit_code == 1 and "game/game.yaml:1:1: error: no data file has an address" in done.stderr


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
@pytest.mark.slow
def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    import ssl

    files = {name: str(tmp_path / name) for name in ("key.pem", "cert.pem")}
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    make += ["-keyout", files["key.pem"], "-out", files["cert.pem"], "-subj", "/CN=localhost"]
    subprocess.run([*make, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.asked = []  # type: ignore[attr-defined]
    made.handle_error = lambda *_: None  # type: ignore[method-assign]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files["cert.pem"], files["key.pem"])
    made.socket = context.wrap_socket(made.socket, server_side=True)
    threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True).start()
    url = f"https://localhost:{made.server_address[1]}"
    try:
        with pytest.raises(AddressError, match="the certificate of localhost cannot be trusted: self"):
            fetch(f"{url}/cards.csv", allow_private=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SSL_CERT_FILE", files["cert.pem"])
            assert fetch(f"{url}/cards.csv", allow_private=True).data == NEW.encode()
            for path in ("half", "half-chunk"):
                with pytest.raises(AddressError, match="the connection ended before the whole file had arrived"):
                    fetch(f"{url}/{path}", allow_private=True)
            with pytest.raises(AddressError, match=r"takes more than 0\.5 seconds"):
                fetch(f"{url}/drips", allow_private=True, limits=SHORT)
    finally:
        made.shutdown()
        made.server_close()


# no other command ----------------------------------------------------------------------------------------------------

#: Runs commands, one after the other; ends the process at the first step into a network, with a status of its own.
ALARM = """
import os, sys
def alarm(event, _):
    network = "connect getaddrinfo gethostbyname gethostbyaddr sendto sendmsg bind".split()
    if event in [f"socket.{one}" for one in network] or event.startswith(("urllib.", "http.")):
        sys.stderr.write("alarm: " + event)
        sys.stderr.flush()
        os._exit(99)
sys.addaudithook(alarm)
from beeprint.cli import main
for command in sys.argv[1:]:
    sys.stderr.write(command + ":\\n")
    try:
        main(command.split())
    except SystemExit as end:
        if end.code:
            raise
"""
#: What others than `pull` do with a game.
OTHERS = (
    "build game",
    "check game",
    "playtest game",
    "laser game --only cards",
    "stats game --by cost",
    "diff game game",
    "list",
    "new other",
    "new third --from game/cards.csv",
    "build game --profile playingcards-io --profile tabletop-simulator --base-url https://example.org",
)


def test_no_other_command_uses_a_network(game: Path) -> None:
    named(game, "https://example.org/cards.csv")
    done = subprocess.run([sys.executable, "-c", ALARM, *OTHERS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stderr.splitlines() if line[:-1] in OTHERS] == [f"{command}:" for command in OTHERS]


def test_the_alarm_would_sound(game: Path) -> None:
    named(game, "https://example.org/cards.csv")
    done = subprocess.run([sys.executable, "-c", ALARM, "pull game"], capture_output=True, text=True, check=False)
    assert done.returncode == 99 and "alarm: socket.getaddrinfo" in done.stderr
