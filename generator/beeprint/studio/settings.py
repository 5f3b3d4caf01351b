"""What the game says of itself in the page: title, players, credits, languages and the leaflet."""

from __future__ import annotations

from msgspec.structs import asdict

from beeprint.edit import game_settings
from beeprint.sources.workspace import shown
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic, seen_in
from beeprint.studio.views import Answer, Request, of_json


class Settings(Topic):
    """The keys of game.yaml that are not those of decks, and the text of the leaflet."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"game-settings": self._settings, "leaflet-text": self._leaflet}
        self.actions = {"game-settings": self._set, "leaflet-text": self._change_leaflet}

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
        """Return the text of the leaflet, and its file, "" where there is none."""
        game = self.game(request)
        path = game_settings.leaflet_file(game)
        text, seen = game_settings.leaflet_text(game)
        return of_json(
            {
                "file": "" if path is None else path.name,
                "shown": "" if path is None else shown(path),
                "text": text,
                "seen": dict(seen),
            }
        )

    def _change_leaflet(self, request: Request) -> Answer:
        body, game = request.body, self.game(request)
        if body["do"] == "text":
            return self.apply(game_settings.set_leaflet_text(game, str(body["text"]), seen_in(request)))
        return self.apply(
            {"make": game_settings.make_leaflet, "remove": game_settings.remove_leaflet}[body["do"]](game)
        )
