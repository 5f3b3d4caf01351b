"""What a press gets: inks as the palette says or by the profile, under the limit, on pages that the vendor cuts."""

from __future__ import annotations

import csv
import io
import re
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms

from beeprint import pipeline, starter
from beeprint.base.colour import Cmyk, Colour, PressInk, parse
from beeprint.base.geometry import Path as Outline
from beeprint.base.geometry import Point, Rect, rectangle, scale, translate
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.drawing.drawing import (
    Drawing,
    ImageMark,
    LinearGradient,
    Mark,
    PathMark,
    Solid,
    Stop,
    Stroke,
    Symbol,
    group,
    path_mark,
    use,
    walk,
)
from beeprint.drawing.fonts import Fonts
from beeprint.formats import pdf
from beeprint.formats.pdf import objects, render
from beeprint.outputs.shared import opaque, press, proof
from beeprint.press import beneath, condition, pdfcheck
from beeprint.press.inks import Inks, limited
from beeprint.press.plates import PROCESS, Plates
from beeprint.press.vendor import load
from beeprint.sources.workspace import SHIPPED, Workspace
from cases import examples, spread
from command import call, made, without_leaflet
from perception import difference


@cache
def condition_of(name: str) -> condition.Condition:
    """Return a printing condition that beeprint has."""
    return condition.load(Workspace(SHIPPED), name, Place("tests"))


BROWN = Colour(0x2B, 0x1D, 0x0E)
LIMITS = [("coated-300", 300.0), ("coated-300", 240.0), ("coated-300", 180.0), ("coated-240", 240.0)]
HEX = st.builds(Colour, *[st.integers(0, 255)] * 3)


@cache
def inks(name: str = "coated-300", limit: float = 300, *palette: PressInk) -> Inks:
    return Inks(condition_of(name).profile, limit, palette)


# inks -----------------------------------------------------------------------------------------------------------------


@settings(max_examples=examples(60), deadline=None)
@given(HEX, st.sampled_from(LIMITS))
def test_no_colour_has_more_ink_than_the_limit(colour: Colour, case: tuple[str, float]) -> None:
    for fine in (False, True):
        cmyk = inks(*case).of(colour, fine).cmyk
        assert cmyk.total <= case[1] + 1e-6 and all(0 <= amount <= 100 for amount in cmyk)


@pytest.mark.parametrize("limit", spread([240, 280], lambda limit: limit == 280))
def test_what_is_held_under_the_limit_looks_the_same(limit: float) -> None:
    """Of colours that pass the limit, the mean difference is below 1, the step at which an eye sees one at all."""
    profile = condition_of("coated-300").profile
    steps = np.rint(np.linspace(0, 255, 18)).astype(np.uint8)
    colours = np.array(np.meshgrid(steps, steps, steps)).reshape(3, -1).T.copy()
    free = profile.inks_of(colours)
    over = free.sum(axis=1) > limit
    held = np.array([inks("coated-300", limit).process(Colour(*map(int, colour))) for colour in colours[over]])
    assert over.sum() > 20 and held.sum(axis=1).max() <= limit
    assert difference(profile.lab_of(held), profile.lab_of(free[over])).mean() < 1


def test_a_picture_is_converted_by_the_profile_and_held_under_the_limit() -> None:
    random = np.random.default_rng(7).integers(0, 256, (60, 80, 3)).astype(np.uint8)
    dark = random // 4
    for name, limit in (("coated-300", 300), ("coated-300", 240), ("coated-240", 240)):
        there = inks(name, limit)
        for pixels in (random, dark):
            values = np.asarray(there.pixels(Image.fromarray(pixels))).astype(float)
            assert values.sum(axis=2).max() <= limit * 2.55 + 1e-6
            plain = np.asarray(there.profile.inks(Image.fromarray(pixels))).astype(float)
            kept = plain.sum(axis=2) <= limit * 2.55
            assert kept.any() and (values[kept] == plain[kept]).all()


def test_a_flattened_picture_is_held_under_the_limit_by_its_colours_alone() -> None:
    """At an edge that two marks share, a dot may have inks of both; black text must not fade for it."""
    inside, edge = (150, 150, 100, 100), (255, 255, 102, 255)
    picture = Image.new("CMYK", (8, 8), inside)
    picture.putpixel((3, 3), edge)
    held = np.asarray(inks("coated-300", 240).held(picture)).astype(int)
    assert held[3, 3].sum() <= 240 * 2.55 and held[3, 3, 3] == 255
    assert held[3, 3, 0] == held[3, 3, 1] == pytest.approx(held[3, 3, 2] * 2.5, abs=2), "the hue stays"
    assert tuple(held[0, 0]) == inside


@pytest.mark.parametrize("case", [("coated-300", 300.0), ("coated-300", 280.0), ("coated-240", 240.0)])
def test_gradients_follow_the_profile_everywhere_along_their_length(case: tuple[str, float]) -> None:
    """At no place a gradient differs by more than dE00 2 from the colour that is converted by itself."""
    there, shares = inks(*case), np.linspace(0, 1, 513)
    ends = np.random.default_rng(11).integers(0, 256, (40, 2, 3))
    for end, other in ends:
        parts = there.parts(Stop(0, Colour(*map(int, end))), Stop(1, Colour(*map(int, other))))
        offsets = [offset for offset, _ in parts]
        assert offsets == sorted(offsets) and (offsets[0], offsets[-1]) == (0, 1) and len(parts) < 100
        drawn = np.column_stack([np.interp(shares, offsets, [cmyk[at] for _, cmyk in parts]) for at in range(4)])
        assert drawn.sum(axis=1).max() <= case[1] + 1e-6
        colours = np.rint(end + shares[:, None] * (other - end)).astype(np.uint8)
        wanted = limited(there.profile.inks_of(colours), case[1], there.profile.lab_of)
        away = difference(there.profile.lab_of(drawn), there.profile.lab_of(wanted))
        assert away.max() <= 2, (end, other)


def test_an_ink_of_the_palette_is_printed_as_it_is_said_wherever_its_colour_is() -> None:
    gold = PressInk("gold", Colour(176, 141, 60), Cmyk(20, 30, 70, 10), "PANTONE 871 C")
    text = PressInk("text", BROWN, Cmyk(0, 0, 0, 100), overprint=True)
    there = inks("coated-300", 300, gold, text)
    assert there.of(BROWN).cmyk == (0, 0, 0, 100) and there.of(BROWN).overprint
    assert (there.of(gold.colour).spot, there.of(gold.colour).cmyk) == ("PANTONE 871 C", (20, 30, 70, 10))
    assert there.of(Colour(*BROWN[:2], BROWN.blue + 1)).cmyk.cyan > 20


