"""Keep layouts as they were that extend a changed one, where the change would break them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from beeprint.base.problems import BuildError, Place, Problem
from beeprint.edit.boxes import SlotPlace
from beeprint.edit.change import own_file
from beeprint.edit.document import Document
from beeprint.edit.slot_keys import keys_of_kind, order_of
from beeprint.edit.snapshot import Snapshot
from beeprint.face.template import check, merged
from beeprint.game.binding import Scope, bind
from beeprint.game.model import Deck, Game
from beeprint.sources.workspace import shown

#: The keys of a layout in the order of a file.
_ORDER = ("note", "extends", "drop", "size", "styles", "frame", "slots")

#: How the problem of a slot that `drop:` names in vain begins.
_NO_SLOT = "no parent has a slot"


class Break(NamedTuple):
    """A layout that cannot be drawn after a change, and why."""

    layout: str
    problem: Problem


def of(at: SlotPlace) -> list[str]:
    """Return the layouts that extend the layout of a slot, directly or not."""
    return [name for name in at.snapshot.dependents([at.snapshot.file(at.use.layout)]) if name != at.use.layout]


def broken_by(at: SlotPlace, documents: Mapping[Path, Document]) -> Break | None:
    """Return the first other layout that changed files would break; None if all can still be drawn."""
    changed = at.snapshot.with_bytes({path: document.data for path, document in documents.items()})
    return next(_breaks(at, changed, changed.dependents(documents)), None)


def keep(at: SlotPlace, changed: Snapshot, files: list[Path]) -> tuple[list[Document], list[Problem]]:
    """Return documents in which layouts that changed files would break say what they showed before, and warnings.

    BuildError, with what is wrong, where no entry of their own can say so.
    """
    documents: dict[Path, Document] = {}
    warnings: list[Problem] = []
    while (broken := next(_breaks(at, changed, changed.dependents(files)), None)) is not None:
        path = changed.file(broken.layout)
        if path in documents:
            raise BuildError([broken.problem])
        own_file(path, at.snapshot.game)
        document = documents[path] = _as_before(at.snapshot, changed, broken)
        changed = changed.with_bytes({path: document.data})
        if broken.problem.message.startswith(_NO_SLOT):
            continue  # `drop:` names a slot that is gone, and nothing looks otherwise
        message = f"{broken.layout} extends {at.use.layout} and keeps what it has: {broken.problem.message}"
        hint = f"change {broken.layout} as well if you want the same there"
        warnings.append(Problem(Place(shown(path)), message, hint, "warning"))
    return list(documents.values()), warnings


def _breaks(at: SlotPlace, changed: Snapshot, names: list[str]) -> Iterator[Break]:
    """Yield layouts that have new faults, parents before their children."""
    above = {name: changed.parents(name) for name in names}
    for name in sorted(names, key=lambda name: (_depth(name, above), name)):
        if name != at.use.layout:
            yield from (Break(name, problem) for problem in new_faults(at, changed, name))


def new_faults(at: SlotPlace, changed: Snapshot, name: str, renamed: tuple[str, str] = ("", "")) -> list[Problem]:
    """Return what is wrong with a layout, in itself and for the decks that it draws, and was not before.

    `renamed` is the name of a slot before and after.
    """
    faults = _faults(changed, at.scope.game, name)
    before = _faults(at.snapshot, at.scope.game, name) if faults else []
    known = {problem.message.replace(*renamed) for problem in before}
    return [problem for problem in faults if problem.message not in known]


def _depth(name: str, above: Mapping[str, set[str]]) -> int:
    return 1 + max((_depth(parent, above) for parent in above[name] if parent in above and parent != name), default=0)


def _faults(snapshot: Snapshot, game: Game, name: str) -> list[Problem]:
    try:
        layout = snapshot.layout(name)
    except BuildError as error:
        return list(error.problems)
    return [problem for deck, shared in _drawn(game, name) for problem in check(layout, game, deck, shared)]


def _drawn(game: Game, name: str) -> Iterator[tuple[Deck, bool]]:
    """Yield the decks that a layout draws, with true where it draws a back that all pieces share."""
    for deck in game.components.values():
        back = deck.spec.back
        sides = [(deck.spec.front, False), *([(back.layout, back.each == "deck")] if back else [])]
        for text, shared in sides:
            scopes = [Scope(game, deck.rows, row) for row in deck.rows.rows] if "{" in text else [Scope(game)]
            for scope in scopes:
                with suppress(KeyError):
                    if bind(text, scope) == name:
                        yield deck, shared
                        break


def _as_before(before: Snapshot, after: Snapshot, broken: Break) -> Document:
    """Return a layout with entries of its own for all that its parents changed."""
    name, place = broken.layout, Place(shown(before.game))
    path = before.file(name)
    old = merged(before, name, place).plain()
    drawn = {slot: node.plain() for slot, node in before.layout(name).nodes.items()}
    parents = _parents_slots(after, name, place)
    document = _without_drops(Document(path, after.held[path]), parents)
    try:
        new = merged(after.with_bytes({path: document.data}), name, place).plain()
        for style, keys in old.get("styles", {}).items():
            document = _pinned(document, ("styles", style), keys, new.get("styles", {}).get(style), keys)
    except (BuildError, KeyError):
        raise BuildError([broken.problem]) from None
    document = _with_drops(document, [slot for slot in new["slots"] if slot not in old["slots"]])
    for slot, keys in old["slots"].items():
        now = new["slots"].get(slot)
        if now != keys and slot in parents:
            try:
                document = _pinned(document, ("slots", slot), keys, now, drawn[slot])
                continue
            except KeyError:
                document = _with_drops(document, [slot])
        if now != keys:  # a slot of its own
            document = document.set(["slots", slot], keys, order_of(str(keys.get("kind", ""))))
    return _in_order(after, document, broken, list(old["slots"]))


def _in_order(after: Snapshot, document: Document, broken: Break, order: list[str]) -> Document:
    """Return a layout that draws its slots in an order: `below:` of its own slots says so where it has to."""
    drawn = merged(after.with_bytes({document.path: document.data}), broken.layout, broken.problem.place).plain()
    if list(drawn["slots"]) == order:
        return document
    parents = _parents_slots(after, broken.layout, broken.problem.place)
    own = {name: keys for name, keys in document.get(["slots"]).items() if name not in parents or "kind" in keys}
    moved = [
        name for at, name in enumerate(order) if name in own and ("below" in own[name] or _is_late(own, order, at))
    ]
    for name in moved:
        above = next((other for other in order[order.index(name) + 1 :] if other not in moved), None)
        document = document.set(["slots", name, "below"], above) if above else document
    return document


def _is_late(own: Mapping[str, Any], order: list[str], at: int) -> bool:
    """Return whether a slot of a layout's own is written behind one that is drawn after it."""
    written = [name for name in order if name not in own] + list(own)
    return any(written.index(other) < written.index(order[at]) for other in order[at + 1 :])


