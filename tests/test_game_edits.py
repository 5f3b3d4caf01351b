"""The game as the page sets it up, through HTTP: what is listed, what is written, and what is refused in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace
from beeprint.studio import Server
from small_game import small_game
from test_edit_game import everything
from test_studio import Client, Events, ready, served


class Page(Client):
    """A page that shows a game."""

    def __init__(self, server: Server, folder: Path) -> None:
        super().__init__(server)
        self.folder = folder
        self._events = Events(server)
        ready(self._events)

    def act(self, path: str, **body: Any) -> Any:
        """Do something, check that it was done, and wait until the studio has read the game again."""
        before = self.json("state")["version"]
        answer = self.json(path, "POST", body)
        assert answer["done"] is True, answer
        self._wait(before)
        return answer

    def refusal(self, path: str, **body: Any) -> str:
        """Return why something is refused, and check that it left all files as they were."""
        before = everything(self.folder)
        answer = self.json(path, "POST", body)
        assert answer["done"] is False and everything(self.folder) == before
        return "\n".join(f"{problem['message']}: {problem['hint']}" for problem in answer["problems"])

    def send(self, path: str, data: bytes) -> Any:
        """Send the bytes of a file; where they are taken, wait until the studio has read the game again."""
        before = self.json("state")["version"]
        status, body, _ = self.ask(path, "POST", data, Content_Type="application/octet-stream")
        assert status == 200
        answer = json.loads(body)
        if answer["done"]:
            self._wait(before)
        return answer

    def close(self) -> None:
        """Leave the page."""
        self._events.close()

    def undo(self) -> None:
        """Take the last edit back."""
        self.act("undo")

    def wait(self) -> None:
        """Wait until the studio has seen that a file was changed."""
        self._events.until("change")
        self._wait(0)

    def _wait(self, version: int) -> None:
        value: dict[str, Any] = {}
        while value.get("version", 0) <= version or value.get("checking"):
            _, value = self._events.next()

    @property
    def game(self) -> Game:
        """Return the game as its files are now."""
        return model.load(Workspace(self.folder))[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small game to change: a deck of cards with a back, and a deck of tiles without."""
    monkeypatch.chdir(tmp_path)
    return small_game(tmp_path / "garden")


@pytest.fixture
def page(folder: Path) -> Iterator[Page]:
    """Return a page of the game."""
    for server in served(folder):
        looking = Page(server, folder)
        yield looking
        looking.close()


def deck(page: Page, name: str) -> Any:
    """Return what the page shows of a deck."""
    return next(each for each in page.json("deck-settings")["decks"] if each["name"] == name)


# Decks ----------------------------------------------------------------------------------------------------------------


def test_what_is_set_of_decks_and_what_can_be_chosen(page: Page) -> None:
    tiles = deck(page, "tiles")
    assert (tiles["title"], tiles["pieces"], tiles["shape"]) == ("Garden tiles", 3, {"kind": "hexagon", "flats": "60"})
    assert (tiles["values"]["stock"], "bleed" in tiles["values"], tiles["back"]) == ("tiles", False, {"kind": "none"})
    assert deck(page, "cards")["usual"] == {"noun": "garden cards", "legible-text": "7.5"}
    keys = {key["name"]: key for key in page.json("deck-settings")["keys"]}
    assert (keys["bleed"]["unit"], keys["bleed"]["default"], keys["bleed"]["most"]) == ("mm", "3", 50)
    assert keys["boxed"]["control"] == "flag" and all(key["sentence"] for key in keys.values())
    choices = page.json("deck-choices")
    tarot = next(shape for shape in choices["shapes"] if shape["title"] == "Tarot card")
    assert (tarot["width"], tarot["height"], tarot["shape"]) == (70, 120, {"kind": "card", "size": "tarot"})
    inkscape = {"template": "inkscape", "deck": "cards", "title": "Drawn in Inkscape"}
    assert inkscape in choices["templates"] and ".xlsx" in choices["tables"]
    circle = page.json("shape?is=" + quote('{"kind": "round", "diameter": 30}'))
    assert (circle["width"], circle["height"]) == (30, 30) and circle["path"]
    wrong = page.json("shape?is=" + quote('{"kind": "round"}'))
    assert "diameter is missing" in wrong["problems"][0]["message"]


