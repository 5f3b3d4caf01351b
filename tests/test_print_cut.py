"""Print then cut: what is printed and what is cut share their coordinates, to 0.05 mm and better."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from PIL import Image
from shapely import LineString, Polygon, box

import sheets
from beeprint import sheet as sheets_of_game
from beeprint import starter
from beeprint.base.problems import Place
from beeprint.cli import cli
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.shape import SIZES, Shape, circle, hexagon, rectangle
from beeprint.game.model import Deck, load
from beeprint.sheet import Sheet
from beeprint.sources.workspace import SHIPPED, Workspace
from cases import spread
from conftest import POLLEN_WARS, unruled
from cutfiles import Drawn, apart, from_dxf, from_svg, page
from svgs import path_points

SILHOUETTE = ("silhouette-letter", "silhouette-4-a4")
PROFILES = (*SILHOUETTE, "camera-a4")
PAPER = {"silhouette-letter": (215.9, 279.4)}
DECKS = ("pattern:P1,P2", "pollen:pollen-pink,pollen-sky", "field:F01,F02", "die")
KERF = {"camera-a4": 0.08}
DOTS = 20  # to the mm, when a page is drawn by pdfium


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the output of a part of Pollen Wars: cards with rounded corners, rounds, rosettes and the net of a die."""
    folder = tmp_path_factory.mktemp("cut")
    game = unruled(folder)
    few = [word for profile in PROFILES for word in ("--profile", profile)]
    for profiles, decks in ((few, DECKS), (["--profile", "cricut"], ("fungus",))):
        only = [word for deck in decks for word in ("--only", deck)]
        order = ["build", str(game), "--output", str(folder / "out"), *profiles, *only]
        result = CliRunner().invoke(cli, order)
        assert result.exit_code == 0, result.output
    return folder / "out" / "pollen-wars"


@pytest.fixture(scope="module")
def decks() -> Mapping[str, Deck]:
    """Return the decks of Pollen Wars."""
    game, _ = load(Workspace(POLLEN_WARS))
    return game.decks


def stocks(built: Path, profile: str) -> list[str]:
    return sorted(path.stem for path in (built / profile).glob("*.pdf"))


def cuts(text: str) -> list[Drawn]:
    return [line for line in from_svg(text) if line.layer == "cut-outer"]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_printed_piece_is_cut_along_its_trim(profile: str, built: Path, decks: Mapping[str, Deck]) -> None:
    kerf = KERF.get(profile, 0.0)
    count = 0
    for stock in stocks(built, profile):
        pieces = sheets.pieces(built / profile / f"{stock}.pdf")
        pages = pypdfium2.PdfDocument(built / profile / f"{stock}.pdf")
        two_sided = any(piece.page % 2 and piece.id == pieces[0].id for piece in pieces)
        for number, file in enumerate(sorted((built / profile).glob(f"{stock}-*.svg"))):
            index = number * (2 if two_sided else 1)
            text = file.read_text("utf-8")
            assert page(text) == pytest.approx([side * 25.4 / 72 for side in pages[index].get_size()], abs=0.01)
            rings = [Polygon(cut.points) for cut in cuts(text)]
            printed = [piece for piece in pieces if piece.page == index]
            assert len(rings) == len(printed) > 0
            for piece in printed:
                shape = decks[piece.id.partition("/")[0]].shape
                trim = Polygon([piece.point(*corner) for corner in shape.ring()])
                grown = trim.buffer(kerf / 2, join_style="mitre") if kerf else trim
                [cut] = [ring for ring in rings if ring.contains(trim.centroid)]
                assert cut.hausdorff_distance(grown) < 0.05, (piece.id, file.name)
            count += len(printed)
    wanted = {"pattern": ("P1", "P2"), "pollen": ("pollen-pink", "pollen-sky"), "field": ("F01", "F02")}
    rows = [(name, decks[name].rows.by_id[piece]) for name, some in wanted.items() for piece in some]
    assert count == sum(decks[name].printed(row) for name, row in rows) + 1


@pytest.mark.parametrize("profile", [*PROFILES, "cricut"])
def test_both_cut_files_agree_and_cut_nothing_twice(profile: str, built: Path) -> None:
    for file in sorted((built / profile).glob("*.svg")):
        text = file.read_text("utf-8")
        drawn = from_svg(text)
        height = page(text)[1]
        assert apart(drawn, from_dxf(file.with_suffix(".dxf").read_text("utf-8"), height)) < 0.005
        outlines = [Polygon(line.points) for line in drawn if line.layer == "cut-outer"]
        for index, outline in enumerate(outlines):
            assert all(outline.distance(other) > 0.5 for other in outlines[:index])


