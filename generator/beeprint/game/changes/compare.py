"""Compare two states of a game, as manifests record them, piece by piece."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from beeprint.base.manifest import NAME
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import shown

# States of a game, as manifests record them: its pieces with copies, fields and the keys of their faces.


class Piece(Struct, frozen=True):
    """A component: how many copies the box holds, the keys of its two sides, the texts of its row.

    `printed` is how many of the copies are printed, where a deck holds back some or all with `print:`; `shape` is the
    outline in words with its size in mm, "" in manifests that do not give it; `corner` is the radius of its corners,
    None likewise; `cuts` is the key of the lines of an outline that the game draws, which are cut and folded, "" for
    other outlines; `shared` says whether the whole deck has this back.
    """

    id: str
    deck: str
    copies: int
    front: str
    back: str | None
    fields: Mapping[str, str]
    printed: int
    shape: str = ""
    corner: float | None = None
    shared: bool = False
    cuts: str = ""

    @property
    def row(self) -> str:
        """Return the id without the deck."""
        return self.id.partition("/")[2] or self.id


class State(Struct, frozen=True):
    """A game at one time; `source` is where it comes from, `edition` is the part of the box."""

    game: str
    title: str
    version: str
    source: str
    pieces: Mapping[str, Piece]
    edition: str = ""


def state(head: Mapping[str, Any], pieces: Iterable[Mapping[str, Any]], source: str) -> State:
    """Read a state from a manifest's content; KeyError, TypeError or ValueError where it is invalid."""
    by_id: dict[str, Piece] = {}
    for entry in pieces:
        fields = {_text(name): _text(value) for name, value in dict(entry["fields"]).items()}
        back = entry["back"]
        copies = entry["copies"]
        printed, corner = entry.get("printed", copies), entry.get("corner")
        if not all(type(number) is int and 0 <= number <= 1_000_000 for number in (copies, printed)) or copies < 1:
            raise ValueError(f"copies are {copies!r}, {printed!r} printed")
        if corner is not None and type(corner) not in (int, float):
            raise ValueError(f"corner is {corner!r}")
        piece = Piece(
            _text(entry["id"]),
            _text(entry["deck"]),
            copies,
            _text(entry["front"]),
            None if back is None else _text(back),
            fields,
            printed,
            _text(entry.get("shape", "")),
            corner,
            entry.get("shared-back") is True,
            _text(entry.get("cuts", "")),
        )
        by_id[piece.id] = piece
    return State(
        _text(head["game"]), _text(head["title"]), _text(head["version"]), source, by_id, _text(head.get("edition", ""))
    )


def as_manifest(state: State) -> dict[str, Any]:
    """Return a state as the content of a manifest, for `manifest.merged`; reading it gives the same state."""
    pieces = [
        {
            "id": piece.id,
            "deck": piece.deck,
            **({"shape": piece.shape} if piece.shape else {}),
            **({} if piece.corner is None else {"corner": piece.corner}),
            **({"cuts": piece.cuts} if piece.cuts else {}),
            "copies": piece.copies,
            **({"printed": piece.printed} if piece.printed != piece.copies else {}),
            "front": piece.front,
            "back": piece.back,
            **({"shared-back": True} if piece.shared else {}),
            "fields": dict(piece.fields),
        }
        for piece in state.pieces.values()
    ]
    edition = {"edition": state.edition} if state.edition else {}
    said = {"game": state.game, "version": state.version, "title": state.title, **edition}
    decks = list(dict.fromkeys(piece["deck"] for piece in pieces))
    return {"head": said, "decks": decks, "pieces": pieces, "profiles": {}}


def from_manifest(path: Path) -> State:
    """Read the state from a build's manifest; BuildError if the file is not a manifest."""
    place = Place(shown(path))
    data = read_bytes(path, shown(path))
    try:
        content = json.loads(data)
        return state(content, content["pieces"], shown(path))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        hint = "give the manifest.json that a build writes, or its folder"
        raise error_at(place, f"this is not a beeprint manifest ({type(error).__name__}: {error})", hint) from error


def manifest_at(path: Path, game: str = "", name: str = "") -> Path | None:
    """Find the manifest for a path: the file itself, the manifest in a folder, or that of the only build below it.

    `name`, such as pollen-wars.kid, is the folder to choose where there are several builds of the game.
    """
    if path.is_file():
        return path
    if (path / NAME).is_file():
        return path / NAME
    if not path.is_dir():
        return None
    below = manifests_of(path, game)
    named = [manifest for manifest in below if manifest.parent.name == name]
    if len(below) > 1 and len(named) != 1:
        there = ", ".join(manifest.parent.name for manifest in below)
        raise error_at(
            Place(shown(path)), f"this folder holds several builds: {there}", "name the folder of one of them"
        )
    return next(iter(named or below), None)


def manifests_of(folder: Path, game: str = "") -> list[Path]:
    """Return the manifests of the builds in an output folder, all or those of a game, in the order of their names."""
    return [path for path in sorted(folder.glob(f"*/{NAME}")) if not game or _is_of(path, game)]


def _is_of(path: Path, game: str) -> bool:
    try:
        return from_manifest(path).game == game
    except BuildError:
        return False


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, found {value!r}")
    return value


#: What may have happened to a piece; `data` is a change that no printed face shows.
Kind = Literal["removed", "changed", "added", "renamed", "copies", "data"]
#: Which backs are on the table: sleeves hide those that a deck shares, so that only others are printed; all; or none.
Backs = Literal["own", "all", "none"]