def test_a_deck_is_added_in_each_way(page: Page) -> None:
    page.act("add-deck", title="Events", shape={"kind": "card", "size": "tarot"})
    page.act("add-deck", title="More tiles", copy="tiles")
    page.act("add-deck", title="Blank ones", template="blank", deck="cards")
    answer = page.send("add-deck?title=Insects&name=My%20insects.csv", b"Name,Cost\nBee,2\nWasp,3\n")
    assert answer["title"] == "Deck Insects added"
    sizes = {name: (round(each.shape.width), len(each.rows.rows)) for name, each in page.game.decks.items()}
    before = {"cards": (63, 3), "tiles": (60, 1)}
    assert sizes == {**before, "events": (70, 3), "more-tiles": (60, 1), "blank-ones": (63, 3), "insects": (63, 2)}
    page.undo()
    assert "insects" not in page.game.decks
    refused = page.send("add-deck?title=Words&name=words.docx", b"PK")
    assert "this is not a table that can be read" in refused["problems"][0]["message"]
    assert "9x9" in page.refusal("add-deck", title="Giants", shape={"kind": "card", "size": "9x9"})


def test_a_deck_is_renamed_with_its_title_and_deleted_with_its_rules(page: Page) -> None:
    page.act("deck", do="rename", deck="tiles", to="meadows", title="Meadows")
    assert page.game.decks["meadows"].spec.title == "Meadows"
    assert "there is a deck or table cards already" in page.refusal("deck", do="rename", deck="meadows", to="cards")
    page.act("deck", do="rename", deck="meadows", to="meadows", title="Fields")
    uses = page.json("deck-uses/meadows")
    assert uses["uses"] == ["rule 2 (count)"]
    assert [Path(file).name for file in uses["files"]] == ["tiles.csv", "tile.yaml"]
    assert uses["lost"] == "1 tile (3 pieces) and their design"
    assert "names the deck meadows" in page.refusal("deck", do="delete", deck="meadows")
    page.act("deck", do="delete", deck="meadows", force=True)
    assert list(page.game.decks) == ["cards"] and len(page.game.spec.rules) == 1
    page.undo()
    assert page.game.decks["meadows"].spec.title == "Fields"


def test_keys_and_shape_of_a_deck(page: Page) -> None:
    page.act("deck", do="set", deck="tiles", values={"bleed": 2, "boxed": False, "noun": None})
    assert "    bleed: 2\n" in (page.folder / "game.yaml").read_text("utf-8")
    assert deck(page, "tiles")["values"] == {"title": "Garden tiles", "stock": "tiles", "bleed": "2", "boxed": "no"}
    assert "safe is 70; it must be at most 50" in page.refusal("deck", do="set", deck="tiles", values={"safe": 70})
    page.act("deck", do="shape", deck="tiles", shape={"kind": "round", "diameter": 30}, fit=True)
    assert page.game.decks["tiles"].shape.kind == "round"
    assert "leaves no safe zone" in page.refusal("deck", do="set", deck="tiles", values={"safe": 16})


