"""The layouts of a deck: which are its own, copies of shared layouts, and their boxes for another size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from beeprint.base.geometry import millimetres
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft, layout_names
from beeprint.edit.snapshot import Snapshot
from beeprint.game.model import Game
from beeprint.sources.workspace import GAME, shown

_PARTS = re.compile(r"[\s,x]+")


def family(game: Game, deck: str) -> dict[str, list[str]]:
    """Return all layouts that a deck uses, each with the layouts that it extends; empty where one is faulty."""
    snapshot = Snapshot(game.workspace.game)
    try:
        wanted = [name for side in layout_names(game, deck).values() for name in side]
    except BuildError:
        return {}
    members: dict[str, list[str]] = {}
    while wanted:
        name = wanted.pop()
        if name not in members:
            members[name] = sorted(snapshot.parents(name))
            wanted += members[name]
    return members


def shared_layouts(game: Game, deck: str) -> set[str]:
    """Return the layouts of a deck that another deck uses too, or that are not in the game's folder."""
    snapshot = Snapshot(game.workspace.game)
    own, others = family(game, deck), {name for other in game.decks if other != deck for name in family(game, other)}
    foreign = {name for name in own if not snapshot.file(name).is_relative_to(game.workspace.game)}
    return (others | foreign) & own.keys()


def layout_path(game: Game, name: str) -> Path:
    """Return where a layout of the game is, or would be."""
    return game.workspace.game / "layouts" / f"{name}.yaml"


def free_layout(game: Game, draft: Draft, name: str) -> str:
    """Return a name for a layout that no other has."""
    snapshot, wanted, number = Snapshot(game.workspace.game), name, 2
    while snapshot.find("layouts", wanted, (".yaml",)) or draft.read(layout_path(game, wanted)) is not None:
        wanted, number = f"{name}-{number}", number + 1
    return wanted


def copy_layouts(
    game: Game, draft: Draft, names: Sequence[str], deck: str, source: Game | None = None
) -> dict[str, str]:
    """Copy layouts of a game, or of another one, for a deck; return the new names by the old ones.

    Layouts that extend each other go on to do so.
    """
    source = source or game
    snapshot = Snapshot(source.workspace.game)
    new: dict[str, str] = {}
    for name in names:
        plain = name.rpartition("/")[2]
        wanted = deck if plain in (deck, "front", "card") else plain if source is not game else f"{deck}-{plain}"
        new[name] = free_layout(game, draft, wanted)
        draft.write(layout_path(game, new[name]), snapshot.file(name).read_bytes())
    for name in names:
        document = draft.yaml(layout_path(game, new[name]))
        listed = document.get(["extends"])
        if isinstance(listed, str):
            document = document.set(["extends"], new.get(listed, listed))
        for index, parent in enumerate(listed if isinstance(listed, list) else ()):
            document = document.set(["extends", index], new.get(parent, parent))
        draft.put(document)
    return new


def own_layouts(game: Game, draft: Draft, deck: str) -> dict[str, str]:
    """Make copies of the layouts that a deck shares, let the deck use them, and return the copies by the old names."""
    spec, shared = game.decks[deck].spec, shared_layouts(game, deck)
    # A layout that extends a copy is a copy itself, if it is shared, or is changed.
    members = family(game, deck)
    copies = copy_layouts(game, draft, [name for name in members if name in shared], deck)
    names = [("front", spec.front), *([("back", spec.back.layout)] if spec.back else [])]
    for side, name in names:
        if "{" in name and any(other in shared for other in layout_names(game, deck)[side]):
            message = f"the layouts {name} of {deck} are shared with another deck"
            raise error_at(Place(shown(game.workspace.game / GAME)), message, "give the deck layouts of its own first")
        if name in copies:
            keys = ["decks", deck, side, *(["layout"] if side == "back" else [])]
            draft.put(draft.game_yaml.set(keys, copies[name]))
    for name, parents in members.items():
        if name not in shared and copies.keys() & set(parents):
            document = draft.yaml(layout_path(game, name))
            listed = document.get(["extends"])
            for index, parent in enumerate([listed] if isinstance(listed, str) else listed):
                place: list[str | int] = ["extends"] if isinstance(listed, str) else ["extends", index]
                document = document.set(place, copies.get(parent, parent))
            draft.put(document)
    return copies