def test_a_pale_cream_has_traces_of_other_inks_beside_its_yellow() -> None:
    """The figures are those of press/pdfcheck/paints.py, which passes such small text."""
    cream = parse("#F8E8C2")
    assert cream is not None
    assert inks().of(cream, fine=True).cmyk == pytest.approx((4, 9, 29, 0), abs=0.5)


@pytest.mark.parametrize("colour", ["#2b1d0e", "#2e1a2b", "#17362c", "#000000"])
def test_small_dark_text_is_black_alone_and_large_text_is_not(colour: str) -> None:
    ink = parse(colour)
    assert ink is not None
    assert inks().of(ink, fine=True).cmyk == (0, 0, 0, 100) and inks().of(ink, fine=True).overprint
    assert inks().of(ink).cmyk.cyan > 20
    red = Colour(200, 30, 30)
    assert inks().of(red, fine=True) == inks().of(red)


@pytest.mark.parametrize(
    ("colour", "single"), [("#7a7a7a", True), ("#ffe680", True), ("#c9c1b4", False), ("#bfddd6", False)]
)
def test_fine_marks_are_in_one_ink_only_where_that_looks_alike(colour: str, single: bool) -> None:
    """A grey and a pale yellow are; a hatch in a warm grey or a pale teal would turn grey, which is seen."""
    ink = parse(colour)
    assert ink is not None
    cmyk = inks().of(ink, fine=True).cmyk
    assert (sum(amount > 0 for amount in cmyk) == 1) is single
    seen, wanted = (inks().profile.lab_of(np.array([mix])) for mix in (cmyk, inks().of(ink).cmyk))
    assert difference(seen, wanted).max() < 6


# plates ---------------------------------------------------------------------------------------------------------------


#: What draws the plates asks for them; there are no texts in these drawings.
NO_FONTS = Fonts(Path)


def plates_of(drawing: Drawing, there: Inks) -> dict[str, np.ndarray]:
    """Return the amounts of each ink in percent, a pixel a tenth of a millimetre."""
    fonts = NO_FONTS
    plates = Plates(there, fonts)
    drawing, names = plates.settled(drawing), plates.names(drawing)
    drawn = render.greys([plates.plate(drawing, name) for name in names], fonts, 254)
    return {name: (255 - np.asarray(plate).astype(float)) / 2.55 for name, plate in zip(names, drawn, strict=True)}


def box(x: float, y: float, width: float, height: float, colour: Colour, opacity: float = 1) -> PathMark:
    return path_mark(rectangle(Rect(x, y, width, height)), Solid(colour, opacity))


BLACK_INK = PressInk("text", Colour(1, 2, 3), Cmyk(0, 0, 0, 100), overprint=True)
LIGHT, DEEP = Colour(240, 220, 120), Colour(60, 0, 80)


@pytest.mark.parametrize("limit", [300.0, 280.0, 240.0])
def test_black_overprints_a_light_ground_as_it_is_and_a_deep_one_as_thin_as_the_limit_needs_it(limit: float) -> None:
    """One line crosses both grounds: nowhere do the inks beside it end at its edge."""
    there = inks("coated-300", limit, BLACK_INK)
    grounds = (box(0, 0, 20, 20, LIGHT), box(20, 0, 20, 20, DEEP))
    for line in (
        box(5, 5, 30, 5, BLACK_INK.colour),
        path_mark((("M", 5, 7.5), ("L", 35, 7.5)), None, Stroke(Solid(BLACK_INK.colour), 5)),
    ):
        plates = plates_of(Drawing(Rect(0, 0, 40, 20), (*grounds, line)), there)
        on_light, on_deep = ([plates[name][75, x] for name in PROCESS] for x in (100, 300))
        assert on_light == pytest.approx([*there.of(LIGHT).cmyk[:3], 100], abs=0.5)
        deep = np.array(there.of(DEEP).cmyk[:3])
        assert on_deep == pytest.approx([*deep * min(1, (limit - 101) / deep.sum()), 100], abs=0.5)
        assert sum(plates[name] for name in PROCESS).max() <= limit + 0.5
        assert np.array_equal(plates["Cyan"][30], plates["Cyan"][150]), "what is beside the line stays"


def test_what_is_printed_beneath_black_ends_with_it_and_lets_spot_inks_through() -> None:
    """A line over foil on a deep ground: foil stays solid, and the deep colour is thin beneath the line alone."""
    foil = PressInk("foil", Colour(180, 140, 60), Cmyk(0, 20, 60, 20), "Foil")
    there = inks("coated-300", 240, BLACK_INK, foil)
    ground, patch = box(0, 0, 30, 10, DEEP), box(10, 2, 10, 6, foil.colour)
    plates = plates_of(Drawing(Rect(0, 0, 30, 10), (ground, patch, box(5, 4, 20, 2, BLACK_INK.colour))), there)
    assert [plates[name][50, 150] for name in ("Foil", *PROCESS)] == [100, 0, 0, 0, 100]
    assert [plates["Foil"][50, x] for x in (70, 230)] == [0, 0]
    assert (
        0 < plates["Magenta"][50, 70] < plates["Magenta"][10, 70] == pytest.approx(there.of(DEEP).cmyk.magenta, abs=0.5)
    )


@pytest.mark.parametrize("fill", ["gradient", "picture", "half clear"])
def test_black_over_a_ground_of_many_colours_stays_under_the_limit_with_ink_beneath(fill: str) -> None:
    there = inks("coated-300", 240, BLACK_INK)
    ground: Mark = box(0, 0, 20, 20, DEEP, 0.9)
    if fill == "gradient":
        blend = LinearGradient(Point(0, 0), Point(20, 0), (Stop(0, DEEP), Stop(1, Colour(20, 60, 10))))
        ground = path_mark(rectangle(Rect(0, 0, 20, 20)), blend)
    elif fill == "picture":
        made = io.BytesIO()
        Image.new("RGB", (20, 20), tuple(DEEP)).save(made, "PNG")
        ground = ImageMark.of(made.getvalue(), "image/png", Rect(0, 0, 20, 20))
    page = Drawing(Rect(0, 0, 20, 20), (box(0, 0, 20, 20, LIGHT), ground, box(5, 5, 10, 5, BLACK_INK.colour)))
    plates = plates_of(page, there)
    assert sum(plates[name] for name in PROCESS).max() <= 240.5
    assert plates["Black"][75, 100] == 100 and sum(plates[name][75, 100] for name in PROCESS[:3]) > 60


