"""How two pictures of one drawing are compared: each engine smooths edges its own way, so a few pixels may differ."""

from __future__ import annotations

import functools
import io
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from PIL import Image, ImageChops

#: How far a channel may be off, of 255, and the share of pixels that may be off further.
FAR, SHARE = 48, 0.001


@functools.cache
def plain(size: tuple[int, int], colour: tuple[int, int, int] | str, form: str = "PNG") -> bytes:
    """Return a picture file of one colour, made once: to write a large one takes longer than to lay out a card."""
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, form)
    return data.getvalue()


def off(image: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels with a channel off by more than FAR."""
    return sum(loud(image, other).histogram()[1:]) / (image.width * image.height)


def loud(image: Image.Image, other: Image.Image) -> Image.Image:
    """Return where a channel is off by more than FAR, white on black."""
    assert image.size == other.size
    bands = [
        band.point(lambda value: 255 if value > FAR else 0) for band in ImageChops.difference(image, other).split()
    ]
    return ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])


def averaged(png: bytes, by: int, ground: str = "white") -> Image.Image:
    """Return a picture on a ground, each `by` pixels square one pixel of it."""
    with Image.open(io.BytesIO(png)) as image:
        flat = Image.new("RGBA", image.size, ground)
        flat.alpha_composite(image.convert("RGBA"))
    return flat.convert("RGB").reduce(by)


def disagreements(pictures: Mapping[str, Image.Image]) -> dict[tuple[str, str], float]:
    """Return the share by which each pair of engines is off."""
    return {(picture, other): off(pictures[picture], pictures[other]) for picture, other in combinations(pictures, 2)}


def side_by_side(pictures: Mapping[str, Image.Image], folder: Path, name: str) -> None:
    """Save what each engine drew and, below, where it is off from the first, for a person to look at."""
    first, (width, height) = next(iter(pictures)), next(iter(pictures.values())).size
    sheet = Image.new("RGB", ((width + 4) * len(pictures), 2 * height + 4), "grey")
    for index, picture in enumerate(pictures.values()):
        sheet.paste(picture, (index * (width + 4), 0))
        sheet.paste(loud(pictures[first], picture).convert("RGB"), (index * (width + 4), height + 4))
    folder.mkdir(parents=True, exist_ok=True)
    sheet.save(folder / f"{name.replace('/', '-')}.png")
