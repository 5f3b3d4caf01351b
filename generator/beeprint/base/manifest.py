"""The manifest: what a build's output folder holds, in JSON, for people's scripts and for the next build."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from beeprint.base import regular

NAME = "manifest.json"
_MAX_BYTES = 64_000_000


def read(target: Path, with_pieces: bool = True) -> dict[str, Any]:
    """Read the manifest that an earlier build left, as far as it is valid; without pieces it takes little room."""
    found = _parsed(target / NAME, with_pieces)
    profiles = found.get("profiles") if isinstance(found, dict) else None
    if not isinstance(profiles, dict):
        return {}
    listed = {
        str(name): [str(file) for file in files if isinstance(file, str) and file.startswith(f"{name}/")]
        for name, files in profiles.items()
        if isinstance(files, list)
    }
    listed_pieces = found.get("pieces")
    pieces = [
        piece
        for piece in (listed_pieces if isinstance(listed_pieces, list) else ())
        if isinstance(piece, dict) and isinstance(piece.get("id"), str) and isinstance(piece.get("deck"), str)
    ]
    printers = found.get("printers")
    corrected = printers if isinstance(printers, dict) else {}
    known = {name: one for name, one in corrected.items() if name in listed and isinstance(one, dict)}
    return {"profiles": listed, "pieces": pieces, "printers": known}


def _parsed(path: Path, with_pieces: bool) -> Any:
    """Return what a manifest holds, None where it cannot be read."""
    try:
        return json.loads(regular.read(path, _MAX_BYTES).decode("utf-8") if with_pieces else _without_pieces(path))
    except (OSError, ValueError, RecursionError):
        return None


def _without_pieces(path: Path) -> str:
    """Return the text of a manifest without the lines of its pieces; ValueError if that is too long."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise ValueError
    with path.open(encoding="utf-8") as lines:
        kept = "".join(line for line in lines if not line.startswith('  {"'))
    if len(kept) > _MAX_BYTES:
        raise ValueError
    return kept


def write(path: Path, part: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Write the text of `merged`, piece by piece."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_texts(part, before))


def merged(part: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """Return the text of a build's manifest, with the entries of an earlier one for other profiles.

    `part` is this build's share: `head`, `pieces` and `profiles`, with `decks` for the order, and the `printers` for
    which profiles are corrected. `pieces` that are no list are in the order of `decks`. A build of only a part of the
    game also has `known`, the ids of all pieces, and keeps the earlier entries of the rest.
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
        profiles |= {name: sorted({*old.get(name, ()), *files}) for name, files in part["profiles"].items()}
    if isinstance(pieces, list):  # those of large decks come one by one, in order
        pieces = sorted(pieces, key=lambda piece: order.get(piece["deck"], 0))
    earlier = {name: one for name, one in before.get("printers", {}).items() if name not in part["profiles"]}
    printers = earlier | dict(part.get("printers", {}))
    head = json.dumps(part["head"], ensure_ascii=False, indent=1).removesuffix("\n}")
    files = json.dumps({name: profiles[name] for name in sorted(profiles)}, ensure_ascii=False, indent=1)
    corrected = json.dumps({name: printers[name] for name in sorted(printers)}, ensure_ascii=False)
    more = f' "printers": {corrected},\n' if printers else ""
    yield f'{head},\n "pieces": [\n'
    comma = ""
    for piece in pieces:
        yield f"{comma}  {json.dumps(piece, ensure_ascii=False)}"
        comma = ",\n"
    yield f'\n ],\n{more} "profiles": {files}\n}}\n'


def stale(part: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """List the files of an earlier build that this one, if of the whole game, no longer makes."""
    if "known" in part:
        return []
    old = before.get("profiles", {})
    made = {file for files in part["profiles"].values() for file in files}
    return [file for name in part["profiles"] for file in old.get(name, ()) if file not in made]
