"""Decks as a person sets them up: added, copied, renamed, removed, and what their pieces are like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from beeprint import starter
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.base.temporary import temporary_folder
from beeprint.edit import tables
from beeprint.edit.change import Edit
from beeprint.edit.deck_layouts import copy_layouts, family, layout_path, shared_layouts
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft, layout_files
from beeprint.edit.plain_deck import PLAIN, write_plain_deck
from beeprint.edit.rewriting import NewColumn, Rewriting
from beeprint.edit.snapshot import Snapshot
from beeprint.edit.table_cells import set_cells
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.data_formats import endings
from beeprint.sources.nodes import read_yaml
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import GAME, Workspace, shown
from beeprint.starter import from_table, pages
from beeprint.starter.guess import key_of

#: The keys of a deck in game.yaml that are set one by one.
KEYS = ("title", "noun", "stock", "name", "description", "bleed", "safe", "print", "per-player", "for-players",
        "boxed", "legible-text", "ignore")  # fmt: skip
#: What the page calls these keys in the title of an edit.
_IN_TITLES = {
    "noun": "word for pieces",
    "stock": "kind of paper",
    "name": "name of a piece",
    "safe": "safe zone",
    "print": "most copies to print",
    "per-player": "copies for each player",
    "for-players": "copies for numbers of players",
    "ignore": "columns to leave out",
    "boxed": "place in boxes",
    "legible-text": "smallest text without a warning",
}
#: The order of a deck's keys in game.yaml.
ORDER = ("title", "noun", "name", "description", "data", "columns", "ignore", "shape", "bleed", "safe", "legible-text",
         "front", "back", "stock", "boxed", "print", "per-player", "for-players")  # fmt: skip


class DeckUse(NamedTuple):
    """A place that names a deck, in words, and the keys that lead to it in game.yaml; no keys for another file."""

    words: str
    keys: tuple[str | int, ...] = ()


def templates() -> dict[str, list[str]]:
    """Return the decks of each starter by their names."""
    folders = {name: Path(starter.__file__).parent / folder for name, (_, folder) in starter.STARTERS.items()}
    folders |= {name: folder for name, (_, folder) in starter.added().items()}
    listed = {name: read_yaml(read_bytes(folder / GAME, name), name).plain() for name, folder in folders.items()}
    decks = {name: plain.get("decks") or {} for name, plain in listed.items()}
    return {name: [deck.replace("DECK-ID", "cards") for deck in entries] for name, entries in decks.items()}


def add_plain(game: Game, title: str, shape: Mapping[str, Any] | None = None) -> Edit:
    """Return the edit that adds three pieces of a shape with a name and a text, as the first deck calls them."""
    with temporary_folder() as work:
        write_plain_deck(work / "made", game, shape)
        draft = Draft(game)
        _copy(game, draft, model.load(Workspace(work / "made"))[0], PLAIN, title)
        return draft.edit(f"deck {title} added")


class Style(NamedTuple):
    """The size, the template and the look of the cards of a table; where one is empty, the table decides."""

    size: str = ""
    template: str = ""
    look: str = ""


#: What the table decides.
_AS_GUESSED = Style()


def add_from_table(game: Game, title: str, file: str, data: bytes | None = None, style: Style = _AS_GUESSED) -> Edit:
    """Return the edit that adds a deck for a table: a file of the game, or one that is dropped."""
    name = file.replace("\\", "/").rpartition("/")[2]
    if Path(name).suffix.lower() not in endings():
        raise error_at(Place(name), "this is not a table that can be read", f"give one of {', '.join(endings())}")
    with temporary_folder() as work:
        table = work / name
        if data is None:
            data = game.workspace.data(file, game.node.place)[0]
        table.write_bytes(data)
        return _add_from_table(game, title, table, work / "made", style)


def _add_from_table(game: Game, title: str, table: Path, folder: Path, style: Style) -> Edit:
    folder.mkdir()
    try:
        size = pages.read_size(style.size) if style.size else None
    except ValueError as error:
        raise error_at(Place(table.name), f"{style.size} is not a size of cards", str(error)) from error
    wishes = from_table.Wishes((), size, style.template, style.look)
    from_table.fill(folder, table, "made", title, wishes)
    source = model.load(Workspace(folder))[0]
    draft = Draft(game)
    for deck in source.decks:
        _copy(game, draft, source, deck, title if len(source.decks) == 1 else source.decks[deck].spec.title)
    return draft.edit(f"deck {title} added")


def add_from_template(game: Game, title: str, template: str, deck: str) -> Edit:
    """Return the edit that adds a deck of a starter, with its cards."""
    with temporary_folder() as work:
        starter.write(work / "made", template)
        source = model.load(Workspace(work / "made"))[0]
        draft = Draft(game)
        _copy(game, draft, source, deck, title)
        return draft.edit(f"deck {title} added")


def copy_deck(game: Game, deck: str, title: str) -> Edit:
    """Return the edit that copies a deck, its data file and its layouts under new names."""
    check_deck(game, deck)
    draft = Draft(game)
    _copy(game, draft, game, deck, title)
    return draft.edit(f"deck {title} added")


def _copy(game: Game, draft: Draft, source: Game, deck: str, title: str) -> None:
    """Copy a deck from a game, which may be the same one, with all that it needs."""
    name = _free_name(game, draft, title)
    entry = dict(Draft(source).game_yaml.get(["decks", deck]))
    entry["title"] = title
    layouts = family(source, deck)
    if not layouts:
        raise error_at(source.node.at(["decks", deck]), f"the layouts of {deck} have errors", "correct them first")
    spec = source.decks[deck].spec
    named = [spec.front, *([spec.back.layout] if spec.back else [])]
    wanted = [layout for layout in layouts if source is not game or layout in named]
    copies = copy_layouts(game, draft, wanted, name, source)
    patterns = {text for text in named if "{" in text}
    for text in patterns if source is not game else ():
        _copy_chosen(game, draft, source, text, copies)
    entry["front"] = copies.get(spec.front, spec.front)
    if spec.back:
        entry["back"] = {**entry["back"], "layout": copies.get(spec.back.layout, spec.back.layout)}
    entry["data"] = _copy_data(game, draft, source, entry["data"], name)
    draft.put(draft.game_yaml.set(["decks", name], {key: entry[key] for key in ORDER if key in entry}))
    if source is not game:
        _copy_palette(game, draft, source)
        _copy_art(game, draft, source)


def _copy_chosen(game: Game, draft: Draft, source: Game, text: str, copies: Mapping[str, str]) -> None:
    """Move copies of layouts that a column chooses to their old names, by which the column means them."""
    pattern = re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(text)))
    for old, new in copies.items():
        if pattern.fullmatch(old):
            if draft.read(layout_path(game, old)) is not None:
                raise error_at(
                    Place(shown(layout_path(game, old))), "this layout exists", "give the deck another title"
                )
            draft.write(layout_path(game, old), draft.read(layout_path(game, new)))
            draft.write(layout_path(game, new), None)


def _copy_data(game: Game, draft: Draft, source: Game, data: Any, name: str) -> Any:
    """Copy the data of a deck under a new name; return what game.yaml says of them."""
    file = data["file"] if isinstance(data, dict) else data
    home = source.workspace.game
    if file.endswith("/"):
        new = _free_file(game, draft, name, "")
        for path in sorted((home / file).iterdir()):
            if path.is_file():
                draft.write(game.workspace.game / new / path.name, path.read_bytes())
        new += "/"
    else:
        folder, _, last = file.rpartition("/") if source is game else ("", "", file.rpartition("/")[2])
        new = _free_file(game, draft, f"{folder}/{name}" if folder else name, Path(last).suffix)
        draft.write(game.workspace.game / new, source.workspace.data(file, source.node.place)[0])
    kept = {key: value for key, value in data.items() if key != "source"} if isinstance(data, dict) else {}
    return {**kept, "file": new} if len(kept) > 1 else new


def _free_file(game: Game, draft: Draft, stem: str, ending: str) -> str:
    name, number = f"{stem}{ending}", 2
    while (game.workspace.game / name).exists() or draft.read(game.workspace.game / name) is not None:
        name, number = f"{stem}-{number}{ending}", number + 1
    return name


def _copy_palette(game: Game, draft: Draft, source: Game) -> None:
    """Add the inks that the copies name and the game does not have; where both have an ink, the game's colour stays."""
    texts = _texts(draft)
    path = game.workspace.game / game.spec.palette
    document = Draft(source).yaml(source.workspace.game / source.spec.palette).plain
    named = {name: value for name, value in document.items() if re.search(rf"\b{re.escape(name)}\b", texts)}
    missing = {name: value for name, value in named.items() if name not in game.palette}
    if missing and draft.read(path) is None:
        draft.write(path, "".join(f'{name}: "{value}"\n' for name, value in missing.items()))
    elif missing:
        palette = draft.yaml(path)
        for name, value in missing.items():
            palette = palette.set([name], value)
        draft.put(palette)