def test_a_symbol_is_settled_for_each_ground_it_is_placed_on() -> None:
    there = inks("coated-300", 240, BLACK_INK)
    symbol = Symbol.of([group([box(0, 0, 4, 4, BLACK_INK.colour)], scale(0.5))])
    grounds = (box(0, 0, 10, 10, LIGHT), box(10, 0, 10, 10, DEEP))
    page = Drawing(Rect(0, 0, 20, 10), (*grounds, use(symbol, scale(2)), use(symbol, translate(14, 2))))
    plates = plates_of(page, there)
    assert [plates[name][20, 20] for name in PROCESS] == pytest.approx([*there.of(LIGHT).cmyk[:3], 100], abs=0.5)
    assert sum(plates[name][30, 150] for name in PROCESS[:3]) == pytest.approx(139, abs=1)


def test_black_over_a_shadow_in_a_symbol_has_the_ground_of_each_place_beneath_it() -> None:
    """The shadow alone says nothing of the colours that show through it."""
    there = inks("coated-300", 240, BLACK_INK)
    symbol = Symbol.of([box(0, 0, 6, 6, DEEP, 0.4), box(1, 1, 4, 4, BLACK_INK.colour)])
    grounds = (box(0, 0, 10, 10, LIGHT), box(10, 0, 10, 10, DEEP))
    page = Drawing(Rect(0, 0, 20, 10), (*grounds, use(symbol, translate(2, 2)), use(symbol, translate(12, 2))))
    plates = plates_of(page, there)
    on_light, on_deep = ([plates[name][50, x] for name in PROCESS] for x in (50, 150))
    assert on_light == pytest.approx([*there.of(LIGHT).cmyk[:3], 100], abs=0.5)
    assert sum(on_deep[:3]) == pytest.approx(139, abs=1) and on_deep[3] == 100


def lengths(least: float, most: float) -> st.SearchStrategy[float]:
    """Return lengths in mm, to the micrometre as drawings keep them: of shorter edges shapely warns."""
    return st.integers(round(least * 1000), round(most * 1000)).map(lambda thousandths: thousandths / 1000)


@given(st.lists(st.tuples(*[lengths(0, 10)] * 2), min_size=3, max_size=8), *[lengths(0, 8)] * 2, lengths(0.2, 2))
@settings(max_examples=examples(200), deadline=None)
def test_an_outline_goes_round_a_box_as_shapely_sees_it(
    corners: list[tuple[float, float]], x: float, y: float, side: float
) -> None:
    outline = shapely.Polygon(corners)
    # Boxes that touch an edge may be told either way.
    inside = shapely.box(x, y, x + side, y + side)
    if not outline.is_valid or inside.distance(outline.boundary) < 1e-6 < outline.boundary.distance(inside):
        return
    path: Outline = (("M", *corners[0]), *(("L", *corner) for corner in corners[1:]), ("Z",))
    encloses = beneath.outline(path).goes_round(Rect(x, y, side, side), even_odd=False)
    assert encloses == outline.contains(inside) or outline.boundary.distance(inside) == 0 == outline.distance(inside)


@pytest.mark.slow
def test_small_black_text_overprints_the_plaque_it_lies_on_whatever_is_below_the_plaque() -> None:
    """The dark outline of the plaque and the ground below it are not under the text."""
    text, pale, deep = Colour(1, 2, 3), Colour(250, 240, 225), Colour(60, 0, 80)
    there = inks("coated-300", 300, PressInk("text", text, Cmyk(0, 0, 0, 100), overprint=True))
    plaque = path_mark(rectangle(Rect(2, 2, 16, 16)), Solid(pale), Stroke(Solid(deep), 0.5))
    for clip in (None, rectangle(Rect(1, 1, 18, 18))):
        symbol = Symbol.of([group([plaque], clip=clip), box(6, 6, 4, 4, text)])
        drawing = Drawing(Rect(0, 0, 20, 20), (box(0, 0, 20, 20, deep), use(symbol)))
        plates = plates_of(drawing, there)
        assert plates["Yellow"][80, 80] == pytest.approx(there.of(pale).cmyk.yellow, abs=0.5)
        assert plates["Black"][80, 80] == 100


def test_lines_are_no_thinner_than_what_prints_and_small_texts_are_small_where_they_are_placed(tmp_path: Path) -> None:
    """A picture of a card, a fifth of its size, has lines of 0.02 mm in it: a press gets 0.088 mm."""
    line = path_mark((("M", 0, 5), ("L", 50, 5)), None, Stroke(Solid(BROWN), 0.1))
    drawing = Drawing(Rect(0, 0, 20, 20), (use(Symbol.of([line]), scale(0.2)), use(Symbol.of([line]), scale(0.4))))
    fonts = NO_FONTS
    about = pdf.PressFile(inks(), "x4", "FOGRA39", "", "coated")
    file = tmp_path / "lines.pdf"
    pdf.write(file, [pdf.Page(drawing, drawing.box, drawing.box)], fonts, pdf.Info("lines"), press=about)
    report = pdfcheck.check(file, "lines.pdf")
    assert report.faults == ()
    with pikepdf.open(file) as document:
        forms = document.pages[0].Resources.XObject
        widths = {float(width) for form in forms.values() for width in re.findall(rb"([\d.]+) w", form.read_bytes())}
    assert sorted(widths) == pytest.approx([0.22, 0.44], abs=1e-3)


def test_a_spot_ink_has_a_plate_of_its_own_and_knocks_out_the_others_unless_it_overprints() -> None:
    foil, varnish = Colour(180, 140, 60), Colour(255, 244, 194)
    there = inks(
        "coated-300",
        300,
        PressInk("foil", foil, Cmyk(0, 20, 60, 20), "Foil"),
        PressInk("varnish", varnish, None, "Varnish", overprint=True, shown=False),
    )
    ground = box(0, 0, 30, 10, Colour(200, 30, 30))
    plates = plates_of(
        Drawing(Rect(0, 0, 30, 10), (ground, box(2, 2, 5, 5, foil), box(20, 2, 5, 5, varnish, 0.5))), there
    )
    assert set(plates) == {*PROCESS, "Foil", "Varnish"}
    assert plates["Foil"][45, 45] == 100 and plates["Magenta"][45, 45] == 0
    assert plates["Varnish"][45, 225] == pytest.approx(50, abs=0.5) and plates["Magenta"][45, 225] > 90


def test_transparency_is_blended_ink_by_ink() -> None:
    ground, veil = Colour(240, 220, 120), Colour(30, 60, 160)
    there = inks()
    plates = plates_of(Drawing(Rect(0, 0, 10, 10), (box(0, 0, 10, 10, ground), box(0, 0, 10, 10, veil, 0.4))), there)
    for index, name in enumerate(PROCESS):
        wanted = 0.6 * there.of(ground).cmyk[index] + 0.4 * there.of(veil).cmyk[index]
        assert plates[name][50, 50] == pytest.approx(wanted, abs=0.8)


