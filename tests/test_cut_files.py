"""What a laser program reads: SVG and DXF of a bed say, to the thousandth of a millimetre, what was planned."""

from __future__ import annotations

import io
import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import ezdxf
import ezdxf.colors
import ezdxf.path
import pytest
import resvg_py
import shapely
from ezdxf.entities import DXFGraphic
from msgspec.structs import replace
from PIL import Image

from beeprint.base.geometry import Point
from beeprint.base.problems import BuildError, Place
from beeprint.drawing import shape
from beeprint.formats import cutsvg, dxf
from beeprint.laser import layers
from beeprint.laser.layers import LaserProfile
from beeprint.laser.plan import Area, Bed, Material, Pass, Polyline
from beeprint.laser.route import shrunk
from beeprint.sources.workspace import Workspace
from cutfiles import Drawn, apart, from_dxf, from_svg, page

PLYWOOD = Material("plywood-3", "Plywood 3 mm", 3, 0.2, 0.5, 1, 1.5)
SHIPPED = layers.names(Workspace(Path("nowhere")))


def ring(*points: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(*point) for point in points)


#: A triangle with a window, a fold, an engraved frame, a hatch and a jig: each pass has its own.
BED = Bed(
    "wood",
    1,
    "front",
    120,
    80.5,
    PLYWOOD,
    0.2,
    (),
    {
        Pass.ENGRAVE: (Polyline(ring((51.00004, 20), (58.12346, 27.5))),),
        Pass.SCORE: (Polyline(ring((10, 70), (20, 70), (20.5, 75))),),
        Pass.CUT_INNER: (Polyline(ring((30, 20), (36.6667, 20), (33, 26)), True),),
        Pass.CUT_OUTER: (Polyline(ring((10, 10), (90.3333, 10), (50, 60.98765)), True),),
        Pass.GUIDE: (Polyline(ring((0, 0), (120, 0), (120, 80.5), (0, 80.5)), True),),
    },
    {
        Pass.ENGRAVE: (
            Area((ring((40, 12), (60, 12), (60, 18), (40, 18)), ring((42, 14), (58, 14), (58, 16), (42, 16)))),
        )
    },
)


def profile(name: str) -> LaserProfile:
    return layers.load(Workspace(Path("nowhere")), name, Place("tests"))


def planned(laser_profile: LaserProfile) -> list[Drawn]:
    """Return what the files have to hold, straight from the bed."""
    lines = {kind: BED.lines[layers.PASSES[kind]] for kind in laser_profile.layers if kind != "engrave"}
    drawn = []
    for kind in laser_profile.layers:
        rings = [ring for area in BED.areas[Pass.ENGRAVE] for ring in area.rings] if kind == "engrave" else []
        drawn += [Drawn(kind, ring, True) for ring in rings]
        drawn += [Drawn(kind, line.points, line.closed) for line in lines.get(kind, ())]
    return drawn


@pytest.mark.parametrize("name", SHIPPED)
def test_both_files_say_what_was_planned(name: str) -> None:
    laser_profile = profile(name)
    drawing = cutsvg.text(BED, laser_profile, "Wood & wax <1>")
    assert page(drawing) == (BED.width, BED.height)
    assert apart(from_svg(drawing), planned(laser_profile)) < 0.001
    assert apart(from_dxf(dxf.text(BED, laser_profile), BED.height), planned(laser_profile)) < 0.001
    assert apart(from_dxf(dxf.text(BED, laser_profile, r12=True), BED.height), planned(laser_profile)) < 0.001


@pytest.mark.parametrize("name", SHIPPED)
def test_an_svg_holds_layers_of_plain_paths_and_nothing_else(name: str) -> None:
    laser_profile = profile(name)
    root = ET.fromstring(cutsvg.text(BED, laser_profile, "title"))
    inkscape = "{http://www.inkscape.org/namespaces/inkscape}"
    assert {element.tag.partition("}")[2] for element in root.iter()} == {"svg", "title", "g", "path"}
    groups = [child for child in root if child.tag.endswith("}g")]
    assert [group.attrib["id"] for group in groups] == list(laser_profile.layers)
    for group, layer in zip(groups, laser_profile.layers.values(), strict=True):
        assert group.attrib[f"{inkscape}groupmode"] == "layer"
        assert group.attrib[f"{inkscape}label"] == layer.name
        for path in group:
            filled = group.attrib["id"] == "engrave"
            assert path.attrib["fill" if filled else "stroke"] == layer.colour.hex
            assert path.attrib["stroke" if filled else "fill"] == "none"
            assert not {"transform", "style", "class", "clip-path"} & set(path.attrib)


