"""Decks as the page sets them up: added, copied, renamed, removed, and what their pieces are like."""

from __future__ import annotations

import json
from collections.abc import Collection
from http import HTTPStatus
from pathlib import Path, PurePath
from typing import Any

from msgspec.structs import asdict

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.base.temporary import temporary_folder
from beeprint.base.words import counted
from beeprint.drawing.shape import SIZES, Shape
from beeprint.drawing.svg.writer import path_data
from beeprint.edit import decks
from beeprint.edit.comparing import read_sheets
from beeprint.edit.deck_backs import PATTERNS, set_back
from beeprint.edit.deck_layouts import layout_path
from beeprint.edit.deck_settings import deck_keys, deck_settings
from beeprint.edit.deck_shapes import outline_of, shape_choices, shape_keys
from beeprint.edit.deck_sizes import set_shape
from beeprint.edit.deck_sources import designs_of, set_front, set_table, tables_of
from beeprint.game.model import Game
from beeprint.sources.data_formats import endings
from beeprint.sources.workspace import shown
from beeprint.starter.looks import look_of
from beeprint.studio import covers
from beeprint.studio.studio import Studio
from beeprint.studio.templates import card_styles, starter_words
from beeprint.studio.topic import Topic
from beeprint.studio.views import Answer, Request, of_json