def _parents_slots(snapshot: Snapshot, name: str, place: Place) -> set[str]:
    return {slot for parent in snapshot.parents(name) for slot in merged(snapshot, parent, place).plain()["slots"]}


def _without_drops(document: Document, parents: set[str]) -> Document:
    """Return a layout whose `drop:` names no slot that its parents do not have any more."""
    listed = document.get(["drop"])
    names = [listed] if isinstance(listed, str) else listed or []
    gone = [name for name in names if name not in parents]
    if len(gone) == len(names):
        return document.remove(["drop"]) if gone else document
    for name in gone:
        document = document.remove(["drop", document.get(["drop"]).index(name)])
    return document


def _with_drops(document: Document, names: list[str]) -> Document:
    for name in names:
        listed = document.get(["drop"])
        if isinstance(listed, str):
            document = document.set(["drop"], [listed, name])
        elif listed is None:
            document = document.set(["drop"], [name], _ORDER)
        else:
            document = document.insert(["drop"], len(listed), name)
    return document


def _pinned(document: Document, keys: tuple[str, ...], old: Any, new: Any, drawn: Any) -> Document:
    """Return a layout that holds a value as it was, where its parents hold another one.

    `drawn` is the old value with its style filled in. KeyError where a key is new, and nothing that can be written
    means the same as its absence.
    """
    if old == new:
        return document
    if not isinstance(old, dict) or not isinstance(new, dict):
        return document.set(keys, old, _ORDER)
    for key, value in old.items():
        document = _pinned(document, (*keys, key), value, new.get(key), drawn.get(key))
    for key in [key for key in new if key not in old]:
        usual = {each.name: each.default for each in keys_of_kind(old["kind"])}
        document = document.set((*keys, key), drawn.get(key) or usual[key] or usual[""])
    return document
