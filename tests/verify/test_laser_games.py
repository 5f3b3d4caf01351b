"""Every bed of every game, read back from its files by tools that are not ours, held against the games' own words."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import shapely
import yaml
from msgspec.structs import replace

import bedfiles
import outlines
import plotted
from beeprint import pipeline
from beeprint.base.options import LaserOptions
from beeprint.laser.plan import Artwork
from beeprint.outputs.shared import Checked, cutting
from beeprint.sources.workspace import SHIPPED

GAMES = sorted(path.parent.name for path in (SHIPPED / "data").glob("*/game.yaml"))

#: Every profile; materials, kerfs and beds of all sorts. The last figure is how many pixels to the mm are cut.
JOBS = {
    "as it comes": ("generic", LaserOptions(), 18),
    "no kerf": ("lightburn", LaserOptions(kerf=0), 0),
    "a small bed, R12": ("boxes", LaserOptions(material="plywood-3", kerf=0.1, bed=(450, 320), r12=True), 0),
    "a wide kerf": ("red-cut", LaserOptions(material="acrylic-3", kerf=0.3), 10),
    "merged, for a knife": ("vinyl-cutter", LaserOptions(material="cardstock", merge=True, kerf=0), 0),
    "a mat": ("silhouette", LaserOptions(material="cardstock", kerf=0.2), 0),
    "a large bed": ("glowforge", LaserOptions(material="mdf-3", kerf=0.15, bed=(1200, 900)), 0),
    "beds of thin card": ("generic", LaserOptions(material="cardstock", bed=(230, 210)), 0),
    "square corners": ("generic", LaserOptions(material="cardstock", kerf=0.2, bed=(210, 297), rounded=False), 12),
}


@cache
def checked(game: str) -> Checked:
    return pipeline.check(SHIPPED / "data" / game, LaserOptions(output=Path("nowhere")))


@pytest.fixture
def blank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the artwork out, which takes most of the time and has tests of its own."""
    monkeypatch.setattr(cutting, "engrave", lambda *_: Artwork())


def shipped(kind: str, name: str) -> dict[str, object]:
    spec = yaml.safe_load((SHIPPED / "layouts" / kind / f"{name}.yaml").read_text("utf-8"))
    assert isinstance(spec, dict)
    return spec


def hold(made: Checked, profile: str, wanted: LaserOptions, scale: float, only: tuple[str, ...], folder: Path) -> None:
    """Build a game's beds and hold them against its decks: nothing is missing, in the wrong size or cut twice."""
    options = replace(wanted, profiles=(profile,), output=folder, only=dict.fromkeys(only, ()))
    built = pipeline.build(made, options)
    decks = cutting.decks(made.game, options)
    material, words = shipped("materials", wanted.material), shipped("laser", profile)
    kerf = material["kerf"] if wanted.kerf is None else wanted.kerf
    size = wanted.bed or tuple(map(float, str(words["bed"]).split("x")))
    names: dict[str, str] = {}
    drawn = {deck.name: outlines.nominal(deck.spec.shape, wanted.rounded) for deck in decks}
    for name, outline in drawn.items():
        names[name] = next((other for other in names.values() if drawn[other].equals_exact(outline, 1e-9)), name)
    shapes = {name: drawn[name] for name in names.values()}
    job = bedfiles.Job(shapes, size, kerf, float(str(material["distance"])), list(words["layers"]))
    fallen: Counter[str] = Counter()
    for file, bed in built.beds.items():
        assert re.fullmatch(rf"{profile}/[\w-]+?-[1-9]\d*(-back)?", file)
        svg, dxf = ((built.target / f"{file}.{ending}").read_text("utf-8") for ending in ("svg", "dxf"))
        drawn_lines = bedfiles.read(svg, dxf, job)
        more = plotted.agree(built.target / file, drawn_lines, size)
        assert more or set(words.get("files", ())) <= {"svg", "dxf"} or bed.side == "back"
        lines = bedfiles.cuts(drawn_lines)
        if bed.side == "back":
            assert not lines
            continue
        bedfiles.cut_once(lines)
        bedfiles.inside_first(lines)
        pieces = bedfiles.pieces(lines, job)
        bedfiles.kept_apart(pieces, lines, job)
        fallen.update(piece.name for piece in pieces)
        # What the report says of the bed is so.
        assert Counter(names[piece.deck] for piece in bed.placed) == Counter(piece.name for piece in pieces)
        assert bed.cut_length == pytest.approx(sum(line.length for line in lines), rel=1e-5)
        area = sum(piece.outline.area for piece in pieces)
        holes = sum(
            shapely.Polygon(ring).area for piece in bed.placed for ring in made.game.decks[piece.deck].shape.rings
        )
        assert bed.waste == pytest.approx(1 - (area - holes) / (size[0] * size[1]), abs=1e-4)
        if scale:
            scraps = bedfiles.fall_out(lines, pieces, job, scale)
            # The rest of the sheet, fiducials and, between rounded corners, stars.
            assert scraps.pop() > 1 - area and all(scrap < 20 for scrap in scraps)
    copies = Counter[str]()
    for deck in decks:
        copies[names[deck.name]] += sum(map(deck.printed, deck.rows.rows))
    assert fallen == copies


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("name", JOBS)
@pytest.mark.parametrize("game", GAMES)
def test_every_bed_is_what_the_game_says(game: str, name: str, tmp_path: Path) -> None:
    profile, wanted, scale = JOBS[name]
    hold(checked(game), profile, wanted, scale, (), tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_artwork_changes_nothing_of_the_cuts(game: str, tmp_path: Path) -> None:
    # All of Pollen Wars takes a minute to engrave.
    only = ("fungus", "die", "pollen") if game == "pollen-wars" else ()
    hold(checked(game), "lightburn", LaserOptions(bed=(450, 320)), 0, only, tmp_path)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("corners", [True, False])
def test_cards_too(corners: bool, tmp_path: Path) -> None:
    hold(
        checked("pollen-wars"),
        "generic",
        LaserOptions(material="cardstock", kerf=0.2, rounded=corners),
        12,
        ("honey", "jelly"),
        tmp_path,
    )