def test_a_deck_reads_another_table_and_is_drawn_by_another_design(page: Page) -> None:
    (page.folder / "more.csv").write_text("Bees of spring,,\nName,Suit,Power\nDrone,sun,3\nQueen,rain,5\n", "utf-8")
    sources = page.json("deck-sources")
    assert ["more.csv", ""] in sources["tables"] and sources["designs"] == ["back", "card", "tile"]
    before = (page.folder / "game.yaml").read_text("utf-8")
    answer = page.act("deck", do="table", deck="tiles", file="more.csv", sheet="", head=None, source="")
    assert answer["warnings"] == []
    data, columns = "    data: {file: more.csv, head: 2}", "    columns: {id: auto, name: text, suit: text, power: int}"
    after = before.replace("    data: tiles.csv", data).replace("    columns: {name: text}", columns)
    assert (page.folder / "game.yaml").read_text("utf-8") == after
    assert list(page.game.decks["tiles"].rows.by_id) == ["drone", "queen"]
    link = "https://example.org/bees.csv"
    page.act("deck", do="table", deck="tiles", file="more.csv", sheet="", head=2, source=link)
    assert deck(page, "tiles")["data"] == {"file": "more.csv", "sheet": "", "head": 2, "source": link}
    page.undo()
    page.undo()
    wrong = page.refusal("deck", do="front", deck="tiles", front="card")
    assert "the design uses the column title, which the table of Garden tiles does not have" in wrong
    page.act("deck", do="front", deck="tiles", front="back")
    assert "    front: back              # layouts/tile.yaml\n" in (page.folder / "game.yaml").read_text("utf-8")
    assert "there is no design tlie" in page.refusal("deck", do="front", deck="tiles", front="tlie")
    page.undo()
    answer = page.act("deck", do="table", deck="cards", file="more.csv", sheet="", head=None, source="")
    missing = {warning["message"] for warning in answer["warnings"]}
    assert "the column title is missing" in missing  # which the design shows
    assert "id: {auto: name}" in (page.folder / "game.yaml").read_text("utf-8")
    gone = page.refusal("deck", do="table", deck="cards", file="gone.csv", sheet="", head=None, source="")
    assert "gone.csv" in gone


def test_boxes_editions_and_stocks_are_added_changed_and_removed(page: Page) -> None:
    listed = page.json("entries/boxes,editions,stocks")
    kinds = next(key for key in listed["groups"][0]["keys"] if key["path"] == ["shape", "kind"])
    assert kinds["words"][:2] == ["tuck-box", "sleeve"] and kinds["titles"][0] == "box with a lid that tucks in"
    assert listed["offers"]["decks"] == [["cards", "Garden cards"], ["tiles", "Garden tiles"]]
    before = (page.folder / "game.yaml").read_text("utf-8")
    values = [[["title"], "Cards"], [["shape", "kind"], "tuck-box"], [["shape", "for"], ["cards"]]]
    answer = page.act("entry", do="add", group="boxes", name="", values=values)
    assert answer["title"] == "Box cards-box added"  # for cards are a deck
    page.act("entry", do="set", group="boxes", name="cards-box", at=["shape", "kind"], value="sleeve")
    page.act("entry", do="add", group="stocks", name="cards", values=[[["sleeves"], "thin"]])
    page.act("entry", do="add", group="editions", name="", values=[[["title"], "Kid game"], [["players"], "2-4"]])
    page.act("entry", do="set", group="editions", name="kid-game", at=["decks", "tiles", "leave-out"], value=True)
    kid = {"title": "Kid game", "players": "2-4"}
    groups = page.json("entries/boxes,editions,stocks")["groups"]
    assert [group["entries"] for group in groups] == [
        [{"name": "cards-box", "values": {"title": "Cards", "shape": {"kind": "sleeve", "for": ["cards"]}}}],
        [
            {
                "name": "kid-game",
                "values": {**kid, "decks": {"tiles": {"leave-out": "yes"}}},
            }
        ],
        [{"name": "cards", "values": {"sleeves": "thin"}}],
    ]
    assert "decks: {tiles: no}" in (page.folder / "game.yaml").read_text("utf-8")
    wrong = page.refusal("entry", do="set", group="boxes", name="cards-box", at=["copies"], value=0)
    assert "copies is 0; it must be at least 1" in wrong
    for group, name in (("boxes", "cards-box"), ("editions", "kid-game"), ("stocks", "cards")):
        page.act("entry", do="remove", group=group, name=name)
    assert (page.folder / "game.yaml").read_text("utf-8") == before


def test_an_edition_has_checks_of_its_own(page: Page) -> None:
    page.act("entry", do="add", group="editions", name="", values=[[["title"], "Kid game"]])
    page.act("rule", do="add", entry={"rule": "count", "deck": "tiles", "is": 3}, edition="kid-game")
    assert "kid-game: {title: Kid game, rules: [{rule: count, deck: tiles, is: 3}]}" in (
        page.folder / "game.yaml"
    ).read_text("utf-8")
    assert [rule["edition"] for rule in page.json("rules")["rules"]] == ["", "", "kid-game"]
    page.undo()
    assert (
        page.ask("rule", "POST", {"do": "add", "entry": {"rule": "count", "deck": "tiles", "is": 3}, "edition": "x"})[0]
        == 404
    )


