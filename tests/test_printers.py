"""Misaligned printers: what is measured, kept and corrected, read back as a simulated printer prints it."""

from __future__ import annotations

import itertools
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import shapely

import beeprint
import sheets
from beeprint.base.printer import Printer
from beeprint.sheet import printers
from cases import spread
from command import call, made, without_leaflet
from cutfiles import from_svg
from printing import Device, lines, read, size
from sheets import MM

STUDY = Device((0.4, -0.2), 0.3, (0.996, 0.996))
ODD = Device((-0.7, 0.5), -0.25, (0.997, 1.002), (1.001, 0.9992))
CORNERS = ((0, 0), (63, 0), (63, 88), (0, 88))


@pytest.fixture
def game(new_game: Path) -> Path:
    """Return a new game without its leaflet, which is printed otherwise than cards."""
    return without_leaflet(new_game)


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the settings of a test away from the user's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "beeprint" / "printers.yaml"


def worst(file: Path, device: Device, flip: str) -> tuple[float, float]:
    """Return how far the corners of backs are from those of their fronts at most, and cards from their true width."""
    fronts: dict[tuple[int, str], shapely.Polygon] = {}
    apart = wide = 0.0
    pieces = sheets.pieces(file)
    with pikepdf.open(file) as pdf:
        papers = [size(page) for page in pdf.pages]
    assert all(width < height for width, height in papers)  # no program that prints has to turn a page
    backs = 0
    for piece in pieces:
        card = shapely.Polygon([piece.point(*corner) for corner in CORNERS])
        if piece.page % 2 == 0:
            printed = fronts[piece.page, piece.id] = device.front(card, papers[piece.page])
            lengths = [shapely.Point(a).distance(shapely.Point(b)) for a, b in pairwise(printed.exterior.coords)]
            wide = max(wide, *(abs(length - side) for length, side in zip(lengths, (63, 88, 63, 88), strict=True)))
            continue
        front = fronts[piece.page - 1, piece.id]
        behind = shapely.MultiPoint(device.behind(card, papers[piece.page], flip).exterior.coords)
        apart = max(apart, *(shapely.Point(corner).distance(behind) for corner in front.exterior.coords))
        backs += 1
    assert backs == len(fronts) > 9
    return apart, wide


def figures(device: Device, flip: str) -> tuple[str, ...]:
    """Return what a person measures of a device: on the short edge, the back's page lies upside down in it."""
    sign = 1 if flip == "long" else -1
    x, y = device.shift
    shift = f"{sign * x:g},{sign * y:g}"
    scale, back = (",".join(f"{100 * factor:g}" for factor in both) for both in (device.scale, device.back))
    return ("--shift", shift, "--turn", f"{device.turn:g}", "--scale", scale, "--back-scale", back)


@pytest.mark.parametrize(
    ("device", "flip", "measured"),
    spread(
        itertools.product((STUDY, ODD), ("long", "short"), ("long", "short")),
        lambda case: case in ((STUDY, "long", "short"), (ODD, "short", "long")),
    ),
)
def test_backs_meet_fronts_at_all_corners(game: Path, device: Device, flip: str, measured: str) -> None:
    made("calibrate", "--save", "study", "--flip", measured, *figures(device, measured))
    profiles = ("home-a4", "home-a4-bleed", "home-letter", "home-letter-bleed")
    order = [word for name in profiles for word in ("--profile", name)]
    done = call("build", "my-game", "--flip", flip, *order, "--only", "cards", "--printer", "study")
    assert done.exit_code == 0 and "corrected for the printer study" in done.output
    assert "study was measured with a4: check it once" in done.output or measured != flip
    assert (f"study was measured on the {measured} edge" in done.output) == (measured != flip)
    for profile in profiles:
        apart, wide = worst(Path("output/my-game") / profile / "cards.pdf", device, flip)
        assert apart < 0.05 and wide < 0.02, profile


def test_without_correction_the_same_printer_is_off(game: Path) -> None:
    made("build", "my-game", "--only", "cards", "--profile", "home-a4")
    apart, wide = worst(Path("output/my-game/home-a4/cards.pdf"), STUDY, "long")
    assert apart > 0.5 and wide > 0.2


