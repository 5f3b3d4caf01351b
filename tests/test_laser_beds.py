"""A game's beds from their files alone, and that what holds them against the game finds what is wrong with them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import bedfiles
import outlines
from beeprint import pipeline
from beeprint.base.options import LaserOptions
from beeprint.laser.plan import Artwork
from beeprint.outputs.shared import cutting
from beeprint.sources.workspace import SHIPPED

# All pieces of a real game are nested for seconds. That pieces of every shape come out in size, as SVG and DXF alike,
# test_laser_plan.py and test_laser_command.py say of less.
pytestmark = pytest.mark.slow

PASSES = ("engrave", "engrave-lines", "score", "cut-inner", "cut-outer", "guide")
SIZE, KERF, DISTANCE = (300.0, 200.0), 0.3, 2.0


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[bedfiles.Job, list[tuple[str, str]]]:
    """Return the beds of Butine!'s tiles (hexagons, trapezoids, rhombi, triangles, rounds) as SVG and DXF."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "engrave", lambda *_: Artwork())
        options = LaserOptions(output=tmp_path_factory.mktemp("beds"), kerf=KERF, bed=(300, 200))
        checked = pipeline.check(SHIPPED / "data" / "butine", options)
        built = pipeline.build(checked, options)
    drawn = {deck.name: outlines.nominal(deck.spec.shape) for deck in cutting.decks(checked.game, options)}
    texts = [
        tuple((built.target / f"{file}.{ending}").read_text("utf-8") for ending in ("svg", "dxf"))
        for file in built.beds
    ]
    return bedfiles.Job(drawn, SIZE, KERF, DISTANCE, PASSES), [(svg, dxf) for svg, dxf in texts]


def hold(svg: str, dxf: str, job: bedfiles.Job) -> Counter[str]:
    """Return the pieces that fall out of a bed, if all is well with it."""
    lines = bedfiles.cuts(bedfiles.read(svg, dxf, job))
    bedfiles.cut_once(lines)
    bedfiles.inside_first(lines)
    pieces = bedfiles.pieces(lines, job)
    bedfiles.kept_apart(pieces, lines, job)
    (sheet,) = bedfiles.fall_out(lines, pieces, job, 8)
    assert sheet < SIZE[0] * SIZE[1] - sum(piece.outline.area for piece in pieces)
    return Counter(piece.name for piece in pieces)


def test_all_tiles_fall_out_of_their_beds(made: tuple[bedfiles.Job, list[tuple[str, str]]]) -> None:
    job, beds = made
    fallen = sum((hold(svg, dxf, job) for svg, dxf in beds), Counter[str]())
    assert len(beds) == 1
    # What the game's rules leave the box to hold.
    assert fallen == {"hexagon": 7, "trapezoid": 10, "rhombus": 10, "triangle": 12, "bee": 2}


PATHS = re.compile(r"<path [^>]*/>\n?")


def twice(svg: str) -> str:
    """Cut the first line twice."""
    return PATHS.sub(lambda match: match[0] * 2, svg, count=1)


def backwards(svg: str) -> str:
    """Cut the outside of each block first."""
    lines = PATHS.findall(svg)[::-1]
    return PATHS.sub(lambda _: lines.pop(0), svg)


def moved(svg: str) -> str:
    """Move the last line by 2 mm."""
    last = PATHS.findall(svg)[-1]
    return svg.replace(last, re.sub(r"([ML])([\d.]+) ", lambda match: f"{match[1]}{float(match[2]) + 2:.4f} ", last))


def larger(svg: str) -> str:
    """Draw every line by a thousandth too large."""
    return PATHS.sub(lambda path: re.sub(r"[\d.]+(?= )|(?<= )[\d.]+(?=\")", _more, path[0]), svg)


def _more(number: re.Match[str]) -> str:
    return f"{float(number[0]) * 1.001:.4f}"


@pytest.mark.parametrize("spoil", [twice, backwards, moved, larger])
def test_what_is_wrong_with_a_bed_is_found(spoil: object, made: tuple[bedfiles.Job, list[tuple[str, str]]]) -> None:
    job, [(svg, dxf), *_] = made
    assert callable(spoil)
    spoilt = spoil(svg)
    assert spoilt != svg and len(PATHS.findall(spoilt)) >= len(PATHS.findall(svg))
    with pytest.raises(AssertionError):
        bedfiles.read(spoilt, dxf, job)
    sound = hold(svg, dxf, job)
    lines = bedfiles.cuts(bedfiles.cutfiles.from_svg(spoilt))
    with pytest.raises(AssertionError):
        bedfiles.cut_once(lines)
        bedfiles.inside_first(lines)
        pieces = bedfiles.pieces(lines, job)
        assert Counter(piece.name for piece in pieces) == sound
        bedfiles.kept_apart(pieces, lines, job)


def test_a_kerf_that_was_not_allowed_for_is_found(made: tuple[bedfiles.Job, list[tuple[str, str]]]) -> None:
    job, [(svg, dxf), *_] = made
    lines = bedfiles.cuts(bedfiles.read(svg, dxf, job))
    other = bedfiles.Job(job.outlines, SIZE, KERF + 0.05, DISTANCE, PASSES)
    assert len(bedfiles.pieces(lines, job)) == 41 and not bedfiles.pieces(lines, other)
    with pytest.raises(AssertionError):
        bedfiles.kept_apart(bedfiles.pieces(lines, job), lines, bedfiles.Job(job.outlines, SIZE, KERF, 4, PASSES))
