"""The start page over HTTP: what it lists, what it makes, and what it never shows."""

from __future__ import annotations

import http.client
import io
import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from openpyxl import Workbook

from beeprint import pipeline, starter
from beeprint.base.options import ViewOptions
from beeprint.base.problems import only_errors
from beeprint.base.store import Store
from beeprint.game import model
from beeprint.sources.workspace import Workspace, built_in_games
from beeprint.starter.card_templates import TEMPLATES
from beeprint.studio import Desk, Server, recent

PATIENCE = 1000.0


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with documents, in which a studio is started."""
    folder = tmp_path / "home"
    (folder / "Documents").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / ".config"))
    monkeypatch.chdir(folder / "Documents")
    return folder


class Page:
    """A start page without a browser."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        """Ask a question, or post an object or bytes; return the status and what is answered."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"X-Beeprint": "1", "Content-Type": kind}
        connection.request("GET" if body is None else "POST", f"/{self.server.token}/{path}", sent, headers)
        answer = connection.getresponse()
        data, is_json = answer.read(), answer.getheader("Content-Type") == "application/json"
        connection.close()
        return answer.status, json.loads(data) if is_json else data

    def json(self, path: str, body: Any = None) -> Any:
        """Ask for a value."""
        status, value = self.ask(path, body)
        assert status == 200, (path, status)
        return value

    def upload(self, files: dict[str, bytes]) -> int:
        """Upload files, and return the number of the upload."""
        tray = int(self.json("tray", {})["tray"])
        for name, data in files.items():
            assert self.json(f"upload/{tray}/{quote(name)}", data) == {"done": True}
        return tray


def served(read_only: bool = False) -> Iterator[Page]:
    server = Server(Desk(Store.open(), read_only=read_only))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield Page(server)
    server.desk.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.fixture
def page(home: Path) -> Iterator[Page]:
    yield from served()


def messages(answer: Any) -> list[str]:
    assert answer["done"] is False
    return [problem["message"] for problem in answer["problems"]]


def workbook(**sheets: list[list[Any]]) -> bytes:
    """Return a workbook with sheets by name."""
    book = Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


CARDS = [["Name", "Text", "Qty"], ["Moth", "Flies at night.", 2], ["Bee", "Makes honey.", 3]]


def test_without_a_game_the_start_page_is_sent(page: Page) -> None:
    status, html = page.ask("")
    assert status == 200 and b"start.js" in html
    assert page.ask("state")[0] == 404 and page.ask("events")[0] == 404
    shown = page.json("games")
    assert shown["recent"] == [] and shown["open"] is None
    names = [template["name"] for template in shown["templates"]]
    assert names[:3] == ["blank", "plain", "inkscape"] and set(names[3:]) == {*TEMPLATES, *built_in_games()}


def test_every_template_has_a_picture_of_its_first_card(page: Page) -> None:
    for template in page.json("games")["templates"]:
        status, drawing = page.ask(f"cover/{template['kind']}/{template['name']}")
        assert status == 200 and drawing.startswith(b"<svg") and b"<script" not in drawing
    assert page.ask("cover/game/..")[0] == 404 and page.ask("cover/recent/0")[0] == 404


def test_a_new_game_is_made_opened_and_remembered(page: Page, home: Path) -> None:
    wish = {"title": "Späte Bienen", "kind": "starter", "name": "blank", "deck": "Bee cards"}
    assert page.json("new-game", {**wish, "folder": str(home / "Documents")}) == {"done": True}
    game = home / "Documents" / "spate-bienen"
    assert sorted(path.name for path in game.iterdir() if path.is_file()) == [
        "README.md",
        "bee-cards.csv",
        "game.yaml",
        "palette.yaml",
    ]
    checked = pipeline.check(game, ViewOptions())
    assert checked.game.spec.title == "Späte Bienen" and checked.game.decks["bee-cards"].spec.title == "Bee cards"
    assert not checked.problems and checked.game.pieces == 3
    assert b"main.js" in page.ask("")[1] and b"start.js" in page.ask("start")[1]
    shown = page.json("games")
    assert shown["open"]["title"] == "Späte Bienen" and [each["path"] for each in shown["recent"]] == [str(game)]
    assert page.ask("cover/recent/0")[1].startswith(b"<svg")


