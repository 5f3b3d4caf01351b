"""Turn pictures into the other formats of web pages: WebP, and JPEG, which has no transparency."""

from __future__ import annotations

import io

from PIL import Image

#: How many times as large as asked for a picture is when its last pixels are weighed one by one.
_GAP = 3.0
#: How hard a small picture is packed, of 6: as usual, 4, takes twice as long for a twenty-fifth less.
_EFFORT = 2
#: The quality, of 100, at which nobody sees what a picture has lost.
FINE = 90


def encode(png: bytes, ending: str, quality: int = FINE) -> bytes:
    """Return a PNG picture in the format of an ending, .png, .webp or .jpg.

    WebP of quality 100 keeps every pixel. In JPEG, letters keep their colours up to the edges; clear pixels are white.
    """
    if ending == ".png":
        return png
    data = io.BytesIO()
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        if ending == ".webp":
            image.save(data, "WEBP", lossless=quality == 100, quality=quality)
        else:
            seen = Image.new("RGBA", image.size, "white")
            seen.alpha_composite(image.convert("RGBA"))
            dpi = tuple(round(side) for side in image.info.get("dpi", (72, 72)))
            seen.convert("RGB").save(data, "JPEG", quality=quality, subsampling=0, optimize=True, dpi=dpi)
    return data.getvalue()


def small(image: Image.Image, size: tuple[int, int]) -> bytes:
    """Return an image in RGB or RGBA, scaled down to a size in pixels, as WebP."""
    data = io.BytesIO()
    image.resize(size, Image.Resampling.HAMMING, reducing_gap=_GAP).save(data, "WEBP", quality=FINE, method=_EFFORT)
    return data.getvalue()
