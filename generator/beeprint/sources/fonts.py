"""Fonts: what their files say of themselves, those in a game's own folder, and the catalogue fonts/fonts.yaml."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from beeprint.base import regular
from beeprint.base.font_styles import WEIGHTS, split, style_of
from beeprint.base.problems import error_at
from beeprint.base.words import Letters, is_among
from beeprint.sources.names import slug
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.source import read_bytes

#: Other words for weights, as foundries write them.
_WEIGHTS = {
    **{"hairline": 100, "ultralight": 200, "normal": 400, "book": 400, "roman": 400, "demi": 600, "demibold": 600},
    **{"ultrabold": 800, "heavy": 900},
    **WEIGHTS,
}
_ENGLISH = 0x0409
_SLANTED = {"italic", "oblique", "ital"}
_SPLIT = re.compile(r"(?i)\b(extra|ultra|semi|demi)[ -](light|bold)\b")


class FontName(NamedTuple):
    """A font file's family and style; `weights` are those of a variable font, from the least to the largest."""

    family: str
    style: str
    weights: tuple[int, int] | None = None

    def styles(self) -> list[str]:
        """Return the styles that the file has."""
        if self.weights is None:
            return [self.style]
        low, high = self.weights
        italic = self.style.endswith("italic")
        return [style_of(weight, italic) for weight in WEIGHTS.values() if low <= weight <= high] or [self.style]


def read_font_name(path: Path) -> FontName | None:
    """Read a font file's own names and weights; None if it names no family or is not a font."""
    try:
        return _font_name(regular.read(path))
    except (OSError, struct.error, IndexError, ValueError):
        return None  # what is not a font is reported where it is used


def _font_name(data: bytes) -> FontName | None:
    tables = _tables(data)
    names = _names(tables.get("name", b""))
    family, style = (names.get(typographic) or names.get(plain) or "" for typographic, plain in ((16, 1), (17, 2)))
    if not family:
        return None
    weight, italic, rest = _understood(style)
    os2 = tables.get("OS/2", b"")
    if len(os2) >= 64:
        weight = weight or struct.unpack(">H", os2[4:6])[0]
        italic = italic or bool(struct.unpack(">H", os2[62:64])[0] & 1)
    return FontName(f"{family} {rest}".strip(), style_of(weight or 400, italic), _weights(tables.get("fvar", b"")))