@lru_cache(maxsize=8)
def shot(file: Path, index: int = 0) -> Image.Image:
    """Return a page drawn by pdfium as greys."""
    picture = pypdfium2.PdfDocument(file)[index].render(scale=DOTS * 25.4 / 72, grayscale=True).to_pil()
    assert isinstance(picture, Image.Image) and picture.mode == "L"
    return picture


def dark(picture: Image.Image, x: float, y: float, width: float, height: float) -> tuple[float, ...] | None:
    """Return the box in mm round what is dark in a part of a page."""
    part = picture.crop((round(x * DOTS), round(y * DOTS), round((x + width) * DOTS), round((y + height) * DOTS)))
    box = part.point(lambda value: 255 if value < 128 else 0).getbbox()
    if box is None:
        return None
    return tuple(round(v / DOTS + o, 3) for v, o in zip(box, (x, y, x, y), strict=True))


@pytest.mark.parametrize("profile", SILHOUETTE)
def test_silhouettes_marks_are_where_the_words_beside_them_say(profile: str, built: Path) -> None:
    # Middle lines are 10 mm from the edges, lines 1 mm wide, arms 5 mm long.
    width, height = PAPER.get(profile, (210.0, 297.0))
    file = built / profile / "tokens.pdf"
    picture = shot(file)
    near = pytest.approx
    if profile == "silhouette-4-a4":
        assert dark(picture, 5, 5, 10.9, 10.9) == near((9.5, 9.5, 15, 15), abs=0.06)
        assert dark(picture, width - 15.9, height - 15.9, 10, 10) == near(
            (width - 15, height - 15, width - 9.5, height - 9.5), abs=0.06
        )
        assert dark(picture, 10.6, 10.6, 4.9, 4.9) is None
    else:
        # Silhouette Studio draws the outline of the square with the same line.
        assert dark(picture, 5, 5, 11.4, 11.4) == near((9.5, 9.5, 15.5, 15.5), abs=0.06)
        assert picture.getpixel((round(12.5 * DOTS), round(12.5 * DOTS))) == 0
        assert dark(picture, width - 15.9, height - 9.9, 10, 4.9) is None
    assert dark(picture, width - 15.9, 5, 10, 10.9) == near((width - 15, 9.5, width - 9.5, 15), abs=0.06)
    assert dark(picture, 5, height - 15.9, 10.9, 10) == near((9.5, height - 15, 15, height - 9.5), abs=0.06)
    words = " ".join(pypdfium2.PdfDocument(file)[0].get_textpage().get_text_bounded().split())
    style = "four corners" if profile == "silhouette-4-a4" else "standard"
    assert f"Silhouette Studio, registration marks: {style}, length 5 mm, thickness 1 mm, inset 10 mm" in words
    assert f"inset 10 mm on all sides; paper {width:g} x {height:g} mm" in words


def test_a_camera_finds_a_ring_at_each_corner_and_its_middle_in_the_cut_file(built: Path) -> None:
    picture = shot(built / "camera-a4" / "field.pdf")
    text = (built / "camera-a4" / "field-01.svg").read_text("utf-8")
    guides = [line for line in from_svg(text) if line.layer == "guide"]
    rings = [Polygon(guide.points).centroid for guide in guides if guide.closed]
    assert len(rings) == 4
    for spot, (x, y) in zip(rings, ((10, 10), (200, 10), (200, 287), (10, 287)), strict=True):
        box = dark(picture, x - 4, y - 4, 8, 8)
        assert box is not None
        assert (box[0] + box[2]) / 2 == pytest.approx(x, abs=0.05) and spot.x == pytest.approx(x, abs=0.001)
        assert (box[1] + box[3]) / 2 == pytest.approx(y, abs=0.05) and spot.y == pytest.approx(y, abs=0.001)


@pytest.mark.parametrize("profile", spread(PROFILES, lambda name: name == "silhouette-letter"))
def test_nothing_is_printed_in_the_corners_but_the_marks(profile: str, built: Path) -> None:
    width, height = PAPER.get(profile, (210.0, 297.0))
    reach = 13.5 if profile == "camera-a4" else 15.4
    arm = 2.7 if profile == "camera-a4" else 5.6
    for stock in stocks(built, profile):
        picture = shot(built / profile / f"{stock}.pdf")
        across, down = picture.width / DOTS, picture.height / DOTS
        assert sorted((across, down)) == pytest.approx([width, height], abs=0.1)
        for right in (False, True):
            for low in (False, True):
                if right and low and profile in ("silhouette-a4", "silhouette-letter"):
                    continue  # there is no mark there
                dark_box = dark(picture, across - reach if right else 0, down - reach if low else 0, reach, reach)
                assert dark_box is not None
                x1, y1 = (across - 10 if right else 10) - arm, (down - 10 if low else 10) - arm
                assert dark_box[0] > x1 - 0.1 and dark_box[1] > y1 - 0.1
                assert dark_box[2] < x1 + 2 * arm + 0.1 and dark_box[3] < y1 + 2 * arm + 0.1


