"""Pictures that are far finer than print, and the fix that resamples them in their own format and colour profile."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms

from beeprint import edit, pipeline
from beeprint.base.options import CheckOptions
from beeprint.base.problems import Problem
from beeprint.drawing import bitmap_reduced
from beeprint.edit.fixes import make_edit, make_safe_edit, offered
from edits import CARD, put, tiny

SLOT = "  hero: {{kind: picture, art: hero, box: [5, 20, {0}, {0}]}}\n"


def noise(side: int, mode: str = "RGB") -> Image.Image:
    """Return a picture that no format packs well."""
    random.seed(7)
    bands = len(Image.new(mode, (1, 1)).getbands())
    return Image.frombytes(mode, (side, side), random.randbytes(side * side * bands))


def saved(image: Image.Image, form: str, **options: Any) -> bytes:
    data = io.BytesIO()
    image.save(data, form, **options)
    return data.getvalue()


def oversized(folder: Path) -> list[Problem]:
    return [each for each in pipeline.check(folder, CheckOptions()).problems if "print shows at most" in each.message]


def test_a_picture_far_finer_than_print_is_reduced_to_600_dpi_and_keeps_its_profile(tmp_path: Path) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = saved(noise(1600), "JPEG", quality=95, icc_profile=profile)
    tiny(tmp_path, card=CARD + SLOT.format(20))
    put(tmp_path, {"art/hero.jpg": data})
    (problem,) = oversized(tmp_path)
    assert "2,032 dpi where it is largest, in slot hero" in problem.message and problem.place.file.endswith("hero.jpg")
    (fix,) = offered(tmp_path, problem)
    assert (fix.title, fix.safe) == ("Reduce hero.jpg to 600 dpi", False)
    assert make_safe_edit(tmp_path, [problem])[1].changes == ()
    history = edit.History()
    history.apply(make_edit(tmp_path, [fix]))
    with Image.open(tmp_path / "art" / "hero.jpg") as image:
        assert (image.format, image.info["icc_profile"]) == ("JPEG", profile)
        assert image.size == (473, 473)  # 20 mm at 600 dpi
    assert oversized(tmp_path) == []
    history.undo()
    assert (tmp_path / "art" / "hero.jpg").read_bytes() == data


def test_the_largest_placement_decides(tmp_path: Path) -> None:
    put(tmp_path, {"art/hero.png": saved(noise(1000), "PNG")})
    tiny(tmp_path, card=CARD + SLOT.format(10) + SLOT.format(40).replace("hero:", "large:"))
    assert oversized(tmp_path) == []
    tiny(tmp_path, card=CARD + SLOT.format(10))
    assert len(oversized(tmp_path)) == 1


@pytest.mark.parametrize(
    ("mode", "form", "options"),
    [
        ("RGBA", "PNG", {}),
        ("L", "PNG", {}),
        ("CMYK", "JPEG", {}),
        ("RGB", "TIFF", {"compression": "tiff_lzw"}),
        ("RGBA", "WEBP", {"lossless": True}),
    ],
)
def test_formats_and_modes_stay(mode: str, form: str, options: dict[str, Any]) -> None:
    small = bitmap_reduced.reduce(saved(noise(200, mode), form, **options), 0.25)
    with Image.open(io.BytesIO(small)) as image:
        assert (image.format, image.mode, image.size) == (form, mode, (50, 50))
        assert image.info.get("compression") == options.get("compression")


def test_what_is_transparent_lends_no_colour_to_its_neighbours() -> None:
    image = Image.new("RGBA", (400, 400), (255, 0, 0, 0))
    image.paste((0, 0, 255, 255), (0, 0, 200, 400))
    image.putpixel((399, 399), (1, 2, 3, 4))
    noisy = noise(400, "RGBA").crop((0, 0, 400, 100))
    noisy.putalpha(255)
    image.paste(noisy, (0, 300))
    with Image.open(io.BytesIO(bitmap_reduced.reduce(saved(image, "PNG"), 0.1))) as small:
        edge = [small.getpixel((x, 10)) for x in range(40)]
    assert all(pixel[:3] == (0, 0, 255) for pixel in edge if isinstance(pixel, tuple) and pixel[3] > 16)


def test_what_would_lose_more_than_pixels_is_refused() -> None:
    frames = [noise(40), noise(40).rotate(90)]
    moving = saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    with pytest.raises(ValueError, match="several frames"):
        bitmap_reduced.reduce(moving, 0.5)
    with pytest.raises(ValueError, match="more than 8 bits deep"):
        bitmap_reduced.reduce(saved(Image.new("I;16", (40, 40), 700), "PNG"), 0.5)
    with pytest.raises(ValueError, match="no more pixels"):
        bitmap_reduced.reduce(saved(noise(40), "PNG"), 1)
