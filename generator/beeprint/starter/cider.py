"""Unpack the database that Cider (Card IDE) saves in a browser into the tables of a project folder."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from beeprint.base import regular
from beeprint.sources.names import slug

MAX_BYTES = 200_000_000
#: What only Cider needs of a card: numbers that link it to its deck and its templates.
_LINKS = ("id", "deckId", "frontCardTemplateId", "backCardTemplateId")


def is_database(path: Path) -> bool:
    """Return whether a file is a database of Cider, which Dexie writes."""
    if path.suffix.lower() != ".json" or path.stat().st_size > MAX_BYTES:
        return False
    head = regular.read(path, MAX_BYTES)[:4096]
    return b'"formatName"' in head and b'"dexie"' in head


def unpack(path: Path, into: Path, notes: list[str]) -> None:
    """Write the cards of each deck into a folder of its own; what is left out is added to `notes`.

    ValueError, KeyError, TypeError or AttributeError for a database of another form.
    """
    stored = {table["tableName"]: table["rows"] for table in json.loads(regular.read(path, MAX_BYTES))["data"]["data"]}
    decks = {row["id"]: str(row.get("name") or f"deck {row['id']}") for row in stored.get("decks", [])}
    for key, name in (decks or {None: "cards"}).items():
        rows = [row for row in stored.get("cards", []) if key is None or row.get("deckId") == key]
        heads = list(dict.fromkeys(head for row in rows for head in row if head not in _LINKS and head[:1] not in "$_"))
        if not rows:
            continue
        folder = into / "decks" / slug(name).lower()
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(
                [heads, *([_cell(row.get(head)) for head in heads] for row in rows)]
            )
    for table, noun in (("assets", "pictures"), ("cardTemplates", "templates in HTML")):
        if stored.get(table):
            notes.append(f"left out: {len(stored[table])} {noun} in {path.name}")


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