# files ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a small game whose ink is black alone, and whose leaves are a spot ink."""
    folder = tmp_path / "mine"
    starter.write(folder)
    without_leaflet(folder)
    palette = folder / "palette.yaml"
    text = palette.read_text("utf-8")
    text = text.replace('ink: "#22313A"', 'ink: {srgb: "#22313A", cmyk: [0, 0, 0, 100]}')
    text = text.replace('leaf: "#7FB069"', 'leaf: {srgb: "#7FB069", spot: PANTONE 7490 C, cmyk: [50, 5, 70, 10]}')
    palette.write_text(text, "utf-8")
    return folder


def profile(game: Path, name: str, text: str) -> None:
    (game / "layouts" / "profiles").mkdir(exist_ok=True)
    (game / "layouts" / "profiles" / f"{name}.yaml").write_text(f"title: {name}\noutput: press\n{text}", "utf-8")


def vendor(game: Path, cuts: str, files: str = "order: front-back, split: one, copies: pages") -> None:
    (game / "layouts" / "vendors").mkdir(exist_ok=True)
    plain = "kind: pdf, standard: PDF/X-4, colour: cmyk, dpi: 300, marks: no, list: csv"
    text = f"name: The Cutter\nsite: example.org\nchecked: 2026-11-23\n{cuts}\nfiles: {{{plain}, {files}}}\n"
    (game / "layouts" / "vendors" / "me.yaml").write_text(text, "utf-8")


def build(game: Path, name: str, *more: str) -> Path:
    made("build", str(game), "--profile", name, "--output", str(game.parent / "out"), *more)
    return game.parent / "out" / "mine" / name


def streams(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Stream]:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream):
            yield thing


def separations(pdf: pikepdf.Pdf) -> list[pikepdf.Array]:
    arrays = (thing for thing in pdf.objects if isinstance(thing, pikepdf.Array))
    return [array for array in arrays if len(array) == 4 and array[0] == "/Separation"]


def contents(pdf: pikepdf.Pdf) -> str:
    """Return all operators of pages and forms."""
    forms = [stream.read_bytes() for stream in streams(pdf) if stream.get("/Subtype") == "/Form"]
    return b"\n".join([*(page.Contents.read_bytes() for page in pdf.pages), *forms]).decode("latin-1")


def test_a_page_is_a_piece_in_the_vendors_die_with_its_bleed(game: Path) -> None:
    vendor(game, "sizes: listed\ncuts: [{name: poker, kind: card, trim: [63.5, 88.9], bleed: 3.175, safe: 3.175}]")
    profile(game, "mine", "vendor: me\ncondition: coated-300\n")
    folder = build(game, "mine", "--only", "cards")
    with pikepdf.open(folder / "cards.pdf") as pdf:
        assert len(pdf.pages) == 2 * 18
        points = 72 / 25.4
        for page in pdf.pages:
            boxes = (page.mediabox, page.trimbox, page.BleedBox)
            media, trim, bleed = ([float(value) / points for value in box] for box in boxes)
            assert media == pytest.approx([0, 0, 69.85, 95.25], abs=1e-3) and bleed == pytest.approx(media)
            assert trim == pytest.approx([3.175, 3.175, 66.675, 92.075], abs=1e-3)
    rows = list(csv.DictReader((folder / "pieces.csv").read_text("utf-8").splitlines()))
    assert sum(int(row["copies"]) for row in rows) == 18 and {row["sides"] for row in rows} == {"2"}


def test_the_ground_fills_the_die_also_where_it_is_larger_than_the_card(game: Path) -> None:
    vendor(game, "sizes: listed\ncuts: [{name: poker, kind: card, trim: [63.5, 88.9], bleed: 3.175, safe: 3.175}]")
    profile(game, "mine", "vendor: me\ncondition: coated-300\n")
    only = Options(only={"cards": ("S1",)})
    checked = pipeline.check(game, only)
    vendor_of = load(checked.game.workspace, "me", Place("x"))
    [deck], _ = press.decks(checked, vendor_of, press.dies(checked, vendor_of, only), only)
    drawing = deck.pieces[0].front.drawing
    grounds = [at.rect(mark.reach) for mark, at in walk(drawing.marks) if isinstance(mark, PathMark) and mark.reach]
    assert any(ground.contains(drawing.box, 0.001) for ground in grounds)


def test_a_deck_that_the_vendor_does_not_cut_is_named_with_the_nearest_size(game: Path) -> None:
    vendor(
        game,
        "sizes: listed\ncuts:\n  - {name: tarot, kind: card, trim: [70, 120], bleed: 3, safe: 3}\n"
        "  - {name: mini, kind: card, trim: [44, 63], bleed: 3, safe: 3}",
    )
    profile(game, "mine", "vendor: me\ncondition: coated-300\n")
    said = call("build", str(game), "--profile", "mine").output
    assert "The Cutter cuts no rectangle of 63 x 88 mm, the size of deck cards" in said
    assert "the nearest is mini, 44 x 63 mm" in said
    assert "The Cutter cuts no hexagon" in said


