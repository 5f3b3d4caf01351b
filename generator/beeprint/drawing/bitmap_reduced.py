"""Resample a picture file to fewer pixels; its format, colour profile, gamma and tags stay."""

from __future__ import annotations

import io
import math
import struct
from typing import Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from beeprint.drawing.bitmap import DAMAGED, loaded

#: The modes in which Pillow resamples samples as they are, without a loss beside that of pixels.
_PLAIN = frozenset({"L", "LA", "RGB", "RGBA", "CMYK"})
_QUALITY = 95
_GAMMA_UNITS = 100_000


def reduce(data: bytes, factor: float) -> bytes:
    """Return a picture file with its sides multiplied by a factor below 1; ValueError where that is not possible."""
    if not 0 < factor < 1:
        raise ValueError("it has no more pixels than are needed")
    with loaded(data) as image:
        if getattr(image, "n_frames", 1) > 1:
            raise ValueError("it has several frames or pages")
        keep = _options(image, data)
        size = (math.ceil(image.width * factor), math.ceil(image.height * factor))
        made = io.BytesIO()
        try:
            small = _resampled(_plain(image), size)
            small.info.clear()
            small.save(made, "JPEG" if image.format == "MPO" else image.format, **keep)
        except DAMAGED as error:
            raise ValueError(str(error)) from error
    if len(made.getvalue()) >= len(data):
        raise ValueError("its file would not become smaller")
    return made.getvalue()


def _plain(image: Image.Image) -> Image.Image:
    """Return a picture in a mode whose samples can be averaged."""
    if image.mode in ("P", "PA") or "transparency" in image.info:
        has_alpha = image.mode == "PA" or "transparency" in image.info
        return image.convert("RGBA" if has_alpha else "RGB")
    if image.mode == "1":
        return image.convert("L")
    if image.mode not in _PLAIN:
        raise ValueError("its samples are more than 8 bits deep, or in a colour space that is not resampled")
    return image


def _resampled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Resample a picture; what is transparent lends no colour to its neighbours."""
    if image.mode in ("RGBA", "LA"):
        weighted = "RGBa" if image.mode == "RGBA" else "La"
        return image.convert(weighted).resize(size, Image.Resampling.LANCZOS).convert(image.mode)
    return image.resize(size, Image.Resampling.LANCZOS)


def _options(image: Image.Image, data: bytes) -> dict[str, Any]:
    """Return how a file is saved in the way of the one it was read from."""
    options: dict[str, Any] = {
        name: image.info[name] for name in ("icc_profile", "exif", "xmp") if image.info.get(name)
    }  # fmt: skip
    if image.format == "PNG":
        options["optimize"] = True
        chunks = PngInfo()
        if "gamma" in image.info:
            chunks.add(b"gAMA", struct.pack(">I", round(image.info["gamma"] * _GAMMA_UNITS)))
        if "srgb" in image.info:
            chunks.add(b"sRGB", bytes([image.info["srgb"]]))
        options["pnginfo"] = chunks
        options.pop("xmp", None)
    elif image.format in ("JPEG", "MPO"):
        options |= {"quality": _QUALITY, "subsampling": 0}
        options.pop("xmp", None)
    elif image.format == "WEBP":
        options |= {"lossless": b"VP8L" in data[:64], "quality": _QUALITY}
    elif image.format == "TIFF":
        options["compression"] = image.info.get("compression", "raw")
    return options
