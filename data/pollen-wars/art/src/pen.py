"""What the drawing scripts share: the palette by name, a canvas in millimetres, one line weight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import svgwrite
import yaml

ART = Path(__file__).resolve().parents[1]
LINE = 0.35  # mm, every outline at the size it is printed
DETAIL = 0.22  # mm, lines inside an outline

_INKS: dict[str, str] = yaml.safe_load((ART.parent / "palette.yaml").read_text("utf-8"))


def ink(name: str) -> str:
    """Return the screen value of a palette ink; `none` and `currentColor` pass through."""
    return name if name in ("none", "currentColor") else _INKS[name]


def outline(width: float = LINE, colour: str = "ink") -> dict[str, Any]:
    """Return the attributes of the house outline: round caps and joins, `width` in mm."""
    return {
        "stroke": ink(colour),
        "stroke_width": round(width, 3),
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }


def canvas(width: float, height: float) -> svgwrite.Drawing:
    """Return an empty picture of `width` x `height` mm whose user unit is one millimetre."""
    return svgwrite.Drawing(
        size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", profile="full", debug=False
    )


def save(picture: svgwrite.Drawing, name: str) -> None:
    """Write the picture to `art/<name>.svg`, one element a line, the same bytes on every run."""
    path = ART / f"{name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        picture.write(file, pretty=True, indent=1)
