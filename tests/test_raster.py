"""`raster:`: art that cannot be drawn exactly becomes pixels, and reaches nothing outside its own file."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageChops

from beeprint import pipeline
from beeprint.base import budget
from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.base.problems import BuildError, Place
from beeprint.drawing import raster, svg
from beeprint.drawing.drawing import ImageMark, walk
from beeprint.face.layout import Face
from beeprint.outputs.shared import Checked
from cases import spread
from conftest import font_file
from small_game import small_game

RED = Colour(200, 30, 30)
GLOW = """<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 200 100">
  <filter id="soft"><feGaussianBlur stdDeviation="8"/></filter>
  <circle cx="50" cy="50" r="30" fill="currentColor" filter="url(#soft)"/>
</svg>"""


draw_apart = raster.draw_apart


def drawn_here(text: str, fonts: Sequence[Path] = ()) -> bytes:
    """Draw a picture as the process of its own does, without starting one for each card of a test."""
    return raster.render(text, [str(path) for path in fonts])


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(raster, "draw_apart", drawn_here)
    small_game(tmp_path / "mine")
    slots = "slots:\n  ground: {kind: shape, shape: outline, fill: leaf}\n"
    (tmp_path / "mine" / "layouts" / "tile.yaml").write_text(slots, "utf-8")
    (tmp_path / "mine" / "art" / "glow.svg").write_text(GLOW, "utf-8")
    return tmp_path / "mine"


def slot(game: Path, rest: str) -> Checked:
    (game / "layouts" / "card.yaml").write_text(f"slots:\n  glow: {{kind: picture, art: glow, {rest}}}\n", "utf-8")
    return pipeline.check(game, Options())


def front(checked: Checked, piece: str = "S1") -> Face:
    return checked.faces["cards", piece, "front"]


def image(face: Face) -> tuple[Image.Image, Rect]:
    """Return the one image of a face and where it lies."""
    [(mark, matrix)] = [(mark, at) for mark, at in walk(face.drawing.marks) if isinstance(mark, ImageMark)]
    return Image.open(io.BytesIO(mark.data)), matrix.rect(mark.box)


def test_a_filter_is_drawn_at_the_slots_size_and_resolution(game: Path) -> None:
    checked = slot(game, "box: [10, 10, 30, 30], raster: 600dpi, colour: rain")
    assert checked.problems == ()
    picture, box = image(front(checked))
    # Contained: 20 x 10 mm drawn as 30 x 15 in the middle of the box.
    assert box == pytest.approx(Rect(10, 17.5, 30, 15), abs=1e-3)
    assert (picture.size, picture.mode) == ((709, 354), "RGBA")
    assert picture.getpixel((2, 2)) == (0, 0, 0, 0)
    # Filters reckon in linear light, so a channel may come back one off.
    assert picture.getpixel((177, 177)) == pytest.approx((*checked.game.palette["rain"], 255), abs=1)


@pytest.mark.parametrize(
    ("fit", "size", "box"),
    [
        ("contain", (472, 236), Rect(10, 15, 40, 20)),
        ("cover", (709, 354), Rect(0, 10, 60, 30)),
        ("stretch", (472, 354), Rect(10, 10, 40, 30)),
    ],
)
def test_each_way_to_fit_gets_the_pixels_it_shows(game: Path, fit: str, size: tuple[int, int], box: Rect) -> None:
    picture, area = image(front(slot(game, f"box: [10, 10, 40, 30], raster: 300dpi, fit: {fit}")))
    assert picture.size == size
    assert area == pytest.approx(box, abs=1e-3)


def test_a_size_is_drawn_once_for_all_cards_and_embedded_once(game: Path) -> None:
    checked = slot(game, "box: [10, 10, 40, 40], raster: 300dpi")
    assert image(front(checked, "S1"))[0].tobytes() == image(front(checked, "R6"))[0].tobytes()
    pipeline.build(checked, Options(profiles=("home-a4",)))
    with pikepdf.open("output/mine/home-a4/cards.pdf") as pdf:
        sizes = [
            (int(thing.Width), int(thing.Height), "/SMask" in thing)
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Stream)
            and thing.get("/Subtype") == "/Image"
            and thing.ColorSpace == "/DeviceRGB"
        ]
    assert sizes == [(472, 236, True)]


def test_too_few_dots_are_warned_of(game: Path) -> None:
    [problem, *_] = slot(game, "box: [10, 10, 40, 40], raster: 100dpi").problems
    assert (problem.severity, problem.message) == (
        "warning",
        "slot glow shows a picture that is too coarse for print: 100 dpi, 200 are wanted (S1)",
    )


def test_too_few_dots_of_a_frame_are_warned_of(game: Path) -> None:
    (game / "art" / "soft.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"/>')
    (game / "layouts" / "card.yaml").write_text("frame: {art: soft, raster: 90dpi}\nslots: {}\n", "utf-8")
    [problem, *_] = pipeline.check(game, Options()).problems
    assert (problem.severity, str(problem.place)) == ("warning", "mine/layouts/card.yaml:1:28")
    assert problem.message == "slot frame shows a picture that is too coarse for print: 90 dpi, 200 are wanted (S1)"


def test_a_frame_is_flattened_without_its_boxes_and_with_its_bleed(game: Path) -> None:
    text = """<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
      <filter id="soft"><feGaussianBlur stdDeviation="1"/></filter>
      <rect x="-9" y="-9" width="81" height="106" fill="#204060"/>
      <circle cx="31.5" cy="20" r="8" fill="#ffffff" filter="url(#soft)"/>
      <rect id="title" x="10" y="60" width="43" height="8" fill="#ff00ff"/></svg>"""
    (game / "art" / "soft.svg").write_text(text, "utf-8")
    (game / "layouts" / "card.yaml").write_text(
        "frame: {art: soft, raster: 300dpi}\n"
        'slots:\n  title: {kind: text, text: "{title}", font: fredoka, size: 12, colour: paper}\n',
        "utf-8",
    )
    checked = pipeline.check(game, Options())
    assert checked.problems == ()
    picture, box = image(front(checked))
    assert box == pytest.approx(Rect(-3, -3, 69, 94))
    assert picture.size == (815, 1110)
    colours = {picture.getpixel(at) for at in ((0, 0), (814, 0), (0, 1109), (407, 790))}
    assert colours == {(0x20, 0x40, 0x60, 255)}  # the bleed's corners, and where the pink box was
    assert picture.getpixel((407, 272)) == (255, 255, 255, 255)
    assert [ink.slot for ink in front(checked).inks] == ["frame", "title"]


def test_shares_of_the_page_in_a_flattened_frame_are_refused(game: Path) -> None:
    text = """<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
      <rect width="100%" height="50"/></svg>"""
    (game / "art" / "soft.svg").write_text(text, "utf-8")
    (game / "layouts" / "card.yaml").write_text("frame: {art: soft, raster: 300dpi}\nslots: {}\n", "utf-8")
    [problem] = pipeline.check(game, Options()).problems
    assert str(problem.place) == "mine/art/soft.svg:2:7"
    assert problem.message == "width is 100%, a share of the page, which does not include the bleed"


# Safe with a stranger's picture -------------------------------------------------------------------------------------


def test_the_renderer_would_open_files_so_they_are_refused_before(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    Image.new("RGB", (10, 10), (1, 2, 3)).save(secret)
    text = f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
      width="10" height="10"><image xlink:href="{secret.as_posix()}" width="10" height="10"/></svg>"""
    leaked = Image.open(io.BytesIO(raster.draw(text, 96))).convert("RGB").getpixel((5, 5))
    assert leaked == (1, 2, 3), "the renderer no longer opens files: say so in raster.py"
    for way in (
        text,
        text.replace("xlink:href", "href"),
        text.replace("xlink:href", "xlink:HREF"),
        text.replace("image xlink", "image a='b' xlink")
        .replace("<image", "<g><image")
        .replace("/></svg", "/></g></svg"),
        text.replace("<image", "<defs><image").replace("/></svg", "/></defs></svg"),
        text.replace("<image", '<symbol><pattern id="p"><image').replace("/></svg", "/></pattern></symbol></svg"),
        text.replace("<svg ", '<svg xmlns:s="http://www.w3.org/2000/svg" ').replace("xlink:href", "s:href"),
    ):
        with pytest.raises(BuildError, match="outside the file"):
            svg.sanitised(way, "picture.svg")


