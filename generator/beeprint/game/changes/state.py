"""States of a game, as manifests record them: its pieces with copies, fields and the keys of their faces."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from beeprint.base.manifest import NAME
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import shown


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