def _texts(draft: Draft) -> str:
    """Return all that a draft writes, to look for names in it."""
    return b"\n".join(change.after for change in draft.changes if change.after is not None).decode("utf-8", "replace")


def _copy_art(game: Game, draft: Draft, source: Game) -> None:
    """Copy the pictures and fonts that the copied layouts and cells name, if the game has none of that name."""
    texts = _texts(draft)
    for kind in ("art", "fonts"):
        for path in sorted((source.workspace.game / kind).rglob("*")):
            target = game.workspace.game / path.relative_to(source.workspace.game)
            folder = path.parent.name
            is_named = path.stem in texts or f"{folder}/{{" in texts
            if path.is_file() and not target.exists() and (is_named or kind == "fonts"):
                draft.write(target, path.read_bytes())


def _free_name(game: Game, draft: Draft, title: str) -> str:
    name = key_of(title) or "deck"
    taken = {*game.names, *(draft.game_yaml.get(["decks"]) or {})}
    wanted, number = name, 2
    while wanted in taken:
        wanted, number = f"{name}-{number}", number + 1
    return wanted


def check_deck(game: Game, deck: str) -> None:
    """Raise BuildError if a game has no deck of a name."""
    if deck not in game.decks:
        raise error_at(game.node.at(["decks"]), f"there is no deck {deck}", did_you_mean(deck, game.decks))