def test_what_an_editor_keeps_for_itself_never_reaches_the_renderer() -> None:
    text = """<?editor href="/etc/passwd"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:x="urn:x"
      width="10" height="10"><x:thing><image href="/etc/passwd"/></x:thing><metadata><image href="/b"/></metadata>
      <switch><foreignObject requiredExtensions="urn:x"><image href="/c"/></foreignObject><g/></switch></svg>"""
    closed = svg.sanitised(text, "picture.svg")
    sent = closed.text(closed.page, 10, 10, RED)
    assert "href" not in sent and "thing" not in sent and "<g />" in sent


def test_entities_are_refused() -> None:
    text = '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'
    with pytest.raises(BuildError, match="contains other entities or a file"):
        svg.sanitised(text, "picture.svg")


@pytest.mark.parametrize("way", ["url(#f)", "url( '#f' )", 'url("#f")'])
def test_references_inside_the_file_are_followed(way: str) -> None:
    quoted = way.replace('"', "&quot;")
    text = GLOW.replace('filter="url(#soft)"', f'style="filter: {quoted}"').replace('id="soft"', 'id="f"')
    path = 'inkscape:path="C:\\me (2)\\url(x)"'
    text = text.replace("<circle", f'<circle xmlns:inkscape="urn:i" {path}')
    closed = svg.sanitised(text, "picture.svg")
    data = raster.draw_apart(closed.text(closed.page, 200, 100, RED))
    edge = Image.open(io.BytesIO(data)).getpixel((50, 18))
    assert isinstance(edge, tuple) and 0 < edge[3] < 255  # 32 from the middle of a circle of 30: soft


