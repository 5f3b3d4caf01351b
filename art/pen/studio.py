"""A game's place: its inks by name, its tables, its empty pictures, and where they go when they are drawn."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any, ClassVar

import svgwrite
import yaml

from .paths import Paths

# svgwrite has no types.
Picture = Any  # its Drawing
Drawn = Any  # any of its elements

LINE = 0.35  # mm, an outline at the size it is printed
DETAIL = 0.22  # mm, a line inside an outline


class Studio:
    """What the scripts of one game share, found from the path of one of them."""

    #: Instead of the games' own folders, where pictures go: `<into>/<game>/art/<name>.svg`.
    into: ClassVar[Path | None] = None

    def __init__(self, script: str, paths: Paths, *, tidy: bool = False) -> None:
        """Take the path of a script; a `tidy` game's files have no empty `<defs/>`, and end with an empty line."""
        self.home = Path(script).resolve().parents[2]
        self.paths = paths
        self.tidy = tidy
        self._inks: dict[str, str] = yaml.safe_load((self.home / "palette.yaml").read_text("utf-8"))

    def ink(self, name: str) -> str:
        """Return the screen value of a palette ink; `none`, `currentColor` and `url(#...)` pass through."""
        return name if name in ("none", "currentColor") or name.startswith("url(") else self._inks[name]

    def outline(self, width: float = LINE, colour: str = "ink") -> dict[str, Any]:
        """Return the attributes of a line with round caps and joins, `width` in mm."""
        return {
            "stroke": self.ink(colour),
            "stroke_width": round(width, 3),
            "stroke_linecap": "round",
            "stroke_linejoin": "round",
        }

    def rows(self, table: str) -> list[dict[str, str]]:
        """Return the rows of one of the game's CSV files."""
        with (self.home / f"{table}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def canvas(self, width: float, height: float) -> Picture:
        """Return an empty picture of `width` x `height` mm whose user unit is one millimetre."""
        return svgwrite.Drawing(
            size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", profile="full", debug=False
        )

    def drawn(self, name: str) -> str:
        """Return the text of a picture that is there already, as it was drawn last."""
        path = self._path(name)
        return (path if path.exists() else self.home / "art" / f"{name}.svg").read_text("utf-8")

    def save(self, picture: Picture, name: str) -> None:
        """Write the picture to `art/<name>.svg`, one element a line, the same bytes on every run."""
        if self.tidy and not picture.defs.elements:
            picture.elements.remove(picture.defs)
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            picture.write(file, pretty=True, indent=1)
            file.write("\n" if self.tidy else "")

    def _path(self, name: str) -> Path:
        home = self.into / self.home.name if self.into else self.home
        return home / "art" / f"{name}.svg"