def test_the_engraved_frame_has_its_window_when_drawn_by_others() -> None:
    text = cutsvg.text(BED, profile("generic"))
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=254)))).convert("RGBA")
    assert picture.size == (1200, 805)
    black = [picture.getpixel((x, y)) for x, y in ((410, 130), (595, 175), (500, 125))]
    clear = [picture.getpixel((x, y)) for x, y in ((500, 150), (390, 150), (450, 250))]
    assert set(black) == {(0, 0, 0, 255)} and all(pixel[3] == 0 for pixel in clear)


def test_a_dxf_is_in_millimetres_with_a_layer_a_pass_named_as_the_profile_does() -> None:
    document = ezdxf.read(io.StringIO(dxf.text(BED, profile("lightburn"))))
    assert (
        document.dxfversion == "AC1024" and document.header["$INSUNITS"] == 4 and document.header["$MEASUREMENT"] == 1
    )
    assert {layer.dxf.name: (layer.color, layer.rgb) for layer in document.layers} == {
        "0": (7, None),
        "Defpoints": (7, None),
        "C00 Engrave": (7, None),  # black on white screens, white on black ones
        "C01 Engrave lines": (5, (0, 0, 255)),
        "C03 Score": (3, (0, 0xE0, 0)),
        "C06 Cut inner": (4, (0, 0xE0, 0xE0)),
        "C07 Cut outer": (6, (255, 0, 255)),
        "T1 Guide": (30, (0xF3, 0x69, 0x26)),
    }
    assert tuple(document.header["$EXTMAX"])[:2] == (120, 80.5)
    assert {entity.dxftype() for entity in document.modelspace()} == {"LWPOLYLINE"}
    old = ezdxf.read(io.StringIO(dxf.text(BED, profile("lightburn"), r12=True)))
    assert old.dxfversion == "AC1009" and {entity.dxftype() for entity in old.modelspace()} == {"POLYLINE"}
    # R12 knows no spaces in names.
    assert [layer.dxf.name for layer in old.layers if layer.dxf.name not in ("0", "Defpoints")] == [
        "C00_ENGRAVE",
        "C01_ENGRAVE_LINES",
        "C03_SCORE",
        "C06_CUT_INNER",
        "C07_CUT_OUTER",
        "T1_GUIDE",
    ]


def curves(lines: tuple[Polyline, ...], r12: bool) -> list[DXFGraphic]:
    """Return what a DXF file makes of some cuts, which its own audit finds clean."""
    document = ezdxf.read(io.StringIO(dxf.text(replace(BED, lines={Pass.CUT_OUTER: lines}), profile("generic"), r12)))
    audit = document.audit()
    assert not audit.errors and not audit.fixes
    return [entity for entity in document.modelspace() if entity.dxf.layer.upper().replace("_", " ") == "CUT OUTER"]