@pytest.mark.parametrize("way", ['filter="url(#soft)"', "style=\"fill: url( '#soft' )\"", 'clip-path="url(#soft)"'])
def test_a_reference_to_what_is_not_there_is_refused(way: str) -> None:
    text = GLOW.replace('filter="url(#soft)"', way).replace('id="soft"', 'id="sofa"')
    with pytest.raises(
        BuildError, match="circle refers to #soft, which is not in the file\n    hint: did you mean sofa"
    ):
        svg.sanitised(text, "picture.svg")


BOMB = "".join(f'<g id="a{n}"><use href="#a{n - 1}"/><use href="#a{n - 1}"/></g>' for n in range(1, 40))


def test_a_picture_that_grows_without_end_is_an_error(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "draw_apart", draw_apart)
    text = GLOW.replace("<circle", f'<g id="a0"><path d="M0 0"/></g>{BOMB}<circle')
    (game / "art" / "glow.svg").write_text(text, "utf-8")
    [problem, *_] = slot(game, "box: [10, 10, 40, 40], raster: 300dpi").problems
    assert problem.message.startswith("the picture cannot be drawn as pixels: the renderer cannot read it")
    assert problem.place.file == "mine/art/glow.svg"


def test_a_picture_that_takes_too_long_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "SECONDS", 1)
    slow = '<filter id="f"><feTurbulence numOctaves="12"/><feMorphology radius="60"/></filter>' + (
        '<rect width="4000" height="4000" filter="url(#f)"/>' * 20
    )
    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            started.append(self)
            super().__init__(*arguments, **options)

        def communicate(self, given: Any = None, timeout: float | None = None) -> tuple[bytes, bytes]:
            assert timeout == 1
            return super().communicate(given, timeout / 5)  # what takes less than this would fail the test too

    monkeypatch.setattr(subprocess, "Popen", Noted)
    with pytest.raises(ValueError, match=r"takes more than 1 seconds"):
        raster.draw_apart(f'<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">{slow}</svg>')
    assert [process.returncode in (0, None) for process in started] == [False]  # it was ended, not waited for


@pytest.mark.parametrize("seconds", [0.01, 0.2])
def test_a_picture_costs_the_same_steps_on_every_machine(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((100.0, 100.0 + seconds))
    drawn = subprocess.CompletedProcess[bytes]([], 0, b"png", b"")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: drawn)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    text = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="500"><g opacity="0.5"/></svg>'
    with budget.of_game("check", Place("game.yaml")):
        raster.draw_apart(text)
        assert budget.spent("pictures")[0] == pytest.approx(60_000 + 500_000 * (0.05 + 0.08) + 0.1 * len(text))


def test_a_picture_of_more_pixels_than_the_budget_has_steps_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("it is drawn"))
    text = '<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000"><g filter="" mask="" opacity=""/></svg>'
    with pytest.raises(BuildError, match="of that for pictures"), budget.of_game("check", Place("game.yaml")):
        raster.draw_apart(text)