# What is set of a deck ------------------------------------------------------------------------------------------------


def set_keys(game: Game, deck: str, values: Mapping[str, Any]) -> Edit:
    """Return the edit that sets keys of a deck, such as its title; None removes one.

    What `stocks:` says of a stock follows where no other deck or box has it.
    """
    check_deck(game, deck)
    draft = Draft(game)
    document = draft.game_yaml
    for key, value in values.items():
        if key not in KEYS:
            raise error_at(game.node.at(["decks", deck]), f"{key} is not set here", did_you_mean(key, KEYS))
        keys = ["decks", deck, key]
        document = document.remove(keys) if value in (None, "") else document.set(keys, value, ORDER)
    old, new = game.decks[deck].spec.stock, str(values.get("stock") or "")
    is_last = list(game.spec.used_stocks).count(old) == 1 and old in game.spec.stocks
    if new and is_last and new not in game.spec.stocks:
        document = document.rename(["stocks", old], new)
    draft.put(document)
    labels = " and ".join(_IN_TITLES.get(key, key) for key in values)
    return draft.edit(f"{labels} of {game.decks[deck].spec.title} changed")


def set_copies(game: Game, deck: str, number: int | None) -> Edit:
    """Return the edit that gives all cards of a deck a number of copies, in the column `copies` of its table.

    A table without that column gets it. None adds the column only, with one copy of each card, to be changed there.
    """
    check_deck(game, deck)
    table = tables.find_table(Workspace(game.workspace.game), deck)
    title = f"copies of {game.decks[deck].spec.title} changed"
    pieces = [index for index, piece in enumerate(table.pieces) if piece]
    if all(column.name != "copies" for column in table.columns):
        texts = {table.records[index]: str(1 if number is None else number) for index in pieces}
        column = NewColumn("copies", len(table.header), texts)
        return tables.finish(table, Rewriting(column=column), title, table.seen)
    if number is None:
        return Edit(title, game.workspace.game, ())
    edit = set_cells(table, {(index, "copies"): str(number) for index in pieces}, table.seen)
    return Edit(title, edit.game, edit.changes, edit.warnings)