class Change(Struct, frozen=True):
    """A change of a piece: removed, added, or with another look, id, number of copies or only other data."""

    kind: Kind
    before: Piece | None
    after: Piece | None

    @property
    def piece(self) -> Piece:
        """Return the piece as it is now, or as it was."""
        piece = self.after or self.before
        assert piece is not None
        return piece

    @property
    def fields(self) -> list[tuple[str, str, str]]:
        """Return each field that changed, with its old and new value; a missing one is empty. Copies are `numbers`."""
        if self.before is None or self.after is None:
            return []
        old, new = self.before.fields, self.after.fields
        told = {"copies", "id"} if self.kind == "renamed" else {"copies"}
        names = [name for name in dict.fromkeys([*new, *old]) if name not in told]
        return [
            (name, old.get(name, ""), new.get(name, "")) for name in names if old.get(name, "") != new.get(name, "")
        ]

    @property
    def sides(self) -> list[str]:
        """Return the sides that look different."""
        if self.before is None or self.after is None:
            return []
        back = "shared back" if self.after.shared else "back"
        pairs = (("front", self.before.front, self.after.front), (back, self.before.back, self.after.back))
        return [side for side, old, new in pairs if old != new]

    @property
    def recut(self) -> tuple[float, float] | None:
        """Return the old and new radius of the corners where both are known and differ."""
        old, new = (piece.corner if piece else None for piece in (self.before, self.after))
        return (old, new) if old is not None and new is not None and old != new else None

    @property
    def resized(self) -> tuple[str, str] | None:
        """Return the old and new outline where both are known and differ."""
        old, new = (piece.shape if piece else "" for piece in (self.before, self.after))
        return (old, new) if old and new and old != new else None

    @property
    def reshaped(self) -> bool:
        """Return whether an outline that the game draws has another line: of its rim, of a hole, or to fold along."""
        return self.before is not None and self.after is not None and _cut_otherwise(self.before, self.after)

    @property
    def numbers(self) -> list[tuple[str, int, int]]:
        """Return the old and new numbers of copies, and of printed copies, where they differ."""
        if self.before is None or self.after is None:
            return []
        numbers = [("copies", self.before.copies, self.after.copies)]
        if self._prints != numbers[0][1:]:
            numbers.append(("printed", *self._prints))
        return [(name, old, new) for name, old, new in numbers if old != new]

    @property
    def _prints(self) -> tuple[int, int]:
        return self.before.printed if self.before else 0, self.after.printed if self.after else 0

    @property
    def take_out(self) -> int:
        """Return how many old copies to take out of the deck on the table."""
        old, new = self._prints
        return old if self.kind in ("removed", "changed") else max(0, old - new)

    @property
    def put_in(self) -> int:
        """Return how many new copies to put in."""
        old, new = self._prints
        return new if self.kind in ("added", "changed") else max(0, new - old)


def compare(old: State, new: State, backs: Backs = "own") -> tuple[Change, ...]:
    """Return a change for each piece that differs, in the order of the new state's decks.

    Pieces look alike if what is seen on the table agrees; `backs` decides which backs count.
    """
    removed = {piece.id: piece for piece in old.pieces.values() if piece.id not in new.pieces}
    changes: list[Change] = []
    for piece in new.pieces.values():
        before = old.pieces.get(piece.id)
        former = _former(piece, removed.values(), backs) if before is None else None
        if former is not None:
            del removed[former.id]
            changes.append(Change("renamed", former, piece))
        elif change := _change(before, piece, backs):
            changes.append(change)
    changes += [Change("removed", piece, None) for piece in removed.values()]
    decks = {name: index for index, name in enumerate(_decks([*new.pieces.values(), *old.pieces.values()]))}
    return tuple(sorted(changes, key=lambda change: decks[change.piece.deck]))


def _decks(pieces: Iterable[Piece]) -> list[str]:
    return list(dict.fromkeys(piece.deck for piece in pieces))


def _former(new: Piece, removed: Iterable[Piece], backs: Backs) -> Piece | None:
    """Find a removed piece that looks like a new one, preferably of the same deck; None if the piece is really new."""
    alike = [old for old in removed if _looks_alike(old, new, backs)]
    return min(alike, key=lambda old: old.deck != new.deck, default=None)


def _looks_alike(old: Piece, new: Piece, backs: Backs) -> bool:
    """Return whether two pieces look the same on the table: faces, size, holes and folds."""
    behind = backs == "all" or (backs == "own" and not new.shared)
    known = old.shape and new.shape and old.shape != new.shape
    return (
        not known
        and not _cut_otherwise(old, new)
        and (old.front, old.back if behind else None)
        == (
            new.front,
            new.back if behind else None,
        )
    )


def _cut_otherwise(old: Piece, new: Piece) -> bool:
    """Return whether two pieces with outlines that the game draws are known to differ in a line."""
    return bool(old.cuts and new.cuts) and old.cuts != new.cuts


def _change(old: Piece | None, new: Piece, backs: Backs) -> Change | None:
    if old is None:
        return Change("added", None, new)
    if not _looks_alike(old, new, backs):
        return Change("changed", old, new)
    if old.printed != new.printed:
        return Change("copies", old, new)
    change = Change("data", old, new)
    return change if change.numbers or change.fields or change.sides or change.recut else None