class DeckEdits(Topic):
    """Where decks come from, what is set of them, what names them, and their changes."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._shown = ("", b"")  # the name and bytes of the table that may become a deck
        self.questions = {
            "deck-choices": self._choices,
            "deck-settings": self._settings,
            "deck-sources": self._sources,
            "deck-uses": self._uses,
            "shape": self._shape,
            "table-cover": self._cover,
        }
        self.actions = {"add-deck": self._add, "deck": self._change, "show-table": self._show}

    def _choices(self, request: Request) -> Answer:
        """List sizes in mm, shapes with their outlines, the decks of the templates, and what is set of shapes."""
        return of_json(
            {
                "sizes": SIZES,
                "shapes": [
                    {"title": choice.title, "shape": choice.shape, **_outline(choice.outline)}
                    for choice in shape_choices()
                ],
                "shape-keys": {kind: [asdict(key) for key in keys] for kind, keys in shape_keys().items()},
                "patterns": PATTERNS,
                "templates": [
                    {"template": name, "deck": deck, "title": _template_title(name, deck, len(entries))}
                    for name, entries in decks.templates().items()
                    if name != "blank"  # which is what a plain deck is
                    for deck in entries
                ],
                "cards": card_styles(look_of(self.game(request).palette)),
                "decks": list(self.game(request).decks),
                "tables": endings(),
            }
        )

    def _settings(self, request: Request) -> Answer:
        """Say what is set of each deck, and list the keys that can be set."""
        game = self.game(request)
        settings = [deck_settings(game, name) for name in game.decks]
        return of_json({"keys": [asdict(key) for key in deck_keys()], "decks": settings})

    def _sources(self, request: Request) -> Answer:
        """List the tables in the game's folder with their sheets, and the layouts that may draw fronts."""
        game = self.game(request)
        return of_json({"tables": tables_of(game), "designs": designs_of(game)})

    def _shape(self, request: Request) -> Answer:
        """Return the outline of a shape, which `is` states in JSON as game.yaml would."""
        return of_json(_outline(outline_of(json.loads(request.query["is"]))))

    def _uses(self, request: Request) -> Answer:
        """List what names a deck, what is lost with it in words, and the files that go."""
        game, deck = self.game(request), request.parts[1]
        uses = [use.words for use in decks.deck_uses(game, deck)]
        files = decks.removed_with(game, deck)
        return of_json({"uses": uses, "lost": _lost(game, deck, files), "files": [shown(path) for path in files]})

    def _add(self, request: Request) -> Answer:
        """Add a deck: of a table whose bytes are sent or that the game has, of a template, a copy, or a plain one."""
        game, query, body = self.game(request), request.query, request.body
        if request.data:
            style = decks.Style(*(query.get(key, "") for key in ("size", "template", "look")))
            return self.apply(decks.add_from_table(game, query["title"], query["name"], request.data, style))
        title, size = str(body["title"]), str(body.get("size") or "")
        if body.get("file"):
            return self.apply(decks.add_from_table(game, title, str(body["file"]), None, decks.Style(size)))
        if body.get("template"):
            return self.apply(decks.add_from_template(game, title, str(body["template"]), str(body["deck"])))
        if body.get("copy"):
            return self.apply(decks.copy_deck(game, str(body["copy"]), title))
        return self.apply(decks.add_plain(game, title, body.get("shape")))

    def _show(self, request: Request) -> Answer:
        """Keep a table whose bytes are sent, to draw its first card in templates and looks; BuildError for no table."""
        name = request.query["name"]
        read_sheets(request.data, name)
        self._shown = (name, request.data)
        return of_json({"done": True})

    def _cover(self, request: Request) -> Answer:
        """Draw the first card of the table that was sent last, in a template and a look; nothing where it has none."""
        (name, data), query = self._shown, request.query
        with temporary_folder() as work:
            table = work / PurePath(name.replace("\\", "/")).name
            table.write_bytes(data)
            template, look = query.get("template", ""), query.get("look", "")
            try:
                drawing = covers.cover_of_table(table, (), "", template, look, self.studio.store)
            except (BuildError, LookupError):
                drawing = covers.NOTHING
        return Answer(HTTPStatus.OK, drawing, covers.SVG)

    def _change(self, request: Request) -> Answer:
        return self.apply(self._edit(request))

    def _edit(self, request: Request) -> edit.Edit:
        body, game = request.body, self.game(request)
        act, deck = body["do"], str(body["deck"])
        if act == "delete":
            return decks.delete_deck(game, deck, bool(body.get("force")))
        if act == "rename":
            return decks.rename_deck(game, deck, str(body["to"]), str(body.get("title") or ""))
        if act == "shape":
            return set_shape(game, deck, dict(body["shape"]), bool(body.get("fit")))
        if act == "back":
            ink, pattern = str(body.get("ink") or ""), str(body.get("pattern") or "frame")
            return set_back(game, deck, str(body["back"]), ink, pattern, str(body.get("of") or ""))
        if act == "table":
            head = None if body.get("head") is None else int(body["head"])
            return set_table(game, deck, str(body["file"]), str(body["sheet"]), head, str(body["source"]))
        if act == "front":
            return set_front(game, deck, str(body["front"]))
        if act == "copies":
            return decks.set_copies(game, deck, None if body["copies"] is None else int(body["copies"]))
        return {"set": decks.set_keys}[act](game, deck, dict(body["values"]))


def _lost(game: Game, name: str, files: Collection[Path]) -> str:
    """Return what a person loses with a deck and these files: 4 tiles (24 pieces), their design and their back."""
    deck = game.decks[name]
    rows = deck.rows.rows
    pieces = sum(deck.printed(row) for row in rows)
    cards = counted(len(rows), "tile" if deck.role == "tile" else "card")
    cards += f" ({counted(pieces, 'piece')})" if pieces != len(rows) else ""
    back = deck.spec.back.layout if deck.spec.back else None
    sides = {"design": deck.spec.front, "back": back}
    lost = [f"their {word}" for word, layout in sides.items() if layout and layout_path(game, layout) in files]
    return " and ".join([", ".join([cards, *lost[:-1]]), *lost[-1:]])


def _template_title(name: str, deck: str, decks: int) -> str:
    """Return what a deck of a template is called: the template, and the deck where the template has others."""
    title, _ = starter_words(name)
    return f"{title}: {deck}" if decks > 1 else title


def _outline(shape: Shape) -> dict[str, Any]:
    """Return the size of a shape in mm, with its outline."""
    box = shape.box
    return {"width": box.width, "height": box.height, "path": path_data(shape.cut_path())}
