"""Playtest decks take under a fifth of the ink, as Ghostscript measures it, each game and each deck that matters."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.sources.workspace import built_in_games


def ink(folder: Path) -> tuple[float, int]:
    """Return the coverage of all pages together, in percent of a page and ink, and how many pages there are."""
    total, pages = 0.0, 0
    for path in sorted(folder.glob("*.pdf")):
        command = ["gs", "-q", "-dSAFER", "-o", "-", "-sDEVICE=ink_cov", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            total, pages = total + sum(map(float, line.split()[:4])), pages + 1
    return total, pages


@pytest.mark.parametrize("name", sorted(built_in_games()))
def test_a_game_takes_under_a_fifth_of_the_ink(name: str, tmp_path: Path) -> None:
    # All backs, as the sheets for home have them: the same faces on both sides of the comparison.
    options = Options(profiles=("home-a4", "playtest-a4"), output=tmp_path, backs="all")
    target = pipeline.build(pipeline.check(built_in_games()[name], options, Store.open()), options).target
    (full, sheets), (low, fewer) = ink(target / "home-a4"), ink(target / "playtest-a4")
    print(f"{name}: {low / full:.1%} of the ink, {fewer} pages for {sheets}")
    assert fewer <= sheets
    assert low / fewer < 0.2 * full / sheets
    assert low < 0.2 * full