@pytest.mark.slow
def test_the_summary_lists_pictures_of_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    result = CliRunner().invoke(cli, ["build", "mine", "--profile", "cricut"])
    assert result.exit_code == 0
    made = tmp_path / "output" / "mine" / "cricut"
    lines = [line.strip() for line in result.stderr.splitlines() if "cricut/" in line]
    cards = len(list(made.glob("cards-*.png")))
    assert cards > 1 and lines == [
        f"cricut/cards-01.png to cricut/cards-{cards:02}.png: {cards} sheets of 171.45 x 234.95 mm, one side, "
        "each with its cuts as .svg and .dxf",
        "cricut/tiles-01.png: 1 sheet of 171.45 x 234.95 mm, one side, each with its cuts as .svg and .dxf",
    ]


def test_a_picture_for_design_space_has_the_size_of_its_cuts(built: Path) -> None:
    files = sorted((built / "cricut").glob("*.png"))
    assert [path.stem for path in files] == sorted(path.stem for path in (built / "cricut").glob("*.svg"))
    for file in files:
        text = file.with_suffix(".svg").read_text("utf-8")
        width, height = page(text)
        assert sorted((width, height)) == [171.45, 234.95]
        with Image.open(file) as picture:
            assert picture.size == (round(width / 25.4 * 300), round(height / 25.4 * 300))
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
            drawn = from_svg(text)
            [frame] = [line for line in drawn if line.layer == "guide"]
            corners = ((0, 0), (width, 0), (width, height), (0, height))
            assert all(map(lambda a, b: a == pytest.approx(b, abs=0.001), frame.points, corners))
            dots = 300 / 25.4
            white = (255, 255, 255)
            outside = Polygon(frame.points)
            for cut in cuts(text):
                piece = Polygon(cut.points)
                outside = outside.difference(piece.buffer(2.2))
                # The colour goes on beyond the cut.
                for x, y in piece.buffer(0.8).exterior.coords[::7]:
                    assert picture.getpixel((int(x * dots), int(y * dots))) != white, (file.name, x, y)
            spot = outside.representative_point()
            assert picture.getpixel((int(spot.x * dots), int(spot.y * dots))) == white


