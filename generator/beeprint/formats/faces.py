"""Write each face as an SVG file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from beeprint.drawing import svg
from beeprint.drawing.fonts import Fonts
from beeprint.face.layout import Face
from beeprint.sources.names import slug


def file_name(face: Face) -> str:
    """Return the name of a face's file: <deck>/<id>.front.svg, or <deck>/back.svg for a shared back."""
    return f"{slug(face.deck)}/{face.stem}.{face.side}.svg" if face.stem else f"{slug(face.deck)}/{face.side}.svg"


def write(folder: Path, faces: Iterable[Face], fonts: Fonts) -> None:
    """Write the faces below the folder."""
    serialise, made = svg.write, set[str]()
    for face in faces:
        name = file_name(face)
        parent = name.rpartition("/")[0]
        if parent not in made:
            (folder / parent).mkdir(parents=True, exist_ok=True)
            made.add(parent)
        with open(f"{folder}/{name}", "wb") as file:  # noqa: PTH123, a Path for each of thousands takes its time
            file.write(serialise(face.drawing, fonts).encode())
