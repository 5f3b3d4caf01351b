"""Pictures inside SVG files: an image element becomes the mark of a picture, fitted by its attributes."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from urllib.parse import unquote_to_bytes

from msgspec.structs import replace

from beeprint.base.geometry import Rect, polygon
from beeprint.base.problems import Place
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import Group, ImageMark, Layer, Mark, group, rounded_rect
from beeprint.drawing.svg.reader.limits import Budget, RefusedError
from beeprint.drawing.svg.reader.style import Measure, length
from beeprint.drawing.svg.reader.viewports import fit
from beeprint.drawing.svg.reader.xml import Element

#: The most pixels of a picture embedded in SVG; larger ones belong in a file of their own.
MAX_PIXELS = 20_000_000
# How far rounding may move a picture's edge in mm where art is drawn enlarged.
_LOSS = 0.02
# Budget: steps for a picture; how many bytes of its data, and how many of its pixels, make a step.
_PICTURE, _BYTES, _PIXELS = 300, 50, 20
_ON = "embedded pictures"
#: The hint for a picture that is not in the file.
EMBED = "put it beside the drawing, embed it (Inkscape: Extensions > Images > Embed), or use a picture slot"
_MIMES = {
    *("image/png", "image/jpeg", "image/jpg", "image/pjpeg", "image/x-png", ""),
    *("image/webp", "image/avif", "image/gif", "image/bmp", "image/x-ms-bmp", "image/tiff"),
}
_SMOOTH = {"auto", "optimizequality", "smooth", "high-quality", "inherit"}
_PERCENT = re.compile(r"%(?![0-9a-fA-F]{2})")


def read_image(
    element: Element,
    style: Mapping[str, str],
    budget: Budget,
    growth: float = 1.0,
    measure: Measure | None = None,
    layer: Layer = Layer.PRINT,
) -> Mark | None:
    """Return the mark of an image element, None where it has no size; ValueError says what is wrong.

    `style` holds its inherited properties; `growth` is the factor by which it is enlarged, `measure` what relative
    lengths refer to.
    """
    attributes = element.attributes
    rendering = style.get("image-rendering", "auto")
    if rendering.lower() not in _SMOOTH:
        raise ValueError(
            f"image-rendering {rendering} is not supported; remove it, and enlarge the picture without smoothing"
        )
    picture = embedded(attributes.get("href", ""), budget, element.place)
    x, y = (length(attributes.get(key, "0"), key, measure) for key in ("x", "y"))
    width, height = _size(attributes, picture, measure)
    if width < 0 or height < 0:
        raise ValueError("width or height is negative")
    if not width or not height:
        return None
    box = Rect(x, y, width, height)
    matrix = fit(attributes, Rect(0, 0, picture.width, picture.height), width, height)
    shown = matrix.rect(Rect(0, 0, picture.width, picture.height))
    shown = Rect(shown.x + x, shown.y + y, shown.width, shown.height)
    mark = replace(ImageMark.of(picture.data, picture.mime, shown), layer=layer)
    if max(abs(a - b) for a, b in zip(shown, mark.box, strict=True)) * growth > _LOSS:
        raise ValueError(f"is enlarged {growth:.3g} times and would shift; draw it in millimetres")
    if rounded_rect(box).grow(1e-9).contains(mark.box):
        return mark
    if style.get("overflow") in ("visible", "auto"):
        raise ValueError("preserveAspectRatio slice with visible overflow is not supported; use meet")
    clipped: Group = group([mark], clip=polygon(box.corners))
    return clipped


def _size(attributes: Mapping[str, str], picture: bitmap.Bitmap, measure: Measure | None) -> tuple[float, float]:
    """Return the size of an image; a side that is not given follows from the picture's pixels."""
    width, height = (
        None if attributes.get(key, "auto").strip() == "auto" else length(attributes[key], key, measure)
        for key in ("width", "height")
    )
    if width is None:
        width = float(picture.width) if height is None else height * picture.width / picture.height
    return width, width * picture.height / picture.width if height is None else height


def embedded(href: str, budget: Budget, place: Place) -> bitmap.Bitmap:
    """Return the picture that a data URI holds; nothing outside the file is ever opened.

    RefusedError at `place` for a reference, ValueError for data that is not a picture.
    """
    text = href.strip()
    if text[:5].lower() != "data:":
        what = f"{text[:40]}..." if len(text) > 40 else text
        message = f"image refers to {what!r} outside the file" if text else "image refers to no picture"
        raise RefusedError(place, message, EMBED)
    head, comma, body = text[5:].partition(",")
    mime, *rest = (part.strip().lower() for part in head.split(";"))
    if not comma:
        raise ValueError("the embedded picture cannot be read: its data URI has no comma")
    if mime not in _MIMES:
        raise ValueError(f"an embedded picture of type {mime} is not supported; embed it as PNG or JPEG")
    if _PERCENT.search(body):
        raise ValueError("the embedded picture cannot be read: its data URI contains a stray %")
    budget.spend(_PICTURE + len(body) / _BYTES, _ON)
    try:
        data = unquote_to_bytes(body)
        if "base64" in rest:
            packed = b"".join(data.split())
            data = base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
        budget.spend(bitmap.pixels(data) / _PIXELS, _ON)
        picture = bitmap.normal(data, MAX_PIXELS)
    except (ValueError, binascii.Error) as error:
        raise ValueError(f"the embedded picture cannot be read: {error}") from error
    return picture
