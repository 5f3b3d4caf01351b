"""JSON Schemas of the YAML files that people write, for editors: one file for each kind of file, beside this one.

`make schemas` writes them from the models and from the tables of docs/.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from beeprint.delivery.exchange import tree

_HERE = Path(__file__).parent
#: Where in a game's folder each kind of file is; the first pattern that fits counts.
PLACES = {
    "game.yaml": "game",
    "lang/*/game.yaml": "translation",
    "palette.yaml": "palette",
    "set-up*.yaml": "set-up",
    "layouts/papers.yaml": "papers",
    "layouts/sleeves.yaml": "sleeves",
    "layouts/sheets/*.yaml": "sheet",
    "layouts/profiles/*.yaml": "profile",
    "layouts/materials/*.yaml": "material",
    "layouts/laser/*.yaml": "laser",
    "layouts/leaflets/*.yaml": "leaflet",
    "layouts/vendors/*.yaml": "vendor",
    "layouts/conditions/*.yaml": "condition",
    "layouts/*.yaml": "layout",
}
#: All kinds of files: those of a game, and SHELF.yaml, which lies beside games.
KINDS = (*PLACES.values(), "shelf")
#: The folder of a game in which its files look for schemas.
FOLDER = "schemas"


def kind_of(path: str) -> str:
    """Return the kind of a file by its path in a game's folder; empty for files that have no schema."""
    return next((kind for pattern, kind in PLACES.items() if fnmatch(path, pattern)), "")


def load(kind: str) -> dict[str, Any]:
    """Return the schema of a kind of file."""
    schema: dict[str, Any] = json.loads(_text(kind))
    return schema


def _text(kind: str) -> str:
    return (_HERE / f"{kind}.json").read_text("utf-8")


def written(schema: Mapping[str, Any]) -> str:
    """Return a schema as the text of its file."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def add_kinds(target: dict[str, Any], key: str, more: Mapping[str, Mapping[str, Any]]) -> None:
    """Add kinds, each with its schema, to a mapping whose `key` says which of several schemas it follows."""
    named = target["properties"][key]
    for word, schema in more.items():
        named["enum"].append(word)
        if "enumDescriptions" in named:
            named["enumDescriptions"].append("")
        target["allOf"].append({"if": {"required": [key], "properties": {key: {"const": word}}}, "then": schema})


def name_in(game: Path) -> None:
    """Write the schemas into a game's folder, and name them in the first line of each of its YAML files."""
    for path in sorted(path for path in tree(game) if path.suffix == ".yaml"):
        kind = kind_of(path.relative_to(game).as_posix())
        if kind:
            up = "../" * (len(path.relative_to(game).parts) - 1)
            line = f"# yaml-language-server: $schema={up}{FOLDER}/{kind}.json\n"
            path.write_text(line + path.read_text("utf-8"), "utf-8", newline="\n")
    (game / FOLDER).mkdir(exist_ok=True)
    for kind in PLACES.values():
        # As it lies here, which is how `written` would write it again.
        (game / FOLDER / f"{kind}.json").write_text(_text(kind), "utf-8", newline="\n")
