"""Write each face as an SVG file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from beeprint.draw import svg
from beeprint.draw.fonts import Fonts
from beeprint.face.layout import Face
from beeprint.files.names import slug


def file_name(face: Face) -> str:
    """Return the name of a face's file: <deck>/<id>.front.svg, or <deck>/back.svg for a shared back."""
    return f"{slug(face.deck)}/{face.stem}.{face.side}.svg" if face.stem else f"{slug(face.deck)}/{face.side}.svg"


def write(folder: Path, faces: Iterable[Face], fonts: Fonts) -> None:
    """Write the faces below the folder."""
    for face in faces:
        path = folder / file_name(face)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(svg.write(face.drawing, fonts), "utf-8", newline="\n")
