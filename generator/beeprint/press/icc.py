"""ICC profiles of presses, through Pillow's LittleCMS; nothing else in beeprint calls it for inks."""

from __future__ import annotations

import io
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms

Intent = Literal["relative", "perceptual", "saturation"]
#: Rows of values: percentages of inks, or L*, a* and b*.
Values = NDArray[np.float64]
_INTENTS: dict[Intent, ImageCms.Intent] = {
    "relative": ImageCms.Intent.RELATIVE_COLORIMETRIC,
    "perceptual": ImageCms.Intent.PERCEPTUAL,
    "saturation": ImageCms.Intent.SATURATION,
}
_LARGEST = 20_000_000


class Profile:
    """The ICC profile of a press: sRGB becomes inks, and inks become what is seen.

    `intent` is how colours that the press cannot print are mapped; `black_point` maps black to the darkest print.
    ValueError says why a file cannot be used.
    """

    def __init__(self, data: bytes, intent: Intent = "relative", black_point: bool = True) -> None:
        self.data, self.intent, self.black_point = data, intent, black_point
        if len(data) > _LARGEST or data[36:40] != b"acsp":
            raise ValueError("it is no ICC profile")
        if data[16:20] != b"CMYK" or data[12:16] != b"prtr":
            raise ValueError("it is no profile of a press: it must be for output, in CMYK")
        if data[8] > 2:
            raise ValueError(f"it is of version {data[8]}; PDF/X takes profiles of version 2")
        try:
            self._profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
            self._to_inks = self._transform(_srgb(), self._profile, "RGB", "CMYK", self._flags)
            self._to_screen = self._transform(self._profile, _srgb(), "CMYK", "RGB", self._flags)
            self._to_lab = self._transform(
                self._profile, ImageCms.createProfile("LAB"), "CMYK", "LAB", ImageCms.Flags.NONE
            )
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError) as error:
            raise ValueError("it has no tables from colours to inks and back, or it is damaged") from error

    @property
    def _flags(self) -> ImageCms.Flags:
        return ImageCms.Flags.BLACKPOINTCOMPENSATION if self.black_point else ImageCms.Flags.NONE

    def _transform(
        self, source: Any, target: Any, have: str, want: str, flags: ImageCms.Flags
    ) -> ImageCms.ImageCmsTransform:
        made = ImageCms.buildTransform(source, target, have, want, _INTENTS[self.intent], flags)
        # Each picture would be given the whole profile along, which costs more than to convert a few colours.
        setattr(made, "output_profile", _NoProfile())  # noqa: B010
        return made

    @cached_property
    def description(self) -> str:
        """Return the profile's own name."""
        return ImageCms.getProfileDescription(self._profile).strip()

    def inks(self, picture: Image.Image) -> Image.Image:
        """Return an RGB picture in inks."""
        return _applied(picture, self._to_inks)

    def screen(self, picture: Image.Image) -> Image.Image:
        """Return what a picture in inks looks like, in sRGB: a soft proof."""
        return _applied(picture, self._to_screen)

    def inks_of(self, colours: NDArray[np.uint8]) -> Values:
        """Return the inks of colours, in percent: (n, 3) sRGB becomes (n, 4)."""
        return _rows(self.inks(_picture(colours, "RGB"))) / 2.55

    def lab_of(self, inks: Values) -> Values:
        """Return L*, a* and b* of inks in percent: (n, 4) becomes (n, 3), relative to the paper's white."""
        held = np.rint(np.clip(inks, 0, 100) * 2.55).astype(np.uint8)
        rows = _rows(_applied(_picture(held, "CMYK"), self._to_lab))
        # Pillow keeps a* and b* as signed bytes.
        signed = np.where(rows[:, 1:] > 127, rows[:, 1:] - 256, rows[:, 1:])
        return np.column_stack([rows[:, 0] / 2.55, signed])


class _NoProfile:
    """Stands for the profile that pictures are given along."""

    def tobytes(self) -> bytes:
        """Return nothing."""
        return b""


def _srgb() -> Any:
    return ImageCms.createProfile("sRGB")


def _applied(picture: Image.Image, transform: ImageCms.ImageCmsTransform) -> Image.Image:
    converted = ImageCms.applyTransform(picture, transform)
    assert converted is not None
    # Pillow would write the profile into each file of the picture: a megabyte, too large for its own reader, with the
    # time of day in it.
    converted.info.pop("icc_profile", None)
    return converted


def _picture(rows: NDArray[np.uint8], mode: str) -> Image.Image:
    return Image.frombytes(mode, (len(rows), 1), np.ascontiguousarray(rows).tobytes())


def _rows(picture: Image.Image) -> Values:
    channels = len(picture.getbands())
    return np.frombuffer(picture.tobytes(), np.uint8).reshape(-1, channels).astype(np.float64)
