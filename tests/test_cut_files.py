"""What a laser program reads: SVG and DXF of a bed say, to the thousandth of a millimetre, what was planned."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import ezdxf
import pytest
import resvg_py
from PIL import Image

from beeprint.base.geometry import Point
from beeprint.base.problems import BuildError, Place
from beeprint.files.workspace import Workspace
from beeprint.formats import cutsvg, dxf
from beeprint.laser import layers
from beeprint.laser.layers import LaserProfile
from beeprint.laser.plan import Area, Bed, Material, Pass, Polyline
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


def planned(found: LaserProfile) -> list[Drawn]:
    """Return what the files have to hold, straight from the bed."""
    lines = {kind: BED.lines[layers.PASSES[kind]] for kind in found.layers if kind != "engrave"}
    drawn = []
    for kind in found.layers:
        rings = [one for area in BED.areas[Pass.ENGRAVE] for one in area.rings] if kind == "engrave" else []
        drawn += [Drawn(kind, one, True) for one in rings]
        drawn += [Drawn(kind, line.points, line.closed) for line in lines.get(kind, ())]
    return drawn


@pytest.mark.parametrize("name", SHIPPED)
def test_both_files_say_what_was_planned(name: str) -> None:
    found = profile(name)
    drawing = cutsvg.text(BED, found, "Wood & wax <1>")
    assert page(drawing) == (BED.width, BED.height)
    assert apart(from_svg(drawing), planned(found)) < 0.001
    assert apart(from_dxf(dxf.text(BED, found), BED.height), planned(found)) < 0.001
    assert apart(from_dxf(dxf.text(BED, found, r12=True), BED.height), planned(found)) < 0.001


@pytest.mark.parametrize("name", SHIPPED)
def test_an_svg_holds_layers_of_plain_paths_and_nothing_else(name: str) -> None:
    found = profile(name)
    root = ET.fromstring(cutsvg.text(BED, found, "title"))
    inkscape = "{http://www.inkscape.org/namespaces/inkscape}"
    assert {element.tag.partition("}")[2] for element in root.iter()} == {"svg", "title", "g", "path"}
    groups = [child for child in root if child.tag.endswith("}g")]
    assert [group.attrib["id"] for group in groups] == list(found.layers)
    for group, layer in zip(groups, found.layers.values(), strict=True):
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


def test_a_dxf_is_in_millimetres_with_a_layer_a_pass() -> None:
    document = ezdxf.read(io.StringIO(dxf.text(BED, profile("lightburn"))))
    assert (
        document.dxfversion == "AC1024" and document.header["$INSUNITS"] == 4 and document.header["$MEASUREMENT"] == 1
    )
    there = {layer.dxf.name: (layer.color, layer.rgb) for layer in document.layers if layer.dxf.name.isupper()}
    assert there == {
        "ENGRAVE": (7, None),  # black on white screens, white on black ones
        "ENGRAVE_LINES": (5, (0, 0, 255)),
        "SCORE": (3, (0, 0xE0, 0)),
        "CUT_INNER": (30, (255, 0x80, 0)),
        "CUT_OUTER": (6, (255, 0, 255)),
        "GUIDE": (there["GUIDE"][0], (0xF3, 0x69, 0x26)),
    }
    assert tuple(document.header["$EXTMAX"])[:2] == (120, 80.5)
    assert {entity.dxftype() for entity in document.modelspace()} == {"LWPOLYLINE"}
    old = ezdxf.read(io.StringIO(dxf.text(BED, profile("lightburn"), r12=True)))
    assert old.dxfversion == "AC1009" and {entity.dxftype() for entity in old.modelspace()} == {"POLYLINE"}


def test_the_same_bed_gives_the_same_bytes_whenever_and_wherever() -> None:
    here = Path(__file__).parent
    order = (
        "import hashlib, test_cut_files as t\n"
        "p = t.profile('lightburn')\n"
        "texts = t.cutsvg.text(t.BED, p), t.dxf.text(t.BED, p), t.dxf.text(t.BED, p, True)\n"
        "print(hashlib.sha256(''.join(texts).encode()).hexdigest())"
    )
    found = set()
    # With these seeds, sets of names come in more than one order.
    for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("4", "UTC"), ("9", "UTC"), ("14", "UTC")):
        search = os.pathsep.join([str(here), *sys.path])
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": search}
        done = subprocess.run(
            [sys.executable, "-c", order], env=environment, capture_output=True, text=True, check=True
        )
        found.add(done.stdout)
    assert len(found) == 1
    text = dxf.text(BED, profile("lightburn"))
    assert not re.search(r"\$TDCREATE\s+40\s+2[5-9]\d{5}", text)


# Profiles ------------------------------------------------------------------------------------------------------------


def test_layers_of_lightburn_are_colours_of_its_palette_in_rising_order() -> None:
    # docs.lightburnsoftware.com, Reference, Color Palette
    palette = ["000000", "0000ff", "ff0000", "00e000", "d0d000", "ff8000", "00e0e0", "ff00ff", "b4b4b4", "0000a0"]
    found = profile("lightburn").layers
    numbers = [palette.index(layer.colour.hex[1:]) for kind, layer in found.items() if kind != "guide"]
    assert numbers == sorted(set(numbers))
    assert [layer.name.split()[0] for kind, layer in found.items() if kind != "guide"] == [
        f"C{number:02}" for number in numbers
    ]
    assert found["guide"].colour.hex == "#f36926"  # T1, never output


def test_profiles_differ_in_what_their_programs_take_for_a_cut() -> None:
    assert SHIPPED == ["boxes", "generic", "glowforge", "lightburn", "red-cut"]
    colours = {name: {kind: layer.colour.hex for kind, layer in profile(name).layers.items()} for name in SHIPPED}
    assert colours["boxes"]["cut-outer"] == "#000000" and colours["boxes"]["cut-inner"] == "#0000ff"
    assert colours["boxes"]["guide"] == "#ff0000"  # annotations there
    assert colours["red-cut"]["cut-outer"] == colours["red-cut"]["cut-inner"] == "#ff0000"
    assert "guide" not in colours["glowforge"] and "guide" not in colours["red-cut"]
    assert len(set(colours["glowforge"].values())) == len(colours["glowforge"])  # a step a colour


def test_a_profile_may_score_before_it_engraves(tmp_path: Path) -> None:
    kinds = ("guide", "score", "engrave-lines", "engrave", "cut-inner", "cut-outer")
    text = "title: x\nbed: 300x200\nlayers:\n" + "".join(f'  {kind}: {{name: A, colour: "#000"}}\n' for kind in kinds)
    (tmp_path / "layouts" / "laser").mkdir(parents=True)
    (tmp_path / "layouts" / "laser" / "mine.yaml").write_text(text, "utf-8")
    found = layers.load(Workspace(tmp_path), "mine", Place("tests"))
    drawn = from_svg(cutsvg.text(BED, found))
    assert list(dict.fromkeys(one.layer for one in drawn)) == list(kinds)


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