def test_a_landscape_deck_lies_on_its_side_with_one_top_on_front_and_back(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    text = text.replace("size: standard-card, corner: 3", "width: 88, height: 63, corner: 3")
    (game / "game.yaml").write_text(text, "utf-8")
    (game / "layouts" / "card.yaml").write_text(
        "slots:\n  top: {kind: shape, shape: rectangle, box: [20, 5, 48, 10], fill: sun}\n", "utf-8"
    )
    (game / "layouts" / "back.yaml").write_text(
        "slots:\n  top: {kind: shape, shape: rectangle, box: [20, 5, 48, 10], fill: rain}\n", "utf-8"
    )
    vendor(game, "sizes: listed\ncuts: [{name: card, kind: card, trim: [63, 88], bleed: 3, safe: 3}]")
    profile(game, "mine", "vendor: me\ncondition: coated-300\n")
    (game / "layouts" / "tile.yaml").write_text("slots: {}\n", "utf-8")
    folder = build(game, "mine", "--only", "cards:S1")
    with pikepdf.open(folder / "cards.pdf") as pdf:
        assert [round(float(side) / 72 * 25.4) for side in pdf.pages[0].trimbox] == [3, 3, 66, 91]
    pages = _pictures(folder / "cards.pdf")
    # Seen from the front the top is at the right edge, seen from behind at the left: it is one edge of the card.
    front, back = (np.asarray(page.convert("L")) < 250 for page in pages[:2])
    assert front[:, -140:].any() and not front[:, :140].any()
    assert back[:, :140].any() and not back[:, -140:].any()


def _pictures(path: Path) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(path.read_bytes())
    return [document[number].render(scale=254 / 72).to_pil() for number in range(len(document))]


def test_the_profile_is_packed_once_for_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed, pack = [], zlib.compress
    monkeypatch.setattr(zlib, "compress", lambda data, level: packed.append(data) or pack(data, level))
    objects._packed.cache_clear()
    page = Drawing(Rect(0, 0, 20, 20), ())
    for standard in ("x4", "x1a"):
        about = pdf.PressFile(inks(), standard, "FOGRA39", "", "coated")
        file = tmp_path / f"{standard}.pdf"
        pdf.write(file, [pdf.Page(page, page.box, page.box)], NO_FONTS, pdf.Info("empty"), press=about)
        with pikepdf.open(file) as document:
            assert document.Root.OutputIntents[0].DestOutputProfile.read_bytes() == inks().profile.data
    assert packed.count(inks().profile.data) == 1


def test_x4_says_what_it_is_and_holds_inks_alone(game: Path) -> None:
    folder = build(game, "press-x4")
    with pikepdf.open(folder / "cards-fronts.pdf") as pdf:
        assert pdf.pdf_version == "1.6" and pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-4"
        assert pdf.docinfo["/Trapped"] == "/False" and len(pdf.trailer.ID) == 2
        [intent] = pdf.Root.OutputIntents
        assert (intent.S, intent.OutputConditionIdentifier) == ("/GTS_PDFX", "FOGRA39")
        profile = intent.DestOutputProfile
        assert profile.N == 4 and profile.read_bytes() == condition_of("coated-300").profile.data
        with pdf.open_metadata() as meta:
            assert meta["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
        words = contents(pdf)
        assert not re.search(r"\b(rg|RG|g|G)\n", words) and " k\n" in words
        assert not re.search(r"[\d.]+ [\d.]+ [\d.]+ (rg|RG)\b", words)
        spaces = {str(stream.get("/ColorSpace")) for stream in streams(pdf) if stream.get("/Subtype") == "/Image"}
        assert spaces <= {"/DeviceCMYK", "/DeviceGray"}
        assert {str(page.Group.CS) for page in pdf.pages} == {"/DeviceCMYK"}
        assert "0 0 0 1 k" in words


def test_inks_of_the_palette_reach_the_file_and_black_overprints(game: Path) -> None:
    folder = build(game, "press-x4")
    with pikepdf.open(folder / "cards-backs.pdf") as pdf:
        [spot] = separations(pdf)
        assert (str(spot[1]), str(spot[2])) == ("/PANTONE 7490 C", "/DeviceCMYK")
        assert [float(value) for value in spot[3].C1] == [0.5, 0.05, 0.7, 0.1]
        assert " cs 1 scn" in contents(pdf)
    with pikepdf.open(folder / "cards-fronts.pdf") as pdf:
        states = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/op" in thing]
        assert any(state.op and state.OPM == 1 for state in states)


def veiled(game: Path, keys: str) -> None:
    """Draw something transparent below the texts of the cards."""
    layout = game / "layouts" / "card.yaml"
    before, title, after = layout.read_text("utf-8").partition("  title: {kind: text")
    assert title
    layout.write_text(f"{before}  veil: {{kind: shape, shape: rectangle, {keys}}}\n{title}{after}", "utf-8")


def test_x1a_has_no_transparency_and_keeps_its_texts(game: Path) -> None:
    veiled(game, "box: [5, 5, 53, 40], fill: rain, opacity: 0.3")
    folder = build(game, "press-x1a", "--only", "cards:S1,R1")
    with pikepdf.open(folder / "cards-fronts.pdf") as pdf:
        assert pdf.pdf_version == "1.4" and pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                assert "/SMask" not in thing or thing.SMask == "/None"
                assert float(thing.get("/ca", 1)) == 1 and float(thing.get("/CA", 1)) == 1
                assert thing.get("/S") != "/Transparency"
        with pdf.open_metadata() as meta:
            assert meta["{http://ns.adobe.com/pdfx/1.3/}GTS_PDFXVersion"] == "PDF/X-1a:2003"
        pictures = [stream for stream in streams(pdf) if stream.get("/Subtype") == "/Image"]
        assert pictures and {str(picture.ColorSpace) for picture in pictures} == {"/DeviceCMYK"}
        wide = 53 / 25.4 * 600
        assert all(int(picture.Width) == pytest.approx(wide, abs=30) for picture in pictures), "more than what is clear"
        assert " Tf " in contents(pdf)


def test_x1a_and_x4_show_the_same_inks(game: Path) -> None:
    """The picture of what is transparent, and the vectors round it, are the plates of the page."""
    veiled(game, "box: [10, 20, 20, 20], fill: rain, opacity: 0.5")
    folder = build(game, "press-x1a", "--only", "cards:S1")
    with pikepdf.open(folder / "cards-fronts.pdf") as pdf:
        [picture] = [stream for stream in streams(pdf) if stream.get("/Subtype") == "/Image"]
        shape = (int(picture.Height), int(picture.Width), 4)
        pixels = np.frombuffer(picture.read_bytes(), np.uint8).reshape(shape) / 2.55
    there = inks()
    paper, rain = (there.of(parse(value)).cmyk for value in ("#FFFDF6", "#3F88C5"))  # type: ignore[arg-type]
    wanted = [(level + other) / 2 for level, other in zip(paper, rain, strict=True)]
    assert pixels[30, 30] == pytest.approx(wanted, abs=1)


@pytest.mark.parametrize(
    ("order", "files"),
    [
        ("front-back", ["cards.pdf"]),
        ("back-front", ["cards.pdf"]),
        ("fronts-backs", ["cards-backs.pdf", "cards-fronts.pdf"]),
    ],
)
def test_pages_are_in_the_order_that_the_vendor_asks_for(game: Path, order: str, files: list[str]) -> None:
    profile(game, "mine", f"vendor: press-x4\ncondition: coated-300\norder: {order}\n")
    folder = build(game, "mine", "--only", "cards:S1,S3")
    assert sorted(path.name for path in folder.glob("*.pdf")) == files
    sides = {path.name: [_has_spot(page) for page in _opened(path).pages] for path in folder.glob("*.pdf")}
    front, back = False, True  # the leaf green of the back is a spot ink
    wanted = {
        "front-back": {"cards.pdf": [front, back] * 3},
        "back-front": {"cards.pdf": [back, front] * 3},
        "fronts-backs": {"cards-fronts.pdf": [front] * 3, "cards-backs.pdf": [back] * 3},
    }
    assert sides == wanted[order]


def _opened(path: Path) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(path.read_bytes()))


def _has_spot(page: pikepdf.Page) -> bool:
    return "/ColorSpace" in page.Resources


def test_copies_stand_in_the_list_where_the_profile_says_so(game: Path) -> None:
    profile(game, "mine", "vendor: press-x4\ncondition: coated-300\ncopies: list\norder: front-back\n")
    folder = build(game, "mine", "--only", "cards:S1,S3")
    assert len(_opened(folder / "cards.pdf").pages) == 4
    rows = list(csv.DictReader((folder / "pieces.csv").read_text("utf-8").splitlines()))
    assert [(row["piece"], row["copies"]) for row in rows] == [("S1", "2"), ("S3", "1")]


def test_an_ink_that_is_not_shown_is_in_files_for_a_press_alone(game: Path) -> None:
    (game / "palette.yaml").write_text(
        (game / "palette.yaml").read_text("utf-8") + 'gloss: {srgb: "#fff4c2", spot: Varnish, shown: no}\n', "utf-8"
    )
    layout = game / "layouts" / "card.yaml"
    layout.write_text(
        layout.read_text("utf-8") + "  gloss: {kind: shape, shape: rectangle, box: [16, 21, 31, 31], fill: gloss}\n",
        "utf-8",
    )
    home = build(game, "faces", "--only", "cards:S1")
    assert "fff4c2" not in (home.parent / "faces" / "cards" / "S1.front.svg").read_text("utf-8").lower()
    with pikepdf.open(build(game, "press-x4", "--only", "cards:S1") / "cards-fronts.pdf") as pdf:
        assert [str(separation[1]) for separation in separations(pdf)] == ["/Varnish"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ink: {srgb: 22313A}", "is not a colour"),
        ('ink: {srgb: "#22313A", cmyk: [0, 0, 100]}', "cmyk has 3 numbers"),
        ('ink: {srgb: "#22313A", cmyk: [0, 0, 0, 130]}', "at most 100"),
        ('ink: {srgb: "#22313A", spot: Black}', "no name for a spot ink"),
        ('ink: {srgb: "#22313A", shown: no}', "nothing would be printed in it"),
        ('ink: {srgb: "#22313A", spto: Foil}', "spto"),
        (
            'ink: {srgb: "#22313A", spot: Foil}\nfoil: {srgb: "#22313B", spot: Foil, cmyk: [0, 0, 0, 50]}',
            "with another cmyk",
        ),
    ],
)
def test_faults_of_inks_are_named_at_their_lines(game: Path, line: str, said: str) -> None:
    text = (game / "palette.yaml").read_text("utf-8")
    (game / "palette.yaml").write_text(re.sub(r"ink: .*", line, text, count=1), "utf-8")
    result = call("check", str(game))
    assert result.exit_code == 1 and said in result.output and "palette.yaml:" in result.output