@pytest.mark.parametrize("r12", [False, True])
def test_what_was_round_is_round_in_a_dxf(r12: bool) -> None:
    kerf = 0.15
    token, hole = shape.circle(22).ring(kerf / 2), shrunk(shape.circle(9).ring(), kerf / 2)
    card = shape.rectangle(63, 70, 3).ring(kerf / 2)
    lines = tuple(
        Polyline(tuple(Point(x + right, y + 5) for x, y in line), True) for line, right in ((token, 5), (hole, 30))
    )
    disc, window = curves(lines, r12)
    assert [entity.dxftype() for entity in (disc, window)] == ["CIRCLE", "CIRCLE"]
    assert tuple(disc.dxf.center)[:2] == pytest.approx((16, 80.5 - 16), abs=1e-5)
    assert disc.dxf.radius == pytest.approx(11 + kerf / 2, abs=1e-5)
    assert window.dxf.radius == pytest.approx(4.5 - kerf / 2, abs=0.005)
    (outline,) = curves((Polyline(card, True),), r12)
    path = ezdxf.path.make_path(outline)
    if not r12:
        # Four straight edges and four quarters of a turn.
        assert len(outline) == 8
        assert sorted(round(bulge, 4) for *_, bulge in outline.get_points("xyb")) == [-0.4142] * 4 + [0.0] * 4
    drawn = shapely.Polygon([(p.x, 80.5 - p.y) for p in path.flattening(0.0005)])
    exact = shapely.box(0, 0, 63, 70).buffer(-3).buffer(3 + kerf / 2, quad_segs=400)
    assert drawn.hausdorff_distance(exact) < 0.001


@pytest.mark.parametrize("r12", [False, True])
def test_what_has_corners_keeps_them_in_a_dxf(r12: bool) -> None:
    for outline in (shape.hexagon(60), shape.rosette(20), shape.die_net(16)):
        (entity,) = curves((Polyline(outline.corners, True),), r12)
        points = [(p.x, p.y) for p in (entity.vertices_in_wcs() if not r12 else entity.points())]
        assert [(x, 80.5 - y) for x, y in points] == [pytest.approx(corner, abs=1e-5) for corner in outline.corners]
        assert not entity.has_arc
    spiral = tuple(Point(40 + r * math.cos(r), 40 + r * math.sin(r)) for r in (k / 100 for k in range(300, 2000)))
    (entity,) = curves((Polyline(spiral),), r12)
    drawn = shapely.LineString([(p.x, 80.5 - p.y) for p in ezdxf.path.make_path(entity).flattening(0.0005)])
    assert drawn.hausdorff_distance(shapely.LineString(spiral)) < 0.006


@pytest.mark.parametrize("name", SHIPPED)
def test_layers_are_told_apart_by_their_colours_in_a_dxf_of_old_too(name: str) -> None:
    # Where a program has few colours: areas like lines, lines like scores, inner cuts like outer ones.
    alike = {
        "boxes": [{"engrave", "engrave-lines"}],
        "red-cut": [{"engrave-lines", "score"}, {"cut-inner", "cut-outer"}],
    }
    layers = profile(name).layers
    numbers = {kind: dxf.nearest(style.colour) for kind, style in layers.items()}
    for layer, other in combinations(layers, 2):
        if {layer, other} in alike.get(name, []):
            assert layers[layer].colour == layers[other].colour
            continue
        assert math.dist(layers[layer].colour, layers[other].colour) >= 100, (layer, other)
        assert numbers[layer] != numbers[other], (layer, other)
        seen = [ezdxf.colors.aci2rgb(numbers[kind]) for kind in (layer, other)]
        assert math.dist(*seen) >= 100 or 7 in (numbers[layer], numbers[other]), (layer, other)


def test_nothing_is_on_the_layer_that_lightburn_may_take_guides_for() -> None:
    # Users report that T1, #f36926, may come in as C05, #ff8000.
    for layer in profile("lightburn").layers.values():
        assert not layer.name.startswith("C05") and layer.colour.hex != "#ff8000"


@pytest.mark.slow
def test_the_same_bed_gives_the_same_bytes_whenever_and_wherever() -> None:
    here = Path(__file__).parent
    order = (
        "import hashlib, test_cut_files as t\n"
        "p = t.profile('lightburn')\n"
        "texts = t.cutsvg.text(t.BED, p), t.dxf.text(t.BED, p), t.dxf.text(t.BED, p, True)\n"
        "print(hashlib.sha256(''.join(texts).encode()).hexdigest())"
    )
    texts = set()
    # With these seeds, sets of names come in more than one order.
    for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("4", "UTC"), ("9", "UTC"), ("14", "UTC")):
        search = os.pathsep.join([str(here), *sys.path])
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": search}
        done = subprocess.run(
            [sys.executable, "-c", order], env=environment, capture_output=True, text=True, check=True
        )
        texts.add(done.stdout)
    assert len(texts) == 1
    text = dxf.text(BED, profile("lightburn"))
    assert not re.search(r"\$TDCREATE\s+40\s+2[5-9]\d{5}", text)


