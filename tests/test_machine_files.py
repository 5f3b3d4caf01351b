"""What LightBurn, vinyl cutters and Silhouette machines read of a bed: the lines of its SVG, in their own words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from beeprint.base.geometry import Point
from beeprint.base.problems import Place
from beeprint.formats import cutsvg, gpgl, lbrn
from beeprint.laser import layers
from beeprint.laser.plan import Area, Bed, Material, Pass, Polyline, Trial
from beeprint.outputs.shared.cutting import writers
from beeprint.sources.workspace import Workspace
from cutfiles import Drawn, apart, from_svg
from plotted import Setting, from_gpgl, from_hpgl, from_lbrn

SIZE = (305.0, 200.5)


def ring(*points: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(*point) for point in points)


#: A disc with a window and a fold, an engraved frame and a hatch: a line in each pass, one of them with many points.
BED = Bed(
    "wood",
    1,
    "front",
    *SIZE,
    Material("plywood-3", "Plywood & glue", 3, 0.2, 0.5, 1, 1.5),
    0.2,
    (),
    {
        Pass.ENGRAVE: (Polyline(ring((51.00004, 20), (58.12346, 27.5))),),
        Pass.SCORE: (Polyline(ring((10, 70), (20, 70), (20.5, 75))),),
        Pass.CUT_INNER: (Polyline(ring((30, 20), (36.6667, 20), (33, 26)), True),),
        Pass.CUT_OUTER: (
            Polyline(tuple(Point(60 + 50 * math.cos(k / 99), 60 - 50 * math.sin(k / 99)) for k in range(622)), True),
            Polyline(ring((200, 3.3333), (300.0125, 197.777))),
        ),
        Pass.GUIDE: (Polyline(ring((0, 40), (0, 0), (40, 0))),),
    },
    {
        Pass.ENGRAVE: (
            Area((ring((40, 12), (60, 12), (60, 18), (40, 18)), ring((42, 14), (42, 16), (58, 16), (58, 14)))),
        )
    },
    notes=("stops: <left> & above",),
)


def profile(name: str) -> layers.LaserProfile:
    return layers.load(Workspace(Path("nowhere")), name, Place("tests"))


def written(name: str, folder: Path, bed: Bed = BED, marks: gpgl.Marks | None = None) -> dict[str, Path]:
    """Return the files of a bed by what follows its name."""
    made = {}
    for ending, write in writers(bed, profile(name), marks=marks):
        made[ending] = folder / f"bed{ending}"
        write(made[ending], bed, 'Wood & "more"')
    return made


def off(actual: Sequence[Drawn], lines: Sequence[Polyline], origin: tuple[float, float] = (0, 0)) -> float:
    """Return how far in mm the points of files lie from those planned, along either axis; each is there, in order."""
    assert [(len(line.points), line.closed) for line in actual] == [(len(line.points), line.closed) for line in lines]
    return max(
        abs(a + start - b)
        for cut, line in zip(actual, lines, strict=True)
        for spot, point in zip(cut.points, line.points, strict=True)
        for a, start, b in zip(spot, origin, point, strict=True)
    )


def cuts(bed: Bed) -> list[Polyline]:
    return [*bed.lines[Pass.CUT_INNER], *bed.lines[Pass.CUT_OUTER]]


def test_a_lightburn_project_has_the_layers_of_the_svg_by_name_mode_and_order(tmp_path: Path) -> None:
    made = written("lightburn", tmp_path)
    assert set(made) == {".svg", ".dxf", ".lbrn2"}
    text = made[".lbrn2"].read_text("utf-8")
    settings, lines = from_lbrn(text, BED.height)
    assert settings == [
        Setting("Scan", 0, "C00 Engrave", 0),
        Setting("Cut", 1, "C01 Engrave lines", 1),
        Setting("Cut", 3, "C03 Score", 2),
        Setting("Cut", 6, "C06 Cut inner", 3),
        Setting("Cut", 7, "C07 Cut outer", 4),
        Setting("Tool", 30, "T1 Guide", 5),
    ]
    names = {setting.name: layer for setting, layer in zip(settings, profile("lightburn").layers, strict=True)}
    drawn = [replace(line, layer=names[line.layer]) for line in lines]
    assert apart(drawn, from_svg(made[".svg"].read_text("utf-8"))) < 1e-3
    # The frame is one shape with its hole.
    assert text.count('CutIndex="0"') == 1
    assert "Wood &amp; &quot;more&quot;&#10;stops: &lt;left&gt; &amp; above" in text


def test_trials_have_layers_of_their_own_in_colours_of_the_palette() -> None:
    square = ring((5, 5), (9, 5), (9, 9), (5, 9))
    bed = replace(BED, trials=tuple(Trial(f"Row {n}", (Polyline(square, True),), (Area((square,)),)) for n in (1, 2)))
    settings, _ = from_lbrn(lbrn.text(bed, profile("lightburn")), bed.height)
    assert [(setting.mode, setting.name) for setting in settings][:4] == [
        ("Scan", "Row 1 fill"),
        ("Cut", "Row 1 lines"),
        ("Scan", "Row 2 fill"),
        ("Cut", "Row 2 lines"),
    ]
    assert len({setting.index for setting in settings}) == len(settings)
    named = [line.layer for line in from_svg(cutsvg.text(bed, profile("generic")))]
    assert named[:2] == ["Row-1-engrave", "Row-1-engrave-lines"]


def test_hpgl_holds_the_cuts_to_a_fortieth_of_a_millimetre_and_folds_apart(tmp_path: Path) -> None:
    made = written("vinyl-cutter", tmp_path)
    assert set(made) == {".svg", ".dxf", ".plt", "-score.plt"}
    assert off(from_hpgl(made[".plt"].read_text("ascii"), BED.height), cuts(BED)) <= 0.0125 + 1e-9
    assert off(from_hpgl(made["-score.plt"].read_text("ascii"), BED.height), BED.lines[Pass.SCORE]) <= 0.0125 + 1e-9


def test_gpgl_holds_the_cuts_from_the_top_left_corner(tmp_path: Path) -> None:
    made = written("silhouette", tmp_path)
    assert set(made) == {".svg", ".dxf", ".gpgl", "-score.gpgl"}
    commands, paths = from_gpgl(made[".gpgl"].read_bytes())
    assert off(paths, cuts(BED)) <= 0.025 + 1e-9
    # Portrait, the corners of what may be cut (y before x), plain lines; home at the end.
    assert commands == ["FN0", "TB50,0", "\\0,0", f"Z{round(20 * SIZE[1])},{round(20 * SIZE[0])}", "L0", "H"]


def test_gpgl_finds_registration_marks_first_and_cuts_from_the_first_of_them(tmp_path: Path) -> None:
    marks = gpgl.Marks(Point(12, 10), 281, 180.5, 20, 0.5)
    commands, paths = from_gpgl(written("silhouette", tmp_path, marks=marks)[".gpgl"].read_bytes())
    assert off(paths, cuts(BED), (12, 10)) <= 0.025 + 1e-9
    search = ["TB99", "TB52,2", "TB51,400", "TB53,10", "TB55,1", "TB123,3610,5620,0,40"]
    assert commands == ["FN0", "TB50,0", *search, "\\0,0", "Z3610,5620", "L0", "H"]
    four = written("silhouette", tmp_path, marks=replace(marks, four=True))[".gpgl"].read_bytes()
    assert "TB124,3610,5620,0,40" in from_gpgl(four)[0]


def test_a_bed_without_folds_has_no_file_for_them(tmp_path: Path) -> None:
    bed = replace(BED, lines={pass_: lines for pass_, lines in BED.lines.items() if pass_ is not Pass.SCORE})
    assert set(written("vinyl-cutter", tmp_path, bed)) == {".svg", ".dxf", ".plt"}
