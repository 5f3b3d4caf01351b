"""Raster pictures in a PDF: a JPEG as it is, everything else as packed samples."""

from __future__ import annotations

from beeprint.draw import bitmap
from beeprint.formats.pdf.objects import Document, Name, Reference


def add_image(document: Document, name: str, data: bytes) -> None:
    """Add a normal PNG or JPEG file as the image `name`, with its transparency as a soft mask."""
    found = bitmap.samples(data)
    space = "DeviceGray" if found.grey else "DeviceRGB"
    if found.packed:
        _add(document, name, data, found.size, space, "DCTDecode")
        return
    mask = None
    if found.alpha is not None:
        mask = f"{name}-alpha"
        _add(document, mask, found.alpha, found.size, "DeviceGray")
    _add(document, name, found.data, found.size, space, mask=mask)


def _add(
    document: Document,
    name: str,
    data: bytes,
    size: tuple[int, int],
    space: str,
    packed: str = "",
    mask: str | None = None,
) -> None:
    entries = {
        "Type": Name("XObject"),
        "Subtype": Name("Image"),
        "Width": size[0],
        "Height": size[1],
        "ColorSpace": Name(space),
        "BitsPerComponent": 8,
        "SMask": Reference(mask) if mask else None,
    }
    document.add_stream(name, data, entries, packed)