def test_a_profile_that_a_printer_sent_is_taken_and_another_file_is_not(game: Path, tmp_path: Path) -> None:
    own = tmp_path / "printer.icc"
    own.write_bytes(condition_of("coated-240").profile.data)
    with pikepdf.open(build(game, "press-x4", "--only", "cards:S1", "--icc", str(own)) / "cards-fronts.pdf") as pdf:
        [intent] = pdf.Root.OutputIntents
        assert intent.DestOutputProfile.read_bytes() == own.read_bytes()
        assert intent.OutputConditionIdentifier == "beeprint coated 240 %"
    for data, why in (
        (b"not a profile" * 30, "it is no ICC profile"),
        (_screen_profile(), "it must be for output, in CMYK"),
        (own.read_bytes()[:3000], "damaged"),
    ):
        own.write_bytes(data)
        result = call("build", str(game), "--profile", "press-x4", "--icc", str(own))
        assert result.exit_code == 1 and why in result.output and "printer.icc" in result.output


def test_board_is_printed_by_a_printers_own_profile_too(game: Path, tmp_path: Path) -> None:
    own = tmp_path / "printer.icc"
    own.write_bytes(condition_of("coated-240").profile.data)
    with pikepdf.open(build(game, "punchboard", "--icc", str(own)) / "tiles.pdf") as pdf:
        assert pdf.Root.OutputIntents[0].DestOutputProfile.read_bytes() == own.read_bytes()


@pytest.mark.parametrize("option", ["--icc", "--proof"])
def test_what_no_profile_heeds_is_no_build(option: str, game: Path, tmp_path: Path) -> None:
    own = tmp_path / "printer.icc"
    own.write_bytes(condition_of("coated-240").profile.data)
    words = [option, str(own)] if option == "--icc" else [option]
    result = call("build", str(game), "--profile", "home-a4", *words)
    assert result.exit_code == 2 and f"{option}: none of the profiles uses it; add --profile press-x4" in result.output
    assert (
        call(
            "build", str(game), "--profile", "home-a4", "--profile", "press-x4", "--only", "cards:S1", *words
        ).exit_code
        == 0
    )


def _screen_profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def test_text_beyond_the_vendors_safe_line_is_named(game: Path) -> None:
    vendor(game, "sizes: any\nany-size: {bleed: 3, safe: 9}")
    profile(game, "mine", "vendor: me\ncondition: coated-300\n")
    said = call("build", str(game), "--profile", "mine", "--output", str(game.parent / "out"), "--only", "cards").output
    assert "slot value extends 2.0 mm beyond the safe zone, which is 9 mm inside the trim" in said


@pytest.mark.parametrize("name", ["press-x4", "press-x1a"])
@pytest.mark.parametrize("colour", ["F6E4B4", "2B1D0E", "7A7A7A"])
def test_preflight_finds_nothing_in_small_text_of_which_the_build_is_silent(name: str, colour: str, game: Path) -> None:
    """A cream is yellow with a trace of magenta: no blurred edge is seen of so little."""
    layout = game / "layouts" / "card.yaml"
    text = "text: {kind: text, font: source-sans, size: 8, colour: cream, text: Honey, box: [8, 20, 47, 10]}"
    layout.write_text(
        f"slots:\n  ground: {{kind: shape, shape: rectangle, box: bleed, fill: leaf}}\n  {text}\n", "utf-8"
    )
    palette = game / "palette.yaml"
    palette.write_text(palette.read_text("utf-8") + f'cream: "#{colour}"\n', "utf-8")
    out = game.parent / "out"
    result = call("build", str(game), "--profile", name, "--only", "cards:S1", "--output", str(out))
    assert result.exit_code == 0 and "warning" not in result.output, result.output
    files = sorted(map(str, out.rglob("cards-*.pdf")))
    report = call("preflight", *files, "--profile", name)
    assert report.exit_code == 0 and report.output.count("no fault found") == len(files) == 2, report.output


