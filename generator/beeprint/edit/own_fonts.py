"""The fonts of a game: which families it can use, and edits that remove its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from beeprint.base.problems import BuildError, Place, error_at
from beeprint.base.words import titled
from beeprint.edit.change import Edit
from beeprint.edit.draft import Draft, layout_files
from beeprint.game.model import Game
from beeprint.sources.fonts import FontFolder, font_key, shipped_titles
from beeprint.sources.nodes import read_yaml
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import Workspace, shown


class Family(NamedTuple):
    """A family of fonts, what its makers call it, its styles, and whether its files are the game's own."""

    family: str
    title: str
    styles: list[str]
    own: bool


def font_families(game: Game) -> list[Family]:
    """Return the families that the game can use, its own first; files that have two names are listed once."""
    workspace = Workspace(game.workspace.game)
    folder = workspace.own_fonts()
    titles = shipped_titles() | {name: folder.titles.get(name) or titled(name) for name in folder.listed}
    named = {_files(folder, name): name for name in reversed(folder.listed)}
    families = [
        Family(name, titles[name], styles, name in folder.listed)
        for name, styles in workspace.font_styles().items()
        if name not in folder.listed or name in named.values()
    ]
    return sorted(families, key=lambda family: (not family.own, family.family))


def _files(folder: FontFolder, family: str) -> frozenset[Path]:
    """Return the files of one of the game's own families."""
    fonts = (folder.find(family, style) for style in folder.styles(family))
    return frozenset(font.path for font in fonts if font is not None)


def remove_font(game: Game, family: str) -> Edit:
    """Return the edit that removes the files of one of the game's own families; BuildError where something uses it."""
    folder = Workspace(game.workspace.game).own_fonts()
    paths = sorted(_files(folder, family))
    place = Place(shown(game.workspace.game / "fonts"))
    if not paths:
        raise error_at(place, f"the game has no font {family} of its own", "choose one of its own families")
    names = {family, *(name for name in folder.listed if _files(folder, name) & set(paths))}
    used = list(dict.fromkeys(use for name in sorted(names) for use in _uses(game, name)))
    if used:
        hint = "give these another font first"
        raise error_at(place, f"{family} is used by {', '.join(used[:6])}{', ...' if len(used) > 6 else ''}", hint)
    draft = Draft(game)
    for path in paths:
        draft.write(path, None)
    return draft.edit(f"font {folder.titles.get(family) or titled(family)} removed")


def _uses(game: Game, family: str) -> Iterator[str]:
    """Yield each layout that names a family, and game.yaml where it does."""
    for name, path in layout_files(game).items():
        try:
            plain = read_yaml(read_bytes(path, shown(path)), shown(path)).plain()
        except BuildError:
            continue
        if font_key(family) in map(font_key, _named(plain)):
            yield f"layout {name}"
    if font_key(family) in (font_key(text) for text in _texts(Draft(game).game_yaml.get(["fonts"]))):
        yield "game.yaml"


def _named(value: Any, key: str = "") -> Iterator[str]:
    """Yield the families that `font:` names anywhere in a layout."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _named(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _named(inner, key)
    elif key == "font":
        yield from (name.strip() for name in value.split(","))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, str):
        yield from (name.strip() for name in value.split(","))