@pytest.mark.slow
def test_the_same_files_come_out_twice(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order = ["build", "pollen-wars", "--output", str(tmp_path), "--profile", "camera-a4"]
    order += [word for deck in DECKS for word in ("--only", deck)]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another cache"))
    assert CliRunner().invoke(cli, order).exit_code == 0
    for file in sorted((tmp_path / "pollen-wars" / "camera-a4").iterdir()):
        assert file.read_bytes() == (built / "camera-a4" / file.name).read_bytes(), file.name


FAULTS = {
    "output: print-cut\ntitle: x\nsheets: [a4-gutterfold]\n": (
        "the sheet a4-gutterfold is folded and glued, so no machine can cut it"
    ),
    "output: print-cut\ntitle: x\nsheets: [a4-counters]\n": (
        "the sheet a4-counters is glued to another one, so no machine can cut it"
    ),
    "output: print-cut\ntitle: x\nsheets: [a4]\nkerf: 0.1\n": (
        "on the sheet a4 pieces are closer together than twice the kerf of 0.1 mm"
    ),
    "output: print-cut\ntitle: x\nsheets: [silhouette-a4]\nlayers: lightbern\n": "lightburn",
    "output: print-cut\ntitle: x\nsheets: [mine]\n": "style is 'silhoute'",
}


@pytest.mark.parametrize("content", FAULTS)
def test_a_profile_that_cannot_be_cut_is_refused_in_words(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    for name in ("profiles", "sheets"):
        (tmp_path / "mine" / "layouts" / name).mkdir()
    (tmp_path / "mine" / "layouts" / "profiles" / "cut.yaml").write_text(content, "utf-8")
    (tmp_path / "mine" / "layouts" / "sheets" / "mine.yaml").write_text(
        "paper: a4\nregistration: {style: silhoute}\n", "utf-8"
    )
    result = CliRunner().invoke(cli, ["build", "mine", "--profile", "cut", "--output", "made"])
    assert result.exit_code != 0 and FAULTS[content] in result.output
    assert ".yaml:" in result.output and not list((tmp_path / "made").rglob("*.*"))


def full(sheet: str, shape: Shape, length: float | None = None) -> Sheet:
    """Return the first of many sheets of a shape, with other marks where a length is given."""
    spec, paper = sheets_of_game.load(Workspace(Path("nowhere")), sheet, Place("tests"))
    if length is not None and spec.registration is not None:
        marks = replace(spec.registration, length=length)
        spec = replace(spec, registration=marks)
    pieces = [sheets_of_game.Piece(f"deck/{n}", shape, 3, Symbol.of([])) for n in range(300)]
    return sheets_of_game.impose(pieces, spec, paper, Place("tests"))[0]


#: How many fit: at least as many as the templates of silhouette-card-maker hold.
HELD = {
    "silhouette-a4": {"standard-card": 8, "us-poker": 8, "japanese": 8, "bridge": 8},
    "silhouette-letter": {"standard-card": 8, "us-poker": 8, "japanese": 8, "bridge": 8, "domino-card": 10},
    "silhouette-4-a4": {"standard-card": 8, "us-poker": 8},
}


@pytest.mark.parametrize("name", HELD)
@pytest.mark.slow
def test_a_sheet_for_a_silhouette_is_filled_round_its_marks(name: str) -> None:
    shapes = {size: rectangle(*SIZES[size], 3) for size in HELD[name]} | {"round": circle(22), "hexagon": hexagon(25)}
    for size, shape in shapes.items():
        before = math.inf
        for length in (20, 12, 8, None, 5):
            sheet = full(name, shape, length)
            # Shorter marks never need more sheets.
            assert sheet.count <= before, (size, length)
            before = sheet.count
            assert sheet.registration is not None
            arm = sheet.registration.length
            (x1, y1), _, (x2, y2), _ = sheet.paper.grow(-10).corners
            marks = [box(x1, y1, x1 + 5, y1 + 5)] if name != "silhouette-4-a4" else [corner(x1, y1, arm, arm)]
            marks += [corner(x2, y1, -arm, arm), corner(x1, y2, arm, -arm)]
            marks += [corner(x2, y2, -arm, -arm)] if name == "silhouette-4-a4" else []
            trims = [Polygon([front.at.point(*spot) for spot in front.piece.shape.ring()]) for front in sheet.fronts]
            bleed = reach(sheet)
            printed = [trim.buffer(bleed, join_style="mitre") for trim in trims]
            # Nothing is printed within 1 mm of the ink of a mark, and everything is cut between the marks.
            assert all(mark.distance(trim) > 1.49 for mark in marks for trim in printed), (size, length)
            assert all(box(x1, y1, x2, y2).buffer(-0.99).contains(trim) for trim in trims)
            for trim, other in combinations(printed, 2):
                assert trim.intersection(other).area < 1e-3
        assert len(sheet.fronts) >= HELD[name].get(size, 0), (size, len(sheet.fronts))


def reach(sheet: Sheet) -> float:
    """Return how far the bleed of the first piece of a sheet reaches."""
    first = sheet.fronts[0]
    return first.piece.shape.box.x - min(x for x, _ in path_points(first.clip))


def corner(x: float, y: float, right: float, down: float) -> LineString:
    return LineString([(x + right, y), (x, y), (x, y + down)])


def test_bleed_is_narrow_only_where_that_saves_a_sheet() -> None:
    spec, paper = sheets_of_game.load(Workspace(Path("nowhere")), "silhouette-letter", Place("tests"))
    card = rectangle(*SIZES["standard-card"], 3)
    for count, least, most, pages in ((6, 2, 2, 1), (8, 0.5, 1.5, 1), (12, 2, 2, 2), (16, 0.5, 1.5, 2)):
        pieces = [sheets_of_game.Piece(f"deck/{n}", card, 3, Symbol.of([])) for n in range(count)]
        sheets = sheets_of_game.impose(pieces, spec, paper, Place("tests"))
        assert least <= reach(sheets[0]) <= most and len(sheets) == pages, (count, reach(sheets[0]))


LAYER = (
    '<circle data-layer="cut" cx="10" cy="10" r="3" fill="none"/></svg>',
    '<g data-layer="cut" fill="none" stroke="none"><g><circle cx="10" cy="10" r="3"/></g></g></svg>',
    '<g id="a" data-layer="cut" style="fill:none;stroke:#000000"><circle cx="10" cy="10" r="3"/></g></svg>',
    '<defs><circle id="hole" cx="10" cy="10" r="3"/></defs><use href="#hole" data-layer="cut"/></svg>',
)


@pytest.mark.parametrize("cut", spread(LAYER, lambda cut: "style=" in cut))
def test_a_hole_is_cut_whatever_paints_it_on_paper_as_on_a_laser(
    cut: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    art = tmp_path / "mine" / "art" / "icons" / "sun.svg"
    art.write_text(art.read_text("utf-8").replace("</svg>", cut), "utf-8")
    # What has a hole in its back has the same one in its front.
    back = tmp_path / "mine" / "layouts" / "back.yaml"
    back.write_text(back.read_text("utf-8").replace("icons/sun", "icons/rain"), "utf-8")
    # The pictures of this one's sheets are not looked at.
    coarse = tmp_path / "mine" / "layouts" / "profiles" / "cricut.yaml"
    coarse.parent.mkdir()
    text = (SHIPPED / "layouts" / "profiles" / "cricut.yaml").read_text("utf-8")
    coarse.write_text(text.replace("dpi: 300", "dpi: 20"), "utf-8")
    profiles = ("silhouette-a4", "camera-a4", "cricut")
    words = ["mine", "--only", "tiles", "--output", "made"]
    order = ["build", *words, *(word for name in profiles for word in ("--profile", name))]
    for command in (order, ["laser", *words]):
        result = CliRunner().invoke(cli, command)
        assert result.exit_code == 0, result.output
    for profile, kerf in (*((name, KERF.get(name, 0)) for name in profiles), ("generic", 0.15)):
        made = tmp_path / "made" / "mine" / profile
        drawn = [line for file in sorted(made.glob("tiles-*.svg")) for line in from_svg(file.read_text("utf-8"))]
        rings = [Polygon(line.points) for line in drawn if line.layer == "cut-inner"]
        # The sun is in a box of 18 mm for its 20; three tiles show it.
        assert [ring.length for ring in rings] == pytest.approx([2 * math.pi * (2.7 - kerf / 2)] * 3, rel=1e-3)
        if profile != "generic":
            outer = [Polygon(line.points) for line in drawn if line.layer == "cut-outer"]
            assert all(sum(piece.contains(ring) for piece in outer) == 1 for ring in rings)
            order_of_layers = [line.layer for line in drawn if line.layer.startswith("cut")]
            assert order_of_layers.index("cut-inner") < order_of_layers.index("cut-outer")


def test_a_hole_that_no_blade_can_cut_is_refused_on_paper_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    art = tmp_path / "mine" / "art" / "icons" / "sun.svg"
    open_line = '<path data-layer="cut" d="M6 6H14L10 14" fill="none"/></svg>'
    art.write_text(art.read_text("utf-8").replace("</svg>", open_line), "utf-8")
    result = CliRunner().invoke(cli, ["build", "mine", "--profile", "silhouette-a4", "--output", "made"])
    assert result.exit_code == 1
    said = "mine/tiles.csv:2:1: error: the cut in tiles/meadow that begins at 14.4, 25.4 mm is not closed"
    assert said in result.stderr and not (tmp_path / "made").exists()


def test_a_hole_in_the_back_alone_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    art = tmp_path / "mine" / "art" / "icons" / "hole.svg"
    size = 'width="20mm" height="20mm" viewBox="0 0 20 20"'
    circle = '<circle data-layer="cut" cx="10" cy="10" r="5"/>'
    art.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{circle}</svg>', "utf-8")
    for name, x in (("back", 7), ("card", 36)):
        layout = tmp_path / "mine" / "layouts" / f"{name}.yaml"
        slot = f"  hole: {{kind: icon, icon: hole, box: [{x}, 30, 20, 20]}}\n"
        layout.write_text(layout.read_text("utf-8").rstrip("\n") + "\n" + slot, "utf-8")
        if name == "card":  # which the tile's layout extends
            tile = layout.with_name("tile.yaml")
            tile.write_text(tile.read_text("utf-8").replace("drop: [", "drop: [hole, "), "utf-8")
        result = CliRunner().invoke(cli, ["build", "mine", "--profile", "silhouette-a4", "--output", "made"])
        said = "the back of cards/S1 has a hole at 17.0, 40.0 mm that its front does not have"
        # Behind the hole of the front, the back's is the same hole.
        assert (said in result.stderr, result.exit_code) == ((True, 1) if name == "back" else (False, 0)), result.output