# Profiles ------------------------------------------------------------------------------------------------------------


def test_layers_of_lightburn_are_colours_of_its_palette_in_rising_order() -> None:
    # docs.lightburnsoftware.com, Reference, Color Palette
    palette = ["000000", "0000ff", "ff0000", "00e000", "d0d000", "ff8000", "00e0e0", "ff00ff", "b4b4b4", "0000a0"]
    layers = profile("lightburn").layers
    numbers = [palette.index(layer.colour.hex[1:]) for kind, layer in layers.items() if kind != "guide"]
    assert numbers == sorted(set(numbers))
    assert [layer.name.split()[0] for kind, layer in layers.items() if kind != "guide"] == [
        f"C{number:02}" for number in numbers
    ]
    assert layers["guide"].colour.hex == "#f36926"  # T1, never output


def test_profiles_differ_in_what_their_programs_take_for_a_cut() -> None:
    assert SHIPPED == ["boxes", "generic", "glowforge", "lightburn", "red-cut", "silhouette", "vinyl-cutter"]
    colours = {name: {kind: layer.colour.hex for kind, layer in profile(name).layers.items()} for name in SHIPPED}
    assert colours["boxes"]["cut-outer"] == "#000000" and colours["boxes"]["cut-inner"] == "#0000ff"
    assert colours["boxes"]["guide"] == "#ff0000"  # annotations there
    assert colours["red-cut"]["cut-outer"] == colours["red-cut"]["cut-inner"] == "#ff0000"
    assert "guide" not in colours["glowforge"] and "guide" not in colours["red-cut"]
    assert len(set(colours["glowforge"].values())) == len(colours["glowforge"])  # a step a colour


def test_a_profile_may_score_before_it_engraves(tmp_path: Path) -> None:
    kinds = ("guide", "score", "engrave-lines", "engrave", "cut-inner", "cut-outer")
    text = "title: x\nbed: 300x200\nlayers:\n" + "".join(
        f'  {kind}: {{name: A, colour: "{"#f0f" if kind == "guide" else "#000"}"}}\n' for kind in kinds
    )
    (tmp_path / "layouts" / "laser").mkdir(parents=True)
    (tmp_path / "layouts" / "laser" / "mine.yaml").write_text(text, "utf-8")
    laser_profile = layers.load(Workspace(tmp_path), "mine", Place("tests"))
    drawn = from_svg(cutsvg.text(BED, laser_profile))
    assert list(dict.fromkeys(line.layer for line in drawn)) == list(kinds)
    # Layers of one name stay apart in a DXF, whose layers are known by their names.
    for r12 in (False, True):
        document = ezdxf.read(io.StringIO(dxf.text(BED, laser_profile, r12)))
        assert len({entity.dxf.layer for entity in document.modelspace()}) == len(kinds)


