"""What game.yaml holds by name in the page: boxes, editions, stocks, tables, fonts of languages and the like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from beeprint import edit
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit import game_entries, own_fonts, word_icons
from beeprint.edit.deck_sources import designs_of, tables_of
from beeprint.edit.entry_keys import GROUPS, EntryKey, keys_of_group
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace
from beeprint.starter.guess import key_of
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic
from beeprint.studio.views import Answer, Request, of_json


class EntryEdits(Topic):
    """The entries of each group with the keys that they have, and their changes."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"entries": self._entries}
        self.actions = {"entry": lambda request: self.apply(self._edit(request))}

    def _entries(self, request: Request) -> Answer:
        """List the entries of some groups, their keys, and what there is to choose from."""
        game, groups = self.game(request), request.parts[1].split(",")
        keys = {group: keys_of_group(group) for group in groups}
        wanted = {key.offers for each in keys.values() for key in each} | {GROUPS[group].offers for group in groups}
        listed = [
            {
                "group": group,
                **GROUPS[group]._asdict(),
                "keys": [_key(key) for key in keys[group]],
                "entries": [
                    {"name": name, "values": values} for name, values in game_entries.entries_of(game, group).items()
                ],
            }
            for group in groups
        ]
        return of_json({"groups": listed, "offers": {name: _offers(game, name) for name in sorted(wanted) if name}})

    def _edit(self, request: Request) -> edit.Edit:
        body, game = request.body, self.game(request)
        group, act = str(body["group"]), body["do"]
        if act == "add":
            values = [(_path(path), value) for path, value in body["values"]]
            name = str(body["name"]) if GROUPS[group].named else _free_name(game, group, values)
            return game_entries.add_entry(game, group, name, values)
        name = str(body["name"])
        if act == "remove":
            return game_entries.remove_entry(game, group, name)
        return {"set": game_entries.set_entry}[act](game, group, name, _path(body["at"]), body["value"])


def _key(key: EntryKey) -> dict[str, Any]:
    return {**asdict(key.key), "path": key.path, "kinds": key.kinds, "each": key.each, "offers": key.offers}


def _path(path: Sequence[Any]) -> tuple[str, ...]:
    return tuple(str(key) for key in path)


def _free_name(game: Game, group: str, values: Sequence[tuple[tuple[str, ...], Any]]) -> str:
    """Return a name for an entry that is made from its title, and which nothing else has."""
    title = next((str(value) for path, value in values if path == ("title",)), "")
    name = key_of(title) or GROUPS[group].noun
    taken = {*game.names, *game.spec.boxes, *game_entries.entries_of(game, group)}
    name = f"{name}-{GROUPS[group].noun}" if name in taken else name
    wanted, number = name, 2
    while wanted in taken:
        wanted, number = f"{name}-{number}", number + 1
    return wanted


def _offers(game: Game, name: str) -> list[tuple[str, str]]:
    """Return what there is to choose from: each as the file writes it, and as the page calls it."""
    workspace = Workspace(game.workspace.game)
    if name == "decks":
        return [(deck, entry.title) for deck, entry in game.spec.decks.items()]
    pictures = [each for each in workspace.names("art", SUFFIXES) if not each.startswith("icons/")]
    folders = sorted({each.rpartition("/")[0] for each in pictures} - {""})
    lists: Mapping[str, Sequence[str]] = {
        "designs": designs_of(game),
        "stocks": list(dict.fromkeys(game.spec.used_stocks)),
        "files": [file for file, _ in tables_of(game)],
        "languages": game.spec.languages[1:],
        "families": [each.family for each in own_fonts.font_families(game)],
        "icons": word_icons.icons(game),
        "pictures": [*folders, *pictures],
    }
    return [(each, each) for each in dict.fromkeys(lists[name])]
