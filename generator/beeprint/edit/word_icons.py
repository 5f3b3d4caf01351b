"""Words of texts that could be icons, such as [coin], and the edit that makes them icons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from beeprint import starter
from beeprint.base import plugins
from beeprint.base.problems import Place, did_you_mean, error_at
from beeprint.base.words import quoted
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit.change import Change, Edit
from beeprint.edit.draft import Draft
from beeprint.game.model import Game
from beeprint.sources.workspace import GAME, Workspace, shown

#: A word or two between brackets, braces or parentheses: [coin], {2 gold}, (S).
_MARKED = re.compile(r"\[[^\W_][\w -]{0,20}\]|\{[^\W_][\w -]{0,20}\}|\([^\W_][\w-]{0,11}\)")
#: How often a word in parentheses, which are common in sentences, has to occur.
_LEAST = 2


def icon_words(game: Game) -> dict[str, int]:
    """Count the marked words of texts that are neither a column nor an icon, the commonest first."""
    counts: Counter[str] = Counter()
    for deck in game.decks.values():
        texts = [name for name, column in deck.rows.columns.items() if column.type == "text" and name != "id"]
        for row in deck.rows.rows:
            for name in texts:
                counts.update(_MARKED.findall(row.texts.get(name, "")))
    known = {*game.spec.icons, *(f"{{{name}}}" for deck in game.decks.values() for name in deck.rows.columns)}
    wanted = {word: count for word, count in counts.items() if word not in known and _is_symbol(word, count)}
    return dict(sorted(wanted.items(), key=lambda pair: (-pair[1], pair[0])))


def _is_symbol(word: str, count: int) -> bool:
    return not word.startswith("(") or count >= _LEAST


def icons(game: Game) -> list[str]:
    """Return the names of the game's drawings in art/icons."""
    names = Workspace(game.workspace.game).names("art", SUFFIXES)
    return [name.removeprefix("icons/") for name in names if name.startswith("icons/")]


def icon_sets() -> Mapping[str, Mapping[str, Path]]:
    """Return the sets of drawings to choose icons from, each by their names: beeprint's own, and those of plug-ins."""
    folders = {Path(starter.__file__).parent / "icons": "beeprint", **plugins.folders("icons")}
    return {package: {path.stem: path for path in sorted(folder.glob("*.svg"))} for folder, package in folders.items()}


def make_icon(game: Game, word: str, icon: str, changes: Iterable[Change] = ()) -> Edit:
    """Return the edit that lets a word of texts be printed as an icon: a line of `icons:` in game.yaml.

    `changes` bring the icon's drawing into the game.
    """
    draft = Draft(game)
    draft.take(changes)
    names = {change.path.stem for change in draft.changes if change.after is not None}
    if icon not in {*names, *icons(game)}:
        message = f"there is no icon {quoted(icon)} in art/icons"
        raise error_at(Place(shown(game.workspace.game / GAME)), message, "choose or drop a drawing")
    draft.put(draft.game_yaml.set(["icons", word], icon))
    return draft.edit(f"icon {icon} put in place of {word}")


def remove_word(game: Game, word: str) -> Edit:
    """Return the edit that lets a word be printed as a word again; its drawing stays."""
    draft = Draft(game)
    if word not in game.spec.icons:
        hint = did_you_mean(word, game.spec.icons)
        raise error_at(Place(shown(game.workspace.game / GAME)), f"{quoted(word)} is not an icon", hint)
    rest = {name: icon for name, icon in game.spec.icons.items() if name != word}
    draft.put(draft.game_yaml.remove(["icons", word] if rest else ["icons"]))
    return draft.edit(f"icon of {word} removed")
