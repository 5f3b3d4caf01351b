"""The fonts in a game's own folder, by the names of their files and by those that they have themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from beeprint.base.font_styles import split
from beeprint.files.font_names import described
from beeprint.files.names import slug

#: The endings of font files.
FONTS = (".ttf", ".otf")
#: Fonts that are packed for the web, or several in one file: they are not read.
OTHER_FONTS = (".woff2", ".woff", ".ttc", ".otc", ".dfont", ".pfb", ".eot")
_STYLED = re.compile(r"(.+?)-((?:thin|extralight|light|medium|semibold|bold|extrabold|black)(?:-italic)?|italic)")


class FontFile(NamedTuple):
    """A font's file, and the weight that is cut out of it; 0 for the one that it has by itself."""

    path: Path
    weight: int = 0


class FontFolder:
    """The fonts of a game, by family and style; `listed` are the keys of the families to show.

    `fonts/lato-bold.ttf` is lato in bold, whatever it calls itself. Any file is found by the names inside it, too.
    """

    def __init__(self, files: Iterable[tuple[str, Path]]) -> None:
        self._found: dict[str, dict[str, FontFile]] = {}
        own_names: dict[str, str] = {}
        for name, path in files:
            own = described(path)
            match = _STYLED.fullmatch(name)
            family, style = (match[1], match[2]) if match else (name, "regular")
            weights = own.weights if own is not None else None
            self._found.setdefault(family, {})[style] = FontFile(path, _weight(style, weights))
            if own is None:
                continue
            own_names[family] = font_key(own.family)
            for one in own.styles():
                self._add(own_names[family], one, path, weights)
                if weights and style in ("regular", "italic") and split(one)[1] == split(style)[1]:
                    self._add(family, one, path, weights)
        # A file called Sarabun-Regular.ttf is the family sarabun, not one of its own.
        files_of = {
            family for family, key in own_names.items() if family != key and _plain(family).startswith(_plain(key))
        }
        self.listed = [family for family in self._found if family not in files_of]

    def _add(self, family: str, style: str, path: Path, weights: tuple[int, int] | None) -> None:
        self._found.setdefault(family, {}).setdefault(style, FontFile(path, _weight(style, weights)))

    def find(self, family: str, style: str) -> FontFile | None:
        """Return the font of a family's key or name and style, None where there is none."""
        found = self._found.get(family) or self._found.get(font_key(family)) or {}
        return found.get(style)

    def styles(self, family: str) -> list[str]:
        """Return the styles of a family, regular first, then by weight."""
        return sorted(self._found.get(family, ()), key=lambda style: (style != "regular", style))


def _weight(style: str, weights: tuple[int, int] | None) -> int:
    """Return the weight to cut out for a style: 0 where the font does not vary, or not so far."""
    weight = split(style)[0]
    return weight if weights is not None and weights[0] <= weight <= weights[1] else 0


def _plain(family: str) -> str:
    return font_key(family).replace("-", "")


def font_key(family: str) -> str:
    """Return the key of a family's name: `noto-sans-jp` for Noto Sans JP."""
    return slug(family).lower()
