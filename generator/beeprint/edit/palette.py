"""The inks of a game's palette: where each is used, and edits that add, change, rename and remove one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from beeprint.base.colour import parse
from beeprint.base.problems import BuildError, Place, did_you_mean, error_at
from beeprint.base.words import quoted, titled
from beeprint.edit import cells
from beeprint.edit.change import Edit
from beeprint.edit.choices import CHOOSE
from beeprint.edit.draft import Draft, layout_files
from beeprint.edit.text import Piece
from beeprint.face.template import ALSO
from beeprint.game.binding import names_in
from beeprint.game.columns import Column
from beeprint.game.model import Deck, Game
from beeprint.sources.nodes import read_yaml
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import shown

#: The keys of layouts, leaflets and set-ups whose values are colours.
COLOUR_KEYS = frozenset({"colour", "icon-colour", "fill", "stroke", "replaces", "accent", "tint", "ground"})
_ALONE = re.compile(r"\{([\w.-]+)\}")
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_AS_A_NAME = "use lower-case letters, digits and hyphens, such as dark-red"


class InkUse(NamedTuple):
    """A place that uses an ink: in words, with its file and, in YAML, the keys that lead to it.

    `how` is "value" for the value of a key and "markup" for words in a text. It is "cell" or "cell-markup" for a cell
    of the column `keys[1]` of the deck `keys[0]` whose row is `keys[2]`.
    """

    ink: str
    words: str
    path: Path
    how: str
    keys: tuple[str | int, ...]


def palette_file(game: Game) -> Path:
    """Return the palette's file, which need not exist yet."""
    return game.workspace.game / game.spec.palette


def ink_uses(game: Game) -> list[InkUse]:
    """Return each place that uses an ink: slots and styles of layouts, other YAML files, and cells."""
    uses: list[InkUse] = []
    home = game.workspace.game
    files = {f"layout {name}": path for name, path in layout_files(game).items()}
    files |= {path.name: path for path in sorted(home.glob("*.yaml")) if path != palette_file(game)}
    bound: dict[str, set[str]] = {}
    for name, path in files.items():
        try:
            plain = read_yaml(read_bytes(path, shown(path)), shown(path)).plain()
        except BuildError:
            continue  # reported where the file is used
        for keys, value, how in _texts(plain, ()):
            uses += [
                InkUse(ink, f"{_called(keys)} of {name}", path, how, keys) for ink in _inks_in(value, how, game.palette)
            ]
        for filled, key in _bound(plain):
            bound.setdefault(filled, set()).add(key)
    for deck in game.decks.values():
        for name, column in deck.rows.columns.items():
            uses += _cells(game, deck, name, column, name in bound)
    return uses