def test_what_is_said_of_a_stock_follows_its_new_name(page: Page) -> None:
    page.act("entry", do="add", group="stocks", name="tiles", values=[[["thickness"], 1.5]])
    page.act("deck", do="set", deck="tiles", values={"stock": "grey board"})
    assert {name: stock.thickness for name, stock in page.game.spec.stocks.items()} == {"grey board": 1.5}


def test_copies_get_a_column_where_there_is_none(page: Page) -> None:
    path = page.folder / "tiles.csv"
    path.write_text("name,id\nMeadow,M1\nWood,M2\n", "utf-8", newline="")
    page.act("deck", do="copies", deck="tiles", copies=4)
    assert path.read_text("utf-8") == "name,id,copies\nMeadow,M1,4\nWood,M2,4\n"
    page.act("deck", do="copies", deck="tiles", copies=2)
    assert path.read_text("utf-8") == "name,id,copies\nMeadow,M1,2\nWood,M2,2\n"
    assert deck(page, "tiles")["copies"] == {"column": True, "number": 2, "reason": ""}
    page.undo()
    page.undo()
    page.act("deck", do="copies", deck="tiles", copies=None)
    assert path.read_text("utf-8") == "name,id,copies\nMeadow,M1,1\nWood,M2,1\n"


def test_backs_are_shared_plain_or_none(page: Page) -> None:
    page.act("add-deck", title="Events")
    page.act("deck", do="back", deck="events", back="shared", of="cards")
    assert deck(page, "events")["back"] == {
        "kind": "deck",
        "layout": "back",
        "shared": ["cards"],
        "ink": "",
        "pattern": "",
    }
    page.act("deck", do="back", deck="events", back="deck", ink="leaf", pattern="dots")
    own = deck(page, "events")["back"]
    assert (own["layout"], own["ink"], own["pattern"], own["shared"]) == ("events-back", "leaf", "dots", [])
    page.act("deck", do="back", deck="events", back="deck", ink="#aa3344", pattern="diagonal")
    assert deck(page, "events")["back"] == {**own, "ink": "#aa3344", "pattern": "diagonal"}  # the same file
    layout = page.folder / "layouts" / "events-back.yaml"
    layout.write_text(layout.read_text("utf-8").replace("0.25", "0.5"), "utf-8")
    page.act("deck", do="back", deck="events", back="deck", ink="leaf", pattern="stripes")
    assert deck(page, "events")["back"]["layout"] == "events-back-2"  # a layout that a person changed stays
    page.act("deck", do="back", deck="events", back="none")
    assert page.game.decks["events"].spec.back is None
    assert "the deck tiles has no back" in page.refusal("deck", do="back", deck="events", back="shared", of="tiles")
    assert "there is no pattern dot" in page.refusal(
        "deck", do="back", deck="events", back="deck", ink="leaf", pattern="dot"
    )


def test_read_only_lists_decks_and_changes_none(folder: Path) -> None:
    for server in served(folder, read_only=True):
        page = Page(server, folder)
        assert deck(page, "tiles")["pieces"] == 3
        for path in ("deck", "add-deck"):
            assert page.ask(path, "POST", {"do": "delete", "deck": "tiles", "title": "x"})[0] == 403
        page.close()


# Inks, fonts and icons ------------------------------------------------------------------------------------------------

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7v7z"/></svg>'
BLURRED = b"""<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><filter id="f"><feGaussianBlur
stdDeviation="1"/></filter><rect width="10" height="10" filter="url(#f)"/></svg>"""