def test_a_module_beside_the_user_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("json", "resvg_py", "beeprint"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a stranger ran')\n", "utf-8")
    closed = svg.sanitised(GLOW, "picture.svg")
    data = raster.draw_apart(closed.text(closed.page, 20, 10, RED))
    assert Image.open(io.BytesIO(data)).size == (20, 10)


# Text ---------------------------------------------------------------------------------------------------------------


def text_of(family: str, extra: str = "") -> str:
    return GLOW.replace("</svg>", f'<style>{extra}</style><text x="90" y="60" font-size="30" {family}>Bee</text></svg>')


def test_text_is_set_in_fonts_of_the_game_and_of_beeprint_only(game: Path) -> None:
    plain = image(front(slot(game, "box: [10, 10, 40, 40], raster: 300dpi")))[0]
    (game / "art" / "glow.svg").write_text(text_of('font-family="Nobody, Fredoka One"'), "utf-8")
    checked = slot(game, "box: [10, 10, 40, 40], raster: 300dpi")
    assert checked.problems == ()
    picture = image(front(checked))[0]
    assert (ImageChops.difference(plain.getchannel("A"), picture.getchannel("A")).getbbox() or (0,))[0] > 200
    # Under another name, from the game's own folder.
    (game / "fonts").mkdir()
    shutil.copy(font_file("source-serif/black"), game / "fonts" / "mine.ttf")
    (game / "art" / "glow.svg").write_text(
        text_of("", "text { font: bold 30px 'Source Serif Pro Black', serif }"), "utf-8"
    )
    assert slot(game, "box: [10, 10, 40, 40], raster: 300dpi").problems == ()


@pytest.mark.parametrize("family", ["", 'style="font-family: Verdana"'])
def test_text_without_a_font_is_refused(game: Path, family: str) -> None:
    (game / "art" / "glow.svg").write_text(text_of(family), "utf-8")
    [problem, *_] = slot(game, "box: [10, 10, 40, 40], raster: 300dpi").problems
    assert problem.message.startswith(("the text names no font-family", "no font file found for"))


def test_text_in_pixels_stands_in_for_families_that_are_missing_as_it_does_in_outlines(game: Path) -> None:
    def pixels(family: str, sheet: str = "") -> bytes:
        (game / "art" / "glow.svg").write_text(text_of(family, sheet), "utf-8")
        checked = slot(game, "box: [10, 10, 20, 20], raster: 220dpi")
        assert checked.problems == ()
        return image(front(checked))[0].tobytes()

    wanted = pixels('font-family="Fredoka One"')
    assert pixels('font-family="serif"') == pixels('font-family="Source Serif Pro"') != wanted
    with (game / "game.yaml").open("a") as file:
        file.write("fonts: {Comic Sans MS: fredoka, default: amatic}\n")
    assert pixels("font-family=\"'comic sans ms', serif\"") == wanted
    assert pixels('style="font: 30px Comic Sans MS"') == pixels('style="font: 30px Fredoka One"')
    assert pixels("", "text { font-family: 'Comic Sans MS' }") == wanted
    assert pixels("") == pixels('font-family="Verdana"') == pixels('font-family="Amatic SC"') != wanted


def test_bold_text_in_pixels_is_bold_in_a_variable_font_too(game: Path) -> None:
    ink = []
    for text in (GLOW, *(text_of(f'font-family="Arial" font-weight="{weight}"') for weight in (400, 700))):
        (game / "art" / "glow.svg").write_text(text, "utf-8")
        checked = slot(game, "box: [10, 10, 20, 20], raster: 220dpi")
        assert checked.problems == ()
        ink.append(sum(image(front(checked))[0].convert("RGBA").getchannel("A").histogram()[128:]))
    ground, regular, bold = ink
    assert bold - ground > 1.2 * (regular - ground) > 0


def test_the_same_picture_gives_the_same_bytes_in_every_process() -> None:
    closed = svg.sanitised(GLOW, "picture.svg")
    text = closed.text(closed.page, 400, 200, RED)
    assert {raster.draw_apart(text) for _ in range(2)} == {raster.render(text, ())}


# said once, in game.yaml ---------------------------------------------------------------------------------------------


def said(game: Path, line: str) -> Checked:
    """Return the game with a line in game.yaml and the glowing picture in a slot."""
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(f"{text}{line}\n", "utf-8")
    return slot(game, "box: [10, 10, 40, 40]")


@pytest.mark.parametrize(
    "line",
    spread(
        ["raster: 300dpi", "raster: {glow: 300dpi}", "raster: {icons: 72dpi, glow: 300dpi}"],
        lambda line: "icons" in line,
    ),
)
def test_a_game_says_once_how_fine_pixels_are_where_art_has_no_outlines(game: Path, line: str) -> None:
    wanted = image(front(slot(game, "box: [10, 10, 40, 40], raster: 300dpi")))[0]
    checked = said(game, line)
    assert checked.problems == ()
    assert image(front(checked))[0].tobytes() == wanted.tobytes()


def test_the_nearest_folder_says_how_fine_pixels_are(game: Path) -> None:
    (game / "art" / "night" / "deep").mkdir(parents=True)
    for name in ("glow", "night/glow", "night/deep/glow", "nightly"):
        (game / "art" / f"{name}.svg").write_text(GLOW, "utf-8")
    said(game, "raster: {night/: 300dpi, night/deep/glow: 400dpi}")
    for name, dpi in (("night/glow", 300), ("night/deep/glow", 400)):
        layout = f"slots:\n  glow: {{kind: picture, art: {name}, box: [0, 0, 25.4, 12.7]}}\n"
        (game / "layouts" / "card.yaml").write_text(layout, "utf-8")
        assert image(front(pipeline.check(game, Options())))[0].size == (dpi, dpi // 2)
    for name in ("glow", "nightly"):
        layout = f"slots:\n  glow: {{kind: picture, art: {name}, box: [0, 0, 25.4, 12.7]}}\n"
        (game / "layouts" / "card.yaml").write_text(layout, "utf-8")
        [problem] = pipeline.check(game, Options()).problems
        assert problem.hint == (
            "remove the filter, or add raster: 600dpi to game.yaml, or to the slot that places the picture"
        )


def test_art_with_outlines_stays_so_where_a_game_allows_pixels(game: Path) -> None:
    (game / "art" / "glow.svg").write_text(GLOW.replace(' filter="url(#soft)"', ""), "utf-8")
    plain = front(slot(game, "box: [10, 10, 40, 40]")).drawing
    assert front(said(game, "raster: 300dpi")).drawing == plain
    assert not any(isinstance(mark, ImageMark) for mark, _ in walk(plain.marks))


def test_a_frame_without_outlines_becomes_pixels_where_the_game_allows_it(game: Path) -> None:
    (game / "art" / "frame.svg").write_text(FRAME, "utf-8")
    text = (game / "game.yaml").read_text("utf-8")
    layout = "frame: {{art: frame, page: trim{}}}\nslots:\n  name: {{kind: text, text: a, font: amatic, size: 9}}\n"
    (game / "layouts" / "card.yaml").write_text(layout.format(", raster: 200dpi"), "utf-8")
    wanted = pipeline.check(game, Options())
    assert wanted.problems == ()
    (game / "layouts" / "card.yaml").write_text(layout.format(""), "utf-8")
    assert len(pipeline.check(game, Options()).problems) == 1
    (game / "game.yaml").write_text(f"{text}raster: 200dpi\n", "utf-8")
    checked = pipeline.check(game, Options())
    assert checked.problems == ()
    assert front(checked).drawing == front(wanted).drawing
    (game / "game.yaml").write_text(f"{text}raster: 100dpi\n", "utf-8")
    coarse = pipeline.check(game, Options()).problems
    assert coarse
    assert all("100 dpi" in problem.message and problem.severity == "warning" for problem in coarse)


FRAME = """<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
  <filter id="soft"><feGaussianBlur stdDeviation="2"/></filter>
  <circle cx="30" cy="30" r="20" fill="#bf1818" filter="url(#soft)"/>
  <rect id="name" x="8" y="60" width="40" height="15"/>
</svg>"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<circle", '<rect width="4" height="4" style="translate: 4px"/><circle', "unknown property translate"),
        ('fill="currentColor"', 'style="fill: var(--x, red)"', "style with var() or light-dark() cannot be drawn"),
        ("<circle", "<style>circle {fill: var(--x, red)}</style><circle", "a stylesheet with var() or light-dark()"),
        ("<circle", "<video/><circle", "the element video cannot be drawn exactly"),
    ],
)
def test_what_pixels_would_show_wrong_is_refused_where_a_game_allows_them(
    game: Path, old: str, new: str, message: str
) -> None:
    (game / "art" / "glow.svg").write_text(GLOW.replace(old, new), "utf-8")
    assert any(message in problem.message for problem in said(game, "raster: 300dpi").problems)


def test_the_size_in_the_style_of_a_picture_does_not_count_in_its_pixels(game: Path) -> None:
    wanted = image(front(slot(game, "box: [10, 10, 40, 40], raster: 300dpi")))[0]
    text = GLOW.replace('width="20mm" height="10mm"', 'style="width: 20mm; height: 10mm"')
    (game / "art" / "glow.svg").write_text(text, "utf-8")
    checked = slot(game, "box: [10, 10, 40, 40], raster: 300dpi")
    assert checked.problems == ()
    assert image(front(checked))[0].tobytes() == wanted.tobytes()