FAULTS = {
    "outer-first": (
        "title: x\nbed: 300x200\nlayers:\n"
        + "".join(
            f'  {kind}: {{name: A, colour: "#000000"}}\n'
            for kind in ("cut-outer", "engrave", "engrave-lines", "score", "cut-inner")
        ),
        "layers are in the order cut-outer, engrave, engrave-lines, score, cut-inner",
    ),
    "lacks": (
        'title: x\nbed: 300x200\nlayers:\n  engrave: {name: A, colour: "#000000"}\n',
        "layers has no engrave-lines, score, cut-",
    ),
    "colour": (
        "title: x\nbed: 300x200\nlayers:\n  score: {name: A, colour: red}\n",
        "expected a colour such as #ff0000, found 'red'",
    ),
    "guide": (
        "title: x\nbed: 300x200\nlayers:\n"
        + "".join(
            f'  {kind}: {{name: {kind}, colour: "#{colour}"}}\n'
            for kind, colour in (
                ("engrave", "000000"),
                ("engrave-lines", "0000ff"),
                ("score", "00ff00"),
                ("cut-inner", "ff8000"),
                ("cut-outer", "ff00ff"),
                ("guide", "f36926"),
            )
        ),
        "the colours of guide (#f36926) and cut-inner (#ff8000) are too much alike",
    ),
    "palette": (
        "title: x\nbed: 300x200\nfiles: [lbrn2]\nlayers:\n"
        + "".join(
            f'  {kind}: {{name: A, colour: "#000000"}}\n'
            for kind in ("engrave", "engrave-lines", "cut-inner", "cut-outer")
        ).replace("  cut-inner", '  score: {name: A, colour: "#123456"}\n  cut-inner'),
        "the colour of score (#123456) is not a layer of LightBurn",
    ),
    "tool": (
        "title: x\nbed: 300x200\nfiles: [lbrn2]\nlayers:\n"
        + "".join(
            f'  {kind}: {{name: A, colour: "#0c96d9"}}\n'
            for kind in ("engrave", "engrave-lines", "score", "cut-inner", "cut-outer")
        ),
        "the colour of cut-outer (#0c96d9) is a tool layer, which LightBurn never cuts",
    ),
    "output guide": (
        "title: x\nbed: 300x200\nfiles: [lbrn2]\nlayers:\n"
        + "".join(
            f'  {kind}: {{name: A, colour: "#000000"}}\n'
            for kind in ("engrave", "engrave-lines", "score", "cut-inner", "cut-outer")
        )
        + '  guide: {name: A, colour: "#ff0000"}\n',
        "the colour of guide (#ff0000) is a layer that LightBurn cuts",
    ),
    "formats": ("title: x\nbed: 300x200\nfiles: [svg, ai]\nlayers: {}\n", "ai"),
    "unknown": ('title: x\nbed: 300x200\nlayers:\n  etch: {name: A, colour: "#000000"}\n', "etch"),
    "width": ('title: x\nbed: 300x200\nlayers:\n  score: {name: A, colour: "#000000", width: 0}\n', "width"),
    "name": ('title: x\nbed: 300x200\nlayers:\n  score: {name: "<b>", colour: "#000000"}\n', "name"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_games_own_profile_that_is_wrong_is_refused_at_its_line(name: str, tmp_path: Path) -> None:
    content, message = FAULTS[name]
    (tmp_path / "layouts" / "laser").mkdir(parents=True)
    (tmp_path / "layouts" / "laser" / "mine.yaml").write_text(content, "utf-8")
    with pytest.raises(BuildError) as caught:
        layers.load(Workspace(tmp_path), "mine", Place("tests"))
    texts = [str(problem) for problem in caught.value.problems]
    assert any(message in text and re.search(r"mine\.yaml:\d+", text) for text in texts), texts


def test_no_step_of_svg_is_without_length() -> None:
    twice = ring((10, 10), (50, 10), (50.00002, 10.00003), (50, 60), (10.00004, 10))
    bed = replace(BED, areas={}, lines={Pass.CUT_OUTER: (Polyline(twice, True), Polyline(twice))})
    text = cutsvg.text(bed, profile("generic"))
    assert re.findall(r' d="([^"]*)"', text) == ["M10 10 L50 10 L50 60 Z", "M10 10 L50 10 L50 60 L10 10"]


def test_a_dot_stays_a_dot_and_a_dxf_writes_what_is_nearly_nothing() -> None:
    dot = ring((10, 10), (10.00001, 10.00001))
    bed = replace(BED, areas={}, lines={Pass.ENGRAVE: (Polyline(dot), Polyline(ring((0.00002, 0), (0.5, 80.499999))))})
    paths = re.findall(r' d="([^"]*)"', cutsvg.text(bed, profile("generic")))
    assert paths == ["M10 10 L10 10", "M0 0 L0.5 80.5"]
    document = ezdxf.read(io.StringIO(dxf.text(bed, profile("generic"))))
    assert not document.audit().errors
    points = [tuple(point) for entity in document.modelspace() for point in entity.get_points("xy")]  # type: ignore[attr-defined]
    assert points[2:] == [(0.00002, 80.5), (0.5, 0.000001)]