def test_inks_are_listed_with_their_uses_and_changed(page: Page) -> None:
    inks = {ink["name"]: ink for ink in page.json("inks")}
    assert (inks["leaf"]["colour"], inks["leaf"]["uses"]) == ("#7fb069", 2)
    assert "Shape “Ground” on the back of Garden cards" in inks["leaf"]["where"]
    page.act("ink", do="add", name="rose", colour="#D98FA0")
    page.act("ink", do="set", name="rose", colour="#D98FA1")
    page.act("ink", do="rename", name="leaf", to="grass")
    inks = {ink["name"]: ink for ink in page.json("inks")}
    assert (inks["rose"]["colour"], inks["rose"]["where"], inks["grass"]["uses"]) == ("#d98fa1", [], 2)
    assert "ink grass is used by" in page.refusal("ink", do="delete", name="grass")
    assert "there is an ink sun already" in page.refusal("ink", do="rename", name="rose", to="sun")
    assert "is not a colour" in page.refusal("ink", do="set", name="rose", colour="pink")
    page.act("ink", do="delete", name="rose")
    assert "rose" not in page.game.palette


def test_fonts_are_listed_set_dropped_and_removed(page: Page) -> None:
    fonts = page.json("fonts")
    assert not any(font["own"] for font in fonts)
    sample = page.ask(fonts[0]["sample"] + "?text=Honey")
    assert sample[2]["Content-Type"] == "image/svg+xml" and sample[1].startswith(b"<svg")
    assert page.ask("font-sample/no-such-font")[0] == 404
    data = Workspace(page.folder).font("fredoka/regular").read_bytes()
    answer = page.send("drop?to=fonts&name=Merry%20Font.ttf", data)
    assert answer["file"] == "merry-font.ttf"
    own = [font["family"] for font in page.json("fonts") if font["own"]]
    assert own == [answer["name"]]
    page.act("remove-font", family=own[0])
    assert not (page.folder / "fonts" / "merry-font.ttf").exists()
    assert "has no font amatic of its own" in page.refusal("remove-font", family="amatic")
    wrong = page.send("drop?to=fonts&name=words.ttf", b"no font")
    assert wrong["done"] is False and "is not a font" in wrong["problems"][0]["message"]


def test_words_become_icons_and_words_again(page: Page) -> None:
    cards = page.folder / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Draw a card.", "Gain [coin] or [gold]."), "utf-8", newline="")
    page.wait()
    words = page.json("icon-words")
    assert [(each["word"], each["times"]) for each in words["words"]] == [("[coin]", 1), ("[gold]", 1)]
    assert (words["made"], words["icons"]) == ([], ["rain", "sun"])
    page.act("icon-word", word="[coin]", icon="sun")
    assert "there is no icon" in page.refusal("icon-word", word="[gold]", icon="gold")
    answer = page.send("icon-word?word=%5Bgold%5D&name=Gold.svg", SVG)
    assert answer["title"] == "Icon gold put in place of [gold]: 1 text shows it"
    assert (page.folder / "art" / "icons" / "gold.svg").read_bytes() == SVG
    words = page.json("icon-words")
    assert words["words"] == []
    assert words["made"] == [{"word": "[coin]", "icon": "sun"}, {"word": "[gold]", "icon": "gold"}]
    assert page.ask("icon-picture/gold")[1].startswith(b"<svg")
    assert page.ask("icon-picture/nothing")[0] != 500
    for word in ("[coin]", "[gold]"):
        page.act("icon-word", do="remove", word=word)
    assert "icons" not in (page.folder / "game.yaml").read_text("utf-8")
    assert "'[coin]' is not an icon" in page.refusal("icon-word", do="remove", word="[coin]")


def test_an_icon_of_a_set_is_copied_into_the_game(page: Page) -> None:
    best = page.json("icon-search?words=money")["icons"][0]
    assert best == {"set": "beeprint", "name": "coin", "fits": True}
    assert len(page.json("icon-search?words=")["icons"]) == 144
    drawing = page.ask("set-picture/beeprint/coin")[1]
    page.act("icon-word", word="[money]", set="beeprint", icon="coin")
    assert (page.folder / "art" / "icons" / "coin.svg").read_bytes() == drawing
    assert page.game.spec.icons == {"[money]": "coin"}
    page.undo()
    assert not (page.folder / "art" / "icons" / "coin.svg").exists()
    (page.folder / "art" / "icons" / "coin.svg").write_bytes(SVG)
    body = {"word": "[money]", "set": "beeprint", "icon": "coin"}
    assert page.json("icon-word", "POST", body)["exists"] == ["use", "replace", "both"]
    page.act("icon-word", **body, existing="both")
    assert page.game.spec.icons == {"[money]": "coin-2"}
    assert page.ask("set-picture/beeprint/..%2Fgame")[0] == page.ask("set-picture/x/coin")[0] == 404


