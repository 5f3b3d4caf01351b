"""Read tiles back from a PDF with pikepdf, and put them together as a person does, for pdfium to draw."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from PIL import Image

from sheets import MM, Matrix, content, placed

#: How far art runs on beyond a joint, in mm, as docs/posters.md says.
SPARE = 2.0
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Window:
    """A part of a piece on a page: its id, the matrix from its mm to the page's (y down), the box that is shown."""

    id: str
    page: int
    at: Matrix
    box: Box

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the piece lies on the page."""
        return placed(self.at, x, y)


def seen(tiles: Sequence[Window]) -> list[Box]:
    """Return what is seen of each tile of a piece once they are joined, in the piece's mm.

    Two tiles meet where the art of each runs on beyond the same line by 2 mm; a joint that is off by 0.02 mm is none.
    """
    return [tuple(_edge(tile, tiles, side) for side in range(4)) for tile in tiles]  # type: ignore[misc]


def _edge(tile: Window, tiles: Sequence[Window], side: int) -> float:
    """Return where a side of a tile ends: at a joint, or where its art does."""
    sign, opposite, across = (-1, 1)[side > 1], (side + 2) % 4, 1 - side % 2
    at = tile.box[side] - sign * SPARE
    meets = (
        abs(other.box[opposite] + sign * SPARE - at) < 0.02
        and other.box[across] < tile.box[across + 2]
        and tile.box[across] < other.box[across + 2]
        for other in tiles
        if other is not tile
    )
    return at if any(meets) else tile.box[side]


#: What paints, or begins to set a text.
_PAINTING = ("Do", "f", "f*", "S", "B", "B*", "sh", "BT")


def windows(path: Path) -> list[Window]:
    """Return every window of a PDF, page by page: the path that clips a piece last before it is placed or drawn."""
    windows: list[Window] = []
    with pikepdf.open(path) as pdf:
        for number, page in enumerate(pdf.pages):
            points: list[tuple[float, float]] = []
            clips: list[list[tuple[float, float]]] = []
            begun = False
            for word, operands, matrix, name in content(page):
                points = _points(points, word, operands)
                if word == "W" and not begun:
                    clips.append(points)
                if name and not begun and word in _PAINTING:
                    xs, ys = zip(*clips[-1 if word == "Do" else 0], strict=True)
                    windows.append(Window(name, number, matrix, (min(xs), min(ys), max(xs), max(ys))))
                    begun = True
                if not name:
                    clips, begun = [], False
    return windows


def lines(path: Path, page: int) -> list[tuple[float, float, float, float]]:
    """Return the ends of the lines that are stroked on a page beside its pieces, in mm from the top left."""
    lines: list[tuple[float, float, float, float]] = []
    points: list[tuple[float, float]] = []
    with pikepdf.open(path) as pdf:
        for word, operands, matrix, name in content(pdf.pages[page]):
            points = _points(points, word, operands)
            if word == "S" and len(points) > 1 and not name:
                lines.append((*placed(matrix, *points[0]), *placed(matrix, *points[-1])))
    return lines


def _points(points: list[tuple[float, float]], word: str, operands: Sequence[Any]) -> list[tuple[float, float]]:
    """Return the points of a path after one more operator."""
    if word not in {"m", "l"}:
        return points
    return [*(points if word == "l" else ()), (float(operands[0]), float(operands[1]))]


def joined(path: Path, tiles: Sequence[Window], whole: Box) -> bytes:
    """Return a PDF of tiles cut at their joints and laid side by side."""
    point = 1 / MM
    left, top, right, bottom = whole
    with pikepdf.open(path) as source, pikepdf.new() as target:
        page = target.add_blank_page(page_size=((right - left) * point, (bottom - top) * point))
        parts = []
        names: dict[int, str] = {}
        for tile, (x1, y1, x2, y2) in zip(tiles, seen(tiles), strict=True):
            if tile.page not in names:
                form = target.copy_foreign(source.pages[tile.page].as_form_xobject())
                names[tile.page] = str(page.add_resource(form, pikepdf.Name.XObject))
            height = float(source.pages[tile.page].mediabox[3])
            across, down = tile.point(x1, y1)
            # The corner of what is seen, on its page and in the whole, in points, y up.
            on_page = across * point, height - down * point
            in_whole = (x1 - left) * point, (bottom - top - (y1 - top)) * point
            wide, high = (x2 - x1) * point, (y2 - y1) * point
            parts.append(
                f"q {in_whole[0]:.5f} {in_whole[1] - high:.5f} {wide:.5f} {high:.5f} re W n "
                f"1 0 0 1 {in_whole[0] - on_page[0]:.5f} {in_whole[1] - on_page[1]:.5f} cm {names[tile.page]} Do Q"
            )
        page.Contents = target.make_stream("\n".join(parts).encode())
        data = io.BytesIO()
        target.save(data)
    return data.getvalue()


def joints(tiles: Sequence[Window]) -> list[Box]:
    """Return the bands of 3 mm on both sides of the joints of tiles, between their trims.

    They begin 0.25 mm from a joint, since pdfium clips to whole pixels.
    """
    joints = []
    for tile, (left, top, right, bottom) in zip(tiles, seen(tiles), strict=True):
        for away, to in ((-3.0, -0.25), (0.25, 3.0)):
            if right < tile.box[2] - 0.01:
                joints.append((right + away, top + 5, right + to, bottom - 5))
            if bottom < tile.box[3] - 0.01:
                joints.append((left + 5, bottom + away, right - 5, bottom + to))
    return joints


def drawn(pdf: Path | bytes, box: Box, whole: Box, dots: float) -> Image.Image:
    """Return a box of a whole, which a page shows, as pdfium draws it, so many dots to the mm."""
    point = 1 / MM
    left, top, right, bottom = (max(0.0, abs(box[side] - whole[side]) * point) for side in range(4))
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].render(scale=dots * MM, crop=(left, bottom, right, top)).to_pil().convert("RGB")
    # What is left of a dot at the right and at the foot depends on the page's size.
    size = (int((box[2] - box[0]) * dots), int((box[3] - box[1]) * dots))
    return page.crop((0, 0, min(page.width, size[0]), min(page.height, size[1])))
