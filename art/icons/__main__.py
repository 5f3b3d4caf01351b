"""`python -m art.icons`: draw the icons that beeprint offers for any game, and the sheet that shows them in docs/."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

from art.icons import ICONS
from art.icons.shapes import data, finish

_TOP = Path(__file__).parents[2]
_HOME = _TOP / "generator" / "beeprint" / "starter" / "icons"
_SHEET = _TOP / "docs" / "gallery" / "icons.svg"
#: The sheet of all icons: its columns, a place in it, and an icon there, in pixels.
_COLUMNS, _WIDE, _HIGH, _SIDE = 12, 76, 74, 40


def main(into: Path = _HOME, sheet: Path | None = _SHEET) -> None:
    """Draw every icon, and the sheet."""
    paths = {name: data(finish(area)) for name, area in ICONS.items()}
    for name, path in paths.items():
        mark = f'<path fill="currentColor" fill-rule="evenodd" d="{path}"/>'
        page = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">\n  {mark}\n</svg>\n'
        )
        _write(into / f"{name}.svg", page)
    if sheet is not None:
        groups = yaml.safe_load((_HOME / "words.yaml").read_text("utf-8"))
        _write(sheet, "\n".join(_sheet([name for group in groups.values() for name in group], paths)) + "\n")


def _sheet(names: list[str], paths: dict[str, str]) -> Iterator[str]:
    """Yield the lines of a picture of all icons with their names."""
    width, height = _COLUMNS * _WIDE, -(-len(names) // _COLUMNS) * _HIGH + 12
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    yield '<rect width="100%" height="100%" fill="#fff"/>'
    yield '<g fill="#22313a" fill-rule="evenodd" font-family="sans-serif" font-size="10" text-anchor="middle">'
    for number, name in enumerate(names):
        x, y = number % _COLUMNS * _WIDE, number // _COLUMNS * _HIGH + 12
        place = f"translate({x + (_WIDE - _SIDE) / 2:g} {y}) scale({_SIDE / 24:.4f})"
        yield f'<path transform="{place}" d="{paths[name]}"/>'
        yield f'<text x="{x + _WIDE / 2:g}" y="{y + _SIDE + 14}">{name}</text>'
    yield "</g>\n</svg>"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main(*((Path(sys.argv[1]), None) if sys.argv[1:] else ()))
