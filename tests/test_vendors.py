"""The files of vendors agree with themselves: pixels with trims and bleeds, and every statement with a source."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from beeprint.drawing.shape import SIZES

ROOT = Path(__file__).parents[1]
FILES = {path.stem: path for path in sorted((ROOT / "layouts" / "vendors").glob("*.yaml"))}
# The reader in C is not in every wheel of PyYAML; the other one takes half a second for these files.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
VENDORS: dict[str, dict[str, Any]] = {name: yaml.load(path.read_text("utf-8"), LOADER) for name, path in FILES.items()}
CUTS = [(name, cut) for name, vendor in VENDORS.items() for cut in vendor["cuts"]]
MM_PER_PIXEL = 25.4 / 300


@pytest.mark.parametrize("name", VENDORS)
def test_every_statement_has_a_source_and_the_day_on_which_it_was_seen(name: str) -> None:
    vendor = VENDORS[name]
    assert vendor["facts"] and vendor["assumed"]
    for fact in vendor["facts"]:
        assert set(fact) == {"claim", "source", "seen"} and fact["claim"] and fact["source"]
        assert isinstance(fact["seen"], datetime.date) and fact["seen"] <= vendor["checked"]


@pytest.mark.parametrize(("name", "cut"), CUTS, ids=lambda value: value if isinstance(value, str) else value["name"])
def test_pixels_are_the_trim_with_its_bleed(name: str, cut: dict[str, Any]) -> None:
    """The bleed is that of the side which has least; a picture may have more on the others."""
    assert 0 < 2 * cut["safe"] < min(cut["trim"]) and 0 < cut["bleed"] < 5
    if "pixels" in cut:
        over = [pixels * MM_PER_PIXEL - trim for pixels, trim in zip(cut["pixels"], cut["trim"], strict=True)]
        assert min(over) / 2 == pytest.approx(cut["bleed"], abs=MM_PER_PIXEL / 2)


@pytest.mark.parametrize("name", VENDORS)
def test_a_vendor_names_each_cut_once_and_says_what_it_does_with_other_sizes(name: str) -> None:
    vendor = VENDORS[name]
    names = [cut["name"] for cut in vendor["cuts"]]
    assert len(set(names)) == len(names)
    assert names or vendor["any-size"]["bleed"]
    assert vendor["sizes"] in ("any", "listed") and (vendor["sizes"] == "listed" or "any-size" in vendor)


@pytest.mark.parametrize("name", VENDORS)
def test_what_a_vendor_is_given_is_whole(name: str) -> None:
    files = VENDORS[name]["files"]
    assert {"kind", "colour", "dpi", "order", "split", "copies", "list", "marks"} <= set(files)
    assert (files["order"], files["split"]) in {
        ("back-front", "one"), ("front-back", "one"), ("fronts-backs", "two"), ("faces", "faces"),
    }  # fmt: skip
    assert (files["kind"] == "png") == (files["order"] == "faces") and files["colour"] in ("cmyk", "rgb")
    if files["colour"] == "cmyk":
        assert {"standard", "condition", "ink"} <= set(files)
        assert sum(files.get("rich-black", (0, 0, 0, 100))) <= files["ink"]


@pytest.mark.parametrize(
    ("size", "vendors"),
    [
        ("standard-card", ("the-game-crafter", "makeplayingcards", "mpc-autofill", "european-offset")),
        ("us-poker", ("the-game-crafter", "drivethrucards", "makeplayingcards")),
        ("bridge", ("the-game-crafter", "makeplayingcards")),
        ("us-game", ("the-game-crafter",)),
        ("square-card", ("the-game-crafter",)),
        ("domino-card", ("the-game-crafter", "makeplayingcards")),
    ],
)
def test_sizes_named_after_a_vendor_are_what_it_cuts(size: str, vendors: tuple[str, ...]) -> None:
    for vendor in vendors:
        assert list(SIZES[size]) in [cut["trim"] for cut in VENDORS[vendor]["cuts"]], vendor


def test_the_page_of_printers_names_every_vendor() -> None:
    page = (ROOT / "docs" / "press.md").read_text("utf-8").lower()
    missing = [name for name in VENDORS if name not in page and name.replace("-", " ") not in page]
    assert missing == []