@pytest.mark.parametrize(
    ("paper", "flip"),
    spread(itertools.product(("a4", "letter"), ("long", "short")), lambda case: case == ("letter", "short")),
)
def test_what_is_read_on_the_sheet_makes_backs_meet_fronts(game: Path, paper: str, flip: str) -> None:
    made("calibrate", "--paper", paper, "--flip", flip)
    seen = read(Path(f"output/calibrate-{paper}-{flip}.pdf"), ODD, flip)
    assert max(abs(seen[letter]) for letter in "ABCDEFGH") > 0.9
    readings = ",".join(f"{letter}={value:.1f}" for letter, value in seen.items())
    done = call("calibrate", "--save", "study", "--paper", paper, "--flip", flip, "--read", readings)
    assert done.exit_code == 0 and "do not agree" not in done.output
    made("build", "my-game", "--flip", flip, "--profile", f"home-{paper}", "--only", "cards", "--printer", "study")
    # Ticks are a tenth of a millimetre apart, so that no reading is truer than half of that.
    apart, wide = worst(Path(f"output/my-game/home-{paper}/cards.pdf"), ODD, flip)
    assert apart < 0.1 and wide < 0.08
    made("calibrate", "--paper", paper, "--flip", flip, "--printer", "study")
    again = read(Path(f"output/calibrate-study-{flip}.pdf"), ODD, flip)
    assert all(abs(again[letter]) < 0.11 for letter in "ABCDEFGH")


def test_readings_of_a_corrected_sheet_add_to_what_is_known(game: Path) -> None:
    far = Device((2.4, -1.8), 0.2)
    made("calibrate", "--save", "rough", "--shift", "2,-2")
    made("calibrate", "--printer", "rough")
    seen = read(Path("output/calibrate-rough-long.pdf"), far, "long")
    readings = ",".join(f"{letter}={seen[letter]:.1f}" for letter in "ABCDEFGH")
    made("calibrate", "--save", "fine", "--printer", "rough", "--read", readings)
    made("build", "my-game", "--profile", "home-a4", "--only", "cards", "--printer", "fine")
    assert worst(Path("output/my-game/home-a4/cards.pdf"), far, "long")[0] < 0.1


def test_cut_files_meet_what_is_printed(game: Path) -> None:
    made("calibrate", "--save", "study", *figures(ODD, "long"))
    made("build", "my-game", "--profile", "silhouette-a4", "--only", "cards", "--printer", "study")
    folder = Path("output/my-game/silhouette-a4")
    apart, wide = worst(folder / "cards.pdf", ODD, "long")
    assert apart < 0.05 and wide < 0.02
    [svg, *_] = sorted(folder.glob("*.svg"))
    rings = [shapely.Polygon(line.points) for line in from_svg(svg.read_text("utf-8")) if line.layer == "cut-outer"]
    printed = [piece for piece in sheets.pieces(folder / "cards.pdf") if piece.page == 0]
    assert len(rings) == len(printed) > 4
    with pikepdf.open(folder / "cards.pdf") as pdf:
        paper = size(pdf.pages[0])
        marks = [ODD.front(line, paper) for line in lines(pdf.pages[0])]
        trim = [float(number) * 25.4 / 72 for number in pdf.pages[0].TrimBox]
    for piece in printed:
        card = ODD.front(shapely.Polygon([piece.point(*corner) for corner in CORNERS]), paper)
        [cut] = [ring for ring in rings if ring.contains(card.centroid)]
        assert max(abs(a - b) for a, b in zip(cut.bounds, card.bounds, strict=True)) < 0.05
    # The angles of the registration marks are where the machine is told, 10 mm from the edges, with arms of 5 mm.
    angles = [mark for mark in marks if len(mark.coords) == 3 and abs(mark.length - 10) < 0.1]
    corners = sorted((angle.coords[1] for angle in angles), key=lambda corner: corner[1])
    assert [tuple(round(value, 1) for value in corner) for corner in corners] == [(200.0, 10.0), (10.0, 287.0)]
    # What the trim box of the page says comes out round the trims of all cards.
    box = ODD.front(shapely.box(trim[0], paper[1] - trim[3], trim[2], paper[1] - trim[1]), paper)
    assert max(abs(a - b) for a, b in zip(box.bounds, shapely.MultiPolygon(rings).bounds, strict=True)) < 0.05