def test_a_gradient_without_transparency_stays_a_gradient() -> None:
    stops = (Stop(0, Colour(255, 0, 0)), Stop(1, Colour(0, 0, 255)))
    clear = (Stop(0, Colour(255, 0, 0), 0.5), Stop(1, Colour(0, 0, 255)))
    square = rectangle(Rect(0, 0, 10, 10))
    for colour_stops, wanted in ((stops, False), (clear, True)):
        paint = LinearGradient(Point(0, 0), Point(10, 0), colour_stops)
        assert opaque.is_clear(path_mark(square, paint)) is wanted
        assert opaque.is_clear(path_mark(square, None, Stroke(paint, 1))) is wanted


# proofs ---------------------------------------------------------------------------------------------------------------


def test_a_proof_shows_the_print_its_plates_and_its_ink(game: Path) -> None:
    folder = build(game, "press-x4", "--only", "cards:S1", "--proof") / "proof" / "cards"
    assert {path.name for path in folder.iterdir()} == {
        f"{side}{kind}.png" for side in ("S1.front", "back") for kind in ("", ".plates", ".ink")
    }
    with Image.open(folder / "S1.front.png") as seen:
        assert seen.size == (round(69 / 25.4 * 200), round(94 / 25.4 * 200)) and round(seen.info["dpi"][0]) == 200
        red, green, blue = seen.convert("RGB").getpixel((20, 20))  # type: ignore[misc]
    sun = inks().of(Colour(0xF2, 0xB1, 0x34)).cmyk
    wanted = condition_of("coated-300").profile.screen(Image.new("CMYK", (1, 1), tuple(round(v * 2.55) for v in sun)))
    assert (red, green, blue) == pytest.approx(wanted.getpixel((0, 0)), abs=3)
    with Image.open(folder / "back.plates.png") as plates:
        assert plates.width > 4.9 * seen.width  # the leaf green has a plate of its own
    rows = list(csv.DictReader((folder.parent / "ink.csv").read_text("utf-8-sig").splitlines()))
    assert [row["page"] for row in rows] == ["cards/S1.front", "cards/back"]
    assert all(0 < float(row["most ink"]) <= 300 and float(row["bare black"]) == 0 for row in rows)


def test_a_proof_counts_black_that_has_a_colour_beside_it_and_none_beneath() -> None:
    """A black ink that may not overprint knocks out the red: half of all black beside red is bare, and green."""
    knocking = PressInk("stamp", Colour(9, 9, 9), Cmyk(0, 0, 0, 100))
    there = inks("coated-300", 300, BLACK_INK, knocking)
    red = box(0, 0, 40, 20, Colour(200, 30, 30))
    marks = (red, box(5, 5, 10, 10, knocking.colour), box(25, 5, 10, 10, BLACK_INK.colour))
    page_proof = proof.proof(Drawing(Rect(0, 0, 40, 20), marks), Plates(there, NO_FONTS), NO_FONTS)
    rim = 4 * (10 / 25.4 * proof.DPI)
    assert page_proof.black.beside.sum() == pytest.approx(2 * rim, rel=0.05)
    assert page_proof.black.share == pytest.approx(50, abs=1)
    left, right = page_proof.ink_map().crop((0, 0, 157, 157)), page_proof.ink_map().crop((157, 0, 315, 157))
    green = [(np.asarray(half) == (0, 150, 60)).all(axis=2).sum() for half in (left, right)]
    assert green == [page_proof.black.bare.sum(), 0]


def test_the_ink_map_is_magenta_where_there_is_too_much_ink() -> None:
    deep = PressInk("deep", Colour(1, 2, 3), Cmyk(100, 100, 100, 20))
    there = inks("coated-300", 300, deep)
    fonts = NO_FONTS
    drawing = Drawing(Rect(0, 0, 20, 10), (box(0, 0, 10, 10, deep.colour),))
    page_proof = proof.proof(drawing, Plates(there, fonts), fonts)
    assert page_proof.most == pytest.approx(320, abs=0.5)
    assert page_proof.ink_map().getpixel((30, 30)) == (255, 0, 255) and page_proof.ink_map().getpixel((140, 30)) == (
        255,
        255,
        255,
    )


@pytest.mark.slow
def test_a_proof_of_board_shows_each_side_with_its_cut_lines(game: Path) -> None:
    folder = build(game, "punchboard", "--proof") / "proof" / "tiles"
    assert {path.name for path in folder.iterdir()} == {f"1.front{kind}.png" for kind in ("", ".plates", ".ink")}
    with Image.open(folder / "1.front.png") as seen, Image.open(folder / "1.front.plates.png") as plates:
        assert plates.width > 5 * seen.width, "the cut lines have a plate of their own"
        assert np.asarray(plates)[:, -seen.width :].min() < 128


# board ----------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_board_has_its_cut_lines_in_a_spot_ink_that_overprints_six_millimetres_apart(tmp_path: Path) -> None:
    made("build", "pollen-wars", "--profile", "punchboard", "--only", "field", "--output", str(tmp_path))
    folder = tmp_path / "pollen-wars" / "punchboard"
    assert sorted(path.name for path in folder.iterdir()) == ["field-die-cut.pdf", "field.pdf"]
    for name, pages in (("field.pdf", 4), ("field-die-cut.pdf", 2)):
        with pikepdf.open(folder / name) as pdf:
            assert len(pdf.pages) == pages
            [spot] = separations(pdf)
            assert str(spot[1]) == "/die-cut" and [float(value) for value in spot[3].C1] == [0, 1, 0, 0]
            words = contents(pdf)
            assert len(re.findall(r"CS 1 SCN", words)) >= pages
            assert any(
                thing.OP and thing.OPM == 1
                for thing in pdf.objects
                if isinstance(thing, pikepdf.Dictionary) and "/OP" in thing
            )
    lines = _pictures(folder / "field-die-cut.pdf")[0].convert("L")
    cut = np.asarray(lines) < 250
    across = np.flatnonzero(cut.any(axis=0))
    assert across[0] / 10 >= 6 and (cut.shape[1] - 1 - across[-1]) / 10 >= 6, "6 mm to the edge of the board"


@pytest.fixture
def boxed(game: Path) -> Path:
    """A game whose cards have a plain tuck box."""
    text = (game / "game.yaml").read_text("utf-8")
    box = "boxes:\n  card-box: {title: Cards, shape: {kind: tuck-box, for: [cards]}}\n"
    (game / "game.yaml").write_text(text + box, "utf-8")
    return game


