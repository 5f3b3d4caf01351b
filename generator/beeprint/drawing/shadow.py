"""Soft shadows: a Gaussian blur has no form in paths and gradients, so a shadow is a small picture.

Every program draws a picture alike, but filters of SVG it does not. A shadow is smooth, so a few pixels to the width of
its edge are enough.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence

from beeprint.base.geometry import Rect, Ring, bounds
from beeprint.drawing.drawing import ImageMark

#: Pixels to the standard deviation of the blur: with fewer, programs that interpolate linearly show facets.
_FINE = 5.0
#: Where a Gaussian has faded, in standard deviations.
REACH = 3.0
#: The most pixels along a side: the shadow of a whole table is as smooth as it is large.
_MOST = 1600


def shadow(outlines: Iterable[Sequence[Ring]], blur: float) -> ImageMark:
    """Return the shadow of outlines in mm, each its rim and then its holes, black and opaque where it is darkest.

    `blur` is the standard deviation of the edge in mm. Where outlines overlap, the shadow is no darker.
    """
    from PIL import Image, ImageDraw, ImageFilter  # every game has its set-ups read, few have them drawn

    outline_rings = [tuple(rings) for rings in outlines]
    box = bounds([point for rings in outline_rings for point in rings[0]]).grow(REACH * blur)
    step = max(blur / _FINE, max(box.width, box.height) / _MOST)
    size = math.ceil(box.width / step), math.ceil(box.height / step)
    mask = Image.new("L", size, 0)
    for rings in outline_rings:
        layer = Image.new("L", size, 0)
        for number, ring in enumerate(rings):
            points = [((x - box.x) / step - 0.5, (y - box.y) / step - 0.5) for x, y in ring]
            ImageDraw.Draw(layer).polygon(points, fill=0 if number else 255)
        mask.paste(255, mask=layer)
    alpha = mask.filter(ImageFilter.GaussianBlur(blur / step))
    data = io.BytesIO()
    Image.merge("LA", (Image.new("L", size, 0), alpha)).save(data, "PNG", optimize=True)
    return ImageMark.of(data.getvalue(), "image/png", Rect(box.x, box.y, size[0] * step, size[1] * step))
