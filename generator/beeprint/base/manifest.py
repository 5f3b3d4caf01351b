"""The manifest: what a build's output folder holds, in JSON, for people's scripts and for the next build."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from beeprint.base import regular

NAME = "manifest.json"
_MAX_BYTES = 64_000_000


def read(target: Path) -> dict[str, Any]:
    """Read the manifest that an earlier build left, as far as it is valid."""
    path = target / NAME
    try:
        found = json.loads(regular.read(path, _MAX_BYTES).decode("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
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


def merged(part: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """Return the text of a build's manifest, with the entries of an earlier one for other profiles.

    `part` is this build's share: `head`, `pieces` and `profiles`, with `decks` for the order, and the `printers` for
    which profiles are corrected. A build of only a part of
    the game also has `known`, the ids of all pieces, and keeps the earlier entries of the rest.
    """
    pieces = {piece["id"]: piece for piece in part["pieces"]}
    profiles = {**before.get("profiles", {}), **part["profiles"]}
    if "known" in part:
        known = set(part["known"])
        pieces = {piece["id"]: piece for piece in before.get("pieces", ()) if piece["id"] in known} | pieces
        old = before.get("profiles", {})
        profiles |= {name: sorted({*old.get(name, ()), *files}) for name, files in part["profiles"].items()}
    earlier = {name: one for name, one in before.get("printers", {}).items() if name not in part["profiles"]}
    printers = earlier | dict(part.get("printers", {}))
    order = {name: index for index, name in enumerate(part["decks"])}
    ordered = sorted(pieces.values(), key=lambda piece: order.get(piece["deck"], 0))
    head = json.dumps(part["head"], ensure_ascii=False, indent=1).removesuffix("\n}")
    files = json.dumps({name: profiles[name] for name in sorted(profiles)}, ensure_ascii=False, indent=1)
    listed = ",\n".join("  " + json.dumps(piece, ensure_ascii=False) for piece in ordered)
    corrected = json.dumps({name: printers[name] for name in sorted(printers)}, ensure_ascii=False)
    more = f' "printers": {corrected},\n' if printers else ""
    return f'{head},\n "pieces": [\n{listed}\n ],\n{more} "profiles": {files}\n}}\n'


def stale(part: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """List the files of an earlier build that this one, if of the whole game, no longer makes."""
    if "known" in part:
        return []
    old = before.get("profiles", {})
    made = {file for files in part["profiles"].values() for file in files}
    return [file for name in part["profiles"] for file in old.get(name, ()) if file not in made]
