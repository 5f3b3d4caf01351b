"""Decks that a game once had: their files are no longer beeprint's to keep beside what a part of the game makes.

A build with `--only` leaves the files of decks that it does not make. A deck that the game no longer has under its name
would leave its files for ever, so they go with the next such build of their profile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from beeprint.sources.names import slug

#: Names of folders and beginnings of names that outputs give files of their own accord, whatever decks are called.
_FOLDERS, _BEGINNINGS = frozenset({"files"}), ("back-",)


def with_earlier(part: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return a build's part of the manifest with what is left of earlier decks in the manifest `before` it.

    `gone` are the files of theirs that go with this build, and `earlier` their names, by the other profiles that still
    list files of them.
    """
    now, stocks = _stems(part["decks"]), _stems(part.get("stocks", ()))
    gone, earlier = list[str](), dict[str, list[str]]()
    for profile, files in before.get("profiles", {}).items():
        old = {*before.get("decks", ()), *before.get("earlier", {}).get(profile, ())}.difference(part["decks"])
        theirs = _stems(old) - now
        left = [file for file in files if _owner(file, theirs | now, stocks) in theirs] if theirs else []
        if profile in part["profiles"]:
            gone += left
        elif left:
            earlier[profile] = sorted(old)
    return {**part, "gone": gone, "earlier": earlier}


def _stems(names: Iterable[str]) -> set[str]:
    return {slug(name).lower() for name in names}


def _owner(file: str, decks: Collection[str], stocks: Collection[str]) -> str | None:
    """Return which of these decks a file is called after, by its path below its profile; the longest of several.

    None where a stock is as well: its files lie in no folder of their own, and whose they were cannot be told.
    """
    *folders, name = file.lower().split("/")[1:]
    for folder in folders:
        if folder in decks and folder not in _FOLDERS:
            return folder
    word = next((name.removeprefix(beginning) for beginning in _BEGINNINGS if name.startswith(beginning)), name)
    owners = [deck for deck in {*decks, *stocks} if word == deck or word.startswith((f"{deck}.", f"{deck}-"))]
    longest = max(owners, key=len, default=None)
    return None if longest in stocks else longest