@pytest.mark.parametrize("name", [*starter.names(), "pollen-wars"])
def test_a_title_is_written_with_its_accents(tmp_path: Path, name: str) -> None:
    title = 'Événements de mai 🐝, "2e"'
    write = starter.write if name in starter.names() else starter.write_copy
    write(tmp_path / "bees", name, title)
    text = (tmp_path / "bees" / "game.yaml").read_text("utf-8")
    assert 'title: "Événements de mai 🐝, \\"2e\\""\n' in text
    assert model.declared(Workspace(tmp_path / "bees")).title == title


def test_a_new_game_is_proposed_where_the_last_one_was_made(page: Page, home: Path) -> None:
    documents = home / "Documents"
    assert page.json("games")["home"] == str(documents)
    (documents / "games").mkdir()
    page.json("new-game", {"title": "Bees", "kind": "starter", "name": "blank", "folder": str(documents / "games")})
    starter.write(home / "elsewhere", "blank")
    page.json("open-game", {"path": str(home / "elsewhere")})
    assert page.json("games")["home"] == page.json("folders")["path"] == str(documents / "games")
    shutil.rmtree(documents / "games")
    assert page.json("games")["home"] == str(documents), "where that folder is gone"


def test_the_game_that_is_opened_next_takes_the_place_of_the_first(page: Page, home: Path) -> None:
    for name in ("one", "two"):
        starter.write(home / name, "blank")
    page.json("open-game", {"path": str(home / "one")})
    first = page.json("state")["number"]
    page.json("open-game", {"path": str(home / "two")})
    assert page.json("state")["number"] != first
    assert [Path(each["path"]).name for each in page.json("games")["recent"]] == ["two", "one"]
    assert page.ask(f"undo?game={first}", {})[0] == 410
    assert messages(page.json("undo", {})) == ["there is nothing to undo"]


def test_what_was_done_in_a_game_is_undone_after_another_one_was_open(page: Page, home: Path) -> None:
    for name in ("one", "two"):
        starter.write(home / name, "blank")
    before = (home / "one" / "game.yaml").read_bytes()
    page.json("open-game", {"path": str(home / "one")})
    page.server.studio.view({}).refresh()
    assert page.json("game-settings", {"values": {"title": "Moths"}})["done"] is True
    page.json("open-game", {"path": str(home / "two")})
    assert page.json("state")["can-undo"] == ""
    page.json("open-game", {"path": str(home / "one")})
    assert page.json("undo", {})["title"] == "Title of the game changed"
    assert (home / "one" / "game.yaml").read_bytes() == before


def test_what_was_done_is_undone_after_the_studio_was_started_again(home: Path) -> None:
    starter.write(home / "one", "blank")
    before = (home / "one" / "game.yaml").read_bytes()
    for page in served():
        page.json("open-game", {"path": str(home / "one")})
        page.server.studio.view({}).refresh()
        for title in ("Moths", "Bees"):
            assert page.json("game-settings", {"values": {"title": title}})["done"] is True
        after = (home / "one" / "game.yaml").read_bytes()
        page.json("undo", {})
    for page in served():
        page.json("open-game", {"path": str(home / "one")})
        assert page.json("undo", {})["title"] == "Title of the game changed"
        assert (home / "one" / "game.yaml").read_bytes() == before
        page.json("redo", {})
        page.json("redo", {})
        assert (home / "one" / "game.yaml").read_bytes() == after
    for page in served(read_only=True):
        page.json("open-game", {"path": str(home / "one")})
        assert page.json("state")["can-undo"] == ""


def test_a_game_that_is_opened_by_a_relative_path_is_one_with_its_recent_entry(page: Page, home: Path) -> None:
    starter.write(home / "Documents" / "one", "blank")
    page.server.desk.open(Path("one"))
    report = page.json("games")
    assert [report["open"]["path"]] == [each["path"] for each in report["recent"]]


def test_games_that_are_gone_are_not_among_the_recent_ones(page: Page, home: Path) -> None:
    starter.write(home / "one", "blank")
    page.json("open-game", {"path": str(home / "one")})
    (home / "one").rename(home / "moved")
    assert page.json("games")["recent"] == []
    for odd in ("nonsense", '{"a": 1}', '[1, "relative", null]'):
        (home / ".config" / "beeprint" / "recent-games.json").write_text(odd, "utf-8")
        assert recent.recent_games() == []


