"""Raster pictures in a PDF: JPEG as it is where a PDF can hold it, everything else as packed samples."""

from __future__ import annotations

import io

from PIL import Image, ImageOps

from beeprint.outputs.pdf.objects import Document, Name, Reference


def add_image(document: Document, name: str, data: bytes) -> None:
    """Add a PNG or JPEG file as the image `name`, with its transparency as a soft mask."""
    with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
        upright = image.getexif().get(0x0112, 1) == 1
        if image.format == "JPEG" and image.mode in ("RGB", "L") and upright:
            space = "DeviceRGB" if image.mode == "RGB" else "DeviceGray"
            _add(document, name, data, image.size, space, "DCTDecode")
            return
        turned = ImageOps.exif_transpose(image)
        deep = turned.mode.startswith("I;16") or turned.mode == "I"
        flat = turned.point(lambda value: value / 256).convert("L") if deep else turned
        alpha = (
            flat.convert("RGBA").getchannel("A")
            if flat.mode in ("RGBA", "LA", "PA") or "transparency" in flat.info
            else None
        )
        grey = flat.mode in ("L", "LA", "1")
        samples = flat.convert("L" if grey else "RGB")
    mask = None
    if alpha is not None and alpha.getextrema() != (255, 255):
        mask = f"{name}-alpha"
        _add(document, mask, alpha.tobytes(), alpha.size, "DeviceGray")
    _add(document, name, samples.tobytes(), samples.size, "DeviceGray" if grey else "DeviceRGB", mask=mask)


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