def test_a_file_of_a_taken_name_and_one_without_outlines_are_choices(page: Page) -> None:
    address = "drop?to=icons&name=sun.svg"
    refused = page.send(address, SVG)
    assert (refused["done"], refused["exists"]) == (False, ["use", "replace", "both"])
    assert page.send(f"{address}&existing=both", SVG)["file"] == "sun-2.svg"
    refused = page.send("drop?to=art&name=glow.svg", BLURRED)
    assert (refused["done"], refused["raster"]) == (False, True)
    assert page.send("drop?to=art&name=glow.svg&raster=yes", BLURRED)["name"] == "glow"


# The game itself, its rules and its leaflet ---------------------------------------------------------------------------


def test_what_the_game_says_of_itself_is_set(page: Page) -> None:
    settings = page.json("game-settings")
    keys = {key["name"]: key for key in settings["keys"]}
    assert (keys["title"]["control"], keys["credits"]["control"], keys["unofficial"]["control"]) == (
        "text",
        "words",
        "flag",
    )
    assert (keys["smallest-text"]["default"], keys["smallest-text"]["unit"]) == ("6", "pt")
    assert settings["values"]["players"] == "2-4" and all(key["sentence"] for key in keys.values())
    before = (page.folder / "game.yaml").read_text("utf-8")
    page.act("game-settings", values={"title": "Meadow", "credits": ["Rules: me", "CC BY 4.0"], "unofficial": True})
    after = (page.folder / "game.yaml").read_text("utf-8")
    wanted = before.replace('title: "Garden"', 'title: "Meadow"').replace("title: Garden\n", "title: Meadow\n", 1)
    for old, new in (('credits: ["Game design: you"]', 'credits: ["Rules: me", CC BY 4.0]\nunofficial: yes'),):
        wanted = wanted.replace(old, new)
    assert after == wanted
    page.act("game-settings", values={"unofficial": None})
    assert "the key title is missing" in page.refusal("game-settings", values={"title": None})
    assert "tables is not set here" in page.refusal("game-settings", values={"tables": "x"})


def test_a_language_comes_with_its_texts_to_translate(page: Page) -> None:
    page.act("game-settings", language="fr")
    assert page.game.spec.languages == ("en", "fr")
    assert (page.folder / "lang" / "fr" / "game.yaml").read_text("utf-8") == f"title: {page.game.spec.title}\n"
    cards = (page.folder / "lang" / "fr" / "cards.csv").read_text("utf-8").splitlines()
    assert cards[0] == "id,title,text" and len(cards) == 4
    french = model.load(Workspace(page.folder), "fr")[1]
    assert not [problem.message for problem in french if problem.severity == "error"]
    assert "has the language fr already" in page.refusal("game-settings", language="fr")
    assert "is not a language" in page.refusal("game-settings", language="French, please")