@pytest.mark.parametrize("name", built_in_games())
def test_a_copy_of_a_built_in_game_is_a_game_of_its_own(name: str, tmp_path: Path) -> None:
    starter.write_copy(tmp_path / "mine", name, 'My "own"')
    assert (tmp_path / "mine" / "layouts" / name).is_dir() and not (tmp_path / "mine" / "art" / "src").exists()
    assert not only_errors(model.load(Workspace(tmp_path / "mine"))[1])
    text = (tmp_path / "mine" / "game.yaml").read_text("utf-8")
    assert "\nid: mine\n" in f"\n{text}" and 'title: "My \\"own\\""' in text


def test_a_built_in_game_is_only_looked_at(page: Page, home: Path) -> None:
    page.json("open-game", {"game": "butine"})
    assert page.ask("undo", {})[0] == 403
    assert page.json("games")["recent"] == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"title": " "}, "the title is empty"),
        ({"title": "x" * 81}, "the title is too long, or not one line"),
        ({"title": "a\nb"}, "the title is too long, or not one line"),
        ({"deck": "a\tb"}, "the deck's name is too long, or not one line"),
    ],
)
def test_what_cannot_be_a_name_is_refused_in_words(page: Page, home: Path, change: Any, message: str) -> None:
    wish = {"title": "Bees", "kind": "starter", "name": "blank", "folder": str(home), **change}
    assert messages(page.json("new-game", wish)) == [message]
    assert sorted(path.name for path in home.iterdir()) == ["Documents"]


def test_a_folder_that_is_there_already_is_left_alone(page: Page, home: Path) -> None:
    (home / "bees").mkdir()
    wish = {"title": "Bees", "kind": "starter", "name": "blank", "folder": str(home)}
    assert messages(page.json("new-game", wish)) == ["There is already a game of this title in this folder."]
    assert not any((home / "bees").iterdir())


def test_folders_are_listed_by_name_without_hidden_ones_and_files(page: Page, home: Path) -> None:
    starter.write(home / "Documents" / "game", "blank")
    for name in ("Empty", ".hidden"):
        (home / "Documents" / name).mkdir()
    (home / "Documents" / "letter.txt").write_text("secret", "utf-8")
    shown = page.json("folders")
    assert [(each["name"], each["game"]) for each in shown["folders"]] == [("Empty", False), ("game", True)]
    assert shown["writable"] and shown["trail"][-1]["name"] == "Documents" and "secret" not in json.dumps(shown)


def test_nothing_outside_the_places_is_shown(page: Page, home: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "inside").mkdir(parents=True)
    (home / "Documents" / "way-out").symlink_to(tmp_path / "elsewhere")
    assert page.json("folders")["folders"] == []
    for path in (tmp_path, "/etc", home / "Documents" / "way-out", home / ".." / "elsewhere", "relative", "\0"):
        assert page.ask(f"folders?path={quote(str(path))}")[0] == 404
        assert page.ask("open-game", {"path": str(path)})[0] == 404
        wish = {"title": "Bees", "kind": "starter", "name": "blank", "folder": str(path)}
        assert page.ask("new-game", wish)[0] == 404
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["inside"]


def test_a_folder_without_a_game_is_not_opened(page: Page, home: Path) -> None:
    assert messages(page.json("open-game", {"path": str(home)})) == ["there is no game.yaml in this folder"]


def test_a_workbook_becomes_a_game_of_the_sheet_and_size_that_are_chosen(page: Page, home: Path) -> None:
    tray = page.upload({"Deck of moths.xlsx": workbook(Cards=CARDS, Other=[["Name"], ["Ant"], ["Fly"]])})
    suits = ["action", "the cards have a text"]
    sheets = [
        {"name": "Cards", "cards": True, "template": suits},
        {"name": "Other", "cards": False, "template": ["", ""]},
    ]
    assert page.json("tables", {"tray": tray}) == {"name": "Deck of moths", "sheets": sheets}
    wish = {"tray": tray, "title": "Moths", "folder": str(home), "sheets": ["Cards"], "size": "70x120"}
    notes = page.json("import", wish)["notes"]
    assert "Cards: 5 pieces, from 2 rows of Deck of moths.xlsx." in notes
    assert "  The cards are 70 x 120 mm." in notes and not any("beeprint-" in note for note in notes)
    checked = pipeline.check(home / "moths", ViewOptions())
    assert list(checked.game.decks) == ["cards"] and checked.game.pieces == 5
    assert page.json("games")["open"]["path"] == str(home / "moths")
    assert page.ask("tables", {"tray": tray})[0] == 404