def test_all_pages_stand_upright_and_say_which_printer_they_are_for(new_game: Path) -> None:
    made("calibrate", "--save", "study", *figures(STUDY, "long"))
    made("build", "my-game", "--profile", "home-a4", "--printer", "study")
    for name in ("cards", "rules"):
        with pypdfium2.PdfDocument(f"output/my-game/home-a4/{name}.pdf") as document:
            assert {page.get_size()[0] < page.get_size()[1] for page in document} == {True}
            words = document[0].get_textpage().get_text_range()
        assert ("for the printer study" in words) == (name == "cards")
    manifest = json.loads(Path("output/my-game/manifest.json").read_text("utf-8"))
    assert manifest["printers"]["home-a4"]["shift"] == [0.4, -0.2]
    made("build", "my-game", "--profile", "home-a4")
    assert "printers" not in json.loads(Path("output/my-game/manifest.json").read_text("utf-8"))


def test_figures_are_an_input_like_any_other(game: Path, settings: Path) -> None:
    order = ("build", "my-game", "--profile", "home-a4", "--only", "cards", "--printer", "study")
    file = Path("output/my-game/home-a4/cards.pdf")
    made("calibrate", "--save", "study", *figures(STUDY, "long"))
    made(*order)
    first = file.read_bytes()
    assert "come from the cache" in call(*order).output
    settings.write_text(settings.read_text("utf-8").replace("turn: 0.3", "turn: 0.31"), "utf-8")
    assert "come from the cache" not in call(*order).output
    assert file.read_bytes() != first
    settings.write_text(settings.read_text("utf-8").replace("turn: 0.31", "turn: 0.3"), "utf-8")
    made(*order)
    assert file.read_bytes() == first


def test_playtests_are_corrected_too(game: Path) -> None:
    made("calibrate", "--save", "study", *figures(STUDY, "long"))
    made("build", "my-game", "--profile", "home-a4")
    table = game / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("First light", "Last light"), "utf-8")
    order = ("playtest", "my-game", "--since", "output/my-game", "--backs", "all", "--printer", "study")
    done = call(*order)
    assert done.exit_code == 0 and "corrected for the printer study" in done.output
    pieces = sheets.pieces(Path("output/my-game/playtest-a4/both-sides.pdf"))
    [front, back] = [piece for piece in pieces if piece.id == "cards/S1#1"]
    paper = (210.0, 297.0)
    at = [shapely.Polygon([piece.point(*corner) for corner in CORNERS]) for piece in (front, back)]
    seen = STUDY.front(at[0], paper), STUDY.behind(at[1], paper, "long")
    assert seen[0].hausdorff_distance(seen[1]) < 0.05


_GAME = """\
id: pairs
version: "0.1"
title: Pairs
decks:
  pairs:
    title: Pairs
    data: pairs.csv
    shape: {kind: board, width: 40, height: 30}
    front: face
    back: {layout: back, each: deck}
    stock: tiles
"""
_BACK = 'slots:\n  mark: {kind: shape, box: [5, 5, 30, 20], shape: rectangle, fill: "#000000", engrave: fill}\n'