def test_rules_are_sentences_with_numbers(page: Page) -> None:
    listed = page.json("rules")["rules"]
    assert [rule["words"] for rule in listed] == [
        "There are 5 garden cards in deck cards",
        "There are 3 tiles in deck tiles",
    ]
    cards, tiles = listed
    assert cards["numbers"] == [{"at": ["is"], "label": "Number", "value": 5}] and cards["problems"] == []
    page.act("rule", do="number", keys=cards["keys"], seen=cards["seen"], at=["is"], number=6)
    cards = page.json("rules")["rules"][0]
    assert (cards["problems"], cards["now"]) == (["the table of Garden cards holds 5 garden cards, not 6"], 5)
    assert "checks have changed meanwhile" in page.refusal(
        "rule", do="follow", keys=cards["keys"], seen={"rule": "count"}
    )
    page.act("rule", do="follow", keys=cards["keys"], seen=cards["seen"])
    assert "  - {rule: count, deck: cards, is: {min: 1}}\n" in (page.folder / "game.yaml").read_text("utf-8")
    cards = page.json("rules")["rules"][0]
    assert (cards["words"], cards["problems"], cards["follows"]) == (
        "There is at least 1 garden card in deck cards",
        [],
        False,
    )
    assert page.json("rules")["uncounted"] == []
    page.act("rule", do="delete", keys=tiles["keys"], seen=tiles["seen"], words=tiles["words"])
    (open_count,) = page.json("rules")["uncounted"]
    assert open_count["entry"] == {"rule": "count", "deck": "tiles", "is": 3}
    page.act("rule", do="add", entry=open_count["entry"])
    page.act("rule", do="add", entry={"rule": "unique", "deck": "cards", "of": "rows", "columns": ["title", "suit"]})
    cards, tiles, unique = page.json("rules")["rules"]
    assert unique["words"] == "No two rows in deck cards have the same title and suit"
    page.act("rule", do="delete", keys=unique["keys"], seen=unique["seen"], words=unique["words"])
    at_most = {"rule": "count", "deck": "cards", "is": {"min": 2, "max": 8}}
    page.act("rule", do="add", entry=at_most)
    *_, between = page.json("rules")["rules"]
    assert [number["label"] for number in between["numbers"]] == ["At least", "At most"]
    wish = {"do": "number", "keys": between["keys"], "seen": between["seen"], "at": ["is", "min"]}
    assert "min 9 is more than max 8" in page.refusal("rule", **wish, number=9)
    page.act("rule", **wish, number=3)
    assert page.json("rules")["rules"][-1]["words"] == "There are 3 to 8 garden cards in deck cards"
    assert "cards has no column name" in page.refusal(
        "rule", do="add", entry={"rule": "unique", "deck": "cards", "column": "name"}
    )
    assert "there is no check sum-of" in page.refusal("rule", do="add", entry={"rule": "sum-of", "deck": "cards"})


def test_the_leaflet_is_made_written_and_left_out(page: Page) -> None:
    text = page.json("leaflet-text")
    assert (text["file"], text["text"]) == ("rules.md", (page.folder / "rules.md").read_text("utf-8"))
    (page.folder / "rules.md").write_bytes(b"# Garden\r\n\r\nPlay.\r\n")
    assert "changed meanwhile" in page.refusal("leaflet-text", do="text", text="# New", seen=text["seen"])
    text = page.json("leaflet-text")
    assert text["text"] == "# Garden\n\nPlay.\n"
    page.act("leaflet-text", do="text", text="# Garden\n\nPlay well.", seen=text["seen"])
    assert (page.folder / "rules.md").read_bytes() == b"# Garden\r\n\r\nPlay well.\r\n"
    assert "has a leaflet already" in page.refusal("leaflet-text", do="make")
    page.act("leaflet-text", do="remove")
    assert (page.json("leaflet-text")["file"], page.game.spec.leaflet) == ("", None)
    (page.folder / "rules.md").unlink()
    page.act("leaflet-text", do="make")
    assert page.json("leaflet-text")["text"].startswith("# {game.title}\n")
    while not page.json("leaflet")["pages"]:  # the file that was removed by hand may be heard of only now
        pass
    assert page.json("state")["problems"] == []


def test_a_column_of_texts_becomes_a_column_of_pictures(page: Page) -> None:
    def seen() -> object:
        return page.json("table/cards")["seen"]

    page.act("column", deck="cards", seen=seen(), do="add", name="portrait", type="text")
    known = page.json("column-type/cards/portrait")
    assert known["values"]["type"] == "text" and known["keys"][0]["words"][:2] == ["text", "picture"]
    wish = {"deck": "cards", "name": "portrait", "unique": False, "values": {**known["values"], "type": "picture"}}
    assert page.json("check-column-type", "POST", {**wish, "seen": seen()})["faulty"] == 0
    assert page.act("column-type", seen=seen(), **wish)["title"] == "Type of portrait changed and placed"
    layouts = [path.read_text("utf-8") for path in page.game.workspace.game.glob("layouts/*.yaml")]
    assert any('art: "{portrait}"' in text for text in layouts)