def _tables(data: bytes) -> dict[str, bytes]:
    """Return the tables name, OS/2 and fvar of a font file (OpenType, "Organization of an OpenType Font")."""
    count = struct.unpack(">H", data[4:6])[0]
    spans: dict[bytes, tuple[int, int]] = {}
    for at in range(12, 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack(">4sIII", data[at : at + 16])
        if tag in (b"name", b"OS/2", b"fvar"):
            spans[tag] = start, start + length  # cut out once, however often a file names it
    return {tag.decode("ascii"): data[start:end] for tag, (start, end) in spans.items()}


def _names(table: bytes) -> dict[int, str]:
    """Return the family's and the style's names by their numbers, the English ones if there are any."""
    if not table:
        return {}
    _, count, storage = struct.unpack(">HHH", table[:6])
    spans: dict[int, tuple[int, int, int, int]] = {}
    for at in range(6, 6 + 12 * count, 12):
        platform, _, language, number, length, start = struct.unpack(">HHHHHH", table[at : at + 12])
        if number not in (1, 2, 16, 17) or platform == 2:
            continue
        rank = (language == _ENGLISH) + (platform == 3)
        if length and rank >= spans.get(number, (-1,))[0]:
            spans[number] = rank, platform, storage + start, storage + start + length
    # Read once each: thousands of entries may mean one long text.
    return {
        number: table[start:end].decode("mac-roman" if platform == 1 else "utf-16-be").strip("\0 ")
        for number, (_, platform, start, end) in spans.items()
    }


def _weights(table: bytes) -> tuple[int, int] | None:
    """Return the least and the largest weight of a variable font."""
    if not table:
        return None
    start, _, count, size = struct.unpack(">HHHH", table[4:12])
    for at in range(start, start + count * size, size):
        tag, low, _, high = struct.unpack(">4siii", table[at : at + 16])
        if tag == b"wght":
            return low // 65536, high // 65536
    return None


def _understood(style: str) -> tuple[int, bool, str]:
    """Return the weight that a style names, 0 for none, whether it is italic, and its other words: a width."""
    weight, italic, rest = 0, False, []
    for word in _SPLIT.sub(r"\1\2", style).split():
        known = word.lower()
        if known in _WEIGHTS:
            weight = _WEIGHTS[known]
        elif known in _SLANTED:
            italic = True
        else:
            rest.append(word)
    return weight, italic, " ".join(rest)


#: The endings of font files.
FONTS = (".ttf", ".otf")
#: Fonts that are packed for the web, or several in one file: they are not read.
OTHER_FONTS = (".woff2", ".woff", ".ttc", ".otc", ".dfont", ".pfb", ".eot")
_STYLED = re.compile(r"(.+?)-((?:thin|extralight|light|medium|semibold|bold|extrabold|black)(?:-italic)?|italic)")


class FontFile(NamedTuple):
    """A font's file, and the weight to instantiate from a variable font; 0 for the file's default weight."""

    path: Path
    weight: int = 0


class FontFolder:
    """The fonts of a game, by family and style.

    `listed` are the keys of the families to show, and `titles` the names that the files give themselves.
    The name of a file comes first: `fonts/lato-bold.ttf` is lato in bold. The names inside the file work too.
    """

    def __init__(self, files: Iterable[tuple[str, Path]]) -> None:
        self._fonts: dict[str, dict[str, FontFile]] = {}
        own_names: dict[str, str] = {}
        self.titles: dict[str, str] = {}
        for name, path in files:
            own = read_font_name(path)
            match = _STYLED.fullmatch(name)
            family, style = (match[1], match[2]) if match else (name, "regular")
            weights = own.weights if own is not None else None
            self._fonts.setdefault(family, {})[style] = FontFile(path, _weight(style, weights))
            if own is None:
                continue
            own_names[family] = font_key(own.family)
            self.titles.setdefault(family, own.family)
            for styled in own.styles():
                self._add(own_names[family], styled, path, weights)
                if weights and style in ("regular", "italic") and split(styled)[1] == split(style)[1]:
                    self._add(family, styled, path, weights)
        # A file called Sarabun-Regular.ttf is the family sarabun, not one of its own.
        files_of = {
            family for family, key in own_names.items() if family != key and _plain(family).startswith(_plain(key))
        }
        self.listed = [family for family in self._fonts if family not in files_of]

    def _add(self, family: str, style: str, path: Path, weights: tuple[int, int] | None) -> None:
        self._fonts.setdefault(family, {}).setdefault(style, FontFile(path, _weight(style, weights)))

    def find(self, family: str, style: str) -> FontFile | None:
        """Return the font of a family, by key or name, and style; None if the folder lacks it."""
        fonts = self._fonts.get(family) or self._fonts.get(font_key(family)) or {}
        return fonts.get(style)

    def styles(self, family: str) -> list[str]:
        """Return the styles of a family, regular first, then by weight."""
        return sorted(self._fonts.get(family, ()), key=lambda style: (style != "regular", style))


def _weight(style: str, weights: tuple[int, int] | None) -> int:
    """Return the weight to instantiate for a style; 0 if the font has no such variation."""
    weight = split(style)[0]
    return weight if weights is not None and weights[0] <= weight <= weights[1] else 0


def _plain(family: str) -> str:
    return font_key(family).replace("-", "")


def font_key(family: str) -> str:
    """Return the key of a family's name: `noto-sans-jp` for Noto Sans JP."""
    return slug(family).lower()


_PACKAGE = Path(__file__).resolve().parents[1]
#: The folder that holds data, layouts and fonts: the package when installed, the repository when edited.
SHIPPED = _PACKAGE if (_PACKAGE / "layouts").is_dir() else _PACKAGE.parents[1]

_FILE = "fonts/fonts.yaml"
# What an entry holds beside its styles.
_KEYS = ("title", "package", "like", "extra", "languages", "letters")


def shipped_styles() -> dict[str, list[str]]:
    """Return the styles of each installed family, regular first."""
    return {family: [key for key in entry.keys if key not in _KEYS] for family, entry in _installed()}


def shipped_titles() -> dict[str, str]:
    """Return what the makers of each installed family call it, such as Amatic SC."""
    return {family: _text(entry, "title") for family, entry in _installed()}


def shipped_font(family: str, style: str) -> FontFile | None:
    """Return the font of a family and style; None if the catalogue lacks it, BuildError if its package is missing."""
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


def metric_compatible() -> dict[str, str]:
    """Map families that are not free to the metric-compatible family of the catalogue that stands in for each."""
    entries = ((family, entry.find(["like"])) for family, entry in _entries())
    return {str(name): family for family, names in entries if names is not None for name in names.plain()}


def fallback_families(language: str) -> dict[str, Letters]:
    """Return the installed families of extras, for letters that other fonts lack, each with its blocks of Unicode.

    Families for `language`, a tag such as `zh-Hant`, come first.
    """

    def fit(entry: Node) -> int:
        """Return how much of the language's tag a family names: `zh-Hant` more than `zh`."""
        node = entry.find(["languages"])
        tags = [str(tag) for tag in node.plain()] if node is not None else []
        return max((len(tag) for tag in tags if f"{language}-".startswith(f"{tag}-")), default=0)

    entries = [(family, entry) for family, entry in _installed() if "letters" in entry.keys]
    return {family: _letters(entry) for family, entry in sorted(entries, key=lambda pair: -fit(pair[1]))}


def extra_with(char: str) -> str:
    """Return an extra that has a character and is not installed; empty if no extra has it."""
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
    """Return the folder of a family's package; None if it is not installed."""
    spec = find_spec(_text(entry, "package"))
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None


def _letters(entry: Node) -> Letters:
    """Return the blocks of Unicode for which a family of an extra is tried."""
    node = entry.find(["letters"])
    pairs = (str(block).split("-") for block in (node.plain() if node is not None else ()))
    return tuple((int(first, 16), int(last, 16)) for first, last in pairs)


def _text(entry: Node, key: str) -> str:
    """Return the value of a key of an entry; empty if the key is missing."""
    node = entry.find([key])
    return "" if node is None else str(node.value)