def test_two_sided_beds_of_a_laser_are_corrected_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "game.yaml": _GAME,
        "pairs.csv": "id,copies\nA,9\n",
        "layouts/face.yaml": _BACK,
        "layouts/back.yaml": _BACK,
    }.items():
        path = Path("pairs", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    made("calibrate", "--save", "beam", *figures(ODD, "long"))
    order = ("laser", "pairs", "--bed", "300x200", "--kerf", "0", "--material", "plywood-3")
    made(*order, "--output", "plain")
    done = call(*order, "--printer", "beam")
    assert done.exit_code == 0 and "corrected for the printer beam" in done.output
    bed = (300.0, 200.0)
    front, back = (
        from_svg(Path(f"output/pairs/generic/tiles-1{side}.svg").read_text("utf-8")) for side in ("", "-back")
    )
    cuts = [
        ODD.front(shapely.LineString([*line.points, line.points[0]]), bed)
        for line in front
        if line.layer == "cut-outer"
    ]
    marks = [ODD.behind(shapely.Polygon(line.points), bed, "long") for line in back if line.layer == "engrave"]
    assert len(marks) == 9
    for tile in marks:
        around = shapely.box(*tile.bounds).buffer(5, join_style="mitre")
        assert tile.hausdorff_distance(shapely.box(*tile.bounds)) < 0.05
        corners = [shapely.Point(corner) for corner in around.exterior.coords]
        assert max(min(corner.distance(cut) for cut in cuts) for corner in corners) < 0.05
    # Stops are fixed to the machine: they stay, and all else on the back moves.
    plain = from_svg(Path("plain/pairs/generic/tiles-1-back.svg").read_text("utf-8"))
    same = [line.points for line in back if any(line.points == other.points for other in plain)]
    assert [len(points) for points in same] == [3]


def test_settings_are_a_file_that_a_person_may_edit(settings: Path) -> None:
    made("calibrate", "--save", "study", "--shift", "0.4,-0.2")
    made("calibrate", "--save", "office", "--scale", "99.6,99.8", "--flip", "short", "--paper", "letter")
    text = settings.read_text("utf-8").replace("office:", "# the one by the window\noffice: # loud")
    settings.write_text(text.replace("  turn: 0", "  turn: 0 # true"), "utf-8")
    made("calibrate", "--save", "study", "--turn", "0.5")
    after = settings.read_text("utf-8")
    assert "# the one by the window\noffice: # loud\n  scale: [99.6, 99.8]\n" in after
    assert "study:\n  turn: 0.5\n  flip: long\n  paper: a4\n# the one" in after
    listed = call("calibrate", "--list").stdout.splitlines()
    assert listed == [
        "study: shift 0, 0 mm; turn 0.5 degrees; scale 100 % (a4, long edge)",
        "office: shift 0, 0 mm; turn 0 degrees; scale 99.6, 99.8 % (letter, short edge)",
    ]
    made("calibrate", "--delete", "study")
    assert "study" not in settings.read_text("utf-8").partition("paper.\n")[2]
    made("calibrate", "--delete", "office")
    assert call("calibrate", "--list").stdout == ""


def test_of_two_that_save_at_once_neither_loses_an_entry(settings: Path) -> None:
    names = [f"printer-{number}" for number in range(12)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda name: printers.save(Printer(name=name, shift=(0.1, 0.1))), names))
    assert sorted(printers.printers()) == sorted(names)
    assert [path.name for path in settings.parent.iterdir()] == [settings.name]


PERCENT = "write per cent, such as {} 99.6, or two, across and down (90 to 110)"
REFUSED = {
    "--scale 0": f"--scale 0: {PERCENT.format('--scale')}",
    "--back-scale 80": f"--back-scale 80: {PERCENT.format('--back-scale')}",
    "--shift 50,0": "--shift 50,0: write X,Y in mm, such as --shift 0.4,-0.2 (from -10 to 10 each)",
    "--turn 90": "--turn 90: write degrees, such as --turn 0.3 (from -3 to 3)",
    "--read A=0,A=1": "--read A=1: write each of the letters A to H, J and K once, such as A=0.4,B=-0.1,K=188.5",
    "--read A=2": "--read A=2: the scale A goes from -1.5 to 1.5",
    "--read A=0.1": "--read: a reading of E, F, G or H is missing",
    "--read A=0,E=0,J=17": "--read J=17: this line is 170 mm long where all is true",
    "--read A=0,E=0 --turn 1": "--read cannot be combined with --turn, which it works out",
    "--paper a5 --turn 1": "--paper a5: the sheet needs 205 x 270 mm, such as a4 or letter",
    "--paper a44 --turn 1": "--paper: there is no paper a44: did you mean a4?",
    "": "--save needs what to keep: --read, or --shift, --turn, --scale and --back-scale",
}


@pytest.mark.parametrize("given", REFUSED)
def test_figures_that_no_printer_has_are_refused(given: str, settings: Path) -> None:
    done = call("calibrate", "--save", "study", *given.split())
    assert done.exit_code == 2 and done.output == f"beeprint: {REFUSED[given]}\n"
    assert not settings.exists()


def test_a_printer_that_there_is_not_is_named_beside_those_there_are(game: Path) -> None:
    done = call("build", "my-game", "--printer", "studdy")
    assert done.exit_code == 2 and "there is no printer studdy: you have none yet" in done.output
    made("calibrate", "--save", "study", "--turn", "0.5")
    made("calibrate", "--save", "office", "--turn", "0.5")
    for order in (("build", "my-game", "--printer"), ("playtest", "my-game", "--printer"), ("calibrate", "--delete")):
        done = call(*order, "studdy")
        assert done.exit_code == 2 and "there is no printer studdy: did you mean study?" in done.output
    done = call("build", "my-game", "--profile", "faces", "--printer", "study")
    assert done.exit_code == 2 and "--printer: none of the profiles uses it; add --profile home-a4" in done.output