def imported(page: Page, home: Path, title: str = "Moths") -> Path:
    """Import a small table, and return the folder of the game."""
    tray = page.upload({"moths.xlsx": workbook(Cards=CARDS)})
    assert page.json("import", {"tray": tray, "title": title, "folder": str(home)})["done"] is True
    return home / title.lower()


def test_an_import_is_taken_back_whole(page: Page, home: Path) -> None:
    game = imported(page, home)
    assert page.json("choose-again", {}) == {"done": True}
    assert sorted(path.name for path in home.iterdir()) == [".config", "Documents"] and not game.exists()
    shown = page.json("games")
    assert shown["open"] is None and shown["recent"] == [] and page.ask("state")[0] == 404
    assert page.json("choose-again", {})["done"] is False
    imported(page, home)
    assert page.json("state")["number"] and page.json("games")["open"]["path"] == str(game)


def test_the_game_before_an_import_that_is_taken_back_is_open_again(page: Page, home: Path) -> None:
    starter.write(home / "one", "blank")
    page.json("open-game", {"path": str(home / "one")})
    imported(page, home)
    assert page.json("choose-again", {}) == {"done": True}
    shown = page.json("games")
    assert [shown["open"]["path"]] == [each["path"] for each in shown["recent"]] == [str(home / "one")]


@pytest.mark.parametrize("touch", ["changed", "added", "removed", "folder", "link", "other game"])
def test_an_import_that_somebody_has_touched_stays(page: Page, home: Path, touch: str) -> None:
    game = imported(page, home)
    if touch == "changed":
        (game / "palette.yaml").write_text("# mine\n", "utf-8")
    elif touch == "added":
        (game / "notes.txt").write_text("mine", "utf-8")
    elif touch == "removed":
        (game / "palette.yaml").unlink()
    elif touch == "folder":
        (game / "mine").mkdir()
    elif touch == "link":
        game.rename(home / "moved")
        game.symlink_to(home / "moved")
    else:
        starter.write(home / "one", "blank")
        page.json("open-game", {"path": str(home / "one")})
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert messages(page.json("choose-again", {})) == ["the game has changed since the import, so it stays"]
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


def test_a_folder_brings_its_pictures_and_icons(page: Page, home: Path) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0,0H9V9Z"/></svg>'
    table = b"Name,Text,Picture\nMoth,Pay 2 [coin] now.,moth\nBee,Take [coin] and [star].,moth\n"
    files = {"deck/cards.csv": table, "deck/art/moth.svg": drawing, "deck/icons/coin.svg": drawing}
    tray = page.upload(files)
    assert page.json("tables", {"tray": tray}) == {"name": "deck", "sheets": []}
    notes = page.json("import", {"tray": tray, "title": "Deck", "folder": str(home)})["notes"]
    game = home / "deck"
    assert (game / "art" / "icons" / "coin.svg").read_bytes() == drawing
    assert (game / "art" / "pictures" / "moth.svg").read_bytes() == drawing
    checked = pipeline.check(game, ViewOptions())
    assert checked.game.spec.icons == {"[coin]": "coin", "[star]": "star"} and not only_errors(checked.problems)
    assert "icons: [coin] is art/icons/coin.svg." in notes


def test_a_picture_named_as_a_word_in_brackets_is_its_icon(page: Page, home: Path) -> None:
    def drawing(path: str) -> bytes:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="{path}"/></svg>'.encode()

    rows = ("Name,Text,Picture", "Moth,Pay 2 {coin} or 3 (wood).,moth", "Bee,Take {coin} from {Moth}.,wing")
    pictures = {"Coin.svg": "M0,0H9V9Z", "wood.svg": "M0,0H9V8Z", "moth.svg": "M0,0H9V7Z", "wing.svg": "M0,0H9V6Z"}
    files = {f"deck/{name}": drawing(path) for name, path in pictures.items()}
    tray = page.upload({"deck/cards.csv": "\n".join([*rows, ""]).encode(), **files})
    page.json("tables", {"tray": tray})
    page.json("import", {"tray": tray, "title": "Deck", "folder": str(home)})
    game = home / "deck"
    assert (game / "art" / "icons" / "coin.svg").read_bytes() == drawing("M0,0H9V9Z")
    assert (game / "art" / "icons" / "wood.svg").read_bytes() == drawing("M0,0H9V8Z")
    icons = pipeline.check(game, ViewOptions()).game.spec.icons
    assert icons == {"{coin}": "coin", "(wood)": "wood"}  # {Moth} in one text names the card


