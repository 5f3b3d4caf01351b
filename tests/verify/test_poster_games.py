"""A piece of every deck of the five games, in tiles of very small paper: they join, and show what the whole shows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.sources.workspace import built_in_games
from pixels import off
from posters import drawn, joined, joints, seen, windows
from sheets import MM


@pytest.mark.parametrize("name", sorted(built_in_games()))
@pytest.mark.parametrize("joint", ["overlap", "butt"])
def test_a_piece_of_every_deck_joins_again(name: str, joint: str, tmp_path: Path) -> None:
    hold(built_in_games()[name], joint, tmp_path)


def hold(game_folder: Path, joint: str, folder: Path) -> None:
    """Tile the first piece of every deck of a game on very small paper, and join it again."""
    root = folder / game_folder.name
    shutil.copytree(game_folder, root, ignore=shutil.ignore_patterns("src"))
    for kind in ("sheets", "profiles"):
        (root / "layouts" / kind).mkdir(parents=True)
    small = f"paper: [60, 72]\nmargin: 3\ntiles: {{joint: {joint}, overlap: 6}}\n"
    (root / "layouts" / "sheets" / "small.yaml").write_text(small)
    (root / "layouts" / "profiles" / "small.yaml").write_text("title: small\noutput: sheets\nsheets: [small]\n")
    (root / "layouts" / "profiles" / "whole.yaml").write_text("title: whole\noutput: sheets\nsheets: [fit]\n")
    options = Options(profiles=("small", "whole"), output=folder / "made", backs="none")
    game = pipeline.check(root, options).game
    only = {deck.name: (deck.rows.rows[0].id,) for deck in game.decks.values() if deck.rows.rows}
    copies = dict.fromkeys(only, 1)
    options = Options(profiles=("small", "whole"), output=folder / "made", backs="none", only=only, copies=copies)
    made = pipeline.build(pipeline.check(root, options), options).target
    tiled = 0
    for deck, (row,) in only.items():
        page, path = made / "whole" / f"{deck}-whole.pdf", made / "small" / f"{game.decks[deck].spec.stock}.pdf"
        with pikepdf.open(page) as pdf:
            wide, high = (float(side) * MM for side in pdf.pages[0].mediabox[2:])
            left = float(pdf.pages[0].trimbox[0]) * MM
            top = high - float(pdf.pages[0].trimbox[3]) * MM
        whole = (-left, -top, wide - left, high - top)
        tiles = [tile for tile in windows(path) if tile.id == f"{deck}/{row}#1"]
        if len(tiles) < 2:
            continue
        tiled += 1
        for tile, box in zip(tiles, seen(tiles), strict=True):
            assert box != tile.box, (deck, tile)
        glued = joined(path, tiles, whole)
        for band in joints(tiles):
            if band[2] > band[0] and band[3] > band[1]:
                assert off(drawn(glued, band, whole, 12), drawn(page, band, whole, 12)) < 0.005, (deck, band)
    assert tiled
