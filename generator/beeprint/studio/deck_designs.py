"""Another template and look for a deck that is there, shown as pictures of its own first card before it is chosen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit import deck_templates
from beeprint.edit.deck_sizes import set_shape
from beeprint.edit.draft import DraftWorkspace
from beeprint.game.model import Game
from beeprint.starter.card_templates import TEMPLATES
from beeprint.studio import covers
from beeprint.studio.roomy_designs import with_room
from beeprint.studio.studio import Studio
from beeprint.studio.templates import card_styles
from beeprint.studio.topic import Topic
from beeprint.studio.views import Answer, Request, of_json


class DeckDesigns(Topic):
    """Which templates a deck may have, what becomes of it in each, and the change."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"deck-designs": self._designs, "deck-design": self._design, "deck-cover": self._cover}
        self.actions = {"deck-design": self._change}

    def _designs(self, request: Request) -> Answer:
        """List the templates and looks, the look that a deck has first."""
        game, deck = self.game(request), request.parts[1]
        return of_json(card_styles(first=deck_templates.look_of(game, deck)))

    def _design(self, request: Request) -> Answer:
        """Say which template suits a deck, or the shape that it shall get, and what one does to its pieces."""
        game, deck, query = self.game(request), request.parts[1], request.query
        shape = _shape_in(query)
        proposed = deck_templates.proposal(game, deck, shape)
        template = query.get("template") or proposed.template
        if not template:
            return of_json({"template": "", "why": "", "suits": True})
        made = deck_templates.outcome(game, deck, template, query.get("look", ""), shape)
        return of_json(
            {
                "template": template,
                "title": TEMPLATES[template].title,
                "why": proposed.why if template == proposed.template else "",
                "suits": proposed.suits,
                "width": made.width,
                "height": made.height,
                "off": made.off,
                "back": deck_templates.keeps_old_look(game, deck, query.get("look", "")),
                "front": game.decks[deck].spec.front,
            }
        )

    def _cover(self, request: Request) -> Answer:
        """Draw the first card of a deck as a change would leave it; nothing where it cannot be drawn."""
        game, deck, query = self.game(request), request.parts[1], request.query
        try:
            change = self._edit(game, deck, query.get("design", "template"), query, _shape_in(query))
            place = DraftWorkspace(change.game, new={each.path: each.after for each in change.changes})
            drawing = covers.cover_of_deck(place, deck, self.studio.store)
        except (BuildError, LookupError):
            drawing = covers.NOTHING
        return Answer(HTTPStatus.OK, drawing, covers.SVG)

    def _change(self, request: Request) -> Answer:
        body = request.body
        shape = dict(body["shape"]) if body.get("shape") else None
        design = str(body.get("design") or "template")
        return self.apply(self._edit(self.game(request), str(body["deck"]), design, body, shape))

    def _edit(
        self, game: Game, deck: str, design: str, wish: Mapping[str, Any], shape: Mapping[str, Any] | None
    ) -> edit.Edit:
        """Return the edit that gives a deck a design: a template, the one that it has in another size, or as it is."""
        if design != "template":
            change = set_shape(game, deck, shape or {}, design == "fit")
            return with_room(game, deck, change, self.studio.store) if design == "fit" else change
        template = str(wish.get("template") or deck_templates.proposal(game, deck, shape).template)
        back = bool(wish.get("back"))
        return deck_templates.set_template(game, deck, template, str(wish.get("look") or ""), shape, back)


def _shape_in(query: Mapping[str, str]) -> Mapping[str, Any] | None:
    """Return the shape that a question states in JSON as game.yaml would; None for the one that the deck has."""
    return dict(json.loads(query["shape"])) if query.get("shape") else None
