"""Lightness, chroma and hue of colours, compared with published values and with littleCMS."""

from __future__ import annotations

import pytest
from PIL import Image, ImageCms

from beeprint.base.colour import Colour, grey, lch, lightness


@pytest.mark.parametrize(
    ("colour", "wanted"),
    [  # L*, chroma and hue of sRGB's primaries under D65, as published by B. Lindbloom and others
        (Colour(255, 0, 0), (53.24, 104.55, 40.0)),
        (Colour(0, 255, 0), (87.74, 119.78, 136.0)),
        (Colour(0, 0, 255), (32.30, 133.81, 306.3)),
        (Colour(255, 255, 0), (97.14, 96.91, 102.9)),
    ],
)
def test_the_primaries_look_as_published(colour: Colour, wanted: tuple[float, float, float]) -> None:
    assert lch(colour) == pytest.approx(wanted, abs=0.1)
    assert lch(colour).lightness == lightness(colour)


def test_greys_are_as_light_as_colour_management_says() -> None:
    """Pillow's littleCMS gives L* as a byte, and greys have neither chroma nor another lightness under D50."""
    ramp = Image.new("RGB", (256, 1))
    ramp.putdata([(value, value, value) for value in range(256)])
    lab = ImageCms.profileToProfile(
        ramp, ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), outputMode="LAB"
    )
    for value, theirs in enumerate(lab.getchannel("L").tobytes()):
        assert lightness(Colour(value, value, value)) == pytest.approx(theirs / 2.55, abs=0.5)
        assert lch(Colour(value, value, value)).chroma < 0.01


def test_the_grey_of_a_lightness_has_it() -> None:
    for value in range(256):
        assert grey(lightness(Colour(value, value, value))) == Colour(value, value, value)