@pytest.mark.parametrize("name", ["press-x4", "press-x1a"])
def test_a_box_is_a_file_with_the_lines_of_its_die_in_spot_inks_that_overprint(name: str, boxed: Path) -> None:
    folder = build(boxed, name, "--only", "card-box")
    assert {path.name for path in folder.rglob("*.pdf")} == {"card-box.pdf"}
    [row] = csv.DictReader((folder / "pieces.csv").read_text("utf-8").splitlines())
    assert (row["deck"], row["copies"], row["sides"]) == ("card-box", "1", "1")
    with pikepdf.open(folder / "boxes" / "card-box.pdf") as pdf:
        [page] = pdf.pages
        spots = {str(separation[1]): [float(value) for value in separation[3].C1] for separation in separations(pdf)}
        assert spots == {"/CutContour": [0, 1, 0, 0], "/Crease": [1, 0, 0, 0]}
        assert any(
            thing.OP and thing.OPM == 1
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and "/OP" in thing
        )
        trim, bleed = ([float(value) / 72 * 25.4 for value in box] for box in (page.trimbox, page.bleedbox))
        assert [abs(inner - outer) for inner, outer in zip(trim, bleed, strict=True)] == pytest.approx(
            [3] * 4, abs=0.01
        )
    net = pipeline.check(boxed, Options()).game.boxes["card-box"].shape
    assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((net.width, net.height), abs=0.01), "true size"


def test_a_press_gets_boxes_beside_the_decks_and_by_the_printers_names(boxed: Path) -> None:
    profile(boxed, "mine", "vendor: press-x4\ncondition: coated-300\nboxes: yes\ncut: Knife\nscore: Fold\n")
    folder = build(boxed, "mine")
    assert {"cards-fronts.pdf", "cards-backs.pdf"} < {path.name for path in folder.iterdir()}
    with pikepdf.open(folder / "boxes" / "card-box.pdf") as pdf:
        assert {str(separation[1]) for separation in separations(pdf)} == {"/Knife", "/Fold"}
    profile(boxed, "plain", "vendor: press-x4\ncondition: coated-300\n")
    assert not (build(boxed, "plain") / "boxes").exists()


def test_art_in_the_colour_of_a_cut_line_on_the_screen_stays_art(boxed: Path) -> None:
    """Magenta of #ec008c is common: it must not become a line that a machine cuts along."""
    layout = boxed / "layouts" / "card.yaml"
    stripe = '  stripe: {kind: shape, shape: rectangle, box: [5, 5, 9, 9], fill: "#ec008c"}\n'
    layout.write_text(layout.read_text("utf-8") + stripe, "utf-8")
    with pikepdf.open(build(boxed, "press-x4", "--only", "cards:S1") / "cards-fronts.pdf") as pdf:
        assert [str(separation[1]) for separation in separations(pdf)] == []
    tile = boxed / "layouts" / "tile.yaml"
    tile.write_text(tile.read_text("utf-8") + stripe.replace("5, 5", "20, 20"), "utf-8")
    file = build(boxed, "punchboard", "--only", "tiles") / "tiles.pdf"
    report = call("preflight", str(file), "--profile", "punchboard").output
    assert "die-cut" in report and "cut-line" not in report, "an area in the ink of the cut lines"


def test_a_printer_of_listed_sizes_cuts_no_box(boxed: Path) -> None:
    profile(boxed, "mine", "vendor: drivethrucards\ncondition: coated-240\nboxes: yes\n")
    result = call("build", str(boxed), "--profile", "mine", "--only", "card-box", "--output", str(boxed.parent / "out"))
    assert result.exit_code == 1 and "cuts no flat box of" in result.output
    assert "write boxes: no in the profile, or name a vendor that cuts any size" in result.output


def test_files_are_named_as_the_vendor_says(game: Path) -> None:
    two = "order: fronts-backs, split: two, copies: pages, names: ['{deck}-{width}x{height}-f.pdf', '{deck}-b.pdf']"
    vendor(game, "sizes: any\nany-size: {bleed: 3, safe: 3}", two)
    profile(game, "mine", "vendor: me\ncondition: coated-300\n")
    folder = build(game, "mine", "--only", "cards")
    assert {path.name for path in folder.iterdir()} == {"cards-63x88-f.pdf", "cards-b.pdf", "pieces.csv"}
    profile(game, "other", "vendor: me\ncondition: coated-300\norder: front-back\n")
    folder = build(game, "other", "--only", "cards")
    assert {path.name for path in folder.iterdir()} == {"cards.pdf", "pieces.csv"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("{deck}-{piece}.pdf", "it may hold {deck}, {width}, {height}"),
        ("../{deck}.pdf", "is no file in the profile's folder"),
        ("all.pdf", "write one with {deck} that ends in .pdf"),
    ],
)
def test_names_of_files_that_nothing_fills_in_are_errors(name: str, why: str, game: Path) -> None:
    settings = f"order: front-back, split: one, copies: pages, names: ['{name}']"
    vendor(game, "sizes: any\nany-size: {bleed: 3, safe: 3}", settings)
    profile(game, "mine", "vendor: me\ncondition: coated-300\n")
    result = call("build", str(game), "--profile", "mine", "--output", str(game.parent / "out"), "--only", "cards")
    assert result.exit_code == 1 and "me.yaml:6:8: error" in result.output and why in result.output


def test_the_name_of_the_cut_ink_is_the_factorys(game: Path) -> None:
    """Also where the same sheets have been made for another factory, and are kept in the cache."""
    build(game, "punchboard")
    (game / "layouts" / "profiles").mkdir(exist_ok=True)
    (game / "layouts" / "profiles" / "mine.yaml").write_text(
        "title: mine\noutput: die-cut\nvendor: punchboard\ncondition: coated-300\n"
        "sheets: [punchboard]\ncut: CutContour\n",
        "utf-8",
    )
    folder = build(game, "mine")
    assert {path.name for path in folder.iterdir()} == {"tiles.pdf", "tiles-CutContour.pdf"}, "cards are not punched"
    with pikepdf.open(folder / "tiles.pdf") as pdf:
        assert "/CutContour" in {str(separation[1]) for separation in separations(pdf)}


def test_pieces_too_small_to_be_punched_are_named(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    small = "{kind: hexagon, flats: 5}\n    safe: 1\n    bleed: 1"
    (game / "game.yaml").write_text(text.replace("{kind: hexagon, flats: 60}", small), "utf-8")
    (game / "layouts" / "tile.yaml").write_text("slots: {}\n", "utf-8")
    said = call("build", str(game), "--profile", "punchboard", "--output", str(game.parent / "out")).output
    assert "pieces of deck tiles are 5 x 5.77" in said and "no piece below 8 x 8 mm" in said
    assert "pieces of deck tiles have an edge of 2.89 mm" in said and "no edge below 3 mm" in said


def test_a_factory_is_told_how_large_the_box_for_its_boards_is(game: Path) -> None:
    said = call("build", str(game), "--profile", "punchboard", "--output", str(game.parent / "out")).output
    assert "a box for these sheets has a lid of at least 303 x 303 mm" in said
    assert "have an edge of" not in said
