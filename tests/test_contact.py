"""Contact sheets: faces on whole pixels, each drawn once, however often the sheet is made."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.drawing import layers

DPI = 45.0


def build(store: Store) -> Path:
    options = Options(profiles=("contact-sheet",), output=Path("made"), dpi=DPI)
    return pipeline.build(pipeline.check(Path("mine"), options, store), options).target / "contact-sheet" / "cards.png"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    starter.write(Path("mine"))
    return Store(tmp_path / "cache")


@pytest.mark.slow
def test_only_a_face_that_changed_is_drawn_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[float, float]] = []
    draw = layers.picture

    def noted(drawing: layers.Drawing, *others: object) -> Image.Image:
        drawn.append(drawing.box[2:])
        return draw(drawing, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(layers, "picture", noted)
    before = build(store).read_bytes()
    assert len(drawn) > 8
    drawn.clear()
    assert build(store).read_bytes() == before and not drawn
    cards = Path("mine", "cards.csv")
    cards.write_text(cards.read_text("utf-8").replace("Warm stones", "Cold stones"), "utf-8")
    after = build(store).read_bytes()
    assert after != before
    size = round(63 * DPI / 25.4), round(88 * DPI / 25.4)
    assert len(drawn) == 2 and size in drawn, "the card, and the ground with the names"
    assert build(Store()).read_bytes() == after


def test_a_face_looks_the_same_wherever_it_lies(store: Store) -> None:
    game, cards = Path("mine", "game.yaml"), Path("mine", "cards.csv")
    game.write_text(re.sub(r"(?m)^  - \{rule: .*\n|^rules:\n|^leaflet: .*\n", "", game.read_text("utf-8")), "utf-8")
    head, first, *_ = cards.read_text("utf-8").splitlines()
    rows = [first.replace("S1", f"S{number}", 1) for number in range(1, 9)]
    cards.write_text("\n".join([head, *rows, ""]), "utf-8")
    sheet = Image.open(build(store))
    width, height = round(63 * DPI / 25.4), round(88 * DPI / 25.4)
    gap, label = round(5 * DPI / 25.4), round(4.5 * DPI / 25.4)
    columns = (sheet.width - gap) // (width + gap)
    pictures = []
    for number in range(8):
        x, y = gap + number % columns * (width + gap), gap + number // columns * (height + gap + label)
        pictures.append(sheet.crop((x, y, x + width, y + height)))
    assert 1 < columns < 8 and len(pictures[0].getcolors(100_000) or ()) > 20
    assert all(ImageChops.difference(pictures[0], other).getbbox() is None for other in pictures)
