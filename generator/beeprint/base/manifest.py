"""The manifest: what a build's output folder holds, in JSON, for people's scripts and for the next build."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from beeprint.base import regular

NAME = "manifest.json"
_MAX_BYTES, _MAX_DECKS = 64_000_000, 10_000
#: Where the line of a piece names its deck: quotes within the id before it are escaped.
_DECK = re.compile(r'"deck": ("(?:[^"\\]|\\.)*+")')


def read(target: Path, with_pieces: bool = True) -> dict[str, Any]:
    """Read the manifest that an earlier build left, as far as it is valid; without pieces it takes little room.

    The `decks` of the pieces are known in either case.
    """
    decks = set[str]()
    manifest = _parsed(target / NAME, with_pieces, decks)
    profiles = manifest.get("profiles") if isinstance(manifest, dict) else None
    if not isinstance(profiles, dict):
        return {}
    listed = {
        str(name): [str(file) for file in files if isinstance(file, str) and file.startswith(f"{name}/")]
        for name, files in profiles.items()
        if isinstance(files, list)
    }
    listed_pieces = manifest.get("pieces")
    pieces = [
        piece
        for piece in (listed_pieces if isinstance(listed_pieces, list) else ())
        if isinstance(piece, dict) and isinstance(piece.get("id"), str) and isinstance(piece.get("deck"), str)
    ]
    printers = manifest.get("printers")
    corrected = printers if isinstance(printers, dict) else {}
    known = {name: printer for name, printer in corrected.items() if name in listed and isinstance(printer, dict)}
    decks |= {piece["deck"] for piece in pieces}
    earlier = _earlier(manifest, listed)
    return {"profiles": listed, "pieces": pieces, "printers": known, "decks": sorted(decks), "earlier": earlier}


def _earlier(manifest: Mapping[str, Any], listed: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the earlier decks that a manifest names, by the profiles that list files of them."""
    left = manifest.get("earlier")
    return {
        name: [deck for deck in decks if isinstance(deck, str)]
        for name, decks in (left if isinstance(left, dict) else {}).items()
        if name in listed and isinstance(decks, list)
    }


def _parsed(path: Path, with_pieces: bool, decks: set[str]) -> Any:
    """Return what a manifest holds, None where it cannot be read; add to `decks` those of pieces that are left out."""
    try:
        text = regular.read(path, _MAX_BYTES).decode("utf-8") if with_pieces else _without_pieces(path, decks)
        return json.loads(text)
    except (OSError, ValueError, RecursionError):
        return None


def _without_pieces(path: Path, decks: set[str]) -> str:
    """Return the text of a manifest without the lines of its pieces, whose decks it adds; ValueError if too long."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise ValueError
    named = set[str]()
    with path.open(encoding="utf-8") as lines:
        kept = "".join(line for line in lines if not _is_piece(line, named))
    decks |= {json.loads(piece) for piece in named}
    if len(kept) > _MAX_BYTES:
        raise ValueError
    return kept


def _is_piece(line: str, named: set[str]) -> bool:
    """Return whether a line is that of a piece; add its deck to those `named`, as it is written."""
    if not line.startswith('  {"'):
        return False
    match = _DECK.search(line)
    if match and len(named) < _MAX_DECKS:
        named.add(match[1])
    return True


def write(path: Path, part: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Write the text of `merged`, piece by piece; what UTF-8 has no bytes for in an earlier one stays as it was."""
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.writelines(_texts(part, before))


def merged(part: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """Return the text of a build's manifest, with the entries of an earlier one for other profiles.

    `part` is this build's share: `head`, `pieces` and `profiles`, with `decks` for the order, and the `printers` for
    which profiles are corrected. `pieces` that are no list are in the order of `decks`. A build of only a part of the
    game also has `known`, the ids of all pieces, and keeps the earlier entries of the rest, but for the files that are
    `gone`. Decks that are no longer in the game stay named, as `earlier`, by the profiles that list files of theirs.
    """
    return "".join(_texts(part, before))


def _texts(part: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[str]:
    order = {name: index for index, name in enumerate(part["decks"])}
    pieces: Iterable[Mapping[str, Any]] = part["pieces"]
    profiles = {**before.get("profiles", {}), **part["profiles"]}
    if "known" in part:
        known = set(part["known"])
        kept = {piece["id"]: piece for piece in before.get("pieces", ()) if piece["id"] in known}
        pieces = list((kept | {piece["id"]: piece for piece in pieces}).values())
        old = before.get("profiles", {})
        gone = part.get("gone", ())
        profiles |= {
            name: sorted({*old.get(name, ())}.difference(gone) | {*files}) for name, files in part["profiles"].items()
        }
    if isinstance(pieces, list):  # those of large decks come one by one, in order
        pieces = sorted(pieces, key=lambda piece: order.get(piece["deck"], 0))
    earlier = {name: printer for name, printer in before.get("printers", {}).items() if name not in part["profiles"]}
    printers = earlier | dict(part.get("printers", {}))
    head = json.dumps(part["head"], ensure_ascii=False, indent=1).removesuffix("\n}")
    files = json.dumps({name: profiles[name] for name in sorted(profiles)}, ensure_ascii=False, indent=1)
    corrected = json.dumps({name: printers[name] for name in sorted(printers)}, ensure_ascii=False)
    more = f' "printers": {corrected},\n' if printers else ""
    left = part.get("earlier", {})
    more += f' "earlier": {json.dumps(left, ensure_ascii=False, sort_keys=True)},\n' if left else ""
    yield f'{head},\n "pieces": [\n'
    comma = ""
    for piece in pieces:
        yield f"{comma}  {json.dumps(piece, ensure_ascii=False)}"
        comma = ",\n"
    yield f'\n ],\n{more} "profiles": {files}\n}}\n'


def stale(part: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """List the files of an earlier build that this one no longer makes, or those `gone` if it is of a part."""
    made = {file for files in part["profiles"].values() for file in files}
    if "known" in part:
        return [file for file in part.get("gone", ()) if file not in made]
    old = before.get("profiles", {})
    return [file for name in part["profiles"] for file in old.get(name, ()) if file not in made]
