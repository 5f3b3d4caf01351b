"""Decks as the page sets them up: added, copied, renamed, removed, and what their pieces are like."""

from __future__ import annotations

from beeprint import edit
from beeprint.drawing.shape import SIZES
from beeprint.edit import decks
from beeprint.sources.workspace import shown
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic
from beeprint.studio.views import Answer, Request, of_json


class DeckEdits(Topic):
    """Where decks come from, what names them, and their changes."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"deck-choices": self._choices, "deck-uses": self._uses}
        self.actions = {"add-deck": self._add, "deck": self._change}

    def _choices(self, request: Request) -> Answer:
        """List the named sizes in mm and the decks of the templates."""
        return of_json({"sizes": SIZES, "templates": decks.templates(), "decks": list(self.game(request).decks)})

    def _uses(self, request: Request) -> Answer:
        """List what names a deck, and the files that go with it."""
        game, deck = self.game(request), request.parts[1]
        uses = [use.words for use in decks.deck_uses(game, deck)]
        return of_json({"uses": uses, "files": [shown(path) for path in decks.removed_with(game, deck)]})

    def _add(self, request: Request) -> Answer:
        """Add a deck: of a table whose bytes are sent or that the game has, of a template, a copy, or a plain one."""
        game, query, body = self.game(request), request.query, request.body
        if request.data:
            name, size = query["name"], query.get("size", "")
            return self.apply(decks.add_from_table(game, query["title"], name, request.data, size))
        title, size = str(body["title"]), str(body.get("size") or "")
        if body.get("file"):
            return self.apply(decks.add_from_table(game, title, str(body["file"]), None, size))
        if body.get("template"):
            return self.apply(decks.add_from_template(game, title, str(body["template"]), str(body["deck"])))
        if body.get("copy"):
            return self.apply(decks.copy_deck(game, str(body["copy"]), title))
        return self.apply(decks.add_plain(game, title, size or "standard-card"))

    def _change(self, request: Request) -> Answer:
        return self.apply(self._edit(request))

    def _edit(self, request: Request) -> edit.Edit:
        body, game = request.body, self.game(request)
        act, deck = body["do"], str(body["deck"])
        if act == "delete":
            return decks.delete_deck(game, deck, bool(body.get("force")))
        if act == "rename":
            return decks.rename_deck(game, deck, str(body["to"]))
        if act == "shape":
            return decks.set_shape(game, deck, dict(body["shape"]), bool(body.get("fit")))
        if act == "back":
            return decks.set_back(game, deck, str(body["back"]), str(body.get("ink") or ""))
        if act == "copies":
            return decks.set_copies(game, deck, int(body["copies"]))
        return {"set": decks.set_keys}[act](game, deck, dict(body["values"]))