def _texts(value: Any, keys: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Yield each text of a YAML file with its keys: the value of a key for colours, or a text that may have markup."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(inner, (*keys, key))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*keys, index))
    elif isinstance(value, str):
        yield keys, value, "value" if keys and keys[-1] in COLOUR_KEYS else "markup"


def _inks_in(text: str, how: str, palette: Mapping[str, object]) -> list[str]:
    if how == "markup":
        return [ink for ink in dict.fromkeys(re.findall(r"\[([\w-]+): ", text)) if ink in palette]
    return [text] if text in palette and how == "value" else []


def _called(keys: tuple[str | int, ...]) -> str:
    """Name a place in a layout: slot title, style big, frame."""
    if keys[:1] in (("slots",), ("styles",)) and len(keys) > 1:
        return f"{str(keys[0]).removesuffix('s')} {keys[1]}"
    return ".".join(map(str, keys))


def _bound(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield each column that a key for colours names alone, with the key: its cells hold inks."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _bound(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _bound(inner, key)
    elif isinstance(value, str) and key in COLOUR_KEYS and (match := _ALONE.fullmatch(value)):
        yield match[1], key


def _cells(game: Game, deck: Deck, name: str, column: Column, is_colour: bool) -> Iterator[InkUse]:
    """Yield the cells of a column that name inks."""
    path = game.workspace.game / deck.spec.data.file
    for row in deck.rows.rows:
        text = row.texts.get(name, "")
        if is_colour and text in game.palette:
            yield InkUse(text, f"column {name} of {deck.name}", path, "cell", (deck.name, name, row.id))
        elif column.type == "text":
            for ink in _inks_in(text, "markup", game.palette):
                yield InkUse(ink, f"column {name} of {deck.name}", path, "cell-markup", (deck.name, name, row.id))


def add_ink(game: Game, name: str, colour: str) -> Edit:
    """Return the edit that adds an ink to the end of the palette."""
    _check_name(game, name)
    draft = Draft(game)
    path = palette_file(game)
    if draft.read(path) is None:
        draft.write(path, f'{name}: "{_checked(colour, path)}"\n')
    else:
        draft.put(draft.yaml(path).set([name], _checked(colour, path)))
    return draft.edit(f"colour {titled(name)} added")


def set_ink(game: Game, name: str, colour: str) -> Edit:
    """Return the edit that gives an ink another colour; what a press prints of it stays."""
    draft, path = Draft(game), palette_file(game)
    keys = _keys(draft, game, name)
    draft.put(draft.yaml(path).set(keys, _checked(colour, path)))
    return draft.edit(f"colour {titled(name)} changed")


def delete_ink(game: Game, name: str) -> Edit:
    """Return the edit that removes an ink; BuildError with what uses it."""
    draft, path = Draft(game), palette_file(game)
    _keys(draft, game, name)
    used = dict.fromkeys(use.words for use in ink_uses(game) if use.ink == name)
    if used:
        message = f"ink {name} is used by {', '.join(list(used)[:6])}{', ...' if len(used) > 6 else ''}"
        raise error_at(Place(shown(path)), message, "give these another colour first")
    draft.put(draft.yaml(path).remove([name]))
    return draft.edit(f"colour {titled(name)} deleted")


def rename_ink(game: Game, name: str, to: str) -> Edit:
    """Return the edit that renames an ink in the palette, and in all layouts and cells that name it.

    BuildError where a cell names it that stands for something else too, such as a picture.
    """
    draft, path = Draft(game), palette_file(game)
    _keys(draft, game, name)
    if to == name:
        return draft.edit(f"colour {titled(name)} renamed")
    _check_name(game, to)
    draft.put(draft.yaml(path).rename([name], to))
    uses = [use for use in ink_uses(game) if use.ink == name]
    columns = dict.fromkeys((str(use.keys[0]), str(use.keys[1])) for use in uses if use.how == "cell")
    for deck, column in columns:
        _check_only_colours(game, draft, deck, column, name)
    for use in uses:
        if use.how == "value":
            draft.put(draft.yaml(use.path).set(use.keys, to))
        elif use.how == "markup":
            text = draft.yaml(use.path).get(use.keys)
            draft.put(draft.yaml(use.path).set(use.keys, text.replace(f"[{name}: ", f"[{to}: ")))
    _rename_cells(game, draft, [use for use in uses if use.how.startswith("cell")], name, to)
    for deck, column in columns:
        _rename_choice(draft, deck, column, name, to)
    for file in layout_files(game).values() if columns else ():
        _rename_cases(draft, file, {column for _, column in columns}, name, to)
    return draft.edit(f"colour {titled(name)} renamed to {titled(to)}")


def _keys(draft: Draft, game: Game, name: str) -> list[str]:
    """Return the keys of an ink's colour in the palette; BuildError if there is no such ink."""
    value = draft.yaml(palette_file(game)).get([name])
    if value is None:
        raise error_at(Place(shown(palette_file(game))), f"there is no ink {name}", did_you_mean(name, game.palette))
    return [name, "srgb"] if isinstance(value, Mapping) else [name]


def _check_name(game: Game, name: str) -> None:
    place = Place(shown(palette_file(game)))
    if not _NAME.fullmatch(name) or name == "none":
        raise error_at(place, f"{quoted(name)} cannot be the name of an ink", _AS_A_NAME)
    if name in game.palette:
        raise error_at(place, f"there is an ink {name} already", "choose another name")


def _checked(colour: str, path: Path) -> str:
    if parse(colour) is None:
        raise error_at(Place(shown(path)), f"{quoted(colour)} is not a colour", "write it as #E69F00")
    return colour


def _check_only_colours(game: Game, draft: Draft, deck: str, column: str, name: str) -> None:
    """Raise BuildError if a column whose cells name an ink stands for more than colours."""
    spec = game.decks[deck].spec
    others = [f"the {side} of {deck}" for side, text in (("front", spec.front),) if column in names_in(text)]
    for layout, path in layout_files(game).items():
        for keys, text, how in _texts(draft.yaml(path).plain, ()):
            is_choice = CHOOSE in keys and keys[-1] == "by"
            if how == "markup" and column in names_in(text) and not is_choice:
                others.append(f"{_called(keys)} of {layout}")
    rules = [rule for rule in draft.game_yaml.get(["rules"]) or () if column in str(rule)]
    others += ["a rule of game.yaml"] if rules else []
    if others:
        message = f"{name} is also what the column {column} of {deck} says, which {', '.join(others[:3])} uses"
        hint = "add an ink of the other name, and change the cells where you want it"
        raise error_at(Place(shown(palette_file(game))), message, hint)


def _rename_cells(game: Game, draft: Draft, uses: list[InkUse], name: str, to: str) -> None:
    for use in uses:
        deck, column, row = map(str, use.keys)
        cell = cells.find_cell(game, deck, row, column)
        data = draft.read(cell.path)
        assert data is not None
        text = to if use.how == "cell" else cell.text.replace(f"[{name}: ", f"[{to}: ")
        draft.write(cell.path, cells.with_text(cells.rebased(cell, data), text))


def _rename_choice(draft: Draft, deck: str, column: str, name: str, to: str) -> None:
    """Rename a word of a choice column in game.yaml."""
    document = draft.game_yaml
    words = document.get(["decks", deck, "columns", column, "of"])
    if isinstance(words, list | tuple) and name in words:
        draft.put(document.set(["decks", deck, "columns", column, "of", list(words).index(name)], to))


def _rename_cases(draft: Draft, path: Path, columns: set[str], name: str, to: str) -> None:
    """Rename the cases of choices by one of some columns."""
    document = draft.yaml(path)
    for piece in [*_mappings(document.root)]:
        by = (piece.entries or {}).get("by")
        match = _ALONE.fullmatch(by.value) if by is not None else None
        if piece.path[-1:] in ((CHOOSE,), (ALSO,)) and match and match[1] in columns and name in (piece.entries or {}):
            document = document.rename([*piece.path, name], to)
    draft.put(document)


def _mappings(piece: Piece) -> Iterator[Piece]:
    if piece.entries is not None:
        yield piece
    for child in piece.children:
        yield from _mappings(child)
