"""The font families of fonts/fonts.yaml: those that come with beeprint, and those of extras that may be installed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from beeprint.base.problems import error_at
from beeprint.base.words import Letters, is_among
from beeprint.files.font_folder import FontFile
from beeprint.files.nodes import Node, read_yaml
from beeprint.files.source import read_bytes

_PACKAGE = Path(__file__).resolve().parents[1]
#: The folder that holds data, layouts and fonts: the package when installed, the repository when edited.
SHIPPED = _PACKAGE if (_PACKAGE / "layouts").is_dir() else _PACKAGE.parents[1]

_FILE = "fonts/fonts.yaml"
# What an entry holds beside its styles.
_KEYS = ("package", "like", "extra", "languages", "letters")


def styles() -> dict[str, list[str]]:
    """Return the styles of each installed family, regular first."""
    return {family: [key for key in entry.keys if key not in _KEYS] for family, entry in _installed()}


def file(family: str, style: str) -> FontFile | None:
    """Return the font of a family and style; None where there is no such font, BuildError where it is not installed."""
    entry = _catalogue().find([family])
    node = entry.find([style]) if entry is not None else None
    if entry is None or node is None:
        return None
    home = _folder(entry)
    if home is None:
        extra = _text(entry, "extra")
        named = f'"beeprint[{extra}]"' if extra else _text(entry, "package").replace("_", "-")
        message = f"the font {family} is not installed"
        raise error_at(entry.place, message, f"run: pip install {named}")
    path, weight = node.find(["file"]) or node, node.find(["weight"])
    return FontFile(home / str(path.value), 0 if weight is None else int(str(weight.value)))


def alike() -> dict[str, str]:
    """Return the families that are set in one of the catalogue's with the same widths, each with that family."""
    entries = ((family, entry.find(["like"])) for family, entry in _entries())
    return {str(name): family for family, names in entries if names is not None for name in names.plain()}


def spares(language: str) -> dict[str, Letters]:
    """Return the installed families of extras, which lend the letters that other fonts lack, each with its blocks.

    The families for a language, a tag such as `zh-Hant`, come first.
    """

    def fit(entry: Node) -> int:
        """Return how much of the language's tag a family names: `zh-Hant` more than `zh`."""
        node = entry.find(["languages"])
        tags = [str(tag) for tag in node.plain()] if node is not None else []
        return max((len(tag) for tag in tags if f"{language}-".startswith(f"{tag}-")), default=0)

    entries = [(family, entry) for family, entry in _installed() if "extra" in entry.keys]
    return {family: _letters(entry) for family, entry in sorted(entries, key=lambda pair: -fit(pair[1]))}


def extra_with(char: str) -> str:
    """Return the extra that is not installed and has a character; empty if there is none."""
    missing = (entry for _, entry in _entries() if "extra" in entry.keys and _folder(entry) is None)
    return next((_text(entry, "extra") for entry in missing if is_among(char, _letters(entry))), "")


@lru_cache(maxsize=1)
def _catalogue() -> Node:
    """Read fonts/fonts.yaml, once."""
    return read_yaml(read_bytes(SHIPPED / _FILE, _FILE), _FILE)


def _entries() -> Iterable[tuple[str, Node]]:
    """Return the families with their entries."""
    value = _catalogue().value
    return value.items() if isinstance(value, dict) else ()


def _installed() -> list[tuple[str, Node]]:
    """Return the families with their entries, without those of extras that are not installed."""
    return [(family, entry) for family, entry in _entries() if "extra" not in entry.keys or _folder(entry) is not None]


def _folder(entry: Node) -> Path | None:
    """Return the folder of a family's package; None where it is not installed."""
    spec = find_spec(_text(entry, "package"))
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None


def _letters(entry: Node) -> Letters:
    """Return the blocks of Unicode for which a family of an extra is tried."""
    node = entry.find(["letters"])
    pairs = (str(block).split("-") for block in (node.plain() if node is not None else ()))
    return tuple((int(first, 16), int(last, 16)) for first, last in pairs)


def _text(entry: Node, key: str) -> str:
    """Return a key of an entry; empty where it has none."""
    node = entry.find([key])
    return "" if node is None else str(node.value)