# Rename and delete ----------------------------------------------------------------------------------------------------


def deck_uses(game: Game, deck: str) -> list[DeckUse]:
    """Return the places that name a deck: rules, boxes, editions, columns, set-ups, layouts and the leaflet."""
    plain = Draft(game).game_yaml.plain
    uses: list[DeckUse] = []
    for key, value in plain.items():
        for keys in _named(value, deck, (key,)):
            if keys[:2] != ("decks", deck):
                uses.append(DeckUse(_called(plain, keys), keys))
    home = game.workspace.game
    for name, path in layout_files(game).items():
        text = read_bytes(path, shown(path)).decode("utf-8", "replace")
        if re.search(rf"(?:table|lookup): *[\"']?{re.escape(deck)}\b", text):
            uses.append(DeckUse(f"layout {name}"))
    for path in [*home.glob("set-up*.yaml"), *([home / game.spec.leaflet.text] if game.spec.leaflet else [])]:
        text = path.read_text("utf-8", "replace") if path.is_file() else ""
        if re.search(rf"(?:\{{|\b){re.escape(deck)}(?:[}}/.:]|\b:)", text):
            uses.append(DeckUse(path.name))
    return list(dict.fromkeys(uses))


def _named(value: Any, deck: str, keys: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """Yield the keys of each value that is a deck's name, and of each entry of `decks:` that has this name."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == deck and keys[-1:] == ("decks",):
                yield (*keys, name)
            else:
                yield from _named(inner, deck, (*keys, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _named(inner, deck, (*keys, index))
    elif value == deck and next((key for key in reversed(keys) if isinstance(key, str)), "") in _REFERRING:
        yield keys


#: The keys whose values name decks.
_REFERRING = {"deck", "decks", "table", "tables", "for", "into", "lookup"}


def _called(plain: Mapping[str, Any], keys: tuple[str | int, ...]) -> str:
    """Name a place in game.yaml: rule 2 (count), box big, edition two."""
    head, rule = str(keys[0]), _rule_of(keys)
    if rule:
        entry: Any = plain
        for key in rule:
            entry = entry[key]
        where = f" of edition {keys[1]}" if head == "editions" else ""
        return f"rule {int(rule[-1]) + 1} ({entry.get('rule', '')}){where}"
    if head == "decks" and len(keys) > 3:
        return f"column {keys[3]} of {keys[1]}"
    return f"{head.removesuffix('es') if head == 'boxes' else head.removesuffix('s')} {keys[1]}" if keys[1:] else head


def _rule_of(keys: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return the keys of the rule that keys lead into; none where they lead elsewhere."""
    at = keys.index("rules") + 2 if "rules" in keys else 0
    return keys[:at] if at and len(keys) > at else ()


def removed_with(game: Game, deck: str) -> list[Path]:
    """Return the files that go with a deck: its data and layouts, as far as nothing else uses them."""
    spec = game.decks[deck].spec
    others = [entry.data.file for name, entry in game.spec.decks.items() if name != deck]
    others += [entry.data.file for entry in game.spec.tables.values()]
    home = game.workspace.game
    files: list[Path] = []
    if spec.data.file not in others:
        path = home / spec.data.file
        files += sorted(each for each in path.iterdir() if each.is_file()) if path.is_dir() else [path]
        files += sorted(home.glob(f"lang/*/{spec.data.file}"))
    own = family(game, deck).keys() - shared_layouts(game, deck)
    extended = {parent for name in layout_files(game) if name not in own for parent in _parents(game, name)}
    return [*files, *(layout_path(game, name) for name in sorted(own - extended))]


def _parents(game: Game, name: str) -> set[str]:
    return Snapshot(game.workspace.game).parents(name)


def delete_deck(game: Game, deck: str, force: bool = False) -> Edit:
    """Return the edit that removes a deck and its files, and with `force` all that names it.

    A rule about several decks stays for the others, which a warning says. BuildError with what names the deck, unless
    `force`.
    """
    check_deck(game, deck)
    uses = deck_uses(game, deck)
    place = game.node.key_at(["decks"], deck)
    if uses and not force:
        raise BuildError(Problem(place, f"{use.words} names the deck {deck}", "remove that first") for use in uses)
    draft = Draft(game)
    document, warnings = _without(draft.game_yaml, deck, uses, place)
    draft.put(document.remove(["decks", deck]))
    for path in removed_with(game, deck):
        draft.write(path, None)
    for path in sorted(game.workspace.game.glob("lang/*/game.yaml")):
        draft.put(draft.yaml(path).remove(["decks", deck]))
    edit = draft.edit(f"deck {game.decks[deck].spec.title} deleted")
    return Edit(edit.title, edit.game, edit.changes, (*warnings, *edit.warnings))


def _without(document: Document, deck: str, uses: list[DeckUse], place: Place) -> tuple[Document, list[Problem]]:
    """Take a deck out of what names it in game.yaml; return warnings of rules that stay for other decks."""
    warnings: list[Problem] = []
    gone = {rule for use in uses if (rule := _rule_of(use.keys)) and not _is_among_others(document, use.keys)}
    for use in reversed([use for use in uses if use.keys and _rule_of(use.keys) not in gone]):
        document = document.remove(use.keys)
        if _rule_of(use.keys):
            message = f"{use.words} is about other decks too, and no longer about {deck}"
            warnings.append(Problem(place, message, "check the numbers of this rule", "warning"))
    for rule in sorted(gone, key=lambda rule: (str(rule[:-1]), int(rule[-1])), reverse=True):
        document = document.remove(rule)
    return document, warnings


def _is_among_others(document: Document, keys: tuple[str | int, ...]) -> bool:
    """Return whether keys lead to an item of a list that has others."""
    return isinstance(keys[-1], int) and len(set(document.get(keys[:-1]))) > 1


def rename_deck(game: Game, deck: str, to: str, title: str = "") -> Edit:
    """Return the edit that gives a deck another name, in all that names it, and a title; its files keep their names."""
    check_deck(game, deck)
    if to == deck:
        return set_keys(game, deck, {"title": title})
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", to):
        hint = "use lower-case letters, digits and hyphens"
        raise error_at(game.node.key_at(["decks"], deck), f"{to} cannot be the name of a deck", hint)
    if to in game.names:
        raise error_at(game.node.key_at(["decks"], deck), f"there is a deck or table {to} already", "choose another")
    draft = Draft(game)
    document = draft.game_yaml
    for use in deck_uses(game, deck):
        if not use.keys:
            continue
        document = document.rename(use.keys, to) if use.keys[-1] == deck else document.set(use.keys, to)
    document = document.rename(["decks", deck], to)
    draft.put(document.set(["decks", to, "title"], title) if title else document)
    for path in sorted(game.workspace.game.glob("lang/*/game.yaml")):
        if draft.yaml(path).get(["decks", deck]) is not None:
            draft.put(draft.yaml(path).rename(["decks", deck], to))
    for path in layout_files(game).values():
        layout = draft.yaml(path)
        for keys in _named(layout.plain, deck, ()):
            if keys and keys[-1] in ("table", "lookup"):
                layout = layout.set(keys, to)
        draft.put(layout)
    leaflet = game.spec.leaflet
    if leaflet is not None and (text := draft.read(game.workspace.game / leaflet.text)) is not None:
        renamed = re.sub(rf"(?<=\{{){re.escape(deck)}(?=[}}/.])", to, text.decode("utf-8"))
        draft.write(game.workspace.game / leaflet.text, renamed) if renamed.encode() != text else None
    return draft.edit(f"deck {game.decks[deck].spec.title} renamed to {title or to}")
