"""Every bed of every game, read back from its files by tools that are not ours, held against the games' own shapes."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
import shapely.affinity
from shapely.ops import polygonize, unary_union

import cutfiles
from beeprint import build
from beeprint.game import Deck
from beeprint.laser.material import load
from beeprint.laser.outline import ring
from beeprint.options import Cutting, Options
from beeprint.problems import Place
from beeprint.workspace import SHIPPED, Workspace

GAMES = sorted(path.parent.name for path in (SHIPPED / "data").glob("*/game.yaml"))
MATERIAL = load(Workspace(SHIPPED), "grey-board-2", Place("here"))


def line(drawn: cutfiles.Drawn) -> shapely.LineString:
    return shapely.LineString((*drawn.points, *drawn.points[: 1 if drawn.closed else 0]))


def fits(face: shapely.Polygon, deck: Deck, kerf: float) -> bool:
    """Return whether a face of the cuts is the deck's outline but for the kerf, turned by any quarter."""
    left = face.buffer(-kerf / 2, join_style="mitre")
    nominal = shapely.Polygon(ring(deck.shape))
    if abs(left.area - nominal.area) > 0.02 * nominal.length:
        return False
    for turn in (0, 90, 180, 270):
        turned = shapely.affinity.rotate(left, turn, origin=(0, 0))
        moved = shapely.affinity.translate(
            turned, nominal.bounds[0] - turned.bounds[0], nominal.bounds[1] - turned.bounds[1]
        )
        if moved.hausdorff_distance(nominal) < 0.01:
            return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_every_bed_is_what_the_game_says(game: str, tmp_path: Path) -> None:
    options = Options(("generic",), tmp_path, laser=Cutting(bed=(450, 320)))
    checked = build.check(SHIPPED / "data" / game, options)
    built = build.build(checked, options)
    wanted = {
        deck.name: sum(map(deck.printed, deck.rows.rows))
        for deck in checked.game.decks.values()
        if deck.spec.shape.kind != "card"
    }
    for file, bed in built.beds.items():
        path = built.target / f"{file}.svg"
        drawn = cutfiles.from_svg(path.read_text("utf-8"))
        again = cutfiles.from_dxf(path.with_suffix(".dxf").read_text("utf-8"), bed.height)
        cut = [one for one in drawn if one.layer.startswith("cut")]
        lines = [line(one) for one in cut]
        assert [line(one).length for one in again if one.layer.startswith("cut")] == pytest.approx(
            [one.length for one in lines], abs=1e-3
        )
        if bed.side == "back":
            assert not cut
            continue
        together = unary_union(lines)
        assert sum(one.length for one in lines) == pytest.approx(together.length, abs=0.01)
        assert bed.cut_length == pytest.approx(together.length, abs=0.01)
        faces = list(polygonize(together))
        tree = shapely.STRtree(faces)
        outlines = []
        for one in bed.placed:
            middle = shapely.Polygon(one.outline).representative_point()
            (face,) = [faces[index] for index in tree.query(middle) if faces[index].contains(middle)]
            assert fits(face, checked.game.decks[one.deck], MATERIAL.kerf), one.piece
            wanted[one.deck] -= 1
            outlines.append(face.buffer(-MATERIAL.kerf / 2, join_style="mitre"))
        sheet = shapely.box(0, 0, 450, 320)
        near = shapely.STRtree(outlines)
        for number, outline in enumerate(outlines):
            assert sheet.contains(outline) and sheet.exterior.distance(outline) >= MATERIAL.distance
            for other in near.query(outline.buffer(MATERIAL.distance)):
                # Pieces that share a cut are a kerf apart; all others keep the material's distance.
                if other != number and (gap := outline.distance(outlines[other])) < MATERIAL.distance - 1e-3:
                    assert MATERIAL.kerf - 1e-3 < gap < 2.1 * MATERIAL.kerf
        # Holes and fiducials first, then blocks from their inside out: nothing is cut in what has come free.
        free: list[shapely.Polygon] = []
        for one, way in zip(cut, lines, strict=True):
            assert not any(piece.contains(way.interpolate(0.5, normalized=True)) for piece in free)
            if one.closed:
                free.append(shapely.Polygon(way).buffer(-0.01))
    assert set(wanted.values()) <= {0}