def test_what_is_wrong_in_the_settings_is_told_with_its_place(settings: Path, game: Path) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_text("study:\n  shift: [50, 0]\n  turn: 90\n  scale: 0\n  flip: wide\n", "utf-8")
    done = call("build", "my-game", "--printer", "study")
    assert done.exit_code == 1
    messages = [line.partition("printers.yaml:")[2] for line in done.output.splitlines()]
    assert [line for line in messages if line] == [
        "2:11: error: shift is 50; it must be at most 10",
        "3:9: error: turn is 90; it must be at most 3",
        "4:10: error: scale is 0; it must be at least 90",
        "5:9: error: flip is 'wide'",
    ]


def test_a_file_in_another_style_of_yaml_is_left_as_it_is(settings: Path) -> None:
    settings.parent.mkdir(parents=True)
    for text in ("{study: {turn: 0.4}, office: {turn: 1}}\n", "study: {turn: 0.4}\noffice: {turn: 1}\n...\n"):
        settings.write_text(text, "utf-8")
        assert len(call("calibrate", "--list").stdout.splitlines()) == 2
        done = call("calibrate", "--save", "third", "--turn", "1")
        assert done.exit_code == 1 and "its entries are not each on lines of their own" in done.output
        assert settings.read_text("utf-8") == text
    settings.write_text("{study: {turn: 0.4}, office: {turn: 1}}\n", "utf-8")
    assert call("calibrate", "--delete", "study").exit_code == 1
    assert settings.read_text("utf-8").startswith("{study")


def test_a_file_of_no_printers_but_a_mark_of_yaml_has_none(settings: Path) -> None:
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("---\nstudy: {turn: 0.5}\n", "utf-8")
    made("calibrate", "--delete", "study")
    assert settings.read_text("utf-8") == "---\n"
    made("calibrate", "--save", "office", "--turn", "0.5")
    assert settings.read_text("utf-8").startswith("---\noffice:\n")


def test_a_correction_that_carries_pieces_off_the_paper_is_refused(game: Path) -> None:
    made("calibrate", "--save", "far", "--shift", "10,0", "--scale", "90")
    done = call("build", "my-game", "--profile", "home-a4", "--printer", "far")
    assert done.exit_code == 1
    message = (
        "--printer: error: corrected for the printer far (shift 10, 0 mm; turn 0 degrees; scale 90 %), pieces of cards"
    )
    assert message in done.output and "mm beyond the paper" in done.output
    # The pictures of a Cricut are not corrected, and stay where they are.
    made("build", "my-game", "--profile", "cricut", "--printer", "far", "--only", "cards:S1")


def test_words_of_the_sheet_touch_no_scale(game: Path) -> None:
    """Words of either side are where no line of it runs, and none of the other side that shines through."""
    for paper, flip in (("a4", "long"), ("letter", "short")):
        made("calibrate", "--paper", paper, "--flip", flip)
        file = Path(f"output/calibrate-{paper}-{flip}.pdf")
        with pikepdf.open(file) as pdf:
            sheet = size(pdf.pages[0])
            sides = [[line for line in lines(page) if len(line.coords) == 2] for page in pdf.pages]
        straight = [*sides[0], *(Device().behind(side, sheet, flip) for side in sides[1])]
        with pypdfium2.PdfDocument(file) as document:
            for side, page in enumerate(document):
                text, height = page.get_textpage(), page.get_height()
                for number in range(text.count_rects()):
                    left, bottom, right, top = (value * MM for value in text.get_rect(number))
                    box = shapely.box(left, height * MM - top, right, height * MM - bottom)
                    there = Device().behind(box, sheet, flip) if side else box
                    assert not any(there.intersects(line) for line in straight), (paper, side, box.bounds)


def test_a_slip_in_reading_is_named(game: Path) -> None:
    made("calibrate")
    seen = read(Path("output/calibrate-a4-long.pdf"), STUDY, "long")
    readings = ",".join(f"{letter}={-value if letter == 'C' else value:.1f}" for letter, value in seen.items())
    assert (
        "A, B, C, D do not agree: one of them was read wrong"
        in call("calibrate", "--save", "study", "--read", readings).output
    )


def test_printers_of_the_library(settings: Path) -> None:
    made("calibrate", "--save", "study", "--shift", "0.4,-0.2")
    assert beeprint.printers()["study"] == beeprint.Printer(name="study", shift=(0.4, -0.2))
    with pytest.raises(ValueError, match="from 90 to 110"):
        beeprint.Printer(name="study", scale=(0, 100))