def test_notes_of_an_import_name_views_of_the_page(page: Page, home: Path) -> None:
    long = "Zahle 2 [coin] und ziehe eine Karte, dann [Reiter]. " * 24
    rows = [
        ["Name", "Kosten", "Text", "Anzahl"],
        ["Biene", 1, long, 2, "later"],
        ["Hummel", 2, "Nimm [coin], dann [Reiter].", 1],
        ["Summe", "", "", 3],
    ]
    tray = page.upload({"bees.xlsx": workbook(Karten=rows, Ideen=[["To do", "Who"], ["Print", ""], ["Play", "Ada"]])})
    notes = page.json("import", {"tray": tray, "title": "Bees", "folder": str(home)})["notes"]
    assert "Words in brackets are printed as icons: [coin] as coin. You can choose others in Game, Icons." in notes
    assert "  [Reiter]: printed as text; make icons of them in Game, Icons." in notes
    assert "Add and remove cards as you like. To fix their number, add a check in Game, Checks." in notes
    assert "The language is de, judging by your columns. You can change it in Game, Languages." in notes
    assert "Column E has no name, so it is left out. Name it in row 1 if the game needs it." in notes
    assert any(note.endswith("needs the room. You can change this in Game, Decks.") for note in notes)
    assert any(note.startswith("The sheet Ideen was left out: it ") for note in notes)
    assert "Your Summe row (row 4) is not a card. It was left out." in notes
    assert not [note for note in notes if any(word in note for word in ("game.yaml", "hint:", " --", "#", "\n"))]


@pytest.mark.parametrize("name", ["../out.csv", ".hidden.csv", "a/../../b.csv", "a//b.csv", "a\nb.csv"])
def test_no_name_leads_out_of_an_upload(page: Page, home: Path, name: str) -> None:
    tray = page.json("tray", {})["tray"]
    status, answer = page.ask(f"upload/{tray}/{quote(name)}", b"Name\nx\n")
    assert status == 404 or messages(answer) == ["no file of a game may have this name"]


def test_too_many_files_are_refused(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beeprint.studio.trays.MOST_FILES", 1)
    tray = page.upload({"a.csv": b"Name\nx\n"})
    answer = page.json(f"upload/{tray}/b.csv", b"")
    assert messages(answer) == ["a game is made of at most 1 files of 500 MB together"]


def test_what_cannot_be_read_is_said_by_its_own_name(page: Page, home: Path) -> None:
    tray = page.upload({"cards.xlsx": b"nonsense"})
    (problem,) = page.json("tables", {"tray": tray})["problems"]
    assert problem["place"]["text"] == "cards.xlsx"
    tray = page.upload({"cards.docx": b"nonsense"})
    answer = page.json("import", {"tray": tray, "title": "X", "folder": str(home)})
    assert answer["problems"][0]["place"]["text"] == "cards.docx" and not (home / "x").exists()
    tray = page.upload({"cards.csv": b"Name\nx\ny\n"})
    answer = page.json("import", {"tray": tray, "title": "X", "folder": str(home), "size": "1x1"})
    assert messages(answer) == ["1x1 is no size of cards"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"cards.docx": b"PK"}, "this is a Word document; a game is made of a table"),
        ({"moth.png": b"x"}, "this is a picture; a game is made of a table"),
        ({"moth.png": b"x", "cards.docx": b"PK"}, "this folder holds no table with rows"),
        ({"deck/moth.png": b"x"}, "this folder holds no table with rows"),
    ],
)
def test_files_without_a_table_are_refused_before_the_form(page: Page, files: dict[str, bytes], message: str) -> None:
    answer = page.json("tables", {"tray": page.upload(files)})
    assert messages(answer)[0].startswith(message)
    assert "beeprint-" not in json.dumps(answer)


def test_read_only_makes_nothing_and_opens_games(home: Path) -> None:
    starter.write(home / "one", "blank")
    for page in served(read_only=True):
        for action in ("new-game", "import", "choose-again", "tray", "upload/1/a.csv", "tables"):
            assert page.ask(action, {})[0] == 403
        assert page.json("open-game", {"path": str(home / "one")}) == {"done": True}
        assert page.json("state")["read-only"] is True
    assert not (home / ".config").exists()