def fit(document: Document, x: float, y: float, size: tuple[float, float]) -> Document:
    """Return a layout whose boxes are multiplied by factors across and down, for pieces of a size in mm.

    Words such as bleed stay. What is in the cells of a grid grows as the cells do, by the smaller factor.
    """
    if document.get(["size"]) is not None:
        document = document.set(["size"], list(size))
    for keys, value, factors in _lengths(document.plain.get("slots"), ("slots",), (x, y)):
        document = document.set(keys, _times(value, factors))
    for keys, value, factors in _lengths(document.plain.get("styles"), ("styles",), (x, y)):
        document = document.set(keys, _times(value, factors))
    return document


#: Keys of a value, the value, and the factor of each number in it.
Length = tuple[tuple[str | int, ...], str, Sequence[float]]


def _lengths(value: Any, keys: tuple[str | int, ...], by: tuple[float, float]) -> Iterator[Length]:
    """Yield each number, or text of numbers, that follows the size of a piece, and its factor."""
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _lengths(inner, (*keys, index), by)
    if not isinstance(value, dict):
        return
    small = min(by)
    for name, inner in value.items():
        path = (*keys, name)
        if name == "box":
            yield from _box(inner, path, by)
        elif name == "repeat" and isinstance(inner, dict):
            yield from _numbers(inner.get("step"), (*path, "step"), by)
            for times, places in (inner.get("at") or {}).items():
                for index, place in enumerate(places):
                    yield from _numbers(place, (*path, "at", times, index), by)
        elif name == "height":
            yield from _numbers(inner, path, (by[1], by[1]))
        elif name == "pitch" and _is_number(inner):
            yield path, inner, (small,)
        else:
            yield from _lengths(inner, path, (small, small) if name in ("each", "edges") else by)


def _box(box: Any, keys: tuple[str | int, ...], by: tuple[float, float]) -> Iterator[Length]:
    factors = (*by, *by)
    if isinstance(box, dict):
        yield from (
            ((*keys, name), box[name], (factor,))
            for name, factor in zip(("x", "y", "width", "height"), factors, strict=True)
            if _is_number(box.get(name))
        )
    else:
        yield from _numbers(box, keys, factors)


def _numbers(value: Any, keys: tuple[str | int, ...], factors: Sequence[float]) -> Iterator[Length]:
    """Yield the numbers of a list; those of a text in one line are replaced together by `_times`."""
    if isinstance(value, list) and len(value) == len(factors):
        yield from (
            ((*keys, index), text, (factor,))
            for index, (text, factor) in enumerate(zip(value, factors, strict=True))
            if _is_number(text)
        )
    elif isinstance(value, str):
        parts = _PARTS.split(value.strip())
        if len(parts) == len(factors) and all(map(_is_number, parts)):
            yield keys, value, factors


def _is_number(text: Any) -> bool:
    try:
        millimetres(str(text).removeprefix("+"))
    except ValueError:
        return False
    return True


def _times(text: str, factors: Sequence[float]) -> str | float:
    """Return a length, or several in one text, times factors, to a tenth of a millimetre."""
    parts = zip(_PARTS.split(text.strip()), factors, strict=True)
    numbers = [f"{'+' if part.startswith('+') else ''}{_scaled(part, factor):g}" for part, factor in parts]
    return ", ".join(numbers) if len(numbers) > 1 or numbers[0].startswith("+") else float(numbers[0])


def _scaled(text: str, factor: float) -> float:
    return round(millimetres(text.removeprefix("+")) * factor, 1)
