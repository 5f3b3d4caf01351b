"""How two pictures of one drawing are compared: each engine smooths edges its own way, so a few pixels may differ."""

from __future__ import annotations

import io

from PIL import Image, ImageChops

#: How far a channel may be off, of 255, and the share of pixels that may be off further.
FAR, SHARE = 48, 0.001


def off(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels with a channel off by more than FAR."""
    bands = [band.point(lambda value: 255 if value > FAR else 0) for band in ImageChops.difference(one, other).split()]
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[1:]) / (worst.width * worst.height)


def averaged(png: bytes, by: int, ground: str = "white") -> Image.Image:
    """Return a picture on a ground, each `by` pixels square one pixel of it."""
    with Image.open(io.BytesIO(png)) as image:
        flat = Image.new("RGBA", image.size, ground)
        flat.alpha_composite(image.convert("RGBA"))
    return flat.convert("RGB").reduce(by)
