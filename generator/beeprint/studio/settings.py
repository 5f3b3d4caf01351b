"""What the game says of itself in the page: title, players, credits, the leaflet, and all texts in other languages."""

from __future__ import annotations

from msgspec.structs import asdict

from beeprint.edit import game_settings, language_texts
from beeprint.sources.workspace import shown
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic, seen_in
from beeprint.studio.views import Answer, Request, of_json


class Settings(Topic):
    """The keys of game.yaml that are not those of decks, the text of the leaflet, and translations."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {
            "game-settings": self._settings,
            "leaflet-text": self._leaflet,
            "language-texts": self._texts,
        }
        self.actions = {
            "game-settings": self._set,
            "leaflet-text": self._change_leaflet,
            "translation": self._translate,
        }

    def _settings(self, request: Request) -> Answer:
        """Say what is set, and list the keys that can be set."""
        game = self.game(request)
        keys = [asdict(key) for key in game_settings.game_keys()]
        usual = {"languages": "\n".join(game.spec.languages)}
        return of_json({"keys": keys, "values": game_settings.game_values(game), "usual": usual})

    def _set(self, request: Request) -> Answer:
        body, game = request.body, self.game(request)
        if "language" in body:
            return self.apply(game_settings.add_language(game, str(body["language"]).strip()))
        return self.apply(game_settings.set_game_keys(game, dict(body["values"])))

    def _leaflet(self, request: Request) -> Answer:
        """Return the text of the leaflet in a language, and its file, "" where there is no leaflet."""
        game, language = self.game(request), request.query.get("in", "")
        path = game_settings.leaflet_file(game, language)
        text, seen = game_settings.leaflet_text(game, language)
        return of_json(
            {
                "file": "" if path is None else path.relative_to(game.workspace.game).as_posix(),
                "made": path is not None and path.is_file(),
                "keys": [asdict(key) for key in game_settings.leaflet_keys()],
                "values": game_settings.leaflet_values(game),
                "shown": "" if path is None else shown(path),
                "text": text,
                "seen": dict(seen),
            }
        )

    def _change_leaflet(self, request: Request) -> Answer:
        body, game = request.body, self.game(request)
        language = str(body.get("in") or "")
        if body["do"] == "text":
            return self.apply(game_settings.set_leaflet_text(game, str(body["text"]), seen_in(request), language))
        if body["do"] == "set":
            return self.apply(game_settings.set_leaflet_keys(game, dict(body["values"])))
        if body["do"] == "translate":
            return self.apply(game_settings.translate_leaflet(game, language))
        return self.apply(
            {"make": game_settings.make_leaflet, "remove": game_settings.remove_leaflet}[body["do"]](game)
        )

    def _texts(self, request: Request) -> Answer:
        """List all texts of the game with their translations in a language, and the tables that take none here."""
        game, language = self.game(request), request.parts[1]
        texts = [
            {"table": pair.table, "keys": pair.keys, "original": pair.original, "text": pair.text}
            for pair in language_texts.language_texts(game, language)
        ]
        return of_json({"texts": texts, "reasons": language_texts.reasons(game, language)})

    def _translate(self, request: Request) -> Answer:
        body, game = request.body, self.game(request)
        keys = [str(key) for key in body["keys"]]
        table, text, before = (str(body[name]) for name in ("table", "text", "before"))
        return self.apply(language_texts.set_translation(game, str(body["in"]), table, keys, text, before))
