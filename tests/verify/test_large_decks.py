"""A deck of thousands of cards that all differ: its memory, its growth, and its files as another program reads them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import room
from beeprint.base.lean import MANY

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests" / "bench"))

import growth  # noqa: E402 - found in the benchmark's folder
import measure  # noqa: E402

FEW, CARDS = MANY + 100, MANY + 4_000
#: What a process may hold at most, in bytes; 100,000 cards may take 600 MB.
MOST = 250_000_000 * room.MEMORY


class Built(NamedTuple):
    """What a build took, and the folder of what it made."""

    used: measure.Sample
    folder: Path


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Built]:
    return {cards: built(cards, tmp_path_factory.mktemp(f"bees-{cards}")) for cards in (FEW, CARDS)}


def built(cards: int, folder: Path) -> Built:
    growth.make(ROOT / "data" / "eye-of-the-bee-holder", folder / "game", cards)
    command = [sys.executable, "-m", "beeprint", "build", "game", "--profile", "home-a4", "--output", "output"]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "BEEPRINT_LIMITS": "10"}
    return Built(measure.process(command, folder, environment, told=True), folder)


def parts(built: Built) -> list[Path]:
    return sorted((built.folder / "output" / "many-bees" / "home-a4").glob("cards-part-*.pdf"))


def test_memory_stays_bounded(builds: dict[int, Built]) -> None:
    assert builds[CARDS].used.memory < MOST
    # For each further card no more than its row, its key and its place on a sheet.
    assert builds[CARDS].used.memory - builds[FEW].used.memory < 6_000 * (CARDS - FEW)


def test_bytes_grow_with_the_cards(builds: dict[int, Built]) -> None:
    each = [sum(path.stat().st_size for path in parts(builds[cards])) / cards for cards in (FEW, CARDS)]
    assert each[1] == pytest.approx(each[0], rel=0.1)


def test_nothing_a_terminal_would_obey_is_written_into_a_file(builds: dict[int, Built]) -> None:
    said = builds[CARDS].used.said
    assert said.replace("\n", "").isprintable()


def test_the_parts_hold_each_card_once_and_in_order(builds: dict[int, Built]) -> None:
    cards: list[int] = []
    for path in parts(builds[CARDS]):
        command = ["pdftotext", "-raw", str(path), "-"]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        cards += map(int, re.findall(r", no\. (\d+)$", text, re.MULTILINE))
    assert cards == list(range(CARDS))
